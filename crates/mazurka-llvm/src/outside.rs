//! What a program finds outside of itself: its arguments, its environment variables, and
//! the files that it may read.
//!
//! All of it is memory of the program, written as one more module ([`Outside::text`]) of which
//! a program takes what it needs, as of the C library. So it goes wherever the program goes:
//! into its digest, and to other processes.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The variable with the arguments: pointers, and a null pointer at the end.
pub(crate) const ARGUMENTS: &str = "__mazurka_arguments";
/// The variable with the environment, likewise.
pub(crate) const ENVIRONMENT: &str = "__mazurka_environment";
/// All variables that the C library may need.
pub(crate) const VARIABLES: [&str; 4] =
    [ARGUMENTS, ENVIRONMENT, "__mazurka_stdin", "__mazurka_files"];

/// How many bytes all files together may have.
const MOST_BYTES: u64 = 16 << 20;

/// What a person wants a program to find, in the words of the command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given {
    /// The arguments, but for the name of the program.
    pub arguments: Vec<String>,
    /// `NAME=VALUE`; of two with the same name, the last.
    pub environment: Vec<String>,
    /// `NAME=PATH`: the name for the program, and where it is read. `stdin` is the standard
    /// input.
    pub files: Vec<String>,
    /// Where the standard input is read.
    pub stdin: Option<PathBuf>,
}

/// What a program finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    /// The name of the program, then its arguments.
    pub arguments: Vec<String>,
    /// `NAME=VALUE`.
    pub environment: Vec<String>,
    /// Names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The standard input, if it is known.
    pub stdin: Option<Vec<u8>>,
}

impl Default for Outside {
    /// A name, and nothing else.
    fn default() -> Outside {
        Outside {
            arguments: vec!["program".to_owned()],
            environment: Vec::new(),
            files: Vec::new(),
            stdin: None,
        }
    }
}

/// The parts of `NAME=VALUE`.
///
/// # Errors
/// When there is no name or no `=`, or a byte that ends texts; a message for people.
pub fn named(option: &str, text: &str) -> Result<(String, String), String> {
    unended(option, text)?;
    match text.split_once('=') {
        Some(("", _)) => Err(format!("{option} {text}: there is no name before the =")),
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(format!("{option} {text}: say NAME=VALUE, with a =")),
    }
}

/// Texts of C end with a byte of zero, so there is none in them.
///
/// # Errors
/// When there is one; a message for people.
pub fn unended(option: &str, text: &str) -> Result<(), String> {
    match text.find('\0') {
        Some(place) => Err(format!(
            "{option}: byte {place} is zero, which ends a text of C: leave it out"
        )),
        None => Ok(()),
    }
}

impl Given {
    /// Reads the files.
    ///
    /// # Errors
    /// When something cannot be given to a program; a message for people.
    pub fn read(&self, program: &Path) -> Result<Outside, String> {
        let name = program.file_stem().unwrap_or(program.as_os_str());
        let mut outside = Outside {
            arguments: vec![name.to_string_lossy().into_owned()],
            ..Outside::default()
        };
        for argument in &self.arguments {
            unended("--arg", argument)?;
            outside.arguments.push(argument.clone());
        }
        for text in &self.environment {
            let (name, _) = named("--env", text)?;
            let is_other = |known: &String| known.split_once('=').is_none_or(|(of, _)| of != name);
            outside.environment.retain(is_other);
            outside.environment.push(text.clone());
        }
        let mut room = MOST_BYTES;
        if let Some(path) = &self.stdin {
            outside.stdin = Some(contents("--stdin", path, &mut room)?);
        }
        for text in &self.files {
            let (name, path) = named("--file", text)?;
            if path.is_empty() {
                return Err(format!(
                    "--file {text}: say NAME=PATH, with a path behind the ="
                ));
            }
            let bytes = contents(&format!("--file {name}"), Path::new(&path), &mut room)?;
            let is_known = match name == "stdin" {
                true => outside.stdin.replace(bytes).is_some(),
                false => {
                    let is_known = outside.files.iter().any(|(known, _)| *known == name);
                    outside.files.push((name.clone(), bytes));
                    is_known
                }
            };
            if is_known {
                return Err(format!(
                    "--file {text}: {name} is given twice: leave one out"
                ));
            }
        }
        Ok(outside)
    }
}

/// What a regular file has in it.
fn contents(option: &str, path: &Path, room: &mut u64) -> Result<Vec<u8>, String> {
    let place = path.display();
    let wrong = |error: std::io::Error| format!("{option}: cannot read {place}: {error}");
    let data = fs::metadata(path).map_err(wrong)?;
    if !data.is_file() {
        let what = match data.is_dir() {
            true => "a directory",
            false => "no regular file",
        };
        return Err(format!("{option}: {place} is {what}: name a file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(wrong)?;
    let read = file.take(*room + 1).read_to_end(&mut bytes);
    let length = read.map_err(wrong)? as u64;
    *room = room.checked_sub(length).ok_or_else(|| {
        format!(
            "{option}: with {place}, the files for the program have more than {} MiB: give it \
             less to read",
            MOST_BYTES >> 20
        )
    })?;
    Ok(bytes)
}

impl Outside {
    /// It as LLVM IR.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        texts(&mut text, ARGUMENTS, "argv", &self.arguments);
        texts(&mut text, ENVIRONMENT, "environment", &self.environment);
        let mut table = Vec::new();
        for (number, (name, bytes)) in self.files.iter().enumerate() {
            let called = format!("name of file {number}");
            add_text(&mut text, &called, "constant", name.as_bytes());
            let contents = format!("file {number}");
            add_text(&mut text, &contents, "constant", bytes);
            table.push(file(&called, &contents, bytes.len()));
        }
        let stdin = match &self.stdin {
            Some(bytes) => {
                add_text(&mut text, "standard input", "constant", bytes);
                file("standard input", "standard input", bytes.len())
            }
            None => NO_FILE.to_owned(),
        };
        writeln!(text, "@__mazurka_stdin = constant {stdin}").expect(TAKES);
        table.push(NO_FILE.to_owned());
        let (count, table) = (table.len(), table.join(", "));
        writeln!(
            text,
            "@__mazurka_files = constant [{count} x {{ ptr, ptr, i64 }}] [{table}]"
        )
        .expect(TAKES);
        text
    }
}

const TAKES: &str = "strings take all text";

/// Writes texts that the program may change, and a variable with their addresses.
fn texts(to: &mut String, variable: &str, called: &str, all: &[String]) {
    let mut pointers = Vec::new();
    for (number, text) in all.iter().enumerate() {
        let name = format!("{called}[{number}]");
        add_text(to, &name, "global", text.as_bytes());
        pointers.push(format!("ptr @\"{name}\""));
    }
    pointers.push("ptr null".to_owned());
    let (count, pointers) = (pointers.len(), pointers.join(", "));
    writeln!(to, "@{variable} = global [{count} x ptr] [{pointers}]").expect(TAKES);
}

/// Writes a variable that is bytes, and one of zero behind them.
fn add_text(to: &mut String, name: &str, kind: &str, bytes: &[u8]) {
    let size = bytes.len() + 1;
    write!(to, "@\"{name}\" = private {kind} [{size} x i8] c\"").expect(TAKES);
    to.reserve(size + 4);
    for byte in bytes {
        match byte {
            b'"' | b'\\' => write!(to, "\\{byte:02X}").expect(TAKES),
            b' '..=b'~' => to.push(char::from(*byte)),
            _ => write!(to, "\\{byte:02X}").expect(TAKES),
        }
    }
    to.push_str("\\00\"\n");
}

/// The end of the table of files.
const NO_FILE: &str = "{ ptr, ptr, i64 } zeroinitializer";

/// An entry of the table of files.
fn file(name: &str, contents: &str, size: usize) -> String {
    format!("{{ ptr, ptr, i64 }} {{ ptr @\"{name}\", ptr @\"{contents}\", i64 {size} }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_c_have_no_zero_in_them() {
        let bad = || vec!["a\0b".to_owned()];
        let arguments = Given {
            arguments: bad(),
            ..Given::default()
        };
        let environment = Given {
            environment: vec!["A=\0".to_owned()],
            ..Given::default()
        };
        let files = Given {
            files: vec!["a\0=b".to_owned()],
            ..Given::default()
        };
        for (given, option) in [
            (arguments, "--arg: byte 1 is zero"),
            (environment, "--env: byte 2 is zero"),
            (files, "--file: byte 1 is zero"),
        ] {
            let error = given.read(Path::new("p.c")).expect_err("it has a zero");
            assert!(error.starts_with(option), "{error}");
        }
    }

    #[test]
    fn the_last_of_two_variables_counts() {
        let given = Given {
            arguments: vec!["-v".to_owned()],
            environment: ["A=1", "B=", "A=2=3"].map(str::to_owned).to_vec(),
            ..Given::default()
        };
        let outside = given
            .read(Path::new("some/queue.test.c"))
            .expect("it is right");
        assert_eq!(outside.arguments, ["queue.test", "-v"]);
        assert_eq!(outside.environment, ["B=", "A=2=3"]);
    }

    /// Every byte comes through.
    #[test]
    fn it_is_a_module() {
        let all: Vec<u8> = (0..=255).collect();
        let outside = Outside {
            arguments: vec!["\"quoted\" \\ \u{e9}".to_owned()],
            environment: vec!["A=\n".to_owned()],
            files: vec![("all".to_owned(), all), ("none".to_owned(), Vec::new())],
            stdin: Some(b"in".to_vec()),
        };
        for outside in [outside, Outside::default()] {
            let text = outside.text();
            let module = crate::parse::parse("outside", text.as_bytes()).expect("it is LLVM IR");
            for name in VARIABLES {
                assert!(module.symbols.iter().any(|symbol| symbol.name == name));
            }
        }
    }
}
