//! What is kept of an execution that is shown: who sent what, who ended and by which signal.
//!
//! Only while notes are kept ([`Machine::records`]). So exploring pays nothing for it.

use super::super::process::{Fate, Message};
use super::super::{Done, Machine, Trouble};
use super::answers::Answered;
use crate::atoms;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_check::Told;
use mazurka_program::ProcessId;

/// All that is kept, in the order in which it happened.
#[derive(Clone, Debug, Default)]
pub(in crate::machine) struct Chronicle {
    /// By mark: whose past it marks.
    senders: Vec<ProcessId>,
    pub(super) happenings: Vec<Happening>,
    /// What processes had in their mailboxes when they ended.
    left: Vec<(ProcessId, Vec<Message>)>,
    /// Which process took which message.
    taken: Vec<(ProcessId, Message)>,
    /// What processes asked about the system.
    pub(super) answers: Vec<Answered>,
    /// How many steps there were.
    pub(in crate::machine) steps: usize,
    /// The process that looks for a message in the present step, or times out.
    pub(in crate::machine) looking: Option<ProcessId>,
}

/// What matters for who ended, and why.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    /// An exit signal has arrived.
    Signal {
        to: ProcessId,
        signal: ExitSignal,
        became: Became,
        step: usize,
    },
    /// A process has ended.
    End(End),
}

/// The end of a process.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) process: ProcessId,
    /// The name that it had.
    pub(super) name: Option<Term>,
    pub(super) reason: Term,
    /// What is said of it if it is a bug.
    pub(super) report: Option<Told>,
    pub(super) step: usize,
    /// The last message that it took.
    pub(super) last: Option<Message>,
}

/// An exit signal.
#[derive(Clone, Copy, Debug)]
pub(in crate::machine) struct ExitSignal {
    pub(in crate::machine) from: ProcessId,
    pub(in crate::machine) reason: Term,
    pub(in crate::machine) by_link: bool,
}

/// What has become of an exit signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) enum Became {
    Message,
    Death,
}

/// How much there was.
#[derive(Clone, Copy)]
pub(super) struct Length {
    senders: usize,
    happenings: usize,
    left: usize,
    taken: usize,
    answers: usize,
    steps: usize,
}

impl Chronicle {
    pub(in crate::machine) fn clear(&mut self) {
        self.cut(Length {
            senders: 0,
            happenings: 0,
            left: 0,
            taken: 0,
            answers: 0,
            steps: 0,
        });
    }

    pub(super) fn length(&self) -> Length {
        Length {
            senders: self.senders.len(),
            happenings: self.happenings.len(),
            left: self.left.len(),
            taken: self.taken.len(),
            answers: self.answers.len(),
            steps: self.steps,
        }
    }

    /// Forgets what came later.
    pub(super) fn cut(&mut self, length: Length) {
        self.senders.truncate(length.senders);
        self.happenings.truncate(length.happenings);
        self.left.truncate(length.left);
        self.taken.truncate(length.taken);
        self.answers.truncate(length.answers);
        self.steps = length.steps;
    }

    /// Marks count from zero, and each is noted.
    pub(in crate::machine) fn note_mark(&mut self, process: ProcessId) {
        self.senders.push(process);
    }

    /// The messages that a process had when it ended.
    pub(super) fn left_by(&self, process: ProcessId) -> &[Message] {
        let mut left = self.left.iter();
        left.find(|(of, _)| *of == process)
            .map_or(&[], |(_, messages)| messages)
    }

    /// The messages that a process took, the first first.
    pub(super) fn taken_by(
        &self,
        process: ProcessId,
    ) -> impl DoubleEndedIterator<Item = Message> + '_ {
        let taken = self.taken.iter().filter(move |(by, _)| *by == process);
        taken.map(|(_, message)| *message)
    }

    /// The sender of a message: a process, a timer or a channel.
    pub(super) fn sender(&self, message: Message) -> Option<ProcessId> {
        self.senders.get(message.mark as usize).copied()
    }
}

impl Machine {
    /// Says what a step came to.
    pub(in crate::machine) fn remark(&mut self, text: &str) {
        if self.told.is_empty() {
            self.told.push_str(text);
        }
    }

    /// A message has come to a process that is no more.
    pub(in crate::machine) fn tell_loss(&mut self, place: usize) {
        let has = match self.process(place).fate {
            Fate::Doomed(_) => "is killed",
            _ => "has ended",
        };
        let text = format!("(it is lost: {} {has})", self.show_pid(self.id(place)));
        self.remark(&text);
    }

    /// What a native function has come to, unless that is clear.
    pub(in crate::machine) fn tell_result(
        &mut self,
        function: Native,
        done: &Result<Done, Trouble>,
    ) {
        let text = match done {
            Ok(Done::Value(atoms::TRUE | atoms::OK)) if !is_question(function) => return,
            Ok(Done::Value(_)) if matches!(function, Native::Send | Native::ProcessFlag) => return,
            Ok(Done::Value(value)) => format!("= {}", self.show(*value)),
            Err(Trouble::Raise(raise)) => {
                let (class, reason) = match raise {
                    Raise::Error(reason) => ("", *reason),
                    Raise::Exit(reason) => ("exit ", *reason),
                    Raise::Throw(reason) => ("throw ", *reason),
                    _ => return,
                };
                format!("fails: {class}{}", self.show(reason))
            }
            _ => return,
        };
        self.remark(&text);
    }

    /// A process has taken a message.
    pub(in crate::machine) fn note_taken(&mut self, place: usize, message: Message) {
        let process = self.id(place);
        self.chronicle.taken.push((process, message));
        if self.chronicle.looking == Some(process) {
            self.chronicle.looking = None;
            let text = format!("takes {}", self.show(message.term));
            self.remark(&text);
        }
    }

    /// A receive has timed out.
    pub(in crate::machine) fn note_timeout(&mut self, place: usize) {
        if self.chronicle.looking == Some(self.id(place)) {
            self.chronicle.looking = None;
            self.remark("times out");
        }
    }

    /// An exit signal has arrived.
    pub(in crate::machine) fn note_exit(
        &mut self,
        place: usize,
        signal: ExitSignal,
        became: Became,
    ) {
        let (to, step) = (self.id(place), self.chronicle.steps);
        self.chronicle.happenings.push(Happening::Signal {
            to,
            signal,
            became,
            step,
        });
    }

    /// A process ends.
    pub(in crate::machine) fn note_end(
        &mut self,
        place: usize,
        reason: Term,
        report: Option<&str>,
    ) {
        let process = self.id(place);
        let mut taken = self.chronicle.taken.iter().rev();
        let last = taken.find(|(by, _)| *by == process);
        let end = End {
            process,
            name: self.process(place).rest.registered,
            reason,
            report: report.map(Told::new),
            step: self.chronicle.steps,
            last: last.map(|(_, message)| *message),
        };
        self.chronicle.happenings.push(Happening::End(end));
    }

    /// A process is gone, and so are its messages.
    pub(in crate::machine) fn note_mailbox(&mut self, place: usize) {
        let process = self.process(place);
        if !process.mailbox.is_empty() {
            let left = (process.id, process.mailbox.clone());
            self.chronicle.left.push(left);
        }
    }
}

/// Does a function answer `true` where another answer is as likely?
fn is_question(function: Native) -> bool {
    match function {
        Native::IsAlive | Native::Unalias => true,
        Native::Ets(_) => matches!(function.name().1, "member" | "insert_new"),
        _ => false,
    }
}
