//! Executions that are too long for a file or a picture: their middle is left out, and they say so.
//!
//! First go the steps that no other thread meets, as in texts; then what is between the beginning
//! and the end. The events of the bug stay, with those around them. Long texts are cut.

use crate::{Change, Event, Finding, Frame, Report, Trace};
use std::collections::HashMap;
use std::mem;

/// What is written of a trace or a page has at most this many bytes, unless all of it is wanted.
pub const LARGEST: usize = 10_000_000;

/// A replay string is left out if it has more bytes: the rest has to fit beside it.
const LARGEST_REPLAY: usize = LARGEST - 1_500_000;

/// Of that many bytes, a command is one that a system runs: Linux takes no longer word.
const LONGEST_COMMAND: usize = 100_000;

/// How many events stay before and after one of the bug.
const AROUND: usize = 5;

/// Fewer steps of a thread that no other thread meets are not left out.
const FEWEST: usize = 4;

/// How much of a trace stays.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// The most events; and threads, unless more of them do something.
    events: usize,
    /// The most bytes of a text.
    text: usize,
    /// The most lines of a section or a file, and calls of a stack.
    lines: usize,
}

impl Size {
    /// What is left of longer executions.
    const USUAL: Size = Size {
        events: 5_000,
        text: 10_000,
        lines: 5_000,
    };

    /// Half as much, or a quarter.. of what has come to that many bytes; none if that was next to
    /// nothing.
    fn less(self, bytes: usize) -> Option<Size> {
        let halves = (bytes / LARGEST).max(2).ilog2();
        let Size {
            events,
            text,
            lines,
        } = self;
        (events > 10).then_some(Size {
            events: (events >> halves).max(8),
            text: (text >> halves).max(16),
            lines: (lines >> halves).max(8),
        })
    }
}

impl Trace {
    /// The same, if it is not long; else with its middle left out.
    #[must_use]
    pub fn folded(self) -> Trace {
        self.of_size(Size::USUAL)
    }

    /// What `write` makes of the trace, which is folded until that has at most [`LARGEST`] bytes;
    /// unless it is to be `full`.
    #[must_use]
    pub fn written(&self, full: bool, write: impl Fn(&Trace) -> String) -> String {
        if full {
            return write(self);
        }
        let mut trace = self.clone().folded();
        let mut size = Size::USUAL;
        loop {
            let text = write(&trace);
            match size.less(text.len()) {
                Some(less) if text.len() > LARGEST => size = less,
                _ => return text,
            }
            trace = trace.of_size(size);
        }
    }

    /// For a page, which is no place to take a long replay string from.
    fn for_page(mut self, size: Size) -> Trace {
        if self.replay.len() > LONGEST_COMMAND {
            self.left_out.replay = self.replay.len();
            self.replay = String::new();
        }
        self.of_size(size)
    }

    fn of_size(mut self, size: Size) -> Trace {
        if self.replay.len() > LARGEST_REPLAY {
            self.left_out.replay = self.replay.len();
            self.replay = String::new();
        }
        if self.command.len() > LONGEST_COMMAND {
            self.command = String::new();
        }
        if let Some(finding) = &mut self.finding {
            finding.shorten(size);
        }
        if self.events.len() > size.events {
            let stays = self.stays(size.events);
            self.leave_out_events(&stays);
        }
        if self.threads.len() > size.events {
            self.leave_out_threads();
        }
        for text in self.texts() {
            cut(text, size.text);
        }
        for event in &mut self.events {
            shorten_stack(&mut event.stack, size.lines);
            event.leave_out_changes(size.lines);
        }
        for section in &mut self.sections {
            leave_out_lines(&mut section.lines, size.lines);
        }
        for source in &mut self.sources {
            // The last lines of a part go, as its lines are numbered.
            source.lines.truncate(size.lines);
        }
        self
    }

    /// The longer texts that it has.
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let finding = self.finding.iter_mut().flat_map(|finding| {
            let waits = finding.waits.iter_mut().map(|wait| &mut wait.what);
            let details = finding.details.iter_mut();
            waits.chain(details).chain([&mut finding.message])
        });
        let events = self.events.iter_mut().flat_map(Event::texts);
        let names = self.objects.iter_mut().map(|object| &mut object.name);
        let threads = self.threads.iter_mut().map(|thread| &mut thread.name);
        let sections = self.sections.iter_mut().flat_map(|of| &mut of.lines);
        let sources = self.sources.iter_mut().flat_map(|of| &mut of.lines);
        finding
            .chain(events)
            .chain(names)
            .chain(threads)
            .chain(sections)
            .chain(sources)
    }

    /// Which events stay of a long execution, in order.
    fn stays(&self, most: usize) -> Vec<usize> {
        let marked = self.marked();
        let meets = self.meets_others();
        // Of an execution that was folded before, it is not known who meets others.
        let is_whole = self.left_out.events == 0;
        let is_lonely = |i: usize| {
            is_whole
                && !meets[i]
                && !marked[i]
                && self.events[i].why.is_none()
                && self.events[i].step.is_some()
        };
        let all: Vec<usize> = (0..self.events.len()).collect();
        let runs = all.chunk_by(|a, b| {
            is_lonely(*a) && is_lonely(*b) && self.events[*a].thread == self.events[*b].thread
        });
        let stays = runs.flat_map(|run| match run {
            [first, inner @ .., last] if inner.len() >= FEWEST => vec![*first, *last],
            run => run.to_vec(),
        });
        let stays: Vec<usize> = stays.collect();
        if stays.len() <= most {
            return stays;
        }
        // More of the end, which has to do with the bug.
        let first = most / 4;
        let last = stays.len() - (most - first);
        let mut room = most;
        let near: Vec<bool> = (stays.iter().rev())
            .map(|i| {
                let around = i.saturating_sub(AROUND)..(i + AROUND + 1).min(marked.len());
                // Every event may be one of the bug.
                let is_near = room > 0 && marked[around].contains(&true);
                room -= usize::from(is_near);
                is_near
            })
            .collect();
        let near = near.into_iter().rev();
        let stays = stays.iter().zip(near).enumerate();
        let stays = stays.filter(|(nth, (_, is_near))| *nth < first || *nth >= last || *is_near);
        stays.map(|(_, (i, _))| *i).collect()
    }

    /// For each event: is it one of the bug?
    pub(crate) fn marked(&self) -> Vec<bool> {
        let mut marked = vec![false; self.events.len()];
        for event in self.finding.iter().flat_map(|finding| &finding.events) {
            if let Some(marked) = marked.get_mut(*event) {
                *marked = true;
            }
        }
        marked
    }

    fn leave_out_events(&mut self, stays: &[usize]) {
        let mut places = vec![None; self.events.len()];
        for (place, i) in stays.iter().enumerate() {
            places[*i] = Some(place);
        }
        let (mut left_out, mut all) = (0, 0);
        let events = mem::take(&mut self.events);
        for (mut event, place) in events.into_iter().zip(&places) {
            if place.is_none() {
                left_out = event.left_out.saturating_add(left_out).saturating_add(1);
                continue;
            }
            event.left_out = event.left_out.saturating_add(mem::take(&mut left_out));
            all = event.left_out.saturating_add(all);
            event.follows = (event.follows.iter())
                .filter_map(|before| places[*before])
                .collect();
            self.events.push(event);
        }
        self.left_out.events = left_out.saturating_add(all);
        if let Some(finding) = &mut self.finding {
            finding.events = (finding.events.iter())
                .filter_map(|event| *places.get(*event)?)
                .collect();
        }
        self.leave_out_objects();
    }

    fn leave_out_objects(&mut self) {
        let mut places = HashMap::new();
        let mut objects = Vec::new();
        for event in &mut self.events {
            let Some(object) = &mut event.object else {
                continue;
            };
            let place = places.entry(*object).or_insert_with(|| {
                objects.push(self.objects[*object].clone());
                objects.len() - 1
            });
            *object = *place;
        }
        self.objects = objects;
    }

    /// Leaves out threads that do nothing in the events that stay.
    fn leave_out_threads(&mut self) {
        let mut used = vec![false; self.threads.len()];
        for event in &self.events {
            used[event.thread] = true;
            for change in &event.changes {
                used[change.thread] = true;
            }
        }
        for wait in self.finding.iter().flat_map(|finding| &finding.waits) {
            used[wait.thread] = true;
            if let Some(on) = wait.on {
                used[on] = true;
            }
        }
        for thread in 0..self.threads.len() {
            // A store buffer may be that of another one.
            let mut of = thread;
            while let Some(owner) = self.threads[of].owner.filter(|owner| !used[*owner])
                && used[of]
            {
                used[owner] = true;
                of = owner;
            }
        }
        let mut places = Vec::with_capacity(used.len());
        let mut count = 0;
        for used in &used {
            places.push(count);
            count += usize::from(*used);
        }
        let left_out = &mut self.left_out.threads;
        *left_out = left_out.saturating_add(used.len() - count);
        let mut is_used = used.iter();
        self.threads.retain(|_| is_used.next() == Some(&true));
        for thread in &mut self.threads {
            thread.owner = thread.owner.map(|owner| places[owner]);
        }
        for event in &mut self.events {
            event.thread = places[event.thread];
            let mut is_used = used.iter();
            event.clock.retain(|_| is_used.next() == Some(&true));
            for Change { thread, .. } in &mut event.changes {
                *thread = places[*thread];
            }
        }
        for wait in self
            .finding
            .iter_mut()
            .flat_map(|finding| &mut finding.waits)
        {
            wait.thread = places[wait.thread];
            wait.on = wait.on.map(|on| places[on]);
        }
    }
}

impl Event {
    /// A mailbox may be lost with very many messages.
    fn leave_out_changes(&mut self, most: usize) {
        if self.changes.len() > most.max(2) {
            let left_out = self.changes.len() - most;
            let last = &mut self.changes[most];
            last.adds = None;
            last.removes = Some(format!("... {left_out} changes are left out ..."));
            self.changes.truncate(most + 1);
        }
    }

    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let changes = self.changes.iter_mut();
        let changes = changes.flat_map(|change| change.adds.iter_mut().chain(&mut change.removes));
        [&mut self.what]
            .into_iter()
            .chain(&mut self.why)
            .chain(changes)
    }
}

impl Finding {
    fn shorten(&mut self, size: Size) {
        shorten_stack(&mut self.stack, size.lines);
        leave_out_lines(&mut self.details, size.lines);
        if self.waits.len() > size.lines {
            // A circle is the reason of all.
            self.waits.sort_by_key(|wait| !wait.in_cycle);
            self.waits.truncate(size.lines);
            self.waits.sort_by_key(|wait| wait.thread);
        }
    }
}

/// Leaves out calls in the middle of a stack.
pub fn shorten_stack(stack: &mut Vec<Frame>, most: usize) {
    // There are stacks in all events.
    let most = (most / 50).max(4);
    if stack.len() <= most {
        return;
    }
    let end = stack.len() - most / 2;
    let middle = stack.drain(most / 2..end);
    let left_out = middle.fold(1, |sum: usize, frame| {
        sum.saturating_add(frame.left_out).saturating_add(1)
    });
    let after = &mut stack[most / 2].left_out;
    *after = after.saturating_add(left_out - 1);
}

fn leave_out_lines(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most.max(3) {
        let (first, last) = (most / 2, lines.len() - most / 2);
        let left_out = format!("... {} lines are left out ...", last - first);
        lines.splice(first..last, [left_out]);
    }
}

/// Cuts a text that has more than `most` bytes, and says how many it had.
pub fn cut(text: &mut String, most: usize) {
    // As much as is said of that.
    const ROOM: usize = 40;
    if text.len() <= most + ROOM {
        return;
    }
    // It may have been cut before.
    let before = text.strip_suffix(" bytes)").and_then(|text| {
        let (_, bytes) = text.rsplit_once("... (")?;
        bytes.parse().ok()
    });
    let all: usize = before.unwrap_or(text.len());
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end));
    text.truncate(end.unwrap_or(0));
    text.push_str(&format!("... ({all} bytes)"));
}

impl Report {
    /// The report as one HTML file, in which executions are folded until it has at most
    /// [`LARGEST`] bytes; unless it is to be `full`. Of too many findings, the last are left out.
    #[must_use]
    pub fn written(&self, full: bool) -> String {
        if full {
            return self.to_html();
        }
        let mut report = self.clone();
        let mut size = Size::USUAL;
        loop {
            for trace in report.programs.iter_mut().flat_map(|of| &mut of.findings) {
                *trace = mem::take(trace).for_page(size);
            }
            let page = report.to_html();
            match size.less(page.len()) {
                _ if page.len() <= LARGEST => return page,
                Some(less) => size = less,
                None if report.leave_out_findings() => {}
                None => return page,
            }
        }
    }

    /// Leaves out half of the findings; false if there are none.
    fn leave_out_findings(&mut self) -> bool {
        let all: usize = self.programs.iter().map(|of| of.findings.len()).sum();
        let mut stay = all / 2;
        for program in &mut self.programs {
            let count = program.findings.len().min(stay);
            stay -= count;
            program.left_out += program.findings.len() - count;
            program.findings.truncate(count);
        }
        all > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checked, Object, Room, Section, Thread, Wait};

    /// Two threads, of which the second follows the first now and then.
    fn long(count: usize) -> Trace {
        let event = |i: usize| Event {
            step: Some(i + 1),
            thread: usize::from(i % 100 == 99),
            what: format!("x = {i}"),
            object: Some(i % 7),
            follows: if i % 100 == 99 {
                vec![i - 1]
            } else {
                Vec::new()
            },
            ..Event::default()
        };
        Trace {
            threads: vec![Thread::default(); 2],
            objects: vec![Object::default(); 7],
            events: (0..count).map(event).collect(),
            finding: Some(Finding {
                events: vec![count / 2],
                ..Finding::default()
            }),
            replay: "1/0x1".to_owned(),
            ..Trace::default()
        }
    }

    #[test]
    fn what_is_short_stays_as_it_is() {
        let trace = long(Size::USUAL.events);
        assert_eq!(trace.clone().folded(), trace);
        assert_eq!(trace.written(false, Trace::to_json), trace.to_json());
    }

    #[test]
    fn the_middle_is_left_out_and_the_bug_stays() {
        let whole = long(200_000);
        let trace = whole.clone().folded();
        assert!(trace.events.len() <= Size::USUAL.events + 2 * AROUND + 1);
        assert_eq!(trace.events.len() + trace.left_out.events, 200_000);
        let said: usize = trace.events.iter().map(|event| event.left_out).sum();
        assert_eq!(said, trace.left_out.events);
        // Steps are those that they were, and so is what they follow.
        let mut step = 0;
        for (i, event) in trace.events.iter().enumerate() {
            step += event.left_out + 1;
            assert_eq!(event.step, Some(step));
            for before in &event.follows {
                assert_eq!(trace.events[*before].step, Some(step - 1), "event {i}");
            }
        }
        assert_eq!(step, 200_000);
        let bug = trace.finding.as_ref().expect("it is there").events[0];
        assert_eq!(trace.events[bug].step, Some(100_001));
        assert_eq!(trace.replay, whole.replay);
        let again = trace
            .clone()
            .of_size(Size::USUAL.less(0).expect("it is large"));
        assert_eq!(again.events.len() + again.left_out.events, 200_000);
        assert_eq!(trace.clone().folded().left_out, trace.left_out);
    }

    #[test]
    fn steps_that_no_other_thread_meets_go_first() {
        let mut trace = long(10_000);
        trace.finding = None;
        let folded = trace.folded();
        // Of each hundred the first and the last that are lonely, and two that meet.
        assert_eq!(folded.events.len(), 400);
        assert_eq!(folded.events[1].left_out, 96);
        let lines = folded.lines(Room::ALL);
        assert_eq!(lines[1].trim(), "... 96 events are left out ...");
    }

    #[test]
    fn every_format_has_at_most_ten_megabytes() {
        let mut trace = long(6_000);
        for event in &mut trace.events {
            event.follows = Vec::new();
            event.what = "\"<&>\u{1}".repeat(500);
            event.step = None;
            event.stack = vec![Frame::default(); 120];
        }
        trace.finding = Some(Finding {
            message: "m".repeat(100_000_000),
            details: vec!["d".to_owned(); 100_000],
            ..Finding::default()
        });
        trace.sections = vec![Section {
            title: "Printed".to_owned(),
            lines: vec!["l".repeat(100); 100_000],
        }];
        for write in [Trace::to_json, Trace::to_svg, Trace::to_dot] {
            let text = trace.written(false, write);
            assert!((1_000..=LARGEST).contains(&text.len()), "{}", text.len());
            assert!(text.contains("... (100000000 bytes)"));
        }
        let report = Report {
            programs: vec![Checked {
                findings: vec![trace.folded(); 4],
                ..Checked::default()
            }],
            ..Report::default()
        };
        let page = report.written(false);
        assert!((100_000..=LARGEST).contains(&page.len()), "{}", page.len());
        assert!(page.contains("... (100000000 bytes)"));
    }

    #[test]
    fn of_many_findings_the_last_are_left_out() {
        let report = Report {
            programs: vec![Checked {
                findings: vec![long(10); 15_000],
                ..Checked::default()
            }],
            ..Report::default()
        };
        let page = report.written(false);
        let length = page.len();
        assert!((1_000_000..=LARGEST).contains(&length), "{length}");
        assert!(page.contains("\"left_out\":7500"), "half have room");
        assert!(report.written(true).len() > LARGEST);
    }

    #[test]
    fn threads_that_do_nothing_are_left_out() {
        let mut trace = long(100);
        trace.threads = vec![Thread::default(); 100_000];
        trace.threads[99_999].id = "last".to_owned();
        trace.threads[99_999].owner = Some(500);
        for event in &mut trace.events {
            event.thread = 99_999;
            event.clock = (0..100_000).collect();
        }
        trace.finding = Some(Finding {
            waits: vec![Wait {
                thread: 700,
                on: Some(99_999),
                ..Wait::default()
            }],
            ..Finding::default()
        });
        let trace = trace.folded();
        assert_eq!((trace.threads.len(), trace.left_out.threads), (3, 99_997));
        assert_eq!(trace.threads[2].id, "last");
        assert_eq!(trace.threads[2].owner, Some(0));
        assert_eq!(trace.events[0].thread, 2);
        assert_eq!(trace.events[0].clock, [500, 700, 99_999]);
        let wait = &trace.finding.expect("it is there").waits[0];
        assert_eq!((wait.thread, wait.on), (1, Some(2)));
    }

    #[test]
    fn texts_are_cut_once() {
        let mut text = "ä".repeat(1_000);
        cut(&mut text, 101);
        assert_eq!(text, "ä".repeat(50) + "... (2000 bytes)");
        cut(&mut text, 11);
        assert_eq!(text, "ä".repeat(5) + "... (2000 bytes)");
        let mut stack = vec![Frame::default(); 100_000];
        shorten_stack(&mut stack, 5_000);
        shorten_stack(&mut stack, 1_000);
        let calls: usize = stack.iter().map(|frame| frame.left_out + 1).sum();
        assert_eq!((calls, stack.len()), (100_000, 20));
    }

    #[test]
    fn a_replay_string_that_has_no_room_is_left_out() {
        let mut trace = long(3);
        trace.replay = "1".repeat(LARGEST);
        trace.command = trace.replay.clone();
        let json = trace.written(false, Trace::to_json);
        assert!(json.len() < LARGEST);
        assert!(
            json.contains("\"left_out\":{\"replay\":10000000}"),
            "{json}"
        );
    }
}
