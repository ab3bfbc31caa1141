//! Which lane of a picture an event is in, and which arrows lead to it.

use crate::{Event, EventKind, Trace, Wait, string};
use std::borrow::Cow;
use std::collections::HashMap;

/// A thread with its store buffers.
pub(crate) struct Lane {
    pub(crate) thread: usize,
    pub(crate) buffers: Vec<usize>,
}

/// A lane, and which of its tracks: the thread's own is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Track {
    pub(crate) lane: usize,
    pub(crate) track: usize,
}

/// The lanes of a picture.
pub(crate) struct Lanes {
    pub(crate) lanes: Vec<Lane>,
    /// Of each thread.
    tracks: Vec<Track>,
}

impl Lanes {
    pub(crate) fn of(trace: &Trace) -> Lanes {
        let mut lanes = Vec::new();
        let mut tracks = vec![Track::default(); trace.threads.len()];
        for (thread, of) in trace.threads.iter().enumerate() {
            if of.owner.is_none() {
                tracks[thread].lane = lanes.len();
                lanes.push(Lane {
                    thread,
                    buffers: Vec::new(),
                });
            }
        }
        for (thread, of) in trace.threads.iter().enumerate() {
            if of.owner.is_some() {
                let lane = tracks[owner(trace, thread)].lane;
                if let Some(of) = lanes.get_mut(lane) {
                    of.buffers.push(thread);
                    let track = of.buffers.len();
                    tracks[thread] = Track { lane, track };
                }
            }
        }
        Lanes { lanes, tracks }
    }

    /// Where a thread is drawn.
    pub(crate) fn track(&self, thread: usize) -> Track {
        self.tracks.get(thread).copied().unwrap_or_default()
    }
}

/// The thread whose store buffer it is, or itself.
fn owner(trace: &Trace, thread: usize) -> usize {
    let mut of = thread;
    // Not for ever, should they own one another. A buffer is that of a thread.
    for _ in 0..8 {
        match trace.threads[of].owner {
            Some(owner) if owner < trace.threads.len() => of = owner,
            _ => break,
        }
    }
    of
}

/// Why there is an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArrowKind {
    /// The first happens before the second.
    Follows,
    /// The second reads what the first wrote.
    Reads,
}

/// An arrow between events of different threads.
pub(crate) struct Arrow {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: ArrowKind,
}

/// The arrows of an execution, in the order of the events that they lead to.
pub(crate) fn arrows(trace: &Trace) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    let events = trace.events.iter().enumerate();
    let of_step: HashMap<usize, usize> = events
        .filter_map(|(i, event)| Some((event.step?, i)))
        .collect();
    for (to, event) in trace.events.iter().enumerate() {
        let read = event
            .reads_from
            .and_then(|step| of_step.get(&step).copied());
        if let Some(from) = read
            && trace.events[from].thread != event.thread
        {
            arrows.push(Arrow {
                from,
                to,
                kind: ArrowKind::Reads,
            });
        }
        for &from in &event.follows {
            if Some(from) != read && from < trace.events.len() {
                arrows.push(Arrow {
                    from,
                    to,
                    kind: ArrowKind::Follows,
                });
            }
        }
    }
    arrows
}

/// The event that is the bug: the last one that says so, or the last of those of the bug.
pub(crate) fn failing(trace: &Trace) -> Option<usize> {
    let finding = trace.finding.as_ref()?;
    let said = trace
        .events
        .iter()
        .rposition(|event| event.kind == EventKind::Finding);
    said.or(finding.events.iter().max().copied())
}

/// For each event: does it belong to the bug?
pub(crate) fn of_bug(trace: &Trace) -> Vec<bool> {
    let mut of_bug = trace.marked();
    if let Some(failing) = failing(trace) {
        of_bug[failing] = true;
    }
    of_bug
}

/// What is said of events that are left out before an event.
pub(crate) fn gap(event: &Event) -> String {
    match event.left_out {
        1 => "... 1 event is left out ...".to_owned(),
        count => format!("... {count} events are left out ..."),
    }
}

/// A name of a thread for people.
pub(crate) fn name(trace: &Trace, thread: usize) -> &str {
    match trace.threads.get(thread) {
        Some(thread) if thread.name.is_empty() => &thread.id,
        Some(thread) => &thread.name,
        None => "",
    }
}

/// What a thread waits for at the end, without its name.
pub(crate) fn waits(trace: &Trace, wait: &Wait) -> String {
    let what = wait.what.strip_prefix(name(trace, wait.thread));
    let what = what
        .and_then(|what| what.strip_prefix(' '))
        .unwrap_or(&wait.what);
    match what.starts_with("waits ") {
        true => what.to_owned(),
        false => format!("waits: {what}"),
    }
}

/// What an event does, for people.
pub(crate) fn what(event: &Event) -> Cow<'_, str> {
    match event.kind {
        EventKind::Printed => format!("prints {}", string(&event.what)).into(),
        _ => event.what.as_str().into(),
    }
}

/// The events of the bug that are steps, in order: they belong together.
pub(crate) fn racing(trace: &Trace) -> Vec<usize> {
    let of_bug = trace.finding.iter().flat_map(|finding| &finding.events);
    let is_step = |i: &usize| {
        let event = trace.events.get(*i);
        event.is_some_and(|event| event.kind != EventKind::Finding)
    };
    let mut racing: Vec<usize> = of_bug.copied().filter(is_step).collect();
    racing.sort_unstable();
    racing
}
