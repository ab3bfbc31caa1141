//! Languages: what a command lists in one table, and nothing else of a front end.

use super::checked::Checked;
use super::cluster::{Attached, Cluster, Explorer};
use super::digest;
use super::processes::Processes;
use super::program::Program;
use super::progress::Progress;
use super::resume::Work;
use super::team::{Kind, Team};
use super::terminal::say;
use super::text::stem;
use super::worker::{Job, Pipes};
use super::{advice, alarm, growth};
use crate::coverage::Coverage;
use crate::driver::{
    ExploredOf, Resumed, Threads, everything, explore, explore_keeping, explored_elsewhere,
};
use crate::exploration::{Counts, explore_elsewhere};
use crate::report::{Report, Verdict};
use crate::shortage::told;
use crate::show::Shown;
use crate::show::Sought;
use crate::subject::{Cutting, Known, Options, Plain, Subject};
use crate::suggest::Site;
use crate::until::{Left, Until};
use mazurka_cluster::NewJob;
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_program::Order;
use mazurka_trace::Execution;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The stack of the thread that reads a program, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// A language, with the options that its programs are explored with. A front end implements
/// this, and a command lists it.
pub trait Language: Clone + Send + Sync + 'static {
    /// A program as plain data: what processes are told, and what must not change while a
    /// check is stopped.
    type Source: Serialize + DeserializeOwned + Send + 'static;
    /// What is explored.
    type Subject: Plain<Knowledge: Serialize + DeserializeOwned, Outcomes: Serialize + DeserializeOwned>
        + 'static;

    /// Its name, in resume files.
    const NAME: &'static str;
    /// How names of files end, after the last dot.
    const EXTENSIONS: &'static [&'static str];
    /// What several of its files are, for people.
    const FILES: &'static str;
    /// The options that it understands, of those that not all languages do: the long names of
    /// arguments of the command.
    const OPTIONS: &'static [&'static str] = &[];
    /// Are several files one program?
    const LINKS: bool = false;
    /// True if programs have a memory model.
    const HAS_MODELS: bool = true;
    /// Do files have bugs, and not final states with a condition?
    const HAS_PROGRAMS: bool = true;
    /// Has it what execution graphs need, and the memory models that only they have?
    const HAS_GRAPHS: bool = false;
    /// What is said when a program is not what it was when its check was stopped.
    const CHANGED: &'static str =
        "it has changed since its check was stopped: undo that, or check it anew";

    /// Can a program begin with this file of a directory?
    fn may_begin(&self, path: &Path) -> bool {
        let _ = path;
        true
    }

    /// Reads files, and compiles them where that is needed.
    ///
    /// # Errors
    /// When that cannot be done, or not in time.
    fn load(&self, paths: &[PathBuf], until: &Until) -> Result<Self::Source, Unloaded>;

    /// The tests of files, each of which is a program of its own, in order. None:
    /// the files are one program.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn tests(&self, paths: &[PathBuf], until: &Until) -> Result<Option<Listed>, Unloaded> {
        let _ = (paths, until);
        Ok(None)
    }

    /// The language, for one of these tests. Its program must be all in the source: other processes
    /// are not told of the test.
    #[must_use]
    fn of_test(&self, test: &str) -> Self {
        let _ = test;
        self.clone()
    }

    /// All of a program that decides what it does.
    fn parts(source: &Self::Source) -> Vec<&[u8]>;

    /// The program.
    ///
    /// # Errors
    /// When it is none; a message for people.
    fn subject(&self, source: &Self::Source, share: &Share) -> Result<Self::Subject, String>;

    /// What a program is called.
    fn title(&self, subject: &Self::Subject, paths: &[PathBuf]) -> String {
        let _ = subject;
        stem(&paths[0])
    }

    /// Runs one execution again. None: there is nothing to show in this language.
    fn show(
        &self,
        subject: &Self::Subject,
        replay: &str,
        bug: Option<Sought<'_>>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Result<Shown, String>> {
        let _ = (subject, replay, bug, stop);
        None
    }

    /// Which lines executions have reached, if that was asked for and can be told.
    fn coverage(&self, subject: &Self::Subject) -> Option<Coverage> {
        let _ = subject;
        None
    }

    /// The first executions of its exploration, for a picture of it.
    fn outline(
        &self,
        subject: &Self::Subject,
        known: &KnownOf<Self::Subject>,
        stop: &Arc<AtomicBool>,
    ) -> Vec<Execution> {
        let _ = (subject, known, stop);
        Vec::new()
    }

    /// What is to be said of a program before it was explored.
    fn program(&self, paths: &[PathBuf], team: &Team) -> Program {
        let _ = paths;
        Program::new(team)
    }

    /// The same, when the program was read: it may say more of how it is explored.
    fn program_of(&self, source: &Self::Source, program: Program) -> Program {
        let _ = source;
        program
    }

    /// The atomic accesses and fences of a program, whose memory orders could be others.
    fn sites(&self, subject: &Self::Subject, paths: &[PathBuf]) -> Vec<Site> {
        let _ = (subject, paths);
        Vec::new()
    }

    /// The program with an order for each of its [sites](Language::sites), under a memory model.
    /// It ends with the first finding. None: there is no such program.
    fn strengthened(
        &self,
        subject: &Self::Subject,
        orders: &[Order],
        model: Model,
    ) -> Option<Self::Subject> {
        let _ = (subject, orders, model);
        None
    }

    /// What is to be said of a report, if it is not a list of bugs.
    fn judge(
        &self,
        subject: &Self::Subject,
        report: Report<<Self::Subject as Subject>::Outcomes>,
    ) -> Judged<<Self::Subject as Subject>::Outcomes> {
        let _ = subject;
        Judged::Program(report)
    }
}

/// What is known of a program of that kind.
pub type KnownOf<S> = Known<<S as Subject>::Knowledge>;

/// Tests of files, each of which is a program of its own.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Their names.
    pub names: Vec<String>,
    /// What is to be said of those that are left out.
    pub notes: Vec<String>,
}

/// What a language makes of a report.
pub enum Judged<O> {
    /// Bugs, or none.
    Program(Report<O>),
    /// Something else.
    Other(Checked),
}

/// How much of the work is whose.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// How many schedulers explore.
    pub workers: usize,
    /// The exploration stops after this many executions.
    pub max_executions: Option<u64>,
    /// How other executions are explored when one does not end.
    pub cutting: Cutting,
}

/// One scheduler, without limits.
impl Default for Share {
    fn default() -> Share {
        Share {
            workers: 1,
            max_executions: None,
            cutting: Cutting::default(),
        }
    }
}

impl Share {
    /// Usual options, for that much of the work.
    #[must_use]
    pub fn options(&self) -> Options {
        Options {
            workers: self.workers,
            max_executions: self.max_executions,
            cutting: self.cutting,
            ..Options::default()
        }
    }

    fn new(team: &Team) -> Share {
        let is_limited = team.max_executions.is_some() || team.max_time.is_some();
        Share {
            workers: team.kind.count(),
            max_executions: team.max_executions,
            cutting: match is_limited {
                true => Cutting::LONG,
                false => Cutting::default(),
            },
        }
    }
}

/// Why there is no program.
#[derive(Debug)]
pub enum Unloaded {
    /// The files are wrong, or a compiler is; a message for people, with the file.
    Wrong(String),
    /// The time was up before: when, in words.
    Ended(String),
}

/// What one execution did, that was run again.
pub enum Replayed {
    /// This, of the program with that digest.
    Shown(Box<Shown>, String),
    /// It was stopped: why, in words.
    Stopped(String),
}

/// The part of a command that takes notes while a program is checked.
pub trait Attend {
    /// The time between two checkpoints; none without it.
    fn keeps_every(&self) -> Option<Duration> {
        None
    }

    /// Keeps what was explored so far.
    fn keep(&mut self, work: Work) {
        let _ = work;
    }

    /// Takes note of a bug that was found, while the exploration goes on.
    fn found(&mut self, checked: &mut Checked) {
        let _ = checked;
    }

    /// Tells a verdict that stands, before anything is added to it.
    fn settled(&mut self, checked: &mut Checked) {
        let _ = checked;
    }
}

/// Nothing.
impl Attend for () {}

/// A language, as a table has it.
pub trait FrontEnd: Explorer + Sync {
    /// Its name, in resume files.
    fn name(&self) -> &'static str;

    /// How names of files end, after the last dot.
    fn extensions(&self) -> &'static [&'static str];

    /// What several of its files are, for people.
    fn files(&self) -> &'static str;

    /// The options that it understands, of those that not all languages do.
    fn options(&self) -> &'static [&'static str];

    /// Are several files one program?
    fn links(&self) -> bool;

    /// True if programs have a memory model.
    fn has_models(&self) -> bool;

    /// Do files have bugs, and not final states with a condition?
    fn has_programs(&self) -> bool;

    /// Can a program begin with this file of a directory?
    fn may_begin(&self, path: &Path) -> bool;

    /// The tests of files, each of which is a program of its own. None: the files are one
    /// program.
    ///
    /// # Errors
    /// When they cannot be listed; a message for people.
    fn tests(&self, paths: &[PathBuf], until: &Until) -> Result<Option<Listed>, String>;

    /// The language, for one of these tests if there is one.
    fn of_test(&self, test: Option<&str>) -> Box<dyn FrontEnd>;

    /// Reads and explores a program, from the beginning or from where it was left. The verdict is
    /// told as soon as it stands: what comes after only adds to it.
    ///
    /// # Errors
    /// When that cannot be done; a message for people, that names the file.
    fn check(
        &self,
        paths: &[PathBuf],
        team: &Team,
        before: Option<Work>,
        attend: &mut dyn Attend,
    ) -> Result<(Checked, Option<Work>), String>;

    /// Runs exactly one execution of a program.
    ///
    /// # Errors
    /// When that cannot be done; a message for people, that names the file.
    fn replay(&self, paths: &[PathBuf], team: &Team, string: &str) -> Result<Replayed, String>;

    /// Is there something left to explore? None: what was explored makes no sense.
    fn is_unfinished(&self, work: &Work) -> Option<bool>;

    /// Explores what another process asks for.
    ///
    /// # Errors
    /// When there is no program; a message for people.
    fn work(&self, job: &Job, pipes: &mut Pipes<'_>) -> Result<(), String>;
}

/// The language of a file, by its name.
#[must_use]
pub fn of_file<'t>(table: &'t [Box<dyn FrontEnd>], path: &Path) -> Option<&'t dyn FrontEnd> {
    let extension = path.extension()?;
    let is_of = |language: &&dyn FrontEnd| {
        let mut known = language.extensions().iter();
        known.any(|name| extension == *name)
    };
    table.iter().map(|language| &**language).find(is_of)
}

impl<L: Language> FrontEnd for L {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        L::EXTENSIONS
    }

    fn files(&self) -> &'static str {
        L::FILES
    }

    fn options(&self) -> &'static [&'static str] {
        L::OPTIONS
    }

    fn links(&self) -> bool {
        L::LINKS
    }

    fn has_models(&self) -> bool {
        L::HAS_MODELS
    }

    fn has_programs(&self) -> bool {
        L::HAS_PROGRAMS
    }

    fn may_begin(&self, path: &Path) -> bool {
        Language::may_begin(self, path)
    }

    fn tests(&self, paths: &[PathBuf], until: &Until) -> Result<Option<Listed>, String> {
        Language::tests(self, paths, until).map_err(|error| match error {
            Unloaded::Wrong(message) => message,
            Unloaded::Ended(why) => located(&paths[0], &why),
        })
    }

    fn of_test(&self, test: Option<&str>) -> Box<dyn FrontEnd> {
        let of_test = |test: &str| Language::of_test(self, test);
        Box::new(test.map_or_else(|| self.clone(), of_test))
    }

    fn check(
        &self,
        paths: &[PathBuf],
        team: &Team,
        before: Option<Work>,
        attend: &mut dyn Attend,
    ) -> Result<(Checked, Option<Work>), String> {
        let begun = Instant::now();
        let until = team.until(begun);
        let path = &paths[0];
        refuse::<L>(path, team)?;
        let before_of = |work: &Work| serde_json::from_str(work.explored.get()).ok();
        let mut told = self.program(paths, team);
        told.described = team.described(L::HAS_MODELS);
        let (source, subject) = match build(self, paths, Share::new(team), &until) {
            Ok(loaded) => loaded,
            Err(Unloaded::Wrong(message)) => return Err(message),
            Err(Unloaded::Ended(why)) => {
                // What was explored before is kept as it is, by its owner.
                let explored: Option<ExploredOf<L::Subject>> = before.as_ref().and_then(before_of);
                if let Some(explored) = explored {
                    told.statistics = explored.tally.statistics;
                }
                told.unexplored = Some(why);
                let mut checked = told.checked(stem(path), Verdict::Unknown, team.algorithm);
                attend.settled(&mut checked);
                return Ok((checked, None));
            }
        };
        told = self.program_of(&source, told);
        let digest = digest::of(L::parts(&source));
        let before: Option<ExploredOf<L::Subject>> = match before {
            Some(work) if work.digest == digest => before_of(&work),
            Some(_) => return Err(located(path, L::CHANGED)),
            None => None,
        };
        let counted = before
            .as_ref()
            .map_or_else(Counts::default, |before| before.counts());
        let before = before.map(|before| Resumed::new(&*subject, before));
        let before = before.transpose();
        let before = before.map_err(|error| located(path, &error.to_string()))?;
        let name = self.title(&subject, paths);
        let attending = RefCell::new(attend);
        let attend = &attending;
        let mut progress = Progress::new(&name, team, counted, begun);
        let exploring = Instant::now();
        if team.estimates {
            progress.end_at(exploring + growth::EXPLORE);
        }
        if L::HAS_PROGRAMS {
            let (name, told) = (name.clone(), || {
                self.program_of(&source, self.program(paths, team))
            });
            progress.on_found(Box::new(move |found, so_far| {
                let mut checked = told().found(name.clone(), found, so_far, team.algorithm);
                attend.borrow_mut().found(&mut checked);
            }));
        }
        if let Some(cluster) = &team.cluster {
            let submitting = Submitting {
                cluster,
                team,
                name: &name,
                begun,
            };
            let (report, work) = submitting
                .explore::<L>(&source, &subject, &mut progress)
                .map_err(|message| located(path, &message))?;
            drop(progress);
            let mut checked = told_of(self, &subject, report, told, name, team);
            checked.digest = Some(digest.clone());
            attend.borrow_mut().settled(&mut checked);
            show(self, &subject, &mut checked, (team, &until));
            let work = work.and_then(|explored| kept::<L>(digest, &explored));
            return Ok((checked, work));
        }
        progress.keep_every(attend.borrow().keeps_every());
        let mut keep = |explored: &ExploredOf<L::Subject>| {
            if let Some(work) = kept::<L>(digest.clone(), explored) {
                attend.borrow_mut().keep(work);
            }
        };
        let explored = match team.kind {
            Kind::Threads(_) => {
                let mut threads = Threads(&mut progress);
                explore_keeping(&subject, before, &mut threads, &mut keep)
            }
            Kind::Processes(count) => {
                let mut processes =
                    Processes::new::<L>(team, &source, count, &mut progress).map_err(json)?;
                explore_keeping(&subject, before, &mut processes, &mut keep)
            }
        };
        drop(progress);
        let (mut report, explored) = explored.map_err(|error| located(path, &error.to_string()))?;
        let executions = report.statistics.executions();
        let executions = executions.saturating_sub(counted.complete + counted.blocked);
        let time = exploring.elapsed();
        told.rate = rate(executions, time);
        let growth = match team.estimates {
            true => {
                let rate = executions as f64 / time.as_secs_f64();
                let growth =
                    || growth::growth(self, &subject, team, &mut report, (&explored, rate));
                alarm::guarded("the size was estimated", growth).flatten()
            }
            false => None,
        };
        let estimate = report.estimate;
        let mut checked = told_of(self, &subject, report, told, name, team);
        checked.estimate = estimate;
        checked.growth = growth;
        checked.digest = Some(digest.clone());
        attend.borrow_mut().settled(&mut checked);
        show(self, &subject, &mut checked, (team, &until));
        if team.suggests {
            let suggested = || advice::suggested(self, &subject, paths, &checked, team);
            checked.suggested = alarm::guarded("memory orders were tried", suggested);
        }
        let coverage = || self.coverage(&subject);
        checked.coverage = alarm::guarded("lines were counted", coverage).flatten();
        if team.outlines {
            let outline =
                || alarm::within(&until, |stop| self.outline(&subject, &explored.known, stop));
            checked.exploration =
                alarm::guarded("the exploration was drawn", outline).unwrap_or_default();
        }
        let work = kept::<L>(digest, &explored);
        Ok((checked, work))
    }

    fn replay(&self, paths: &[PathBuf], team: &Team, string: &str) -> Result<Replayed, String> {
        let path = &paths[0];
        refuse::<L>(path, team)?;
        let until = team.until(Instant::now());
        let (source, subject) = match build(self, paths, Share::default(), &until) {
            Ok(loaded) => loaded,
            Err(Unloaded::Wrong(message)) => return Err(message),
            Err(Unloaded::Ended(why)) => return Ok(Replayed::Stopped(why)),
        };
        let shown = alarm::within(&until, |stop| self.show(&subject, string, None, stop));
        match (shown, until.is_over()) {
            (None, _) => Err(located(path, "only executions of programs can be replayed")),
            (Some(Ok(mut shown)), _) => {
                let ignored = subject.ignored();
                shown.findings.retain(|(kind, _)| !ignored.contains(kind));
                let digest = digest::of(L::parts(&source));
                Ok(Replayed::Shown(Box::new(shown), digest))
            }
            (Some(Err(_)), Some(why)) => {
                Ok(Replayed::Stopped(format!("{why} while it was replayed")))
            }
            (Some(Err(error)), None) => Err(located(path, &error)),
        }
    }

    fn is_unfinished(&self, work: &Work) -> Option<bool> {
        let explored = serde_json::from_str::<ExploredOf<L::Subject>>(work.explored.get()).ok()?;
        // Is what it says is left a tree at all?
        explored.left.check().ok()?;
        Some(explored.is_unfinished())
    }

    fn work(&self, job: &Job, pipes: &mut Pipes<'_>) -> Result<(), String> {
        let source = serde_json::from_str(job.source.get()).map_err(json)?;
        let known = serde_json::from_str(job.known.get()).map_err(json)?;
        let subject = self.subject(&source, &Share::default())?;
        explore_elsewhere(&subject, &known, pipes);
        Ok(())
    }
}

/// The work of an exploration, for a file. None if it cannot be written, which is said.
fn kept<L: Language>(digest: String, explored: &ExploredOf<L::Subject>) -> Option<Work> {
    let work = Work::new(L::NAME, digest, explored);
    let warn = |error: &serde_json::Error| {
        say(&format!(
            "warning: what was explored cannot be kept: {error}"
        ));
    };
    work.inspect_err(warn).ok()
}

/// What is to be said of a report, before its executions are shown.
fn told_of<L: Language>(
    language: &L,
    subject: &L::Subject,
    report: Report<<L::Subject as Subject>::Outcomes>,
    told: Program,
    name: String,
    team: &Team,
) -> Checked {
    match language.judge(subject, report) {
        Judged::Other(checked) => checked,
        Judged::Program(report) => told.told(name, report, team.algorithm),
    }
}

/// Adds to bugs how they come about.
fn show<L: Language>(
    language: &L,
    subject: &L::Subject,
    checked: &mut Checked,
    (team, until): (&Team, &Until),
) {
    let bugs = checked.details.shown();
    if bugs.is_empty() {
        return;
    }
    let time = team.shorten / u32::try_from(bugs.len()).unwrap_or(1);
    let show_all = || {
        alarm::within(until, |stop| {
            for bug in bugs {
                let found = bug.found.clone();
                let sought = Sought {
                    found: &found,
                    time,
                };
                let show = || language.show(subject, &found.replay, Some(sought), stop);
                let shown = alarm::guarded("an execution was shown", show).flatten();
                if let Some(Ok(shown)) = shown {
                    bug.show(shown);
                }
            }
        });
    };
    let _ = alarm::guarded("executions were shown", show_all);
}

/// A program that is explored on a cluster.
struct Submitting<'a> {
    cluster: &'a Cluster,
    team: &'a Team,
    name: &'a str,
    begun: Instant,
}

/// What was said of a program that was submitted; and what was explored, if it was here.
type Submitted<S> = (Report<<S as Subject>::Outcomes>, Option<ExploredOf<S>>);

impl Submitting<'_> {
    /// Explores for a while here, and then there.
    fn explore<L: Language>(
        &self,
        source: &L::Source,
        subject: &Arc<L::Subject>,
        progress: &mut Progress<'_>,
    ) -> Result<Submitted<L::Subject>, String> {
        let Submitting {
            cluster,
            team,
            name,
            begun,
            ..
        } = *self;
        let mut new = NewJob {
            name: name.to_owned(),
            language: L::NAME.to_owned(),
            program: serde_json::to_string(source).map_err(json)?,
            options: team.preface.get().to_owned(),
            build: digest::of_this_build().map_err(|error| error.to_string())?,
            state: String::new(),
        };
        let job = match cluster.job {
            Some(job) => {
                if !cluster.is_same(job, &new)? {
                    return Err(format!(
                        "job {job} is about another program, or has other options, or another build has \
                         submitted it"
                    ));
                }
                job
            }
            None => {
                let mut known = ExploredOf::<L::Subject>::default();
                if !cluster.first.is_zero() {
                    let mut first = Progress::new(name, team, Counts::default(), begun);
                    let end = Instant::now() + cluster.first;
                    first.end_at(end);
                    let explored = explore(subject, None, &mut Threads(&mut first));
                    drop(first);
                    let (report, explored) = explored.map_err(|error| error.to_string())?;
                    let is_over = team.until(begun).is_over().is_some();
                    if is_over || !explored.is_unfinished() {
                        return Ok((report, Some(explored)));
                    }
                    // What was learnt counts; what was explored is explored again.
                    known.known = explored.known;
                    known.before = explored.before;
                }
                new.state = serde_json::to_string(&known).map_err(json)?;
                let job = cluster.submit(&new)?;
                say(&format!(
                    "job {job}: {name}, submitted to {}",
                    cluster.address
                ));
                job
            }
        };
        let (state, reason) = match cluster.attach(job, progress)? {
            Attached::Ended {
                verdict, reason, ..
            } if verdict == "error" => {
                return Err(reason.unwrap_or_else(|| "it could not be explored".to_owned()));
            }
            Attached::Ended { state, reason, .. } => {
                // A standby that took over may have lost the job, and given its number away.
                if !cluster.is_same(job, &new)? {
                    return Err(format!("the store has lost job {job}: submit it again"));
                }
                (serde_json::from_str(&state).map_err(json)?, reason)
            }
            Attached::Left(status, why) => {
                let mut left = ExploredOf::<L::Subject>::default();
                let count = |count: i64| u64::try_from(count).unwrap_or(0);
                left.tally.statistics.complete = count(status.counts.complete);
                left.tally.statistics.blocked = count(status.counts.blocked);
                left.left = everything(&**subject);
                (left, Some(why))
            }
        };
        let (mut report, _) =
            explored_elsewhere(subject, state).map_err(|error| error.to_string())?;
        if report.verdict == Verdict::Unknown
            && let Some(reason) = reason
        {
            report.unexplored = Some(reason);
        }
        Ok((report, None))
    }
}

/// Is it a language that cannot be explored like this?
fn refuse<L: Language>(path: &Path, team: &Team) -> Result<(), String> {
    if L::HAS_GRAPHS || team.algorithm != Algorithm::Graphs {
        return Ok(());
    }
    let what = match team.model.is_buffered() {
        true => "the algorithm graphs is".to_owned(),
        false => format!("the memory model {} is", team.model),
    };
    Err(located(
        path,
        &format!(
            "{what} for C, C++ and litmus tests, and not for this language: leave --model and \
             --algorithm out"
        ),
    ))
}

fn json(error: serde_json::Error) -> String {
    error.to_string()
}

/// A message that names the file. One with a place begins with a line and a colon.
fn located(path: &Path, message: &str) -> String {
    let line = message.split_once(':').map_or("", |(line, _)| line);
    let has_place = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    let space = if has_place { "" } else { " " };
    format!("{}:{space}{message}", path.display())
}

/// Reads and makes a program, in time.
fn build<L: Language>(
    language: &L,
    paths: &[PathBuf],
    share: Share,
    until: &Until,
) -> Result<(L::Source, Arc<L::Subject>), Unloaded> {
    let source = language.load(paths, until)?;
    let own = language.clone();
    let built = until.run(STACK, move || {
        let subject = own.subject(&source, &share);
        (source, subject)
    });
    let path = paths[0].display();
    let (source, subject) = built.map_err(|left| match left {
        Left::Ended(why) => Unloaded::Ended(format!("{why} while {path} was read")),
        Left::NoThread(error) => Unloaded::Wrong(format!(
            "{path}: no thread could be started: {}",
            told(&error)
        )),
    })?;
    Ok((source, Arc::new(subject.map_err(Unloaded::Wrong)?)))
}

/// The rate of a shorter exploration says nothing.
const LEAST_TIME: Duration = Duration::from_millis(200);

/// How many executions a second.
fn rate(executions: u64, time: Duration) -> Option<f64> {
    (time >= LEAST_TIME && executions > 0).then(|| executions as f64 / time.as_secs_f64())
}
