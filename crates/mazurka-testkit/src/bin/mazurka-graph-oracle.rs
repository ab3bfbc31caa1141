//! Judges the explorer of execution graphs: `mazurka-graph-oracle --seeds 0..5000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_testkit::graphs::brute::executions;
use mazurka_testkit::graphs::campaign::{Campaign, run};
use mazurka_testkit::graphs::compare::{Judged, judge};
use mazurka_testkit::graphs::generate::{Kind, generate};
use mazurka_testkit::graphs::program::Program;
use mazurka_testkit::seeds::{number, report};
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-graph-oracle [--seeds A..B] [--model sc|tso|pso|ra|rc11|all]...
                            [--kind plain|rmw|fence|lock|await|strong|spawn|wait|shape|all]...
                            [--jobs N] [--seconds S] [--max-graphs N]
                            [--failures N] [--as-it-is]
       mazurka-graph-oracle --print SEED [--kind NAME]
       mazurka-graph-oracle --count FILE [--model NAME]... [--list]
       mazurka-graph-oracle --file FILE [--model NAME]...

Judges the explorer of execution graphs on random programs of all kinds, or those named,
with these seeds (0..2000), under all models or those named: every graph that brute force
finds must be visited once, and no other. Programs with too many graphs are left out and
counted. It stops at the third disagreement, or as many as said, and makes the programs
smaller, unless they are to be shown as they are.
--print shows one program, --count counts the graphs of programs in a file (with empty lines
between them) by brute force alone, and --file judges the explorer on these.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
    count: Option<String>,
    file: Option<String>,
    lists: bool,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..2_000);
    let (mut kinds, mut models) = (Vec::new(), Vec::new());
    let (mut print, mut count, mut file, mut lists) = (None, None, None, false);
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
            "--max-graphs" => campaign.max_graphs = number(&option, &value()?)?,
            "--failures" => campaign.seeds.max_failures = number(&option, &value()?)?,
            "--print" => print = Some(number(&option, &value()?)?),
            "--count" => count = Some(value()?),
            "--file" => file = Some(value()?),
            "--list" => lists = true,
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
        count,
        file,
        lists,
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

/// Counts graphs by brute force.
fn count(options: &Options, file: &str) -> Result<(), String> {
    for program in programs(file)? {
        let code = program.code();
        for model in &options.campaign.models {
            match executions(&code, *model, options.campaign.max_graphs) {
                Ok(found) => {
                    let stuck = found.values().filter(|end| end.stuck.is_some()).count();
                    println!("{model} {} {stuck}", found.len());
                    if options.lists {
                        for (identity, end) in found {
                            println!("  {identity}{end:?}");
                        }
                    }
                }
                Err(trouble) => println!("{model} {trouble:?}"),
            }
        }
    }
    Ok(())
}

/// Judges the explorer on these programs. Do they agree?
fn judge_file(options: &Options, file: &str) -> Result<bool, String> {
    let mut agree = true;
    for program in programs(file)? {
        for model in &options.campaign.models {
            let judged = judge(&program, *model, options.campaign.max_graphs);
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
    } else if let Some(file) = &options.count {
        count(&options, file).map(|()| true)
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
