//! The languages of the command, and what options mean to them.

use mazurka_check::command::FrontEnd;
use mazurka_check::words;
use mazurka_cli::Choices;
use mazurka_erlang::language::Erlang;
use mazurka_erlang::options::Options;
use mazurka_erlang::suite::Suite;
use mazurka_litmus::Litmus;
use mazurka_llvm::check::C;
use mazurka_llvm::machine::Settings;

/// The languages that there are.
pub(crate) fn table(choices: &Choices) -> Vec<Box<dyn FrontEnd>> {
    vec![
        Box::new(litmus(choices)),
        Box::new(c(choices)),
        Box::new(erlang(choices)),
    ]
}

fn litmus(choices: &Choices) -> Litmus {
    Litmus {
        model: choices.model,
        buffer_bound: choices.buffer_bound,
        algorithm: choices.algorithm(),
        max_events: choices.max_events,
        max_memory: choices.max_memory(),
    }
}

fn c(choices: &Choices) -> C {
    C {
        machine: Settings {
            model: choices.model,
            buffer_bound: choices.buffer_bound,
            covers: choices.covers,
            races: choices.races,
            leaks: choices.leaks,
            unroll: choices.unroll,
            nondet: choices.nondet,
            spurious: choices.spurious,
            max_allocation: choices.max_allocation(),
            failures: choices.failures(),
            check_exit: choices.check_exit,
            check_threads: choices.check_threads,
            symmetry: choices.symmetry,
            ignore: choices.ignore.clone(),
            max_memory: choices
                .max_memory()
                .unwrap_or(Settings::default().max_memory),
            ..Settings::default()
        },
        algorithm: choices.algorithm(),
        max_events: choices.max_events,
        keep_going: choices.keep_going(),
        clang: choices.clang.clone(),
        flags: choices.flags.clone(),
        given: choices.outside.given(),
    }
}

fn erlang(choices: &Choices) -> Erlang {
    Erlang {
        entry: choices.entry.clone(),
        folders: choices.pa.clone(),
        erlc: choices.erlc.clone(),
        elixirc: choices.elixirc.clone(),
        flags: choices.flags.clone(),
        rear_folders: choices.pz.clone(),
        algorithm: choices.algorithm(),
        receive: choices.receive,
        options: Options {
            keep_going: choices.keep_going,
            max_events: choices.max_events,
            after_timeout: choices.after_timeout,
            instant_delivery: choices.instant_delivery,
            use_receive_patterns: choices.use_receive_patterns,
            assertions_only: choices.assertions_only,
            first_process_errors_only: choices.first_process_errors_only,
            print_depth: choices.print_depth.map(|depth| depth as usize),
            treat_as_normal: choices.treat_as_normal.clone(),
            ignore: choices.ignore.iter().map(|kind| words(*kind)).collect(),
            ..Options::default()
        },
        max_memory: choices.max_memory(),
        suite: match (choices.eunit, choices.ct) {
            (true, _) => Some(Suite::Eunit),
            (_, true) => Some(Suite::Ct),
            _ => None,
        },
        ..Erlang::default()
    }
}
