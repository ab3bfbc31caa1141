//! Files as OTP made them.

use super::*;
use expect_test::{Expect, expect};
use std::collections::BTreeSet;
use std::fmt::Write;

fn opcodes(module: &Module) -> BTreeSet<&'static str> {
    module.code.iter().map(|code| code.op.name()).collect()
}

fn words<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut line = 0;
    for name in names {
        if line + name.len() > 90 {
            text.push('\n');
            line = 0;
        }
        line += name.len() + 1;
        let _ = write!(text, "{name} ");
    }
    let lines = text.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

#[test]
fn all_have_the_same_functions() {
    let exports = |module: &Module| {
        let mut names: Vec<_> = (module.exports.iter())
            .map(|export| format!("{}/{}", module.atoms[export.function as usize], export.arity))
            .collect();
        names.sort();
        words(names.iter().map(String::as_str))
    };
    let expected = exports(&fixture("25"));
    expect![[""]].assert_eq(&expected);
    for (name, bytes) in FIXTURES {
        let module = read(bytes).expect("it is as OTP made it");
        assert_eq!(module.name, "shapes", "{name}");
        assert_eq!(exports(&module), expected, "{name}");
        assert_eq!(module.lines.files[0], "shapes.erl", "{name}");
        assert!(walk::walk(&module) > 1_000, "{name}");
        let Value::List(attributes, _) = &module.attributes else {
            panic!("{name}: {:?}", module.attributes);
        };
        let author = Value::Atom("author".to_owned());
        let author = attributes.iter().find_map(|pair| match pair {
            Value::Tuple(pair) if pair[0] == author => Some(&pair[1]),
            _ => None,
        });
        let letters = "Łódź".chars().map(|letter| Value::Integer(letter as i64));
        let letters = Value::List(letters.collect(), Box::new(Value::Nil));
        assert_eq!(author, Some(&letters), "{name}");
    }
}

#[test]
fn compressed_or_not_it_is_the_same() {
    let (plain, compressed) = (fixture("25"), fixture("25-compressed"));
    assert_eq!(plain.code, compressed.code);
    assert_eq!(plain.literals, compressed.literals);
}

fn literals(module: &Module) -> String {
    let lines = module.literals.iter().map(|value| format!("{value}\n"));
    lines.collect()
}

fn check(name: &str, ops: &Expect, values: &Expect) {
    let module = fixture(name);
    ops.assert_eq(&words(opcodes(&module)));
    values.assert_eq(&literals(&module));
}

#[test]
fn otp_25() {
    check("25", &expect![[""]], &expect![[""]]);
}

#[test]
fn otp_27() {
    check("27", &expect![[""]], &expect![[""]]);
}

#[test]
fn otp_29() {
    check("29", &expect![[""]], &expect![[""]]);
}

/// A function, as the reader has it.
#[test]
fn instructions() {
    let listing = |name: &str| {
        let module = fixture(name);
        let half = |code: &Instruction| match code.args[..] {
            [_, Arg::Atom(function), _] => module.atoms[function as usize] == "echo",
            _ => false,
        };
        let is_info = |code: &Instruction| code.op == Op::FuncInfo;
        let start = (module.code.iter()).position(|code| is_info(code) && half(code));
        let start = start.expect("it is there");
        let mut text = String::new();
        for code in &module.code[start..] {
            if is_info(code) && !half(code) {
                break;
            }
            let _ = writeln!(text, "{} {:?}", code.op.name(), code.args);
        }
        text
    };
    expect![[""]].assert_eq(&listing("25"));
    expect![[""]].assert_eq(&listing("29"));
}

#[test]
fn lines_are_those_of_the_source() {
    let source = include_str!("../../../tests/beam/shapes.erl").lines();
    let wanted = source.enumerate().find(|(_, line)| line.contains("1 = half_of(6)"));
    let (line, _) = wanted.expect("a line");
    for (name, _) in FIXTURES {
        let module = fixture(name);
        let place = (0, line as u32 + 1);
        assert!(module.lines.locations.contains(&place), "{name}");
    }
}

/// Reads all files of the folders in `MAZURKA_BEAM_FOLDERS`, if there are any, and says which
/// instructions they have.
#[test]
fn all_files_of_folders() {
    let Ok(folders) = std::env::var("MAZURKA_BEAM_FOLDERS") else {
        return;
    };
    let mut wrong = 0;
    for folder in folders.split(':') {
        let mut paths = vec![std::path::PathBuf::from(folder)];
        let mut ops = BTreeSet::new();
        let mut count = 0;
        while let Some(path) = paths.pop() {
            if let Ok(entries) = std::fs::read_dir(&path) {
                paths.extend(entries.flatten().map(|entry| entry.path()));
            } else if path.extension().is_some_and(|word| word == "beam") {
                count += 1;
                let bytes = std::fs::read(&path).expect("a file");
                match read(&bytes) {
                    Ok(module) => {
                        walk::walk(&module);
                        ops.extend(opcodes(&module));
                    }
                    Err(error) => {
                        wrong += 1;
                        println!("{}: {error}", path.display());
                    }
                }
            }
        }
        println!("{folder}: {count} files, {} instructions\n{}", ops.len(), words(ops));
    }
    assert_eq!(wrong, 0);
}
