//! Judges mailboxes in execution graphs: `mazurka-message-oracle --seeds 0..5000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_memory::Model;
use mazurka_testkit::messages::campaign::{Campaign, run};
use mazurka_testkit::messages::compare::{By, Judged, judge};
use mazurka_testkit::messages::generate::{Kind, generate};
use mazurka_testkit::messages::program::Program;
use mazurka_testkit::seeds::{number, report};
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-message-oracle [--seeds A..B] [--model sc|tso|pso|ra|rc11|all]...
                              [--kind server|mesh|timeout|memory|lock|mixed|cross|all]...
                              [--jobs N] [--seconds S] [--max-states N]
                              [--failures N] [--as-it-is] [--share] [--optimal N]
                              [--items SEED]
       mazurka-message-oracle --print SEED [--kind NAME]
       mazurka-message-oracle --file FILE [--model NAME]...

Judges the explorer of execution graphs on random programs that send messages, of all kinds or
those named, with these seeds (0..2000), under all models or those named: every execution that
brute force finds must be visited once, and no other. Programs with too many states are left
out and counted. It stops at the third disagreement, or as many as said, and makes the programs
smaller, unless they are to be shown as they are. With --share every branch that can be is handed
on as a task. With --optimal, the explorer is `optimal` with N schedulers, where receives choose
among messages, under SC. With --items, it is `hybrid` in items that stand alone, which are cut
and handed over at random by SEED.
--print shows one program, --file judges the explorer on programs in a file, with empty lines
between them.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
    file: Option<String>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..2_000);
    let (mut kinds, mut models) = (Vec::new(), Vec::new());
    let (mut print, mut file) = (None, None);
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--kind" => match value()?.as_str() {
                "all" => kinds = Kind::ALL.to_vec(),
                name => kinds.push(name.parse()?),
            },
            "--model" => match value()?.as_str() {
                "all" => models.clear(),
                name => models.push(name.parse()?),
            },
            "--as-it-is" => campaign.shrinks = false,
            "--max-states" => campaign.max_states = number(&option, &value()?)?,
            "--failures" => campaign.seeds.max_failures = number(&option, &value()?)?,
            "--print" => print = Some(number(&option, &value()?)?),
            "--file" => file = Some(value()?),
            "--share" => campaign.by = By::Graphs { shares: true },
            "--optimal" => {
                let schedulers = number(&option, &value()?)?;
                campaign.by = By::Optimal { schedulers };
                models = vec![Model::Sc];
            }
            "--items" => {
                let seed = number(&option, &value()?)?;
                campaign.by = By::Items { seed };
                models = vec![Model::Sc];
            }
            "--seeds" | "--jobs" | "--seconds" => {
                campaign.seeds.set(&option, &value()?)?;
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
    }
    if !kinds.is_empty() {
        campaign.kinds = kinds;
    }
    if !models.is_empty() {
        campaign.models = models;
    }
    Ok(Options {
        campaign,
        print,
        file,
    })
}

fn programs(file: &str) -> Result<Vec<Program>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let parts = text.split("\n\n").filter(|part| !part.trim().is_empty());
    let read = |part: &str| {
        part.parse()
            .map_err(|error| format!("{file}: {error} in:\n{part}"))
    };
    parts.map(read).collect()
}

/// Judges the explorer on these programs. Do they agree?
fn judge_file(options: &Options, file: &str) -> Result<bool, String> {
    let mut agree = true;
    for program in programs(file)? {
        for model in &options.campaign.models {
            let judged = judge(
                &program,
                *model,
                options.campaign.max_states,
                options.campaign.by,
            );
            if let Judged::Disagreed(what) = &judged {
                agree = false;
                println!("DISAGREEMENT: {model}\n{program}{what}\n");
            } else {
                println!("{model}: {judged:?}");
            }
        }
    }
    Ok(agree)
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = if let Some(seed) = options.print {
        for kind in &options.campaign.kinds {
            println!("# {kind}\n{}", generate(*kind, seed));
        }
        Ok(true)
    } else if let Some(file) = &options.file {
        judge_file(&options, file)
    } else {
        return report(|progress| run(&options.campaign, progress));
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
