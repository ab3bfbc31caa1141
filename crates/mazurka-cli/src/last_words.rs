//! What the command says if it has to end at once: by a second Ctrl-C, or because it aborts.
//!
//! A verdict that stands is not lost then. Its words are made before anything is added to it, and
//! a signal handler can write them: they are bytes that nothing changes any more.

use signal_hook::consts::SIGABRT;
use signal_hook::low_level::emulate_default_handler;
use std::io::{self, Write};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::time::Duration;

/// What is written to standard output, and the exit code.
struct Words {
    text: Vec<u8>,
    exit_code: u8,
}

static WORDS: AtomicPtr<Words> = AtomicPtr::new(ptr::null_mut());
/// A signal handler reads the words, and ends the command.
static IS_ENDING: AtomicBool = AtomicBool::new(false);
/// How many parts of the command write something that is to be whole.
static WRITING: AtomicUsize = AtomicUsize::new(0);
/// The exit code if the command is to end as soon as nothing is written any more.
static END_WITH: AtomicUsize = AtomicUsize::new(usize::MAX);

const ALL: Ordering = Ordering::SeqCst;

const ABORTED: &[u8] = b"mazurka: warning: internal error, please report it: the command aborted \
after its verdict was settled; the verdict stands\n";

/// From now on, the command says this if it ends at once.
pub(crate) fn set(text: String, exit_code: u8) {
    let text = text.into_bytes();
    replace(Box::into_raw(Box::new(Words { text, exit_code })));
}

/// Nothing is to be said any more, but the exit code stays if a bug was told.
pub(crate) fn told(exit_code: u8) {
    match exit_code {
        1 => set(String::new(), exit_code),
        _ => replace(ptr::null_mut()),
    }
}

fn replace(new: *mut Words) {
    let old = WORDS.swap(new, ALL);
    if IS_ENDING.load(ALL) {
        // A handler may read the old words while it ends the command.
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    if !old.is_null() {
        // SAFETY: it comes from a box, and no other place has it any more. A handler that read it
        // has set `IS_ENDING` before.
        drop(unsafe { Box::from_raw(old) });
    }
}

/// Ends the command at once, in a signal handler or elsewhere. The exit code is that of the words.
pub(crate) fn end(exit_code: u8) -> ! {
    IS_ENDING.store(true, ALL);
    let words = WORDS.load(ALL);
    // SAFETY: words are not freed once `IS_ENDING` is set.
    let words = unsafe { words.as_ref() };
    if let Some(words) = words {
        write(libc::STDOUT_FILENO, &words.text);
    }
    let exit_code = words.map_or(exit_code, |words| words.exit_code);
    // SAFETY: it may be called anywhere, and nothing runs after it.
    unsafe { libc::_exit(i32::from(exit_code)) }
}

/// The command aborts: says the words, if there are some.
pub(crate) fn abort() {
    if !WORDS.load(ALL).is_null() {
        write(libc::STDERR_FILENO, ABORTED);
        end(2);
    }
    // As without this handler. There is such a signal, so it does not fail.
    let _ = emulate_default_handler(SIGABRT);
}

/// Writes all bytes, as far as that can be done, with nothing that a signal handler must not do.
fn write(to: i32, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: these bytes are there.
        let written = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(0) => return,
            Ok(written) => bytes = &bytes[written..],
            Err(_) if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Does something that is not to be ended in the middle by a second Ctrl-C.
pub(crate) fn whole<T>(act: impl FnOnce() -> T) -> T {
    struct Done;
    impl Drop for Done {
        fn drop(&mut self) {
            let is_last = WRITING.fetch_sub(1, ALL) == 1;
            if let (true, Ok(exit_code)) = (is_last, u8::try_from(END_WITH.load(ALL))) {
                let _ = io::stdout().flush();
                end(exit_code);
            }
        }
    }
    WRITING.fetch_add(1, ALL);
    let _done = Done;
    act()
}

/// Ends the command in a signal handler: at once, unless something is written that is to be whole.
pub(crate) fn end_when_whole(exit_code: u8) {
    END_WITH.store(usize::from(exit_code), ALL);
    if WRITING.load(ALL) == 0 {
        end(exit_code);
    }
}
