//! The Erlang front end, as the judge runs it.

use super::compare::{Exploration, FrontEnd, Observed, Ran, read_final};
use super::limits::LIMIT;
use super::machine::Receives;
use mazurka_check::{Options, Threads, explore};
use mazurka_erlang::Receive;
use mazurka_erlang::check::Subject;
use mazurka_erlang::library::{Library, otp_folders};
use mazurka_erlang::machine::Settings;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Programs from BEAM files.
#[derive(Default)]
pub struct Mazurka {
    /// Do messages travel?
    pub travels: bool,
    /// What receives are.
    pub receives: Receives,
    /// Are limits held back?
    pub limits: bool,
}

/// A module, and the libraries of OTP.
pub struct Module {
    name: String,
    library: Arc<Library>,
}

impl FrontEnd for Mazurka {
    type Module = Module;

    fn load(&self, beam: &Path) -> Result<Module, String> {
        let name = beam.file_stem().and_then(|name| name.to_str());
        let name = name.ok_or("a module without a name")?.to_owned();
        let bytes = std::fs::read(beam).map_err(|error| error.to_string())?;
        let folders: Vec<PathBuf> = otp_folders(None);
        let library = Library::new(vec![(name.clone(), bytes)], folders);
        Ok(Module {
            name,
            library: Arc::new(library),
        })
    }

    fn explore(
        &self,
        module: &Module,
        function: &str,
        exploration: &Exploration,
    ) -> Result<Ran, String> {
        let receive = match self.receives {
            Receives::Take => Receive::Take,
            Receives::Ordered => Receive::Ordered,
        };
        let settings = Settings {
            entry: (module.name.clone(), function.to_owned()),
            instant_delivery: !self.travels,
            after_timeout: self.limits.then_some(LIMIT.into()),
            receive,
            ..Settings::default()
        };
        let options = Options {
            algorithm: exploration.algorithm,
            workers: exploration.workers,
            max_executions: Some(exploration.max_executions),
            keep_going: true,
            ..Options::default()
        };
        let subject = Subject::new(Arc::clone(&module.library), settings, options);
        let subject = Arc::new(subject.observing());
        let explored = explore(&subject, None, &mut Threads(&mut ()));
        let (report, explored) = explored.map_err(|error| error.to_string())?;
        if explored.is_unfinished() {
            return Ok(Ran::Large);
        }
        let mut observed = Observed {
            executions: report.statistics.complete,
            blocked: report.statistics.blocked,
            ..Observed::default()
        };
        for (text, count) in &report.outcomes.states {
            let mut lines = text.lines();
            let state = lines.next().unwrap_or_default();
            let state = read_final(state, false, self.receives)?;
            *observed.finals.entry(state).or_default() += count;
            for line in lines {
                observed.exits |= line.starts_with("! abnormal exit");
                observed.deadlocks |= line.starts_with("! deadlock");
            }
        }
        Ok(Ran::All(observed))
    }
}
