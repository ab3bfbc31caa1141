//! With a clang, if there is one: from source files to a module.

use std::path::PathBuf;

use mazurka_llvm::clang::{Compile, LoadError, load, texts};
use mazurka_llvm::ir::SymbolKind;

use crate::{directory, function, symbol};

/// A directory for the files of one test, removed in the end.
struct Files(PathBuf);

impl Files {
    fn new(name: &str, files: &[(&str, &str)]) -> Files {
        let directory =
            std::env::temp_dir().join(format!("mazurka-reader-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        for (file, text) in files {
            std::fs::write(directory.join(file), text).expect("a file");
        }
        Files(directory)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The clangs of this machine: the tests here are run with each.
fn clangs() -> Vec<Compile> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = std::iter::once("clang".to_string())
        .chain((14..=30).map(|version| format!("clang-{version}")));
    let found = names
        .filter(|name| std::env::split_paths(&path).any(|directory| directory.join(name).exists()));
    let found: Vec<Compile> = found
        .map(|name| Compile {
            clang: Some(PathBuf::from(name)),
            ..Compile::default()
        })
        .collect();
    if found.is_empty() {
        eprintln!("there is no clang here: nothing is compiled");
    }
    found
}

#[test]
fn several_files_become_one_module() {
    let files = Files::new(
        "several",
        &[
            (
                "a.c",
                "int g(int); static int h(void) { return 1; } int main(void) { return g(h()); }",
            ),
            (
                "b.cpp",
                "static int h() { return 2; } extern \"C\" int g(int x) { return x + h(); }",
            ),
            ("c.ll", "@unused = global i32 1"),
        ],
    );
    let paths = ["a.c", "b.cpp", "c.ll"].map(|file| files.path(file));
    for options in clangs() {
        let module = load(&paths, &options).unwrap_or_else(|error| panic!("{error}"));
        assert!(!function(&module, "main").blocks.is_empty());
        assert!(!function(&module, "g").blocks.is_empty());
        let location =
            module.locations[function(&module, "main").location.expect("a place").0 as usize];
        assert_eq!(
            module.files[location.file as usize],
            paths[0].display().to_string()
        );
    }
}

#[test]
fn old_c_is_compiled_by_every_version() {
    let old =
        "f(a, b) char *b; { int *p = 5; p = b; return undeclared(a) + *p; }\nint g() { return; }\n";
    let files = Files::new("old", &[("old.c", old)]);
    for options in clangs() {
        let module = load(&[files.path("old.c")], &options)
            .unwrap_or_else(|error| panic!("{options:?}: {error}"));
        assert_eq!(function(&module, "f").parameters.len(), 2);
    }
}

#[test]
fn inline_functions_are_there() {
    let files = Files::new(
        "inline",
        &[
            (
                "alone.c",
                "inline int f(int x) { return x + 1; }\nint main(void) { return f(1); }",
            ),
            (
                "first.c",
                "inline int f(int x) { return x; }\nint g(void) { return f(1); }",
            ),
            (
                "second.c",
                "inline int f(int x) { return x; }\nextern inline int f(int x);\nint g(void);\nint main(void) { return g() + f(1); }",
            ),
        ],
    );
    for options in clangs() {
        let module =
            load(&[files.path("alone.c")], &options).unwrap_or_else(|error| panic!("{error}"));
        assert!(!function(&module, "f").blocks.is_empty());
        // Here the second file defines it for both.
        let both = [files.path("first.c"), files.path("second.c")];
        let module = load(&both, &options).unwrap_or_else(|error| panic!("{error}"));
        assert!(!function(&module, "f").blocks.is_empty());
    }
}

#[test]
fn what_the_preprocessor_of_gcc_leaves_is_read() {
    let text = "extern _Float32 a(_Float32x); extern _Float64 b(_Float64x);\n\
                extern _Float128 strtof128(const char *, char **);\n\
                extern void fclose(void *);\nextern void *fopen(void) __attribute__ \
                ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;\nint main(void) { return b(a(1)) > 1; }";
    let files = Files::new("gcc", &[("gcc.i", text)]);
    for options in clangs() {
        load(&[files.path("gcc.i")], &options).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn preprocessed_files_are_c() {
    let files = Files::new(
        "plain",
        &[
            (
                "plain.i",
                "# 1 \"first.c\"\nint unix, linux;\n# 30 \"first.c\"\nint main(void) { return unix; }\n",
            ),
            (
                "not.i",
                "#define ANSWER 42\nint main(void) { return ANSWER; }\n",
            ),
        ],
    );
    for options in clangs() {
        let module =
            load(&[files.path("plain.i")], &options).unwrap_or_else(|error| panic!("{error}"));
        let location =
            module.locations[function(&module, "main").location.expect("a place").0 as usize];
        assert_eq!(
            (module.files[location.file as usize].as_str(), location.line),
            ("first.c", 30)
        );
        load(&[files.path("not.i")], &options).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn flags_and_errors_are_passed_on() {
    let files = Files::new(
        "errors",
        &[
            ("good.c", "int x = VALUE;"),
            ("bad.c", "int main(void) {\n  return y;\n}\n"),
            (
                "warns.c",
                "int main(void) { int unused; char *p = 5; return p; }",
            ),
        ],
    );
    for mut options in clangs() {
        let error = load(&[files.path("bad.c")], &options).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, LoadError::Compile(_)));
        assert!(
            text.starts_with(&files.path("bad.c").display().to_string()),
            "{text}"
        );
        assert!(
            text.contains("bad.c:2:10: error: use of undeclared identifier 'y'"),
            "{text}"
        );
        load(&[files.path("warns.c")], &options).unwrap_or_else(|error| panic!("{error}"));
        options.flags = vec!["-DVALUE=3".to_string(), "-O2".to_string()];
        let module =
            load(&[files.path("good.c")], &options).unwrap_or_else(|error| panic!("{error}"));
        assert!(matches!(symbol(&module, "x").kind, SymbolKind::Variable(_)));
        options.flags = vec!["-Werror=unused-variable".to_string()];
        assert!(load(&[files.path("warns.c")], &options).is_err());
    }
}

#[test]
fn files_that_cannot_be_loaded() {
    let options = Compile {
        clang: Some(PathBuf::from("no-such-clang")),
        ..Compile::default()
    };
    let error = |path: &str| {
        texts(&[PathBuf::from(path)], &options)
            .unwrap_err()
            .to_string()
    };
    assert!(error("nowhere.c").starts_with("nowhere.c: "));
    assert!(error("x.bc").starts_with("x.bc: this is LLVM bitcode"));
    assert!(error("x.rs").starts_with("x.rs: not a kind of file that is known"));
    let files = Files::new(
        "cannot",
        &[("x.c", "int x;"), ("bad.ll", "define\n nothing")],
    );
    let found = texts(&[files.path("x.c")], &options)
        .unwrap_err()
        .to_string();
    assert!(
        found.starts_with("no-such-clang could not be run: ") && found.contains("--clang"),
        "{found}"
    );
    let found = load(&[files.path("bad.ll")], &options)
        .unwrap_err()
        .to_string();
    assert!(
        found.ends_with("bad.ll:2:9: expected a type, found the end of the file"),
        "{found}"
    );
    // LLVM IR needs no clang.
    assert!(load(&[directory().join("data.19.O0.ll")], &options).is_ok());
}
