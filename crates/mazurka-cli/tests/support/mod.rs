//! Running the command.

// No test uses all of this.
#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command
        .arg("check")
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/litmus"))
        .env_remove("MAZURKA_WORKERS")
        .stdin(Stdio::null());
    command
}

pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the command starts")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("not killed")
}

/// Threads that write one location, each `times` times.
pub fn writers(threads: usize, times: usize) -> String {
    let row = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads).map(cell).collect();
        format!(" {} ;\n", cells.join(" | "))
    };
    let mut text = String::from("X86 writers\n{ }\n");
    text.push_str(&row(&|i| format!("P{i}")));
    for nth in 1..=times {
        text.push_str(&row(&|i| format!("MOV [x],${}", i * times + nth)));
    }
    text + "exists (x=1)\n"
}

/// The text without times: every number with two decimals becomes 0.00.
pub fn timeless(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(dot) = rest.find('.') {
        let digits = rest[..dot].len()
            - rest[..dot]
                .trim_end_matches(|c: char| c.is_ascii_digit())
                .len();
        let after = rest[dot + 1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        if digits > 0 && after == 2 {
            result.push_str(&rest[..dot - digits]);
            result.push_str("0.00");
            rest = &rest[dot + 3..];
        } else {
            result.push_str(&rest[..=dot]);
            rest = &rest[dot + 1..];
        }
    }
    result + rest
}

/// A directory for this test alone, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a directory can be made");
        for (name, bytes) in files {
            let path = folder.join(name);
            let parent = path.parent().expect("it is in a directory");
            std::fs::create_dir_all(parent).expect("a directory can be made");
            std::fs::write(path, bytes).expect("a file can be written");
        }
        Folder(folder)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.current_dir(&self.0);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(arguments);
        command.output().expect("the command starts")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The clang of this machine.
pub fn clang() -> String {
    let versions = (14..=30).rev().map(|version| format!("clang-{version}"));
    let mut names = std::iter::once("clang".to_owned()).chain(versions);
    let runs = |clang: &String| Command::new(clang).arg("--version").output().is_ok();
    names.find(runs).expect("there is a clang")
}

/// The lines of a shell script that does what the clang of this machine does.
pub fn call_clang() -> String {
    format!("exec {} \"$@\"\n", clang())
}
