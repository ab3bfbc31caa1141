//! Memory, with the names and signatures of loom's.
//!
//! What is allocated here and not freed by the end of an execution is a leak, and so is a tracked
//! value that is not dropped.

pub use mazurka::alloc::{Layout, Track, alloc, alloc_zeroed, dealloc};
