//! The programs, on Mazurka.

use super::Bodies;
pub(crate) use crate::on_mazurka::model;

#[path = "programs.rs"]
mod programs;

/// All programs that can be run in each way.
pub(super) const ALL: [Bodies; 2] = [crate::on_mazurka::programs::BODIES, programs::BODIES];
