//! Erlang, as a command lists it.

use crate::beam;
use crate::check::Subject;
use crate::code::Loader;
use crate::erlc;
use crate::hexadecimal;
use crate::library::{Library, otp_folders};
use crate::machine::{Receive, Settings};
use mazurka_check::command::{Fields, Language, Program, Share, Team, Unloaded, field};
use mazurka_check::{Found, Options as Explore, Shown, Until};
use mazurka_explore::Algorithm;
use mazurka_program::FindingKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Erlang, by way of BEAM files.
#[derive(Clone, Debug, Default)]
pub struct Erlang {
    /// Where programs begin: `module:function/0`, or a function of the first file.
    pub entry: Option<String>,
    /// Folders with `.beam` files, before those of OTP.
    pub folders: Vec<PathBuf>,
    /// The compiler; without it, the one on the path.
    pub erlc: Option<PathBuf>,
    /// Flags for it.
    pub flags: Vec<String>,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// An execution with more events is taken for endless.
    pub max_events: Option<usize>,
    /// Go on after a finding?
    pub keep_going: bool,
    /// An `after` of this many milliseconds or more never comes.
    pub after_timeout: Option<u64>,
    /// Do messages travel, and arrive later than they are sent?
    pub travels: bool,
    /// Which executions are the same, as far as messages go; without it, the least that the
    /// algorithm can do.
    pub receive: Option<Receive>,
    /// Reasons to exit that are no bugs.
    pub treat_as_normal: Vec<String>,
    /// Kinds of findings that are ignored.
    pub ignore: Vec<FindingKind>,
    /// The memory that terms may need, in MiB.
    pub max_memory: Option<u64>,
}

/// A program: its modules, where it begins, and where other modules are.
#[derive(Clone, Serialize, Deserialize)]
pub struct Source {
    /// Names, and `.beam` files in hexadecimal.
    modules: Vec<(String, String)>,
    entry: (String, String),
    folders: Vec<PathBuf>,
}

impl Erlang {
    /// Is there a function of a module that is none of the program's own?
    fn look_for(&self, (module, function): &(String, String)) -> Result<(), Unloaded> {
        let mut folders = self.folders.clone();
        folders.extend(otp_folders(self.erlc.as_deref()));
        let bytes = Library::new(Vec::new(), folders).module(module);
        let wrong = |text: &str| {
            Err(Unloaded::Wrong(format!(
                "--entry {module}:{function}/0: {text}"
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

    /// The module and function that a program begins with.
    fn entry_of(&self, first: &beam::Module, path: &Path) -> Result<(String, String), Unloaded> {
        let wrong = |text: String| Unloaded::Wrong(text);
        let Some(entry) = &self.entry else {
            if !exports(first, "test") {
                return Err(wrong(format!(
                    "{}: module {} does not export test/0: name a function without arguments by \
                     --entry {}:FUNCTION/0",
                    path.display(),
                    first.name,
                    first.name
                )));
            }
            return Ok((first.name.clone(), "test".to_owned()));
        };
        let name = match entry.rsplit_once('/') {
            Some((name, "0")) => name,
            Some((_, arity)) if arity.parse::<u32>().is_ok() => {
                return Err(wrong(format!(
                    "--entry {entry}: a program begins with a function without arguments"
                )));
            }
            _ => entry.as_str(),
        };
        Ok(match name.split_once(':') {
            Some((module, function)) => (module.to_owned(), function.to_owned()),
            None => (first.name.clone(), name.to_owned()),
        })
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
    const EXTENSIONS: &'static [&'static str] = &["erl", "beam"];
    const LINKS: bool = true;
    const CHANGED: &'static str = "the program, or the compiler, has changed since its check was \
                                   stopped: undo that, or check it anew";

    /// The module of the entry, or one that has `test/0`.
    fn may_begin(&self, path: &Path) -> bool {
        if let Some((module, _)) = self.entry.as_ref().and_then(|entry| entry.split_once(':')) {
            return path.file_stem().is_some_and(|stem| stem == module);
        }
        let function = self
            .entry
            .as_ref()
            .and_then(|entry| entry.split('/').next());
        let function = function.unwrap_or("test");
        let Ok(bytes) = fs::read(path) else {
            return true;
        };
        if path.extension().is_some_and(|end| end == "beam") {
            return beam::read(&bytes).is_ok_and(|module| exports(&module, function));
        }
        let text = String::from_utf8_lossy(&bytes);
        text.contains(&format!("{function}/0")) || text.contains("export_all")
    }

    fn load(&self, paths: &[PathBuf], until: &Until) -> Result<Source, Unloaded> {
        let mut loading = Loading {
            language: self,
            until,
            modules: Vec::new(),
            tried: BTreeSet::new(),
        };
        for path in paths {
            loading.add(path)?;
        }
        let (first, place) = match loading.modules.first() {
            Some(module) => (&module.0, &paths[0]),
            None => return Err(Unloaded::Wrong("there is no module".to_owned())),
        };
        let entry = self.entry_of(first, place)?;
        let is_there = |(module, _): &(beam::Module, Vec<u8>)| {
            module.name == entry.0 && exports(module, &entry.1)
        };
        if loading
            .modules
            .iter()
            .any(|(module, _)| module.name == entry.0)
            && !loading.modules.iter().any(is_there)
        {
            return Err(Unloaded::Wrong(format!(
                "{}: module {} does not export {}/0",
                paths[0].display(),
                entry.0,
                entry.1
            )));
        }
        loading.add_siblings(paths)?;
        let is_own = loading
            .modules
            .iter()
            .any(|(module, _)| module.name == entry.0);
        if !is_own {
            self.look_for(&entry)?;
        }
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
        let modules = loading.modules.into_iter();
        Ok(Source {
            modules: modules
                .map(|(module, bytes)| (module.name, hexadecimal::to_text(&bytes)))
                .collect(),
            entry,
            folders,
        })
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
        let usual = Settings::default();
        let receive = match (self.receive, self.algorithm) {
            (None, Algorithm::Optimal) => Receive::Take,
            (None, _) => Receive::Ordered,
            (Some(Receive::Take), algorithm) if algorithm != Algorithm::Optimal => {
                return Err(format!(
                    "--receive take is for the algorithm optimal, and not for {algorithm}: leave \
                     it out, or choose --receive ordered"
                ));
            }
            (Some(receive), _) => receive,
        };
        let settings = Settings {
            entry: source.entry.clone(),
            after_timeout: self.after_timeout,
            instant_delivery: !self.travels,
            receive,
            treat_as_normal: self.treat_as_normal.clone(),
            ignore: self.ignore.clone(),
            max_words: self
                .max_memory
                .map_or(usual.max_words, |mebibytes| (mebibytes as usize) << 17),
            ..usual
        };
        let options = Explore {
            algorithm: self.algorithm,
            max_events: self.max_events.unwrap_or(Explore::default().max_events),
            keep_going: self.keep_going,
            ..share.options()
        };
        let library = Library::new(modules, source.folders.clone());
        Ok(Subject::new(Arc::new(library), settings, options))
    }

    fn show(
        &self,
        subject: &Subject,
        replay: &str,
        bug: Option<&Found>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Result<Shown, String>> {
        Some(mazurka_check::show(subject, replay, bug, stop))
    }

    fn program(&self, _: &[PathBuf], team: &Team) -> Program {
        let mut settings = Fields::new();
        let mut caveat = String::new();
        if let Some(entry) = &self.entry {
            settings.push(field("entry", entry));
        }
        if let Some(least) = self.after_timeout {
            settings.push(field("after_timeout", &least));
            caveat = format!(", where an `after` of {least} ms or more never comes");
        }
        if let Some(receive) = self.receive {
            settings.push(field("receive", &receive));
        }
        if self.travels {
            settings.push(field("instant_delivery", &false));
        }
        Program::new(team).with(caveat, settings)
    }
}

/// Modules that are being read and compiled.
struct Loading<'a> {
    language: &'a Erlang,
    until: &'a Until,
    modules: Vec<(beam::Module, Vec<u8>)>,
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
        let erlc = erlc::find(self.language.erlc.as_deref())?;
        let language = self.language;
        let sources = [path.to_owned()];
        let folders = &language.folders;
        let beams = erlc::compile(&erlc, &sources, folders, &language.flags, self.until)?;
        for (_, bytes) in beams {
            self.add_bytes(path, bytes)?;
        }
        Ok(())
    }

    fn add_bytes(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), Unloaded> {
        let module = beam::read(&bytes)
            .map_err(|error| Unloaded::Wrong(format!("{}: {error}", path.display())))?;
        let mut known = self.modules.iter();
        if known.any(|(known, _)| known.name == module.name) {
            return Err(Unloaded::Wrong(format!(
                "{}: module {} is there twice",
                path.display(),
                module.name
            )));
        }
        self.modules.push((module, bytes));
        Ok(())
    }

    /// Compiles modules that are called and whose sources are beside those of the program.
    fn add_siblings(&mut self, paths: &[PathBuf]) -> Result<(), Unloaded> {
        let sources = paths
            .iter()
            .filter(|path| path.extension().is_some_and(|end| end == "erl"));
        let folders: BTreeSet<PathBuf> = sources
            .map(|path| path.parent().map(Path::to_path_buf).unwrap_or_default())
            .collect();
        loop {
            let called: BTreeSet<String> = self
                .modules
                .iter()
                .flat_map(|(module, _)| imports(module))
                .collect();
            let mut is_new = false;
            for name in called {
                let is_known = self.modules.iter().any(|(module, _)| module.name == name);
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
