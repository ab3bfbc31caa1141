//! The last words of an OS process that ends in the middle of a check.
//!
//! They are written by a signal handler. The program may have overwritten what it liked, so they
//! are made of what lies ready, by nothing that allocates or locks, and the most
//! important come first.

use super::super::state::State;
use super::Crash;
use mazurka_program::Turn;
use std::fmt::{self, Write};
use std::panic::Location;

/// Writes to the standard error, line by line.
struct Words {
    bytes: [u8; 256],
    len: usize,
}

impl Words {
    fn flush(&mut self) {
        // SAFETY: the bytes are there. What cannot be written is lost.
        unsafe { libc::write(2, self.bytes.as_ptr().cast(), self.len) };
        self.len = 0;
    }
}

impl Write for Words {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if self.len == self.bytes.len() {
                self.flush();
            }
            self.bytes[self.len] = byte;
            self.len += 1;
            if byte == b'\n' {
                self.flush();
            }
        }
        Ok(())
    }
}

type Place = Option<&'static Location<'static>>;

/// Says that there is nothing to be said.
pub(super) fn write_least() {
    let words = b"\nmazurka bug: invalid access: code of a check has overwritten the memory of \
        Mazurka, and which steps led to that is lost with it\n";
    // SAFETY: the bytes are there. What cannot be written is lost.
    unsafe { libc::write(2, words.as_ptr().cast(), words.len()) };
}

/// Says what has happened in the execution at hand, and how to replay it.
pub(super) fn write(state: &State, crash: Crash) {
    let mut words = Words {
        bytes: [0; 256],
        len: 0,
    };
    // It writes whatever it gets.
    let _ = say(&mut words, state, crash);
    words.flush();
}

fn say(words: &mut Words, state: &State, crash: Crash) -> fmt::Result {
    let kind = crash.kind();
    // Not a word of the state before that: what is there may be overwritten.
    if super::context::handle().is_none() {
        writeln!(
            words,
            "\nmazurka bug: {kind}: the explorer of a check {crash}: perhaps code of the check has \
             overwritten its memory",
        )?;
    } else {
        let also = match crash {
            Crash::Panics => "has panicked: ",
            _ => "",
        };
        writeln!(
            words,
            "\nmazurka bug: {kind}: a thread of a check {also}{crash}"
        )?;
        let running = state.processes.running();
        let id = running.map_or(mazurka_program::ProcessId::ROOT, |process| process.id);
        write!(words, "  thread ")?;
        state.names.write_process_name(id, words)?;
        match running.and_then(|process| process.location) {
            Some(place) => write!(
                words,
                ", after its operation at {}:{}",
                place.file(),
                place.line()
            )?,
            None => write!(words, ", before its first operation")?,
        }
        if let (Crash::Panics, Some(panic)) = (crash, running.and_then(|it| it.panic.as_ref())) {
            write!(words, ", {panic}")?;
        }
        writeln!(words)?;
    }
    if let Some(name) = &state.told.check {
        writeln!(words, "  in the check {name}")?;
    }
    if state.memory.graph.is_some() {
        writeln!(
            words,
            "  no replay string: which writes were read is the explorer's"
        )?;
    } else {
        write!(words, "  to replay it: ")?;
        if let Some(model) = &state.told.model {
            write!(words, "MAZURKA_MODEL={model} ")?;
        }
        write!(words, "MAZURKA_REPLAY='1")?;
        state.refinements.write(words)?;
        write!(words, "/")?;
        let mut runs = Runs::default();
        for_each_turn(state, &mut |turn, _| runs.add(state, turn, words))?;
        runs.end(state, words)?;
        writeln!(words, "' with the same command")?;
    }
    writeln!(words, "  steps so far:")?;
    for_each_turn(state, &mut |turn, place| {
        write!(words, "    thread ")?;
        state.names.write_process_name(turn.process, words)?;
        match place {
            Some(place) => writeln!(words, " at {}:{}", place.file(), place.line()),
            None => writeln!(words),
        }
    })
}

/// Tells the steps of the execution at hand, the one that runs included.
fn for_each_turn(state: &State, f: &mut impl FnMut(Turn, Place) -> fmt::Result) -> fmt::Result {
    if let Some(cues) = state.rehearsal.taken() {
        for cue in cues {
            f(cue.turn, None)?;
        }
        return Ok(());
    }
    if !state.is_again {
        for step in state.log.steps() {
            f(step.turn, step.place)?;
        }
    }
    for turn in &state.more {
        let process = state.processes.get(turn.process);
        f(*turn, process.and_then(|process| process.location))?;
    }
    Ok(())
}

/// Steps of a replay string, equal ones in a row together.
#[derive(Default)]
struct Runs {
    last: Option<(Turn, usize)>,
    has_begun: bool,
}

impl Runs {
    fn add(&mut self, state: &State, turn: Turn, words: &mut Words) -> fmt::Result {
        match &mut self.last {
            Some((last, times)) if *last == turn => *times += 1,
            _ => {
                self.end(state, words)?;
                self.last = Some((turn, 1));
            }
        }
        Ok(())
    }

    fn end(&mut self, state: &State, words: &mut Words) -> fmt::Result {
        let Some((turn, times)) = self.last.take() else {
            return Ok(());
        };
        if std::mem::replace(&mut self.has_begun, true) {
            write!(words, ",")?;
        }
        state.names.write_process_name(turn.process, words)?;
        if let Some(sender) = turn.sender() {
            write!(words, "<")?;
            state.names.write_process_name(sender, words)?;
        } else if turn.alternative != 0 {
            write!(words, ":{}", turn.alternative)?;
        }
        write!(words, "x{times}")
    }
}
