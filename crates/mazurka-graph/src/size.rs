//! How many executions there are: see [`mazurka_explore::estimate`].
//!
//! The frames of all levels are the path. Of a frame all branches are known when its node is
//! visited; many of them come to nothing, and count as children without executions.

use crate::task::Task;
use crate::visit::Visit;
use mazurka_explore::estimate::{Estimator, View};
use mazurka_program::Program;

impl<P: Program + ?Sized> Visit<'_, P> {
    /// What is explored now begins with that task. Only who has begun with everything knows how
    /// much there is beside it.
    pub(crate) fn begin_estimate(&mut self, task: &Task) {
        let is_everything = *task == Task::default();
        self.estimator =
            (is_everything && self.observer.watches_size()).then(Box::<Estimator>::default);
        if !is_everything && self.observer.watches_size() {
            self.observer.estimated(&View::default());
        }
    }

    /// How many nodes there are on the path.
    fn length(&self) -> usize {
        self.levels.iter().map(|level| level.frames.len()).sum()
    }

    /// The next branch of the last node is taken. How many nodes there are on the path.
    pub(crate) fn leave_estimate(&mut self) -> usize {
        let length = self.length();
        if let Some(estimator) = &mut self.estimator {
            estimator.leave(length - 1);
        }
        length
    }

    /// A branch of the last node is done. If there are as many nodes as before, it came to nothing.
    pub(crate) fn barren(&mut self, before: usize) {
        let length = self.length();
        if let Some(estimator) = &mut self.estimator
            && length == before
        {
            estimator.barren(length - 1);
        }
    }

    /// An execution has ended.
    pub(crate) fn estimate(&mut self) {
        let length = self.length();
        let Some(estimator) = &mut self.estimator else {
            return;
        };
        if !estimator.ended(length) {
            return;
        }
        let frames = self.levels.iter().flat_map(|level| &level.frames);
        let open: Vec<u32> = frames
            .map(|frame| frame.given + crate::graph::narrow(frame.branches.len()))
            .collect();
        estimator.look(|depth, _| open[depth]);
        self.observer.estimated(estimator.view());
    }
}
