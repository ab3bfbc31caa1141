//! Judges the Erlang front end on random programs: `mazurka-erlang-oracle --seeds 0..10000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes no sense.

use mazurka_testkit::erlang::brute::judge;
use mazurka_testkit::erlang::campaign::{Campaign, printed, run, run_alone, run_real};
use mazurka_testkit::erlang::front_end::Mazurka;
use mazurka_testkit::erlang::generate::generate_late;
use mazurka_testkit::erlang::limits::generate_limited;
use mazurka_testkit::erlang::machine::Receives;
use mazurka_testkit::erlang::messages::generate_messages;
use mazurka_testkit::erlang::real::Plan;
use mazurka_testkit::seeds::{number, report};
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-erlang-oracle [--messages|--late] [--receive ordered|take] [--seeds A..B]
                             [--algorithm NAME]... [--workers N]...
                             [--jobs N] [--seconds S] [--max-prefixes N] [--max-failures N]
       mazurka-erlang-oracle --limits [--seeds A..B] ...
       mazurka-erlang-oracle --travels [--seeds A..B] ...
       mazurka-erlang-oracle --alone [--seeds A..B] ...
       mazurka-erlang-oracle --real ROUNDS [--schedulers N] [--seeds A..B] ...
       mazurka-erlang-oracle --print SEED

Judges the Erlang front end on the random programs with these seeds (0..10000), against
a brute force over all executions: final states, findings, and the number of traces. All
explorers, or those named; with --workers, by N schedulers together, and every further
--workers explores every fourth program again, by `optimal`. --messages: programs of
nothing but messages; --late: of signals that come late, queues that are counted, tables that
are renamed. --receive: when two executions are the same, as the option of
`mazurka check`. --limits: programs whose limits of 2 ms or more are held back. --travels: the same
with signals that travel, and only by final states. --alone: the
brute force must not contradict itself. --real: runs each program so often in a real
Erlang, which yields in random places, and shows what it comes to that was not explored, or
that the brute force does not come to. --print shows one
program, and what can come of it.";

struct Options {
    campaign: Campaign,
    alone: bool,
    limits: bool,
    real: Option<usize>,
    schedulers: usize,
    print: Option<u64>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        campaign: Campaign::new(0..10_000),
        alone: false,
        limits: false,
        real: None,
        schedulers: 1,
        print: None,
    };
    let campaign = &mut options.campaign;
    campaign.seeds.jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut algorithms = Vec::new();
    let mut workers = Vec::new();
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--alone" => options.alone = true,
            "--limits" => {
                options.limits = true;
                campaign.programs = generate_limited;
            }
            "--travels" => campaign.travels = true,
            "--real" => options.real = Some(number(&option, &value()?)?),
            "--schedulers" => options.schedulers = number(&option, &value()?)?,
            "--algorithm" => algorithms.push(value()?.parse()?),
            "--max-prefixes" => campaign.max_prefixes = number(&option, &value()?)?,
            "--max-failures" => campaign.seeds.max_failures = number(&option, &value()?)?,
            "--messages" => campaign.programs = generate_messages,
            "--late" => campaign.programs = generate_late,
            "--receive" => {
                campaign.receives = match value()?.as_str() {
                    "ordered" => Receives::Ordered,
                    "take" => Receives::Take,
                    other => return Err(format!("--receive wants ordered or take, not {other:?}")),
                }
            }
            "--workers" => workers.push(number::<usize>(&option, &value()?)?.max(1)),
            "--print" => options.print = Some(number(&option, &value()?)?),
            "--seeds" | "--jobs" | "--seconds" => {
                campaign.seeds.set(&option, &value()?)?;
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
    }
    if !algorithms.is_empty() {
        campaign.algorithms = algorithms;
    }
    if options.limits && options.real.is_some() {
        return Err("a real Erlang holds no limits back: --limits or --real".to_owned());
    }
    if !workers.is_empty() {
        campaign.workers = workers.remove(0);
        campaign.also = workers;
    }
    Ok(options)
}

fn print(seed: u64, campaign: &Campaign) {
    let program = (campaign.programs)(seed);
    print!("{}", printed(&program));
    match judge(&program, campaign.receives, campaign.max_prefixes) {
        Ok(judged) => {
            for (end, traces) in &judged.finals {
                println!("{traces}: {end}");
            }
            for finding in &judged.findings {
                println!("{finding}");
            }
            println!("{} traces", judged.traces);
        }
        Err(failed) => println!("{failed:?}"),
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
    let campaign = &options.campaign;
    if let Some(seed) = options.print {
        print(seed, campaign);
        return ExitCode::SUCCESS;
    }
    if let Some(rounds) = options.real {
        let schedulers = options.schedulers;
        let plan = Plan { rounds, schedulers };
        let [at_once, travelling] = [false, true].map(|travels| Mazurka {
            travels,
            ..Mazurka::default()
        });
        let fronts = [&at_once, &travelling];
        return report(|progress| run_real(campaign, fronts, &plan, progress));
    }
    if options.alone {
        return report(|progress| run_alone(campaign, progress));
    }
    let front = Mazurka {
        travels: campaign.travels,
        receives: campaign.receives,
        limits: options.limits,
    };
    report(|progress| run(campaign, &front, progress))
}
