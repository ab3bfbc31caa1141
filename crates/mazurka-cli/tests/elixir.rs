//! `mazurka check` of Elixir programs, as a person or a script meets it. This needs an elixirc.

mod support;

use expect_test::expect;
use std::process::Output;
use support::{Folder, code, command, stderr, stdout, timeless};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/elixir");

/// Everything that the command says: output, errors, exit code.
fn said(output: &Output) -> String {
    let (out, error) = (timeless(&stdout(output)), stderr(output));
    format!("{out}{error}exit code {}\n", code(output))
}

fn example(arguments: &[&str]) -> Output {
    let mut command = command(&[arguments, &["--after-timeout=5000", "--workers=1"]].concat());
    command.current_dir(EXAMPLES);
    command.output().expect("the command starts")
}

fn sources(name: &str, files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&format!("elixir-{name}"), &files)
}

#[test]
fn the_examples_show_their_bugs() {
    for (file, words) in [
        (
            "counter.ex",
            &[
                "process <P> exits abnormally: ** (MatchError) no match of right hand side value: 1",
                "  at counter.ex:34 in Counter.two_visitors/1\n",
                "    34 |     2 = hits()\n",
                "  <P.2>          whereis(Counter)",
            ][..],
        ),
        (
            "sessions.ex",
            &[
                "no match of right hand side value: {:error, {:already_started, #PID<P.1.2.1>}}",
                " in Sessions.open/1\n",
                " in anonymous fn/2 in Sessions.two_requests/1\n",
            ],
        ),
        (
            "accounts.ex",
            &[
                "deadlock:\n  process <P> waits at accounts.ex:",
                "process <P.1/:anna> waits",
                "[:alias | #Reference<P.2.0>]}, {:receive, 10}}",
            ],
        ),
    ] {
        let output = example(&[file]);
        let text = said(&output);
        assert_eq!(code(&output), 1, "{text}");
        for words in words {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(!text.contains("Elixir."), "{text}");
    }
}

#[test]
fn the_repaired_examples_are_verified() {
    for (file, executions) in [("counter.ex", 4), ("sessions.ex", 8), ("accounts.ex", 56)] {
        let output = example(&[file, "--entry", "repaired"]);
        let text = said(&output);
        assert_eq!(code(&output), 0, "{text}");
        assert!(
            text.contains(&format!(": {executions} complete, 0 blocked")),
            "{text}"
        );
    }
}

/// One compilation, and every way to name a function of it, without a compiler.
#[test]
fn every_way_to_name_where_it_begins() {
    let text = "defmodule My.Test do\n  def race, do: :ok\n  def bad, do: raise(\"bad\")\nend\n\
                defmodule Other do\n  def race, do: :ok\n  def test, do: My.Test.race()\nend\n";
    let folder = sources("entry", &[("my.ex", text)]);
    // The only module with test/0.
    assert_eq!(code(&folder.run(&["my.ex"])), 0);
    let output = folder.run(&["my.ex", "--entry", "race"]);
    expect![[r#"
        error: my.ex: 2 of its modules export race/0: name one by --entry, as My.Test.race/0
        exit code 2
    "#]]
    .assert_eq(&said(&output));

    let compiled = std::process::Command::new("elixirc")
        .arg("my.ex")
        .current_dir(folder.path("my.ex").parent().expect("it is in a folder"))
        .status();
    assert!(compiled.expect("elixirc starts").success());
    for entry in [
        "My.Test.race/0",
        "My.Test.race",
        "race",
        "race/0",
        "'Elixir.My.Test':race/0",
        "Elixir.My.Test:race",
    ] {
        let output = folder.run(&["Elixir.My.Test.beam", "--entry", entry]);
        assert_eq!(code(&output), 0, "{entry}: {}", said(&output));
    }
    // A module that is found beside the other.
    let output = folder.run(&["Elixir.My.Test.beam", "--entry", "Other.test"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let output = folder.run(&["Elixir.My.Test.beam", "--entry", "My.Test.bad", "-q"]);
    let words = "process <P> exits abnormally: ** (RuntimeError) bad";
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(stdout(&output).contains(words), "{}", said(&output));
    let output = folder.run(&["Elixir.My.Test.beam"]);
    expect![[r#"
        error: Elixir.My.Test.beam: module My.Test does not export test/0: name a function without arguments by --entry My.Test.FUNCTION/0
        exit code 2
    "#]]
    .assert_eq(&said(&output));
}

#[test]
fn files_beside_it_are_compiled_with_it() {
    let main = "defmodule Main do\n  require Helper.Macros\n  def test do\n    \
                %Helper.Point{x: 1} = Helper.Macros.point(1)\n  end\nend\n";
    let macros = "defmodule Helper.Macros do\n  defmacro point(x), do: quote(do: \
                  %Helper.Point{x: unquote(x)})\nend\n";
    let point = "defmodule Helper.Point do\n  defstruct [:x]\nend\n";
    // This one cannot be compiled, and nothing names it.
    let broken = "defmodule Broken do\n  def test(\nend\n";
    let folder = sources(
        "beside",
        &[
            ("main.ex", main),
            ("macros.ex", macros),
            ("point.ex", point),
            ("broken.ex", broken),
        ],
    );
    let output = folder.run(&["main.ex"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let output = folder.run(&["broken.ex"]);
    assert_eq!(code(&output), 2);
    let text = said(&output);
    assert!(
        text.contains("error: broken.ex: elixirc does not compile this:\n"),
        "{text}"
    );
}

#[test]
fn what_is_not_supported_is_told() {
    let test = "defmodule MyTest do\n  use ExUnit.Case\n  test \"a\", do: assert(true)\nend\n";
    let stop = "defmodule Stop do\n  def test, do: System.put_env(\"a\", \"b\")\nend\n";
    let folder = sources("unsupported", &[("my_test.exs", test), ("stop.ex", stop)]);
    let output = folder.run(&["my_test.exs"]);
    expect![[r#"
        error: my_test.exs: tests of ExUnit.Case are not supported, as ExUnit runs them itself: write the test as a function without arguments of a module with `import ExUnit.Assertions`, and name it by --entry
        exit code 2
    "#]]
    .assert_eq(&said(&output));
    let output = folder.run(&["stop.ex"]);
    let text = said(&output);
    assert_eq!(code(&output), 2, "{text}");
    assert!(text.contains(":os.putenv/2 is not supported"), "{text}");

    let mut command = folder.command(&["stop.ex"]);
    let output = command
        .env("PATH", "")
        .output()
        .expect("the command starts");
    expect![[r#"
        error: Elixir sources need the compiler elixirc, and there is none on the path: install it (Debian's package elixir), name it by --elixirc, or check a .beam file
        exit code 2
    "#]]
    .assert_eq(&said(&output));
}
