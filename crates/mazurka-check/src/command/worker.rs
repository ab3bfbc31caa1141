//! A scheduler in a process of its own.
//!
//! It is told a [`Job`] on its standard input, then what to explore of it; it answers
//! on its standard output. It ends when there is no more input, and may be killed at
//! any moment: see [`mazurka_parallel::remote`].

use super::language::FrontEnd;
use super::lines;
use crate::exploration::Part;
use crate::shortage;
use mazurka_parallel::remote::{Link, Order, Reply};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io;

/// What there is to explore.
#[derive(Serialize, Deserialize)]
pub struct Job {
    /// The name of the language.
    pub(super) language: String,
    /// The program.
    pub(super) source: Box<RawValue>,
    /// What is known of it.
    pub(super) known: Box<RawValue>,
}

/// Explores what another process asks for. That tells first what the table of languages is
/// made from.
///
/// # Errors
/// When it asks for nothing that makes sense; a message for people.
pub fn work<C: DeserializeOwned>(
    table: impl FnOnce(&C) -> Vec<Box<dyn FrontEnd>>,
) -> Result<(), String> {
    let mut input = io::stdin().lock();
    let Some(choices) = lines::read(&mut input).map_err(|error| error.to_string())? else {
        return Ok(());
    };
    let Some(job) = lines::read::<Job>(&mut input).map_err(|error| error.to_string())? else {
        return Ok(());
    };
    let table = table(&choices);
    let mut languages = table.iter();
    let language = languages.find(|language| language.name() == job.language);
    let language = language.ok_or_else(|| format!("there is no language {}", job.language))?;
    shortage::begin();
    let mut pipes = Pipes {
        input,
        output: io::stdout().lock(),
    };
    language.work(&job, &mut pipes)
}

/// Standard input and output.
pub struct Pipes<'a> {
    input: io::StdinLock<'a>,
    output: io::StdoutLock<'a>,
}

impl<T: Serialize> Link<Part<T>> for Pipes<'_> {
    fn receive(&mut self) -> Option<Order> {
        // Half of an order is one that will not come.
        lines::read(&mut self.input).ok().flatten()
    }

    fn send(&mut self, reply: Reply<Part<T>>) -> bool {
        lines::write(&mut self.output, &reply).is_ok()
    }
}
