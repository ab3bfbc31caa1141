//! A front end as small as one can be. Each line is a process, and each letter a counter:
//! `x=3` stores, `x?3` is an assertion that it holds that number. Where memory is the
//! explorer's, these are relaxed, and `x!3` is a store that releases, `x&3` an assertion that
//! acquires.

use mazurka_check::command::{Language, Share, Unloaded};
use mazurka_check::{Describe, Event, Known, Options, Plain, Shown, Sought, Subject, Until};
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_program::*;
use std::path::PathBuf;
use std::sync::{Arc, atomic::AtomicBool};

#[derive(Clone)]
pub(crate) struct Toy(pub(crate) Algorithm, pub(crate) bool, pub(crate) Model);

impl Language for Toy {
    type Source = String;
    type Subject = Counters;

    const NAME: &'static str = "toy";
    const EXTENSIONS: &'static [&'static str] = &["toy"];
    const FILES: &'static str = "toys";
    const HAS_GRAPHS: bool = true;

    fn load(&self, paths: &[PathBuf], _: &Until) -> Result<String, Unloaded> {
        let text = std::fs::read_to_string(&paths[0]);
        text.map_err(|error| Unloaded::Wrong(format!("{}: {error}", paths[0].display())))
    }

    fn parts(source: &String) -> Vec<&[u8]> {
        vec![source.as_bytes()]
    }

    fn subject(&self, source: &String, share: &Share) -> Result<Counters, String> {
        let word = |word: &str| {
            let bytes = word.as_bytes();
            let (counter, what) = (*bytes.first()?, *bytes.get(1)?);
            Some((counter, what, word.get(2..)?.parse().ok()?))
        };
        let line = |line: &str| line.split_whitespace().map(word).collect();
        let lines = source.lines().map(line).collect::<Option<Vec<Vec<Word>>>>();
        let options = Options {
            algorithm: self.0,
            graphs: Options::graphs_for(self.0, self.2),
            keep_going: self.1,
            ..share.options()
        };
        Ok(Counters(
            lines.ok_or("a word is neither x=1 nor x?1")?,
            options,
        ))
    }

    fn show(
        &self,
        subject: &Counters,
        replay: &str,
        bug: Option<Sought<'_>>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Result<Shown, String>> {
        Some(mazurka_check::show(subject, replay, bug, stop))
    }
}

/// A counter, what is done with it, and a number.
type Word = (u8, u8, u64);

pub(crate) struct Counters(Vec<Vec<Word>>, Options);

impl Subject for Counters {
    type Program<'s> = Machine<'s>;
    type View = ();
    type Knowledge = ();
    type Outcomes = ();

    fn options(&self) -> &Options {
        &self.1
    }
}

impl Plain for Counters {
    fn program(&self, _: &Known<()>, _: &Arc<AtomicBool>) -> (Machine<'_>, ()) {
        (Machine::new(&self.0, self.1.graphs.is_some()), ())
    }
}

/// The processes are numbered like the lines, and the objects like the letters.
pub(crate) struct Machine<'s> {
    lines: &'s [Vec<Word>],
    names: Names,
    at: Vec<usize>,
    values: [u64; 256],
    /// Is memory the explorer's?
    is_ordered: bool,
}

impl Machine<'_> {
    fn new(lines: &[Vec<Word>], is_ordered: bool) -> Machine<'_> {
        let mut names = Names::new();
        for nth in 1..lines.len() as u32 {
            names.child(ProcessId::ROOT, nth - 1);
        }
        for place in 0..256 {
            let (creator, generation, part) = (None, 0, 0);
            let name = ObjectName {
                creator,
                place,
                generation,
                part,
            };
            names.object(name);
        }
        let (at, values) = (Vec::new(), [0; 256]);
        Machine {
            lines,
            names,
            at,
            values,
            is_ordered,
        }
    }

    fn word(&self, process: ProcessId) -> Option<Word> {
        let nth = process.index();
        self.lines[nth].get(self.at[nth]).copied()
    }
}

impl Program for Machine<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.at = vec![0; self.lines.len()];
        self.values = [0; 256];
        for child in (0..self.lines.len() as u32).map(ProcessId) {
            let parent = (child != ProcessId::ROOT).then_some(ProcessId::ROOT);
            step.edges.push(Edge::Spawn { parent, child });
        }
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        self.word(process)
            .map_or(Status::Finished, |(counter, what, number)| {
                let (kind, order) = match what {
                    b'=' => (Kind::Store, Order::Relaxed),
                    b'!' => (Kind::Store, Order::Release),
                    b'&' => (Kind::Load, Order::Acquire),
                    _ => (Kind::Load, Order::Relaxed),
                };
                let operation = Operation::new(kind, ObjectId(counter.into()), number);
                Status::Enabled(match self.is_ordered {
                    true => operation.ordered(order),
                    false => operation,
                })
            })
    }

    fn recall(&mut self, object: ObjectId, _: u32, value: u64) {
        self.values[object.index()] = value;
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        let (counter, what, number) = self.word(turn.process).expect("it is enabled");
        let value = &mut self.values[usize::from(counter)];
        let (before, mut access) = (*value, Access::Read);
        if matches!(what, b'=' | b'!') {
            (*value, access) = (number, Access::Write);
        } else if before != number {
            let message = format!("{} is {before}, not {number}", char::from(counter));
            let (kind, process) = (FindingKind::Assertion, Some(turn.process));
            step.findings.push(Finding::new(kind, process, message));
        }
        step.touches
            .push(Touch::new(ObjectId(counter.into()), access, before, *value));
        self.at[turn.process.index()] += 1;
        Ok(())
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}

impl Describe for Machine<'_> {
    fn event(&self, process: ProcessId) -> Event {
        let (counter, what, number) = self.word(process).expect("it is enabled");
        format!("{}{}{number}", char::from(counter), char::from(what)).into()
    }
}
