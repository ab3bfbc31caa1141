//! Runs a tool, such as a compiler, that may be ended before it is done: at a point in time,
//! or when the user interrupts.
//!
//! The tool gets a process group of its own. So all that it starts is ended with it, and a
//! Ctrl-C at the terminal comes to us alone.

use crate::until::{Until, Why};
use std::io::{self, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, Builder};
use std::time::Duration;

/// Why there is no output.
#[derive(Debug)]
pub enum Failure {
    /// The tool could not be run.
    Run(io::Error),
    /// It was ended.
    Ended(Why),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Run(error)
    }
}

/// Runs a tool that reads `input`, and collects what it writes.
///
/// # Errors
/// When it cannot be run, or was ended.
pub fn run(command: &mut Command, input: Vec<u8>, until: &Until) -> Result<Output, Failure> {
    if let Some(why) = until.is_over() {
        return Err(Failure::Ended(why));
    }
    let stdin = match input.is_empty() {
        true => Stdio::null(),
        false => Stdio::piped(),
    };
    command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    // These threads are not waited for when the tool is ended: a process that it has
    // started and that has left its group may keep the pipes open.
    if let Some(mut stdin) = child.stdin.take() {
        // A tool that does not read all of it says why.
        let written = Builder::new().spawn(move || drop(stdin.write_all(&input)));
        end_unless(&mut child, written)?;
    }
    let stdout = read(child.stdout.take());
    let stdout = end_unless(&mut child, stdout)?;
    let stderr = read(child.stderr.take());
    let stderr = end_unless(&mut child, stderr)?;
    let mut collect = |bytes: &Receiver<io::Result<Vec<u8>>>| match until.wait(bytes) {
        Ok(bytes) => Ok(bytes?),
        Err(Some(why)) => {
            end(&mut child);
            Err(Failure::Ended(why))
        }
        Err(None) => Err(Failure::Run(io::ErrorKind::BrokenPipe.into())),
    };
    let (stdout, stderr) = (collect(&stdout)?, collect(&stderr)?);
    let status = loop {
        // (Mostly it has ended by now.)
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Some(why) = until.is_over() {
            end(&mut child);
            return Err(Failure::Ended(why));
        }
        thread::sleep(Duration::from_millis(1));
    };
    Ok(Output {
        status,
        stdout,
        stderr,
    })
}

/// Reads a stream to its end, on a thread of its own.
fn read(stream: Option<impl Read + Send + 'static>) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (sender, bytes) = channel();
    Builder::new().spawn(move || {
        let mut read = Vec::new();
        let result = stream.map_or(Ok(0), |mut stream| stream.read_to_end(&mut read));
        // The other end may have gone.
        let _ = sender.send(result.map(|_| read));
    })?;
    Ok(bytes)
}

/// Ends a tool if something that it needs could not be done.
fn end_unless<T>(child: &mut Child, done: io::Result<T>) -> io::Result<T> {
    if done.is_err() {
        end(child);
    }
    done
}

/// Ends a tool, and all that it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: no memory is passed. The child has not been waited for, so the group is its.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    // One that cannot be ended is no reason to stop.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn output_is_collected_and_input_is_given() {
        let mut command = shell("cat; echo oh >&2; exit 3");
        let input = vec![b'x'; 1 << 20];
        let output = run(&mut command, input.clone(), &Until::default()).unwrap();
        assert_eq!(output.stdout, input);
        assert_eq!(output.stderr, b"oh\n");
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn a_tool_that_does_not_read_does_no_harm() {
        let input = vec![b'x'; 1 << 20];
        let output = run(&mut shell("true"), input, &Until::default()).unwrap();
        assert!(output.status.success());
    }

    #[test]
    fn it_ends_in_time_with_all_that_it_has_started() {
        let begun = Instant::now();
        let until = Until {
            deadline: Some(begun + Duration::from_millis(100)),
            interrupt: None,
        };
        // The shell's child holds the pipes, too.
        let result = run(&mut shell("sleep 60 & wait; echo done"), Vec::new(), &until);
        assert!(matches!(result, Err(Failure::Ended(Why::Time))));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn an_interrupt_ends_it() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let until = Until {
            deadline: None,
            interrupt: Some(Arc::clone(&interrupt)),
        };
        let other = thread::spawn(move || interrupt.store(true, Ordering::Relaxed));
        let result = run(&mut shell("sleep 60"), Vec::new(), &until);
        other.join().unwrap();
        assert!(matches!(result, Err(Failure::Ended(Why::Interrupted))));
    }

    #[test]
    fn what_is_not_there_cannot_be_run() {
        let mut command = Command::new("/no/such/tool");
        let result = run(&mut command, Vec::new(), &Until::default());
        assert!(matches!(result, Err(Failure::Run(_))));
    }
}
