//! Whatever the bytes are: no panic, no deep recursion, no long wait.

use std::time::{Duration, Instant};

use mazurka_llvm::parse::parse;
use mazurka_random::Random;

use crate::{directory, text_of};

/// Reads it on a small stack; the message, if it cannot be read.
fn read(text: Vec<u8>) -> Option<String> {
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let thread = thread.spawn(move || parse("x.ll", &text).err().map(|error| error.to_string()));
    let result = thread.expect("a thread").join().expect("no panic");
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "it took {:?}",
        start.elapsed()
    );
    result
}

fn message(text: impl Into<Vec<u8>>) -> String {
    read(text.into()).expect("an error")
}

#[test]
fn nesting_has_a_limit() {
    const DEEP: usize = 300_000;
    let nested = |open: &str, close: &str| format!("{}i8{}", open.repeat(DEEP), close.repeat(DEEP));
    let types = [
        nested("[1 x ", "]"),
        nested("{", "}"),
        nested("<{", "}>"),
        nested("<2 x ", ">"),
        nested("void (", ")"),
    ];
    for ty in types {
        let found = message(format!("@x = global {ty} zeroinitializer"));
        assert!(found.contains("nested deeper than 200 levels"), "{found}");
    }
    let mut values = vec![
        nested("{ i8 } {", "}"),
        nested("ptr getelementptr (i8, ptr ", ", i64 1)"),
        nested("i64 add (i64 1, i64 ", ")"),
    ];
    values.push("i8 dso_local_equivalent ".repeat(DEEP));
    for value in values {
        let found = message(format!("@x = global ptr bitcast ({value} to ptr)"));
        assert!(found.starts_with("x.ll:1:"), "{found}");
    }
    // These are no nesting.
    assert_eq!(
        read(format!("@x = global i8{} null", "*".repeat(DEEP)).into()),
        None
    );
    assert_eq!(
        read(format!("!0 = !{}{}", "{".repeat(DEEP), "}".repeat(DEEP)).into()),
        None
    );
    let names: String = (0..DEEP / 100)
        .map(|number| format!("%t{} = type {{ %t{number}, %t{number} }}\n", number + 1))
        .collect();
    let found = message(format!("%t0 = type {{ i8 }}\n{names}"));
    assert!(found.contains("nested deeper than 200 levels"), "{found}");
}

#[test]
fn large_values_are_no_problem() {
    let bytes = "\\01a".repeat(500_000);
    assert_eq!(
        read(format!("@x = global [1000000 x i8] c\"{bytes}\"").into()),
        None
    );
    let numbers: Vec<String> = (0..200_000).map(|number| format!("i32 {number}")).collect();
    assert_eq!(
        read(format!("@x = global [200000 x i32] [{}]", numbers.join(", ")).into()),
        None
    );
    assert_eq!(
        read(
            "@x = global [4611686018427387904 x [4611686018427387904 x i64]] zeroinitializer"
                .into()
        ),
        None
    );
    let found = message("@x = global <99999999999 x i8> splat (i8 1)");
    assert_eq!(found, "x.ll:1:14: this is no type of a vector");
    let lines: String = (0..100_000)
        .map(|number| format!("  %v{} = add i32 %v{number}, 1\n", number + 1))
        .collect();
    assert_eq!(
        read(format!("define i32 @f(i32 %v0) {{\n{lines}  ret i32 %v9\n}}").into()),
        None
    );
    let casts: String = (0..100_000)
        .map(|number| format!("  %v{number} = bitcast ptr %v{} to ptr\n", number + 1))
        .collect();
    let text =
        format!("define ptr @f(ptr %v100000) {{\n  br label %b\nb:\n{casts}  ret ptr %v0\n}}");
    assert_eq!(read(text.into()), None);
}

#[test]
fn numbers_at_the_limits() {
    let texts = [
        "@4294967295 = global i32 0",
        "!99999999999 = !{}",
        "!4294967295 = !{}",
        "define void @f() {\n4294967295:\n  ret void\n}",
        "define void @f() {\n  %2147483647 = add i32 1, 2\n  ret void\n}",
        "define void @f() {\n  %2147483646 = add i32 1, 2\n  call i32 @g()\n  call i32 @g()\n  ret void\n}\ndeclare i32 @g()",
        "@x = global i8 -99999999999999999999999999999999999999999999",
        "@x = global double 0x",
        "@x = global double 1e",
        "@x = global float 0xK",
        "@x = global [-1 x i8] zeroinitializer",
        "define void @f() {\n  %a = extractvalue {i8} undef, 99999999999\n  ret void\n}",
        "define void @f() {\n  %a = alloca i8, align 99999999999999999999\n  ret void\n}",
        "!0 = !DILocation(line: 99999999999, scope: !0)\ndefine void @f() {\n  ret void, !dbg !0\n}",
    ];
    for text in texts {
        // No panic is all that is asked for.
        read(text.into());
    }
}

fn files() -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(directory()).expect("the directory");
    let names = entries.map(|entry| {
        entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".ll")).collect();
    names.sort();
    names.iter().map(|name| text_of(name)).collect()
}

#[test]
fn truncated_files_are_errors_or_shorter_modules() {
    let mut random = Random::new(1);
    for text in files() {
        // Every byte of the start, and places all over the file.
        let places = (0..400).chain((0..150).map(|_| random.below(text.len())));
        for place in places.collect::<Vec<usize>>() {
            if let Err(error) = parse("x.ll", &text[..place]) {
                assert!(error.line <= text.iter().filter(|&&byte| byte == b'\n').count() + 1);
            }
        }
    }
}

#[test]
fn damaged_files_never_panic() {
    let mut random = Random::new(1);
    let files = files();
    for text in &files {
        for _ in 0..150 {
            let mut text = text.clone();
            for _ in 0..1 + random.below(4) {
                let place = random.below(text.len());
                let other = &files[random.below(files.len())];
                match random.below(4) {
                    0 => text[place] = random.bits() as u8,
                    1 => {
                        let end = (place + random.below(40)).min(text.len());
                        text.drain(place..end);
                    }
                    2 => text.insert(place, b"()[]{}<>,=*\"!@%#"[random.below(16)]),
                    _ => {
                        let from = random.below(other.len());
                        let to = (from + random.below(60)).min(other.len());
                        text.splice(place..place, other[from..to].iter().copied());
                    }
                }
            }
            let _ = parse("x.ll", &text);
        }
    }
}
