//! Programs that corrupt memory, or end the OS process in the middle of a check: each is told as
//! the bug that it is, with what replays it.

use super::two_stores;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::{Checker, FindingKind, Report, Verdict, thread};
use std::hint::black_box;
use std::process::{Command, Output};

/// What a thread does if it comes second.
type Crash = fn();

/// Two threads, of which the one that comes second crashes, after some more steps.
fn second_crashes(crash: Crash) -> impl Fn() + Send + Sync + 'static {
    move || {
        let x = Arc::new(AtomicUsize::new(0));
        let threads = [1, 2].map(|_| {
            let x = x.clone();
            thread::spawn(move || {
                if x.fetch_add(1, SeqCst) == 1 {
                    x.load(SeqCst);
                    crash();
                }
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
    }
}

/// Writes to where nothing is.
fn wild() {
    // SAFETY: it is not sound. It ends in a signal, which is what is tested.
    unsafe { black_box(std::ptr::without_provenance_mut::<u64>(0x10_0000)).write_volatile(7) };
}

/// Reads through a pointer in memory that was freed and used for something else.
fn dangling() {
    let list: *const Vec<u64> = Box::into_raw(Box::new(vec![1; 9]));
    // SAFETY: as above.
    unsafe {
        black_box(list.cast_mut().cast::<[usize; 3]>()).write([0x1111_1111_1111_1111; 3]);
        black_box((&*list).iter().sum::<u64>());
    }
}

/// Calls what is no function.
fn jump() {
    // SAFETY: as above.
    let function: extern "C" fn() = unsafe { std::mem::transmute(black_box(0x40_usize)) };
    function();
}

fn instruction() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: as above.
    unsafe {
        std::arch::asm!("ud2");
    }
    #[cfg(not(target_arch = "x86_64"))]
    wild();
}

struct Panics;

impl Drop for Panics {
    fn drop(&mut self) {
        panic!("the second of two");
    }
}

fn panics_twice() {
    let _panics = Panics;
    panic!("the first of two");
}

/// Frees with the C library what is not its own.
fn corrupts_the_c_heap() {
    let mut bytes = [0x41_u8; 256];
    // SAFETY: as above.
    unsafe { libc_free(black_box(bytes.as_mut_ptr().wrapping_add(64))) };
}

/// Copies, in the C library, from where nothing is.
fn copies_from_nowhere() {
    let mut bytes = [0_u8; 3000];
    let from = black_box(std::ptr::without_provenance::<u8>(0x10_0000));
    // SAFETY: as above.
    unsafe { bytes.as_mut_ptr().copy_from(from, black_box(3000)) };
    black_box(bytes);
}

/// Overwrites the heap and the stack around what it has, and goes on.
fn scribbles() {
    let seed = std::env::var("SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut state = 0x9E37_79B9_7F4A_7C15_u64 ^ seed;
    let block = Box::new([0_u64; 4]);
    let own = [0_u64; 4];
    let (block, own) = (block.as_ptr().cast_mut(), own.as_ptr().cast_mut());
    for _ in 0..200 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = (state >> 8) as isize % 512 - 256;
        let into = if state & 1 == 0 { block } else { own };
        // SAFETY: as above.
        unsafe { black_box(into).wrapping_offset(at).write_volatile(state) };
    }
    let shared = Arc::new(AtomicUsize::new(0));
    shared.fetch_add(1, SeqCst);
    drop(vec![shared.clone(), shared]);
}

unsafe extern "C" {
    #[link_name = "free"]
    fn libc_free(block: *mut u8);
}

fn crash_of(report: &Report) -> (FindingKind, &str, &str) {
    match report.verdict() {
        Verdict::Bug {
            finding, replay, ..
        } => (finding.kind, &finding.message, replay),
        _ => panic!("{report}"),
    }
}

#[test]
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
fn a_crash_is_a_bug_like_others() {
    let crashes: [(Crash, FindingKind, &str); 5] = [
        (wild, FindingKind::InvalidAccess, "memory that is not there"),
        (
            dangling,
            FindingKind::InvalidAccess,
            "memory that is not there",
        ),
        (jump, FindingKind::InvalidAccess, "memory that is not there"),
        (instruction, FindingKind::Abort, "SIGILL"),
        (
            panics_twice,
            FindingKind::Abort,
            "the second of two: that panic came while",
        ),
    ];
    for (crash, kind, words) in crashes {
        for workers in [1, 2] {
            let checker = Checker::new().workers(workers);
            let report = checker.clone().check(second_crashes(crash));
            let (found, message, replay) = crash_of(&report);
            assert_eq!(found, kind, "{report}");
            assert!(message.contains(words), "{report}");
            if kind == FindingKind::InvalidAccess {
                assert!(message.contains("crashes.rs:"), "{report}");
            }
            assert_eq!(report.findings().len(), 1, "{report}");
            // It is shown with the steps that led to it, and is the same when it is replayed.
            assert!(report.to_string().contains("fetch_add"), "{report}");
            let again = checker.replay(replay).check(second_crashes(crash));
            assert_eq!(crash_of(&again).0, kind, "{again}");
            assert_eq!(crash_of(&again).1, message, "{again}");
        }
        // The OS process is as good as before.
        assert!(two_stores().is_verified());
    }
}

/// Not a test of its own: a check that ends its OS process, in a way that the environment says.
#[test]
#[ignore = "run by other tests"]
fn crashing_child() {
    let crash: Crash = match &*std::env::var("CRASH").unwrap() {
        "wild" => wild,
        "dangling" => dangling,
        "jump" => jump,
        "instruction" => instruction,
        "panics" => panics_twice,
        "scribble" => scribbles,
        "free" => corrupts_the_c_heap,
        "copy" => copies_from_nowhere,
        "abort" => || std::process::abort(),
        "exit" => || std::process::exit(0),
        "engine" => {
            // Engine code meets the pointer.
            || {
                let nowhere = std::ptr::without_provenance::<AtomicUsize>(0x10_0000);
                // SAFETY: it is not sound. It ends in a signal, which is what is tested.
                unsafe { (*black_box(nowhere)).load(SeqCst) };
            }
        }
        other => panic!("{other}"),
    };
    Checker::new().run(second_crashes(crash));
}

fn run_crash(crash: &str, replay: Option<&str>) -> (Output, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "crashes::crashing_child", "--ignored"])
        .env("CRASH", crash)
        .env("MAZURKA_REPLAY", replay.unwrap_or_default());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
    (output, text)
}

/// The replay string of the last words.
fn replay_of(text: &str) -> &str {
    let (_, rest) = text
        .split_once("MAZURKA_REPLAY='")
        .expect("a replay string");
    rest.split_once('\'').expect("its end").0
}

#[test]
#[cfg(target_os = "linux")]
fn an_os_process_that_ends_in_a_check_says_where() {
    let crashes = [
        (
            "free",
            "abort: a thread of a check has aborted the program (SIGABRT)",
        ),
        (
            "abort",
            "abort: a thread of a check has aborted the program (SIGABRT)",
        ),
        ("copy", "uses memory that is not there"),
        ("engine", "uses memory that is not there"),
        ("exit", "has ended the OS process"),
    ];
    for (crash, words) in crashes {
        let (output, text) = run_crash(crash, None);
        assert!(!output.status.success(), "{crash}: {text}");
        assert!(text.contains("mazurka bug: "), "{crash}: {text}");
        assert!(text.contains(words), "{crash}: {text}");
        assert!(text.contains("crashes.rs:"), "{crash}: {text}");
        let told = text.contains("  thread 0.1, after its operation at ");
        assert!(told, "{crash}: {text}");
        let replay = replay_of(&text);
        let (again, replayed) = run_crash(crash, Some(replay));
        assert_eq!(again.status, output.status, "{crash}: {replayed}");
        assert!(replayed.contains(words), "{crash}: {replayed}");
        assert_eq!(replay_of(&replayed), replay, "{crash}");
    }
}
