//! Ctrl-C: the first ends the command in good order, the second at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// As shells tell it of a command that was killed by Ctrl-C.
const EXIT_AT_ONCE: i32 = 130;

pub(crate) struct Interrupt {
    is_set: Arc<AtomicBool>,
}

impl Interrupt {
    /// From now on, notices when the command is to end.
    pub(crate) fn new() -> io::Result<Interrupt> {
        let is_set = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag not set.
            flag::register_conditional_shutdown(signal, EXIT_AT_ONCE, Arc::clone(&is_set))?;
            flag::register(signal, Arc::clone(&is_set))?;
        }
        Ok(Interrupt { is_set })
    }

    /// What is set then.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_set)
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}
