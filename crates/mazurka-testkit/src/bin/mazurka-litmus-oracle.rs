//! Judges the litmus front end on random programs under SC, TSO and PSO:
//! `mazurka-litmus-oracle --seeds 0..50000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_cycles::print::print;
use mazurka_testkit::litmus::campaign::{Campaign, dialect, run};
use mazurka_testkit::seeds::{number, report};
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-litmus-oracle [--seeds A..B] [--model NAME]... [--bound K|none]...
                             [--algorithm NAME]... [--jobs N] [--seconds S]
                             [--max-states N] [--workers N] [--grace]
       mazurka-litmus-oracle [--grace] --print SEED

Judges the litmus front end on the random programs with these seeds (0..10000),
against a brute-force machine: final states, and the number of traces that end
in each. All models and explorers, or those named; buffers without a bound and
with one of 0 to 2, or those named; with --workers, by so many schedulers together.
With --grace programs have read-side sections and grace periods of RCU and SRCU.
--print shows one program.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..10_000);
    campaign.seeds.jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut models, mut algorithms) = (Vec::new(), Vec::new());
    let mut print = None;
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--model" => models.push(value()?.parse()?),
            "--bound" => campaign.bounds.push(match value()?.as_str() {
                "none" => None,
                bound => Some(number(&option, bound)?),
            }),
            "--grace" => campaign.grace = true,
            "--algorithm" => algorithms.push(value()?.parse()?),
            "--max-states" => campaign.max_states = number(&option, &value()?)?,
            "--workers" => campaign.workers = number::<usize>(&option, &value()?)?.max(1),
            "--print" => print = Some(number(&option, &value()?)?),
            "--seeds" | "--jobs" | "--seconds" => {
                campaign.seeds.set(&option, &value()?)?;
            }
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

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let Some(seed) = options.print else {
        return report(|progress| run(&options.campaign, progress));
    };
    let program = options.campaign.program(seed);
    print!("{}", print(&program, dialect(seed, &program)));
    ExitCode::SUCCESS
}
