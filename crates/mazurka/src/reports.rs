//! What checks came to, for programs: with `MAZURKA_REPORTS=FILE`, each check appends a line of
//! JSON to that file. `cargo mazurka` makes a table of them.
//!
//! | field | is |
//! |---|---|
//! | `test` | the name of the test |
//! | `package`, `target` | those of cargo, or null |
//! | `decides` | false if the check only returned its report to the test ([`Checker::check`](crate::Checker::check)) |
//! | `verdict` | `verified`, `bug`, `not exhausted`, `vacuous` or `error` |
//! | `covered` | the memory models under which every behaviour was explored |
//! | `uncovered` | the one that was to be covered and was not, with the reason, or null |
//! | `executions`, `blocked`, `events` | how many there were, under all models together |
//! | `seconds` | how long it took |
//! | `why` | the limit that was reached, what kind of bug it is, or what cannot be checked; or null |
//! | `warning` | that there was nothing to explore, or null |
//! | `replay`, `command` | the replay string of a bug, and the command that replays it; or null |

use crate::command;
use crate::report::{Report, Verdict};
use mazurka_trace::string;
use std::env;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// The variable that names the file.
const FILE: &str = "MAZURKA_REPORTS";

/// Is there a file of reports?
pub(crate) fn are_written() -> bool {
    env::var_os(FILE).is_some_and(|path| !path.is_empty())
}

/// Appends a report to the file, if there is one.
///
/// # Panics
/// If it cannot be written: what reads it must not take the check for one that was not run.
pub(crate) fn append(test: &str, report: &Report, decides: bool) {
    let Some(path) = env::var_os(FILE).filter(|path| !path.is_empty()) else {
        return;
    };
    let path = PathBuf::from(path);
    let line = line(test, command::target(), report, decides);
    let file = File::options().append(true).create(true).open(&path);
    // One write, so that lines of several processes do not mix.
    if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
        panic!("cannot append to {} ({FILE}): {error}", path.display());
    }
}

/// A report as one line.
fn line(
    test: &str,
    (package, target): (Option<String>, Option<String>),
    report: &Report,
    decides: bool,
) -> String {
    let verdict = match report.verdict() {
        Verdict::Verified => "verified",
        Verdict::Bug { .. } => "bug",
        Verdict::NotExhausted(_) => "not exhausted",
        Verdict::Vacuous => "vacuous",
        Verdict::Error(_) => "error",
    };
    let why = match report.verdict() {
        Verdict::Verified => None,
        Verdict::Bug { finding, .. } => Some(finding.kind.to_string()),
        Verdict::NotExhausted(_) => Some(match report.estimated() {
            Some(estimate) => format!("{}; {estimate}", report.why()),
            None => report.why(),
        }),
        Verdict::Error(_) => Some(report.why()),
        Verdict::Vacuous => Some("no execution satisfies the assumptions".to_owned()),
    };
    let command = match report.verdict() {
        Verdict::Bug { command, .. } => Some(command.as_str()),
        _ => None,
    };
    let covered: Vec<String> = report
        .covered()
        .iter()
        .map(|model| string(&model.to_string()))
        .collect();
    let uncovered = report.uncovered().map(|(model, why)| {
        let model = string(&model.to_string());
        format!("{{\"model\":{model},\"why\":{}}}", string(why))
    });
    let all = report.all_statistics();
    let sum =
        |of: fn(&mazurka_explore::Statistics) -> u64| all.iter().map(|each| of(each)).sum::<u64>();
    let fields = [
        ("test", string(test)),
        ("package", optional(package.as_deref())),
        ("target", optional(target.as_deref())),
        ("decides", decides.to_string()),
        ("verdict", string(verdict)),
        ("covered", format!("[{}]", covered.join(","))),
        ("uncovered", uncovered.unwrap_or_else(|| NULL.to_owned())),
        ("executions", sum(|each| each.executions()).to_string()),
        ("blocked", sum(|each| each.blocked).to_string()),
        ("events", sum(|each| each.events).to_string()),
        ("seconds", format!("{:.3}", report.elapsed().as_secs_f64())),
        ("why", optional(why.as_deref())),
        ("warning", optional(report.warning())),
        ("replay", optional(report.replay())),
        ("command", optional(command)),
    ];
    let fields = fields.map(|(name, value)| format!("{}:{value}", string(name)));
    format!("{{{}}}\n", fields.join(","))
}

const NULL: &str = "null";

fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| NULL.to_owned(), string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checker;

    fn parsed(report: &Report) -> serde_json::Value {
        let target = (Some("queue".to_owned()), None);
        let line = line("a \"test\"\n\u{1}", target, report, true);
        assert!(line.ends_with('\n') && !line[..line.len() - 1].contains('\n'));
        serde_json::from_str(&line).unwrap()
    }

    #[test]
    fn a_line_says_what_a_check_came_to() {
        let line = parsed(&Checker::new().check(|| {}));
        assert_eq!(line["test"], "a \"test\"\n\u{1}");
        assert_eq!(line["package"], "queue");
        assert_eq!(line["target"], serde_json::Value::Null);
        assert_eq!(line["verdict"], "verified");
        assert_eq!(line["covered"], serde_json::json!(["sc", "rc11"]));
        assert_eq!(line["executions"], 1);
        assert_eq!(line["why"], serde_json::Value::Null);
        let warning = line["warning"].as_str().unwrap();
        assert!(warning.contains("saw no operation"), "{warning}");

        let line = parsed(&Checker::new().name("x").check(|| panic!("no")));
        assert_eq!(
            (&line["verdict"], &line["why"]),
            (&"bug".into(), &"panic".into())
        );
        let replay = line["replay"].as_str().unwrap();
        assert!(line["command"].as_str().unwrap().contains(replay));

        let line = parsed(&Checker::new().max_executions(0).check(|| {}));
        assert_eq!(line["verdict"], "not exhausted");
        assert_eq!(line["covered"], serde_json::json!([]));
    }
}
