//! The clock of all times here.

use std::time::Duration;

/// The processor time that the calling OS thread has used. The executions of an
/// exploration all run on one thread, which never waits: on an idle machine, this
/// is the time on the wall, and on another, what else it does counts less.
pub(crate) fn cpu_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call writes to `time`, and to nothing else.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "every thread has such a clock");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_work_takes_time() {
        let begun = cpu_time();
        std::thread::sleep(Duration::from_millis(50));
        let slept = cpu_time() - begun;
        assert!(slept < Duration::from_millis(40), "{slept:?}");
        while cpu_time() - begun < Duration::from_millis(1) {
            std::hint::black_box(());
        }
    }
}
