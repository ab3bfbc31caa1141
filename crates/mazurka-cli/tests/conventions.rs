//! Settings of a folder, watching, colours, completions, the manual, and tables of many files.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use support::{Folder, code, stderr, stdout};

const FINE: &str = "X86 fine\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n";
const BROKEN: &str = "X86 broken\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=2)\n";
/// Holds under TSO, and not under SC.
const BUFFERS: &str = "X86 SB
{}
 P0 | P1 ;
 MOV [x],$1 | MOV [y],$1 ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
";

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&format!("conventions-{name}"), &files)
}

fn mazurka(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let command = command.args(arguments).current_dir(folder.path(""));
    command.output().expect("the command starts")
}

/// The models and verdicts of what was checked.
fn verdicts(output: &Output) -> Vec<String> {
    let lines = stdout(output);
    let object = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let of = |name: &str| object[name].as_str().expect("a word").to_owned();
        format!("{} {} {}", of("file"), of("model"), of("verdict"))
    };
    lines.lines().map(object).collect()
}

#[test]
fn init_writes_settings_that_check_uses() {
    let folder = folder("init", &[("fine.litmus", FINE), ("below/x.litmus", FINE)]);
    let output = mazurka(&folder, &["init"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = folder.run(&["--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let expected = ["./below/x.litmus sc verified", "./fine.litmus sc verified"];
    assert_eq!(verdicts(&output), expected);
    // From a folder below it.
    let mut below = folder.command(&["--json"]);
    let output = below.current_dir(folder.path("below")).output();
    let output = output.expect("the command starts");
    assert_eq!(
        stderr(&output),
        "note: with the settings of ../mazurka.toml\n"
    );
    let expected = [
        "../below/x.litmus sc verified",
        "../fine.litmus sc verified",
    ];
    assert_eq!(verdicts(&output), expected);
    // What is there is left alone.
    std::fs::write(folder.path("mazurka.toml"), "mine").expect("it can be written");
    assert_eq!(code(&mazurka(&folder, &["init"])), 2);
    let kept = std::fs::read_to_string(folder.path("mazurka.toml"));
    assert_eq!(kept.expect("it can be read"), "mine");
}

/// Every line that `init` comments out is as the command line would take it.
#[test]
fn what_init_offers_can_be_used() {
    let folder = folder("offers", &[("fine.litmus", FINE)]);
    mazurka(&folder, &["init"]);
    let text = std::fs::read_to_string(folder.path("mazurka.toml")).expect("it can be read");
    let lines = text.lines().map(|line| {
        let inner = line.strip_prefix("# ").unwrap_or(line);
        match inner.split_once(" = ") {
            Some((key, _)) if !key.contains(' ') => inner,
            _ => line,
        }
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    assert!(lines.contains("\nmax-time = 60\n"), "{lines}");
    std::fs::write(folder.path("mazurka.toml"), &lines).expect("it can be written");
    // (It names a compiler.)
    let mut command = folder.command(&["--trust-config"]);
    let output = command.env("XDG_STATE_HOME", folder.path("state")).output();
    let output = output.expect("the command starts");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn every_file_is_checked_under_each_model() {
    let settings = "files = [\"SB.litmus\"]\nmodels = [\"sc\", \"tso\"]\n";
    let folder = folder(
        "models",
        &[("SB.litmus", BUFFERS), ("mazurka.toml", settings)],
    );
    let output = folder.run(&["--json"]);
    assert_eq!(code(&output), 1);
    let expected = ["SB.litmus sc bug", "SB.litmus tso verified"];
    assert_eq!(verdicts(&output), expected);
    // One document, with names that are apart.
    let text = stdout(&folder.run(&["--format=junit"]));
    assert_eq!(text.matches("<testsuite ").count(), 1, "{text}");
    assert!(text.contains("name=\"SB (sc)\"") && text.contains("name=\"SB (tso)\""));
}

#[test]
fn the_command_line_wins() {
    let settings = "files = [\"SB.litmus\"]\nmodels = [\"sc\", \"pso\"]\nworkers = 1\n\
                    format = \"junit\"\nalgorithm = \"source\"\n";
    let files = [
        ("SB.litmus", BUFFERS),
        ("fine.litmus", FINE),
        ("mazurka.toml", settings),
    ];
    let folder = folder("wins", &files);
    let output = folder.run(&["--json", "--model=tso", "--processes=1"]);
    assert_eq!(
        verdicts(&output),
        ["SB.litmus tso verified"],
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("\"algorithm\":\"source\""));
    // Files of the command line, without the settings and with them.
    let output = folder.run(&["fine.litmus", "--json"]);
    assert_eq!(verdicts(&output), ["fine.litmus sc verified"]);
    assert!(stdout(&output).contains("\"algorithm\":\"optimal\""));
    let output = folder.run(&["fine.litmus", "--json", "--config=mazurka.toml"]);
    let expected = ["fine.litmus sc verified", "fine.litmus pso verified"];
    assert_eq!(verdicts(&output), expected);
    assert!(stdout(&output).contains("\"algorithm\":\"source\""));
}

/// Paths are relative to the settings, also in NAME=PATH.
#[test]
fn settings_of_a_folder_above() {
    let program = "#include <stdio.h>\n#include <assert.h>\n\
                   int main(int n, char **a) { assert(n == 2 && a[1][0] == '-'); \
                   FILE *f = fopen(\"in\", \"r\"); assert(f && fgetc(f) == 'x'); }\n";
    let settings = "files = [\"p.c\"]\nfile = [\"in=data/given\"]\narg = [\"-v\"]\n\
                    flags = [\"-DX=1\"]\n";
    let files = [
        ("p.c", program),
        ("data/given", "x"),
        ("mazurka.toml", settings),
    ];
    let folder = folder("above", &files);
    let mut below = folder.command(&["--json"]);
    let output = below.current_dir(folder.path("data")).output();
    let output = output.expect("the command starts");
    let said = stderr(&output);
    assert_eq!(
        verdicts(&output),
        ["../p.c sc verified"],
        "{}{said}",
        stdout(&output)
    );
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let folder = folder("colours", &[("fine.litmus", FINE)]);
    let has_colours = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = folder.command(&[&["fine.litmus"], arguments].concat());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        let output = command.output().expect("the command starts");
        assert_eq!(code(&output), 0);
        stdout(&output).contains("\x1b[32mVerified\x1b[0m")
    };
    assert!(!has_colours(&[], &[]));
    assert!(has_colours(&["--color=always"], &[("NO_COLOR", "1")]));
    assert!(has_colours(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!has_colours(
        &[],
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
    ));
    assert!(!has_colours(&["--color=never"], &[("CLICOLOR_FORCE", "1")]));
    // Documents have none.
    let output = folder.run(&["fine.litmus", "--color=always", "--format=junit"]);
    assert!(!stdout(&output).contains('\x1b'));
}

#[test]
fn completions_and_the_manual_know_the_options() {
    let folder = folder("manual", &[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = mazurka(&folder, &["completions", shell]);
        assert_eq!(code(&output), 0, "{shell}: {}", stderr(&output));
        let text = stdout(&output);
        // Fish writes options without their dashes.
        for word in [
            "check",
            "init",
            "max-executions",
            "suggest-fences",
            "format",
            "junit",
        ] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let output = mazurka(&folder, &["man", "pages/man1"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let page = |name: &str| {
        let page = std::fs::read_to_string(folder.path(&format!("pages/man1/{name}.1")));
        page.expect("it is there").replace("\\-", "-")
    };
    assert!(page("mazurka").contains("mazurka-check(1)"));
    for option in [
        "--model",
        "--format",
        "--max-executions",
        "--watch",
        "--config",
    ] {
        assert!(page("mazurka-check").contains(option), "{option}");
    }
    assert!(!folder.path("pages/man1/mazurka-serve.1").exists());
    let output = mazurka(&folder, &["man"]);
    assert!(stdout(&output).contains(".TH mazurka 1"));
}

/// A shell takes the completions.
#[test]
fn bash_completes_options() {
    let folder = folder("bash", &[]);
    let script = format!(
        "source <('{}' completions bash)
         COMP_WORDS=(mazurka check --form); COMP_CWORD=2
         _mazurka mazurka --form check
         echo \"${{COMPREPLY[@]}}\"",
        env!("CARGO_BIN_EXE_mazurka")
    );
    let ran = Command::new("bash").args(["-c", &script]).output();
    let Ok(output) = ran else {
        println!("skipped: there is no bash");
        return;
    };
    drop(folder);
    assert_eq!(stdout(&output).trim(), "--format", "{}", stderr(&output));
}

#[test]
fn long_tables_end_with_what_is_not_verified() {
    let mut files: Vec<(String, &str)> = (10..20)
        .map(|nth| (format!("fine{nth}.litmus"), FINE))
        .collect();
    files.push(("a.litmus".to_owned(), BROKEN));
    files.push(("b.litmus".to_owned(), "nonsense"));
    files.push(("c.litmus".to_owned(), BUFFERS));
    let all: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let folder = folder("table", &all);
    let output = folder.run(&[".", "--max-executions=1", "--workers=1"]);
    assert_eq!(code(&output), 2);
    let text = stdout(&output);
    let (rows, summary) = text.split_once("Not verified:\n").expect("a summary");
    // Rows come in the order of names, what is not verified with the worst first.
    let names: Vec<&str> = rows
        .lines()
        .filter_map(|row| row.split(' ').next())
        .collect();
    assert_eq!(names[..5], ["test", "broken", "b", "SB", "fine"]);
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "  error    ./b.litmus",
            "  bug      ./a.litmus",
            "  unknown  ./c.litmus"
        ]
    );
    assert!(
        lines[3].starts_with("13 files: 10 verified, 1 bug, 1 unknown, 1 error"),
        "{summary}"
    );
    // Short tables can be seen as a whole.
    let output = folder.run(&["a.litmus", "b.litmus", "--workers=1"]);
    assert!(!stdout(&output).contains("Not verified"));
}

/// On a terminal, a line says which of the files is being checked, and is erased.
#[test]
fn a_terminal_shows_which_file_it_is() {
    let folder = folder("terminal", &[("a.litmus", FINE), ("b.litmus", BROKEN)]);
    let command = format!(
        "'{}' check a.litmus b.litmus",
        env!("CARGO_BIN_EXE_mazurka")
    );
    let ran = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder.path(""))
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    let Ok(output) = ran else {
        println!("skipped: there is no script, which makes a terminal");
        return;
    };
    let text = stdout(&output);
    for nth in ["1 of 2: a", "2 of 2: b"] {
        assert!(text.contains(&format!("\r\x1b[K{nth}\r\x1b[K")), "{text:?}");
    }
    assert!(text.contains("\x1b[31mbug"), "{text:?}");
    // Without a terminal, nothing of that.
    let output = folder.run(&["a.litmus", "b.litmus"]);
    assert_eq!(stderr(&output), "");
}

/// Waits for a line with that in it.
fn wait_for(lines: &mpsc::Receiver<String>, what: &str) {
    loop {
        match lines.recv_timeout(Duration::from_secs(60)) {
            Ok(line) if line.contains(what) => return,
            Ok(_) => {}
            Err(_) => panic!("no line with `{what}`"),
        }
    }
}

/// The lines of a pipe, as they come.
fn lines_of(pipe: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (send, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
    });
    lines
}

/// A command that runs on, with what it prints.
fn started(
    folder: &Folder,
    arguments: &[&str],
) -> (Child, mpsc::Receiver<String>, mpsc::Receiver<String>) {
    let mut command = folder.command(arguments);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let out = lines_of(child.stdout.take().expect("it is piped"));
    let errors = lines_of(child.stderr.take().expect("it is piped"));
    (child, out, errors)
}

#[test]
fn watching_checks_again_when_a_file_changes() {
    let program = "#include \"value.h\"\n#include <assert.h>\nint main(void) { assert(VALUE); }\n";
    let files = [("program.c", program), ("value.h", "#define VALUE 0\n")];
    let folder = folder("watch", &files);
    let (mut child, out, errors) = started(&folder, &["program.c", "--watch", "--quiet"]);
    wait_for(&out, "Bug: ");
    wait_for(&errors, "watching 2 files");
    // What is written beside sources is no reason.
    std::fs::write(folder.path("report.xml"), "x").expect("it can be written");
    std::fs::write(folder.path("value.h"), "#define VALUE 11\n").expect("it can be written");
    wait_for(&out, "Verified: ");
    wait_for(&errors, "watching 2 files");
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill starts").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0), "that of the last check");
    assert!(out.recv_timeout(Duration::from_secs(5)).is_err());
}

/// A check that takes long is stopped when its file changes, and at Ctrl-C; nothing is left behind.
#[test]
fn watching_stops_checks() {
    let folder = folder("watch-long", &[("t.litmus", &support::writers(8, 8))]);
    let (mut child, out, errors) = started(&folder, &["t.litmus", "--watch", "--workers=1"]);
    std::thread::sleep(Duration::from_millis(700));
    std::fs::write(folder.path("t.litmus"), FINE).expect("it can be written");
    wait_for(&out, "Verified: ");
    wait_for(&errors, "watching 1 file:");
    std::fs::write(folder.path("t.litmus"), support::writers(8, 9)).expect("it can be written");
    std::thread::sleep(Duration::from_millis(1500));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill starts").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(3));
    assert!(!folder.path("mazurka-resume.json").exists());
}
