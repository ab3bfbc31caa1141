//! Programs as Rust: loops over Mazurka's atomics and mutexes, written by hand in
//! several ways, which a program calls one after the other.

use super::block::{Order, Register};
use super::program::{
    Change, Condition, Effect, Form, Grab, Keeps, LOCATIONS, LOCK, Lock, MUTEXES, NAMED, Operand,
    Pause, Program, Relation, Statement, TICKETS, Unlock,
};
use mazurka::sync::atomic::Ordering::{self, Acquire, Relaxed, Release, SeqCst};
use mazurka::sync::atomic::{AtomicU32, fence};
use mazurka::sync::{Mutex, MutexGuard};
use mazurka::{hint, thread};
use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

/// What a failed assertion with that number says.
#[must_use]
pub fn failure(number: u32) -> String {
    format!("assertion {number} fails")
}

std::thread_local! {
    /// What the locations held at the end of the execution that runs; none before.
    static RECORD: RefCell<Option<Vec<u32>>> = const { RefCell::new(None) };
}

/// What the locations held at the end of the last execution, if its threads ended.
#[must_use]
pub fn recorded() -> Option<Vec<u32>> {
    RECORD.with_borrow(Clone::clone)
}

/// What the threads share.
struct Shared {
    locations: Vec<AtomicU32>,
    mutexes: Vec<Mutex<()>>,
}

/// One execution.
pub fn execute(program: &Arc<Program>) {
    RECORD.with_borrow_mut(|record| *record = None);
    let shared = Arc::new(Shared {
        locations: (0..LOCATIONS).map(|_| AtomicU32::new(0)).collect(),
        mutexes: (0..MUTEXES).map(|_| Mutex::new(())).collect(),
    });
    let mut handles = Vec::with_capacity(program.threads.len());
    for index in 0..program.threads.len() {
        let (program, shared) = (Arc::clone(program), Arc::clone(&shared));
        handles.push(thread::spawn(move || {
            let mut thread = Thread {
                shared: &shared,
                registers: [0; NAMED],
            };
            thread.run(&program.threads[index]);
        }));
    }
    let mut failed = false;
    for handle in handles {
        failed |= handle.join().is_err();
    }
    if failed {
        return;
    }
    let held = shared.locations.iter().map(|at| at.load(SeqCst));
    let held: Vec<u32> = held.collect();
    RECORD.with_borrow_mut(|record| *record = Some(held));
}

struct Thread<'a> {
    shared: &'a Shared,
    registers: [u32; NAMED],
}

fn ordering(order: Order) -> Ordering {
    match order {
        Order::Relaxed => Relaxed,
        Order::Release => Release,
        Order::Full => SeqCst,
    }
}

/// A condition whose operand is a number.
#[derive(Clone, Copy)]
struct Against {
    relation: Relation,
    value: u32,
}

impl Against {
    fn holds(self, value: u32) -> bool {
        self.relation.holds(value, self.value)
    }
}

impl<'a> Thread<'a> {
    fn at(&self, location: usize) -> &'a AtomicU32 {
        &self.shared.locations[location]
    }

    fn value(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Constant(value) => value,
            Operand::Register(register) => self.registers[register],
        }
    }

    fn against(&self, condition: Condition) -> (&'a AtomicU32, Against) {
        let against = Against {
            relation: condition.relation,
            value: self.value(condition.operand),
        };
        (self.at(condition.location), against)
    }

    fn set(&mut self, register: Register, value: u32) {
        self.registers[register] = value;
    }

    fn run(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|one| self.statement(one));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Store(location, value, order) => {
                let value = self.value(*value);
                self.at(*location).store(value, ordering(*order));
            }
            Statement::Load(register, location) => {
                let value = self.at(*location).load(Relaxed);
                self.set(*register, value);
            }
            Statement::Add(register, location, value) => {
                let value = self.at(*location).fetch_add(*value, SeqCst);
                self.set(*register, value);
            }
            Statement::Exchange(register, location, value) => {
                let value = self.at(*location).swap(self.value(*value), SeqCst);
                self.set(*register, value);
            }
            Statement::CompareExchange(register, location, expected, new) => {
                let at = self.at(*location);
                let held = at.compare_exchange(*expected, *new, SeqCst, SeqCst);
                self.set(*register, held.unwrap_or_else(|held| held));
            }
            Statement::Fence => fence(SeqCst),
            Statement::Assert(register, value, number) => {
                let holds = self.registers[*register] != *value;
                assert!(holds, "{}", failure(*number));
            }
            other => self.waiting(other),
        }
    }

    fn waiting(&mut self, statement: &Statement) {
        match statement {
            Statement::Wait {
                condition,
                pause,
                keep,
                spelling,
            } => {
                let (at, against) = self.against(*condition);
                let value = wait(at, against, *pause, *spelling);
                if let Some(register) = keep {
                    self.set(*register, value);
                }
            }
            Statement::WaitTwo {
                conditions: [first, second],
                form,
                register,
                pause,
                spelling,
            } => {
                let (first, second) = (self.against(*first), self.against(*second));
                if *form == Form::Exits {
                    self.set(*register, which_exit(first, second, *pause));
                } else {
                    wait_two(first, second, *form, *pause, *spelling);
                }
            }
            Statement::Grab {
                location,
                grab,
                register,
                pause,
                spelling,
            } => {
                let held = grabbed(self.at(*location), *grab, *pause, *spelling);
                self.set(*register, held);
            }
            Statement::Locked {
                lock,
                unlock,
                body,
                pause,
                spelling,
            } => {
                let shared = self.shared;
                let taken = take(shared, *lock, *pause, *spelling);
                self.run(body);
                give_back(shared, taken, *unlock);
            }
            Statement::Retry {
                location,
                change,
                reload,
                keeps,
                register,
                spelling,
            } => {
                let at = self.at(*location);
                let shared = self.shared;
                let change = |held| changed(shared, *change, held);
                let held = match (reload, keeps) {
                    (true, false) => retry_reloading(at, change, *spelling),
                    (false, false) => retry(at, change, *spelling),
                    (reload, true) => retry_keeping(at, change, *reload),
                };
                self.set(*register, held);
            }
            Statement::Poll {
                mutex,
                condition,
                register,
                spelling,
            } => {
                let (at, against) = self.against(*condition);
                let value = poll(&self.shared.mutexes[*mutex], at, against, *spelling);
                self.set(*register, value);
            }
            Statement::Planted {
                condition,
                rounds,
                keeps,
                register,
                effect,
                spelling,
            } => {
                let (at, against) = self.against(*condition);
                let shared = self.shared;
                let act = |effect: Effect| act(shared, effect);
                let kept = match keeps {
                    Keeps::Count(most) => counting(at, against, *rounds, *most, *spelling, || {
                        act(*effect);
                    }),
                    Keeps::Flag => flagging(at, against, *rounds, || act(*effect)),
                    Keeps::Last => remembering(at, against, *rounds, || act(*effect)),
                    Keeps::Second => {
                        let other = &shared.locations[1 - condition.location];
                        looking_aside(at, against, *rounds, other, || act(*effect))
                    }
                    Keeps::Nothing => return bounded(at, against, *rounds, || act(*effect)),
                    Keeps::Dead => return tiring(at, against, || act(*effect)),
                };
                self.set(*register, kept);
            }
            other => unreachable!("{other:?} does not wait"),
        }
    }
}

/// Gives way, or not.
fn give_way(pause: Pause, spelling: u8) {
    match (pause, spelling % 2) {
        (Pause::None, _) => {}
        (Pause::Yield, 0) => hint::spin_loop(),
        (Pause::Yield, _) => thread::yield_now(),
        (Pause::Fence, _) => fence(SeqCst),
    }
}

fn while_equal(at: &AtomicU32, value: u32) -> u32 {
    let mut held = at.load(Acquire);
    while held == value {
        held = at.load(Acquire);
    }
    held
}

fn while_unequal(at: &AtomicU32, value: u32) -> u32 {
    while at.load(Acquire) != value {}
    value
}

fn while_less(at: &AtomicU32, value: u32) -> u32 {
    loop {
        let held = at.load(Relaxed);
        if held >= value {
            break held;
        }
        hint::spin_loop();
    }
}

/// Calls the function until it gives something.
fn until<T>(mut look: impl FnMut() -> Option<T>, pause: Pause) -> T {
    loop {
        if let Some(found) = look() {
            return found;
        }
        give_way(pause, 0);
    }
}

fn wait(at: &AtomicU32, against: Against, pause: Pause, spelling: u8) -> u32 {
    match spelling % 5 {
        0 if pause == Pause::None => match against.relation {
            Relation::Equal => while_equal(at, against.value),
            Relation::Unequal => while_unequal(at, against.value),
            Relation::Less => while_less(at, against.value),
        },
        0 | 1 => loop {
            match at.load(Acquire) {
                held if against.holds(held) => give_way(pause, spelling),
                held => return held,
            }
        },
        2 => until(
            || Some(at.load(SeqCst)).filter(|held| !against.holds(*held)),
            pause,
        ),
        4 if pause == Pause::None => {
            let mut looks = std::iter::repeat_with(|| at.load(Relaxed));
            let found = looks.find(|held| !against.holds(*held));
            found.expect("it looks for ever")
        }
        _ => {
            let mut held;
            while {
                held = at.load(Acquire);
                against.holds(held)
            } {
                give_way(pause, spelling);
            }
            held
        }
    }
}

fn wait_two(
    (x, first): (&AtomicU32, Against),
    (y, second): (&AtomicU32, Against),
    form: Form,
    pause: Pause,
    spelling: u8,
) {
    match form {
        Form::Both => {
            while first.holds(x.load(Acquire)) && second.holds(y.load(Acquire)) {
                give_way(pause, spelling);
            }
        }
        Form::Either => loop {
            if first.holds(x.load(Acquire)) || second.holds(y.load(Acquire)) {
                give_way(pause, spelling);
                continue;
            }
            break;
        },
        Form::Values => {
            let look = || {
                let values = (x.load(Relaxed), y.load(Relaxed));
                (!first.holds(values.0) && !second.holds(values.1)).then_some(values)
            };
            until(look, pause);
        }
        Form::Same if spelling.is_multiple_of(2) => {
            while x.load(Acquire) == y.load(Acquire) {
                give_way(pause, spelling);
            }
        }
        Form::Same => loop {
            match (x.load(Acquire), y.load(Acquire)) {
                (a, b) if a == b => give_way(pause, spelling),
                _ => break,
            }
        },
        Form::Exits => {
            which_exit((x, first), (y, second), pause);
        }
        Form::Sum => loop {
            let sum = x.load(Acquire) + y.load(Acquire);
            if sum >= second.value {
                break;
            }
            give_way(pause, spelling);
        },
    }
}

/// Which of the conditions did not hold?
fn which_exit(
    (x, first): (&AtomicU32, Against),
    (y, second): (&AtomicU32, Against),
    pause: Pause,
) -> u32 {
    loop {
        if !first.holds(x.load(Acquire)) {
            return 1;
        }
        if !second.holds(y.load(Acquire)) {
            return 2;
        }
        give_way(pause, 0);
    }
}

fn grabbed(at: &AtomicU32, grab: Grab, pause: Pause, spelling: u8) -> u32 {
    match grab {
        Grab::CompareExchange { wanted, new, weak } => loop {
            let result = match weak {
                true => at.compare_exchange_weak(wanted, new, SeqCst, Relaxed),
                false => at.compare_exchange(wanted, new, SeqCst, Relaxed),
            };
            match result {
                Ok(held) => return held,
                Err(_) => give_way(pause, spelling),
            }
        },
        Grab::Exchange { wanted, new } => {
            while at.swap(new, SeqCst) != wanted {
                give_way(pause, spelling);
            }
            wanted
        }
        Grab::Or { wanted, bits } => until(
            || Some(at.fetch_or(bits, SeqCst)).filter(|held| *held == wanted),
            pause,
        ),
    }
}

/// A lock that was taken.
enum Taken<'a> {
    Word,
    Ticket(u32),
    Mutex(MutexGuard<'a, ()>),
}

fn take(shared: &Shared, lock: Lock, pause: Pause, spelling: u8) -> Taken<'_> {
    let word = &shared.locations[LOCK];
    match lock {
        Lock::Exchange if spelling.is_multiple_of(2) => {
            while word.swap(1, Acquire) != 0 {
                give_way(pause, spelling);
            }
        }
        Lock::Exchange => until(|| (word.swap(1, SeqCst) == 0).then_some(()), pause),
        Lock::CompareExchange { weak: false } => loop {
            match word.compare_exchange(0, 1, Acquire, Relaxed) {
                Ok(_) => break,
                Err(_) => give_way(pause, spelling),
            }
        },
        Lock::CompareExchange { weak: true } => {
            while word.compare_exchange_weak(0, 1, SeqCst, Relaxed).is_err() {
                give_way(pause, spelling);
            }
        }
        Lock::Or => {
            while word.fetch_or(1, Acquire) & 1 == 1 {
                give_way(pause, spelling);
            }
        }
        Lock::TestAndSet => match spelling % 3 {
            0 => {
                while word.load(Relaxed) != 0 || word.swap(1, Acquire) != 0 {
                    give_way(pause, spelling);
                }
            }
            1 => loop {
                while word.load(Relaxed) != 0 {
                    give_way(pause, spelling);
                }
                if word.swap(1, Acquire) == 0 {
                    break;
                }
            },
            _ => {
                while word.swap(1, Acquire) != 0 {
                    let against = Against {
                        relation: Relation::Unequal,
                        value: 0,
                    };
                    wait(word, against, pause, spelling);
                }
            }
        },
        Lock::Ticket => {
            let (next, serving) = TICKETS;
            let ticket = shared.locations[next].fetch_add(1, SeqCst);
            let against = Against {
                relation: Relation::Unequal,
                value: ticket,
            };
            wait(&shared.locations[serving], against, pause, spelling);
            return Taken::Ticket(ticket);
        }
        Lock::Mutex(mutex) => return Taken::Mutex(lock_of(&shared.mutexes[mutex])),
        Lock::TryMutex(mutex) => {
            let mutex = &shared.mutexes[mutex];
            let guard = if spelling.is_multiple_of(2) {
                until(|| mutex.try_lock().ok(), pause)
            } else {
                loop {
                    match mutex.try_lock() {
                        Ok(guard) => break guard,
                        Err(_) => give_way(pause, spelling),
                    }
                }
            };
            return Taken::Mutex(guard);
        }
    }
    Taken::Word
}

fn lock_of(mutex: &Mutex<()>) -> MutexGuard<'_, ()> {
    mutex.lock().expect("no thread panics and goes on")
}

fn give_back(shared: &Shared, taken: Taken<'_>, unlock: Unlock) {
    let word = &shared.locations[LOCK];
    let serving = &shared.locations[TICKETS.1];
    match (taken, unlock) {
        (Taken::Mutex(guard), _) => drop(guard),
        (Taken::Ticket(ticket), Unlock::Store(order)) => serving.store(ticket + 1, ordering(order)),
        (Taken::Ticket(_), _) => {
            serving.fetch_add(1, SeqCst);
        }
        (Taken::Word, Unlock::Store(order)) => word.store(0, ordering(order)),
        (Taken::Word, Unlock::Exchange) => {
            word.swap(0, SeqCst);
        }
        (Taken::Word, Unlock::Add) => {
            word.fetch_sub(1, Release);
        }
        (Taken::Word, Unlock::And) => {
            word.fetch_and(0, Release);
        }
    }
}

/// What becomes of what was there; none if there is nothing to take.
fn changed(shared: &Shared, change: Change, held: u32) -> Option<u32> {
    match change {
        Change::Copy(other) => Some(shared.locations[other].load(Relaxed)),
        Change::Increment => Some(held + 1),
        Change::Decrement => held.checked_sub(1),
        Change::Set(value) => Some(value),
    }
}

fn retry_reloading(at: &AtomicU32, change: impl Fn(u32) -> Option<u32>, spelling: u8) -> u32 {
    if spelling.is_multiple_of(2) {
        return until(
            || {
                let held = at.load(Relaxed);
                let new = change(held)?;
                at.compare_exchange(held, new, SeqCst, Relaxed).ok()
            },
            Pause::None,
        );
    }
    loop {
        let held = at.load(Acquire);
        let Some(new) = change(held) else {
            continue;
        };
        if at
            .compare_exchange_weak(held, new, Release, Relaxed)
            .is_ok()
        {
            return held;
        }
    }
}

fn retry(at: &AtomicU32, change: impl Fn(u32) -> Option<u32>, spelling: u8) -> u32 {
    if spelling.is_multiple_of(3) {
        // It gives up where there is nothing to take.
        return until(
            || at.fetch_update(SeqCst, Relaxed, &change).ok(),
            Pause::None,
        );
    }
    let mut held = at.load(Relaxed);
    loop {
        let Some(new) = change(held) else {
            held = at.load(Relaxed);
            continue;
        };
        match at.compare_exchange(held, new, SeqCst, Relaxed) {
            Ok(held) => return held,
            Err(now) => held = now,
        }
    }
}

/// Each round writes to the heap, as one that pushes a node does.
fn retry_keeping(at: &AtomicU32, change: impl Fn(u32) -> Option<u32>, reload: bool) -> u32 {
    let mut node = Box::new(0);
    let mut held = at.load(Relaxed);
    loop {
        *black_box(&mut node).as_mut() = held;
        let new = change(held);
        let result = new.map(|new| at.compare_exchange(held, new, SeqCst, Relaxed));
        match result {
            Some(Ok(held)) => return held,
            Some(Err(now)) if !reload => held = now,
            _ => held = at.load(Relaxed),
        }
    }
}

fn poll(mutex: &Mutex<()>, at: &AtomicU32, against: Against, spelling: u8) -> u32 {
    if spelling.is_multiple_of(2) {
        loop {
            let guard = lock_of(mutex);
            let held = at.load(Relaxed);
            drop(guard);
            if !against.holds(held) {
                return held;
            }
        }
    }
    let look = || {
        let _guard = lock_of(mutex);
        Some(at.load(Relaxed)).filter(|held| !against.holds(*held))
    };
    until(look, Pause::None)
}

/// What a round does for others to see.
fn act(shared: &Shared, effect: Effect) {
    match effect {
        Effect::Nothing => {}
        Effect::Store(location, value, order) => {
            shared.locations[location].store(value, ordering(order));
        }
        Effect::Add(location) => {
            shared.locations[location].fetch_add(1, SeqCst);
        }
        Effect::CompareExchange(location, value) => {
            let at = &shared.locations[location];
            // Whether it succeeds makes no difference here.
            let _ = at.compare_exchange(0, value, SeqCst, SeqCst);
        }
    }
}

/// Is there another round?
fn goes_on(rounds: Option<u32>, done: &mut u32) -> bool {
    let Some(most) = rounds else {
        return true;
    };
    let goes_on = *done < most;
    *done += 1;
    goes_on
}

fn counting(
    at: &AtomicU32,
    against: Against,
    rounds: Option<u32>,
    most: u32,
    spelling: u8,
    act: impl Fn(),
) -> u32 {
    if spelling.is_multiple_of(3) {
        return counting_on_the_heap(at, against, rounds, most, act);
    }
    let (mut count, mut done) = (0, 0);
    while against.holds(at.load(Acquire)) && goes_on(rounds, &mut done) {
        if spelling.is_multiple_of(2) {
            count = (count + 1).min(most);
        } else if count < most {
            count += 1;
        }
        act();
    }
    count
}

fn counting_on_the_heap(
    at: &AtomicU32,
    against: Against,
    rounds: Option<u32>,
    most: u32,
    act: impl Fn(),
) -> u32 {
    let mut count = Box::new(0);
    let mut done = 0;
    while against.holds(at.load(Acquire)) && goes_on(rounds, &mut done) {
        let count = black_box(&mut count);
        **count = (**count + 1).min(most);
        act();
    }
    *count
}

fn flagging(at: &AtomicU32, against: Against, rounds: Option<u32>, act: impl Fn()) -> u32 {
    let (mut waited, mut done) = (false, 0);
    loop {
        if !against.holds(at.load(Acquire)) || !goes_on(rounds, &mut done) {
            return u32::from(waited);
        }
        waited = true;
        act();
    }
}

fn remembering(at: &AtomicU32, against: Against, rounds: Option<u32>, act: impl Fn()) -> u32 {
    let (mut last, mut done) = (0, 0);
    loop {
        let held = at.load(Acquire);
        if !against.holds(held) || !goes_on(rounds, &mut done) {
            return last;
        }
        last = held + 1;
        act();
    }
}

fn looking_aside(
    at: &AtomicU32,
    against: Against,
    rounds: Option<u32>,
    other: &AtomicU32,
    act: impl Fn(),
) -> u32 {
    let (mut seen, mut done) = (0, 0);
    while against.holds(at.load(Acquire)) && goes_on(rounds, &mut done) {
        seen = other.load(Acquire);
        act();
    }
    seen
}

fn bounded(at: &AtomicU32, against: Against, rounds: Option<u32>, act: impl Fn()) {
    let mut done = 0;
    while against.holds(at.load(Relaxed)) && goes_on(rounds, &mut done) {
        act();
    }
}

/// Counts for nothing.
fn tiring(at: &AtomicU32, against: Against, act: impl Fn()) {
    let mut count = 0_u32;
    while against.holds(at.load(Relaxed)) {
        count = black_box(count.wrapping_add(1));
        act();
    }
}
