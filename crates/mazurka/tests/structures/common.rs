//! What a case is: a program, and what a check has to say of it under each memory model.

use mazurka::{Algorithm, Checker, FindingKind, Model, Report, Verdict};
use std::fmt::Write;
use std::sync::Arc;

/// The models that every case is checked under, from the strongest to the weakest.
pub(crate) const MODELS: [Model; 4] = [Model::Sc, Model::Tso, Model::Pso, Model::Rc11];

/// What a check has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// No bug, in that many executions.
    Verified(u64),
    /// No bug, in however many executions: a bug that this model does not show.
    Nothing,
    /// A bug of this kind.
    Found(FindingKind),
    /// It takes too long for a test.
    Left,
}

/// A program, and what is expected of its check.
pub(crate) struct Case {
    pub(crate) structure: &'static str,
    /// The bug that was planted; none in the right version.
    pub(crate) bug: Option<&'static str>,
    /// What is expected under each of `MODELS`.
    pub(crate) expected: [Said; 4],
    spurious: u32,
    program: Arc<dyn Fn() + Send + Sync>,
}

/// The right version of a structure, with its executions under each of `MODELS`.
pub(crate) fn right(
    structure: &'static str,
    executions: [u64; 4],
    program: impl Fn() + Send + Sync + 'static,
) -> Case {
    Case {
        structure,
        bug: None,
        expected: executions.map(|count| match count {
            LEFT => Said::Left,
            count => Said::Verified(count),
        }),
        spurious: 0,
        program: Arc::new(program),
    }
}

/// In place of a number of executions: there are too many for a test.
pub(crate) const LEFT: u64 = u64::MAX;

/// A version with a bug.
pub(crate) fn planted(
    structure: &'static str,
    bug: &'static str,
    expected: [Said; 4],
    program: impl Fn() + Send + Sync + 'static,
) -> Case {
    Case {
        structure,
        bug: Some(bug),
        expected,
        spurious: 0,
        program: Arc::new(program),
    }
}

/// Every model shows it.
pub(crate) const fn from_sc(kind: FindingKind) -> [Said; 4] {
    [Said::Found(kind); 4]
}

/// It needs a store that is late.
pub(crate) const fn from_tso(kind: FindingKind) -> [Said; 4] {
    let found = Said::Found(kind);
    [Said::Nothing, found, found, found]
}

/// It needs stores that overtake one another.
pub(crate) const fn from_pso(kind: FindingKind) -> [Said; 4] {
    let found = Said::Found(kind);
    [Said::Nothing, Said::Nothing, found, found]
}

/// It needs loads that find older values.
pub(crate) const fn from_rc11(kind: FindingKind) -> [Said; 4] {
    let found = Said::Found(kind);
    [Said::Nothing, Said::Nothing, Said::Nothing, found]
}

impl Case {
    /// Every thread may wake up once for no reason.
    pub(crate) fn spurious(mut self) -> Case {
        self.spurious = 1;
        self
    }

    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.structure, self.bug.unwrap_or("right"))
    }

    fn checker(&self) -> Checker {
        Checker::new()
            .max_events(5_000)
            .spurious_wakeups(self.spurious)
            .leaks(true)
            .name(self.name())
    }

    pub(crate) fn check(&self, model: Model) -> Report {
        let program = Arc::clone(&self.program);
        self.checker().model(model).check(move || program())
    }

    /// The same under SC by the explorer of execution graphs.
    pub(crate) fn check_graphs(&self) -> Report {
        let program = Arc::clone(&self.program);
        let checker = self.checker().algorithm(Algorithm::Graphs);
        checker.model(Model::Sc).check(move || program())
    }

    /// What is not as expected, if anything.
    pub(crate) fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (model, expected) in MODELS.into_iter().zip(self.expected) {
            if expected == Said::Left {
                continue;
            }
            let report = self.check(model);
            if !fits(&report, expected) {
                let name = self.name();
                wrong.push(format!("{name} ({model}): {expected:?}, not:\n{report}\n"));
            } else if let Some(replay) = report.replay() {
                // What was found is found again.
                let program = Arc::clone(&self.program);
                let checker = self.checker().model(model).replay(replay);
                let again = checker.check(move || program());
                if told(&again) != told(&report) {
                    let name = self.name();
                    wrong.push(format!("{name} ({model}), replayed:\n{again}\n{report}\n"));
                }
            }
        }
        wrong.extend(self.wrong_by_default());
        // As many graphs as traces.
        if let expected @ Said::Verified(_) = self.expected[0] {
            let report = self.check_graphs();
            if !fits(&report, expected) {
                let name = self.name();
                wrong.push(format!("{name} (graphs): {expected:?}, not:\n{report}\n"));
            }
        }
        wrong
    }
}

impl Case {
    /// What a check without a model has to say: under SC, and else under RC11.
    fn wrong_by_default(&self) -> Option<String> {
        let [sc, _, _, rc11] = self.expected;
        let program = Arc::clone(&self.program);
        let report = self.checker().check(move || program());
        let is_right = match (sc, rc11) {
            (Said::Left, _) | (_, Said::Left) => true,
            (Said::Found(kind), _) | (Said::Nothing, Said::Found(kind)) => {
                report.finding().is_some_and(|finding| finding.kind == kind)
            }
            _ => report.is_verified() && report.covered() == [Model::Sc, Model::Rc11],
        };
        (!is_right).then(|| format!("{} (by default):\n{report}\n", self.name()))
    }
}

/// What was found.
fn told(report: &Report) -> Option<(FindingKind, &str)> {
    let finding = report.finding()?;
    Some((finding.kind, &finding.message))
}

/// Executions that count: those in vain are not among them.
pub(crate) fn executions(report: &Report) -> u64 {
    report.statistics().complete - report.statistics().discarded
}

fn fits(report: &Report, expected: Said) -> bool {
    match (expected, report.verdict()) {
        (Said::Left, _) => true,
        (Said::Found(kind), Verdict::Bug { finding, .. }) => finding.kind == kind,
        (Said::Verified(count), Verdict::Verified) => executions(report) == count,
        (Said::Nothing, Verdict::Verified) => true,
        _ => false,
    }
}

/// Checks cases.
#[track_caller]
pub(crate) fn judge(cases: &[Case]) {
    let wrong: Vec<String> = cases.iter().flat_map(Case::wrong).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The rows of the table in the documentation.
pub(crate) fn rows(cases: &[Case]) -> String {
    let mut text = String::new();
    for case in cases {
        let what = case.bug.unwrap_or(RIGHT);
        write!(text, "| {} | {what} |", case.structure).unwrap();
        for (model, expected) in MODELS.into_iter().zip(case.expected) {
            if expected == Said::Left {
                text.push_str(" - |");
                continue;
            }
            let report = case.check(model);
            let count = executions(&report);
            match report.verdict() {
                Verdict::Bug { finding, .. } => write!(text, " {} ({count}) |", finding.kind),
                Verdict::Verified if case.bug.is_none() => write!(text, " {count} |"),
                Verdict::Verified => write!(text, " no ({count}) |"),
                other => panic!("{} under {model}: {other:?}", case.name()),
            }
            .unwrap();
        }
        text.push('\n');
    }
    text
}

/// In place of a bug.
const RIGHT: &str = "(right)";

/// What the table in the documentation says otherwise than the cases, or not at all. How many
/// executions it took to find a bug is not looked at.
pub(crate) fn unlike(table: &str, cases: &[Case]) -> Vec<String> {
    let mut unlike = Vec::new();
    for case in cases {
        let begin = format!("| {} | {} |", case.structure, case.bug.unwrap_or(RIGHT));
        let Some(row) = table.lines().find_map(|line| line.strip_prefix(&begin)) else {
            unlike.push(format!("{begin} is missing"));
            continue;
        };
        let cells = row.split('|').map(str::trim);
        let fits = case
            .expected
            .into_iter()
            .zip(cells)
            .all(|(said, cell)| match said {
                Said::Left => cell == "-",
                Said::Verified(count) => cell == count.to_string(),
                Said::Nothing => cell.starts_with("no ("),
                Said::Found(kind) => cell.starts_with(&format!("{kind} (")),
            });
        if !fits {
            unlike.push(format!("{begin}{row}"));
        }
    }
    unlike
}
