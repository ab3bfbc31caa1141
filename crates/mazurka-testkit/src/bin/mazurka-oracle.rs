//! Judges the explorers on random programs: `mazurka-oracle --seeds 0..100000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_explore::Algorithm;
use mazurka_parallel::Mode;
use mazurka_testkit::campaign::{Campaign, run};
use mazurka_testkit::compare::{Crew, Judged, check};
use mazurka_testkit::generator::generate_with;
use mazurka_testkit::ir::Program;
use mazurka_testkit::rust;
use mazurka_testkit::seeds::{number, report};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
usage: mazurka-oracle [--seeds A..B] [--algorithm NAME]... [--family NAME]...
                      [--model NAME] [--jobs N] [--seconds S]
                      [--max-executions N] [--schedulers N,...] [--stops]
                      [--items N]
       mazurka-oracle --print SEED [--family NAME]... [--model NAME]
       mazurka-oracle --file PROGRAM [--algorithm NAME]...
       mazurka-oracle --rust KIND [--seeds A..B] [--algorithm NAME]... [--jobs N]
                      [--seconds S] [--max-executions N]
       mazurka-oracle --rust KIND --print SEED

Judges the explorers (all of them, or those named) on the random programs with
these seeds (0..10000), against brute force. The programs use all families of
operations, or those named, under various memory models or the one named.
With --schedulers, so many of them explore together as well, both by stealing
and with a controller, and wait at random where they hand work over. With --stops,
they are stopped at random, and what is left is saved and restored. With --items, the
work of hybrid is also cut into items that stand alone, in N ways, by a store: in random
order, split at random moments, explored again, committed twice or late.
--print shows one program; --file judges a program in that notation.
With --rust, the Rust library is judged, on programs of that kind, each of which has a
judge of its own: arc, local, sync, memory, rounds, buffers, channels, actors, messages.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
    file: Option<String>,
    rust: Option<rust::Kind>,
}

/// So many schedulers, in each mode.
fn crews(schedulers: usize, stops: u64) -> [Crew; 2] {
    // These programs are too small to use up any budget.
    let controller = Mode::Controller {
        budget: Duration::ZERO,
    };
    [Mode::Stealing, controller].map(|mode| Crew {
        schedulers,
        mode,
        delays: 1,
        stops,
        items: 0,
    })
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..10_000);
    campaign.seeds.jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut algorithms, mut families) = (Vec::new(), Vec::new());
    let (mut print, mut file, mut rust) = (None, None, None);
    let (mut schedulers, mut stops, mut ways) = (Vec::new(), 0, 0);
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--algorithm" => algorithms.push(value()?.parse()?),
            "--family" => families.push(value()?.parse()?),
            "--model" => campaign.model = Some(value()?.parse()?),
            "--schedulers" => {
                for count in value()?.split(',') {
                    schedulers.push(number::<usize>(&option, count)?.max(1));
                }
            }
            "--stops" => stops = 1,
            "--items" => ways = number(&option, &value()?)?,
            "--max-executions" => campaign.max_executions = number(&option, &value()?)?,
            "--print" => print = Some(number(&option, &value()?)?),
            "--file" => file = Some(value()?),
            "--rust" => rust = Some(value()?.parse()?),
            "--seeds" | "--jobs" | "--seconds" => {
                campaign.seeds.set(&option, &value()?)?;
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
    }
    campaign.crews = schedulers.iter().flat_map(|n| crews(*n, stops)).collect();
    campaign.crews.extend((1..=ways).map(Crew::items));
    if !algorithms.is_empty() {
        campaign.algorithms = algorithms;
    }
    if !families.is_empty() {
        campaign.families = families;
    }
    Ok(Options {
        campaign,
        print,
        file,
        rust,
    })
}

/// Judges one program from a file.
fn judge_file(
    path: &str,
    algorithms: &[Algorithm],
    crews: &[Crew],
    max: usize,
) -> Result<ExitCode, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let program: Program = text.parse().map_err(|error| format!("{path}: {error}"))?;
    match check(&program, algorithms, crews, max) {
        Judged::Agreed(judgement, statistics) => {
            let traces = judgement.classes.len();
            println!("{} executions, {traces} traces", judgement.executions);
            for (algorithm, statistics) in statistics {
                println!("{algorithm}: {statistics:?}");
            }
            Ok(ExitCode::SUCCESS)
        }
        Judged::Skipped => Err(format!("{path}: over {max} executions")),
        Judged::Disagreed(disagreement) => {
            println!("{disagreement}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Judges the Rust library on programs of a kind.
fn judge_library(kind: rust::Kind, options: &Options) -> ExitCode {
    if let Some(seed) = options.print {
        println!("{}", kind.printed(seed));
        return ExitCode::SUCCESS;
    }
    let campaign = rust::Campaign {
        seeds: options.campaign.seeds.clone(),
        algorithms: options.campaign.algorithms.clone(),
        max_executions: options.campaign.max_executions as u64,
    };
    report(|progress| kind.run(&campaign, progress))
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Some(kind) = options.rust {
        return judge_library(kind, &options);
    }
    if let Some(seed) = options.print {
        let Campaign {
            families, model, ..
        } = &options.campaign;
        print!("{}", generate_with(seed, families, *model));
        return ExitCode::SUCCESS;
    }
    let campaign = &options.campaign;
    let Some(file) = &options.file else {
        return report(|progress| run(campaign, progress));
    };
    judge_file(
        file,
        &campaign.algorithms,
        &campaign.crews,
        campaign.max_executions,
    )
    .unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}
