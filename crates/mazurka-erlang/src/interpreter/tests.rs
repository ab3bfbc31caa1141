//! Sequential programs, compiled by `erlc` if there is one.

use super::{Core, Interpreter, Stop};
use crate::atoms;
use crate::code::{Code, Loader};
use crate::heap::Heap;
use crate::print;
use crate::term::Term;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Modules of a directory, and those of OTP.
struct Files(Vec<PathBuf>);

impl Loader for Files {
    fn module(&self, name: &str) -> Option<Vec<u8>> {
        let mut files = self.0.iter().map(|dir| dir.join(format!("{name}.beam")));
        files.find_map(|file| std::fs::read(file).ok())
    }
}

/// Where the libraries of OTP are; none if there is no Erlang.
fn otp() -> Option<Vec<PathBuf>> {
    let erl = Command::new("erl")
        .args(["-noshell", "-eval"])
        .arg("io:put_chars(lists:join(\"\\n\", code:get_path())), halt().")
        .output()
        .ok()?;
    let text = String::from_utf8(erl.stdout).ok()?;
    Some(text.lines().map(PathBuf::from).collect())
}

/// A machine with one process.
pub(super) struct Bench {
    pub(super) heap: Heap,
    pub(super) code: Code,
    interpreter: Interpreter,
    pub(super) fuel: u64,
    dir: PathBuf,
    dictionary: Vec<(Term, Term)>,
    /// The directory was made for it.
    is_owner: bool,
}

impl Drop for Bench {
    fn drop(&mut self) {
        if self.is_owner {
            // What stays behind does no harm.
            let _ = std::fs::remove_dir_all(&self.dir);
        }
    }
}

impl Bench {
    /// With a module that is compiled here; none if there is no compiler.
    pub(super) fn compile(module: &str, source: &str) -> Option<Bench> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mazurka-erlang-{}-{number}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&dir).expect("a directory");
        let file = dir.join(format!("{module}.erl"));
        std::fs::write(&file, source).expect("a file");
        let Some(mut dirs) = otp() else {
            eprintln!("there is no Erlang here: nothing is tested");
            return None;
        };
        let erlc = Command::new("erlc").arg("-o").arg(&dir).arg(&file).output();
        let Ok(erlc) = erlc else {
            eprintln!("there is no erlc here: nothing is tested");
            return None;
        };
        let said = String::from_utf8_lossy(&erlc.stdout).into_owned();
        assert!(erlc.status.success(), "{said}");
        dirs.insert(0, dir);
        let mut bench = Bench::new(dirs);
        bench.is_owner = true;
        Some(bench)
    }

    fn new(dirs: Vec<PathBuf>) -> Bench {
        let mut heap = Heap::new(1 << 26);
        heap.name_pid(0, &[]);
        Bench {
            heap,
            code: Code::new(Arc::new(Files(dirs.clone()))),
            interpreter: Interpreter::new(),
            fuel: 1 << 40,
            dir: dirs[0].clone(),
            dictionary: Vec::new(),
            is_owner: false,
        }
    }

    /// Runs `module:function(args)`.
    pub(super) fn run(&mut self, module: &str, function: &str, args: &[Term]) -> Stop {
        let module = self.heap.atom(module);
        let function = self.heap.atom(function);
        let args = self.heap.list(args);
        let mut core = Core::new(module, function, args);
        self.go(&mut core)
    }

    /// Runs on; knows a few native functions, by what they are for a process that is alone.
    pub(super) fn go(&mut self, core: &mut Core) -> Stop {
        loop {
            let stop = self.step(core);
            if !matches!(stop, Stop::Native { .. }) {
                return stop;
            }
            let (module, function) = core.native_name(&self.code);
            let text = |term| self.heap.atom_text(term).unwrap_or_default();
            let value = match (text(module), text(function)) {
                ("erlang", "get" | "put" | "erase") => {
                    let (key, new) = (core.arguments()[0], core.arguments().get(1).copied());
                    let found = self.dictionary.iter().position(|(known, _)| *known == key);
                    let old = found.map(|index| self.dictionary[index].1);
                    if let Some(index) = found
                        && text(function) != "get"
                    {
                        self.dictionary.remove(index);
                    }
                    self.dictionary.extend(new.map(|new| (key, new)));
                    old.unwrap_or(atoms::UNDEFINED)
                }
                ("erlang", "make_ref") => self.heap.reference(0, 7),
                // The features of the language, of which there are none.
                ("persistent_term", "get") => match core.arguments() {
                    [_] => Term::NIL,
                    [_, atoms::FALSE] => atoms::TRUE,
                    [.., default] => *default,
                    [] => return stop,
                },
                ("persistent_term", "put") => atoms::OK,
                _ => {
                    let callers = core.callers().map(|at| self.code.place(&self.heap, at));
                    eprintln!("called by {}", callers.collect::<Vec<_>>().join(" "));
                    return stop;
                }
            };
            core.finish(value);
        }
    }

    pub(super) fn step(&mut self, core: &mut Core) -> Stop {
        let stop = AtomicBool::new(false);
        self.interpreter.run(
            &mut self.heap,
            &mut self.code,
            core,
            Term::pid(0),
            &mut self.fuel,
            &stop,
        )
    }

    /// The value as text, or what happened instead.
    pub(super) fn shows(&mut self, module: &str, function: &str, args: &[Term]) -> String {
        match self.run(module, function, args) {
            Stop::Finished(term) => print::pretty(&self.heap, term, 1 << 20),
            Stop::Raised(exception) => format!(
                "{:?}: {} {}",
                exception.class,
                print::pretty(&self.heap, exception.reason, 1 << 20),
                print::pretty(&self.heap, exception.trace, 1 << 20)
            ),
            other => format!("{other:?}"),
        }
    }
}

const SMALL: &str = r#"
-module(small).
-export([fib/1, reverse/2, floats/1, cases/0, sum/1, loop/0, deep/1]).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

reverse([H | T], Acc) -> reverse(T, [H | Acc]);
reverse([], Acc) -> Acc.

floats(X) -> X * 2.5 + 1.0 / X.

sum(L) -> lists:foldl(fun(X, Y) -> X + Y end, 0, L).

cases() ->
    F = fun(A) -> {A, catch throw(a), (catch exit(b))} end,
    [F(1), try 1 + id(a) catch error:badarith -> caught end,
     maps:get(b, #{a => 1, b => 2}), <<1:4, 2:4, "abc"/utf8>>,
     [X || <<X:8>> <= <<1, 2, 3>>], {self() =:= self(), is_pid(self())}].

id(X) -> X.

loop() -> loop().

deep(-1) -> [];
deep(N) -> [N | deep(N + 1)].
"#;

#[test]
fn small_programs() {
    let Some(mut bench) = Bench::compile("small", SMALL) else {
        return;
    };
    let small = Term::small;
    assert_eq!(bench.shows("small", "fib", &[small(20)]), "6765");
    let list = bench.heap.list(&[small(1), small(2), small(3)]);
    assert_eq!(
        bench.shows("small", "reverse", &[list, Term::NIL]),
        "[3,2,1]"
    );
    assert_eq!(bench.shows("small", "floats", &[small(2)]), "5.5");
    assert_eq!(bench.shows("small", "sum", &[list]), "6");
    assert_eq!(
        bench.shows("small", "cases", &[]),
        "[{1,a,{'EXIT',b}},caught,2,<<18,97,98,99>>,[1,2,3],{true,true}]"
    );
    bench.fuel = 100_000;
    assert_eq!(bench.run("small", "loop", &[]), Stop::Fuel);
    bench.fuel = 1 << 40;
    assert_eq!(bench.run("small", "deep", &[small(0)]), Stop::Memory);
}

/// All modules of OTP are read and lowered.
#[test]
fn all_of_otp() {
    let Some(dirs) = otp() else {
        return;
    };
    let mut bench = Bench::new(dirs.clone());
    let mut count = 0;
    let beams = dirs.iter().filter_map(|dir| std::fs::read_dir(dir).ok());
    for file in beams.flatten().flatten() {
        let path: PathBuf = file.path();
        if path.extension().is_none_or(|end| end != "beam") {
            continue;
        }
        let name = Path::file_stem(&path).and_then(|name| name.to_str());
        let name = bench.heap.atom(name.expect("a name"));
        let loaded = bench.code.module(&mut bench.heap, name);
        assert!(loaded.is_ok_and(|loaded| loaded.is_some()), "{path:?}");
        bench.heap.clear();
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// A module's `main/0` exits with `{result, List}`: the same here and in the real Erlang.
fn same_as_erlang(module: &str, source: &str) {
    if let Some(bench) = Bench::compile(module, source) {
        check_same(bench, module, None);
    }
}

/// The same for a module that was compiled; the real Erlang has other files beside.
fn check_same(mut bench: Bench, module: &str, beside: Option<&Path>) {
    let Stop::Raised(exception) = bench.run(module, "main", &[]) else {
        panic!("{}", bench.shows(module, "main", &[]));
    };
    let shown = |term| print::pretty(&bench.heap, term, 1 << 30);
    let parts = bench.heap.elements(exception.reason).unwrap_or_default();
    let is_result = parts.first().and_then(|part| bench.heap.atom_text(*part)) == Some("result");
    let result = is_result.then(|| parts[1]);
    let Some(list) = result.and_then(|list| bench.heap.as_list(list)) else {
        panic!("{} {}", shown(exception.reason), shown(exception.trace));
    };
    let ours: Vec<String> = list.iter().map(|item| shown(*item)).collect();
    let erl = Command::new("erl")
        .args(["-noshell", "-pa"])
        .arg(&bench.dir)
        .args(beside)
        .arg("-eval")
        .arg(format!(
            "io:setopts([{{encoding, unicode}}]),
             {{_, R}} = spawn_monitor({module}, main, []),
             receive {{'DOWN', R, process, _, {{result, L}}}} -> [io:format(\"~0tp~n\", [E]) || E <- L];
                 Other -> io:format(\"~p~n\", [Other]) end, halt()."
        ))
        .output()
        .expect("Erlang runs");
    let text = String::from_utf8_lossy(&erl.stdout);
    let theirs: Vec<&str> = text.lines().collect();
    let mut wrong = String::new();
    for (index, (our, their)) in ours.iter().zip(&theirs).enumerate() {
        if our != their {
            let same = our
                .bytes()
                .zip(their.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            wrong += &format!("{index} (byte {same}):\n  {our}\n  {their}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(ours.len(), theirs.len());
}

#[test]
fn exceptions_are_those_of_erlang() {
    same_as_erlang("traces", include_str!("tests/traces.erl"));
}

#[test]
fn the_language_is_that_of_erlang() {
    same_as_erlang("language", include_str!("tests/language.erl"));
}

const SHAPES: &str = r#"
-module(drive).
-export([main/0]).
main() ->
    exit({result, [shapes:numbers(), shapes:bits(<<1, 2, 3, 4, 5:3, "tail", 16#fe:9>>), shapes:records(3),
        shapes:maps(#{a => 1, "b" => [2], {3} => <<"c">>}), shapes:exceptions(), shapes:lists([5, 3, 8, 1]),
        binary_to_list(element(1, shapes:binaries(<<"gr", 195, 188, "n ", 226, 130, 172>>))),
        [shapes:choices(T) || T <- [a, b, 1, 2.0, 16#123456789abcdef0123, {}, {1, 2}, [], [x | y], <<>>, #{}, fun main/0]],
        shapes:funs(10)]}).
"#;

/// What OTP 25, 27 and 29 make of one module runs alike.
#[test]
fn files_of_several_releases() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/beam");
    for release in ["25", "25-compressed", "25-r22", "27", "29"] {
        let Some(bench) = Bench::compile("drive", SHAPES) else {
            return;
        };
        let mut dirs = otp().unwrap_or_default();
        dirs.splice(0..0, [bench.dir.clone(), files.join(release)]);
        check_same(Bench::new(dirs), "drive", Some(&files.join("25")));
    }
}

const RECEIVES: &str = r#"
-module(receives).
-export([selective/0, after_zero/0, after_time/1, sleep/1, forever/0, sends/1, dictionary/1, spawns/0]).

selective() -> receive {a, X} -> X; b -> receive c -> c end end.
after_zero() -> receive x -> x after 0 -> none end.
after_time(T) -> receive x -> x after T -> none end.
sleep(T) -> receive after T -> ok end.
forever() -> receive after infinity -> ok end.
sends(P) -> P ! {hello, self()}, P ! again, done.
dictionary(X) when X > 1 -> Y = X + 1, {get(a), Y, get(b), X}.
spawns() -> spawn(fun() -> ok end).
"#;

/// Goes on, and answers what a receive asks from a list of messages.
fn with_messages(
    bench: &mut Bench,
    function: &str,
    args: &[Term],
    messages: &[Term],
) -> Vec<String> {
    let module = bench.heap.atom("receives");
    let function = bench.heap.atom(function);
    let args = bench.heap.list(args);
    let mut core = Core::new(module, function, args);
    let mut queue = messages.to_vec();
    let mut at = 0;
    let mut events = Vec::new();
    for _ in 0..100 {
        // A process may be kept and gone back to at any stop.
        let mut copy = Core::new(module, function, args);
        copy.copy_from(&core);
        core = copy;
        let stop = bench.step(&mut core);
        let show = |term| print::pretty(&bench.heap, term, 1000);
        match stop {
            Stop::LoopRec { timeout } => {
                events.push(format!("receive {}", show(timeout)));
                match queue.get(at) {
                    Some(message) => core.next(*message),
                    None => core.none(),
                }
            }
            Stop::LoopRecEnd => at += 1,
            Stop::RemoveMessage => {
                events.push(format!("take {}", show(queue.remove(at))));
                at = 0;
            }
            Stop::WaitTimeout { time, is_alone } => {
                events.push(format!("wait {} {is_alone}", show(time)));
                core.expire();
            }
            Stop::Timeout => at = 0,
            Stop::Native { .. } => {
                let given: Vec<String> = core.arguments().iter().map(|term| show(*term)).collect();
                let (_, name) = core.native_name(&bench.code);
                events.push(format!("{} {}", show(name), given.join(" ")));
                let value = core.arguments()[core.arguments().len() - 1];
                core.finish(value);
            }
            Stop::Finished(term) => {
                events.push(show(term));
                return events;
            }
            other => {
                events.push(format!("{other:?}"));
                return events;
            }
        }
    }
    events
}

#[test]
fn receives_stop() {
    let Some(mut bench) = Bench::compile("receives", RECEIVES) else {
        return;
    };
    let [a, b, c] = ["a", "b", "c"].map(|text| bench.heap.atom(text));
    let pair = bench.heap.tuple(&[a, Term::small(7)]);
    let mut go = |function, args: &[Term], messages: &[Term]| {
        with_messages(&mut bench, function, args, messages).join(", ")
    };
    let twice = "receive infinity, receive infinity, ";
    assert_eq!(
        go("selective", &[], &[c, pair]),
        format!("{twice}take {{a,7}}, 7")
    );
    assert_eq!(
        go("selective", &[], &[c, b]),
        format!("{twice}take b, receive infinity, take c, c")
    );
    assert_eq!(
        go("selective", &[], &[c]),
        format!("{twice}Wait {{ is_alone: false }}")
    );
    assert_eq!(go("after_zero", &[], &[]), "receive 0, none");
    assert_eq!(
        go("after_time", &[Term::small(50)], &[a]),
        "receive 50, receive 50, wait 50 false, none"
    );
    assert_eq!(go("sleep", &[Term::small(50)], &[a]), "wait 50 true, ok");
    assert_eq!(go("forever", &[], &[a]), "Wait { is_alone: true }");
    let pid = Term::pid(0);
    assert_eq!(
        go("sends", &[pid], &[]),
        "send <P> {hello,<P>}, send <P> again, done"
    );
    assert_eq!(
        go("dictionary", &[Term::small(5)], &[]),
        "get a, get b, {a,6,b,5}"
    );
}

/// How fast it is, in release builds.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let Some(mut bench) = Bench::compile("small", SMALL) else {
        return;
    };
    let items: Vec<Term> = (0..1_000_000).map(Term::small).collect();
    for (name, args) in [("fib", 0), ("reverse", 1), ("sum", 2)] {
        let mut best = f64::MAX;
        let mut calls = 0;
        for _ in 0..5 {
            bench.heap.clear();
            let list = bench.heap.list(&items);
            let args = match args {
                0 => vec![Term::small(27)],
                1 => vec![list, Term::NIL],
                _ => vec![list],
            };
            bench.fuel = 1 << 40;
            let start = std::time::Instant::now();
            let stop = bench.run("small", name, &args);
            let time = start.elapsed().as_secs_f64();
            assert!(matches!(stop, Stop::Finished(_)), "{stop:?}");
            calls = (1 << 40) - bench.fuel;
            best = best.min(time);
        }
        let rate = calls as f64 / best / 1e6;
        eprintln!(
            "{name}: {calls} calls in {:.1} ms: {rate:.0} million a second",
            best * 1e3
        );
    }
}
