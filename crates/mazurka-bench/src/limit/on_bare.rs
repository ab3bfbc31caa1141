//! The programs, on the bare runtime.

use super::Bodies;
pub(crate) use crate::bare as model;

#[path = "programs.rs"]
mod programs;

#[path = "../../programs/mod.rs"]
mod compared;

/// All programs that can be run in each way.
pub(super) const ALL: [Bodies; 2] = [compared::BODIES, programs::BODIES];
