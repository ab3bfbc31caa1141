//! Whether two threads do something to the same object. A test in which that never happens
//! checks nothing, most likely: what its threads share is not seen.

use mazurka_program::{ProcessId, Touch};

/// Who has done something to which object, until two threads have met at one.
#[derive(Default)]
pub(super) struct Meetings {
    pub(super) have_met: bool,
    /// By object, in this execution.
    visitors: Vec<Option<ProcessId>>,
}

impl Meetings {
    /// An execution begins.
    pub(super) fn begin(&mut self) {
        self.visitors.fill(None);
    }

    /// A step of a process has touched these.
    #[inline(never)]
    pub(super) fn see(&mut self, process: ProcessId, touches: &[Touch]) {
        for touch in touches {
            let index = touch.object.index();
            if self.visitors.len() <= index {
                self.visitors.resize(index + 1, None);
            }
            let visitor = self.visitors[index].get_or_insert(process);
            self.have_met |= *visitor != process;
        }
    }
}
