//! Suites of tests, EUnit's and Common Test's: which tests there are, and the program that each of
//! them is.
//!
//! Drivers, written in Erlang (`drivers/`), know what a test is. One execution of a driver lists
//! the tests of a generator or suite; the check of a test begins with the driver and the path of
//! the test.

use crate::beam;
use crate::code::Loader;
use crate::knowledge::Knowledge;
use crate::library::Library;
use crate::machine::{Answer, Argument, Machine, Settings};
use mazurka_check::Until;
use mazurka_check::command::{Listed, Unloaded};
use mazurka_program::{Edge, Interrupt, ProcessId, Program as _, Status, Step, Turn};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// More steps than listing tests should take.
const MOST_STEPS: usize = 1_000_000;

/// What kind of tests files have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suite {
    /// EUnit's: functions `*_test/0`, and generators `*_test_/0`.
    Eunit,
    /// Common Test's: modules `*_SUITE`.
    Ct,
}

/// The drivers, compiled by `erlc +deterministic +no_debug_info +no_line_info`, and what stands in
/// for a module of Common Test.
const EUNIT: &[(&str, &[u8])] = &[(
    "mazurka_eunit",
    include_bytes!("../drivers/mazurka_eunit.beam"),
)];
const CT: &[(&str, &[u8])] = &[
    ("mazurka_ct", include_bytes!("../drivers/mazurka_ct.beam")),
    ("ct", include_bytes!("../drivers/ct.beam")),
];

/// A test, as the command names it: `module:function`, with the path in brackets if it is one of a
/// generator, and its title behind a space; of Common Test `suite:group/case`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Test {
    pub(crate) module: String,
    function: String,
    /// Of a generator.
    path: Option<Vec<u32>>,
}

impl Test {
    fn new(module: &str, function: &str, path: Option<Vec<u32>>) -> Test {
        Test {
            module: module.to_owned(),
            function: function.to_owned(),
            path,
        }
    }

    /// The inverse of [`Test::name`], but for the title.
    pub(crate) fn parse(name: &str) -> Option<Test> {
        let name = name.split(' ').next()?;
        let (module, rest) = name.split_once(':')?;
        let (function, path) = match rest.strip_suffix(']') {
            // A generator of one test.
            None if rest.ends_with("_test_") => (rest, Some(Vec::new())),
            None => (rest, None),
            Some(rest) => {
                let (function, path) = rest.split_once('[')?;
                let numbers = path.split('.').filter(|number| !number.is_empty());
                let path = numbers.map(|number| number.parse().ok());
                (function, Some(path.collect::<Option<Vec<u32>>>()?))
            }
        };
        let is_whole = !module.is_empty() && !function.is_empty();
        is_whole.then(|| Test::new(module, function, path))
    }

    fn name(&self, title: &str) -> String {
        let Test {
            module, function, ..
        } = self;
        let path = self.path.as_ref().filter(|path| !path.is_empty());
        let path = path.map(|path| {
            let numbers: Vec<String> = path.iter().map(u32::to_string).collect();
            format!("[{}]", numbers.join("."))
        });
        let path = path.unwrap_or_default();
        // One line.
        let title: Vec<&str> = title.split_whitespace().collect();
        let title = title.join(" ");
        format!("{module}:{function}{path} {title}")
            .trim_end()
            .to_owned()
    }
}

impl Suite {
    /// Modules that a program has beside its own.
    pub(crate) fn drivers(self) -> &'static [(&'static str, &'static [u8])] {
        match self {
            Suite::Eunit => EUNIT,
            Suite::Ct => CT,
        }
    }

    /// The function that the check of a test begins with, and what it is given.
    pub(crate) fn beginning(self, test: &Test) -> ((String, String), Vec<Argument>) {
        let atom = |text: &str| Argument::Atom(text.to_owned());
        let module = atom(&test.module);
        match self {
            Suite::Eunit => {
                let path = match &test.path {
                    None => atom("simple"),
                    Some(path) => {
                        let numbers = path.iter().copied().map(Argument::Number);
                        Argument::List(numbers.collect())
                    }
                };
                let entry = ("mazurka_eunit".to_owned(), "run".to_owned());
                (entry, vec![module, atom(&test.function), path])
            }
            Suite::Ct => {
                let path = test.function.split('/').map(atom).collect();
                let entry = ("mazurka_ct".to_owned(), "run".to_owned());
                (entry, vec![module, Argument::List(path)])
            }
        }
    }

    /// May there be tests in a file of a folder?
    pub(crate) fn may_begin(self, path: &Path, bytes: &[u8]) -> bool {
        let is_beam = path.extension().is_some_and(|end| end == "beam");
        if self == Suite::Ct {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy());
            return stem.is_some_and(|stem| stem.ends_with("_SUITE"));
        }
        if is_beam {
            return beam::read(bytes).is_ok_and(|module| !functions(&module).is_empty());
        }
        let text = String::from_utf8_lossy(bytes);
        let is_test = |line: &str| {
            let name = line.split('(').next().unwrap_or_default();
            name.ends_with("_test") || name.ends_with("_test_")
        };
        text.lines().any(is_test)
    }

    /// The names of the tests of a module, in order.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub(crate) fn tests(
        self,
        module: &beam::Module,
        library: &Arc<Library>,
        settings: &Settings,
        until: &Until,
    ) -> Result<Listed, Unloaded> {
        let mut listed = Listed::default();
        let names = &mut listed.names;
        match self {
            Suite::Eunit => {
                for function in functions(module) {
                    let test = Test::new(&module.name, &function, None);
                    if function.ends_with("_test") {
                        names.push(test.name(""));
                        continue;
                    }
                    let (entry, arguments) = self.beginning(&test);
                    let settings = Settings {
                        entry: (entry.0, "tests".to_owned()),
                        arguments: arguments[..2].to_vec(),
                        ..settings.clone()
                    };
                    let whole = Test::new(&module.name, &function, Some(Vec::new()));
                    match answer(settings, library, until)? {
                        // The check of the whole generator tells what is wrong with it.
                        None => names.push(whole.name("")),
                        Some(Answer::Refused(why) | Answer::Skipped(why)) => {
                            let name = test.name("");
                            return Err(Unloaded::Wrong(format!("{name}: {why}")));
                        }
                        Some(Answer::Tests(tests)) => {
                            for (path, title) in tests {
                                let path = path.iter().map(|number| number.parse().ok());
                                let path = path.collect::<Option<Vec<u32>>>();
                                let test = Test {
                                    path,
                                    ..test.clone()
                                };
                                names.push(test.name(&title));
                            }
                        }
                    }
                }
            }
            Suite::Ct => {
                let listing = Settings {
                    entry: ("mazurka_ct".to_owned(), "cases".to_owned()),
                    arguments: vec![Argument::Atom(module.name.clone())],
                    ..settings.clone()
                };
                match answer(listing, library, until)? {
                    Some(Answer::Tests(tests)) => {
                        for (path, _) in tests {
                            let test = Test::new(&module.name, &path.join("/"), None);
                            let name = test.name("");
                            let (entry, arguments) = self.beginning(&test);
                            let settings = Settings {
                                entry: (entry.0, "skips".to_owned()),
                                arguments,
                                ..settings.clone()
                            };
                            match answer(settings, library, until)? {
                                Some(Answer::Skipped(why)) => {
                                    listed.notes.push(format!("{name} is skipped: {why}"));
                                }
                                _ => names.push(name),
                            }
                        }
                    }
                    Some(Answer::Refused(why) | Answer::Skipped(why)) => {
                        return Err(Unloaded::Wrong(why));
                    }
                    None => {
                        return Err(Unloaded::Wrong(format!(
                            "{}:all/0 or groups/0 does not return",
                            module.name
                        )));
                    }
                }
            }
        }
        Ok(listed)
    }
}

/// The functions of a module that are tests of EUnit, or generators of them.
fn functions(module: &beam::Module) -> Vec<String> {
    let exports = module.exports.iter().filter(|export| export.arity == 0);
    let names = exports.filter_map(|export| module.atoms.get(export.function as usize));
    let is_test = |name: &&String| name.ends_with("_test") || name.ends_with("_test_");
    let mut names: Vec<String> = names.filter(is_test).cloned().collect();
    names.sort();
    names
}

/// Runs a driver once, in one schedule, for the list of tests that it ends with. None: it ended in
/// another way, or does not end.
fn answer(
    settings: Settings,
    library: &Arc<Library>,
    until: &Until,
) -> Result<Option<Answer>, Unloaded> {
    let settings = Arc::new(settings);
    let mut knowledge = Knowledge::default();
    loop {
        let loader: Arc<dyn Loader> = Arc::clone(library) as Arc<dyn Loader>;
        let stop: Arc<AtomicBool> = until.interrupt.clone().unwrap_or_default();
        let mut machine = Machine::new(&settings, loader, knowledge, &stop);
        match run(&mut machine, until) {
            Ok(()) => return Ok(machine.driver_answer()),
            Err(Interrupt::Refined) => knowledge = machine.knowledge().clone(),
            Err(Interrupt::Error(message)) => return Err(Unloaded::Wrong(message)),
            Err(Interrupt::Stopped | Interrupt::CameBack) => {
                let why = until.is_over();
                let why = why.map_or_else(|| "it was stopped".to_owned(), |why| why.to_string());
                return Err(Unloaded::Ended(format!("{why} while tests were listed")));
            }
        }
    }
}

/// One execution: of the processes that can go on, always the one that was there first.
fn run(machine: &mut Machine, until: &Until) -> Result<(), Interrupt> {
    let mut step = Step::default();
    let mut processes: Vec<ProcessId> = Vec::new();
    machine.start(&mut step)?;
    for _ in 0..MOST_STEPS {
        processes.extend(step.edges.iter().filter_map(|edge| match edge {
            Edge::Spawn { child, .. } => Some(*child),
            _ => None,
        }));
        if machine.status(ProcessId::ROOT) == Status::Finished {
            return Ok(());
        }
        if until.is_over().is_some() {
            return Err(Interrupt::Stopped);
        }
        let is_enabled =
            |process: &&ProcessId| matches!(machine.status(**process), Status::Enabled(_));
        let Some(next) = processes.iter().find(is_enabled) else {
            return Ok(());
        };
        step.clear();
        machine.step(Turn::from(*next), &mut step)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::process::Command;

    #[test]
    fn names_of_tests_can_be_read() {
        let cases = [
            ("m:a_test", Test::new("m", "a_test", None)),
            ("m:g_test_ a title", Test::new("m", "g_test_", Some(vec![]))),
            (
                "m:g_test_[2.10]",
                Test::new("m", "g_test_", Some(vec![2, 10])),
            ),
            ("s_SUITE:g/c", Test::new("s_SUITE", "g/c", None)),
        ];
        for (name, test) in cases {
            assert_eq!(Test::parse(name), Some(test.clone()), "{name}");
            let title = name.split_once(' ').map_or("", |(_, title)| title);
            assert_eq!(test.name(title), name);
        }
        for wrong in ["", "m", "m:", ":f", "m:g[x]", "m:g]", "m:g[1"] {
            let test = Test::parse(wrong);
            assert!(test.is_none_or(|test| test.path.is_none()), "{wrong}");
        }
    }

    /// The drivers that are checked in are what their sources give, if this is the compiler.
    #[test]
    fn drivers_are_what_their_sources_give() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers");
        let out = std::env::temp_dir().join(format!("mazurka-drivers-{}", std::process::id()));
        fs::create_dir_all(&out).expect("a folder");
        for (name, bytes) in EUNIT.iter().chain(CT) {
            let compiled = Command::new("erlc")
                .args(["+deterministic", "+no_debug_info", "+no_line_info", "-o"])
                .arg(&out)
                .arg(format!("{name}.erl"))
                .current_dir(&folder)
                .status();
            let Ok(status) = compiled else {
                eprintln!("there is no erlc on the path: nothing is tested");
                break;
            };
            assert!(status.success(), "{name}.erl is compiled");
            let now = fs::read(out.join(format!("{name}.beam"))).expect("it was compiled");
            let info = |bytes: &[u8]| beam::read(bytes).expect("a module").compile_info;
            // Another release compiles to something else.
            if info(&now) == info(bytes) {
                assert!(
                    now == *bytes,
                    "drivers/{name}.beam is not that of {name}.erl"
                );
            }
        }
        let _ = fs::remove_dir_all(&out);
    }
}
