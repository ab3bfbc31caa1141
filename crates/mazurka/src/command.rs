//! The command that runs this program again, as a failure prints it.

use std::env;
use std::path::Path;

/// The variable by which `cargo mazurka` says how it was called: what of cargo's options
/// decides what is built, as a shell takes them. It may be empty.
const BY_MAZURKA: &str = "MAZURKA_CARGO";

/// The command that runs the check of that name again, as one execution; `model` and
/// `algorithm` are said only if they must be.
pub(crate) fn replay(
    name: Option<&str>,
    model: Option<&str>,
    algorithm: Option<&str>,
    replay: &str,
) -> String {
    let again = Again::of_this_process();
    match &again.by_mazurka {
        Some(options) if again.is_test() => {
            let mut words = vec!["cargo mazurka replay".to_owned()];
            words.extend(model.map(|model| format!("--model {model}")));
            words.extend(algorithm.map(|algorithm| format!("--algorithm {algorithm}")));
            words.extend((!options.is_empty()).then(|| options.clone()));
            words.extend(again.selection());
            words.push(quoted(name.unwrap_or_default()));
            words.push(quoted(replay));
            words.join(" ")
        }
        _ => {
            let model = model.map(|model| format!("MAZURKA_MODEL={model} "));
            let algorithm = algorithm.map(|name| format!("MAZURKA_ALGORITHM={name} "));
            format!(
                "{}{}MAZURKA_REPLAY={} {}",
                model.unwrap_or_default(),
                algorithm.unwrap_or_default(),
                quoted(replay),
                again.command(name)
            )
        }
    }
}

/// Which package and which target of it this process is, if cargo made it.
pub(crate) fn target() -> (Option<String>, Option<String>) {
    let again = Again::of_this_process();
    let target = again.is_test().then(|| again.name().to_owned());
    (again.package.map(|package| package.name), target)
}

/// What is known of the process that runs.
struct Again {
    /// The executable.
    program: String,
    /// The names of the directories that it is in, the innermost first.
    directories: Vec<String>,
    arguments: Vec<String>,
    /// The package, if cargo has started the process.
    package: Option<Package>,
    /// Flags for the compiler, where they say `mazurka` and are not of a file.
    flags: Option<String>,
    /// The options of `cargo mazurka`, if that has started it.
    by_mazurka: Option<String>,
}

/// The package that cargo has started the process for.
#[derive(Clone)]
struct Package {
    name: String,
    /// Is there another above it, so that it has to be named?
    is_below_another: bool,
    /// Has it a library?
    has_library: bool,
    /// Its integration tests, by file.
    tests: Vec<String>,
}

impl Package {
    fn of_environment() -> Option<Package> {
        let name = env::var("CARGO_PKG_NAME").ok()?;
        let folder = env::var_os("CARGO_MANIFEST_DIR")?;
        let folder = Path::new(&folder);
        let mut above = folder.ancestors().skip(1);
        let tests = folder.join("tests").read_dir().into_iter().flatten();
        let tests = tests.filter_map(|entry| {
            let path = entry.ok()?.path();
            let is_test =
                path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file();
            is_test.then(|| part(path.file_stem()))
        });
        Some(Package {
            name,
            is_below_another: above.any(|folder| folder.join("Cargo.toml").is_file()),
            has_library: folder.join("src/lib.rs").is_file(),
            tests: tests.collect(),
        })
    }
}

impl Again {
    fn of_this_process() -> Again {
        let program = env::current_exe().unwrap_or_default();
        let directories = program.ancestors().skip(1);
        let flags = env::var("RUSTFLAGS").ok();
        Again {
            program: program.to_string_lossy().into_owned(),
            directories: directories.map(|path| part(path.file_name())).collect(),
            arguments: env::args_os()
                .skip(1)
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect(),
            package: Package::of_environment(),
            flags: flags.filter(|flags| flags.contains("cfg") && flags.contains("mazurka")),
            by_mazurka: env::var(BY_MAZURKA).ok(),
        }
    }

    /// The file name of the executable.
    fn file(&self) -> &str {
        let file = self.program.rsplit(std::path::MAIN_SEPARATOR).next();
        let file = file.unwrap_or_default();
        file.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(file)
    }

    /// The name of the target that cargo made it of.
    fn name(&self) -> &str {
        match hash(self.file()) {
            Some(name) => name,
            None => self.file(),
        }
    }

    fn directory(&self, nth: usize) -> &str {
        self.directories.get(nth).map_or("", String::as_str)
    }

    /// Is it the executable of tests? Cargo has those in `deps`, and those of examples, which
    /// are tested too, in `examples`, with a hash in their names.
    fn is_test(&self) -> bool {
        match self.directory(0) {
            "deps" => true,
            "examples" => hash(self.file()).is_some(),
            _ => false,
        }
    }

    /// What has cargo run these tests and no others: the package, the target, the profile.
    fn selection(&self) -> Vec<String> {
        let mut words = Vec::new();
        let name = self.name();
        if let Some(package) = &self.package {
            if package.is_below_another {
                words.push(format!("-p {}", quoted(&package.name)));
            }
            // A name may be one of several targets. Then all of them are run.
            let is_library = package.has_library && name == package.name.replace('-', "_");
            let is_test = package.tests.iter().any(|test| test == name);
            match (self.directory(0), is_library, is_test) {
                ("examples", _, _) => words.push(format!("--example {}", quoted(name))),
                (_, true, false) => words.push("--lib".to_owned()),
                (_, false, true) => words.push(format!("--test {}", quoted(name))),
                _ => {}
            }
        }
        if self.by_mazurka.is_none() {
            match self.directory(1) {
                "" | "debug" => {}
                "release" => words.push("--release".to_owned()),
                profile => words.push(format!("--profile {}", quoted(profile))),
            }
        }
        words
    }

    /// The command, without its environment. By where the executable is: cargo has those of
    /// tests in `deps`, of examples in `examples`, and of others above that. What cargo did not
    /// start is run as it was.
    fn command(&self, name: Option<&str>) -> String {
        let file = self.file();
        let is_by_cargo = self.package.is_some();
        let target = match self.directory(0) {
            _ if self.is_test() => return self.tested(name),
            "examples" => format!("cargo run --example {}", quoted(file)),
            _ if file == "rust_out" => return "cargo test --doc".to_owned(),
            _ if is_by_cargo => format!("cargo run --bin {}", quoted(file)),
            _ => quoted(&self.program),
        };
        self.with_arguments(&target)
    }

    /// The command that runs one test, or all that there is where tests have no names.
    fn tested(&self, name: Option<&str>) -> String {
        let mut words = Vec::new();
        words.extend(
            self.flags
                .as_ref()
                .map(|flags| format!("RUSTFLAGS={}", quoted(flags))),
        );
        words.push("cargo test".to_owned());
        words.extend(self.selection());
        let Some(name) = name else {
            return self.with_arguments(&words.join(" "));
        };
        words.push(quoted(name));
        words.push("-- --exact".to_owned());
        let mut arguments = self.arguments.iter();
        if arguments.any(|word| word == "--ignored" || word == "--include-ignored") {
            words.push("--include-ignored".to_owned());
        }
        words.join(" ")
    }

    fn with_arguments(&self, target: &str) -> String {
        if self.arguments.is_empty() {
            return target.to_owned();
        }
        let arguments: Vec<String> = self.arguments.iter().map(|word| quoted(word)).collect();
        let dashes = if target.contains("cargo ") { " --" } else { "" };
        format!("{target}{dashes} {}", arguments.join(" "))
    }
}

fn part(name: Option<&std::ffi::OsStr>) -> String {
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The name before a dash and sixteen digits, as cargo has them.
fn hash(file: &str) -> Option<&str> {
    let (name, hash) = file.rsplit_once('-')?;
    let is_hash = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(name)
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

    fn package() -> Package {
        Package {
            name: "my-queue".to_owned(),
            is_below_another: false,
            has_library: true,
            tests: vec!["fifo".to_owned(), "my_queue".to_owned()],
        }
    }

    fn again(program: &str, package: Option<Package>, arguments: &[&str]) -> Again {
        let directories = Path::new(program).ancestors().skip(1);
        Again {
            program: program.to_owned(),
            directories: directories.map(|path| part(path.file_name())).collect(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            package,
            flags: None,
            by_mazurka: None,
        }
    }

    #[test]
    fn commands_fit_what_runs() {
        let of = |program: &str, is_by_cargo: bool, arguments: &[&str]| {
            let package = is_by_cargo.then(package);
            again(program, package, arguments).command(Some("a::my_test"))
        };
        let test = "/w/target/debug/deps/queue-0123456789abcdef";
        assert_eq!(of(test, false, &["x"]), "cargo test a::my_test -- --exact");
        assert_eq!(
            of(test, false, &["--ignored"]),
            "cargo test a::my_test -- --exact --include-ignored"
        );
        let example = "/w/target/debug/examples/queue";
        assert_eq!(of(example, true, &[]), "cargo run --example queue");
        assert_eq!(
            of(example, true, &["3", "a b"]),
            "cargo run --example queue -- 3 'a b'"
        );
        let tested = "/w/target/debug/examples/queue-0123456789abcdef";
        assert_eq!(
            of(tested, true, &[]),
            "cargo test --example queue a::my_test -- --exact"
        );
        let binary = "/w/target/release/queue";
        assert_eq!(of(binary, true, &[]), "cargo run --bin queue");
        assert_eq!(of(binary, false, &["-n"]), "/w/target/release/queue -n");
        let documentation = "/tmp/rustdoctest1x/rust_out";
        assert_eq!(of(documentation, true, &[]), "cargo test --doc");
    }

    #[test]
    fn targets_are_named_where_they_can_be_told() {
        let of = |name: &str, package: Package| {
            let program = format!("/w/target/debug/deps/{name}-0123456789abcdef");
            again(&program, Some(package), &[]).command(Some("t"))
        };
        assert_eq!(of("fifo", package()), "cargo test --test fifo t -- --exact");
        // The library and a test of that name.
        assert_eq!(of("my_queue", package()), "cargo test t -- --exact");
        let no_tests = || Package {
            tests: Vec::new(),
            ..package()
        };
        assert_eq!(of("my_queue", no_tests()), "cargo test --lib t -- --exact");
        // A target with a path of its own, or a binary.
        assert_eq!(of("else", no_tests()), "cargo test t -- --exact");
        let member = Package {
            is_below_another: true,
            ..no_tests()
        };
        assert_eq!(
            of("my_queue", member),
            "cargo test -p my-queue --lib t -- --exact"
        );
    }

    #[test]
    fn profiles_and_flags_are_kept() {
        let release = "/w/target/release/deps/fifo-0123456789abcdef";
        let mut again = again(release, Some(package()), &[]);
        again.flags = Some("-C opt-level=1 --cfg mazurka".to_owned());
        assert_eq!(
            again.command(Some("it's")),
            "RUSTFLAGS='-C opt-level=1 --cfg mazurka' cargo test --test fifo --release \
             'it'\\''s' -- --exact"
        );
        again.directories[1] = "mine".to_owned();
        again.flags = None;
        again.arguments = vec!["7".to_owned()];
        // Without a harness, tests have no names.
        assert_eq!(
            again.command(None),
            "cargo test --test fifo --profile mine -- 7"
        );
    }
}
