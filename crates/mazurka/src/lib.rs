//! A stateless model checker for concurrent Rust programs.
//!
//! [`check`] runs a closure again and again, each time under another schedule
//! of its threads, until every behaviour that scheduling can cause has been
//! seen once. The closure uses this crate's [`thread`], [`sync`] and [`cell`]
//! in place of those of `std`; names and signatures are the same. For async code
//! there is [`future::block_on`], for message passing after Erlang [`actor`].
//!
//! ```
//! use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
//! use mazurka::sync::Arc;
//! use mazurka::thread;
//!
//! mazurka::check(|| {
//!     let counter = Arc::new(AtomicUsize::new(0));
//!     let other = counter.clone();
//!     let handle = thread::spawn(move || other.fetch_add(1, SeqCst));
//!     counter.fetch_add(1, SeqCst);
//!     handle.join().unwrap();
//!     assert_eq!(counter.load(SeqCst), 2);
//! });
//! ```
//!
//! # In a crate
//! The types of this crate exist inside of checks only. A crate that is to be checked chooses
//! between them and those of `std` in one module, by a `cfg` that is set for checks alone
//! (`cargo mazurka test` sets it, and so does `RUSTFLAGS="--cfg mazurka"`):
//!
//! ```
//! // src/sync.rs
//! #[cfg(mazurka)]
//! pub(crate) use mazurka::{sync::*, thread};
//! #[cfg(not(mazurka))]
//! pub(crate) use std::{sync::*, thread};
//! # fn main() {}
//! ```
//!
//! In `Cargo.toml`, the dependency stands under `[target.'cfg(mazurka)'.dependencies]`, and
//! `unexpected_cfgs = { level = "warn", check-cfg = ["cfg(mazurka)"] }` under `[lints.rust]`.
//! The folder `examples/ring` of the repository is such a crate.
//!
//! # What is shown
//! A failure is told by the execution that shows it, a line for each event. Objects are called as
//! the source code calls them, where they are made or used; or by the name that they are
//! given, with `named` ([`AtomicUsize::named`](sync::atomic::AtomicUsize::named),
//! [`Mutex::named`](sync::Mutex::named)...). With `RUST_BACKTRACE=1` the calls of the thread
//! that fails follow, or those of all threads that wait for good.
//!
//! # What is explored
//! Every interleaving of the operations of this crate's types, up to the order
//! of independent ones, under sequential consistency, and then what the memory model of the
//! language allows beyond that ([*Memory models*](#memory-models)); and every alternative where there is a
//! choice ([`choose`], which waiter is notified, whether a
//! timeout comes first). Panics, deadlocks, livelocks, data races on
//! [`cell::UnsafeCell`], unlocks of what is not held, and executions that do not
//! end are findings: a failure prints the interleaving that shows it, and a
//! string that replays it.
//!
//! A thread that spins, looking again and again at what has not changed, waits
//! for a change: a loop such as `while !flag.load(Acquire) {}` has finitely many
//! executions. This is noticed on x86-64, if the loop allocates nothing and the
//! test has less than 4 MiB of memory in use; elsewhere, use [`await_until`].
//!
//! # What is not
//! - Types of `std` are not seen: use the ones of this crate.
//! - Freed memory is not used again within an execution, so the ABA problem by
//!   way of a reused *address* is not explored.
//! - Code takes no time: a deadline passes in waits, sleeps and loops that look at the
//!   clock ([`time`]), not between other statements.
//! - The closure must do the same whenever it is given the same schedule: no
//!   random numbers, no iteration over `std` hash maps. What a loop
//!   counts in a static of `std` does not keep it from being taken for a spin.
//! - Where an execution is left in the middle (a bug, an assumption that fails), no destructor
//!   runs. Its memory is given back, but for what can be reached from statics, thread locals of
//!   `std` and what was made outside. Memory that only C code or another OS thread
//!   knows of is not found there.
//!
//! # Memory models
//! | model | is |
//! |---|---|
//! | [`Model::Sc`] | sequential consistency: a load finds what was written last |
//! | [`Model::Tso`], [`Model::Pso`] | what processors do: stores wait in buffers |
//! | [`Model::Ra`] | release/acquire: as if every access were one of these |
//! | [`Model::Rc11`] | the model of the language: a load finds any write that its ordering does not hide |
//!
//! Without a model, a check is of SC, and if that is verified, of RC11. To a test that uses
//! locks and channels, or `SeqCst` alone, the second part adds nothing but time; to one with
//! weaker orderings, it adds what these allow. The report names the models that were covered.
//! A model that is set ([`Checker::model`], `#[mazurka::test(model = "sc")]`,
//! `MAZURKA_MODEL=sc`) is the only one.
//!
//! ## RC11
//! ```
//! use mazurka::sync::Arc;
//! use mazurka::sync::atomic::{AtomicU32, Ordering::{self, *}};
//! use mazurka::{Checker, Model, thread};
//!
//! /// A message and a flag that says that it is there.
//! fn message(store: Ordering) {
//!     let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
//!     let other = shared.clone();
//!     thread::spawn(move || {
//!         other.0.store(42, Relaxed);
//!         other.1.store(1, store);
//!     });
//!     if shared.1.load(Acquire) == 1 {
//!         assert_eq!(shared.0.load(Relaxed), 42);
//!     }
//! }
//!
//! let report = Checker::new().check(|| message(Release));
//! assert_eq!(report.covered(), [Model::Sc, Model::Rc11]);
//! // Nothing orders the message before the flag. No processor of Intel would show that.
//! let report = Checker::new().check(|| message(Relaxed));
//! assert!(report.finding().is_some());
//! assert_eq!(report.covered(), [Model::Sc]);
//! ```
//!
//! RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, PLDI 2017) is the model of C11, which Rust has,
//! with its known faults repaired: release sequences, fences, and `SeqCst` as it is meant. What
//! it leaves out: a load never finds what is written after it in program order, by way of
//! other threads (*load buffering*). A compiler may reorder relaxed accesses so, and ARM
//! processors may; a program that is wrong only then is not found. Each *execution graph* is
//! explored once: which write each load finds, and the order of the writes of each location.
//! Locks, channels and all that is no atomic are as strong as under SC.
//!
//! An atomic that a thread has made on its heap has to be made before others use it: an address
//! that is stored or loaded with `Relaxed` does not order that, and the first use is a data race.
//! (Cells are judged so under every model, atomics under RC11 and RA, and in programs that use
//! cells.)
//!
//! ## Store buffers
//! A processor does not write to memory at once: a store waits in a *store buffer*
//! of its core, which other cores cannot see, and which loads of the same core
//! look into first. [`Checker::model`] (or `MAZURKA_MODEL=tso`) has that explored
//! too: [`Model::Tso`], total store order, is what x86 processors do, with one
//! buffer for each thread; [`Model::Pso`], partial store order, is what SPARC
//! processors may do, with one for each thread and location, so that stores to
//! different locations overtake one another. That a store reaches memory, its
//! *flush*, is an event of its own. Under [`Model::Sc`] there are no buffers.
//!
//! ```
//! use mazurka::sync::Arc;
//! use mazurka::sync::atomic::{AtomicBool, Ordering::{Acquire, Release}};
//! use mazurka::{Checker, Model, thread};
//!
//! /// Both threads say that they want to go in, and look whether the other does.
//! fn both_go_in() {
//!     let wants = Arc::new([AtomicBool::new(false), AtomicBool::new(false)]);
//!     let goes_in = |me: usize, wants: Arc<[AtomicBool; 2]>| {
//!         wants[me].store(true, Release);
//!         !wants[1 - me].load(Acquire)
//!     };
//!     let theirs = wants.clone();
//!     let other = thread::spawn(move || goes_in(1, theirs));
//!     let first = goes_in(0, wants);
//!     assert!(!(first && other.join().unwrap()));
//! }
//!
//! assert!(Checker::new().model(Model::Sc).check(both_go_in).is_verified());
//! assert!(Checker::new().model(Model::Tso).check(both_go_in).finding().is_some());
//! ```
//!
//! What an operation does is what the instruction does that compilers emit for
//! it:
//!
//! | in the program | TSO | on x86 | PSO, where it differs |
//! |---|---|---|---|
//! | load, with any ordering | reads its buffer, else memory | `mov` | |
//! | store, `Relaxed` | goes into the buffer | `mov` | into that of the location |
//! | store, `Release` | goes into the buffer | `mov` | it and the stores after it reach memory after all stores before it (`membar #StoreStore`) |
//! | store, `SeqCst` | empties the buffer, then writes memory | `xchg` | |
//! | read-modify-write, with any ordering, also one that fails | empties the buffer, then works on memory | `lock` prefix | |
//! | `fence(SeqCst)` | empties the buffer | `mfence` | |
//! | `fence(Release)`, `fence(AcqRel)` | nothing | no instruction | stores before it reach memory before those after it |
//! | `fence(Acquire)` | nothing | no instruction | |
//! | locks, condition variables, channels..., cloning and dropping an `Arc` | empties the buffer | `lock` prefix | |
//! | spawning, joining, the end of a thread | empties the buffer | | |
//!
//! Reading the state of something other than an atomic (whether a thread has
//! finished, a poisoned lock, a value that was set once) is a load.
//!
//! This is the model of the hardware, not of the language, which allows more (see RC11).
//! Loads are never late and never early, so what is found wrong is wrong on such a
//! machine, but a program without findings may still be wrong elsewhere: on ARM,
//! where loads are reordered too, or when a compiler reorders `Relaxed` accesses,
//! which it may. Under TSO, `Relaxed` is as good as `Release` and `Acquire`. What
//! is a data race of [`cell::UnsafeCell`] is decided by the language's rules under
//! every model.
//!
//! Long buffers make many traces: [`Checker::buffer_bound`] bounds them.
//!
//! # Memory
//! Objects are named by where they live, so the crate installs a global
//! allocator (feature `allocator`, on by default) that gives every thread of a
//! program under test a heap of its own; outside of [`check`] it is the
//! system's. With a global allocator of your own, turn the feature off and wrap
//! yours in [`Allocator`].
//!
//! The feature `clock`, which is on by default too, defines the C function `clock_gettime`, so
//! that [`std::time`] tells the clock of the check inside of checks (on Linux; see [`time`]).

#[cfg(not(unix))]
compile_error!("mazurka needs a Unix system: Linux, macOS or another");

pub mod actor;
pub mod alloc;
mod allocator;
pub mod cell;
mod checker;
mod choice;
mod closure;
mod command;
mod endless;
mod engine;
mod fibers;
pub mod future;
pub mod hint;
mod lazy;
mod local;
#[cfg(feature = "bench")]
#[doc(hidden)]
pub mod measure;
mod objects;
mod orders;
mod park;
mod place;
#[doc(hidden)]
pub mod private;
mod progress;
mod render;
mod replay;
mod report;
mod reports;
mod rt;
mod settings;
mod shown;
mod source;
#[cfg(all(feature = "clock", target_os = "linux", not(miri)))]
mod std_clock;
pub mod sync;
pub mod thread;
pub mod time;
mod trace;

pub use allocator::Allocator;
pub use checker::{Checker, check};
pub use choice::{assume, await_until, choose};
pub use endless::Endless;
pub use lazy::Lazy;
pub use local::{AccessError, LocalKey};
pub use mazurka_explore::{Algorithm, Statistics};
pub use mazurka_macros::test;
pub use mazurka_memory::Model;
pub use mazurka_program::{Finding, FindingKind};
pub use report::{Limit, Report, Verdict};
