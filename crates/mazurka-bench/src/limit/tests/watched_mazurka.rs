//! The programs on Mazurka, watched.

use crate::limit::Bodies;

pub(crate) mod model {
    crate::limit::tests::watched!(mazurka);
}

#[path = "../../../programs/mod.rs"]
mod compared;
#[path = "../programs.rs"]
mod programs;

pub(super) const ALL: [Bodies; 2] = [compared::BODIES, programs::BODIES];
