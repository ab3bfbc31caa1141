//! Messages that receives choose among.
//!
//! Sends to a mailbox commute, and a receive is a choice: of a message that it matches, or to
//! give up. Two executions are the same if every receive made the same choice. Which choices go
//! together has an exact answer. In an execution as it really is, a message that was taken came
//! before all others that its receive matches and that had not been taken before; a receive that
//! gave up came before all of these, too. So a set of events is *possible* if happens-before and
//! these edges have no cycle: any order that contains them is then an execution in which each
//! receive takes the first message that it matches.
//!
//! An execution here is one of the orders that happens-before allows, not always one that
//! contains these edges as well. Only receives can make a cycle: what is new has no edge to
//! anything before it, unless it passes over a message that is there. So a send never disables a
//! choice, and a choice that is possible after some events is possible after fewer.
//!
//! Receives of one process are in conflict with one another if they are the same receive. Those
//! of different processes may be in conflict because of a cycle, and then more than two may be
//! needed for that. Explorers ask [`Records::is_possible`] wherever they ask whether steps are
//! independent.

use crate::clock::Row;
use crate::trace::{Trace, index};
use mazurka_program::{Mail, ObjectId, ProcessId};
use smallvec::SmallVec;

/// A message that was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    event: u32,
    mail: Mail,
}

/// What a receive did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Took {
    /// It took the message with this number.
    Sent(u32),
    /// It took one that was there before the first event.
    Early,
    /// It gave up.
    Nothing,
}

/// A receive that was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Receive {
    pub(crate) event: u32,
    pub(crate) process: ProcessId,
    pub(crate) took: Took,
}

/// A receive matches a message that it has not taken, nor has an earlier one.
#[derive(Clone, Copy, Debug)]
struct Passed {
    receive: u32,
    sent: u32,
    /// The later of their events.
    event: u32,
}

/// What an execution does with messages that are chosen.
#[derive(Debug, Default)]
pub(crate) struct Records {
    sent: Vec<Sent>,
    receives: Vec<Receive>,
    passed: Vec<Passed>,
}

/// What a receive that is not in the execution would do.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) source: Source,
    /// The other messages that it matches.
    pub(crate) over: SmallVec<[u32; 8]>,
}

/// What comes before the messages that a receive passes over.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A message, that it takes.
    Sent(u32),
    /// The event of a receive that gave up.
    Event(u32),
    /// The past of a receive that gives up.
    Past(Row),
    /// Nothing that anything comes before.
    Early,
}

/// Some events of an execution, closed under happens-before.
pub(crate) struct Part<'a> {
    /// The first events,
    pub(crate) prefix: usize,
    /// and these, in order.
    pub(crate) beside: &'a [u32],
    /// A receive that is not in the execution.
    pub(crate) extra: Option<&'a Choice>,
}

impl Part<'_> {
    pub(crate) fn contains(&self, event: u32) -> bool {
        (event as usize) < self.prefix || self.beside.binary_search(&event).is_ok()
    }
}

impl Records {
    /// Was nothing received?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.receives.is_empty()
    }

    pub(crate) fn receives(&self) -> &[Receive] {
        &self.receives
    }

    /// The number of the receive that an event is.
    pub(crate) fn receive_at(&self, event: usize) -> Option<u32> {
        let found = self
            .receives
            .binary_search_by_key(&index(event), |receive| receive.event);
        found.ok().map(index)
    }

    /// The number of a message.
    pub(crate) fn number(&self, message: ObjectId) -> Option<u32> {
        let mut sent = self.sent.iter();
        let found = sent.rposition(|sent| sent.mail.message == message);
        found.map(index)
    }

    pub(crate) fn mail(&self, sent: u32) -> Mail {
        self.sent[sent as usize].mail
    }

    /// The event that sent a message.
    pub(crate) fn sender_event(&self, sent: u32) -> usize {
        self.sent[sent as usize].event as usize
    }

    /// Adds the message that the last event of the trace sent; its number.
    pub(crate) fn add_sent(&mut self, event: usize, mail: Mail) -> u32 {
        self.sent.push(Sent {
            event: index(event),
            mail,
        });
        index(self.sent.len() - 1)
    }

    /// Adds a receive, which the last event of the trace is; its number.
    pub(crate) fn add_receive(&mut self, event: usize, process: ProcessId, took: Took) -> u32 {
        self.receives.push(Receive {
            event: index(event),
            process,
            took,
        });
        index(self.receives.len() - 1)
    }

    /// A receive matches a message that it has not taken.
    pub(crate) fn add_passed(&mut self, receive: u32, sent: u32) {
        let event = self.receives[receive as usize].event;
        self.passed.push(Passed {
            receive,
            sent,
            event: event.max(self.sent[sent as usize].event),
        });
    }

    /// Event `number`, the last, is taken back.
    #[inline]
    pub(crate) fn pop(&mut self, number: u32) {
        self.sent.pop_if(|sent| sent.event == number);
        self.receives.pop_if(|receive| receive.event == number);
        while self
            .passed
            .pop_if(|passed| passed.event == number)
            .is_some()
        {}
    }

    /// The messages that a receive of the execution matches, with what it took, in the order in
    /// which they were sent.
    pub(crate) fn matched(&self, receive: u32) -> SmallVec<[u32; 8]> {
        let passed = self.passed.iter();
        let mut all: SmallVec<[u32; 8]> = passed
            .filter(|passed| passed.receive == receive)
            .map(|passed| passed.sent)
            .collect();
        if let Took::Sent(sent) = self.receives[receive as usize].took {
            all.push(sent);
        }
        all.sort_unstable();
        all
    }

    /// What the receive does that an event of the trace is, if it takes that message of those
    /// that it matches, or gives up.
    pub(crate) fn choice(&self, trace: &Trace, receive: u32, takes: Option<u32>) -> Choice {
        let mut over = self.matched(receive);
        let source = match takes {
            Some(sent) => {
                over.retain(|other| *other != sent);
                Source::Sent(sent)
            }
            None => {
                let event = self.receives[receive as usize].event as usize;
                Source::Past(trace.events()[event].base)
            }
        };
        Choice { source, over }
    }

    fn source(&self, receive: u32) -> Source {
        let receive = &self.receives[receive as usize];
        match receive.took {
            Took::Sent(sent) => Source::Sent(sent),
            Took::Early => Source::Early,
            Took::Nothing => Source::Event(receive.event),
        }
    }

    /// Is an event, or what it happens before, part of what comes before the messages that are
    /// passed over?
    fn is_before(&self, trace: &Trace, event: u32, source: Source) -> bool {
        let event = event as usize;
        match source {
            Source::Sent(sent) => {
                let other = self.sent[sent as usize].event as usize;
                event == other || trace.happens_before(event, other)
            }
            Source::Event(other) => trace.happens_before(event, other as usize),
            Source::Past(row) => trace.is_in_past(event, row),
            Source::Early => false,
        }
    }

    /// Pairs of events, of which the first comes before the second in an execution as it really
    /// is.
    pub(crate) fn orders(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.passed.iter().filter_map(|passed| {
            let before = match self.source(passed.receive) {
                Source::Sent(sent) => self.sent[sent as usize].event,
                Source::Event(event) => event,
                Source::Past(_) | Source::Early => return None,
            };
            let after = self.sent[passed.sent as usize].event;
            Some((before as usize, after as usize))
        })
    }

    /// Is a choice possible after these events, which are?
    pub(crate) fn is_possible(&self, trace: &Trace, part: &Part<'_>, choice: &Choice) -> bool {
        self.cycle(trace, part, choice).is_none()
    }

    /// If a choice is not possible after these events: the receives among them that make a
    /// cycle with it, by their events. (There may be other cycles.)
    pub(crate) fn cycle(
        &self,
        trace: &Trace,
        part: &Part<'_>,
        choice: &Choice,
    ) -> Option<SmallVec<[u32; 8]>> {
        // Each with the place that it was reached from, and the receive that led there.
        let mut seen: SmallVec<[(u32, usize, u32); 16]> = SmallVec::new();
        for sent in &choice.over {
            let event = self.sent[*sent as usize].event;
            if part.contains(event) {
                seen.push((event, usize::MAX, u32::MAX));
            }
        }
        let mut at = 0;
        while at < seen.len() {
            let event = seen[at].0;
            if self.is_before(trace, event, choice.source) {
                let mut receives = SmallVec::new();
                while at != usize::MAX {
                    let (_, from, receive) = seen[at];
                    if receive != u32::MAX {
                        receives.push(receive);
                    }
                    at = from;
                }
                return Some(receives);
            }
            for passed in &self.passed {
                let receive = self.receives[passed.receive as usize].event;
                let next = self.sent[passed.sent as usize].event;
                if part.contains(receive)
                    && part.contains(next)
                    && !seen.iter().any(|known| known.0 == next)
                    && self.is_before(trace, event, self.source(passed.receive))
                {
                    seen.push((next, at, receive));
                }
            }
            if let Some(extra) = part.extra
                && self.is_before(trace, event, extra.source)
            {
                for sent in &extra.over {
                    let next = self.sent[*sent as usize].event;
                    if part.contains(next) && !seen.iter().any(|known| known.0 == next) {
                        seen.push((next, at, u32::MAX));
                    }
                }
            }
            at += 1;
        }
        None
    }
}
