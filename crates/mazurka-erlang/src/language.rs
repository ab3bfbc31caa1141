//! Erlang, as a command lists it.

use crate::beam;
use crate::check::Subject;
use crate::code::Loader;
use crate::elixirc;
use crate::entry::{self, Entry};
use crate::erlc;
use crate::hexadecimal;
use crate::library::{Library, elixir_folders, otp_folders, read_file};
use crate::machine::{Argument, Receive, Settings};
use crate::options::{Attributes, Options};
use crate::suite::{Suite, Test};
use mazurka_check::command::{
    Fields, KnownOf, Language, Listed, Program, Share, Team, Unloaded, field,
};
use mazurka_check::{Options as Explore, Shown, Sought, Until};
use mazurka_explore::Algorithm;
use mazurka_trace::Execution;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Erlang, by way of BEAM files.
#[derive(Clone, Debug, Default)]
pub struct Erlang {
    /// Where programs begin: `module:function/0`, Elixir's `Module.function/0`, or a function of
    /// the first file.
    pub entry: Option<String>,
    /// Folders with `.beam` files, before those of OTP.
    pub folders: Vec<PathBuf>,
    /// The compiler; without it, the one on the path.
    pub erlc: Option<PathBuf>,
    /// The compiler of Elixir; without it, the one on the path.
    pub elixirc: Option<PathBuf>,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// Folders with `.beam` files, behind those of OTP.
    pub rear_folders: Vec<PathBuf>,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// What the command line says. Attributes of the module may say more.
    pub options: Options,
    /// Which executions are the same, as far as messages go; without it, the least that the
    /// algorithm can do.
    pub receive: Option<Receive>,
    /// The most bytes of memory that one execution may take.
    pub max_memory: Option<u64>,
    /// Are there tests, each a program of its own?
    pub suite: Option<Suite>,
    /// The test that is the program, by its name.
    pub test: Option<String>,
    /// What was read for the tests of the same files.
    pub read: Cache,
}

/// Modules that were read, by the files that were named.
#[derive(Clone, Debug, Default)]
pub struct Cache(Arc<Mutex<BTreeMap<Vec<PathBuf>, Modules>>>);

/// Modules that are shared.
type Modules = Arc<Loaded>;

/// Modules, as they are and as files.
#[derive(Clone, Debug, Default)]
struct Loaded {
    modules: Vec<(beam::Module, Vec<u8>)>,
    /// The file that each of them is from, or was compiled from.
    files: Vec<PathBuf>,
}

impl Loaded {
    /// The modules of a file.
    fn of_file(&self, path: &Path) -> Vec<&beam::Module> {
        let modules = self.modules.iter().zip(&self.files);
        let modules = modules.filter(|(_, file)| *file == path);
        modules.map(|((module, _), _)| module).collect()
    }
}

/// A program: its modules, where it begins, and where other modules are.
#[derive(Clone, Serialize, Deserialize)]
pub struct Source {
    /// Names, and `.beam` files in hexadecimal.
    modules: Vec<(String, String)>,
    entry: (String, String),
    arguments: Vec<Argument>,
    folders: Vec<PathBuf>,
    /// What the module says of how it is checked.
    attributes: Attributes,
    /// Is it a test, that may leave processes behind?
    is_test: bool,
}

impl Erlang {
    /// The modules of a program: those of the files, then those that are beside them.
    fn modules(&self, paths: &[PathBuf], until: &Until) -> Result<Modules, Unloaded> {
        let cache = self.suite.map(|_| &self.read.0);
        let known = || cache?.lock().ok()?.get(paths).map(Arc::clone);
        if let Some(known) = known() {
            return Ok(known);
        }
        let mut loading = Loading {
            language: self,
            until,
            loaded: Loaded::default(),
            tried: BTreeSet::new(),
        };
        let (elixir, others): (Vec<PathBuf>, Vec<PathBuf>) =
            (paths.iter().cloned()).partition(|path| elixirc::is_source(path));
        if !elixir.is_empty() {
            loading.add_elixir(&elixir)?;
        }
        for path in &others {
            loading.add(path)?;
        }
        if loading.loaded.modules.is_empty() {
            return Err(Unloaded::Wrong("there is no module".to_owned()));
        }
        if self.suite.is_none() {
            // A mistake in the name is said before more is compiled.
            let entry = self.entry_of(&loading.loaded, &paths[0])?;
            look_among(&loading.loaded, &entry, &paths[0])?;
        }
        loading.add_siblings(paths)?;
        let modules: Modules = Arc::new(loading.loaded);
        if let Some(mut cache) = cache.and_then(|cache| cache.lock().ok()) {
            cache.insert(paths.to_vec(), Arc::clone(&modules));
        }
        Ok(modules)
    }

    /// Where a program begins: a function that is there.
    fn entry_in(&self, modules: &Loaded, paths: &[PathBuf]) -> Result<(String, String), Unloaded> {
        let entry = self.entry_of(modules, &paths[0])?;
        if !look_among(modules, &entry, &paths[0])? {
            self.look_for(&entry, &self.all_folders(paths))?;
        }
        Ok(entry)
    }

    fn drivers(&self) -> &'static [(&'static str, &'static [u8])] {
        match (self.suite, &self.test) {
            (Some(suite), Some(_)) => suite.drivers(),
            _ => &[],
        }
    }

    /// Where other modules are.
    fn all_folders(&self, paths: &[PathBuf]) -> Vec<PathBuf> {
        let mut folders = self.folders.clone();
        for path in paths {
            // Modules that were compiled are often beside one another.
            if path.extension().is_some_and(|end| end == "beam") {
                let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
                let folder = if folder.as_os_str().is_empty() {
                    PathBuf::from(".")
                } else {
                    folder
                };
                if !folders.contains(&folder) {
                    folders.push(folder);
                }
            }
        }
        folders.extend(otp_folders(self.erlc.as_deref()));
        folders.extend(elixir_folders(self.elixirc.as_deref()));
        folders.extend(self.rear_folders.iter().cloned());
        folders.retain(|folder| folder.is_dir());
        folders
    }

    /// What counts: what attributes force, then the command line, then the other attributes.
    fn options_of(&self, source: &Source, max_executions: Option<u64>) -> Options {
        let line = Options {
            max_executions: max_executions.or(self.options.max_executions),
            ..self.options.clone()
        };
        let Attributes { usual, forced } = &source.attributes;
        forced.or(&line).or(usual)
    }

    /// Which executions are the same, as far as messages go. Concuerror's option asks for the same
    /// in other words.
    fn receive(&self, options: &Options) -> Result<Receive, String> {
        let algorithm = self.algorithm;
        let chooses = matches!(algorithm, Algorithm::Optimal | Algorithm::Hybrid);
        match (self.receive, options.use_receive_patterns) {
            (Some(Receive::Take), _) if !chooses => Err(format!(
                "--receive take is for the algorithms optimal and hybrid, and not for \
                 {algorithm}: leave it out, or choose --receive ordered"
            )),
            (Some(receive), _) => Ok(receive),
            (None, Some(false)) => Ok(Receive::Ordered),
            (None, _) if chooses => Ok(Receive::Take),
            (None, _) => Ok(Receive::Ordered),
        }
    }

    /// The machine's, but for the beginning.
    fn settings(&self, options: &Options) -> Settings {
        let usual = Settings::default();
        Settings {
            after_timeout: options.after_timeout,
            instant_delivery: options.instant_delivery.unwrap_or(true),
            treat_as_normal: options.treat_as_normal.clone(),
            ignore: options.ignored(),
            assertions_only: options.assertions_only.unwrap_or(false),
            first_process_only: options.first_process_errors_only.unwrap_or(false),
            print_depth: options.print_depth.unwrap_or(usual.print_depth),
            max_memory: self.max_memory.unwrap_or(usual.max_memory),
            ..usual
        }
    }

    /// What JSON says of options.
    fn settings_in_words(&self, options: &Options) -> Fields {
        let mut settings = Fields::new();
        if let Some(entry) = &self.entry {
            settings.push(field("entry", entry));
        }
        if let Some(least) = options.after_timeout {
            settings.push(field("after_timeout", &least));
        }
        if let Some(receive) = self.receive {
            settings.push(field("receive", &receive));
        }
        if options.instant_delivery == Some(false) {
            settings.push(field("instant_delivery", &false));
        }
        if options.assertions_only == Some(true) {
            settings.push(field("assertions_only", &true));
        }
        if options.first_process_errors_only == Some(true) {
            settings.push(field("first_process_errors_only", &true));
        }
        settings
    }

    /// Is there a function of a module that is none of the program's own?
    fn look_for(
        &self,
        (module, function): &(String, String),
        folders: &[PathBuf],
    ) -> Result<(), Unloaded> {
        let bytes = Library::new(Vec::new(), folders.to_vec()).module(module);
        let wrong = |text: &str| {
            Err(Unloaded::Wrong(format!(
                "--entry {}: {text}",
                entry::in_words(module, function)
            )))
        };
        match bytes.map(|bytes| beam::read(&bytes)) {
            None => wrong(
                "there is no such module among the files, beside them or in the folders of --pa",
            ),
            Some(Ok(module)) if exports(&module, function) => Ok(()),
            Some(Ok(_)) => wrong("the module does not export it"),
            Some(Err(error)) => wrong(&error.to_string()),
        }
    }

    /// The module and function that a program begins with. Of the modules of the first file, it
    /// is one that has the function.
    fn entry_of(&self, modules: &Loaded, path: &Path) -> Result<(String, String), Unloaded> {
        let wrong = |text: String| Unloaded::Wrong(format!("{}: {text}", path.display()));
        let first = modules.of_file(path);
        let entry = match &self.entry {
            Some(entry) => Entry::parse(entry).map_err(Unloaded::Wrong)?,
            None => {
                for module in &first {
                    let attributes = Attributes::of(module, self.algorithm).map_err(wrong)?;
                    let Attributes { usual, forced } = attributes;
                    if let Some(function) = forced.or(&usual).test {
                        return Ok((module.name.clone(), function));
                    }
                }
                Entry::parse("test").map_err(Unloaded::Wrong)?
            }
        };
        if let Some(module) = entry.module {
            return Ok((module, entry.function));
        }
        let function = entry.function;
        let candidates = first.iter().filter(|module| exports(module, &function));
        let names: Vec<&str> = candidates.map(|module| module.name.as_str()).collect();
        match (&names[..], &first[..]) {
            ([name], _)
                if self.entry.is_none()
                    && first
                        .iter()
                        .any(|module| module.name == *name && is_of_eunit(module)) =>
            {
                Err(wrong(format!(
                    "test/0 of module {} runs EUnit: check its tests one by one with --eunit, or \
                     name a function without arguments by --entry {}",
                    entry::module_in_words(name),
                    entry::in_words(name, "FUNCTION")
                )))
            }
            ([name], _) => Ok(((*name).to_owned(), function)),
            ([], [only]) => {
                let module = entry::module_in_words(&only.name);
                let hint = match &self.entry {
                    Some(_) => ": export it, or name another by --entry".to_owned(),
                    None => format!(
                        ": name a function without arguments by --entry {}",
                        entry::in_words(&only.name, "FUNCTION")
                    ),
                };
                Err(wrong(format!(
                    "module {module} does not export {function}/0{hint}"
                )))
            }
            ([], _) => Err(wrong(format!(
                "no module of it exports {function}/0: name a function without arguments by \
                 --entry"
            ))),
            ([name, ..], _) => Err(wrong(format!(
                "{} of its modules export {function}/0: name one by --entry, as {}",
                names.len(),
                entry::in_words(name, &function)
            ))),
        }
    }
}

/// Is the function of a module that is among these? If so, it is exported.
fn look_among(
    modules: &Loaded,
    (module, function): &(String, String),
    path: &Path,
) -> Result<bool, Unloaded> {
    let mut own = modules.modules.iter().map(|(module, _)| module);
    match own.find(|own| own.name == *module) {
        Some(own) if !exports(own, function) => Err(Unloaded::Wrong(format!(
            "{}: module {} does not export {function}/0: export it, or name another by --entry",
            path.display(),
            entry::module_in_words(module),
        ))),
        own => Ok(own.is_some()),
    }
}

fn exports(module: &beam::Module, function: &str) -> bool {
    let mut exports = module.exports.iter();
    exports.any(|export| {
        export.arity == 0
            && module
                .atoms
                .get(export.function as usize)
                .is_some_and(|name| name == function)
    })
}

/// Is its `test/0` the one that EUnit adds, which runs all tests?
fn is_of_eunit(module: &beam::Module) -> bool {
    let text = |atom: u32| module.atoms.get(atom as usize).map_or("", |text| text);
    let mut imports = module.imports.iter();
    imports
        .any(|(of, function, arity)| (text(*of), text(*function), *arity) == ("eunit", "test", 1))
}

/// The folder of that name beside another.
fn beside(folder: &Path, name: &str) -> PathBuf {
    match (folder.parent(), folder.file_name()) {
        (Some(parent), Some(_)) => parent.join(name),
        _ => folder.join("..").join(name),
    }
}

/// The modules that a module calls.
fn imports(module: &beam::Module) -> BTreeSet<String> {
    let imports = module.imports.iter();
    let names = imports.filter_map(|import| module.atoms.get(import.0 as usize).cloned());
    names.collect()
}

impl Language for Erlang {
    type Source = Source;
    type Subject = Subject;

    const NAME: &'static str = "erlang";
    const EXTENSIONS: &'static [&'static str] = &["erl", "beam", "ex", "exs"];
    const FILES: &'static str = "Erlang and Elixir programs";
    const OPTIONS: &'static [&'static str] = &[
        "entry",
        "module",
        "test",
        "pa",
        "pz",
        "eunit",
        "ct",
        "after-timeout",
        "instant-delivery",
        "use-receive-patterns",
        "assertions-only",
        "first-process-errors-only",
        "print-depth",
        "receive",
        "treat-as-normal",
        "ignore",
        "erlc",
        "elixirc",
        "flags",
        "trace-dir",
        "dot",
        "svg",
        "shorten",
    ];
    const HAS_MODELS: bool = false;
    const LINKS: bool = true;
    const CHANGED: &'static str = "the program, or the compiler, has changed since its check was \
                                   stopped: undo that, or check it anew";

    /// The module of the entry, or one that has `test/0`.
    fn may_begin(&self, path: &Path) -> bool {
        let entry = self.entry.as_deref().map(Entry::parse);
        let Ok(entry) = entry.unwrap_or_else(|| Entry::parse("test")) else {
            return true;
        };
        let is_elixir = elixirc::is_source(path);
        if let Some(module) = &entry.module
            && !is_elixir
            && self.suite.is_none()
        {
            return path.file_stem().is_some_and(|stem| stem == &**module);
        }
        let function = entry.function;
        let Ok(bytes) = read_file(path) else {
            return true;
        };
        if let Some(suite) = self.suite {
            return suite.may_begin(path, &bytes);
        }
        if path.extension().is_some_and(|end| end == "beam") {
            return beam::read(&bytes).is_ok_and(|module| {
                exports(&module, &function) && (self.entry.is_some() || !is_of_eunit(&module))
            });
        }
        let text = String::from_utf8_lossy(&bytes);
        if is_elixir {
            return elixirc::may_define(&text, entry.module.as_deref(), &function);
        }
        text.contains(&format!("{function}/0")) || text.contains("export_all")
    }

    fn load(&self, paths: &[PathBuf], until: &Until) -> Result<Source, Unloaded> {
        let modules = self.modules(paths, until)?;
        let (entry, arguments) = match (self.suite, &self.test) {
            (Some(suite), Some(name)) => {
                let test = Test::parse(name);
                let test = test.ok_or_else(|| Unloaded::Wrong(format!("{name} is no test")))?;
                suite.beginning(&test)
            }
            _ => (self.entry_in(&modules, paths)?, Vec::new()),
        };
        let test = self.test.as_deref().and_then(Test::parse);
        let begins = test.map_or_else(|| entry.0.clone(), |test| test.module);
        let mut named = modules.modules.iter().map(|(module, _)| module);
        let attributes = match named.find(|module| module.name == begins) {
            Some(module) => Attributes::of(module, self.algorithm)
                .map_err(|why| Unloaded::Wrong(format!("{}: {why}", paths[0].display())))?,
            None => {
                let library = Library::new(Vec::new(), self.all_folders(paths));
                let bytes = library.module(&begins);
                let module = bytes.and_then(|bytes| beam::read(&bytes).ok());
                let attributes = module.map(|module| Attributes::of(&module, self.algorithm));
                let attributes = attributes.transpose().map_err(Unloaded::Wrong)?;
                attributes.unwrap_or_default()
            }
        };
        let drivers = self.drivers().iter();
        let modules = modules.modules.iter();
        Ok(Source {
            modules: modules
                .map(|(module, bytes)| (&*module.name, &bytes[..]))
                .chain(drivers.copied())
                .map(|(name, bytes)| (name.to_owned(), hexadecimal::to_text(bytes)))
                .collect(),
            entry,
            arguments,
            folders: self.all_folders(paths),
            attributes,
            is_test: self.test.is_some(),
        })
    }

    fn tests(&self, paths: &[PathBuf], until: &Until) -> Result<Option<Listed>, Unloaded> {
        let Some(suite) = self.suite else {
            return Ok(None);
        };
        let modules = self.modules(paths, until)?;
        let own = modules.modules.iter();
        let own = own.map(|(module, bytes)| (module.name.clone(), bytes.clone()));
        let drivers = suite.drivers().iter();
        let drivers = drivers.map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
        let library = Library::new(own.chain(drivers).collect(), self.all_folders(paths));
        let library = Arc::new(library);
        let settings = Settings {
            // One execution needs no choices.
            receive: Receive::Ordered,
            ..self.settings(&self.options)
        };
        let mut all = Listed::default();
        // Those of the files that were named, not of what was found beside them.
        for module in paths.iter().flat_map(|path| modules.of_file(path)) {
            if suite == Suite::Ct && !module.name.ends_with("_SUITE") {
                continue;
            }
            let tests = suite.tests(module, &library, &settings, until);
            let tests = tests.map_err(|error| match error {
                Unloaded::Wrong(why) => Unloaded::Wrong(format!("{}: {why}", paths[0].display())),
                ended => ended,
            })?;
            all.names.extend(tests.names);
            all.notes.extend(tests.notes);
        }
        if all.names.is_empty() && all.notes.is_empty() {
            let what = match suite {
                Suite::Eunit => "no function *_test/0 or *_test_/0 that is exported",
                Suite::Ct => "no test case of a module *_SUITE",
            };
            return Err(Unloaded::Wrong(format!(
                "{}: there is {what}",
                paths[0].display()
            )));
        }
        Ok(Some(all))
    }

    fn of_test(&self, test: &str) -> Erlang {
        Erlang {
            test: Some(test.to_owned()),
            ..self.clone()
        }
    }

    fn title(&self, _: &Subject, paths: &[PathBuf]) -> String {
        let stem = paths[0].file_stem().unwrap_or(paths[0].as_os_str());
        let stem = stem.to_string_lossy().into_owned();
        self.test.clone().unwrap_or(stem)
    }

    fn parts(source: &Source) -> Vec<&[u8]> {
        let modules = source.modules.iter();
        let mut parts: Vec<&[u8]> = modules
            .flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()])
            .collect();
        parts.extend([source.entry.0.as_bytes(), source.entry.1.as_bytes()]);
        parts
    }

    fn subject(&self, source: &Source, share: &Share) -> Result<Subject, String> {
        let modules = source.modules.iter();
        let modules =
            modules.map(|(name, text)| Some((name.clone(), hexadecimal::from_text(text)?)));
        let modules = modules.collect::<Option<Vec<_>>>();
        let modules = modules.ok_or("a module is not written in hexadecimal")?;
        let options = self.options_of(source, share.max_executions);
        let settings = Settings {
            entry: source.entry.clone(),
            arguments: source.arguments.clone(),
            receive: self.receive(&options)?,
            may_leave_others: source.is_test || options.first_process_errors_only == Some(true),
            ..self.settings(&options)
        };
        let usual = share.options();
        let options = Explore {
            algorithm: self.algorithm,
            max_events: options.max_events.unwrap_or(Explore::default().max_events),
            keep_going: options.keep_going.unwrap_or(false),
            max_executions: options.max_executions.filter(|most| *most < u64::MAX),
            ..usual
        };
        // Modules of OTP are read when they are called. On another machine they may not be there;
        // the folders have versions in their names.
        if let Some(missing) = source.folders.iter().find(|folder| !folder.is_dir()) {
            return Err(format!(
                "there is no folder {} here: every machine needs the same Erlang, and the folders \
                 of --pa, at the same places",
                missing.display()
            ));
        }
        let library = Library::new(modules, source.folders.clone());
        Ok(Subject::new(Arc::new(library), settings, options))
    }

    fn show(
        &self,
        subject: &Subject,
        replay: &str,
        bug: Option<Sought<'_>>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Result<Shown, String>> {
        Some(mazurka_check::show(subject, replay, bug, stop))
    }

    fn outline(
        &self,
        subject: &Subject,
        known: &KnownOf<Subject>,
        stop: &Arc<AtomicBool>,
    ) -> Vec<Execution> {
        mazurka_check::outline(subject, known, stop)
    }

    fn program(&self, _: &[PathBuf], team: &Team) -> Program {
        let settings = self.settings_in_words(&self.options);
        Program::new(team).with(self.options.caveat(), settings)
    }

    fn program_of(&self, source: &Source, program: Program) -> Program {
        let options = self.options_of(source, None);
        program.with(options.caveat(), self.settings_in_words(&options))
    }
}

/// Modules that are being read and compiled.
struct Loading<'a> {
    language: &'a Erlang,
    until: &'a Until,
    loaded: Loaded,
    /// The names of modules that were looked for beside others.
    tried: BTreeSet<String>,
}

impl Loading<'_> {
    /// Reads a file, or compiles it first.
    fn add(&mut self, path: &Path) -> Result<(), Unloaded> {
        let wrong = |text: String| Unloaded::Wrong(format!("{}: {text}", path.display()));
        match fs::metadata(path) {
            Ok(data) if !data.is_file() => {
                return Err(wrong("this is no regular file".to_owned()));
            }
            Ok(_) => {}
            Err(error) => return Err(wrong(error.to_string())),
        }
        if path.extension().is_some_and(|end| end == "beam") {
            let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
            return self.add_bytes(path, bytes);
        }
        let language = self.language;
        let (erlc, sources) = (language.erlc.as_deref(), [path.to_owned()]);
        let folders = &language.folders;
        let mut flags = Vec::new();
        if language.suite.is_some() {
            // As rebar3 compiles tests.
            flags.push("-DTEST".to_owned());
            let include = beside(path.parent().unwrap_or(Path::new("")), "include");
            if include.is_dir() {
                flags.extend(["-I".to_owned(), include.to_string_lossy().into_owned()]);
            }
        }
        flags.extend(language.flags.iter().cloned());
        let beams = erlc::compile(erlc, &sources, folders, &flags, self.until)?;
        for (_, bytes) in beams {
            self.add_bytes(path, bytes)?;
        }
        Ok(())
    }

    /// Compiles sources of Elixir.
    fn add_elixir(&mut self, paths: &[PathBuf]) -> Result<(), Unloaded> {
        let language = self.language;
        let (elixirc, folders) = (language.elixirc.as_deref(), &language.folders);
        let beams = elixirc::compile(elixirc, paths, folders, &language.flags, self.until)?;
        for (_, bytes) in beams {
            self.add_bytes(&paths[0], bytes)?;
            let (module, _) = self.loaded.modules.last().expect("it was added");
            let mut sources = paths.iter();
            let source = sources.find(|path| elixirc::is_from(module, path));
            *self.loaded.files.last_mut().expect("it was added") =
                source.cloned().unwrap_or_default();
        }
        Ok(())
    }

    fn add_bytes(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), Unloaded> {
        let module = beam::read(&bytes)
            .map_err(|error| Unloaded::Wrong(format!("{}: {error}", path.display())))?;
        let mut known = self.loaded.modules.iter();
        if known.any(|(known, _)| known.name == module.name) {
            return Err(Unloaded::Wrong(format!(
                "{}: module {} is there twice",
                path.display(),
                entry::module_in_words(&module.name)
            )));
        }
        self.loaded.modules.push((module, bytes));
        self.loaded.files.push(path.to_owned());
        Ok(())
    }

    /// Compiles modules that are called and whose sources are beside those of the program.
    fn add_siblings(&mut self, paths: &[PathBuf]) -> Result<(), Unloaded> {
        let sources = paths
            .iter()
            .filter(|path| path.extension().is_none_or(|end| end != "beam"));
        let mut folders: Vec<PathBuf> = Vec::new();
        for path in sources {
            let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
            folders.push(folder.clone());
            if self.language.suite.is_some() {
                folders.push(beside(&folder, "src"));
            }
        }
        loop {
            let called: BTreeSet<String> = self
                .loaded
                .modules
                .iter()
                .flat_map(|(module, _)| imports(module))
                .collect();
            let mut is_new = false;
            for name in called {
                let is_known = self
                    .loaded
                    .modules
                    .iter()
                    .any(|(module, _)| module.name == name);
                if is_known || !self.tried.insert(name.clone()) {
                    continue;
                }
                let mut places = folders
                    .iter()
                    .map(|folder| folder.join(format!("{name}.erl")));
                if let Some(place) = places.find(|place| place.is_file()) {
                    self.add(&place)?;
                    is_new = true;
                }
            }
            if !is_new {
                return Ok(());
            }
        }
    }
}
