//! The panic hook: inside fibers, a panic's message is kept for the finding and
//! nothing is printed; everywhere else, the hook that was there before decides.
//!
//! *A destructor that panics while we unwind its thread.* When an execution is left, its fibers
//! are unwound. Should a destructor panic then, `std` would abort the OS process, for something
//! that the program does not do by itself. So the fiber has to give itself up before. It cannot
//! do so in the hook, where `std` holds a lock. It is [`End::Doomed`] instead, and gives itself
//! up at the first thing after the hook that comes back to us: an allocation or an operation.
//!
//! That an allocation comes is not promised by `std`. It has always made one: the payload of
//! the panic is boxed after the hook has returned. Should it ever not, the panic unwinds as far
//! as the destructor's own operations or allocations, and if it has none, `std` aborts with a
//! message of its own. No verdict can be wrong by that. `tests/executions.rs` has such
//! destructors.

use super::access::Handle;
use super::context;
use super::state::End;
use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

/// What `std` panics with just before it aborts because a destructor panicked
/// during unwinding, or a panic met a function that cannot unwind.
const FATAL: [&str; 2] = [
    "panic in a destructor during cleanup",
    "panic in a function that cannot unwind",
];

/// Installs the hook, once per OS process.
pub(super) fn install() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| match context::handle() {
            Some(rt) if !is_fatal(rt, info) => in_fiber(rt, info),
            _ if HAS_TOLD.take() => told(info),
            _ => context::off_heap(|| before(info)),
        }));
    });
}

thread_local! {
    /// Does the next panic of this OS thread say where it comes from, in the program under test?
    static HAS_TOLD: Cell<bool> = const { Cell::new(false) };
}

/// Panics with the text of a report, which has a backtrace of the program under test. One of
/// the harness after it would only hide it.
#[track_caller]
pub(crate) fn panic_with_backtrace(report: &dyn fmt::Display) -> ! {
    HAS_TOLD.set(true);
    panic!("{report}")
}

/// Says what `std` would say, without a backtrace.
fn told(info: &PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or("<unnamed>");
    let place = info.location().map(|place| format!(" at {place}"));
    let message = message(info.payload());
    eprintln!(
        "\nthread '{thread}' panicked{}:\n{message}",
        place.unwrap_or_default()
    );
}

/// Will `std` abort after this? Then it is told at once, with the panics that
/// led to it.
fn is_fatal(rt: Handle, info: &PanicHookInfo<'_>) -> bool {
    context::off_heap(|| {
        let fatal = FATAL.contains(&message(info.payload()).as_str());
        if fatal {
            let last = rt.state().current().panic.clone();
            eprintln!(
                "mazurka: a thread under test {}",
                last.as_deref().unwrap_or("panicked")
            );
        }
        fatal
    })
}

fn in_fiber(rt: Handle, info: &PanicHookInfo<'_>) {
    context::off_heap(|| {
        let message = message(info.payload());
        let place = info.location().map_or_else(String::new, |location| {
            format!(
                " at {}:{}:{}",
                location.file(),
                location.line(),
                location.column()
            )
        });
        let mut state = rt.state();
        let id = state.current().id;
        if let Some(recorder) = &mut state.recorder {
            recorder.trace(id);
        }
        let process = state.current();
        process.panic = Some(format!("panicked{place}: {message}"));
        if process.end == End::Torn {
            process.end = End::Doomed;
            process.heap.close();
        }
    });
}

/// The message of a panic payload.
pub(super) fn message(payload: &(dyn Any + Send)) -> String {
    context::off_heap(|| {
        if let Some(text) = payload.downcast_ref::<&str>() {
            (*text).to_owned()
        } else if let Some(text) = payload.downcast_ref::<String>() {
            text.clone()
        } else {
            "a payload that is not text".to_owned()
        }
    })
}
