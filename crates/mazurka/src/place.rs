//! Places of a program: which files are its own, and where its own code is among the calls
//! that led to an operation.
//!
//! An operation knows where it was called (`#[track_caller]`). But a destructor, a waker or an
//! iterator is called by the standard library, and then that is the place. In the execution
//! that is shown, the calls are looked up for these.

use corosensei::stack::DefaultStack;
use std::backtrace::Backtrace;
use std::env;
use std::path::Path;
use std::sync::Arc;

/// The calls that led here. They are looked up in the executable when they are read.
///
/// On a stack of its own: what it would leave behind on that of a thread could be taken for a
/// change, in a loop that waits (see `rt/spin.rs`).
#[inline(never)]
pub(crate) fn calls() -> Arc<Backtrace> {
    let capture = || Arc::new(Backtrace::force_capture());
    match DefaultStack::new(STACK) {
        Ok(stack) => corosensei::on_stack(stack, capture),
        Err(_) => capture(),
    }
}

/// Room for the unwinder.
const STACK: usize = 256 << 10;

/// Are backtraces asked for, as of any Rust program?
pub(crate) fn is_backtrace_asked_for() -> bool {
    how_much() != Asked::Nothing
}

/// How much of a backtrace is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Nothing,
    /// What is of the program.
    Own,
    All,
}

fn how_much() -> Asked {
    let of = |name| env::var(name).ok();
    match of("RUST_LIB_BACKTRACE")
        .or_else(|| of("RUST_BACKTRACE"))
        .as_deref()
    {
        None | Some("0" | "") => Asked::Nothing,
        Some("full") => Asked::All,
        Some(_) => Asked::Own,
    }
}

/// Does a file belong to the program: is it neither of the standard library nor of Mazurka?
pub(crate) fn is_in_program(file: &str) -> bool {
    !is_of_std(file) && !is_of_mazurka(file)
}

fn is_of_std(file: &str) -> bool {
    file.starts_with("/rustc/") || file.contains("/rustlib/src/rust/library/")
}

fn is_of_mazurka(file: &str) -> bool {
    let own = file!().strip_suffix("place.rs").unwrap_or(file!());
    let is_own = match Path::new(own).is_absolute() {
        true => file.starts_with(own),
        // Below the directory of the workspace, wherever that is.
        false => is_below(file, own),
    };
    is_own || is_below(file, LOOM)
}

/// The package that stands in for loom, which calls us.
const LOOM: &str = "compat/loom/src/";

/// Does a path, from wherever it begins, lead through that one?
fn is_below(file: &str, path: &str) -> bool {
    match file.find(path) {
        Some(0) => true,
        Some(at) => file[..at].ends_with('/'),
        None => false,
    }
}

/// One of the calls of a backtrace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: String,
    /// The file and the line.
    pub(crate) at: Option<(String, u32)>,
}

impl Frame {
    /// Is it code of the program? What is not in Rust is the C library, below a thread.
    pub(crate) fn is_own(&self) -> bool {
        match &self.at {
            Some((file, _)) => {
                file.ends_with(".rs") && is_in_program(file) && !file.contains("/corosensei-")
            }
            None => false,
        }
    }
}

/// The calls of a backtrace in the code of a thread, the innermost first. Those of the
/// engine that runs it are left out.
pub(crate) fn frames(calls: &Backtrace) -> Vec<Frame> {
    let mut frames = read(&calls.to_string());
    let is_bottom = |frame: &Frame| match &frame.at {
        Some((file, _)) => file.contains("/corosensei-") || file.ends_with("/rt/fiber.rs"),
        None => frame.function.contains("corosensei"),
    };
    // The first calls may be the engine's, too: those that took the backtrace.
    let own = frames.iter().position(Frame::is_own).unwrap_or(0);
    let bottom = frames[own..].iter().position(is_bottom);
    frames.truncate(bottom.map_or(frames.len(), |bottom| own + bottom));
    frames
}

/// Reads what a backtrace prints: a line with number and name of each call, and where its file is
/// known, another with that.
fn read(text: &str) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(at) = line.strip_prefix("at ") {
            if let Some(last) = frames.last_mut() {
                last.at = place(at);
            }
        } else if let Some((number, function)) = line.split_once(": ")
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            frames.push(Frame {
                function: function.to_owned(),
                at: None,
            });
        }
    }
    frames
}

/// `./src/lib.rs:10:5`, or without the column.
fn place(text: &str) -> Option<(String, u32)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let (file, line) = match rest.rsplit_once(':') {
        Some((file, line)) => match line.parse() {
            Ok(line) => (file, line),
            Err(_) => (rest, last),
        },
        None => (rest, last),
    };
    let file = match file.strip_prefix("./") {
        // Below the directory that we are in.
        Some(below) => env::current_dir()
            .ok()?
            .join(below)
            .to_string_lossy()
            .into_owned(),
        None => file.to_owned(),
    };
    Some((file, line))
}

/// How files of backtraces are shown: as the compiler was told of them, like all other places.
#[derive(Default)]
pub(crate) struct Shortener {
    /// The directory that the compiler was in.
    root: Option<String>,
}

impl Shortener {
    /// From files as the compiler was told of them.
    pub(crate) fn new<'a>(files: impl Iterator<Item = &'a str>) -> Shortener {
        let mut relative = files.filter(|file| !Path::new(file).is_absolute());
        let here = env::current_dir().unwrap_or_default();
        let root = relative.find_map(|file| {
            let mut above = here.ancestors();
            above.find(|folder| folder.join(file).is_file())
        });
        let root = root.unwrap_or(&here);
        Shortener {
            root: Some(format!("{}/", root.display())),
        }
    }

    pub(crate) fn short<'f>(&self, file: &'f str) -> &'f str {
        let root = self.root.as_deref();
        root.and_then(|root| file.strip_prefix(root))
            .unwrap_or(file)
    }

    /// The place in the program of the innermost of some calls that is there.
    pub(crate) fn place(&self, calls: &Backtrace) -> Option<String> {
        let frames = frames(calls);
        let own = frames.iter().find(|frame| frame.is_own())?;
        let (file, line) = own.at.as_ref()?;
        Some(format!("{}:{line}", self.short(file)))
    }

    /// A backtrace for people: of the program alone, unless all is asked for.
    pub(crate) fn backtrace(&self, calls: &Backtrace) -> Vec<String> {
        let mut frames = frames(calls);
        if how_much() == Asked::Own {
            frames.retain(Frame::is_own);
        }
        let mut lines = Vec::new();
        for (nth, frame) in frames.iter().enumerate() {
            lines.push(format!("{nth:>4}: {}", frame.function));
            if let Some((file, line)) = &frame.at {
                lines.push(format!("        at {}:{line}", self.short(file)));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        assert!(is_in_program("src/queue.rs"));
        assert!(is_in_program("/home/me/queue/src/place.rs"));
        assert!(!is_in_program(
            "/rustc/59807616e1fa/library/core/src/task/wake.rs"
        ));
        assert!(!is_in_program(
            "/t/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs"
        ));
        assert!(!is_in_program(file!()));
        assert!(!is_in_program("/x/compat/loom/src/sync/atomic.rs"));
        assert!(
            !is_in_program(&format!("/somewhere/{}", file!())) || Path::new(file!()).is_absolute()
        );
    }

    #[test]
    fn backtraces_are_read() {
        let text = "   0: core::task::wake::Waker::wake\n             at /rustc/5980/library/core/src/task/wake.rs:400:18\n   \
             1: queue::{closure#0}\n             at ./tests/wake.rs:67:45\n   2: 0x7f\n   3: main\n             at /x/src/main.rs:3\n   \
             4: start_thread\n             at nptl/pthread_create.c:442\n";
        let here = env::current_dir().unwrap();
        let frames = read(text);
        let at = |nth: usize| frames[nth].at.clone();
        assert_eq!(frames.len(), 5);
        assert_eq!(frames[1].function, "queue::{closure#0}");
        let file = here.join("tests/wake.rs").to_string_lossy().into_owned();
        assert_eq!(at(1), Some((file, 67)));
        assert_eq!(at(2), None);
        assert_eq!(at(3), Some(("/x/src/main.rs".to_owned(), 3)));
        let own: Vec<bool> = frames.iter().map(Frame::is_own).collect();
        assert_eq!(own, [false, true, false, true, false]);
    }

    #[test]
    fn the_calls_that_led_here_are_found() {
        let text = calls().to_string();
        assert!(
            read(&text).iter().any(|frame| {
                let file = frame.at.as_ref().map(|(file, _)| file.as_str());
                file.is_some_and(is_of_mazurka)
            }),
            "{text}"
        );
    }
}
