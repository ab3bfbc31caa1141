//! Calls of compiled code, by a real Erlang and by the interpreter.
//!
//! A test writes modules. Each names its calls, and the arguments that they may have: `pools()`
//! are the names of lists of arguments, `pool(Name)` is one of them, and `calls()` are
//! `{Module, Function, [{Pool, Place}]}`. Erlang compiles them and runs all calls; then the
//! interpreter runs the same code.
//!
//! `MAZURKA_ERLANG_ERL` names another `erl` than the one on the path.

use super::text::write;
use crate::atoms;
use crate::code::{Code, Loader};
use crate::compare;
use crate::heap::Heap;
use crate::interpreter::{Core, Interpreter, Stop};
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A number that an environment variable may set.
pub(super) fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A module of a test.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
    /// The options of the compiler, as Erlang writes them.
    pub(super) options: &'static str,
}

/// A real Erlang.
pub(super) struct Erlang {
    program: String,
    /// Which release it is.
    pub(super) release: u32,
    /// Where its libraries are.
    folders: Vec<PathBuf>,
}

impl Erlang {
    /// The one that is here, if any.
    pub(super) fn find() -> Option<Erlang> {
        let program = std::env::var("MAZURKA_ERLANG_ERL").unwrap_or_else(|_| "erl".to_owned());
        let ask = "io:put_chars(lists:join(\"\\n\", \
                   [erlang:system_info(otp_release) | \
                   filelib:wildcard(code:lib_dir() ++ \"/*/ebin\")])), halt().";
        let output = Command::new(&program)
            .args(["-noshell", "-eval", ask])
            .stdin(Stdio::null())
            .output();
        let Some(output) = output.ok().filter(|output| output.status.success()) else {
            eprintln!("there is no Erlang here: nothing was compared");
            return None;
        };
        let text = String::from_utf8(output.stdout).ok()?;
        let mut lines = text.lines();
        let release = lines.next()?.parse().ok()?;
        Some(Erlang {
            program,
            release,
            folders: lines.map(PathBuf::from).collect(),
        })
    }

    /// Runs all calls of modules on both sides. They have to have the same results.
    pub(super) fn compare(&self, what: &str, modules: &[Source]) {
        let name = format!("mazurka-erlang-{what}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut list = String::new();
        for Source {
            name,
            text,
            options,
        } in modules
        {
            std::fs::write(folder.join(format!("{name}.erl")), text).expect("a file");
            list.push_str(&format!("{{{name}, {options}}}.\n"));
        }
        std::fs::write(folder.join("modules"), list).expect("a file");
        let own = include_str!("sequential/sequential.erl");
        std::fs::write(folder.join("sequential.erl"), own).expect("a file");
        let main =
            "{ok, _} = compile:file(\"sequential.erl\"), sequential:main(\"modules\"), halt().";
        let output = Command::new(&self.program)
            .args(["-noshell", "+S", "1:1", "-pa", ".", "-eval", main])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("it ran before");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{folder:?}: {said}");

        let mut folders = self.folders.clone();
        folders.insert(0, folder.clone());
        let mut bench = Bench::new(folders);
        let (mut count, mut differ) = (0, 0);
        // One call for each function.
        let mut different = BTreeMap::new();
        for Source { name, options, .. } in modules {
            let results = std::fs::read_to_string(folder.join(format!("{name}.results")));
            let results = results.expect("it was written");
            if results.is_empty() {
                eprintln!("{name} {options} could not be loaded by Erlang itself");
                continue;
            }
            let calls = bench.must("calls", name, &[]);
            let calls = bench.heap.as_list(calls).expect("a list");
            assert_eq!(calls.len(), results.lines().count());
            let module = bench.heap.atom(name);
            let pools = bench.must("pools", "sequential", &[module]);
            for (call, theirs) in calls.iter().zip(results.lines()) {
                let mark = bench.heap.mark();
                let ours = bench.call(pools, *call);
                // Some errors before an `executable_line` have its place in Erlang.
                let is_plain = options.contains("line_coverage");
                let is_same = ours == theirs || is_plain && plain(&ours) == plain(theirs);
                if !is_same {
                    let mut text = String::new();
                    write(&bench.heap, *call, &mut text);
                    let mut function = text.splitn(3, ',');
                    let key = (
                        function.next().map(str::to_owned),
                        function.next().map(str::to_owned),
                    );
                    differ += 1;
                    different.entry(key).or_insert_with(|| {
                        format!("{name} {options} {text}\n  here: {ours}\n  erl:  {theirs}")
                    });
                }
                bench.heap.go_back(&mark);
                count += 1;
            }
            bench.heap.clear();
        }
        if std::env::var_os("MAZURKA_ERLANG_KEEP").is_none() {
            std::fs::remove_dir_all(&folder).expect("it is ours");
        }
        eprintln!("{count} calls, {differ} differ");
        let different: Vec<String> = different.into_values().take(40).collect();
        assert!(different.is_empty(), "{}", different.join("\n"));
    }
}

/// A result up to a stack trace.
fn plain(text: &str) -> &str {
    let ends = ["[{'error_info'", "[{'file'"].map(|end| text.find(end).unwrap_or(text.len()));
    &text[..ends[0].min(ends[1])]
}

/// Modules of folders.
struct Files(Vec<PathBuf>);

impl Loader for Files {
    fn module(&self, name: &str) -> Option<Vec<u8>> {
        let mut files = self
            .0
            .iter()
            .map(|folder| folder.join(format!("{name}.beam")));
        files.find_map(|file| std::fs::read(file).ok())
    }
}

/// One process.
struct Bench {
    heap: Heap,
    code: Code,
    interpreter: Interpreter,
    dictionary: Vec<(Term, Term)>,
    references: u64,
}

impl Bench {
    fn new(folders: Vec<PathBuf>) -> Bench {
        let mut heap = Heap::new(1 << 26);
        heap.name_pid(0, &[]);
        Bench {
            heap,
            code: Code::new(Arc::new(Files(folders))),
            interpreter: Interpreter::new(),
            dictionary: Vec::new(),
            references: 0,
        }
    }

    /// The text of a call's result.
    fn call(&mut self, pools: Term, call: Term) -> String {
        match self.run("one", "sequential", &[pools, call]) {
            Stop::Finished(term) => {
                let mut text = String::new();
                write(&self.heap, term, &mut text);
                text
            }
            other => format!("{other:?}"),
        }
    }

    /// A call that has a value.
    fn must(&mut self, function: &str, module: &str, args: &[Term]) -> Term {
        match self.run(function, module, args) {
            Stop::Finished(term) => term,
            Stop::Raised(exception) => {
                let mut text = String::new();
                write(&self.heap, exception.reason, &mut text);
                panic!("{module}:{function}: {text}")
            }
            other => panic!("{module}:{function}: {other:?}"),
        }
    }

    fn run(&mut self, function: &str, module: &str, args: &[Term]) -> Stop {
        let (module, function) = (self.heap.atom(module), self.heap.atom(function));
        let args = self.heap.list(args);
        let mut core = Core::new(module, function, args);
        let mut fuel = 20_000_000;
        self.dictionary.clear();
        loop {
            let stop = self.interpreter.run(
                &mut self.heap,
                &mut self.code,
                &mut core,
                Term::pid(0),
                &mut fuel,
                &AtomicBool::new(false),
            );
            match stop {
                Stop::Native { function, .. } => {
                    let args = core.arguments().to_vec();
                    match self.native(function, &args) {
                        Some(Ok(value)) => core.finish(value),
                        Some(Err(raise)) => core.fail(raise, None),
                        None => return stop,
                    }
                }
                // There are no messages.
                Stop::LoopRec { .. } => core.none(),
                Stop::WaitTimeout { .. } => core.expire(),
                Stop::Timeout => {}
                other => return other,
            }
        }
    }

    /// What a process alone can do.
    fn native(&mut self, function: Native, args: &[Term]) -> Option<Result<Term, Raise>> {
        let place = |bench: &Bench, key: Term| {
            let mut entries = bench.dictionary.iter();
            entries.position(|(known, _)| compare::identical(&bench.heap, *known, key))
        };
        let all = |bench: &mut Bench| {
            let entries = bench.dictionary.clone().into_iter();
            let pairs = entries.map(|(key, value)| bench.heap.tuple(&[key, value]));
            let pairs: Vec<Term> = pairs.collect();
            bench.heap.list(&pairs)
        };
        let value = match (function, args) {
            (Native::Own, []) => Term::pid(0),
            (Native::Put, [key, value]) => match place(self, *key) {
                Some(place) => std::mem::replace(&mut self.dictionary[place].1, *value),
                None => {
                    self.dictionary.push((*key, *value));
                    atoms::UNDEFINED
                }
            },
            (Native::Get, [key]) => {
                place(self, *key).map_or(atoms::UNDEFINED, |place| self.dictionary[place].1)
            }
            (Native::Erase, [key]) => {
                place(self, *key).map_or(atoms::UNDEFINED, |place| self.dictionary.remove(place).1)
            }
            (Native::Get, []) => all(self),
            (Native::Erase, []) => {
                let pairs = all(self);
                self.dictionary.clear();
                pairs
            }
            (Native::MakeReference, []) => {
                self.references += 1;
                self.heap.reference(0, self.references)
            }
            (Native::Node, []) => atoms::NONODE,
            (Native::SystemInfo, [item]) if self.heap.atom_text(*item) == Some("os_type") => {
                let [family, name] = ["unix", "linux"].map(|name| self.heap.atom(name));
                self.heap.tuple(&[family, name])
            }
            (Native::TermGet, [_, default]) => *default,
            (Native::TermPut, [_, _]) => atoms::OK,
            _ => return None,
        };
        Some(Ok(value))
    }
}

/// How fast code runs: `MAZURKA_ERLANG_MODULE` names a folder with `speed.beam`, whose functions
/// without arguments are called.
#[test]
#[ignore = "it measures"]
fn speed() {
    let (Some(erlang), Some(folder)) = (Erlang::find(), std::env::var_os("MAZURKA_ERLANG_MODULE"))
    else {
        return;
    };
    let mut folders = erlang.folders;
    folders.insert(0, folder.into());
    let mut bench = Bench::new(folders);
    let name = bench.heap.atom("speed");
    let module = bench.code.module(&mut bench.heap, name).expect("a module");
    let functions = module
        .map(|module| module.exports.clone())
        .unwrap_or_default();
    for (function, arity, _) in functions {
        let function = bench
            .heap
            .atom_text(function)
            .unwrap_or_default()
            .to_owned();
        if arity > 0 || function == "module_info" {
            continue;
        }
        let begin = std::time::Instant::now();
        bench.must(&function, "speed", &[]);
        eprintln!(
            "{function}: {:?}, {} words",
            begin.elapsed(),
            bench.heap.used()
        );
        bench.heap.clear();
    }
}
