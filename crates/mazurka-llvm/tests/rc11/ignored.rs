//! Every kind of finding, ignored under every model: the verdict is that of an exploration that
//! went on where something says what comes next, and otherwise unknown.

use super::case::Case;
use super::run::compile;
use mazurka_check::{KINDS, Verdict, words};
use mazurka_explore::Algorithm;
use mazurka_llvm::check::{Options, Report, explore};
use mazurka_llvm::code::Code;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::path::Path;
use std::sync::Arc;

/// What must come of it, without anything behind the finding and with a bug there.
const GOES_ON: (Verdict, Verdict) = (Verdict::Verified, Verdict::Bug);
const GUESSES: (Verdict, Verdict) = (Verdict::Unknown, Verdict::Bug);
const ENDS: (Verdict, Verdict) = (Verdict::Verified, Verdict::Verified);
const LEFT: (Verdict, Verdict) = (Verdict::Unknown, Verdict::Unknown);
/// It comes last, so that nothing can be behind it.
const LAST: (Verdict, Verdict) = (Verdict::Verified, Verdict::Bug);

fn expected(kind: FindingKind, model: Model, graphs: bool) -> Option<(Verdict, Verdict)> {
    Some(match kind {
        // Only processes of Erlang show it.
        FindingKind::AbnormalExit => return None,
        // Graphs do not look for leaks.
        FindingKind::Leak if graphs => return None,
        FindingKind::Leak | FindingKind::ExitCode => LAST,
        FindingKind::UnlockNotHeld => GOES_ON,
        FindingKind::DataRace if graphs && model.is_buffered() => LEFT,
        FindingKind::DataRace => GOES_ON,
        FindingKind::Undefined => GUESSES,
        FindingKind::Assertion
        | FindingKind::Abort
        | FindingKind::Deadlock
        | FindingKind::Livelock => ENDS,
        _ => LEFT,
    })
}

fn checked(
    code: &Arc<Code>,
    kind: FindingKind,
    model: Model,
    graphs: bool,
    ignores: bool,
) -> Report {
    let mut options = Options {
        algorithm: match graphs {
            true => Algorithm::Graphs,
            false => Algorithm::Optimal,
        },
        keep_going: true,
        ..Options::default()
    };
    options.machine.model = model;
    options.machine.races = kind == FindingKind::DataRace;
    options.machine.leaks = kind == FindingKind::Leak;
    options.machine.check_exit = kind == FindingKind::ExitCode;
    options.machine.ignore = if ignores { vec![kind] } else { Vec::new() };
    let (report, _) = explore(code, &options, None, &mut ()).expect("it can be explored");
    report
}

#[test]
fn nothing_is_verified_that_was_left_at_a_finding() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rc11/ignored.c");
    let case = |word: &str, more: &[&str]| {
        let word = match word {
            "abort" => "abort_".to_owned(),
            word => word.replace('-', "_"),
        };
        let mut defines = vec![format!("-D{word}")];
        defines.extend(more.iter().map(|define| (*define).to_owned()));
        let path = path.clone();
        compile(&Case {
            path,
            defines,
            ..Case::default()
        })
        .expect("it is a program")
    };
    for kind in KINDS {
        let word = words(kind);
        let (plain, behind) = (case(&word, &[]), case(&word, &["-DBEHIND"]));
        for (model, graphs) in Model::ALL
            .into_iter()
            .flat_map(|model| [(model, false), (model, true)])
        {
            if !graphs && !model.is_buffered() {
                continue;
            }
            let Some(expected) = expected(kind, model, graphs) else {
                continue;
            };
            let what = format!("{word} under {model}, graphs: {graphs}");
            let shown = checked(&plain, kind, model, graphs, false);
            assert!(
                shown.findings.iter().any(|found| found.kind == kind),
                "{what}"
            );
            let verdicts = [&plain, &behind].map(|code| {
                let report = checked(code, kind, model, graphs, true);
                assert!(
                    report.findings.iter().all(|found| found.kind != kind),
                    "{what}"
                );
                report.verdict
            });
            assert_eq!((verdicts[0], verdicts[1]), expected, "{what}");
        }
    }
}
