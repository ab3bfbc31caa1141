//! The panic hook: inside fibers, a panic's message is kept for the finding and
//! nothing is printed; everywhere else, the hook that was there before decides.

use super::access::Handle;
use super::{context, crash};
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
            // Told when it aborts.
            Some(_) if is_fatal(info) => {}
            Some(rt) => in_fiber(rt, info),
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

/// Will `std` abort after this? The panic before it, which led to it, is the one that is told.
fn is_fatal(info: &PanicHookInfo<'_>) -> bool {
    context::off_heap(|| {
        let is_fatal = FATAL.contains(&message(info.payload()).as_str());
        if is_fatal {
            crash::note_fatal_panic();
        }
        is_fatal
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
        state.current().panic = Some(format!("panicked{place}: {message}"));
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
