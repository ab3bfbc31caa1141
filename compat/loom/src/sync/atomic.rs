//! Atomics, with the names and signatures of loom's.

pub use mazurka::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicPtr, AtomicU8,
    AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering, compiler_fence, fence,
};

/// Says that the thread spins. It is no event.
pub fn spin_loop_hint() {
    mazurka::hint::spin_loop();
}
