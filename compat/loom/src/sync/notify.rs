//! A notification.

use mazurka::sync::atomic::{AtomicBool, Ordering};

/// A flag that a thread waits for, and that others set; a primitive of loom's own.
///
/// A notification that comes before the wait is kept, and several are as good as one. What was
/// done before it happens before what follows the wait. Of several threads that wait, each
/// notification lets one go on.
#[derive(Debug)]
pub struct Notify {
    notified: AtomicBool,
}

impl Notify {
    /// Nothing was notified yet.
    pub const fn new() -> Notify {
        Notify {
            notified: AtomicBool::new(false),
        }
    }

    /// Lets a thread that waits go on, or else the next that comes to wait.
    #[track_caller]
    pub fn notify(&self) {
        self.notified.swap(true, Ordering::AcqRel);
    }

    /// Waits for a notification, and takes it.
    #[track_caller]
    pub fn wait(&self) {
        loop {
            mazurka::await_until(|| self.notified.load(Ordering::Acquire));
            if self.notified.swap(false, Ordering::AcqRel) {
                return;
            }
        }
    }
}

impl Default for Notify {
    fn default() -> Notify {
        Notify::new()
    }
}
