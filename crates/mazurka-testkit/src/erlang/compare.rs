//! What the front end comes to against what the judge says, on one program.

use super::brute::Judgement;
use super::ended::{Ended, Final, mailbox_text};
use super::machine::Receives;
use super::real::without_victims;
use super::value::{Value, parse};
use mazurka_explore::Algorithm;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// How a program is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// By which explorer.
    pub algorithm: Algorithm,
    /// By how many schedulers.
    pub workers: usize,
    /// After N executions it is given up.
    pub max_executions: u64,
}

impl Exploration {
    /// The explorer, and how many schedulers there are if not one.
    #[must_use]
    pub fn name(&self) -> String {
        match self.workers {
            1 => self.algorithm.to_string(),
            workers => format!("{}, {workers} schedulers", self.algorithm),
        }
    }
}

/// What an exploration came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observed {
    /// What was there after complete executions, and after how many.
    pub finals: BTreeMap<Final, u64>,
    /// Did it report that a process exits abnormally?
    pub exits: bool,
    /// Did it report that processes wait for ever?
    pub deadlocks: bool,
    /// Complete executions.
    pub executions: u64,
    /// Those that sleep sets ended.
    pub blocked: u64,
}

/// How an exploration went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// All was explored.
    All(Observed),
    /// There were too many executions.
    Large,
}

/// What is judged.
pub trait FrontEnd: Sync {
    /// A module that was read.
    type Module: Sync;

    /// Reads a module.
    ///
    /// # Errors
    /// When it cannot be read.
    fn load(&self, beam: &Path) -> Result<Self::Module, String>;

    /// Explores a program: all executions of a function of a module, findings or not.
    ///
    /// # Errors
    /// When it cannot be explored.
    fn explore(
        &self,
        module: &Self::Module,
        function: &str,
        exploration: &Exploration,
    ) -> Result<Ran, String>;
}

/// Reads what is there after an execution: `{Processes, Tables}` as text, in any order, with
/// `{Pid, Ended, Log, Mailbox}` for each process and `{Name, Tuples}` for each table. `Ended` is
/// the exit reason, or `waiting`. `Log` is the value of `log` in the process dictionary, the last
/// entry first (or `undefined`), or if `in_order` the first. `Pid` is `<P.1>` or `'P.1'`. The name of a
/// table without name is a reference. Where receives are choices, mailboxes have no order.
///
/// # Errors
/// When the text is something else.
pub fn read_final(text: &str, in_order: bool, receives: Receives) -> Result<Final, String> {
    let wrong = || format!("no outcome: {text}");
    let Value::Tuple(parts) = parse(text)?.normal() else {
        return Err(wrong());
    };
    let [Value::List(processes), Value::List(tables)] = parts.as_slice() else {
        return Err(wrong());
    };
    let mut ended = Vec::new();
    for process in processes {
        let Value::Tuple(parts) = process else {
            return Err(wrong());
        };
        let [path, end, log, mailbox] = parts.as_slice() else {
            return Err(wrong());
        };
        let mut log = match log {
            Value::List(log) => log.clone(),
            _ => Vec::new(),
        };
        if !in_order {
            log.reverse();
        }
        let end = end.text(&[]);
        let waits = end == "waiting";
        ended.push(Ended {
            path: path.text(&[]).trim_matches('\'').to_owned(),
            ended: end,
            log: Value::List(log).text(&[]),
            mailbox: match mailbox {
                Value::List(messages) if waits => {
                    let messages = messages.iter().map(|message| message.text(&[]));
                    mailbox_text(messages.collect(), receives == Receives::Take)
                }
                _ => "[]".to_owned(),
            },
        });
    }
    let mut there = Vec::new();
    for table in tables {
        match table {
            Value::Tuple(parts) if parts.len() == 2 => {
                let content = match parts[1].clone() {
                    Value::List(mut content) => {
                        content.sort();
                        Value::List(content)
                    }
                    other => other,
                };
                there.push(format!("{}={}", parts[0].text(&[]), content.text(&[])));
            }
            _ => return Err(wrong()),
        }
    }
    Ok(Final::new(ended, there))
}

/// Is what was observed what must be?
///
/// # Errors
/// What differs.
pub fn compare(
    judged: &Judgement,
    observed: &Observed,
    algorithm: Algorithm,
) -> Result<(), String> {
    let mut text = String::new();
    let ends: BTreeSet<&Final> = judged.finals.keys().chain(observed.finals.keys()).collect();
    if judged.is_vague {
        // What a process that was killed did last is seen by none.
        let seen = |finals: &BTreeMap<Final, u64>| -> BTreeSet<_> {
            finals.keys().map(without_victims).collect()
        };
        let (should, is) = (seen(&judged.finals), seen(&observed.finals));
        for end in should.symmetric_difference(&is) {
            let _ = writeln!(text, "only one of them has: {end}");
        }
    }
    for end in ends.into_iter().filter(|_| !judged.is_vague) {
        let should = judged.finals.get(end).copied().unwrap_or(0);
        let is = observed.finals.get(end).copied().unwrap_or(0);
        let agree = match algorithm {
            _ if (should == 0) != (is == 0) => false,
            Algorithm::Optimal => is == should,
            _ => is >= should,
        };
        if !agree {
            let _ = writeln!(text, "{is} executions, {should} traces: {end}");
        }
    }
    let sum: u64 = observed.finals.values().sum();
    if sum != observed.executions {
        let _ = writeln!(text, "{} executions, {sum} ends", observed.executions);
    }
    if algorithm == Algorithm::Optimal && observed.blocked > 0 {
        let _ = writeln!(text, "{} executions were blocked", observed.blocked);
    }
    let deadlocks = judged.findings.iter().any(|f| f.starts_with("deadlock"));
    let exits = judged.findings.iter().any(|f| !f.starts_with("deadlock"));
    for (what, should, is) in [
        ("wait for ever", deadlocks, observed.deadlocks),
        ("exit abnormally", exits, observed.exits),
    ] {
        if should != is {
            let _ = writeln!(text, "processes {what}: {should}, and it says {is}");
        }
    }
    if text.is_empty() {
        return Ok(());
    }
    let _ = write!(
        text,
        "{} complete and {} blocked executions, {} traces",
        observed.executions, observed.blocked, judged.traces
    );
    Err(text)
}

/// The same where signals travel: nothing happens that cannot, and all that happens without
/// travelling does. (There, links, monitors and questions travel as well; in the front end they
/// come at once. So not all that can happen must be there.)
///
/// # Errors
/// What differs.
pub fn compare_travelled(
    judged: &Judgement,
    travelled: &BTreeSet<Final>,
    observed: &Observed,
) -> Result<(), String> {
    let mut text = String::new();
    for end in observed.finals.keys() {
        if !travelled.contains(end) {
            let _ = writeln!(text, "this cannot be: {end}");
        }
    }
    for end in judged.finals.keys() {
        if travelled.contains(end) && !observed.finals.contains_key(end) {
            let _ = writeln!(text, "this is missing: {end}");
        }
    }
    if text.is_empty() {
        return Ok(());
    }
    Err(text)
}
