//! What a program of the corpus says of itself: the comment that it begins with.
//!
//! ```text
//! // sc: verified 16
//! // tso: panic 9: Assertion
//! // variant: -DFIXED
//! // flags: --races
//! // sc: verified
//! ```
//!
//! A line for a model has the verdict (`verified`, `unknown`, or the kind of a finding),
//! then, where it is known, the number of traces, then words that some message of a finding
//! contains, or the reason why not everything was explored. `variant` begins another case, compiled with these flags; `flags` are those of
//! the check. All other lines are for people.

use mazurka_check::kind_of;
use mazurka_llvm::outside::Given;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::path::{Path, PathBuf};

/// A way to compile and check a program, and what must come of it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) defines: Vec<String>,
    pub(crate) races: bool,
    pub(crate) leaks: bool,
    pub(crate) spurious: bool,
    pub(crate) failures: Option<u32>,
    pub(crate) nondet: Option<(i64, i64)>,
    pub(crate) unroll: Option<u32>,
    pub(crate) check_exit: bool,
    pub(crate) check_threads: bool,
    pub(crate) ignore: Vec<FindingKind>,
    pub(crate) given: Given,
    pub(crate) expectations: Vec<Expectation>,
}

/// What must come of a check under a model.
#[derive(Clone, Debug)]
pub(crate) struct Expectation {
    pub(crate) model: Model,
    pub(crate) verdict: String,
    pub(crate) traces: Option<u64>,
    pub(crate) words: String,
}

impl Case {
    /// For messages.
    pub(crate) fn name(&self) -> String {
        let directory = self.path.parent().and_then(Path::file_name);
        let parts = [directory, self.path.file_name()];
        let name: Vec<_> = parts
            .iter()
            .flatten()
            .map(|part| part.to_string_lossy())
            .collect();
        format!("{} {}", name.join("/"), self.defines.join(" "))
    }

    /// What it finds outside of itself. Files are beside the program.
    pub(crate) fn outside(&self) -> String {
        let beside = |path: &str| self.path.with_file_name(path);
        let file = |text: &String| {
            let (name, path) = text.split_once('=').expect("a name and a path");
            format!("{name}={}", beside(path).display())
        };
        let given = Given {
            files: self.given.files.iter().map(file).collect(),
            stdin: self
                .given
                .stdin
                .as_ref()
                .map(|path| self.path.with_file_name(path)),
            ..self.given.clone()
        };
        let outside = given.read(&self.path);
        outside
            .unwrap_or_else(|error| panic!("{}: {error}", self.name()))
            .text()
    }
}

/// The programs in a directory of the corpus.
pub(crate) fn files(directory: &str) -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mazurka-llvm/corpus");
    let entries = std::fs::read_dir(corpus.join(directory)).expect("a directory of the corpus");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a file of the corpus").path())
        .filter(|path| {
            let extension = path.extension();
            extension.is_some_and(|extension| extension == "c" || extension == "cpp")
        })
        .collect();
    files.sort();
    files
}

/// The cases that a file says of itself.
pub(crate) fn cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    let empty = Case {
        path: path.to_owned(),
        ..Case::default()
    };
    let mut cases = vec![empty.clone()];
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        let case = cases.last_mut().expect("there is one from the start");
        match key {
            "variant" => cases.push(Case {
                defines: words(value),
                ..empty.clone()
            }),
            "flags" => set_flags(case, value),
            _ => case.expectations.extend(expectation(key, value)),
        }
    }
    for case in &cases {
        assert!(
            !case.expectations.is_empty(),
            "{}: nothing is expected",
            case.name()
        );
    }
    cases
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn set_flags(case: &mut Case, text: &str) {
    let mut flags = text.split_whitespace();
    while let Some(flag) = flags.next() {
        match flag {
            "--races" => case.races = true,
            "--leaks" => case.leaks = true,
            "--spurious" => case.spurious = true,
            "--malloc-may-fail" => case.failures = Some(u32::MAX),
            flag if flag.starts_with("--malloc-may-fail=") => {
                let most = flag.split_once('=').and_then(|(_, most)| most.parse().ok());
                case.failures = Some(most.expect("a number of failures"));
            }
            "--check-exit" => case.check_exit = true,
            "--check-threads" => case.check_threads = true,
            "--ignore" => {
                let kinds = flags.next().unwrap_or_default().split(',').map(kind_of);
                case.ignore = kinds.collect::<Result<_, _>>().expect("kinds of findings");
            }
            "--unroll" => case.unroll = flags.next().and_then(|n| n.parse().ok()),
            "--arg" | "--env" | "--file" | "--stdin" => {
                let value = flags.next().unwrap_or_default();
                match flag {
                    "--arg" => case.given.arguments.push(value.to_owned()),
                    "--env" => case.given.environment.push(value.to_owned()),
                    "--file" => case.given.files.push(value.to_owned()),
                    _ => case.given.stdin = Some(value.into()),
                }
            }
            "--nondet" => {
                let range = flags.next().and_then(|range| range.split_once(".."));
                let (least, most) = range.expect("a range");
                case.nondet = least.parse().ok().zip(most.parse().ok());
            }
            other => panic!("{}: what is {other}?", case.name()),
        }
    }
}

fn expectation(model: &str, text: &str) -> Option<Expectation> {
    let model = model.parse().ok()?;
    let (verdict, words) = text.split_once(':').unwrap_or((text, ""));
    let mut parts = verdict.split_whitespace();
    Some(Expectation {
        model,
        verdict: parts.next()?.to_owned(),
        traces: parts
            .next()
            .map(|count| count.parse().expect("a number of traces")),
        words: words.trim().to_owned(),
    })
}
