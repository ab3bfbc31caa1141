//! Every interleaving of a program with clocks, and what time it is in each.
//!
//! What happens to an object is later than all that has happened to it before, unless the two
//! commute: reads do, and additions, and settings. What time it is at an event is the greatest time
//! of these, of the thread's own past, and, if a wait is over, its limit.
//!
//! Languages differ in who says that a wait for a condition is over. In C and Rust it is the
//! wait; in C++ it is a clock, after the wait. They also differ in how far the clock goes on in a loop with a
//! deadline: in C and C++ to the deadline, in Rust beyond it, by an amount that is not fixed. So programs in
//! Rust that have such loops are judged by notes without times.

use super::{Language, MUTEXES, NOTE, Program, SLOTS, Statement, VARIABLES};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The objects that threads share: variables, then mutexes, then these two.
const SEMAPHORE: usize = VARIABLES + MUTEXES;
const CONDITION: usize = SEMAPHORE + 1;
/// A token for each thread.
const TOKEN: usize = CONDITION + 1;
const THREADS: usize = 3;
/// The messages of the channel, one after the other.
const MESSAGE: usize = TOKEN + THREADS;

/// A way to access an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Does {
    Reads,
    Adds,
    Sets,
    Writes,
}

/// A step of a thread, or what it does by itself between two.
#[derive(Clone, Debug)]
enum Action {
    Store(usize, u64),
    Load(usize, usize),
    Lock(usize),
    Unlock(usize),
    /// Notes whether, and if not, goes on N actions later.
    LockInTime(usize, usize, usize),
    Post,
    TakeInTime(usize),
    BeginWait,
    EndWait,
    Wake {
        all: bool,
    },
    /// Looks at a variable for the first time: leaves the loop if it holds that, or if it is too
    /// late; else it looks once more when it is. It sleeps after each look.
    Poll(usize, u64, u64),
    /// And the second time.
    PollAtEnd(usize, u64),
    /// Keeps what a variable holds. If it is that, goes on N actions later.
    Test(usize, u64, usize),
    ParkInTime(usize),
    Unpark(usize),
    // By itself.
    /// If the wait is not over, goes back by N actions.
    Again(usize),
    /// Keeps whether the wait is over.
    KeepOver,
    Sleep(u64),
    Limit(u64),
    NoteTime(usize),
    /// Notes what was kept, and the time.
    Note(usize),
}

impl Action {
    fn is_local(&self) -> bool {
        matches!(
            self,
            Action::Sleep(_)
                | Action::Limit(_)
                | Action::NoteTime(_)
                | Action::Note(_)
                | Action::Again(_)
                | Action::KeepOver
        )
    }
}

fn actions(statements: &[Statement], all: &mut Vec<Action>) {
    for statement in statements {
        match statement {
            Statement::Store(variable, value) => all.push(Action::Store(*variable, *value)),
            Statement::Load(variable, slot) => all.push(Action::Load(*variable, *slot)),
            Statement::Sleep(time) => all.push(Action::Sleep(*time)),
            Statement::Look(slot) => all.push(Action::NoteTime(*slot)),
            Statement::Locked(mutex, body) => {
                all.push(Action::Lock(*mutex));
                actions(body, all);
                all.push(Action::Unlock(*mutex));
            }
            Statement::LockedIn(mutex, limit, slot, body) => {
                let mut within = Vec::new();
                actions(body, &mut within);
                let behind = within.len() + 2;
                all.push(Action::Limit(*limit));
                all.push(Action::LockInTime(*mutex, *slot, behind));
                all.append(&mut within);
                all.push(Action::Unlock(*mutex));
            }
            Statement::Post => all.push(Action::Post),
            Statement::TakeIn(limit, slot) => {
                all.extend([Action::Limit(*limit), Action::TakeInTime(*slot)]);
            }
            Statement::WaitIn(limit, slot) => all.extend([
                Action::Lock(0),
                Action::Limit(*limit),
                Action::BeginWait,
                Action::EndWait,
                Action::Lock(0),
                Action::KeepOver,
                Action::Note(*slot),
                Action::Unlock(0),
            ]),
            Statement::WaitFor {
                variable,
                wanted,
                limit,
                slot,
            } => all.extend([
                Action::Lock(0),
                Action::Limit(*limit),
                Action::Test(*variable, *wanted, 6),
                Action::BeginWait,
                Action::EndWait,
                Action::Lock(0),
                Action::Again(4),
                Action::Test(*variable, *wanted, 1),
                Action::Note(*slot),
                Action::Unlock(0),
            ]),
            Statement::ParkIn(limit, slot) => {
                all.extend([Action::Limit(*limit), Action::ParkInTime(*slot)]);
            }
            Statement::Unpark(thread) => all.push(Action::Unpark(*thread)),
            Statement::Signal => all.push(Action::Wake { all: false }),
            Statement::Broadcast => all.push(Action::Wake { all: true }),
            Statement::Poll {
                variable,
                wanted,
                limit,
                sleep,
                slot,
            } => all.extend([
                Action::Limit(*limit),
                Action::Poll(*variable, *wanted, *sleep),
                Action::PollAtEnd(*variable, *sleep),
                Action::Note(*slot),
            ]),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Thread {
    at: usize,
    time: u64,
    limit: u64,
    kept: u64,
    is_over: bool,
    notes: [u64; SLOTS],
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    threads: Vec<Thread>,
    values: [u64; MESSAGE],
    /// The number of messages that have been taken.
    taken: u64,
    waiting: BTreeSet<usize>,
    /// When each thing was done to each object last.
    history: BTreeMap<(usize, Does), u64>,
}

impl State {
    fn holds(&self, mutex: usize) -> u64 {
        self.values[VARIABLES + mutex]
    }

    /// A thread does something to objects, all at one time.
    fn happens(&mut self, thread: usize, done: &[(usize, Does)]) {
        let mut time = self.threads[thread].time;
        for ((object, before), then) in &self.history {
            let conflicts = done.iter().any(|(other, does)| {
                let commutes = does == before && *does != Does::Writes;
                other == object && !commutes
            });
            if conflicts {
                time = time.max(*then);
            }
        }
        self.threads[thread].time = time;
        for event in done {
            let last = self.history.entry(*event).or_insert(0);
            *last = time.max(*last);
        }
    }

    /// It is over: as late as the limit.
    fn end_in_time(&mut self, thread: usize) {
        let thread = &mut self.threads[thread];
        thread.time = thread.time.max(thread.limit);
    }
}

struct Judge {
    language: Language,
    /// Notes have no times.
    is_timeless: bool,
    threads: Vec<Vec<Action>>,
    known: HashSet<State>,
    outcomes: BTreeSet<Vec<u64>>,
    most: usize,
}

/// The notes that threads may end with, with times or without. None if there are too many
/// states, or two times are the same of which one has to be the greater.
#[must_use]
pub fn outcomes(
    program: &Program,
    language: Language,
    is_timeless: bool,
    most: usize,
) -> Option<BTreeSet<Vec<u64>>> {
    assert!(program.threads.len() <= THREADS, "each has a token");
    let threads = program.threads.iter().map(|statements| {
        let mut all = Vec::new();
        actions(statements, &mut all);
        all
    });
    let threads: Vec<_> = threads.collect();
    let thread = Thread {
        at: 0,
        time: 0,
        limit: 0,
        kept: 0,
        is_over: false,
        notes: [0; SLOTS],
    };
    let mut state = State {
        threads: vec![thread; threads.len()],
        values: [0; MESSAGE],
        taken: 0,
        waiting: BTreeSet::new(),
        history: BTreeMap::new(),
    };
    let mut judge = Judge {
        language,
        is_timeless,
        threads,
        known: HashSet::new(),
        outcomes: BTreeSet::new(),
        most,
    };
    for thread in 0..judge.threads.len() {
        judge.go_on(&mut state, thread)?;
    }
    judge.visit(state)?;
    Some(judge.outcomes)
}

impl Judge {
    fn action(&self, state: &State, thread: usize) -> Option<&Action> {
        self.threads[thread].get(state.threads[thread].at)
    }

    /// A note: what a statement returned, or saw, and what time it is for the thread.
    fn note(&self, code: u64, time: u64) -> u64 {
        match self.is_timeless {
            true => code * NOTE,
            false => code * NOTE + time,
        }
    }

    /// Goes on to the next step of a thread. None if it depends on which of two equal times is the
    /// greater.
    fn go_on(&self, state: &mut State, thread: usize) -> Option<()> {
        while let Some(action) = self
            .action(state, thread)
            .filter(|action| action.is_local())
        {
            let thread = &mut state.threads[thread];
            thread.at += 1;
            match action {
                Action::Sleep(time) => thread.time += time,
                Action::Limit(limit) => {
                    thread.limit = thread.time + limit;
                    thread.is_over = false;
                }
                Action::NoteTime(slot) => thread.notes[*slot] = self.note(0, thread.time),
                Action::Note(slot) => thread.notes[*slot] = self.note(thread.kept, thread.time),
                Action::Again(back) => {
                    self.look_at_limit(thread)?;
                    if !thread.is_over {
                        thread.at -= back + 1;
                    }
                }
                Action::KeepOver => {
                    self.look_at_limit(thread)?;
                    thread.kept = u64::from(thread.is_over);
                }
                _ => unreachable!("it is local"),
            }
        }
        Some(())
    }

    /// After a wait, a thread of C++ looks at a clock. (Clocks of C and C++ are some microseconds
    /// ahead of those here.)
    fn look_at_limit(&self, thread: &mut Thread) -> Option<()> {
        if self.language == Language::Cpp && !thread.is_over {
            if thread.time == thread.limit {
                return None;
            }
            thread.is_over = thread.time > thread.limit;
        }
        Some(())
    }

    /// All that comes after a state. None if there are too many.
    fn visit(&mut self, state: State) -> Option<()> {
        if self.known.len() >= self.most {
            return None;
        }
        if !self.known.insert(state.clone()) {
            return Some(());
        }
        let mut next = Vec::new();
        let mut has_ended = true;
        for thread in 0..self.threads.len() {
            if let Some(action) = self.action(&state, thread).cloned() {
                has_ended = false;
                self.step(&state, thread, &action, &mut next);
            }
        }
        if has_ended {
            let notes = state.threads.iter().flat_map(|thread| thread.notes);
            self.outcomes.insert(notes.collect());
        }
        for (mut state, thread) in next {
            self.go_on(&mut state, thread)?;
            self.visit(state)?;
        }
        Some(())
    }

    /// The states that a thread's next step leads to, if it can be taken.
    fn step(&self, state: &State, thread: usize, action: &Action, next: &mut Vec<(State, usize)>) {
        let mut after = state.clone();
        after.threads[thread].at += 1;
        match *action {
            Action::Store(variable, value) => {
                after.values[variable] = value;
                after.happens(thread, &[(variable, Does::Writes)]);
            }
            Action::Load(variable, slot) => {
                after.threads[thread].notes[slot] = state.values[variable];
                after.happens(thread, &[(variable, Does::Reads)]);
            }
            Action::Lock(mutex) => {
                if state.holds(mutex) != 0 {
                    return;
                }
                after.values[VARIABLES + mutex] = 1;
                after.happens(thread, &[(VARIABLES + mutex, Does::Writes)]);
            }
            Action::Unlock(mutex) => {
                after.values[VARIABLES + mutex] = 0;
                after.happens(thread, &[(VARIABLES + mutex, Does::Writes)]);
            }
            Action::LockInTime(mutex, slot, behind) => {
                let is_free = state.holds(mutex) == 0;
                if is_free {
                    after.values[VARIABLES + mutex] = 1;
                    after.happens(thread, &[(VARIABLES + mutex, Does::Writes)]);
                } else {
                    after.end_in_time(thread);
                    after.happens(thread, &[(VARIABLES + mutex, Does::Reads)]);
                    after.threads[thread].at += behind - 1;
                }
                let acting = &mut after.threads[thread];
                acting.notes[slot] = self.note(u64::from(!is_free), acting.time);
            }
            Action::Post => {
                let message = MESSAGE + state.values[SEMAPHORE] as usize;
                after.values[SEMAPHORE] += 1;
                match self.language {
                    Language::Rust => {
                        let done = [(SEMAPHORE, Does::Writes), (message, Does::Writes)];
                        after.happens(thread, &done);
                    }
                    _ => after.happens(thread, &[(SEMAPHORE, Does::Adds)]),
                }
            }
            Action::TakeInTime(slot) if self.language == Language::Rust => {
                let message = MESSAGE + state.taken as usize;
                let is_there = state.values[SEMAPHORE] > state.taken;
                if is_there {
                    after.taken += 1;
                    after.happens(thread, &[(message, Does::Writes)]);
                } else {
                    after.end_in_time(thread);
                    after.happens(thread, &[(message, Does::Reads)]);
                }
                let acting = &mut after.threads[thread];
                acting.notes[slot] = self.note(u64::from(!is_there), acting.time);
            }
            Action::ParkInTime(slot) => {
                let token = TOKEN + thread;
                let is_there = state.values[token] != 0;
                if is_there {
                    after.values[token] = 0;
                    after.happens(thread, &[(token, Does::Writes)]);
                } else {
                    after.end_in_time(thread);
                    after.happens(thread, &[(token, Does::Reads)]);
                }
                let acting = &mut after.threads[thread];
                // The call does not tell whether it was there.
                acting.notes[slot] = self.note(0, acting.time);
            }
            Action::Unpark(other) => {
                after.values[TOKEN + other] = 1;
                after.happens(thread, &[(TOKEN + other, Does::Sets)]);
            }
            Action::Test(variable, wanted, on) => {
                after.happens(thread, &[(variable, Does::Reads)]);
                let acting = &mut after.threads[thread];
                acting.kept = state.values[variable];
                if acting.kept == wanted {
                    acting.at += on - 1;
                }
            }
            Action::TakeInTime(slot) => {
                let is_there = state.values[SEMAPHORE] > 0;
                if is_there {
                    after.values[SEMAPHORE] -= 1;
                    after.happens(thread, &[(SEMAPHORE, Does::Writes)]);
                } else {
                    after.end_in_time(thread);
                    after.happens(thread, &[(SEMAPHORE, Does::Reads)]);
                }
                let acting = &mut after.threads[thread];
                acting.notes[slot] = self.note(u64::from(!is_there), acting.time);
            }
            Action::BeginWait => {
                after.values[VARIABLES] = 0;
                after.waiting.insert(thread);
                let done = [(CONDITION, Does::Adds), (VARIABLES, Does::Writes)];
                after.happens(thread, &done);
            }
            Action::EndWait => {
                let is_over = after.waiting.remove(&thread);
                if is_over {
                    after.end_in_time(thread);
                }
                after.threads[thread].is_over = is_over;
                after.happens(thread, &[(CONDITION, Does::Writes)]);
            }
            Action::Wake { .. } if state.waiting.is_empty() => {
                after.happens(thread, &[(CONDITION, Does::Reads)]);
            }
            Action::Wake { all } => {
                after.happens(thread, &[(CONDITION, Does::Writes)]);
                if !all {
                    next.extend(state.waiting.iter().map(|woken| {
                        let mut after = after.clone();
                        after.waiting.remove(woken);
                        (after, thread)
                    }));
                    return;
                }
                after.waiting.clear();
            }
            Action::Poll(variable, wanted, sleep) => {
                let looked = state.threads[thread].time;
                after.happens(thread, &[(variable, Does::Reads)]);
                let acting = &mut after.threads[thread];
                acting.kept = state.values[variable];
                acting.time += sleep;
                if acting.kept == wanted || looked >= acting.limit {
                    acting.at += 1;
                } else {
                    acting.time = acting.time.max(acting.limit);
                }
            }
            Action::PollAtEnd(variable, sleep) => {
                after.happens(thread, &[(variable, Does::Reads)]);
                let acting = &mut after.threads[thread];
                acting.kept = state.values[variable];
                acting.time += sleep;
            }
            _ => unreachable!("no step"),
        }
        next.push((after, thread));
    }
}
