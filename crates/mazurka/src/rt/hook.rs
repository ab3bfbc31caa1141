//! The panic hook: inside fibers, a panic's message is kept for the finding and
//! nothing is printed; everywhere else, the hook that was there before decides.

use super::access::Handle;
use super::context;
use std::any::Any;
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
            _ => context::off_heap(|| before(info)),
        }));
    });
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
        let process = state.current();
        process.panic = Some(format!("panicked{place}: {message}"));
        if process.torn {
            // A destructor panics while we unwind its thread: `std` would abort
            // the OS process for something that the program does not do by
            // itself. The hook cannot stop that, since `std` holds a lock now;
            // but the next thing that happens is that memory is allocated for
            // the payload, and there the fiber gives itself up.
            process.heap.doom();
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
