//! Feeds the reader with damaged LLVM IR, decodes what can be read, and reports when
//! that panics, when it is slow and when it takes more memory than the input is worth.
//!
//! `cargo run --release -p mazurka-llvm --example fuzz_reader -- SECONDS [SEED] [DIRECTORY]`
//!
//! The inputs are the `.ll` files of the directory (`tests/ir` of this crate) with a few
//! random changes of bytes, tokens and lines. What is found is written to
//! `fuzz_reader_N.ll` in the current directory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use mazurka_llvm::lower::lower;
use mazurka_llvm::parse::parse;
use mazurka_random::Random;

/// Slower than this is reported.
const SLOW: Duration = Duration::from_millis(500);
/// More memory than this for a byte of input is reported.
const BYTES_PER_BYTE: usize = 100;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Counts what is allocated.
struct Counting;

// SAFETY: everything is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(live, Relaxed);
        // SAFETY: the caller's promises hold for the other allocator as well.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: `pointer` came from `System`, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Where tokens begin and end, roughly.
fn token(text: &[u8], near: usize) -> (usize, usize) {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$%@!#-\"".contains(&byte);
    let mut start = near.min(text.len());
    while start < text.len() && !is_inside(text[start]) {
        start += 1;
    }
    while start > 0 && start <= text.len() && is_inside(text[start - 1]) {
        start -= 1;
    }
    let length = text[start..]
        .iter()
        .take_while(|&&byte| is_inside(byte))
        .count();
    (start, start + length)
}

fn line(text: &[u8], near: usize) -> (usize, usize) {
    let near = near.min(text.len());
    let start = text[..near]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |place| place + 1);
    let length = text[near..].iter().position(|&byte| byte == b'\n');
    (start, length.map_or(text.len(), |length| near + length + 1))
}

const EXTREMES: &[&str] = &[
    "0",
    "-1",
    "4294967296",
    "18446744073709551616",
    "999999999999999999999999999999999999999999",
    "i0",
    "i1",
    "i7",
    "i128",
    "i129",
    "i99999999",
    "void",
    "ptr",
    "metadata",
    "label",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "(",
    ")",
    "<vscale x 4 x i8>",
    "[4611686018427387904 x i64]",
    "zeroinitializer",
    "undef",
    "poison",
    "null",
    "getelementptr",
    "...",
    "\"",
    "c\"",
    "%0",
    "@0",
    "!0",
    "0x",
    "0xK",
    "x",
    "to",
    "asm",
    "blockaddress",
    "opaque",
    "%struct.Big",
    "align",
    ",",
    "=",
    "*",
    "splat",
];

/// Is it the same kind of token: two locals, two numbers, two types?
fn is_alike(a: &[u8], b: &[u8]) -> bool {
    let class = |text: &[u8]| match text.first() {
        Some(byte @ (b'%' | b'@' | b'!' | b'#')) => *byte,
        Some(b'0'..=b'9' | b'-') => b'0',
        Some(b'i') if text.len() > 1 && text[1].is_ascii_digit() => b'i',
        Some(_) => b'a',
        None => b' ',
    };
    a != b && class(a) == class(b)
}

/// Puts a token of the same kind from nearby in the place of one: often what comes of
/// it can still be read.
fn exchange(text: &mut Vec<u8>, near: usize, random: &mut Random) {
    let (start, end) = token(text, near);
    for _ in 0..20 {
        let other = (start + random.below(3000)).saturating_sub(1500);
        let (from, to) = token(text, other);
        if is_alike(&text[start..end], &text[from..to]) {
            let copy = text[from..to].to_vec();
            text.splice(start..end, copy);
            return;
        }
    }
}

/// One random change.
fn change(text: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let near = random.below(text.len().max(1));
    match random.below(30) {
        0 => {
            if let Some(byte) = text.get_mut(near) {
                *byte = random.bits() as u8;
            }
        }
        1 => {
            if let Some(byte) = text.get_mut(near) {
                *byte ^= 1 << random.below(8);
            }
        }
        2 => text.truncate(near),
        3 => {
            let (start, end) = token(text, near);
            text.drain(start..end);
        }
        4 | 5 => {
            let (start, end) = token(text, near);
            let extreme = EXTREMES[random.below(EXTREMES.len())];
            text.splice(start..end, extreme.bytes());
        }
        6 | 7 => {
            let other = &others[random.below(others.len())];
            let (from, to) = token(other, random.below(other.len()));
            let (start, end) = token(text, near);
            text.splice(start..end, other[from..to].iter().copied());
        }
        8 => {
            let (start, end) = line(text, near);
            text.drain(start..end);
        }
        9 => {
            let (start, end) = line(text, near);
            let copy = text[start..end].to_vec();
            let (to, _) = line(text, random.below(text.len().max(1)));
            text.splice(to..to, copy);
        }
        10 => {
            let other = &others[random.below(others.len())];
            let (from, to) = line(other, random.below(other.len()));
            let (start, _) = line(text, near);
            text.splice(start..start, other[from..to].iter().copied());
        }
        12.. => exchange(text, near, random),
        _ => {
            // The same, many times: nesting and repetition.
            let (start, end) = token(text, near);
            let end = end.min(start + 64);
            let copy = text[start..end].repeat(1 + random.below(300));
            text.splice(start..start, copy);
        }
    }
}

/// What is wrong with an input, if anything.
fn judge(text: &[u8]) -> Option<String> {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let start = Instant::now();
    if catch_unwind(AssertUnwindSafe(|| read(text))).is_err() {
        return Some("a panic".to_string());
    }
    let mut elapsed = start.elapsed();
    let memory = PEAK.load(Relaxed).saturating_sub(before);
    // Others may have had the processor meanwhile.
    for _ in 0..10 {
        if elapsed <= SLOW {
            break;
        }
        let start = Instant::now();
        read(text);
        elapsed = elapsed.min(start.elapsed());
    }
    if elapsed > SLOW {
        return Some(format!("slow: {elapsed:?}"));
    }
    (memory > text.len() * BYTES_PER_BYTE + (1 << 20))
        .then(|| format!("{memory} bytes for {}", text.len()))
}

/// What is done with an input.
fn read(text: &[u8]) -> bool {
    match parse("fuzz.ll", text) {
        Ok(module) => {
            let _ = lower(&module);
            true
        }
        // What it says must be sayable.
        Err(error) => error.to_string().is_empty(),
    }
}

fn inputs(directory: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "ll"));
    texts
        .map(|path| std::fs::read(path).expect("a file of the directory"))
        .collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments
        .first()
        .and_then(|text| text.parse().ok())
        .unwrap_or(10);
    let seed = arguments
        .get(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let directory = arguments
        .get(2)
        .cloned()
        .unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ir").to_string());
    let originals = inputs(Path::new(&directory));
    assert!(!originals.is_empty(), "{directory} has no .ll files");
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    let mut random = Random::new(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut tell = Instant::now() + Duration::from_secs(60);
    let (mut count, mut readable, mut found) = (0u64, 0u64, 0u64);
    while Instant::now() < end {
        let mut text = originals[random.below(originals.len())].clone();
        for _ in 0..=random.below(4) {
            change(&mut text, &originals, &mut random);
        }
        count += 1;
        if Instant::now() > tell {
            println!("{count} inputs, {found} findings");
            tell += Duration::from_secs(60);
        }
        readable += u64::from(
            count % 64 == 0 && catch_unwind(AssertUnwindSafe(|| read(&text))).unwrap_or(false),
        );
        if let Some(what) = judge(&text) {
            found += 1;
            let file = format!("fuzz_reader_{found}.ll");
            println!("input {count}: {what}: {file}");
            if let Err(error) = std::fs::write(&file, &text) {
                println!("{file}: {error}");
            }
        }
    }
    println!(
        "{count} inputs (of {} looked at, {readable} could be read), {found} findings",
        count / 64
    );
}
