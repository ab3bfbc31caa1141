//! Several schedulers against brute force: each of them waits at random wherever work
//! is handed over, and all together visit what one would. More on demand: `cargo run
//! --release -p mazurka-testkit --bin mazurka-oracle -- --schedulers 1,2,3,4,8`.

use mazurka_explore::{
    Algorithm, Ended, Error, Limit, Limits, Observer, Outcome, Statistics, Verdict,
};
use mazurka_parallel::{Account, Frontier, Mode, Options, Saved};
use mazurka_testkit::campaign::{Campaign, MAX_EXECUTIONS, run};
use mazurka_testkit::compare::{Crew, Judged, check, compare_together};
use mazurka_testkit::generator::generate;
use mazurka_testkit::interpreter::Interpreter;
use mazurka_testkit::ir::Program;
use mazurka_testkit::oracle::judge;
use std::ops::{ControlFlow, Range};
use std::thread;
use std::time::Duration;

/// The controller is asked after every execution: these programs are too small to use
/// up any other budget.
const CONTROLLER: Mode = Mode::Controller {
    budget: Duration::ZERO,
};

/// So many schedulers each, which wait at random.
fn crews(schedulers: &[usize], mode: Mode, stops: u64) -> Vec<Crew> {
    let crew = |schedulers: &usize| Crew {
        schedulers: *schedulers,
        mode,
        delays: 1 + stops,
        stops,
        items: 0,
    };
    schedulers.iter().map(crew).collect()
}

/// Judges all explorers on these seeds, by one scheduler and by each of the crews.
fn campaign(seeds: Range<u64>, crews: Vec<Crew>) {
    let mut campaign = Campaign::new(seeds);
    campaign.crews = crews;
    campaign.max_executions = 1000;
    let summary = run(&campaign, |_| ());
    for failure in &summary.failures {
        println!("{failure}\n");
    }
    println!("{summary}");
    assert!(summary.failures.is_empty(), "see above");
    assert!(summary.programs > summary.skipped, "too few are judged");
}

#[test]
fn who_steal() {
    campaign(20_000..20_200, crews(&[1, 2, 3, 4, 8], Mode::Stealing, 0));
}

#[test]
fn who_have_a_controller() {
    campaign(20_200..20_400, crews(&[1, 2, 3, 4, 8], CONTROLLER, 0));
}

#[test]
fn who_are_stopped_and_go_on() {
    campaign(20_400..20_450, crews(&[1, 2, 3], Mode::Stealing, 1));
    campaign(20_450..20_500, crews(&[1, 2, 3], CONTROLLER, 2));
}

#[test]
fn who_have_items() {
    campaign(20_500..20_800, (1..4).map(Crew::items).collect());
}

/// Where a notification could wake another thread, and its first alternative sleeps, an item has
/// to ask for the others.
#[test]
fn alternatives_that_sleep() {
    let program = "
        root 0
            lock m0
            wait c0 m0
        root 1
            notify-one c0
        root 2
            lock m0
            wait c0 m0
        root 3
            lock m0
            r0 = wait-timeout c0 m0
    ";
    let program: Program = program.parse().unwrap();
    let mut crews = crews(&[2], Mode::Stealing, 1);
    crews.extend((1..20).map(Crew::items));
    let judged = check(&program, &[Algorithm::Hybrid], &crews, MAX_EXECUTIONS);
    assert!(matches!(judged, Judged::Agreed(..)), "{judged:?}");
}

/// One writes what four others read, after something of their own.
const READERS: &str = "
    root 0
        x0 = 1
    root 1
        r0 = x1
        r0 = x0
    root 2
        r0 = x2
        r0 = x0
    root 3
        r0 = x3
        r0 = x0
    root 4
        r0 = x4
        r0 = x0";

/// The first looks for the last zero, the others write one after the other.
const LAST_ZERO: &str = "
    root 0
        r0 = x3
        if r0 == 0
        else
            r0 = x2
            if r0 == 0
            else
                r0 = x1
                if r0 == 0
                else
                    r0 = x0
                end
            end
        end
    root 1
        r0 = x0
        x1 = r0 + 1
    root 2
        r0 = x1
        x2 = r0 + 1
    root 3
        r0 = x2
        x3 = r0 + 1";

/// The last addition comes after those of three others, so the sequence that reverses
/// its race with the first is long, and its prefixes get more branches when their
/// leaves have been explored.
const WAKEUP_STRESS: &str = "
    root 0
        r0 = x0 += 1
    root 1
        spawn 2
        spawn 3
        spawn 4
        join 2
        join 3
        join 4
        r0 = x0 += 1
    body 2
        r0 = x1 += 1
    body 3
        r0 = x1 += 1
    body 4
        r0 = x1 += 1";

/// A group of Figure 10 of *Source Sets*, where one of the orders of the accesses to x1
/// and x2 leads to a write of x0: 3 * 2 traces without it, and 2 * 2 * 2 with it.
const FIGURE_10: &str = "
    root 0
        r0 = x0
    root 1
        x1 = 1
    root 2
        r0 = x1
        if r0 == 0
            x2 = 1
        end
    root 3
        r0 = x2
        if r0 == 1
            r0 = x1
            if r0 == 0
                x0 = 1
            end
        end
    root 4
        r0 = x0
        x3 = r0
    root 5
        r0 = x3";

#[test]
fn programs_of_the_papers() {
    let programs = [
        (READERS, 16),
        (LAST_ZERO, 12),
        (WAKEUP_STRESS, 12),
        (FIGURE_10, 14),
    ];
    let mut all = crews(&[2, 3, 8], Mode::Stealing, 0);
    all.extend(crews(&[2, 8], CONTROLLER, 0));
    all.extend(crews(&[2], Mode::Stealing, 7));
    let algorithms = [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic];
    for (text, traces) in programs {
        let program = text.parse().expect("a program");
        match check(&program, &algorithms, &all, MAX_EXECUTIONS) {
            Judged::Agreed(judgement, _) => assert_eq!(judgement.classes.len(), traces),
            Judged::Skipped => panic!("they are small"),
            Judged::Disagreed(disagreement) => panic!("{disagreement}"),
        }
    }
}

/// What is judged above is worth something only if work was handed over.
#[test]
fn work_is_claimed_disputed_and_given_up() {
    for mode in [Mode::Stealing, CONTROLLER] {
        let crew = crews(&[3], mode, 0)[0];
        let mut all = Account::default();
        // A few dozen programs are enough, unless the threads run one after the other.
        for seed in 0..10_000 {
            let program = generate(seed);
            let Ok(judgement) = judge(&program, 300) else {
                continue;
            };
            let together =
                compare_together(&program, &judgement, Algorithm::Optimal, crew).expect("agreed");
            all.claimed += together.1.claimed;
            all.disputed += together.1.disputed;
            all.published += together.1.published;
            if all.claimed > 0 && all.disputed > 0 && all.published > 0 {
                break;
            }
        }
        assert!(all.claimed > 0 && all.disputed > 0, "{mode:?}: {all:?}");
        assert!(all.published > 0, "{mode:?}: {all:?}");
    }
}

/// Explores as all the schedulers of a frontier, each with such an observer.
fn explore<O: Observer>(
    program: &Program,
    frontier: &Frontier,
    observer: impl Fn() -> O + Sync,
) -> Result<Outcome, Error> {
    let explore = |number| {
        frontier.explore(
            number,
            Algorithm::Optimal,
            &mut Interpreter::new(program),
            &Limits::default(),
            &mut observer(),
        )
    };
    let results: Vec<_> = thread::scope(|scope| {
        let explore = &explore;
        let threads: Vec<_> = (0..frontier.schedulers())
            .map(|number| scope.spawn(move || explore(number)))
            .collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results.map(Result::ok).collect()
    });
    merge(results.into_iter().flatten())
}

fn options(max_executions: Option<u64>) -> Options {
    Options {
        schedulers: 3,
        max_executions,
        ..Options::default()
    }
}

#[test]
fn a_limit_on_executions_is_exact() {
    let program = READERS.parse().expect("a program");
    for limit in 0..=16 {
        let outcome = explore(&program, &Frontier::new(options(Some(limit))), || ());
        let Outcome {
            verdict,
            statistics,
        } = outcome.expect("explored");
        assert_eq!(statistics.complete, limit);
        match limit {
            16 => assert_eq!(verdict, Verdict::Verified),
            _ => assert_eq!(verdict, Verdict::NotExhausted(Limit::Executions)),
        }
    }
}

/// Panics at the second execution that somebody sees.
#[derive(Default)]
struct Panics {
    is_second: bool,
}

impl Observer for Panics {
    fn ended(&mut self, _: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        assert!(!std::mem::replace(&mut self.is_second, true), "on purpose");
        ControlFlow::Continue(())
    }
}

#[test]
fn nobody_waits_for_a_scheduler_that_panicked() {
    let program = READERS.parse().expect("a program");
    let frontier = Frontier::new(options(None));
    let _ = explore(&program, &frontier, Panics::default);
    assert!(frontier.is_stopped(), "somebody has seen two of 16");
}

/// What is left of the exploration of four readers after so many executions.
fn saved(executions: u64) -> Saved {
    let program = READERS.parse().expect("a program");
    let frontier = Frontier::new(options(Some(executions)));
    let outcome = explore(&program, &frontier, || ()).expect("explored");
    assert_eq!(outcome.statistics.complete, executions);
    frontier.save()
}

/// Goes on with a frontier that somebody has changed.
fn resume(saved: Saved) -> Result<Outcome, String> {
    let program = READERS.parse().expect("a program");
    let frontier = Frontier::restore(saved, options(None)).map_err(|error| format!("{error:?}"))?;
    explore(&program, &frontier, || ()).map_err(|error| error.to_string())
}

/// A damaged file is an error, not a panic: nobody waits, and nothing is verified.
#[test]
fn a_damaged_frontier_is_an_error() {
    let whole = resume(saved(3)).expect("explored");
    assert_eq!(whole.statistics.complete, 13);
    let damages: [fn(&mut Saved); 5] = [
        |saved| saved.leaves[0].leaf.node = 1000,
        |saved| saved.leaves[0].leaf.new = 1000,
        |saved| saved.leaves[0].segment = 1000,
        |saved| saved.segments[1].parent = Some((0, 1000)),
        |saved| saved.segments[1].parent = Some((1000, 0)),
    ];
    for damage in damages {
        let mut saved = saved(3);
        damage(&mut saved);
        assert!(resume(saved).is_err());
    }
}

/// A file of another program.
#[test]
fn a_frontier_of_another_program_is_an_error() {
    let program: Program = WAKEUP_STRESS.parse().expect("a program");
    let frontier = Frontier::restore(saved(3), options(None)).expect("sound");
    assert!(explore(&program, &frontier, || ()).is_err());
}

/// What all schedulers together have found out.
///
/// A bug is one wherever it was found. If there is none, whatever kept a scheduler
/// from exploring counts; only if nothing did, everything has been explored.
fn merge(results: impl IntoIterator<Item = Result<Outcome, Error>>) -> Result<Outcome, Error> {
    let mut statistics = Statistics::default();
    let mut verdict = Verdict::Verified;
    let mut error = None;
    for result in results {
        match result {
            Ok(outcome) => {
                statistics.add(&outcome.statistics);
                if weight(&outcome.verdict) > weight(&verdict) {
                    verdict = outcome.verdict;
                }
            }
            Err(other) => {
                error.get_or_insert(other);
            }
        }
    }
    match (error, &verdict) {
        (Some(error), Verdict::Verified | Verdict::NotExhausted(_)) => Err(error),
        (Some(error), Verdict::Endless { bug: None, .. }) => Err(error),
        _ => Ok(Outcome {
            verdict,
            statistics,
        }),
    }
}

fn weight(verdict: &Verdict) -> u32 {
    match verdict {
        Verdict::Verified => 0,
        Verdict::NotExhausted(Limit::Observer) => 1,
        Verdict::NotExhausted(Limit::Executions) => 2,
        Verdict::NotExhausted(
            Limit::Blocked(_) | Limit::Preemptions(_) | Limit::Delays(_) | Limit::Orders(_),
        ) => 3,
        Verdict::Endless { bug: None, .. } => 4,
        Verdict::Refined => 5,
        Verdict::Bug(_) | Verdict::Endless { .. } => 6,
    }
}
