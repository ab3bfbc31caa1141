//! The table of tests.

use crate::Outcome;
use crate::output::Status;
use crate::reports::{Report, Verdict};
use std::fmt::Write as _;

/// The tests of one executable.
#[derive(Debug, Default)]
pub(crate) struct Group {
    pub(crate) tests: Vec<(String, Status)>,
    pub(crate) reports: Vec<Report>,
}

/// One test that checks something, or fails.
struct Row {
    test: String,
    verdict: Judged,
    /// The kind of bug.
    kind: Option<String>,
    models: String,
    executions: Option<u64>,
    seconds: f64,
    /// What else is to be said, a line each.
    notes: Vec<String>,
    command: Option<String>,
}

/// What is said of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judged {
    Checked(Verdict),
    /// The test passes because, or although, a check in it says that.
    Expected(Verdict),
    /// It fails, and no check says why.
    Failed,
}

impl Judged {
    fn words(self) -> String {
        match self {
            Judged::Failed => "failed".to_owned(),
            Judged::Checked(verdict) => words(verdict).to_owned(),
            Judged::Expected(verdict) => format!("{}, expected", words(verdict)),
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Judged::Failed | Judged::Checked(Verdict::Bug) => Outcome::Bug,
            Judged::Checked(Verdict::Error | Verdict::Vacuous) => Outcome::Error,
            Judged::Checked(Verdict::NotExhausted) => Outcome::NotExhausted,
            Judged::Checked(Verdict::Verified) | Judged::Expected(_) => Outcome::Verified,
        }
    }
}

fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::NotExhausted => "not exhausted",
        Verdict::Vacuous => "verified nothing",
        Verdict::Error => "error",
        Verdict::Bug => "bug",
    }
}

/// What all tests came to, and the table of them.
pub(crate) fn table(groups: &[Group], has_colour: bool) -> (Option<Outcome>, String) {
    let groups: Vec<(String, Vec<Row>)> = groups
        .iter()
        .map(|group| (heading(group), rows(group)))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    let mut text = String::new();
    let all = || groups.iter().flat_map(|(_, rows)| rows);
    let width =
        |of: &dyn Fn(&Row) -> usize, least: usize| all().map(of).max().unwrap_or(0).max(least);
    let tests = width(&|row| row.test.chars().count(), 4);
    let verdicts = width(&|row| row.words().chars().count(), 7);
    let models = width(&|row| row.models.chars().count(), 6);
    let executions = width(&|row| row.count().chars().count(), 10);
    if all().next().is_some() {
        let _ = writeln!(
            text,
            "{:<tests$}  {:<verdicts$}  {:<models$}  {:>executions$}  {:>9}",
            "test", "verdict", "models", "executions", "time"
        );
    }
    for (heading, rows) in &groups {
        if groups.len() > 1 {
            let _ = writeln!(text, "\n{heading}");
        }
        for row in rows {
            let words = format!("{:<verdicts$}", row.words());
            let words = match has_colour {
                true => format!("\x1b[{}m{words}\x1b[0m", row.colour()),
                false => words,
            };
            let time = row.executions.map(|_| format!("{:.2} s", row.seconds));
            let line = format!(
                "{:<tests$}  {words}  {:<models$}  {:>executions$}  {:>9}",
                row.test,
                row.models,
                row.count(),
                time.unwrap_or_default()
            );
            let _ = writeln!(text, "{}", line.trim_end());
            for note in &row.notes {
                let _ = writeln!(text, "{:tests$}  {note}", "");
            }
        }
    }
    let commands: Vec<&Row> = all()
        .filter(|row| row.verdict == Judged::Checked(Verdict::Bug) && row.command.is_some())
        .collect();
    if !commands.is_empty() {
        let bugs = if commands.len() == 1 { "bug" } else { "bugs" };
        let _ = writeln!(text, "\nReplay the {bugs} with:\n");
        for row in commands {
            let _ = writeln!(text, "  {}", row.command.as_deref().unwrap_or_default());
        }
    }
    let outcomes = || all().map(|row| row.verdict.outcome());
    let order = [
        Outcome::Bug,
        Outcome::Error,
        Outcome::NotExhausted,
        Outcome::Verified,
    ];
    let outcome = order
        .into_iter()
        .find(|each| outcomes().any(|one| one == *each));
    (outcome, text)
}

/// How many tests came to what, in one line.
pub(crate) fn summary(groups: &[Group]) -> String {
    let all: Vec<Row> = groups.iter().flat_map(rows).collect();
    let mut parts: Vec<String> = Vec::new();
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for row in &all {
        let words = row.verdict.words();
        match kinds.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += 1,
            None => kinds.push((words, 1)),
        }
    }
    parts.extend(
        kinds
            .iter()
            .map(|(words, count)| format!("{count} {words}")),
    );
    let tests = groups.iter().flat_map(|group| &group.tests);
    let is_other = |name: &str| !all.iter().any(|row| row.test == name);
    let others = tests
        .filter(|(name, status)| *status == Status::Passed && is_other(name))
        .count();
    let ignored = groups.iter().flat_map(|group| &group.tests);
    let ignored = ignored
        .filter(|(_, status)| *status == Status::Ignored)
        .count();
    let tests = if all.len() == 1 { "test" } else { "tests" };
    let mut text = format!("{} {tests} with checks", all.len());
    if !parts.is_empty() {
        let _ = write!(text, ": {}", parts.join(", "));
    }
    match others {
        0 => {}
        1 => text.push_str("; 1 other test passed"),
        others => {
            let _ = write!(text, "; {others} other tests passed");
        }
    }
    if ignored != 0 {
        let _ = write!(text, "; {ignored} ignored");
    }
    text
}

/// Which executable it is.
fn heading(group: &Group) -> String {
    let first = group.reports.first();
    let of = |part: fn(&Report) -> Option<&String>| first.and_then(part).map_or("", String::as_str);
    let (package, target) = (
        of(|report| report.package.as_ref()),
        of(|report| report.target.as_ref()),
    );
    match (package, target) {
        ("", "") => "other tests:".to_owned(),
        (package, target) if package.replace('-', "_") == target => format!("{package}:"),
        (package, target) => format!("{package}, {target}:"),
    }
}

/// The tests that check something or fail, in their order.
fn rows(group: &Group) -> Vec<Row> {
    let mut names: Vec<&str> = group.tests.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    // A check outside of a harness, or in a test that took the process with it.
    for report in &group.reports {
        if !names.contains(&report.test.as_str()) {
            names.push(&report.test);
        }
    }
    let row = |name: &str| {
        let status = group.tests.iter().find(|(test, _)| test == name);
        let reports: Vec<&Report> = group.reports.iter().filter(|of| of.test == name).collect();
        row(name, status.map(|(_, status)| *status), &reports)
    };
    names.into_iter().filter_map(row).collect()
}

fn row(name: &str, status: Option<Status>, reports: &[&Report]) -> Option<Row> {
    let worst = reports.iter().max_by_key(|report| report.verdict);
    let verdict = match (worst, status) {
        (
            None
            | Some(Report {
                verdict: Verdict::Verified,
                ..
            }),
            Some(Status::Failed),
        ) => Judged::Failed,
        (None, _) => return None,
        (Some(worst), Some(Status::Passed))
            if !matches!(worst.verdict, Verdict::Verified | Verdict::NotExhausted) =>
        {
            Judged::Expected(worst.verdict)
        }
        (Some(worst), _) => Judged::Checked(worst.verdict),
    };
    let mut notes = Vec::new();
    if reports.len() > 1 {
        notes.push(format!("{} checks", reports.len()));
    }
    if let Some(Report {
        verdict,
        why: Some(why),
        ..
    }) = worst
        && *verdict != Verdict::Bug
    {
        notes.extend(why.lines().map(str::to_owned));
    }
    notes.extend(reports.iter().find_map(|report| report.warning.clone()));
    let uncovered = reports.iter().find_map(|report| report.uncovered.as_ref());
    notes.extend(uncovered.map(|each| format!("not under {}: {}", each.model, each.why)));
    let covered = worst.map_or(&[][..], |report| &report.covered);
    let by_all = covered.iter().filter(|model| {
        let mut others = reports.iter();
        others.all(|report| report.covered.contains(*model))
    });
    let models: Vec<&str> = by_all.map(String::as_str).collect();
    Some(Row {
        test: name.to_owned(),
        verdict,
        kind: worst
            .filter(|report| report.verdict == Verdict::Bug)
            .and_then(|report| report.why.clone()),
        models: if models.is_empty() {
            "-".to_owned()
        } else {
            models.join(", ")
        },
        executions: (!reports.is_empty())
            .then(|| reports.iter().map(|report| report.executions).sum()),
        seconds: reports.iter().map(|report| report.seconds).sum(),
        notes,
        command: worst.and_then(|report| report.command.clone()),
    })
}

impl Row {
    /// The verdict, with what kind of bug it is.
    fn words(&self) -> String {
        match &self.kind {
            Some(kind) => format!("{} ({kind})", self.verdict.words()),
            None => self.verdict.words(),
        }
    }

    /// The number of executions, with commas.
    fn count(&self) -> String {
        let Some(count) = self.executions else {
            return String::new();
        };
        let digits = count.to_string();
        let mut text = String::new();
        for (nth, digit) in digits.chars().enumerate() {
            if nth != 0 && (digits.len() - nth).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }

    fn colour(&self) -> u8 {
        match self.verdict.outcome() {
            Outcome::Verified => 32,
            Outcome::Bug => 31,
            Outcome::Error => 35,
            Outcome::NotExhausted => 33,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::parse;
    use expect_test::expect;

    fn report(test: &str, verdict: &str, more: &str) -> Report {
        let covered = if verdict == "verified" {
            r#"["sc","rc11"]"#
        } else {
            "[]"
        };
        parse(&format!(
            r#"{{"test":"{test}","package":"my-queue","target":"fifo","decides":true,
            "verdict":"{verdict}","covered":{covered},"uncovered":null,"executions":1234,
            "blocked":0,"events":99,"seconds":0.5,"why":null,"replay":null,"command":null{more}}}"#
        ))
        .unwrap()
    }

    fn group(tests: &[(&str, Status)], reports: Vec<Report>) -> Group {
        let tests = tests
            .iter()
            .map(|(name, status)| ((*name).to_owned(), *status));
        Group {
            tests: tests.collect(),
            reports,
        }
    }

    #[test]
    fn a_table_has_a_row_for_each_test_with_checks() {
        let bug = Report {
            why: Some("data race".to_owned()),
            command: Some("cargo mazurka replay racy 1/0x1".to_owned()),
            ..report("racy", "bug", "")
        };
        let stopped = Report {
            why: Some("stopped after 10000 executions".to_owned()),
            ..report("slow", "not exhausted", "")
        };
        let tests = [
            ("plain", Status::Passed),
            ("safe", Status::Passed),
            ("racy", Status::Failed),
            ("slow", Status::Passed),
            ("broken", Status::Failed),
            ("later", Status::Ignored),
        ];
        let groups = [group(
            &tests,
            vec![bug, report("safe", "verified", ""), stopped],
        )];
        let (outcome, text) = table(&groups, false);
        assert_eq!(outcome, Some(Outcome::Bug));
        expect![[r#"
            test    verdict          models    executions       time
            broken  failed           -
            racy    bug (data race)  -              1,234     0.50 s
            safe    verified         sc, rc11       1,234     0.50 s
            slow    not exhausted    -              1,234     0.50 s
                    stopped after 10000 executions

            Replay the bug with:

              cargo mazurka replay racy 1/0x1
        "#]]
        .assert_eq(&text);
        expect!["4 tests with checks: 1 failed, 1 bug, 1 verified, 1 not exhausted; 1 other test passed; 1 ignored"]
            .assert_eq(&summary(&groups));
        assert!(table(&groups, true).1.contains("\x1b[31mbug (data race)"));
    }

    #[test]
    fn what_a_test_expects_is_no_bug() {
        let bug = Report {
            why: Some("panic".to_owned()),
            ..report("finds_it", "bug", "")
        };
        let tests = [("finds_it", Status::Passed)];
        let (outcome, text) = table(&[group(&tests, vec![bug])], false);
        assert_eq!(outcome, Some(Outcome::Verified));
        assert!(text.contains("bug, expected (panic)"), "{text}");
    }

    #[test]
    fn the_worst_of_several_checks_counts() {
        let tests = [("both", Status::Passed)];
        let reports = vec![
            report("both", "verified", ""),
            report("both", "not exhausted", ""),
        ];
        let (outcome, text) = table(&[group(&tests, reports)], false);
        assert_eq!(outcome, Some(Outcome::NotExhausted));
        assert!(
            text.contains("2,468") && text.contains("2 checks"),
            "{text}"
        );
        let (outcome, text) = table(&[], false);
        assert_eq!((outcome, &*text), (None, ""));
    }
}
