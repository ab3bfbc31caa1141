//! What the system gives too little of, and the way out: memory, processor time, threads and
//! processes, open files, room in files.

use crate::until::Why;
use std::io;
use std::process::ExitStatus;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A limit of this process, which people know from `ulimit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    Memory,
    Processor,
    Processes,
    Open,
    Size,
}

impl Limit {
    /// What it is, if there is one: the lower of the two that the system has.
    fn value(self) -> Option<u64> {
        let resource = match self {
            Limit::Memory => libc::RLIMIT_AS,
            Limit::Processor => libc::RLIMIT_CPU,
            Limit::Processes => libc::RLIMIT_NPROC,
            Limit::Open => libc::RLIMIT_NOFILE,
            Limit::Size => libc::RLIMIT_FSIZE,
        };
        let mut limit = libc::rlimit {
            rlim_cur: libc::RLIM_INFINITY,
            rlim_max: libc::RLIM_INFINITY,
        };
        // SAFETY: the place is there for the time of the call.
        let done = unsafe { libc::getrlimit(resource, &mut limit) };
        (done == 0 && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
    }

    /// How a person raises it, if there is one.
    fn way_out(self) -> Option<String> {
        let value = self.value()?;
        Some(match self {
            Limit::Memory => format!("raise `ulimit -v`, which is {} KiB", value / 1024),
            Limit::Processor => format!("raise `ulimit -t`, which is {value} s"),
            Limit::Processes => format!("raise `ulimit -u`, which is {value}"),
            Limit::Open => format!("raise `ulimit -n`, which is {value}"),
            Limit::Size => format!("raise `ulimit -f`, which is {} KiB", value / 1024),
        })
    }
}

/// The ways out of those that there are.
fn ways_out(limits: &[Limit], otherwise: &str) -> String {
    let ways: Vec<String> = limits.iter().filter_map(|limit| limit.way_out()).collect();
    match ways.is_empty() {
        true => otherwise.to_owned(),
        false => ways.join(", or "),
    }
}

fn of_memory() -> String {
    ways_out(&[Limit::Memory], "end other programs, or give it more")
}

fn of_processes() -> String {
    // A thread and a process also need memory.
    ways_out(
        &[Limit::Memory, Limit::Processes],
        "end other programs, or explore with fewer --workers",
    )
}

/// An error, and the way out if the system gives too little of something.
#[must_use]
pub fn told(error: &io::Error) -> String {
    match way_out(error) {
        Some(way_out) => format!("{error}: {way_out}"),
        None => error.to_string(),
    }
}

/// The way out, if an error says that the system gives too little of something.
#[must_use]
pub fn way_out(error: &io::Error) -> Option<String> {
    Some(match error.raw_os_error()? {
        libc::EMFILE => ways_out(&[Limit::Open], "close some files"),
        libc::ENFILE => "too many files are open in the whole system: end other programs".into(),
        libc::EAGAIN => of_processes(),
        libc::ENOMEM => of_memory(),
        libc::EFBIG => ways_out(&[Limit::Size], "files may not become larger here"),
        libc::ENOSPC => "make room on that disk, or name another place".into(),
        libc::EDQUOT => "make room: this user may not have more on that disk".into(),
        _ => return None,
    })
}

/// The way out, if a tool has failed since the system gave it too little. It has the limits of this
/// process.
#[must_use]
pub fn of_tool(status: ExitStatus, output: &[u8]) -> Option<String> {
    #[cfg(unix)]
    match std::os::unix::process::ExitStatusExt::signal(&status) {
        Some(libc::SIGXCPU) => return Limit::Processor.way_out(),
        Some(libc::SIGXFSZ) => return Limit::Size.way_out(),
        Some(libc::SIGKILL) => {
            return Some(ways_out(
                &[Limit::Processor, Limit::Memory],
                "the system may have too little memory",
            ));
        }
        _ => {}
    }
    let text = String::from_utf8_lossy(output).to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    // A shell that can open no file with a number from ten on says only that.
    let is_shell = has(&["invalid argument"]) && Limit::Open.value().is_some_and(|most| most <= 16);
    if is_shell || has(&["too many open files", "emfile"]) {
        Limit::Open.way_out()
    } else if has(&["file too large", "efbig"]) {
        Limit::Size.way_out()
    } else if has(&[
        "resource temporarily unavailable",
        "failed to create thread",
        "system_limit",
    ]) {
        Some(of_processes())
    } else if has(&[
        "cannot allocate",
        "failed to map segment",
        "super carrier",
        "failed to allocate",
        "cannot create shared object",
        "out of memory",
        "bad_alloc",
        "enomem",
    ]) || status.code().is_none()
    {
        // A process that gets no memory may end by any signal.
        Limit::Memory.way_out()
    } else {
        None
    }
}

static NO_MEMORY: AtomicBool = AtomicBool::new(false);

/// Says that there is no more memory, or that there is some again.
pub fn set_memory_is_used_up(is_used_up: bool) {
    NO_MEMORY.store(is_used_up, Ordering::Relaxed);
}

static HAS_BEGUN: AtomicBool = AtomicBool::new(false);

/// Says that an exploration has begun.
#[cfg(feature = "command")]
pub(crate) fn begin() {
    HAS_BEGUN.store(true, Ordering::Relaxed);
}

/// True from the beginning of the first exploration.
#[must_use]
pub fn has_begun() -> bool {
    HAS_BEGUN.load(Ordering::Relaxed)
}

/// Why explorations have to end now, if the system gives no more of something.
pub(crate) fn now() -> Option<Why> {
    if NO_MEMORY.load(Ordering::Relaxed) {
        return Some(Why::Memory);
    }
    let end = end_of_processor_time()?;
    (processor_time()? >= end).then_some(Why::Processor)
}

/// The last moment at which what was found can still be told: a part of the time before the system
/// ends this process.
fn end_of_processor_time() -> Option<Duration> {
    static END: OnceLock<Option<Duration>> = OnceLock::new();
    *END.get_or_init(|| {
        let all = Duration::from_secs(Limit::Processor.value()?);
        Some(all - (all / 4).min(Duration::from_secs(2)))
    })
}

/// What this process has used.
fn processor_time() -> Option<Duration> {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the place is there for the time of the call.
    let done = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let rest = u32::try_from(time.tv_nsec).ok()?;
    (done == 0).then(|| Duration::new(seconds, rest))
}

impl Why {
    /// What was reached, if the system gives too little, and the way out.
    pub(crate) fn shortage(self) -> Option<String> {
        match self {
            Why::Memory => Some(format!("the memory is used up: {}", of_memory())),
            Why::Processor => Some(format!(
                "the limit on processor time is near: {}",
                ways_out(&[Limit::Processor], "give it more")
            )),
            Why::Interrupted | Why::Time => None,
        }
    }
}

/// What is said when the memory is used up and nothing can be told any more. It needs none itself,
/// but for what it says of the limit.
pub fn last_words(write: &mut dyn FnMut(&[u8])) {
    write(b"error: the memory is used up: ");
    match Limit::Memory.value() {
        None => write(b"end other programs, or give it more\n"),
        Some(value) => {
            write(b"raise `ulimit -v`, which is ");
            let mut digits = [0; 20];
            let mut at = digits.len();
            let mut rest = value / 1024;
            while rest > 0 || at == digits.len() {
                at -= 1;
                digits[at] = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
            write(&digits[at..]);
            write(b" KiB\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_short_and_the_way_out() {
        for (code, words) in [
            (libc::EMFILE, "raise `ulimit -n`"),
            (libc::ENOSPC, "make room"),
            (libc::EAGAIN, "or explore with fewer --workers"),
        ] {
            let error = io::Error::from_raw_os_error(code);
            let told = told(&error);
            let is_limited = told.contains("raise `ulimit -");
            assert!(told.contains(words) || is_limited, "{told}");
        }
        let other = io::Error::from_raw_os_error(libc::ENOENT);
        assert_eq!(way_out(&other), None);
        assert_eq!(told(&other), other.to_string());
    }

    #[test]
    fn last_words_need_no_memory() {
        let mut text = Vec::new();
        last_words(&mut |bytes| text.extend_from_slice(bytes));
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("error: the memory is used up: "), "{text}");
        assert!(text.ends_with('\n'), "{text}");
    }
}
