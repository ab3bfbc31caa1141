//! Sequential programs, compiled by `erlc` if there is one.

use super::{Core, Interpreter, Stop};
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
        Some(Bench::new(dirs))
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

    pub(super) fn go(&mut self, core: &mut Core) -> Stop {
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
    assert_eq!(bench.shows("small", "reverse", &[list, Term::NIL]), "[3,2,1]");
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
    let Some(mut bench) = Bench::compile(module, source) else {
        return;
    };
    let Stop::Raised(exception) = bench.run(module, "main", &[]) else {
        panic!("{}", bench.shows(module, "main", &[]));
    };
    let shown = |term| print::pretty(&bench.heap, term, 1 << 30);
    let result = (bench.heap.elements(exception.reason)).and_then(|parts| parts.get(1).copied());
    let Some(list) = result.and_then(|list| bench.heap.as_list(list)) else {
        panic!("{} {}", shown(exception.reason), shown(exception.trace));
    };
    let ours: Vec<String> = list.iter().map(|item| shown(*item)).collect();
    let erl = Command::new("erl")
        .args(["-noshell", "-pa"])
        .arg(&bench.dir)
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
            let same = our.bytes().zip(their.bytes()).take_while(|(a, b)| a == b).count();
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
