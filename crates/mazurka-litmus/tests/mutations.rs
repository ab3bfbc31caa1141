//! Whatever the text, reading it ends with a test or an error; and a test that
//! was read can be explored, to the same states by all algorithms, or is refused
//! with an error.

use mazurka_litmus::{Algorithm, Model, Options, Report, Test, check, parse_bytes};
use mazurka_random::Random;
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

/// Explores a test a little; none if it cannot be explored, or not to the end.
fn explore(test: &Test, model: Model, algorithm: Algorithm, text: &[u8]) -> Option<Report> {
    let options = Options {
        model,
        algorithm,
        max_events: 60,
        max_executions: Some(300),
        ..Options::default()
    };
    match check(test, &options, &mut ()) {
        Ok(report) => report.stopped.is_none().then_some(report),
        Err(error) => {
            let expected = [
                "where no location is",
                "accesses of parts of a location",
                "a read-side section",
                "this read-side section is not ended",
                "which has no meaning in C",
            ];
            let is_expected = expected.iter().any(|part| error.to_string().contains(part));
            assert!(is_expected, "{error}\n{}", String::from_utf8_lossy(text));
            None
        }
    }
}

/// Reads a text, and explores what it says.
fn try_it(text: &[u8], model: Model) -> bool {
    let Ok(test) = parse_bytes(text) else {
        return false;
    };
    let Some(optimal) = explore(&test, model, Algorithm::Optimal, text) else {
        return true;
    };
    let text_for_people = String::from_utf8_lossy(text);
    assert_eq!(optimal.blocked, 0, "{model}\n{text_for_people}");
    if let Some(source) = explore(&test, model, Algorithm::Source, text) {
        assert_eq!(source.states, optimal.states, "{model}\n{text_for_people}");
    }
    if let Some(exhaustive) = explore(&test, model, Algorithm::Exhaustive, text) {
        let states = exhaustive.states.keys();
        assert!(
            states.eq(optimal.states.keys()),
            "{model}\n{text_for_people}"
        );
    }
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
    let mut random = Random::new(1);
    let mut read = 0;
    for round in 0..30_000 {
        let mut text = samples[random.below(samples.len())].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() + 1);
            let end = (at + random.below(4)).min(text.len());
            let new: Vec<u8> = match random.below(4) {
                0 => Vec::new(),
                1 => vec![u8::try_from(random.below(256)).unwrap()],
                2 => {
                    let from = random.below(text.len().max(1));
                    let to = (from + random.below(12)).min(text.len());
                    text[from.min(to)..to].to_vec()
                }
                _ => WORDS[random.below(WORDS.len())].as_bytes().to_vec(),
            };
            text.splice(at..end, new);
        }
        read += usize::from(try_it(&text, Model::BUFFERED[round % 3]));
    }
    // Otherwise the changes are too wild to test anything but the first line.
    assert!(read > 2_000, "only {read} texts were tests");
}
