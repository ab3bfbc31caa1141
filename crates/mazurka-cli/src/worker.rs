//! `mazurka worker`: a scheduler in a process of its own.
//!
//! It is told a [`Job`] on its standard input, then what to explore of it; it answers
//! on its standard output. It ends when there is no more input, and may be killed at
//! any moment: see [`mazurka_parallel::remote`].

use crate::check::{self, Choices};
use crate::lines;
use crate::text::say;
use mazurka_llvm::check::{Subject, build};
use mazurka_llvm::clang::Text;
use mazurka_llvm::machine::Knowledge;
use mazurka_parallel::exploration::Part;
use mazurka_parallel::remote::{Link, Order, Reply};
use serde::{Deserialize, Serialize};
use std::io;
use std::process::ExitCode;

/// What there is to explore.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Job {
    /// A litmus test.
    Litmus { text: String, choices: Choices },
    /// A program, of which that much is known.
    Program {
        texts: Vec<Source>,
        choices: Choices,
        knowledge: Knowledge,
    },
}

/// A text of LLVM IR: not bytes, since those are longer in JSON. What is no UTF-8 cannot
/// be read anyway.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Source {
    name: String,
    text: String,
}

impl From<Text> for Source {
    fn from(Text { name, text }: Text) -> Source {
        let text = String::from_utf8_lossy(&text).into_owned();
        Source { name, text }
    }
}

impl From<Source> for Text {
    fn from(Source { name, text }: Source) -> Text {
        let text = text.into_bytes();
        Text { name, text }
    }
}

pub(crate) fn run() -> ExitCode {
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("error: worker: {message}"));
            ExitCode::from(2)
        }
    }
}

fn work() -> Result<(), String> {
    let mut input = io::stdin().lock();
    let job = lines::read::<Job>(&mut input).map_err(|error| error.to_string())?;
    let mut link = Pipes {
        input,
        output: io::stdout().lock(),
    };
    match job {
        None => {}
        Some(Job::Litmus { text, choices }) => {
            let test = mazurka_litmus::parse(&text).map_err(|error| error.to_string())?;
            let options = check::litmus_options(&choices);
            mazurka_litmus::explore_elsewhere(&test, &options, &mut link);
        }
        Some(Job::Program {
            texts,
            choices,
            knowledge,
        }) => {
            let texts: Vec<Text> = texts.into_iter().map(Into::into).collect();
            let code = build(&texts)?;
            let options = check::program_options(&choices);
            Subject::new(&code, &options, knowledge).explore_elsewhere(&mut link);
        }
    }
    Ok(())
}

/// Standard input and output.
struct Pipes<'a> {
    input: io::StdinLock<'a>,
    output: io::StdoutLock<'a>,
}

impl<T: Serialize> Link<Part<T>> for Pipes<'_> {
    fn receive(&mut self) -> Option<Order> {
        // Whoever sends half of an order is gone, too.
        lines::read(&mut self.input).ok().flatten()
    }

    fn send(&mut self, reply: Reply<Part<T>>) -> bool {
        lines::write(&mut self.output, &reply).is_ok()
    }
}
