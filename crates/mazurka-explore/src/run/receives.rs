//! Receives that choose among messages: which choices there are, and which are possible.

use super::{Halt, Run};
use crate::mail::{Choice, Part, Source, Took};
use crate::next::Next;
use crate::outcome::Error;
use crate::trace::{Trace, index};
use mazurka_program::{Kind, Mail, Operation, ProcessId, Program, Status, Step, Turn};
use smallvec::SmallVec;

impl<P: Program + ?Sized> Run<'_, P> {
    /// Before a receive: what it matches.
    pub(super) fn look_into_mailbox(
        &mut self,
        turn: Turn,
        operation: &Operation,
    ) -> Result<(), Halt> {
        self.mailbox.clear();
        self.program.matching(turn.process, &mut self.mailbox);
        let fits = match turn.sender() {
            Some(sender) => self.mailbox.iter().any(|mail| mail.from == sender),
            None => operation.kind == Kind::TryTake && turn.alternative == 0,
        };
        match fits {
            true => Ok(()),
            false => Err(Halt::Error(Error::Program(
                "a receive was told to take a message that it cannot take: only `optimal` chooses \
                 among messages"
                    .into(),
            ))),
        }
    }

    /// The turn that an enabled process takes where nothing else is asked for. Of the messages
    /// that it can take, that is the first; it gives up only if there is none.
    pub(crate) fn first_turn(&mut self, process: ProcessId) -> Result<Turn, Halt> {
        match self.program.status(process) {
            Status::Enabled(operation) if operation.kind.is_message() => {}
            _ => return Ok(process.into()),
        }
        let found = self.first_message_but(process, |_| false)?;
        Ok(found.unwrap_or(process.into()))
    }

    /// The same, but for turns that sleep; none if all do, or the process is not enabled.
    pub(crate) fn first_turn_but(
        &mut self,
        process: ProcessId,
        sleeps: impl Fn(Turn) -> bool,
    ) -> Result<Option<Turn>, Halt> {
        let Status::Enabled(operation) = self.program.status(process) else {
            return Ok(None);
        };
        if !operation.kind.is_message() {
            let count = self.alternatives_of(process, &operation);
            let turns = (0..count).map(|alternative| Turn {
                process,
                alternative,
            });
            return Ok(turns.into_iter().find(|turn| !sleeps(*turn)));
        }
        if let Some(found) = self.first_message_but(process, &sleeps)? {
            return Ok(Some(found));
        }
        let gives_up = Turn::from(process);
        let may = operation.kind == Kind::TryTake && !sleeps(gives_up);
        Ok((may && self.is_possible_now(gives_up)).then_some(gives_up))
    }

    /// The first message that a receive can take, but for those whose turn sleeps.
    fn first_message_but(
        &mut self,
        process: ProcessId,
        sleeps: impl Fn(Turn) -> bool,
    ) -> Result<Option<Turn>, Halt> {
        let mut mailbox = std::mem::take(&mut self.mailbox);
        mailbox.clear();
        self.program.matching(process, &mut mailbox);
        let mut found = None;
        for (i, mail) in mailbox.iter().enumerate() {
            if mailbox[..i].iter().any(|other| other.from == mail.from) {
                continue;
            }
            let turn = Turn::from_sender(process, mail.from).ok_or_else(too_many_senders)?;
            if !sleeps(turn) && can_take(&self.trace, &mailbox, turn) {
                found = Some(turn);
                break;
            }
        }
        self.mailbox = mailbox;
        Ok(found)
    }

    /// Of these steps, which sleep, those that the last event has made impossible.
    pub(crate) fn woken(&mut self, sleep: &[Next]) -> Vec<Turn> {
        let last = self.trace.len() - 1;
        let mut woken = Vec::new();
        if self.trace.mail().receive_at(last).is_none() {
            return woken;
        }
        let event = self.trace.next(last);
        for next in sleep {
            let is_receive = next.is_choice() && next.process() != event.process();
            if is_receive && !self.is_possible_now(next.turn) {
                woken.push(next.turn);
            }
        }
        woken
    }

    /// Is a step of a process, which may be a receive, possible after the trace?
    fn is_possible_now(&mut self, turn: Turn) -> bool {
        match self.program.status(turn.process) {
            Status::Enabled(operation) if operation.kind.is_message() => {}
            status => return status.is_enabled(),
        }
        self.mailbox.clear();
        self.program.matching(turn.process, &mut self.mailbox);
        can_take(&self.trace, &self.mailbox, turn)
    }

    /// Is a step that the program can take, which may be a receive, one of those that it has?
    pub(crate) fn fits(&mut self, turn: Turn) -> bool {
        match self.program.status(turn.process) {
            Status::Enabled(operation) if operation.kind.is_message() => {
                self.look_into_mailbox(turn, &operation).is_ok() && self.is_possible_now(turn)
            }
            Status::Enabled(_) => turn.alternative < self.alternatives(turn.process).max(1),
            _ => false,
        }
    }

    /// Is the step `turn` possible after the first `prefix` events and then these steps? Runs
    /// all of that in an execution of its own that counts for nothing.
    pub(crate) fn is_possible_after(
        &mut self,
        prefix: usize,
        steps: &[Turn],
        turn: Turn,
    ) -> Result<bool, Halt> {
        self.statistics.probes += 1;
        let before = self.script.cues()[..prefix].iter().map(|cue| cue.turn);
        let all: Vec<Turn> = before.chain(steps.iter().copied()).collect();
        self.step.clear();
        self.program.start(&mut self.step)?;
        let mut trace = Trace::new();
        trace.begin(&self.step.edges);
        std::mem::swap(&mut trace, &mut self.trace);
        let ran = all.into_iter().try_for_each(|turn| self.add_to_trace(turn));
        let is_possible = ran.map(|()| self.is_possible_now(turn));
        std::mem::swap(&mut trace, &mut self.trace);
        self.step.findings.clear();
        is_possible
    }

    /// Runs these steps, and returns them in an order in which every receive takes the first
    /// message that it matches: an execution as it really is. It stays with one process for as
    /// long as it can.
    pub(crate) fn arrange(mut self, schedule: &[Turn]) -> Result<Vec<Turn>, Halt> {
        self.step.clear();
        self.program.start(&mut self.step)?;
        self.trace.begin(&self.step.edges);
        for turn in schedule {
            self.add_to_trace(*turn)?;
        }
        let trace = &self.trace;
        if trace.mail().is_empty() {
            return Ok(schedule.to_vec());
        }
        let mut before: Vec<Vec<usize>> = (0..trace.len())
            .map(|i| (0..i).filter(|j| trace.happens_before(*j, i)).collect())
            .collect();
        for (first, second) in trace.mail().orders() {
            before[second].push(first);
        }
        let mut is_done = vec![false; trace.len()];
        let mut arranged: Vec<Turn> = Vec::new();
        while arranged.len() < trace.len() {
            let last = arranged.last().map(|turn| turn.process);
            let is_ready = |i: &usize| !is_done[*i] && before[*i].iter().all(|j| is_done[*j]);
            let ready: Vec<usize> = (0..trace.len()).filter(is_ready).collect();
            let same = ready
                .iter()
                .find(|i| Some(trace.next(**i).process()) == last);
            let Some(next) = same.or(ready.first()) else {
                return Ok(schedule.to_vec());
            };
            is_done[*next] = true;
            arranged.push(trace.next(*next).turn);
        }
        Ok(arranged)
    }

    /// Runs a step and appends its event to the trace, and does nothing else.
    fn add_to_trace(&mut self, turn: Turn) -> Result<(), Halt> {
        if !self.trace.processes().contains(&turn.process) {
            return Err(Halt::malformed());
        }
        let Status::Enabled(operation) = self.program.status(turn.process) else {
            return Err(self.diverged_in_a_probe(turn.process));
        };
        let receives = operation.kind.is_message();
        if receives {
            self.look_into_mailbox(turn, &operation)?;
        }
        self.step.clear();
        self.program.step(turn, &mut self.step)?;
        let Step { touches, edges, .. } = &self.step;
        self.trace.push(turn, operation, 1, touches, edges);
        self.note_messages(turn, receives);
        Ok(())
    }

    /// What the last event of the trace has to do with messages: it may be a receive, and it may
    /// have sent one.
    pub(super) fn note_messages(&mut self, turn: Turn, receives: bool) {
        if receives {
            note_receive(&mut self.trace, turn, &self.mailbox);
        }
        if let Some(mail) = self.step.sent {
            note_sent(&mut *self.program, &mut self.trace, mail);
        }
    }
}

/// The last event of the trace is a receive that matched what was in the `mailbox`.
fn note_receive(trace: &mut Trace, turn: Turn, mailbox: &[Mail]) {
    let event = trace.len() - 1;
    let taken = turn.sender().and_then(|sender| {
        let mut mailbox = mailbox.iter();
        mailbox.find(|mail| mail.from == sender)
    });
    let mail = trace.mail_mut();
    let took = match taken {
        None => Took::Nothing,
        Some(taken) => mail.number(taken.message).map_or(Took::Early, Took::Sent),
    };
    let receive = mail.add_receive(event, turn.process, took);
    for other in mailbox {
        if let Some(sent) = mail.number(other.message)
            && took != Took::Sent(sent)
        {
            mail.add_passed(receive, sent);
        }
    }
}

/// The last event of the trace has sent a message. Receives that were made before, and not in
/// its past, may match it.
fn note_sent<P: Program + ?Sized>(program: &mut P, trace: &mut Trace, mail: Mail) {
    let event = trace.len() - 1;
    let sent = trace.mail_mut().add_sent(event, mail);
    let mut nth = 0;
    for i in 0..trace.mail().receives().len() {
        let receive = trace.mail().receives()[i];
        if receive.process != mail.to {
            continue;
        }
        let before = receive.event as usize;
        if !trace.happens_before(before, event) && program.matched(mail.to, nth, mail.message) {
            trace.mail_mut().add_passed(index(i), sent);
        }
        nth += 1;
    }
}

/// Can a receive that matches what is in the `mailbox` take that turn after the trace?
fn can_take(trace: &Trace, mailbox: &[Mail], turn: Turn) -> bool {
    let records = trace.mail();
    let number = |mail: &Mail| records.number(mail.message);
    let mut over: SmallVec<[u32; 8]> = mailbox.iter().filter_map(number).collect();
    let source = match turn.sender() {
        None => Source::Past(trace.tail(turn.process)),
        Some(sender) => {
            let Some(taken) = mailbox.iter().find(|mail| mail.from == sender) else {
                return false;
            };
            match number(taken) {
                // It is the first of all.
                None => return true,
                Some(taken) => {
                    over.retain(|other| *other != taken);
                    Source::Sent(taken)
                }
            }
        }
    };
    let part = Part {
        prefix: trace.len(),
        beside: &[],
        extra: None,
    };
    records.is_possible(trace, &part, &Choice { source, over })
}

#[cold]
fn too_many_senders() -> Halt {
    Halt::Error(Error::Program(
        "the program has too many processes for receives that choose among messages".into(),
    ))
}
