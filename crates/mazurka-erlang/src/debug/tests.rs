//! Receives are found in the source. A compiler is needed, and nothing is tested without one.

use super::{Known, receive};
use crate::library::on_path;
use std::path::PathBuf;
use std::process::Command;

/// Compiles a module `m`.
fn compile(test: &str, text: &str, flag: &str) -> Option<Vec<u8>> {
    let erlc = on_path("erlc")?;
    let name = format!("mazurka-debug-{}-{test}", std::process::id());
    let folder: PathBuf = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("m.erl"), text).expect("a file can be written");
    let mut command = Command::new(erlc);
    command.args([flag, "m.erl"]).current_dir(&folder);
    let output = command.output().expect("erlc starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    let bytes = std::fs::read(folder.join("m.beam")).expect("erlc made it");
    let _ = std::fs::remove_dir_all(&folder);
    Some(bytes)
}

/// Each receive as `line: clause | clause`; several if they cannot be told apart.
fn told(bytes: &[u8], function: &str, arity: u32, number: usize) -> Vec<String> {
    match receive(bytes, function, arity, number) {
        Known::Nothing(why) => vec![why.to_owned()],
        Known::Receives(receives) => receives
            .iter()
            .map(|receive| {
                assert_eq!(receive.file, "m.erl");
                let after = receive.after.iter().map(|after| format!("after {after}"));
                let clauses: Vec<String> = receive.clauses.iter().cloned().chain(after).collect();
                format!("{}: {}", receive.line, clauses.join(" | "))
            })
            .collect(),
    }
}

#[test]
fn patterns_are_written_as_in_programs() {
    let text = r#"-module(m).
-export([f/3]).
-record(r, {a, b = 1}).
f(X, Y, Z) ->
    receive
        {'Hello world', X, _} -> 1;
        [1, 2 | T] -> T;
        #{key := V, X := 2} -> V;
        <<A:8, B/little-signed, C:2/binary-unit:4, _/binary>> -> {A, B, C};
        #r{a = {x, D}, _ = '_'} = R -> {D, R};
        "text" -> 2;
        -1.5 -> 3;
        $a -> 4;
        {n, N} when N > 1, N + 2 * (N - 1) =< 10; is_atom(N), N =/= b -> N;
        {o, O} when not (O orelse Y), element(1, Y) == O -> O
    after Z + 1 -> 5
    end.
"#;
    let Some(bytes) = compile("patterns", text, "+debug_info") else {
        return;
    };
    assert_eq!(
        told(&bytes, "f", 3, 0),
        [concat!(
            "5: {'Hello world',X,_} | [1,2|T] | #{key := V,X := 2} | ",
            "<<A:8,B/little-signed,C:2/binary-unit:4,_/binary>> | ",
            "#r{a = {x,D},_ = '_'} = R | \"text\" | -1.5 | $a | ",
            "{n,N} when N > 1, N + 2 * (N - 1) =< 10; is_atom(N), N =/= b | ",
            "{o,O} when not (O orelse Y), element(1,Y) == O | after Z + 1"
        )]
    );
}

#[test]
fn each_receive_is_found() {
    let text = "-module(m).
-export([two/2, branches/1, funs/0, nested/0, alike/1, comprehension/1]).
two(A, B) ->
    receive {'DOWN', A, process, _, normal} -> ok end,
    receive {'DOWN', B, process, _, normal} -> ok end.
branches(X) ->
    case X of
        1 -> receive {a, Y} -> Y end;
        2 -> receive {b, Y} -> Y end
    end,
    receive {c, Y} -> Y end.
funs() ->
    F = fun() -> receive one -> 1 end end,
    G = fun() -> receive one -> 2 end end,
    receive one -> {F, G} end.
nested() ->
    receive
        outer -> receive inner -> 1 after 0 -> 2 end
    end.
alike(X) ->
    case X of
        1 -> receive {a, Y} -> Y + 1 end;
        2 -> receive {a, Z} -> Z + 2 end
    end.
comprehension(L) ->
    [receive {X, Y} -> Y end || X <- L].
";
    let Some(bytes) = compile("each", text, "+debug_info") else {
        return;
    };
    let told = |function: &str, arity, number| told(&bytes, function, arity, number).join(" or ");
    assert_eq!(told("two", 2, 0), "4: {'DOWN',A,process,_,normal}");
    assert_eq!(told("two", 2, 1), "5: {'DOWN',B,process,_,normal}");
    let mut branches: Vec<String> = (0..3).map(|number| told("branches", 1, number)).collect();
    branches.sort();
    assert_eq!(branches, ["11: {c,Y}", "8: {a,Y}", "9: {b,Y}"]);
    assert_eq!(told("funs", 0, 0), "15: one");
    assert_eq!(told("-funs/0-fun-0-", 0, 0), "13: one");
    assert_eq!(told("-funs/0-fun-1-", 0, 0), "14: one");
    assert_eq!(told("nested", 0, 0), "17: outer");
    assert_eq!(told("nested", 0, 1), "18: inner | after 0");
    // Nothing says which of the two it is.
    assert_eq!(told("alike", 1, 0), "22: {a,Y} or 23: {a,Z}");
    assert_eq!(told("-comprehension/1-lc$^0/1-0-", 1, 0), "26: {X,Y}");
    assert_eq!(
        told("none", 0, 0),
        "its debug information does not fit its code"
    );
}

#[test]
fn without_debug_information_nothing_is_known() {
    let text = "-module(m).\n-export([f/0]).\nf() -> receive x -> ok end.\n";
    let Some(bytes) = compile("none", text, "+no_debug_info") else {
        return;
    };
    let none = receive(&bytes, "f", 0, 0);
    assert_eq!(none, Known::Nothing("its module has no debug information"));
    // Whatever is in a file, it is no panic.
    let text = "-module(m).\n-export([f/0]).\nf() -> receive x -> ok end.\n";
    let whole = compile("damaged", text, "+debug_info").expect("there is a compiler");
    for place in (12..whole.len()).step_by(5) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        let _ = receive(&damaged, "f", 0, 0);
    }
}

#[test]
fn receives_of_elixir() {
    let Some(elixirc) = on_path("elixirc") else {
        return;
    };
    let text = r#"defmodule M do
  def f(ref, x) do
    receive do
      {:ok, ^ref, v} when (v > 1 and is_integer(v)) or v == :none -> v
      %{:a => 1, "b" => y} = z -> {y, z}
      {:a, [h | t], "text"} -> {h, t}
      %URI{host: h} -> h
      <<n::8, _::binary>> -> n
    after
      x + 100 -> nil
    end
    receive do
      {:ok, M} -> 1
    end
    spawn(fn -> receive do :stop -> :ok end end)
  end
end
"#;
    let name = format!("mazurka-debug-{}-elixir", std::process::id());
    let folder: PathBuf = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("m.ex"), text).expect("a file can be written");
    let mut command = Command::new(elixirc);
    command.arg("m.ex").current_dir(&folder);
    let output = command.output().expect("elixirc starts");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}");
    let bytes = std::fs::read(folder.join("Elixir.M.beam")).expect("it was made");
    let _ = std::fs::remove_dir_all(&folder);
    let told = |function: &str, arity, number| match receive(&bytes, function, arity, number) {
        Known::Nothing(why) => why.to_owned(),
        Known::Receives(receives) => {
            let [receive] = &receives[..] else {
                return format!("{receives:?}");
            };
            let after = receive.after.iter().map(|after| format!("after {after}"));
            let clauses: Vec<String> = receive.clauses.iter().cloned().chain(after).collect();
            format!("{}:{}: {}", receive.file, receive.line, clauses.join(" | "))
        }
    };
    assert_eq!(
        told("f", 2, 0),
        concat!(
            "m.ex:3: {:ok, ^ref, v} when ((v > 1) and is_integer(v)) or (v == :none) | ",
            "%{\"b\" => y, a: 1} = z | {:a, [h | t], \"text\"} | %URI{host: h} | ",
            "<<n::integer-size(8), _::binary>> | after x + 100"
        )
    );
    assert_eq!(told("f", 2, 1), "m.ex:12: {:ok, M}");
    assert_eq!(told("-f/2-fun-0-", 0, 0), "m.ex:15: :stop");
}
