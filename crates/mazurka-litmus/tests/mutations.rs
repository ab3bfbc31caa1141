//! Whatever the text, reading it ends with a test or an error; and a test that
//! was read can be explored, or is refused with an error.

use mazurka_litmus::{Model, Options, check, parse_bytes};
use std::path::Path;

fn samples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/litmus");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// Reads a text, and explores a little what it says.
fn try_it(bytes: &[u8], model: Model) -> bool {
    let Ok(test) = parse_bytes(bytes) else {
        return false;
    };
    let options = Options {
        model,
        max_events: 60,
        max_executions: Some(20),
        ..Options::default()
    };
    // An error says that the test cannot be explored; only a panic is wrong.
    let _ = check(&test, &options, &mut ());
    true
}

#[test]
fn every_prefix() {
    for sample in samples() {
        for end in 0..sample.len() {
            let _ = parse_bytes(&sample[..end]).is_ok();
        }
        assert!(parse_bytes(&sample).is_ok());
    }
}

/// The next of a sequence of numbers without a pattern (xorshift).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 33).unwrap()
}

#[test]
fn random_changes() {
    const WORDS: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ";",
        "|",
        ",",
        ":",
        "=",
        "$",
        "%",
        "*",
        "&",
        "(*",
        "*)",
        "\"",
        "/\\",
        "\\/",
        "=>",
        "~",
        "not",
        "exists",
        "forall",
        "LOCK ",
        "XCHG",
        "L0:",
        "JMP L0",
        "-1",
        "99999999999999999999",
        "0x7fffffffffffffff",
        "while (1)",
        "if",
        "++",
        "?",
        "int ",
        "P9",
        "t[3]",
        "\u{e9}",
        "\0",
        "\r\n",
        "#",
        "//",
        "/*",
    ];
    let samples = samples();
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut read = 0;
    for round in 0..30_000 {
        let mut text = samples[next(&mut state) % samples.len()].clone();
        for _ in 0..=next(&mut state) % 3 {
            let at = next(&mut state) % (text.len() + 1);
            let end = (at + next(&mut state) % 4).min(text.len());
            let new: Vec<u8> = match next(&mut state) % 4 {
                0 => Vec::new(),
                1 => vec![u8::try_from(next(&mut state) % 256).unwrap()],
                2 => {
                    let from = next(&mut state) % text.len().max(1);
                    let to = (from + next(&mut state) % 12).min(text.len());
                    text[from.min(to)..to].to_vec()
                }
                _ => WORDS[next(&mut state) % WORDS.len()].as_bytes().to_vec(),
            };
            text.splice(at..end, new);
        }
        read += usize::from(try_it(&text, Model::ALL[round % 3]));
    }
    // Otherwise the changes are too wild to test anything but the first line.
    assert!(read > 2_000, "only {read} texts were tests");
}
