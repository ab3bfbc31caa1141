//! Judges the litmus front end on random programs under SC, TSO and PSO:
//! `mazurka-litmus-oracle --seeds 0..50000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_corpus::litmus::print::print;
use mazurka_testkit::litmus::campaign::{Campaign, Summary, dialect, run};
use mazurka_testkit::litmus::random::generate;
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: mazurka-litmus-oracle [--seeds A..B] [--model NAME]... [--bound K|none]...
                             [--algorithm NAME]... [--jobs N] [--seconds S]
                             [--max-states N]
       mazurka-litmus-oracle --print SEED

Judges the litmus front end on the random programs with these seeds (0..10000),
against a brute-force machine: final states, and the number of traces that end
in each. All models and explorers, or those named; buffers without a bound and
with one of 0 to 2, or those named. --print shows one program.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
}

fn number<T: FromStr>(option: &str, value: &str) -> Result<T, String> {
    let error = |_| format!("{option} wants a number, not {value:?}");
    value.parse().map_err(error)
}

fn seeds(value: &str) -> Result<Range<u64>, String> {
    let range = value.split_once("..");
    let range = range.and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    range.ok_or_else(|| format!("--seeds wants a range like 0..1000, not {value:?}"))
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..10_000);
    campaign.jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut models, mut algorithms) = (Vec::new(), Vec::new());
    let mut print = None;
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--seeds" => campaign.seeds = seeds(&value()?)?,
            "--model" => models.push(value()?.parse()?),
            "--bound" => campaign.bounds.push(match value()?.as_str() {
                "none" => None,
                bound => Some(number(&option, bound)?),
            }),
            "--algorithm" => algorithms.push(value()?.parse()?),
            "--jobs" => campaign.jobs = number(&option, &value()?)?,
            "--max-states" => campaign.max_states = number(&option, &value()?)?,
            "--seconds" => {
                let seconds = Duration::from_secs(number(&option, &value()?)?);
                campaign.deadline = Some(Instant::now() + seconds);
            }
            "--print" => print = Some(number(&option, &value()?)?),
            _ => return Err(format!("unknown option {option:?}")),
        }
    }
    if !models.is_empty() {
        campaign.models = models;
    }
    if !algorithms.is_empty() {
        campaign.algorithms = algorithms;
    }
    Ok(Options { campaign, print })
}

/// Runs the campaign with a progress line: live on a terminal, else one line
/// every ten seconds.
fn judge_seeds(campaign: &Campaign) -> ExitCode {
    // A panic of an explorer is a disagreement and is reported as such; while
    // its program is shrunk there may be hundreds.
    std::panic::set_hook(Box::new(|_| ()));
    let live = std::io::stderr().is_terminal();
    let period = Duration::from_secs(if live { 1 } else { 10 });
    let start = Instant::now();
    let shown = Mutex::new(start);
    let progress = |summary: &Summary| {
        let mut shown = shown.lock().expect("nothing panics here");
        if shown.elapsed() < period {
            return;
        }
        *shown = Instant::now();
        let seconds = start.elapsed().as_secs();
        let (begin, end) = if live { ("\r\x1b[K", "") } else { ("", "\n") };
        let _ = write!(
            std::io::stderr(),
            "{begin}{seconds} s: {} programs, {} traces, {} explorations, {} disagreements{end}",
            summary.programs,
            summary.compared.traces,
            summary.compared.explorations,
            summary.failures.len(),
        );
    };
    let summary = run(campaign, progress);
    if live {
        eprint!("\r\x1b[K");
    }
    for failure in &summary.failures {
        println!("DISAGREEMENT: {failure}\n");
    }
    println!("{summary} in {:.1} s", start.elapsed().as_secs_f64());
    if summary.failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let Some(seed) = options.print else {
        return judge_seeds(&options.campaign);
    };
    let program = generate(seed);
    print!("{}", print(&program, dialect(seed, &program)));
    ExitCode::SUCCESS
}
