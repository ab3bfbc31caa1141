//! Litmus tests of C under its own memory models: known verdicts, and the front end with its
//! explorer against all candidates that the axioms allow.

use mazurka_cycles::c11::{CORPUS, Program, Verdict};
use mazurka_litmus::{Model, Occurrence, Options, check, parse};

#[test]
fn the_corpus_has_its_verdicts() {
    let mut wrong = Vec::new();
    for case in CORPUS {
        let program = Program::parse(case.name, case.threads);
        let text = program.print(&format!("exists ({})", case.ends));
        let test = parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let options = Options {
            model: Model::Rc11,
            ..Options::default()
        };
        let report = check(&test, &options, &mut ());
        let report = report.unwrap_or_else(|error| panic!("{}: {error:?}", case.name));
        let is_there = report.condition != Some(Occurrence::Never);
        if is_there != (case.rc11 == Verdict::Allowed) {
            wrong.push(format!("{}: {:?}", case.name, report.condition));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
