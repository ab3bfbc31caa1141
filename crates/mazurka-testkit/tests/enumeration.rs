//! The counts of the corpus of C programs, computed anew by the enumerator where programs are
//! small. By hand: `mazurka-c-oracle --count crates/mazurka-llvm/corpus/models/iriw.c`.

#[path = "../../mazurka-llvm/tests/corpus/case.rs"]
#[allow(
    dead_code,
    reason = "verdicts and words are for the test of the explorers"
)]
mod case;

use case::{Case, cases, files};
use mazurka_llvm::check;
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_testkit::enumerate::enumerate_c;
use std::sync::Arc;

/// Programs with more prefixes are left out.
const MOST_PREFIXES: usize = 2_000;

fn compile(case: &Case) -> Arc<Code> {
    let compile = Compile {
        flags: case.defines.clone(),
        ..Compile::default()
    };
    let texts = clang::texts(std::slice::from_ref(&case.path), &compile);
    let texts = texts.expect("a program of the corpus");
    check::build_with(&texts, &case.outside()).expect("a program of the corpus")
}

fn settings(case: &Case) -> Settings {
    Settings {
        races: case.races,
        leaks: case.leaks,
        spurious: case.spurious,
        failures: case.failures,
        nondet: case.nondet,
        unroll: case.unroll,
        check_exit: case.check_exit,
        check_threads: case.check_threads,
        ignore: case.ignore.clone(),
        ..Settings::default()
    }
}

/// Counts the traces of the programs in a directory. Of at least `at_least` cases the count must
/// be computed.
fn count(directory: &str, at_least: usize) {
    let (mut counted, mut wrong) = (0, Vec::new());
    for case in files(directory).iter().flat_map(|file| cases(file)) {
        let code = compile(&case);
        for expected in &case.expectations {
            let Some(traces) = expected.traces else {
                continue;
            };
            let settings = Settings {
                model: expected.model,
                ..settings(&case)
            };
            let name = format!("{} {}", case.name(), expected.model);
            match enumerate_c(&code, &settings, MOST_PREFIXES) {
                Ok(Some(count)) if count.traces == traces => counted += 1,
                Ok(Some(count)) => wrong.push(format!("{name}: {count:?}, not {traces}")),
                Ok(None) => {}
                Err(error) => wrong.push(format!("{name}: {error}")),
            }
        }
    }
    println!("{directory}: {counted} counts");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counted >= at_least, "{counted} counts");
}

macro_rules! directories {
    ($($name:ident: $at_least:literal,)*) => {$(
        #[test]
        fn $name() {
            count(stringify!($name), $at_least);
        }
    )*};
}

directories! {
    papers: 25,
    mutex: 80,
    bugs: 100,
    lockfree: 50,
    waiting: 45,
    sync: 120,
    sections: 40,
    models: 60,
    ignored: 10,
    outside: 10,
}
