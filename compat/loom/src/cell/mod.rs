//! Cells, with the names and signatures of loom's. Data races are found, and cost no executions.

mod checked;
mod unsafe_cell;

pub use checked::Cell;
pub use unsafe_cell::{ConstPtr, MutPtr, UnsafeCell};
