//! `mazurka worker`: a scheduler in a process of its own.
//!
//! It is told a [`Job`] on its standard input, then what to explore of it; it answers
//! on its standard output. It ends when there is no more input, and may be killed at
//! any moment: see [`mazurka_parallel::remote`].

use crate::lines;
use mazurka_explore::Algorithm;
use mazurka_litmus::{Options, Part};
use mazurka_memory::Model;
use mazurka_parallel::remote::{Link, Order, Reply};
use serde::{Deserialize, Serialize};
use std::io;
use std::process::ExitCode;

/// What there is to explore.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Job {
    Litmus(Litmus),
}

/// A litmus test.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Litmus {
    text: String,
    model: String,
    buffer_bound: Option<u32>,
    algorithm: String,
    max_events: usize,
}

impl Litmus {
    pub(crate) fn new(text: &str, options: &Options) -> Litmus {
        Litmus {
            text: text.to_owned(),
            model: options.model.to_string(),
            buffer_bound: options.buffer_bound,
            algorithm: options.algorithm.to_string(),
            max_events: options.max_events,
        }
    }

    fn options(&self) -> Result<Options, String> {
        Ok(Options {
            model: self.model.parse::<Model>()?,
            buffer_bound: self.buffer_bound,
            algorithm: self.algorithm.parse::<Algorithm>()?,
            max_events: self.max_events,
            ..Options::default()
        })
    }
}

pub(crate) fn run() -> ExitCode {
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: worker: {message}");
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
        None => Ok(()),
        Some(Job::Litmus(litmus)) => {
            let test = mazurka_litmus::parse(&litmus.text).map_err(|error| error.to_string())?;
            mazurka_litmus::explore_elsewhere(&test, &litmus.options()?, &mut link);
            Ok(())
        }
    }
}

/// Standard input and output.
struct Pipes<'a> {
    input: io::StdinLock<'a>,
    output: io::StdoutLock<'a>,
}

impl Link<Part> for Pipes<'_> {
    fn receive(&mut self) -> Option<Order> {
        // Whoever sends half of an order is gone, too.
        lines::read(&mut self.input).ok().flatten()
    }

    fn send(&mut self, reply: Reply<Part>) -> bool {
        lines::write(&mut self.output, &reply).is_ok()
    }
}
