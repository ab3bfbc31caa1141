use super::*;
use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

fn run(command: &mut Command, input: Vec<u8>, until: &Until) -> Result<Output, Failure> {
    super::run(command, input, &Folder::new().unwrap(), until)
}

fn within(script: &str, limits: &Limits) -> Result<Output, Failure> {
    let folder = Folder::new().unwrap();
    run_within(
        &mut shell(script),
        Vec::new(),
        &folder,
        &Until::default(),
        limits,
    )
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
fn a_compiler_that_does_not_read_does_no_harm() {
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
    let mut command = Command::new("/no/such/compiler");
    let result = run(&mut command, Vec::new(), &Until::default());
    assert!(matches!(result, Err(Failure::Run(_))));
}

#[test]
fn what_it_leaves_behind_ends_with_it() {
    let begun = Instant::now();
    let output = run(
        &mut shell("sleep 60 & echo done"),
        Vec::new(),
        &Until::default(),
    )
    .unwrap();
    assert_eq!(output.stdout, b"done\n");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn one_that_never_ends_is_ended() {
    let limits = Limits {
        time: Duration::from_secs(1),
        ..Limits::default()
    };
    let failure = within("(sleep 60 &) ; sleep 60", &limits).unwrap_err();
    assert_eq!(failure.to_string(), "did not end in 1 s, and was ended");
}

#[test]
fn what_it_writes_and_says_is_limited() {
    let limits = Limits {
        output: 2 << 20,
        said: 1000,
        ..Limits::default()
    };
    for stream in ["", " >&2"] {
        let failure = within(&format!("cat /dev/zero{stream}"), &limits).unwrap_err();
        let text = failure.to_string();
        assert_eq!(text, "wrote more than 2 MiB, and was ended");
    }
    let output = within("head -c 100000 /dev/zero >&2", &limits).unwrap();
    assert_eq!(output.stderr.len(), 1000);
    let output = within("cat /dev/zero > $TMPDIR/x", &limits).unwrap();
    let signal = output
        .status
        .signal()
        .or(output.status.code().map(|code| code - 128));
    assert_eq!(signal, Some(libc::SIGXFSZ), "{output:?}");
}

#[test]
fn the_environment_has_what_is_needed_and_no_more() {
    let folder = Folder::new().unwrap();
    let mut command = shell("env");
    command.env("OWN", "1");
    let given = [
        ("PATH", "/usr/bin:/bin"),
        ("LC_ALL", "C"),
        ("SECRET", "x"),
        ("CPATH", "/x"),
        ("ERL_FLAGS", "-x"),
        ("CCC_OVERRIDE_OPTIONS", "#"),
        ("TMPDIR", "/elsewhere"),
    ];
    let given = given.map(|(name, value)| (name.into(), value.into()));
    clean(&mut command, &folder, given.into_iter());
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    // (The shell sets some of its own.)
    lines.retain(|line| {
        !["PWD=", "_=", "SHLVL=", "OLDPWD="]
            .iter()
            .any(|own| line.starts_with(own))
    });
    lines.sort_unstable();
    let temporary = format!("TMPDIR={}", folder.path().display());
    let expected = [
        "CCACHE_DISABLE=1",
        "LC_ALL=C",
        "OWN=1",
        "PATH=/usr/bin:/bin",
        &temporary,
    ];
    assert_eq!(lines, expected);
}

/// True if the system has Landlock, as new as this needs it.
#[cfg(target_os = "linux")]
fn has_landlock() -> bool {
    let none = std::ptr::null::<u8>();
    // SAFETY: with this flag no memory is read.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, none, 0_usize, 1_u32) };
    version >= 3
}

#[cfg(target_os = "linux")]
#[test]
fn it_writes_to_its_folder_only() {
    if !has_landlock() {
        eprintln!("not tested: this system has no Landlock");
        return;
    }
    let elsewhere = Folder::new().unwrap();
    let place = elsewhere.path().join("kept");
    std::fs::write(&place, "kept").unwrap();
    let shown = place.display();
    let script = format!(
        "echo a > $TMPDIR/a && cat $TMPDIR/a && echo b > /dev/null && cat {shown}; \
         echo c > {shown}; rm -f {shown}; mkdir {shown}-more; ln -s / {shown}-link; true"
    );
    let output = within(&script, &Limits::default()).unwrap();
    assert_eq!(output.stdout, b"a\nkept", "{output:?}");
    assert_eq!(std::fs::read(&place).unwrap(), b"kept");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn it_has_no_network() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!("exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected");
    let mut command = Command::new("bash");
    command.args(["-c", &script]);
    let free = Command::new("bash").args(["-c", &script]).output();
    let Ok(free) = free else {
        eprintln!("not tested: there is no bash");
        return;
    };
    assert_eq!(free.stdout, b"connected\n");
    let output = run(&mut command, Vec::new(), &Until::default()).unwrap();
    assert_eq!(output.stdout, b"", "{output:?}");
}

#[test]
fn a_folder_is_of_this_user_alone_and_goes() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new().unwrap();
    let path = folder.path().to_owned();
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    drop(folder);
    assert!(!path.exists());
}
