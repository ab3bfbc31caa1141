//! What the README and the guide say that the command prints, it prints.
//!
//! A block of text that begins with `$ mazurka` has commands, each with what it prints to standard
//! output; a line `...` stands for any lines. Commands run at the root of the repository with one
//! worker. Times, rates, and what depends on them are not compared.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a line with a command begins with.
const PROMPT: &str = "$ mazurka ";

/// A command of a page, and what the page says that it prints.
struct Shown {
    page: String,
    command: String,
    lines: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and the chapters of the guide.
fn pages() -> Vec<PathBuf> {
    let chapters = fs::read_dir(root().join("docs/guide/src")).expect("the guide is there");
    let mut pages: Vec<PathBuf> = chapters.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// The blocks of text of a page, each without its indentation.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let mut indent = None;
    for line in text.lines() {
        let bare = line.trim_start();
        match (indent, found.last_mut()) {
            (None, _) if bare == "```text" => {
                indent = Some(line.len() - bare.len());
                found.push(Vec::new());
            }
            (Some(_), _) if bare == "```" => indent = None,
            (Some(indent), Some(block)) => block.push(line.get(indent..).unwrap_or("")),
            _ => {}
        }
    }
    found
}

/// The commands of a page.
fn shown(page: &str, text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let is_shown = |block: &Vec<&str>| block.first().is_some_and(|line| line.starts_with(PROMPT));
    for line in blocks(text).into_iter().filter(is_shown).flatten() {
        match (line.strip_prefix(PROMPT), found.last_mut()) {
            (None, Some(last)) => last.lines.push(line.to_owned()),
            (command, _) => found.push(Shown {
                page: page.to_owned(),
                command: command.unwrap_or_default().to_owned(),
                lines: Vec::new(),
            }),
        }
    }
    found
}

/// The words of a command, as a shell takes them apart.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(n, part)| match n % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Lines without times and rates, and without what a limit on time decides.
fn timeless(line: &str) -> String {
    let line = support::timeless(line);
    let Some((before, _)) = line.split_once("the limit on time was reached") else {
        let rate = line
            .rsplit_once(", ")
            .filter(|(_, rest)| rest.ends_with("/s)"));
        let line = rate.map_or(line.clone(), |(before, _)| format!("{before})"));
        return line.split_whitespace().collect::<Vec<_>>().join(" ");
    };
    before.to_owned()
}

/// Do the lines, of which `...` are any, come to what was printed?
fn fits(lines: &[String], printed: &[String]) -> bool {
    match lines {
        [] => printed.is_empty(),
        [gap, rest @ ..] if gap == "..." => {
            (0..=printed.len()).any(|from| fits(rest, &printed[from..]))
        }
        [line, rest @ ..] => printed.first() == Some(line) && fits(rest, &printed[1..]),
    }
}

fn has_erlc() -> bool {
    Command::new("erlc").arg("-help").output().is_ok()
}

fn printed(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .args(words(command))
        .current_dir(root())
        .env("MAZURKA_WORKERS", "1")
        .stdin(Stdio::null())
        .output();
    support::stdout(&output.expect("the command starts"))
}

#[test]
fn the_command_prints_what_the_pages_show() {
    let mut count = 0;
    let mut wrong = String::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        for shown in shown(&name, &text) {
            if shown.command.contains(".erl") && !has_erlc() {
                continue;
            }
            count += 1;
            let all = printed(&shown.command);
            let lines: Vec<String> = shown.lines.iter().map(|line| timeless(line)).collect();
            let now: Vec<String> = all.trim_end().lines().map(timeless).collect();
            if !fits(&lines, &now) {
                wrong += &format!(
                    "{}: `mazurka {}` prints:\n{all}\n",
                    shown.page, shown.command
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 10, "only {count} commands were found");
}

#[test]
fn the_picture_is_what_the_command_draws() {
    let folder = support::Folder::new("pages", &[]);
    let picture = folder.path("counter.svg");
    let printed = printed(&format!(
        "check examples/c/counter.c -q --svg {}",
        picture.display()
    ));
    assert!(printed.starts_with("Bug: "), "{printed}");
    let shown = root().join("docs/guide/src/pictures/counter.svg");
    assert_eq!(
        fs::read_to_string(picture).unwrap(),
        fs::read_to_string(shown).unwrap()
    );
}

#[test]
fn every_option_has_a_place_in_the_reference() {
    let page = "docs/guide/src/options.md";
    let text = fs::read_to_string(root().join(page)).expect("the page is there");
    let help = printed("check --help");
    let lines = help.lines().map(str::trim_start);
    let options: Vec<&str> = lines
        .filter(|line| line.starts_with('-'))
        .filter_map(|line| {
            line.split(['[', ' ', ',', '='])
                .find(|word| word.starts_with("--"))
        })
        .collect();
    assert!(options.len() > 40, "{options:?}");
    let missing: Vec<&&str> = options
        .iter()
        .filter(|option| **option != "--help" && !text.contains(&format!("`{option}")))
        .collect();
    assert!(missing.is_empty(), "{page} does not name {missing:?}");
}

#[test]
fn commands_are_taken_from_blocks() {
    let text = "$ mazurka no\n```text\n$ mazurka check a\nb\n\n$ mazurka check 'c d' e\n```\n\
                ```sh\n$ mazurka no\n```\n- x\n  ```text\n  $ mazurka f\n    g\n  ```\n```text\nh\n```\n";
    let found = shown("p", text);
    let found: Vec<(&str, String)> = found
        .iter()
        .map(|shown| (shown.command.as_str(), shown.lines.join("|")))
        .collect();
    assert_eq!(
        found,
        [
            ("check a", "b|".to_owned()),
            ("check 'c d' e", String::new()),
            ("f", "  g".to_owned()),
        ]
    );
    assert_eq!(words("check 'c d' e"), ["check", "c d", "e"]);
}

#[test]
fn gaps_are_any_lines() {
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    for (shown, is_right) in [
        ("a b c", true),
        ("a ... c", true),
        ("... c", true),
        ("a ...", true),
        ("a ... b c ...", true),
        ("a c", false),
        ("a ... b", false),
        ("b ...", false),
    ] {
        assert_eq!(fits(&lines(shown), &lines("a b c")), is_right, "{shown}");
    }
}

#[test]
fn times_and_rates_do_not_count() {
    let line = "Verified (SC, optimal: 4 complete, 0 blocked, 73 events, 1.05 s, 59638/s)";
    let other = "Verified (SC, optimal: 4 complete, 0 blocked, 73 events, 0.04 s)";
    assert_eq!(timeless(line), timeless(other));
    assert_ne!(
        timeless(other),
        timeless("Verified (SC, optimal: 5 complete, 0 blocked, 73 events, 0.04 s)")
    );
    assert_eq!(
        timeless("Unknown: the limit on time was reached (SC: 1 complete)"),
        timeless("Unknown: the limit on time was reached (SC: 2 complete)")
    );
}
