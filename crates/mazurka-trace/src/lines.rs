//! An execution for people: one line for each thing that happens.

use crate::lanes::gap;
use crate::{Event, EventKind, Trace};

/// How many lines of a long execution are shown, and whether steps are folded.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Of the beginning.
    first: usize,
    /// Of the end.
    last: usize,
    /// From this many lines on, steps that no other thread meets are folded.
    folds_from: usize,
    /// Is what is repeated told once?
    repeats: bool,
}

impl Room {
    /// For a bug, which every line may have to do with.
    pub const LARGE: Room = Room {
        first: 40,
        last: 120,
        folds_from: 60,
        repeats: true,
    };
    /// For an execution without end: it does the same again and again.
    pub const SMALL: Room = Room {
        first: 8,
        last: 16,
        folds_from: usize::MAX,
        repeats: true,
    };
    /// For all of it.
    pub const ALL: Room = Room {
        first: usize::MAX,
        last: 0,
        folds_from: usize::MAX,
        repeats: false,
    };

    /// All of it if it is to be `full`, else what there is for a bug.
    #[must_use]
    pub fn of(full: bool) -> Room {
        match full {
            true => Room::ALL,
            false => Room::LARGE,
        }
    }
}

/// The longest part that is recognised when it is repeated.
const LONGEST_PERIOD: usize = 16;
/// The most room that the words get; longer ones move the rest of their line.
const WIDEST: usize = 60;
/// The most room that the name of a thread gets.
const WIDEST_NAME: usize = 200;
/// Fewer steps are not folded.
const FEWEST_FOLDED: usize = 4;

impl Trace {
    /// What happened, a line each.
    #[must_use]
    pub fn lines(&self, room: Room) -> Vec<String> {
        let printer = Printer::new(self, room.repeats);
        let all: Vec<usize> = (0..self.events.len()).collect();
        let mut lines = printer.unfolded(&all);
        // Of an execution that is folded already, it is not known who meets others.
        if lines.len() > room.folds_from && self.left_out.events == 0 {
            lines = printer.folded();
        }
        let lines = shortened(lines, room);
        lines.into_iter().map(|line| line.text).collect()
    }

    /// The name for people of the thread of an event.
    #[must_use]
    pub fn thread_name(&self, event: &Event) -> &str {
        let thread = &self.threads[event.thread];
        let owner = thread.owner.map_or(thread, |owner| &self.threads[owner]);
        &owner.name
    }
}

/// A line, and how many events it says are left out.
#[derive(Debug)]
struct Line {
    text: String,
    left_out: usize,
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line { text, left_out: 0 }
    }
}

fn shortened(mut lines: Vec<Line>, Room { first, last, .. }: Room) -> Vec<Line> {
    if lines.len() > first.saturating_add(last) {
        let last = lines.len() - last;
        let events: usize = lines[first..last]
            .iter()
            .fold(0, |sum: usize, line| sum.saturating_add(line.left_out));
        let events = match events {
            0 => String::new(),
            events => format!(", and {events} more events"),
        };
        let left_out = format!("... {} lines are left out{events} ...", last - first);
        lines.splice(first..last, [left_out.into()]);
    }
    lines
}

struct Printer<'a> {
    trace: &'a Trace,
    /// Is what is repeated told once?
    repeats: bool,
    /// The accesses that race.
    marked: Vec<bool>,
    /// Are there any?
    marks: bool,
    /// The width of the columns.
    step: usize,
    thread: usize,
    what: usize,
}

impl<'a> Printer<'a> {
    fn new(trace: &'a Trace, repeats: bool) -> Printer<'a> {
        let events = &trace.events;
        let widest = |width: &dyn Fn(&Event) -> usize| events.iter().map(width).max().unwrap_or(0);
        let mut marked = trace.marked();
        for (marked, event) in marked.iter_mut().zip(events) {
            *marked &= event.step.is_some();
        }
        Printer {
            trace,
            repeats,
            marks: marked.contains(&true),
            marked,
            step: widest(&|event| event.step.map_or(0, |step| step.to_string().len())),
            thread: widest(&|event| trace.thread_name(event).chars().count()).min(WIDEST_NAME),
            what: widest(&|event| match event.kind {
                // The last words may be long.
                EventKind::Finding => 0,
                _ => event.words().chars().count(),
            })
            .min(WIDEST),
        }
    }

    /// Those events. What is repeated, as loops do it, is told once.
    fn unfolded(&self, events: &[usize]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < events.len() {
            let (period, more) = self.repetition(&events[at..]);
            for event in &events[at..at + period] {
                lines.extend(self.gap(*event));
                lines.push(self.line(*event).into());
                lines.extend(self.why(*event).map(Line::from));
            }
            at += period * (more + 1);
            let again = match (period, more) {
                (_, 0) => continue,
                (1, 1) => "(and once more)".to_owned(),
                (1, more) => format!("(and {more} times more)"),
                (count, 1) => format!("(these {count} lines once more)"),
                (count, more) => format!("(these {count} lines {more} times more)"),
            };
            lines.push(self.remark(&again).into());
        }
        lines
    }

    /// The line above an event, if some before it are left out.
    fn gap(&self, i: usize) -> Option<Line> {
        let event = &self.trace.events[i];
        let left_out = event.left_out;
        let text = self.remark(&gap(event));
        (left_out > 0).then_some(Line { text, left_out })
    }

    /// All events, but for those between the first and the last of a long run of steps of one
    /// thread that no other thread meets.
    fn folded(&self) -> Vec<Line> {
        let events = &self.trace.events;
        let meets = self.trace.meets_others();
        let is_lonely = |i: usize| {
            let event = &events[i];
            event.kind == EventKind::Event && !meets[i] && !self.marked[i] && event.why.is_none()
        };
        let all: Vec<usize> = (0..events.len()).collect();
        let runs = all.chunk_by(|a, b| {
            is_lonely(*a) && is_lonely(*b) && events[*a].thread == events[*b].thread
        });
        let mut lines = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for run in runs {
            let [first, inner @ .., last] = run else {
                open.extend(run);
                continue;
            };
            if inner.len() < FEWEST_FOLDED {
                open.extend(run);
                continue;
            }
            open.push(*first);
            lines.extend(self.unfolded(&open));
            open = vec![*last];
            let thread = self.trace.thread_name(&events[*first]);
            let remark = format!(
                "({} more steps of {thread}, which no other thread meets)",
                inner.len()
            );
            lines.push(self.remark(&remark).into());
        }
        lines.extend(self.unfolded(&open));
        lines
    }

    fn line(&self, i: usize) -> String {
        let event = &self.trace.events[i];
        let step = event.step.map_or_else(String::new, |step| step.to_string());
        let place = event.place().unwrap_or_default();
        let (steps, threads, whats) = (self.step, self.thread, self.what);
        format!(
            "{}{step:>steps$}  {:<threads$}  {:<whats$}  {place}",
            self.mark(self.marked[i]),
            self.trace.thread_name(event),
            event.words()
        )
        .trim_end()
        .to_owned()
    }

    /// What stands before a line, if some are marked.
    fn mark(&self, is_marked: bool) -> &'static str {
        match (is_marked, self.marks) {
            (true, _) => "> ",
            (false, true) => "  ",
            (false, false) => "",
        }
    }

    fn remark(&self, text: &str) -> String {
        format!("{}{:2$}  {text}", self.mark(false), "", self.step)
    }

    /// The line below an event, if there is more to say.
    fn why(&self, i: usize) -> Option<String> {
        let why = self.trace.events[i].why.as_ref()?;
        let space = self.step + self.thread + 6;
        Some(format!("{}{:space$}{why}", self.mark(false), ""))
    }

    /// How many of the first events are repeated at once, and how often. A line saves nothing
    /// if it stands for fewer than two.
    fn repetition(&self, events: &[usize]) -> (usize, usize) {
        let longest = if self.repeats { LONGEST_PERIOD } else { 0 };
        for period in 1..=longest.min(events.len() / 2) {
            let first = &events[..period];
            let mut others = events[period..].chunks_exact(period);
            let more = others
                .position(|other| !self.is_alike(first, other))
                .unwrap_or((events.len() - period) / period);
            if more * period >= 2 {
                return (period, more);
            }
        }
        (1, 0)
    }

    /// Are they the same, but for the numbers of the steps?
    fn is_alike(&self, a: &[usize], b: &[usize]) -> bool {
        let alike = |(a, b): (&usize, &usize)| {
            let is_marked = self.marked[*a] || self.marked[*b];
            let (a, b) = (&self.trace.events[*a], &self.trace.events[*b]);
            let same = a.thread == b.thread && a.what == b.what && a.place() == b.place();
            let same = same && a.reads_from == b.reads_from && a.why == b.why;
            let same = same && a.left_out == 0 && b.left_out == 0;
            same && a.kind == b.kind && !is_marked
        };
        a.iter().zip(b).all(alike)
    }
}

impl Event {
    /// The file and the line.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(match self.line {
            Some(line) => format!("{file}:{line}"),
            None => file.clone(),
        })
    }

    /// What happens, in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self.kind {
            EventKind::Event => match self.reads_from {
                None => self.what.clone(),
                Some(0) => format!("{} (as at first)", self.what),
                Some(step) => format!("{} (from step {step})", self.what),
            },
            EventKind::Flush | EventKind::Thread | EventKind::Finding => self.what.clone(),
            EventKind::Buffered => format!("{} goes into its store buffer", self.what),
            EventKind::Printed => format!("prints {:?}", self.what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Thread};

    /// Steps, each with its thread.
    fn trace(events: &[(&str, &str)]) -> Trace {
        let mut trace = Trace::default();
        for (i, (thread, what)) in events.iter().enumerate() {
            let known = trace.threads.iter().position(|known| known.name == *thread);
            let thread = known.unwrap_or_else(|| {
                trace.threads.push(Thread {
                    name: (*thread).to_owned(),
                    ..Thread::default()
                });
                trace.threads.len() - 1
            });
            trace.events.push(Event {
                step: Some(i + 1),
                thread,
                what: (*what).to_owned(),
                file: Some("a.c".to_owned()),
                line: Some(1),
                ..Event::default()
            });
        }
        trace
    }

    #[test]
    fn reads_of_graphs_tell_where_values_come_from() {
        let mut trace = trace(&[("a", "x = 1"), ("b", "load x = 0")]);
        trace.events[1].reads_from = Some(0);
        trace.events[1].why = Some("reads an older value".into());
        assert_eq!(
            trace.lines(Room::LARGE),
            [
                "1  a  x = 1                     a.c:1",
                "2  b  load x = 0 (as at first)  a.c:1",
                "        reads an older value",
            ]
        );
    }

    #[test]
    fn loops_are_told_once() {
        let mut events = vec![("main", "load x = 1")];
        for _ in 0..10 {
            events.extend([("main", "load x = 0"), ("main", "load y = 0")]);
        }
        events.push(("other", "x = 1"));
        assert_eq!(
            trace(&events).lines(Room::LARGE),
            [
                " 1  main   load x = 1  a.c:1",
                " 2  main   load x = 0  a.c:1",
                " 3  main   load y = 0  a.c:1",
                "    (these 2 lines 9 times more)",
                "22  other  x = 1       a.c:1",
            ]
        );
    }

    #[test]
    fn all_of_a_loop_is_all_of_it() {
        let lines = trace(&[("a", "x = 1"); 50]).lines(Room::ALL);
        assert_eq!(lines.len(), 50);
        assert!(lines.iter().all(|line| line.contains("x = 1")));
    }

    #[test]
    fn a_very_long_name_is_a_name() {
        let name = "n".repeat(100_000);
        let lines = trace(&[(&name, "x = 1"), ("b", "x = 2")]).lines(Room::LARGE);
        assert!(lines[0].contains(&name) && lines[1].len() < 1_000);
    }

    #[test]
    fn two_of_a_kind_are_two() {
        assert_eq!(
            trace(&[("a", "x = 1"), ("a", "x = 1")])
                .lines(Room::LARGE)
                .len(),
            2
        );
        assert!(Trace::default().lines(Room::LARGE).is_empty());
    }

    fn many() -> Trace {
        let words: Vec<String> = (0..1000).map(|i| format!("x = {i}")).collect();
        let events: Vec<_> = words.iter().map(|what| ("main", &**what)).collect();
        trace(&events)
    }

    #[test]
    fn long_executions_are_shortened() {
        let mut trace = many();
        // Each of them meets others.
        for i in 1..1000 {
            trace.events[i].follows = vec![i - 1];
        }
        let lines = trace.lines(Room::LARGE);
        assert_eq!(lines.len(), 161);
        assert_eq!(lines[40], "... 840 lines are left out ...");
        assert!(lines[160].contains("x = 999"));
        assert_eq!(trace.lines(Room::ALL).len(), 1000);
    }

    #[test]
    fn what_is_left_out_of_a_trace_is_told() {
        let mut trace = many();
        trace.events[999].left_out = 1;
        trace.events[500].left_out = 70_000;
        trace.left_out.events = 70_001;
        let lines = trace.lines(Room::LARGE);
        assert_eq!(
            lines[40],
            "... 842 lines are left out, and 70000 more events ..."
        );
        assert_eq!(lines[159], "      ... 1 event is left out ...");
        assert_eq!(trace.lines(Room::ALL).len(), 1002);
    }

    #[test]
    fn steps_that_no_other_thread_meets_are_folded() {
        let mut trace = many();
        trace.events[500].follows = vec![0];
        let lines = trace.lines(Room::LARGE);
        let expected = [
            "   1  main  x = 0    a.c:1",
            "   2  main  x = 1    a.c:1",
            "      (497 more steps of main, which no other thread meets)",
            " 500  main  x = 499  a.c:1",
            " 501  main  x = 500  a.c:1",
            " 502  main  x = 501  a.c:1",
            "      (497 more steps of main, which no other thread meets)",
            "1000  main  x = 999  a.c:1",
        ];
        assert_eq!(lines, expected);
        assert_eq!(trace.lines(Room::ALL).len(), 1000);
    }

    #[test]
    fn a_race_is_marked() {
        let mut trace = trace(&[("a", "x = 1"), ("b", "load y"), ("b", "load x")]);
        trace.finding = Some(Finding {
            events: vec![0, 2],
            ..Finding::default()
        });
        let marks = trace.lines(Room::LARGE);
        let marks: Vec<&str> = marks.iter().map(|line| &line[..3]).collect();
        assert_eq!(marks, ["> 1", "  2", "> 3"]);
    }

    #[test]
    fn buffers_and_prints_are_told_as_such() {
        let mut event = Event {
            kind: EventKind::Buffered,
            what: "x = 1".to_owned(),
            ..Event::default()
        };
        assert_eq!(event.words(), "x = 1 goes into its store buffer");
        event.kind = EventKind::Printed;
        event.what = "hello\n".to_owned();
        assert_eq!(event.words(), r#"prints "hello\n""#);
    }
}
