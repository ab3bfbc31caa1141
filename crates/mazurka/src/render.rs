//! The interleaving that shows a bug, for people: one line per event.

use crate::objects::{ANY_CALL, Objects};
use crate::place::{self, Shortener};
use crate::replay::Replayed;
use crate::rt::{Origin, Recorded, Recording, Stored};
use mazurka_check::Line;
use mazurka_explore::replay::{Accessed, Newer};
use mazurka_program::{Edge, Kind, ObjectId, ProcessId};
use mazurka_trace::EventKind;
use rustc_hash::FxHashMap;
use std::panic::Location;

/// Longer traces are shown by their beginning and their end.
const LINES_MAX: usize = 160;
const LINES_FIRST: usize = 40;

/// How many of the last events tell who spins.
const TAIL: usize = 1_000;

/// The number of places that are named where it comes back to.
const PLACES: usize = 4;

/// A replayed execution, for people.
pub(crate) struct Rendered {
    /// What it did, in lines.
    pub(crate) lines: Vec<String>,
    /// The same as plain data.
    pub(crate) plain: Vec<Line>,
    /// Its objects.
    pub(crate) objects: Objects,
    pub(crate) shortener: Shortener,
    /// The files of its places: as they are told, and as the compiler knows them.
    pub(crate) files: Vec<(String, String)>,
}

/// Tells a replayed execution.
pub(crate) fn render(replayed: &Replayed) -> Rendered {
    // Which names are good ones is known when all have been seen.
    let mut objects = Objects::default();
    table(replayed, Naming::Sees(&mut objects));
    objects.name_all();
    let table = table(replayed, Naming::Names(&objects));
    let lines = table.lines();
    let plain = table.rows.iter().map(Row::line).collect();
    let (shortener, files) = (table.shortener, table.files);
    Rendered {
        lines,
        plain,
        objects,
        shortener,
        files,
    }
}

/// The lines of a replayed execution.
pub(crate) fn lines(replayed: &Replayed) -> Vec<String> {
    render(replayed).lines
}

fn table<'a>(replayed: &'a Replayed, naming: Naming<'a>) -> Table<'a> {
    let threads: FxHashMap<ProcessId, &str> = replayed
        .threads
        .iter()
        .map(|(process, name)| (*process, name.as_str()))
        .collect();
    let recording = &replayed.recording;
    let steps = recording.steps.iter();
    let files = steps.filter_map(|step| step.location.map(Location::file));
    let spawned = recording.spawns.values().map(|at| at.file());
    let made = recording
        .origins
        .values()
        .filter_map(|origin| match origin {
            Origin::Made(at) => Some(at.file()),
            Origin::Named(_) => None,
        });
    let files = files
        .chain(spawned)
        .chain(made)
        .filter(|file| place::is_in_program(file));
    let mut files: Vec<&str> = files.collect();
    files.sort_unstable();
    files.dedup();
    let shortener = Shortener::new(files.iter().copied());
    let files = files
        .iter()
        .map(|file| (shortener.short(file).to_owned(), (*file).to_owned()));
    let mut table = Table {
        threads,
        recording,
        naming,
        files: files.collect(),
        shortener,
        locked: FxHashMap::default(),
        stores: recording.stores.iter(),
        marks: 0,
        shadows: &replayed.shadows,
        rows: Vec::new(),
        row_of: Vec::new(),
    };
    table.edges(&recording.start);
    for (i, step) in recording.steps.iter().enumerate() {
        let taken = replayed.taken.get(i);
        table.step(i + 1, step, taken.and_then(|taken| taken.accessed.as_ref()));
        table.edges(&step.edges);
    }
    // What is in no event, and is told of.
    let waited = replayed.waits.iter().filter_map(|words| words.atomic);
    for (object, at) in waited.chain(recording.found_on) {
        let place = table.short(at).unwrap_or_default();
        table.named(object, "object", ANY_CALL, Some(at), &place);
    }
    table
}

/// Objects get their names, or have them.
enum Naming<'a> {
    Sees(&'a mut Objects),
    Names(&'a Objects),
}

struct Row {
    /// Which of the steps it is, from one.
    step: Option<usize>,
    kind: EventKind,
    process: ProcessId,
    thread: String,
    what: String,
    /// Of an execution graph: the step whose write it reads, or zero.
    reads_from: Option<usize>,
    place: String,
    /// Why it may read what it does, or write where it does.
    why: Option<String>,
}

impl Row {
    fn is_like(&self, other: &Row) -> bool {
        let same = self.thread == other.thread && self.what == other.what;
        let same = same && self.place == other.place && self.why == other.why;
        same && self.reads_from == other.reads_from && self.step.is_some()
    }

    /// What it does, and where what it reads comes from.
    fn words(&self) -> String {
        match self.reads_from {
            None => self.what.clone(),
            Some(0) => format!("{} (as at first)", self.what),
            Some(step) => format!("{} (from step {step})", self.what),
        }
    }

    fn line(&self) -> Line {
        Line {
            step: self.step,
            process: self.process,
            kind: self.kind,
            what: self.what.clone(),
            place: Some(self.place.clone()).filter(|place| !place.is_empty()),
            reads_from: self.reads_from,
            why: self.why.clone(),
            stack: Vec::new(),
            mail: Vec::new(),
        }
    }
}

struct Table<'a> {
    threads: FxHashMap<ProcessId, &'a str>,
    recording: &'a Recording,
    naming: Naming<'a>,
    shortener: Shortener,
    /// The files of places: as they are told, and as the compiler knows them.
    files: Vec<(String, String)>,
    /// Where each process last locked each mutex.
    locked: FxHashMap<(ProcessId, ObjectId), String>,
    /// The buffered stores that are not yet shown.
    stores: std::slice::Iter<'a, Stored>,
    /// How many marks there were so far.
    marks: u32,
    shadows: &'a [ProcessId],
    rows: Vec<Row>,
    /// The row of each step.
    row_of: Vec<usize>,
}

impl Table<'_> {
    fn thread(&self, process: ProcessId) -> String {
        self.threads
            .get(&process)
            .map_or_else(|| format!("{process:?}"), |name| (*name).to_owned())
    }

    fn object(&mut self, step: &Recorded, call: &str, place: &str) -> (String, bool) {
        let counts = |text: &String| text.starts_with("Arc::") || text.starts_with("Weak::");
        let is_arc = step.description.as_ref().is_some_and(counts);
        let kind = match step.operation.kind {
            _ if step.noun.is_some() => step.noun.unwrap_or_default(),
            Kind::Lock | Kind::TryLock | Kind::Unlock => "mutex",
            _ if is_arc => "arc",
            _ => "atomic",
        };
        let name = self.named(step.whole, kind, call, step.location, place);
        (name, kind == "arc")
    }

    /// The name of an object, which is of that kind.
    fn named(
        &mut self,
        object: ObjectId,
        kind: &str,
        call: &str,
        location: Option<&'static Location<'static>>,
        place: &str,
    ) -> String {
        match &mut self.naming {
            Naming::Sees(objects) => {
                objects.see(self.recording, object, kind, call, location, place);
                String::new()
            }
            Naming::Names(objects) => objects.name(object).to_owned(),
        }
    }

    fn step(&mut self, number: usize, step: &Recorded, accessed: Option<&Accessed>) {
        let place = self.place(step);
        let what = self.what(step, &place);
        let read = accessed.filter(|accessed| accessed.is_read);
        let reads_from = read.map(|accessed| accessed.from.map_or(0, |from| from + 1));
        let why = accessed.and_then(|accessed| self.why(accessed.is_read, accessed.newer?));
        self.row_of.push(self.rows.len());
        self.rows.push(Row {
            step: Some(number),
            kind: match step.operation.kind {
                Kind::Flush => EventKind::Flush,
                _ => EventKind::Event,
            },
            process: step.process,
            thread: step.thread.clone(),
            what,
            reads_from,
            place,
            why,
        });
    }

    /// Why a step reads, or writes before, what is not the newest.
    fn why(&self, is_read: bool, newer: Newer) -> Option<String> {
        let row = self.rows.get(*self.row_of.get(newer.step)?)?;
        let Row { thread, place, .. } = row;
        let step = newer.step + 1;
        let more = match newer.count {
            1 => String::new(),
            2 => ", nor one that is newer still,".to_owned(),
            count => format!(", nor {} that are newer still,", count - 1),
        };
        let write = format!("the write of thread {thread} at {place} (step {step})");
        Some(match is_read {
            true => format!("reads an older value: nothing orders {write}{more} before it"),
            false => format!("comes before {write}: nothing orders that{more} before it"),
        })
    }

    /// The operation in Rust's words, with the object that it is called on.
    fn what(&mut self, step: &Recorded, place: &str) -> String {
        let call = match &step.description {
            Some(description) => description.clone(),
            None => undescribed(step),
        };
        if matches!(
            step.operation.kind,
            Kind::Choose | Kind::Await | Kind::Fence
        ) && step.noun.is_none()
        {
            // A function of this crate, called on nothing.
            return call;
        }
        let (object, is_arc) = self.object(step, &call, place);
        if step.operation.kind == Kind::Flush {
            return format!("flush {object} = {call}");
        }
        // A count has no name in the program but that of its `Arc`.
        let is_call = call.starts_with(|c: char| c.is_alphanumeric()) && call.contains('(');
        match is_call && !is_arc {
            true => format!("{object}.{call}"),
            false => format!("{object}: {call}"),
        }
    }

    /// Where the operation is in the program. What a destructor does has its
    /// place in the standard library: then it is that of the call in the program that led
    /// there. If that cannot be told, we know of an unlock where the mutex was locked.
    fn place(&mut self, step: &Recorded) -> String {
        let own = step.location.and_then(|at| self.short(at));
        let calls = || self.shortener.place(step.calls.as_deref()?);
        let place = own.or_else(calls);
        let key = (step.process, step.operation.object);
        if let (Kind::Lock | Kind::TryLock, Some(place)) = (step.operation.kind, &place) {
            self.locked.insert(key, place.clone());
        }
        match (place, self.locked.get(&key)) {
            (Some(place), _) => place,
            (None, Some(locked)) if step.operation.kind == Kind::Unlock => {
                format!("(locked at {locked})")
            }
            (None, _) => String::new(),
        }
    }

    /// A place, if it is in the program.
    fn short(&self, at: &Location<'_>) -> Option<String> {
        let is_own = place::is_in_program(at.file());
        is_own.then(|| format!("{}:{}", self.shortener.short(at.file()), at.line()))
    }

    fn edges(&mut self, edges: &[Edge]) {
        for edge in edges {
            let at = match *edge {
                Edge::Spawn { child, .. } => self.recording.spawns.get(&child),
                Edge::Join { process, target } => self.recording.joins.get(&(process, target)),
                _ => None,
            };
            let place = at.and_then(|at| self.short(at)).unwrap_or_default();
            let (process, what) = match *edge {
                Edge::Mark { process } => {
                    self.marks += 1;
                    if self.returned_at(self.marks - 1).is_none() {
                        self.stored_by(process);
                        continue;
                    }
                    let what = "returns, its thread locals are dropped next";
                    (process, what.to_owned())
                }
                Edge::After { process, mark } => match self.returned_at(mark) {
                    Some(target) => (
                        process,
                        format!("joins the code of {}", self.thread(target)),
                    ),
                    None => continue,
                },
                Edge::Spawn { parent: None, .. } => continue,
                Edge::Spawn { child: other, .. } | Edge::Join { target: other, .. }
                    if self.shadows.contains(&other) =>
                {
                    continue;
                }
                Edge::Spawn {
                    parent: Some(parent),
                    child,
                } => (parent, format!("spawns {}", self.thread(child))),
                Edge::Join { process, target } => {
                    (process, format!("joins {}", self.thread(target)))
                }
                Edge::Wake { process, by } => (by, format!("wakes {}", self.thread(process))),
            };
            self.rows.push(Row {
                step: None,
                kind: EventKind::Thread,
                process,
                thread: self.thread(process),
                what,
                reads_from: None,
                place,
                why: None,
            });
        }
    }

    /// The thread that returned with destructors to run, if that mark is of one.
    fn returned_at(&self, mark: u32) -> Option<ProcessId> {
        let found = self
            .recording
            .returns
            .iter()
            .find(|(number, _)| *number == mark);
        found.map(|(_, process)| *process)
    }

    /// The next of the buffered stores, if that process made it.
    fn stored_by(&mut self, process: ProcessId) {
        let next = self.stores.as_slice().first();
        let Some(stored) = next.filter(|stored| stored.process == process) else {
            return;
        };
        self.stores.next();
        let place = self.short(stored.location).unwrap_or_default();
        let (at, call) = (Some(stored.location), &stored.call);
        let object = self.named(stored.whole, "atomic", call, at, &place);
        self.rows.push(Row {
            step: None,
            kind: EventKind::Buffered,
            process: stored.process,
            thread: stored.thread.clone(),
            what: format!("{object}.{call}"),
            reads_from: None,
            place,
            why: None,
        });
    }

    fn lines(&self) -> Vec<String> {
        let words = |row: &Row| match row.kind {
            EventKind::Buffered => format!("{} into its store buffer", row.what),
            _ => row.words(),
        };
        let number = |row: &Row| row.step.map_or_else(String::new, |step| step.to_string());
        let width = |column: &dyn Fn(&Row) -> usize| self.rows.iter().map(column).max();
        let steps = width(&|row| number(row).len()).unwrap_or(0);
        let threads = width(&|row| row.thread.chars().count()).unwrap_or(0);
        let whats = width(&|row| words(row).chars().count())
            .unwrap_or(0)
            .min(60);
        let line = |alike: &[Row]| {
            let row = &alike[0];
            let again = match alike.len() - 1 {
                0 => String::new(),
                1 => "  (and once more)".to_owned(),
                more => format!("  (and {more} times more)"),
            };
            let (step, what) = (number(row), words(row));
            let (thread, place) = (&row.thread, &row.place);
            let event =
                format!("{step:>steps$}  {thread:<threads$}  {what:<whats$}  {place}{again}");
            let space = steps + threads + 6;
            let why = row.why.as_ref().map(|why| format!("{:space$}{why}", ""));
            [event.trim_end().to_owned()].into_iter().chain(why)
        };
        let alike: Vec<&[Row]> = self.rows.chunk_by(Row::is_like).collect();
        if alike.len() <= LINES_MAX {
            return alike.into_iter().flat_map(line).collect();
        }
        let last = alike.len() - (LINES_MAX - LINES_FIRST);
        let first = alike[..LINES_FIRST].iter().copied().flat_map(line);
        let left_out = format!("... {} lines are left out ...", last - LINES_FIRST);
        first
            .chain([left_out])
            .chain(alike[last..].iter().copied().flat_map(line))
            .collect()
    }
}

/// An operation that did not say what it is in Rust's words.
fn undescribed(step: &Recorded) -> String {
    let own = step
        .touches
        .iter()
        .find(|touch| touch.object == step.operation.object);
    let (before, after) = own.map_or((0, 0), |touch| (touch.before, touch.after));
    let operand = step.operation.operand;
    match step.operation.kind {
        Kind::Load => format!("load() = {before}"),
        Kind::Store | Kind::Set => format!("store({after})"),
        Kind::Flush => after.to_string(),
        Kind::ReadModifyWrite
        | Kind::CompareExchange
        | Kind::Swap
        | Kind::Or
        | Kind::And
        | Kind::Max(_)
        | Kind::Min(_) => {
            format!("update({before} -> {after})")
        }
        Kind::Add => format!("add({})", operand.cast_signed()),
        Kind::Lock => "lock()".to_owned(),
        Kind::TryLock => "try_lock()".to_owned(),
        Kind::Unlock => "unlock()".to_owned(),
        Kind::LockShared => "read()".to_owned(),
        Kind::TryLockShared => "try_read()".to_owned(),
        Kind::UnlockShared => "unlock() after reading".to_owned(),
        Kind::Acquire => format!("acquire({operand})"),
        Kind::TryAcquire => format!("try_acquire({operand})"),
        Kind::Begin => "begin()".to_owned(),
        Kind::Wait => "wait()".to_owned(),
        Kind::NotifyOne => "notify_one()".to_owned(),
        Kind::NotifyAll => "notify_all()".to_owned(),
        Kind::Choose => format!("choose({operand}) = {}", step.alternative),
        Kind::Fence => "fence()".to_owned(),
        Kind::Change => "change".to_owned(),
        Kind::Receive => "receive".to_owned(),
        Kind::Await => "await".to_owned(),
        Kind::Send => "send()".to_owned(),
        Kind::Take | Kind::TryTake => "receive()".to_owned(),
    }
}

/// Who ran most of the last events, and where it keeps coming back to.
pub(crate) fn who_spins(steps: &[Recorded]) -> Option<String> {
    let tail = &steps[steps.len().saturating_sub(TAIL)..];
    let (process, ran) = *by_frequency(tail.iter().map(|step| step.process)).first()?;
    let its = || tail.iter().filter(|step| step.process == process);
    let thread = &its().next()?.thread;
    let places = by_frequency(its().filter_map(|step| {
        let place = step.location.filter(|at| place::is_in_program(at.file()))?;
        Some((place.file(), place.line()))
    }));
    let mut text = format!(
        "Thread {thread} ran {ran} of the last {} events",
        tail.len()
    );
    for (nth, ((file, line), count)) in places.iter().take(PLACES).enumerate() {
        if nth == 0 {
            text.push_str(", and keeps coming back to:\n");
        }
        let times = if *count == 1 { "time" } else { "times" };
        text.push_str(&format!("\n  {file}:{line} ({count} {times})"));
    }
    if places.len() > PLACES {
        text.push_str(&format!("\n  and {} other places", places.len() - PLACES));
    }
    Some(text)
}

/// All different items with how often there are, the most frequent first; of those that are
/// equally frequent, the first.
fn by_frequency<T: Copy + Eq + std::hash::Hash>(items: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut counts: FxHashMap<T, (usize, usize)> = FxHashMap::default();
    for (i, item) in items.enumerate() {
        let entry = counts.entry(item).or_insert((0, usize::MAX - i));
        entry.0 += 1;
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by_key(|(_, rank)| std::cmp::Reverse(*rank));
    let each = ranked.into_iter();
    each.map(|(item, (count, _))| (item, count)).collect()
}
