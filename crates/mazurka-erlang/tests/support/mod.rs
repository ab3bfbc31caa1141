//! Programs in Erlang, compiled if there is a compiler, and explored.

// No test uses all of this.
#![allow(dead_code, unreachable_pub)]

use mazurka_check::{Options, Report, Threads, Verdict, explore};
use mazurka_erlang::check::{Finals, Subject};
use mazurka_erlang::library::{Library, elixir_folders, on_path, otp_folders};
use mazurka_erlang::machine::Settings;
use mazurka_explore::Algorithm;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub const ALGORITHMS: [Algorithm; 3] = [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic];

/// A module that was compiled.
#[derive(Clone)]
pub struct Module {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The file of a program.
pub fn source(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    folder.join(format!("{name}.erl"))
}

/// A module as a release of OTP compiles it:
/// `erlc +deterministic +no_debug_info -o beam/RELEASE NAME.erl`.
pub fn compiled(release: &str, name: &str) -> Module {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/beam");
    let path = folder.join(release).join(format!("{name}.beam"));
    Module {
        name: name.to_owned(),
        bytes: std::fs::read(path).expect("it is there"),
    }
}

/// Is there a compiler? Where there is none, tests that need it say so.
pub fn has_compiler() -> bool {
    let has = on_path("erlc").is_some();
    if !has {
        eprintln!("there is no erlc on the path: nothing is tested");
    }
    has
}

/// Compiles a file.
///
/// # Panics
/// If it cannot be compiled.
pub fn compile(path: &Path) -> Module {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("beams-{}-{count}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    // What is said of a program names the file as erlc does.
    let mut command = Command::new("erlc");
    command
        .arg("-o")
        .arg(&folder)
        .arg(path.file_name().expect("it has a name"));
    command.current_dir(path.parent().expect("it is in a folder"));
    let output = command.output().expect("erlc starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let name = path.file_stem().expect("it has a name").to_string_lossy();
    let beam = folder.join(format!("{name}.beam"));
    let bytes = std::fs::read(beam).expect("erlc made it");
    let _ = std::fs::remove_dir_all(&folder);
    Module {
        name: name.into_owned(),
        bytes,
    }
}

/// A module that is given as text.
pub fn compile_text(name: &str, text: &str) -> Module {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = format!("texts-{}-{count}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(format!("{name}.erl"));
    std::fs::write(&path, text).expect("a file can be written");
    let module = compile(&path);
    let _ = std::fs::remove_dir_all(&folder);
    module
}

/// Compiles files of Elixir, by their names in `programs/elixir`, into a new folder.
///
/// # Panics
/// If they cannot be compiled, also because there is no compiler.
pub fn compile_elixir(names: &[&str]) -> PathBuf {
    assert!(
        on_path("elixirc").is_some(),
        "there is no elixirc on the path, which this test needs: install Debian's package elixir"
    );
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("elixir-{}-{count}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let mut command = Command::new("elixirc");
    command.args(["--no-docs", "--no-debug-info", "-o"]);
    run_elixir(command.arg(&folder).args(names));
    folder
}

/// Runs a command of Elixir's where the programs are.
///
/// # Panics
/// If it fails.
pub fn run_elixir(command: &mut Command) {
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/elixir"));
    let output = command.output().expect("it starts");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The modules of a folder, which goes.
///
/// # Panics
/// If it is not there.
pub fn take_modules(folder: &Path) -> Vec<Module> {
    let files = std::fs::read_dir(folder).expect("it is there").flatten();
    let mut modules: Vec<Module> = files
        .map(|file| Module {
            name: (file.path().file_stem().expect("it has a name"))
                .to_string_lossy()
                .into_owned(),
            bytes: std::fs::read(file.path()).expect("it can be read"),
        })
        .collect();
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    let _ = std::fs::remove_dir_all(folder);
    modules
}

/// A program: a module, and where it begins.
#[derive(Clone)]
pub struct Program {
    module: Module,
    /// More modules.
    pub more: Vec<Module>,
    /// Folders before those of OTP.
    pub folders: Vec<PathBuf>,
    pub has_otp: bool,
    pub settings: Settings,
    pub options: Options,
    pub observes: bool,
}

impl Program {
    pub fn new(module: &Module, entry: &str) -> Program {
        let settings = Settings {
            entry: (module.name.clone(), entry.to_owned()),
            max_calls: 200_000,
            ..Settings::default()
        };
        let options = Options {
            keep_going: true,
            ..Options::default()
        };
        Program {
            module: module.clone(),
            more: Vec::new(),
            folders: Vec::new(),
            has_otp: true,
            settings,
            options,
            observes: false,
        }
    }

    pub fn with(&self, algorithm: Algorithm, workers: usize) -> Program {
        let mut program = self.clone();
        program.options.algorithm = algorithm;
        program.options.workers = workers;
        program
    }

    pub fn subject(&self) -> Arc<Subject> {
        let mut folders = self.folders.clone();
        if self.has_otp {
            folders.extend(otp_folders(None));
            folders.extend(elixir_folders(None));
        }
        let modules = [&self.module].into_iter().chain(&self.more);
        let modules = modules.map(|module| (module.name.clone(), module.bytes.clone()));
        let library = Library::new(modules.collect(), folders);
        let subject = Subject::new(
            Arc::new(library),
            self.settings.clone(),
            self.options.clone(),
        );
        Arc::new(match self.observes {
            true => subject.observing(),
            false => subject,
        })
    }

    /// Why it cannot be explored.
    ///
    /// # Panics
    /// If it can.
    pub fn error(&self) -> String {
        match explore(&self.subject(), None, &mut Threads(&mut ())) {
            Ok((report, _)) => panic!("{:?}: {:?}", self.settings.entry, report.verdict),
            Err(error) => error.to_string(),
        }
    }

    /// Explores it.
    ///
    /// # Panics
    /// If it cannot be explored.
    pub fn explore(&self) -> Report<Finals> {
        match explore(&self.subject(), None, &mut Threads(&mut ())) {
            Ok((report, _)) => report,
            Err(error) => panic!("{:?}: {error}", self.settings.entry),
        }
    }

    /// Executions, and findings with how many executions show them: the same for every algorithm
    /// and any number of workers.
    ///
    /// # Panics
    /// If they are not the same.
    pub fn comes_to(&self) -> (u64, BTreeMap<String, u64>) {
        let name = format!("{:?}", self.settings.entry);
        let first = essence(&self.with(Algorithm::Optimal, 1).explore());
        for algorithm in ALGORITHMS {
            for workers in [1, 2] {
                let report = self.with(algorithm, workers).explore();
                assert_eq!(essence(&report), first, "{name} {algorithm} {workers}");
                if algorithm == Algorithm::Optimal {
                    assert_eq!(report.statistics.blocked, 0, "{name} {workers}");
                }
            }
        }
        // Of all interleavings only those that are few. They end in the same states.
        let mut all = self.with(Algorithm::Exhaustive, 1);
        all.options.max_executions = Some(20_000);
        all.observes = true;
        let all = all.explore();
        if all.stopped.is_none() {
            let (interleavings, findings) = essence(&all);
            assert!(findings.keys().eq(first.1.keys()), "{name}: {findings:?}");
            assert!(interleavings >= first.0, "{name}");
            let mut reduced = self.with(Algorithm::Optimal, 1);
            reduced.observes = true;
            let (all, reduced) = (all.outcomes.states, reduced.explore().outcomes.states);
            assert!(
                all.keys().eq(reduced.keys()),
                "{name}: {all:#?} {reduced:#?}"
            );
        }
        first
    }
}

/// What any exploration of the same program comes to.
///
/// # Panics
/// If not everything was explored.
pub fn essence(report: &Report<Finals>) -> (u64, BTreeMap<String, u64>) {
    if report.stopped.is_none() {
        assert_eq!(report.unexplored, None);
    }
    let has_findings = !report.findings.is_empty();
    assert_eq!(report.verdict == Verdict::Bug, has_findings);
    let mut findings = BTreeMap::new();
    for found in &report.findings {
        let first = found.message.lines().next().unwrap_or_default();
        *findings.entry(first.to_owned()).or_insert(0) += found.executions;
    }
    (report.statistics.complete, findings)
}
