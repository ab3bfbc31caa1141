//! The settings of a check: from the builder, then from the environment.

#[cfg(feature = "bench")]
use crate::measure::Task;
use crate::orders::Orders;
use crate::rt::Leaks;
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use mazurka_program::memory;
use std::env;
use std::fmt;
use std::fmt::Display;
use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// How long a check lasts of which only an estimate is wanted.
const ESTIMATE: Duration = Duration::from_secs(1);

/// What a check is told.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// What was asked for, if anything was.
    pub(crate) asked: Asked,
    /// What the check is by and of: see [`Settings::parts`].
    pub(crate) algorithm: Algorithm,
    pub(crate) model: Model,
    /// Is it the second part of a check, beside one that has found no bug?
    pub(crate) is_second: bool,
    pub(crate) buffer_bound: Option<u32>,
    pub(crate) max_events: usize,
    /// In bytes.
    pub(crate) max_memory: u64,
    pub(crate) unroll: Option<u32>,
    pub(crate) max_executions: Option<u64>,
    pub(crate) max_time: Option<Duration>,
    pub(crate) max_local_time: Duration,
    pub(crate) stack_size: usize,
    pub(crate) keep_going: bool,
    /// Must everything be explored for the check to pass?
    pub(crate) require_exhausted: bool,
    /// May it pass although an execution does not end?
    pub(crate) allow_endless: bool,
    /// For how long everything is explored at least, after what is within a bound.
    pub(crate) beyond: Option<Duration>,
    pub(crate) workers: usize,
    #[cfg(feature = "bench")]
    pub(crate) mode: mazurka_parallel::Mode,
    /// Where what sharing the work took is put.
    #[cfg(feature = "bench")]
    pub(crate) account: Option<Arc<std::sync::Mutex<mazurka_parallel::Account>>>,
    pub(crate) spurious_wakeups: u32,
    pub(crate) spurious_polls: u32,
    pub(crate) weak_failures: u32,
    pub(crate) writers_first: bool,
    pub(crate) leaks: Leaks,
    pub(crate) allow_panics: bool,
    pub(crate) replay: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) log: bool,
    /// For how long a simpler execution that shows a bug is looked for.
    pub(crate) shorten: Duration,
    /// Where trace files are written.
    pub(crate) trace_dir: Option<PathBuf>,
    /// Is it asked which orderings are too weak?
    pub(crate) suggests: bool,
    /// The orderings of accesses, if they are not those of the program.
    pub(crate) orders: Option<Arc<Orders>>,
    pub(crate) on_complete: Option<Hook>,
    pub(crate) on_discarded: Option<Hook>,
    #[cfg(feature = "bench")]
    pub(crate) measure: Option<Task>,
}

/// The explorer and the memory model that a check is told to use, if it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) model: Option<Model>,
}

/// What is called at the end of every complete execution.
#[derive(Clone)]
pub(crate) struct Hook(pub(crate) Arc<dyn Fn() + Send + Sync>);

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            asked: Asked::default(),
            algorithm: Algorithm::Optimal,
            model: Model::Sc,
            is_second: false,
            buffer_bound: None,
            max_events: MAX_EVENTS,
            max_memory: memory::USUAL,
            unroll: None,
            max_executions: None,
            max_time: None,
            max_local_time: Duration::from_secs(30),
            stack_size: 512 << 10,
            keep_going: false,
            require_exhausted: false,
            allow_endless: false,
            beyond: None,
            workers: 1,
            #[cfg(feature = "bench")]
            mode: mazurka_parallel::Mode::default(),
            #[cfg(feature = "bench")]
            account: None,
            spurious_wakeups: 0,
            spurious_polls: 0,
            weak_failures: 0,
            writers_first: false,
            leaks: Leaks::Off,
            allow_panics: false,
            replay: None,
            name: None,
            log: false,
            shorten: Duration::from_secs(2),
            trace_dir: None,
            suggests: false,
            orders: None,
            on_complete: None,
            on_discarded: None,
            #[cfg(feature = "bench")]
            measure: None,
        }
    }
}

impl Settings {
    /// The settings after the environment has had its say.
    ///
    /// # Errors
    /// When a variable has a value that means nothing.
    pub(crate) fn with_environment(self) -> Result<Settings, String> {
        self.overridden(|name| env::var(name).ok())
    }

    fn overridden(mut self, get: impl Fn(&str) -> Option<String>) -> Result<Settings, String> {
        if let Some(algorithm) = parse(&get, "MAZURKA_ALGORITHM", ALGORITHMS)? {
            self.asked.algorithm = Some(algorithm);
        }
        self.hunt(&get)?;
        if let Some(model) = parse::<Model>(&get, "MAZURKA_MODEL", "sc, tso, pso, ra or rc11")? {
            self.asked.model = Some(model);
            if !model.is_buffered() && !asks_for_algorithm(&get) {
                // What the program asks for may not be for this model.
                self.asked.algorithm = None;
            }
        }
        if let Some(count) = parse(&get, "MAZURKA_BUFFER_BOUND", WHOLE)? {
            self.buffer_bound = Some(count);
        }
        if let Some(count) = parse(&get, "MAZURKA_MAX_EVENTS", WHOLE)? {
            self.max_events = count;
        }
        if let Some(most) = parse::<NonZero<u32>>(&get, "MAZURKA_MAX_MEMORY", "a number from 1 on")?
        {
            self.max_memory = u64::from(most.get()) << 20;
        }
        if let Some(count) = parse::<NonZero<u32>>(&get, "MAZURKA_UNROLL", "a number from 1 on")? {
            self.unroll = Some(count.get());
        }
        if let Some(count) = parse(&get, "MAZURKA_MAX_EXECUTIONS", WHOLE)? {
            self.max_executions = Some(count);
        }
        if let Some(Seconds(time)) = parse(&get, "MAZURKA_MAX_TIME", "a number of seconds")? {
            self.max_time = Some(time);
        }
        if let Some(Seconds(time)) = parse(&get, "MAZURKA_SHORTEN", "a number of seconds")? {
            self.shorten = time;
        }
        if let Some(folder) = get("MAZURKA_TRACE_DIR").filter(|folder| !folder.is_empty()) {
            self.trace_dir = Some(PathBuf::from(folder));
        }
        let workers = parse::<NonZero<usize>>(&get, "MAZURKA_WORKERS", "a number from 1 on")?;
        if let Some(workers) = workers {
            self.workers = workers.get();
        }
        if let Some(count) = parse(&get, "MAZURKA_SPURIOUS_POLLS", WHOLE)? {
            self.spurious_polls = count;
        }
        if let Some(count) = parse(&get, "MAZURKA_WEAK_FAILURES", WHOLE)? {
            self.weak_failures = count;
        }
        if let Some(replay) = get("MAZURKA_REPLAY").filter(|replay| !replay.is_empty()) {
            self.replay = Some(replay);
        }
        let is_on = |name| get(name).is_some_and(|value| !matches!(value.as_str(), "" | "0"));
        self.log |= is_on("MAZURKA_LOG");
        self.require_exhausted |= is_on("MAZURKA_REQUIRE_EXHAUSTED");
        self.suggests |= is_on("MAZURKA_SUGGEST_FENCES");
        if is_on("MAZURKA_ESTIMATE") {
            let most = self.max_time.map_or(ESTIMATE, |time| time.min(ESTIMATE));
            self.max_time = Some(most);
        }
        self.allow_panics |= is_on("MAZURKA_ALLOW_PANICS");
        if is_on("MAZURKA_LEAKS") {
            self.leaks = Leaks::All;
        }
        Ok(self)
    }

    /// The bounds and samples that the environment asks for.
    fn hunt(&mut self, get: &impl Fn(&str) -> Option<String>) -> Result<(), String> {
        if let Some(Most(most)) = parse(get, "MAZURKA_PREEMPTIONS", MOST)? {
            self.asked.algorithm = Some(Algorithm::Preemptions(most));
        }
        if let Some(Most(most)) = parse(get, "MAZURKA_DELAYS", MOST)? {
            self.asked.algorithm = Some(Algorithm::Delays(most));
        }
        let seed = parse(get, "MAZURKA_SEED", WHOLE)?;
        if let Some(count) = parse(get, "MAZURKA_RANDOM", WHOLE)? {
            self.asked.algorithm = Some(Algorithm::Random(seed.unwrap_or(0)));
            self.max_executions = Some(count);
        }
        if let Some(depth) = parse::<NonZero<u32>>(get, "MAZURKA_PCT", "a number from 1 on")? {
            self.asked.algorithm = Some(Algorithm::Pct {
                depth: depth.get(),
                seed: seed.unwrap_or(0),
            });
        }
        if let (Some(algorithm), Some(given)) = (&mut self.asked.algorithm, seed)
            && let Algorithm::Random(seed) | Algorithm::Pct { seed, .. } = algorithm
        {
            *seed = given;
        }
        Ok(())
    }

    /// The name of the test, if it has one: harnesses call threads by it.
    pub(crate) fn test(&self) -> Option<&str> {
        let name = self.name.as_deref();
        name.filter(|name| !matches!(*name, "main" | UNNAMED))
    }

    /// The parts of the check, one after the other, each of one model by one explorer: see
    /// [`Checker::model`](crate::Checker::model).
    ///
    /// # Errors
    /// When what is asked for does not go together.
    pub(crate) fn parts(&self) -> Result<Vec<(Model, Algorithm)>, String> {
        let Asked { algorithm, model } = self.asked;
        let parts = match (model, algorithm) {
            (Some(model), Some(algorithm)) => vec![(model, algorithm)],
            (Some(model), None) if !model.is_buffered() => vec![(model, Algorithm::Graphs)],
            (Some(model), None) => vec![(model, Algorithm::Optimal)],
            (None, None | Some(Algorithm::Graphs)) if self.replay.is_none() => {
                let first = algorithm.unwrap_or_default();
                vec![(Model::Sc, first), (Model::Rc11, Algorithm::Graphs)]
            }
            (None, Some(bound @ (Algorithm::Preemptions(_) | Algorithm::Delays(_))))
                if self.replay.is_none() && self.beyond.is_some() =>
            {
                vec![(Model::Sc, bound), (Model::Rc11, Algorithm::Graphs)]
            }
            (None, algorithm) => vec![(Model::Sc, algorithm.unwrap_or_default())],
        };
        for (model, algorithm) in &parts {
            let by_graphs = *algorithm == Algorithm::Graphs;
            if !model.is_buffered() && !by_graphs {
                return Err(format!(
                    "the memory model {model} can be explored by execution graphs only, and the \
                     algorithm {algorithm} was asked for: choose graphs, or none"
                ));
            }
            if by_graphs && self.buffer_bound.is_some() && self.asked.model.is_some() {
                return Err(format!(
                    "execution graphs have no store buffers, so that a bound on them \
                     (buffer_bound) means nothing under {model} with the algorithm graphs"
                ));
            }
        }
        Ok(parts)
    }
}

/// Does the environment say what explores?
fn asks_for_algorithm(get: &impl Fn(&str) -> Option<String>) -> bool {
    let names = ["ALGORITHM", "PREEMPTIONS", "DELAYS", "RANDOM", "PCT"];
    let mut values = names.iter().map(|name| get(&format!("MAZURKA_{name}")));
    values.any(|value| value.is_some_and(|value| !value.is_empty()))
}

/// What a check is called that has no name.
pub(crate) const UNNAMED: &str = "check";

const WHOLE: &str = "a whole number";

const ALGORITHMS: &str = "exhaustive, classic, source, optimal, graphs, preemptions:N, delays:N, \
                          random:SEED or pct:DEPTH:SEED";

const MOST: &str = "a whole number, or all";

/// How many samples are taken, unless that or a time is said.
pub(crate) const SAMPLES: u64 = 10_000;

/// A bound, or `all` if there is none.
struct Most(u32);

impl FromStr for Most {
    type Err = String;

    fn from_str(text: &str) -> Result<Most, String> {
        match text {
            "all" => Ok(Most(u32::MAX)),
            _ => text.parse().map(Most).map_err(|_| MOST.to_owned()),
        }
    }
}

/// How many events an execution may have, unless set.
const MAX_EVENTS: usize = 100_000;

struct Seconds(Duration);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
        Duration::try_from_secs_f64(seconds)
            .map(Seconds)
            .map_err(|error| error.to_string())
    }
}

fn parse<T: FromStr>(
    get: impl Fn(&str) -> Option<String>,
    name: &str,
    accepted: &str,
) -> Result<Option<T>, String>
where
    T::Err: Display,
{
    match get(name).filter(|value| !value.is_empty()) {
        None => Ok(None),
        Some(value) => value.trim().parse().map(Some).map_err(|_| {
            format!("the environment variable {name} is {value:?}; it must be {accepted}")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &'static str, value: &'static str) -> Result<Settings, String> {
        Settings::default().overridden(|asked| (asked == name).then(|| value.to_owned()))
    }

    #[test]
    fn the_environment_overrides() {
        let settings = with("MAZURKA_ALGORITHM", "source").unwrap();
        assert_eq!(settings.asked.algorithm, Some(Algorithm::Source));
        let model = |name| with("MAZURKA_MODEL", name).unwrap().asked.model;
        assert_eq!(model("tso"), Some(Model::Tso));
        assert_eq!(model("PSO"), Some(Model::Pso));
        assert_eq!(model("rc11"), Some(Model::Rc11));
        // What the program says is not for that model, and the environment is.
        let bounded = || Settings {
            asked: Asked {
                algorithm: Some(Algorithm::Preemptions(2)),
                model: None,
            },
            ..Settings::default()
        };
        let under = |model: &'static str| {
            let get = move |asked: &str| (asked == "MAZURKA_MODEL").then(|| model.to_owned());
            bounded().overridden(get).unwrap().parts().unwrap()
        };
        assert_eq!(under("rc11"), [(Model::Rc11, Algorithm::Graphs)]);
        assert_eq!(under("tso"), [(Model::Tso, Algorithm::Preemptions(2))]);
        let settings = with("MAZURKA_BUFFER_BOUND", "2").unwrap();
        assert_eq!(settings.buffer_bound, Some(2));
        assert_eq!(with("MAZURKA_MAX_EVENTS", "7").unwrap().max_events, 7);
        let memory = with("MAZURKA_MAX_MEMORY", "7").unwrap().max_memory;
        assert_eq!(memory, 7 << 20);
        let settings = with("MAZURKA_MAX_EXECUTIONS", "8").unwrap();
        assert_eq!(settings.max_executions, Some(8));
        let settings = with("MAZURKA_MAX_TIME", "1.5").unwrap();
        assert_eq!(settings.max_time, Some(Duration::from_millis(1500)));
        assert_eq!(with("MAZURKA_WORKERS", "3").unwrap().workers, 3);
        let algorithm = |name, value| with(name, value).unwrap().asked.algorithm;
        let preemptions = |value| algorithm("MAZURKA_PREEMPTIONS", value);
        assert_eq!(preemptions("2"), Some(Algorithm::Preemptions(2)));
        assert_eq!(preemptions("all"), Some(Algorithm::Preemptions(u32::MAX)));
        let delays = algorithm("MAZURKA_DELAYS", "1");
        assert_eq!(delays, Some(Algorithm::Delays(1)));
        let samples = with("MAZURKA_RANDOM", "500").unwrap();
        assert_eq!(samples.asked.algorithm, Some(Algorithm::Random(0)));
        assert_eq!(samples.max_executions, Some(500));
        let pct = algorithm("MAZURKA_PCT", "4");
        assert_eq!(pct, Some(Algorithm::Pct { depth: 4, seed: 0 }));
        let seeded = Settings {
            asked: Asked {
                algorithm: Some(Algorithm::Random(1)),
                model: None,
            },
            ..Settings::default()
        };
        let seeded = seeded.overridden(|name| (name == "MAZURKA_SEED").then(|| "7".to_owned()));
        assert_eq!(seeded.unwrap().asked.algorithm, Some(Algorithm::Random(7)));
        let settings = with("MAZURKA_REPLAY", "1/0x1").unwrap();
        assert_eq!(settings.replay.as_deref(), Some("1/0x1"));
        assert_eq!(
            with("MAZURKA_MAX_EVENTS", "").unwrap().max_events,
            MAX_EVENTS
        );
        assert_eq!(with("MAZURKA_UNROLL", "5").unwrap().unroll, Some(5));
        assert_eq!(with("MAZURKA_LEAKS", "1").unwrap().leaks, Leaks::All);
        assert_eq!(with("MAZURKA_LEAKS", "0").unwrap().leaks, Leaks::Off);
        let settings = with("MAZURKA_SPURIOUS_POLLS", "2").unwrap();
        assert_eq!(settings.spurious_polls, 2);
        let settings = with("MAZURKA_WEAK_FAILURES", "3").unwrap();
        assert_eq!(settings.weak_failures, 3);
    }

    fn asked(algorithm: Option<Algorithm>, model: Option<Model>) -> Settings {
        Settings {
            asked: Asked { algorithm, model },
            ..Settings::default()
        }
    }

    #[test]
    fn parts_are_what_was_asked_for() {
        use Algorithm::{Graphs, Optimal, Source};
        let parts = |algorithm, model| asked(algorithm, model).parts();
        let usual = vec![(Model::Sc, Optimal), (Model::Rc11, Graphs)];
        assert_eq!(parts(None, None), Ok(usual));
        let by_graphs = vec![(Model::Sc, Graphs), (Model::Rc11, Graphs)];
        assert_eq!(parts(Some(Graphs), None), Ok(by_graphs));
        assert_eq!(parts(Some(Source), None), Ok(vec![(Model::Sc, Source)]));
        let sc = Some(Model::Sc);
        assert_eq!(parts(None, sc), Ok(vec![(Model::Sc, Optimal)]));
        let rc11 = Some(Model::Rc11);
        assert_eq!(parts(None, rc11), Ok(vec![(Model::Rc11, Graphs)]));
        assert_eq!(parts(Some(Graphs), rc11), parts(None, rc11));
        let error = parts(Some(Optimal), rc11).unwrap_err();
        assert!(
            error.contains("rc11") && error.contains("graphs"),
            "{error}"
        );
        let bounded = Settings {
            buffer_bound: Some(1),
            ..asked(Some(Graphs), Some(Model::Tso))
        };
        assert!(bounded.parts().unwrap_err().contains("buffer_bound"));
        let replays = Settings {
            replay: Some("1/".to_owned()),
            ..Settings::default()
        };
        assert_eq!(replays.parts(), Ok(vec![(Model::Sc, Optimal)]));
    }

    #[test]
    fn bad_values_are_named() {
        for (name, value, accepted) in [
            ("MAZURKA_ALGORITHM", "best", ALGORITHMS),
            ("MAZURKA_MODEL", "arm", "sc, tso, pso, ra or rc11"),
            ("MAZURKA_BUFFER_BOUND", "-1", "a whole number"),
            ("MAZURKA_MAX_EVENTS", "-1", "a whole number"),
            ("MAZURKA_MAX_MEMORY", "0", "a number from 1 on"),
            ("MAZURKA_UNROLL", "0", "a number from 1 on"),
            ("MAZURKA_MAX_EXECUTIONS", "many", "a whole number"),
            ("MAZURKA_MAX_TIME", "-2", "a number of seconds"),
            ("MAZURKA_WORKERS", "0", "a number from 1 on"),
            ("MAZURKA_PREEMPTIONS", "few", "a whole number, or all"),
            ("MAZURKA_PCT", "0", "a number from 1 on"),
            ("MAZURKA_SPURIOUS_POLLS", "-1", "a whole number"),
            ("MAZURKA_WEAK_FAILURES", "some", "a whole number"),
        ] {
            let error = with(name, value).unwrap_err();
            assert!(error.contains(name), "{error}");
            assert!(error.contains(&format!("{value:?}")), "{error}");
            assert!(error.contains(accepted), "{error}");
        }
    }
}
