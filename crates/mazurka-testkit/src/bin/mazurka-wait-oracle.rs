//! Judges all front ends on loops that wait: `mazurka-wait-oracle --seeds 0..5000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_testkit::seeds::{number, report};
use mazurka_testkit::waiting::campaign::{Campaign, printed, run};
use mazurka_testkit::waiting::compare::Front;
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-wait-oracle [--seeds A..B] [--front c|rust|litmus|all]...
                           [--model sc|tso|pso|all]... [--algorithm NAME]...
                           [--optimised] [--jobs N] [--seconds S]
                           [--max-states N] [--max-executions N]
                           [--failures N] [--as-it-is]
       mazurka-wait-oracle --print SEED --front NAME

Judges the front ends (all, or those named) on random programs with loops that wait,
with these seeds (0..2000), under all models or those named: final states, assertions
that fail, and whether threads can wait for ever must be what a search of the whole state
graph says. `optimal` explores, and every eighth program `source` as well, or those named.
C is compiled without optimisation or with -O2. Programs with too many states or
executions are left out and counted, and so are those with a loop that Mazurka does not
recognise, whose executions do not end. It stops at the third disagreement, or as many as
said, and shrinks the programs, unless they are to be shown as they are.
--print shows one program.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..2_000);
    let (mut fronts, mut models, mut print) = (Vec::new(), Vec::new(), None);
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--front" => match value()?.as_str() {
                "all" => fronts = Front::ALL.to_vec(),
                name => fronts.push(name.parse()?),
            },
            "--model" => match value()?.as_str() {
                "all" => models.clear(),
                name => models.push(name.parse()?),
            },
            "--algorithm" => campaign.algorithms.push(value()?.parse()?),
            "--optimised" => campaign.level = "-O2",
            "--as-it-is" => campaign.shrinks = false,
            "--max-states" => campaign.max_states = number(&option, &value()?)?,
            "--max-executions" => campaign.max_executions = number(&option, &value()?)?,
            "--failures" => campaign.seeds.max_failures = number(&option, &value()?)?,
            "--print" => print = Some(number(&option, &value()?)?),
            "--seeds" | "--jobs" | "--seconds" => {
                campaign.seeds.set(&option, &value()?)?;
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
    }
    if !fronts.is_empty() {
        campaign.fronts = fronts;
    }
    if !models.is_empty() {
        campaign.models = models;
    }
    Ok(Options { campaign, print })
}

fn main() -> ExitCode {
    let Options { campaign, print } = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let Some(seed) = print else {
        return report(|progress| run(&campaign, progress));
    };
    print!("{}", printed(seed, campaign.fronts[0]));
    ExitCode::SUCCESS
}
