//! What is there after an execution.

use super::machine::{Machine, Phase, Receives, State};
use super::program::TABLES;
use super::value::{Value, atom};

impl State {
    /// What is there in the end, as text; and what is wrong.
    #[must_use]
    pub fn end(&self, machine: &Machine) -> (Final, Vec<String>) {
        let paths = &machine.paths;
        let mut findings = Vec::new();
        let mut processes = Vec::new();
        let mut waiting = Vec::new();
        for (process, local) in self.processes.iter().enumerate() {
            let (ended, mailbox) = match &local.phase {
                Phase::Unborn => continue,
                Phase::Dead(reason) => {
                    if !is_fine(reason) {
                        findings.push(format!("{} {}", paths[process], reason.text(paths)));
                    }
                    (reason.clone(), Vec::new())
                }
                _ => {
                    waiting.push(paths[process].clone());
                    let letters = local.mailbox.iter();
                    let messages = letters.map(|letter| letter.message.text(paths));
                    (atom("waiting"), messages.collect())
                }
            };
            processes.push(Ended {
                path: paths[process].clone(),
                ended: ended.text(paths),
                log: Value::List(local.log.clone()).text(paths),
                mailbox: mailbox_text(mailbox, machine.receives == Receives::Take),
            });
        }
        if !waiting.is_empty() {
            findings.push(deadlock(waiting));
        }
        let tables = self.tables.contents().into_iter().map(|(table, content)| {
            let name = match machine.kinds[table].named {
                true => TABLES[table],
                false => "ref",
            };
            format!("{name}={}", content.text(paths))
        });
        let tables = tables.collect();
        (Final::new(processes, tables), findings)
    }
}

/// The text of a mailbox; where the order of messages means nothing, in the order of their texts.
pub(super) fn mailbox_text(mut messages: Vec<String>, sorted: bool) -> String {
    if sorted {
        messages.sort();
    }
    format!("[{}]", messages.join(","))
}

/// The finding that these wait for ever.
#[must_use]
pub fn deadlock(mut waiting: Vec<String>) -> String {
    waiting.sort();
    format!("deadlock {}", waiting.join(" "))
}

/// Is that reason no finding?
#[must_use]
pub fn is_fine(reason: &Value) -> bool {
    match reason {
        Value::Atom(name) => matches!(name.as_ref(), "normal" | "shutdown"),
        Value::Tuple(parts) => parts.len() == 2 && parts[0] == atom("shutdown"),
        _ => false,
    }
}

/// A process in the end. All terms are text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ended {
    /// Its place in the spawn tree.
    pub path: String,
    /// Its exit reason, or `waiting`.
    pub ended: String,
    /// What it has seen, the oldest first.
    pub log: String,
    /// What lies in its mailbox, if it waits.
    pub mailbox: String,
}

/// What is there after an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Final {
    /// The processes, by their paths.
    pub processes: Vec<Ended>,
    /// The tables: their name, or `ref`, and their tuples; in the order of these texts.
    pub tables: Vec<String>,
}

impl Final {
    /// Puts them in order.
    #[must_use]
    pub fn new(mut processes: Vec<Ended>, mut tables: Vec<String>) -> Final {
        processes.sort();
        tables.sort();
        Final { processes, tables }
    }
}

impl std::fmt::Display for Final {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for process in &self.processes {
            write!(f, "{} {} {}", process.path, process.ended, process.log)?;
            if process.ended == "waiting" {
                write!(f, " with {}", process.mailbox)?;
            }
            f.write_str("; ")?;
        }
        f.write_str(&self.tables.join("; "))
    }
}
