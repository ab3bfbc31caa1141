//! Files that the command reads, taken within a process as the command takes them: for the fuzzer.

use crate::TableOf;
use crate::arguments::{Arguments, Choices, Settings};
use crate::check::{go_on, replay_recalled};
use crate::interrupt::Interrupt;
use crate::traces::{Recalled, Replay};
use clap::{Args, Command, FromArgMatches};
use mazurka_check::command::{Session, resealed};
use mazurka_trace::Trace;
use std::path::Path;
use std::sync::OnceLock;

/// What Ctrl-C would set.
fn interrupt() -> &'static Interrupt {
    static ONE: OnceLock<Interrupt> = OnceLock::new();
    ONE.get_or_init(|| Interrupt::new().expect("signals can be noticed"))
}

/// The options of a command line that has none.
fn choices() -> &'static Choices {
    static ONE: OnceLock<Choices> = OnceLock::new();
    ONE.get_or_init(|| {
        let command = Arguments::augment_args(Command::new("check"));
        let parsed = Arguments::from_arg_matches(&command.get_matches_from(["check"]));
        parsed.expect("no option is needed").settings.choices
    })
}

/// Goes on with the text of a resume file by one worker, for `most` executions of each program. Its
/// digest is made right, and those of its entries if `all` is. Gives the exit code, and what is
/// printed.
///
/// # Errors
/// When the command would refuse it; a message for people.
pub fn resume(text: &str, all: bool, most: u64, table: TableOf) -> Result<(u8, String), String> {
    // What is no JSON stays as it is.
    let sealed = resealed::<Choices>(text, all).unwrap_or_else(|_| text.into());
    let sealed = String::from_utf8(sealed).unwrap_or_default();
    let mut session = Session::from_text(Path::new("file"), &sealed, choices(), table)?;
    let settings = Settings {
        choices: session.choices(choices()),
        workers: Some(1),
        processes: None,
        max_executions: Some(most),
        max_time: None,
    };
    go_on(&mut session, settings, interrupt(), table)
}

/// Replays a trace. Gives the exit code, and what is printed.
///
/// # Errors
/// When the command would refuse it; a message for people.
pub fn replay(trace: Trace, table: TableOf) -> Result<(u8, String), String> {
    let recalled = Recalled::of(&Replay::default(), trace, table)?;
    replay_recalled(&recalled, interrupt(), table)
}
