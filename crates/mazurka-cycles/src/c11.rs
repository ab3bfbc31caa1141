//! Litmus programs of C with all its memory orders: straight code, without branches.
//!
//! A thread is written in short: `W x rlx 1` writes, `R x acq` reads into the next register
//! (`r0`, `r1`..), `A x ar 1` adds, `X x sc 5` exchanges, `C x 0 1 ar acq` is a compare-exchange
//! of 0 for 1 with the orders of success and failure, `F rel` is a fence; with semicolons between
//! them. Orders are `na` (not atomic), `rlx`, `acq`, `rel`, `ar` (acquire and release) and `sc`.

mod corpus;
mod shapes;

pub use corpus::{CORPUS, Case, Verdict};
pub use shapes::{SHAPES, Shape};

use std::fmt::Write as _;

/// A memory order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Not atomic.
    Plain,
    /// Atomic, and no more.
    Relaxed,
    /// Acquire.
    Acquire,
    /// Release.
    Release,
    /// Both.
    AcquireRelease,
    /// Sequentially consistent.
    SeqCst,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 6] = [
        Order::Plain,
        Order::Relaxed,
        Order::Acquire,
        Order::Release,
        Order::AcquireRelease,
        Order::SeqCst,
    ];

    /// Those that loads can have, without those that are not atomic.
    pub const OF_LOADS: [Order; 3] = [Order::Relaxed, Order::Acquire, Order::SeqCst];

    /// Those that stores can have.
    pub const OF_STORES: [Order; 3] = [Order::Relaxed, Order::Release, Order::SeqCst];

    /// Those that updates can have.
    pub const OF_UPDATES: [Order; 5] = [
        Order::Relaxed,
        Order::Acquire,
        Order::Release,
        Order::AcquireRelease,
        Order::SeqCst,
    ];

    /// Those that fences can have, and mean something.
    pub const OF_FENCES: [Order; 4] = [
        Order::Acquire,
        Order::Release,
        Order::AcquireRelease,
        Order::SeqCst,
    ];

    /// In short.
    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            Order::Plain => "na",
            Order::Relaxed => "rlx",
            Order::Acquire => "acq",
            Order::Release => "rel",
            Order::AcquireRelease => "ar",
            Order::SeqCst => "sc",
        }
    }

    /// Is it an acquire, or more?
    #[must_use]
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcquireRelease | Order::SeqCst)
    }

    /// Is it a release, or more?
    #[must_use]
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcquireRelease | Order::SeqCst)
    }

    fn parse(word: &str) -> Order {
        let found = Order::ALL.into_iter().find(|order| order.short() == word);
        found.unwrap_or_else(|| panic!("{word:?} is no memory order"))
    }

    fn word(self) -> &'static str {
        match self {
            Order::Plain => unreachable!("it is no order of a function"),
            Order::Relaxed => "memory_order_relaxed",
            Order::Acquire => "memory_order_acquire",
            Order::Release => "memory_order_release",
            Order::AcquireRelease => "memory_order_acq_rel",
            Order::SeqCst => "memory_order_seq_cst",
        }
    }
}

/// A statement of a thread. What reads delivers into the next register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// Reads a location.
    Load {
        /// Which.
        location: usize,
        /// How.
        order: Order,
    },
    /// Writes a location.
    Store {
        /// Which.
        location: usize,
        /// How.
        order: Order,
        /// What.
        value: u64,
    },
    /// Adds to a location.
    Add {
        /// Which.
        location: usize,
        /// How.
        order: Order,
        /// What.
        value: u64,
    },
    /// Writes a location and reads what was there.
    Exchange {
        /// Which.
        location: usize,
        /// How.
        order: Order,
        /// What.
        value: u64,
    },
    /// Writes a location if it holds what is expected; in either case reads what was there.
    CompareExchange {
        /// Which.
        location: usize,
        /// What it must hold.
        expected: u64,
        /// What to write then.
        new: u64,
        /// How, if it does.
        success: Order,
        /// How, if it does not.
        failure: Order,
    },
    /// A fence.
    Fence {
        /// Which.
        order: Order,
    },
}

impl Statement {
    fn parse(text: &str) -> Statement {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse().expect("a number");
        let place = |word: &str| {
            let found = LOCATIONS.iter().position(|name| *name == word);
            found.unwrap_or_else(|| panic!("{word:?} is no location"))
        };
        match words[..] {
            ["F", order] => Statement::Fence {
                order: Order::parse(order),
            },
            ["R", location, order] => Statement::Load {
                location: place(location),
                order: Order::parse(order),
            },
            ["C", location, expected, new, success, failure] => Statement::CompareExchange {
                location: place(location),
                expected: number(expected),
                new: number(new),
                success: Order::parse(success),
                failure: Order::parse(failure),
            },
            [kind, location, order, value] => {
                let (location, order) = (place(location), Order::parse(order));
                let value = number(value);
                match kind {
                    "W" => Statement::Store {
                        location,
                        order,
                        value,
                    },
                    "A" => Statement::Add {
                        location,
                        order,
                        value,
                    },
                    "X" => Statement::Exchange {
                        location,
                        order,
                        value,
                    },
                    _ => panic!("{text:?} is no statement"),
                }
            }
            _ => panic!("{text:?} is no statement"),
        }
    }

    /// The location that it accesses.
    #[must_use]
    pub fn location(&self) -> Option<usize> {
        match *self {
            Statement::Load { location, .. }
            | Statement::Store { location, .. }
            | Statement::Add { location, .. }
            | Statement::Exchange { location, .. }
            | Statement::CompareExchange { location, .. } => Some(location),
            Statement::Fence { .. } => None,
        }
    }

    /// Does it read?
    #[must_use]
    pub fn reads(&self) -> bool {
        !matches!(self, Statement::Store { .. } | Statement::Fence { .. })
    }

    /// Its order; of a compare-exchange, that of success.
    #[must_use]
    pub fn order(&self) -> Order {
        match *self {
            Statement::Load { order, .. }
            | Statement::Store { order, .. }
            | Statement::Add { order, .. }
            | Statement::Exchange { order, .. }
            | Statement::Fence { order } => order,
            Statement::CompareExchange { success, .. } => success,
        }
    }

    /// The same with another order (of success and, as far as that can be, of failure).
    #[must_use]
    pub fn with_order(mut self, to: Order) -> Statement {
        match &mut self {
            Statement::Load { order, .. }
            | Statement::Store { order, .. }
            | Statement::Add { order, .. }
            | Statement::Exchange { order, .. }
            | Statement::Fence { order } => *order = to,
            Statement::CompareExchange {
                success, failure, ..
            } => {
                *success = to;
                *failure = match to {
                    Order::AcquireRelease => Order::Acquire,
                    Order::Release => Order::Relaxed,
                    to => to,
                };
            }
        }
        self
    }

    /// The orders that it can have.
    #[must_use]
    pub fn orders(&self) -> &'static [Order] {
        match self {
            Statement::Load { .. } => &Order::OF_LOADS,
            Statement::Store { .. } => &Order::OF_STORES,
            Statement::Fence { .. } => &Order::OF_FENCES,
            _ => &Order::OF_UPDATES,
        }
    }
}

/// The names of locations.
pub const LOCATIONS: [&str; 4] = ["x", "y", "z", "a"];

/// A program. All locations are zero at the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// Its name, for people.
    pub name: String,
    /// The threads.
    pub threads: Vec<Vec<Statement>>,
}

impl Program {
    /// Threads that are written in short.
    ///
    /// # Panics
    /// If they are not.
    #[must_use]
    pub fn parse(name: &str, threads: &[&str]) -> Program {
        let thread = |text: &&str| text.split(';').map(Statement::parse).collect();
        Program {
            name: name.to_owned(),
            threads: threads.iter().map(thread).collect(),
        }
    }

    /// How many locations there are.
    #[must_use]
    pub fn locations(&self) -> usize {
        let statements = self.threads.iter().flatten();
        let last = statements.filter_map(Statement::location).max();
        last.map_or(0, |last| last + 1)
    }

    /// The registers of each thread and the locations, as conditions name them: what final
    /// states have values for.
    #[must_use]
    pub fn observables(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (nth, thread) in self.threads.iter().enumerate() {
            let registers = thread.iter().filter(|statement| statement.reads()).count();
            names.extend((0..registers).map(|register| format!("{nth}:r{register}")));
        }
        names.extend(
            LOCATIONS[..self.locations()]
                .iter()
                .map(ToString::to_string),
        );
        names
    }

    /// As a litmus file of herd, with that condition.
    #[must_use]
    pub fn print(&self, condition: &str) -> String {
        let mut text = format!("C {}\n{{}}\n", self.name);
        let parameters: Vec<String> = (0..self.locations())
            .map(|location| {
                let mut statements = self.threads.iter().flatten();
                let is_plain = statements.any(|statement| {
                    statement.location() == Some(location) && statement.order() == Order::Plain
                });
                let of = if is_plain { "int" } else { "atomic_int" };
                format!("{of}* {}", LOCATIONS[location])
            })
            .collect();
        for (nth, thread) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "\nP{nth}({})\n{{", parameters.join(", "));
            let mut register = 0;
            for statement in thread {
                let _ = writeln!(text, "  {}", line(statement, register));
                register += usize::from(statement.reads());
            }
            text.push_str("}\n");
        }
        let names: Vec<String> = self
            .observables()
            .iter()
            .map(|name| format!("{name};"))
            .collect();
        let _ = writeln!(text, "\nlocations [{}]\n{condition}", names.join(" "));
        text
    }
}

fn line(statement: &Statement, register: usize) -> String {
    let x = statement
        .location()
        .map_or("", |location| LOCATIONS[location]);
    match *statement {
        Statement::Load {
            order: Order::Plain,
            ..
        } => format!("int r{register} = *{x};"),
        Statement::Store {
            order: Order::Plain,
            value,
            ..
        } => format!("*{x} = {value};"),
        Statement::Load { order, .. } => {
            format!(
                "int r{register} = atomic_load_explicit({x}, {});",
                order.word()
            )
        }
        Statement::Store { order, value, .. } => {
            format!("atomic_store_explicit({x}, {value}, {});", order.word())
        }
        Statement::Add { order, value, .. } => format!(
            "int r{register} = atomic_fetch_add_explicit({x}, {value}, {});",
            order.word()
        ),
        Statement::Exchange { order, value, .. } => format!(
            "int r{register} = atomic_exchange_explicit({x}, {value}, {});",
            order.word()
        ),
        Statement::CompareExchange {
            expected,
            new,
            success,
            failure,
            ..
        } => format!(
            "int r{register} = {expected}; atomic_compare_exchange_strong_explicit({x}, \
             &r{register}, {new}, {}, {});",
            success.word(),
            failure.word()
        ),
        Statement::Fence { order } => format!("atomic_thread_fence({});", order.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_in_short_and_as_files() {
        let program = Program::parse(
            "t",
            &[
                "W x na 1; F rel; A y ar 2",
                "C y 0 1 ar acq; R x rlx; X y sc 5",
            ],
        );
        assert_eq!(program.locations(), 2);
        assert_eq!(
            program.observables(),
            ["0:r0", "1:r0", "1:r1", "1:r2", "x", "y"]
        );
        let text = program.print("exists (x=1)");
        for part in [
            "P0(int* x, atomic_int* y)",
            "  *x = 1;\n  atomic_thread_fence(memory_order_release);",
            "int r0 = atomic_fetch_add_explicit(y, 2, memory_order_acq_rel);",
            "&r0, 1, memory_order_acq_rel, memory_order_acquire);",
            "int r1 = atomic_load_explicit(x, memory_order_relaxed);",
            "locations [0:r0; 1:r0; 1:r1; 1:r2; x; y;]\nexists (x=1)",
        ] {
            assert!(text.contains(part), "{part:?} in\n{text}");
        }
    }
}
