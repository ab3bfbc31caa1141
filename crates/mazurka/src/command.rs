//! The command that runs this program again, as a failure prints it.

use std::env;
use std::path::Path;

/// The command that runs the check of that name again, without its environment.
pub(crate) fn again(name: &str) -> String {
    let program = env::current_exe().unwrap_or_default();
    let arguments: Vec<String> = env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    command(&program, env::var_os("CARGO").is_some(), &arguments, name)
}

/// By where the executable is: cargo has those of tests in `deps`, of examples in `examples`,
/// and of others above that. What cargo did not start is run as it was.
fn command(program: &Path, is_by_cargo: bool, arguments: &[String], name: &str) -> String {
    let part = |path: Option<&Path>| {
        let name = path.and_then(Path::file_name);
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let file = part(Some(program));
    let file = file.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(&file);
    let directory = part(program.parent());
    let target = match directory.as_str() {
        "examples" if !is_hashed(file) => format!("cargo run --example {}", quoted(file)),
        "examples" | "deps" => return format!("cargo test {name}"),
        _ if file == "rust_out" => return format!("cargo test --doc {name}"),
        _ if is_by_cargo => format!("cargo run --bin {}", quoted(file)),
        _ => quoted(&program.to_string_lossy()),
    };
    if arguments.is_empty() {
        return target;
    }
    let arguments: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
    let dashes = if target.starts_with("cargo ") {
        " --"
    } else {
        ""
    };
    format!("{target}{dashes} {}", arguments.join(" "))
}

/// Does a name end like those of tests, with a dash and sixteen digits?
fn is_hashed(file: &str) -> bool {
    let hash = file.rsplit_once('-').map_or("", |(_, hash)| hash);
    hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_fit_what_runs() {
        let of = |program: &str, is_by_cargo, arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
            command(Path::new(program), is_by_cargo, &arguments, "my_test")
        };
        let test = "/w/target/debug/deps/queue-0123456789abcdef";
        assert_eq!(of(test, true, &["--exact", "x"]), "cargo test my_test");
        let example = "/w/target/debug/examples/queue";
        assert_eq!(of(example, true, &[]), "cargo run --example queue");
        assert_eq!(
            of(example, true, &["3", "a b"]),
            "cargo run --example queue -- 3 'a b'"
        );
        let tested = "/w/target/debug/examples/queue-0123456789abcdef";
        assert_eq!(of(tested, true, &[]), "cargo test my_test");
        let binary = "/w/target/release/queue";
        assert_eq!(of(binary, true, &[]), "cargo run --bin queue");
        assert_eq!(of(binary, false, &["-n"]), "/w/target/release/queue -n");
        let documentation = "/tmp/rustdoctest1x/rust_out";
        assert_eq!(of(documentation, true, &[]), "cargo test --doc my_test");
    }
}
