//! The resume file of a check: written each minute while it runs, and when it is stopped.

use crate::arguments::{Arguments, Choices};
use crate::last_words::whole;
use mazurka_check::command::{Session, free_place, look_at_place, say};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// How often what was explored is kept, unless that is said.
const EVERY: Duration = Duration::from_secs(60);

/// Where what was explored is kept.
pub(crate) struct Keeper {
    /// The file that a check goes on with, or that it is to write.
    named: Option<PathBuf>,
    /// Is it the file that the check goes on with?
    is_read: bool,
    /// The file that was written.
    written: Option<PathBuf>,
    every: Option<Duration>,
    has_failed: bool,
}

impl Keeper {
    /// For those arguments.
    ///
    /// # Errors
    /// When the file that they name cannot be written; a message for people.
    pub(crate) fn new(arguments: &Arguments, can_go_on: bool) -> Result<Keeper, String> {
        if let Some(path) = &arguments.resume_file {
            look_at_place(path)?;
        }
        let read = arguments.resume.as_ref();
        let named = arguments.resume_file.as_ref().or(read);
        let every = arguments.checkpoint.unwrap_or(EVERY);
        Ok(Keeper {
            named: named.cloned(),
            is_read: named == read,
            written: None,
            every: Some(every).filter(|every| can_go_on && !every.is_zero()),
            has_failed: false,
        })
    }

    /// How often what was explored is to be kept.
    pub(crate) fn every(&self) -> Option<Duration> {
        self.every
    }

    /// Keeps what was explored so far, while the check goes on.
    pub(crate) fn keep(&mut self, session: &mut Session<Choices>) {
        let is_first = self.written.is_none();
        match self.write(session) {
            Ok(path) if is_first => say(&format!(
                "note: what was explored is kept in {} from now on: after a crash, go on with `{}`",
                path.display(),
                session.command(&path)
            )),
            Ok(_) => {}
            // The next time may go better.
            Err(why) if !self.has_failed => {
                self.has_failed = true;
                say(&format!("warning: what was explored is not kept: {why}"));
            }
            Err(_) => {}
        }
    }

    fn write(&mut self, session: &mut Session<Choices>) -> Result<PathBuf, String> {
        let known = self.written.as_ref().or(self.named.as_ref());
        let path = match known {
            Some(path) => path.clone(),
            None => free_place()?,
        };
        let is_claimed = self.written.is_none() && self.named.is_none();
        let written = whole(|| session.write(&path));
        if written.is_err() && is_claimed {
            // It is empty.
            let _ = fs::remove_file(&path);
        }
        written?;
        self.written = Some(path.clone());
        Ok(path)
    }

    /// Writes what is left when a check has ended, if there is a place for it, and says how to go
    /// on. A file that was written meanwhile is removed if nothing is left; one that was read is
    /// left alone then, or if nothing has come further.
    pub(crate) fn finish(mut self, session: &mut Session<Choices>, is_interrupted: bool) {
        if !session.is_worth_keeping() {
            if let (Some(path), false) = (&self.written, self.is_read && self.named.is_some()) {
                // If it cannot be removed, it says what was explored, and no more.
                let _ = fs::remove_file(path);
            }
            return;
        }
        let has_place = self.named.is_some() || self.written.is_some();
        if !has_place && !is_interrupted {
            return;
        }
        let path = match (&self.named, self.is_read && !session.is_newer()) {
            (Some(path), true) => path.clone(),
            _ => match self.write(session) {
                Ok(path) => path,
                Err(why) => {
                    say(&format!("warning: what was explored is not kept: {why}"));
                    return;
                }
            },
        };
        let files = match session.unfinished() {
            // What is wrong with the others has been said.
            0 => return,
            1 => String::from("1 file is"),
            count => format!("{count} files are"),
        };
        let command = session.command(&path);
        say(&format!(
            "{files} not explored to the end: go on with `{command}`"
        ));
    }
}
