//! The command that replays an execution.

use super::super::Choices;
use crate::text::quoted;
use mazurka_llvm::check::words;
use mazurka_memory::Model;
use std::fmt::Write;
use std::path::PathBuf;

/// All of `mazurka check` but what is to be replayed.
pub(in super::super) struct Command {
    /// The files and options,
    first: String,
    /// and the flags for clang.
    last: String,
}

impl Command {
    pub(in super::super) fn new(paths: &[PathBuf], choices: &Choices) -> Command {
        let mut first = String::from("mazurka check");
        for path in paths {
            add(&mut first, &quoted(&path.to_string_lossy()));
        }
        if choices.model != Model::Sc {
            add(&mut first, &format!("--model {}", choices.model));
        }
        let numbers = [
            ("buffer-bound", choices.buffer_bound.map(u64::from)),
            ("max-events", choices.max_events.map(|count| count as u64)),
            ("unroll", choices.unroll.map(u64::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                add(&mut first, &format!("--{name} {number}"));
            }
        }
        if let Some((low, high)) = choices.nondet {
            add(&mut first, &format!("--nondet {low}..{high}"));
        }
        let switches = [
            ("races", choices.races),
            ("leaks", choices.leaks),
            ("spurious", choices.spurious),
            ("check-exit", choices.check_exit),
            ("check-threads", choices.check_threads),
        ];
        for (name, is_on) in switches {
            if is_on {
                add(&mut first, &format!("--{name}"));
            }
        }
        if !choices.ignore.is_empty() {
            // What follows a finding that is ignored is part of the execution.
            let kinds: Vec<String> = choices.ignore.iter().map(|kind| words(*kind)).collect();
            add(&mut first, &format!("--ignore {}", kinds.join(",")));
        }
        if let Some(clang) = &choices.clang {
            add(
                &mut first,
                &format!("--clang {}", quoted(&clang.to_string_lossy())),
            );
        }
        let mut last = String::new();
        if !choices.flags.is_empty() {
            last.push_str(" --");
        }
        for flag in &choices.flags {
            add(&mut last, &quoted(flag));
        }
        Command { first, last }
    }

    /// The command for one execution.
    pub(super) fn replay(&self, string: &str) -> String {
        format!("{} --replay {}{}", self.first, quoted(string), self.last)
    }
}

fn add(text: &mut String, word: &str) {
    write!(text, " {word}").expect("strings take all text");
}
