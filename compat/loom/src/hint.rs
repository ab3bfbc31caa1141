//! Hints, with the names and signatures of loom's.

pub use mazurka::hint::spin_loop;

/// Says that this place is never reached. It panics if it is, so that the model checker can tell.
///
/// # Safety
/// None is needed. It is unsafe because that of `std` is.
///
/// # Panics
/// Always.
#[track_caller]
pub unsafe fn unreachable_unchecked() -> ! {
    panic!("a place was reached that `unreachable_unchecked` says is not");
}
