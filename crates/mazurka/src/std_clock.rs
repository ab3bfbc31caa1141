//! The clock of `std` inside of checks.
//!
//! `std` asks the C library for the time, by `clock_gettime`. This crate defines a function of that
//! name, which the linker takes in its place. To code of a program under test it tells the clock
//! of the check, counted from when it was first asked; to all others what the C library tells.
//! Without it, a loop that waits until `std`'s clock reaches a deadline would look like one that waits for
//! ever.
//!
//! Code that looks again and again with no operation in between may be a wait of `std` itself, which the
//! check does not see (a `recv_timeout` of `std`'s channel). It ends when it has used as much processor time.

use crate::rt;
use libc::{c_char, c_int, clockid_t, timespec};
use std::sync::OnceLock;
use std::time::Duration;

type Function = unsafe extern "C" fn(clockid_t, *mut timespec) -> c_int;

/// What `clock_gettime` is without this one.
fn real(clock: clockid_t, time: *mut timespec) -> c_int {
    static REAL: OnceLock<Option<Function>> = OnceLock::new();
    let found = REAL.get_or_init(|| {
        const NAME: *const c_char = c"clock_gettime".as_ptr();
        // SAFETY: the name is a string.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, NAME) };
        // SAFETY: the C library's function of that name is such a function.
        (!found.is_null()).then(|| unsafe { std::mem::transmute(found) })
    });
    match found {
        // SAFETY: the caller's contract is that of the C library.
        Some(real) => unsafe { real(clock, time) },
        // SAFETY: as above, of the system call.
        None => unsafe { libc::syscall(libc::SYS_clock_gettime, clock, time) as c_int },
    }
}

/// A clock that goes on while nobody runs; not one of processor time.
fn is_of_the_wall(clock: clockid_t) -> bool {
    matches!(
        clock,
        libc::CLOCK_MONOTONIC
            | libc::CLOCK_MONOTONIC_RAW
            | libc::CLOCK_MONOTONIC_COARSE
            | libc::CLOCK_BOOTTIME
            | libc::CLOCK_REALTIME
            | libc::CLOCK_REALTIME_COARSE
            | libc::CLOCK_TAI
    )
}

/// What the real clocks said when a program under test first asked.
fn started(clock: clockid_t) -> Duration {
    static MONOTONIC: OnceLock<Duration> = OnceLock::new();
    static WALL: OnceLock<Duration> = OnceLock::new();
    let (which, start) = match clock {
        libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE => (libc::CLOCK_REALTIME, &WALL),
        libc::CLOCK_TAI => (libc::CLOCK_REALTIME, &WALL),
        _ => (libc::CLOCK_MONOTONIC, &MONOTONIC),
    };
    *start.get_or_init(|| real_time(which))
}

/// The time of a real clock.
fn real_time(clock: clockid_t) -> Duration {
    let mut time = timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    real(clock, &raw mut time);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// `clock_gettime` of the C library.
///
/// # Safety
/// As there: `time` points to where a time can be written.
#[unsafe(no_mangle)]
unsafe extern "C" fn clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
    if rt::runs_program() && is_of_the_wall(clock) && !time.is_null() {
        let used = real_time(libc::CLOCK_THREAD_CPUTIME_ID);
        let told =
            rt::clock::look(Some(used)).and_then(|passed| started(clock).checked_add(passed));
        if let Some(told) = told {
            // SAFETY: the caller's contract.
            unsafe {
                (*time).tv_sec = told.as_secs() as libc::time_t;
                (*time).tv_nsec = told.subsec_nanos().into();
            }
            return 0;
        }
    }
    real(clock, time)
}
