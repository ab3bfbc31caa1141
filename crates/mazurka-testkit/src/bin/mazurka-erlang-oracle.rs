//! Judges the Erlang front end on random programs: `mazurka-erlang-oracle --seeds 0..10000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes no sense.

use mazurka_testkit::erlang::brute::{Failed, judge};
use mazurka_testkit::erlang::emit::function;
use mazurka_testkit::erlang::generate::generate;
use mazurka_testkit::erlang::program::Program;
use mazurka_testkit::erlang::real::{Plan, run, without_victims};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let from: u64 = arguments[1].parse().unwrap();
    let to: u64 = arguments[2].parse().unwrap();
    let most = 20_000;
    match arguments[0].as_str() {
        "print" => {
            let program = generate(from);
            println!("{}", function(&program, 0, String::new()));
            match judge(&program, most) {
                Ok(judged) => {
                    for (end, count) in &judged.finals {
                        println!("{count} {end}");
                    }
                    println!("{:?}\n{} traces", judged.findings, judged.traces);
                }
                Err(failed) => println!("{failed:?}"),
            }
        }
        "brute" => {
            let (mut judged, mut large, mut traces, mut ends) = (0, 0, 0, 0);
            let mut hist = [0; 20];
            for seed in from..to {
                match judge(&generate(seed), most) {
                    Ok(j) => {
                        judged += 1;
                        traces += j.traces;
                        ends += j.finals.len();
                        hist[j.traces.ilog2() as usize] += 1;
                    }
                    Err(Failed::TooMany) => large += 1,
                    Err(Failed::Unsound(what)) => println!("{seed}: {what}"),
                }
            }
            println!("{judged} judged {large} large {traces} traces {ends} ends {hist:?}");
        }
        _ => {
            let rounds: usize = arguments[3].parse().unwrap();
            let schedulers: usize = arguments[4].parse().unwrap();
            let mut seed = from;
            while seed < to {
                let mut seeds = Vec::new();
                let mut programs: Vec<Program> = Vec::new();
                let mut expected = Vec::new();
                while seed < to && programs.len() < 100 {
                    let program = generate(seed);
                    if let Ok(j) = judge(&program, most) {
                        seeds.push(seed);
                        programs.push(program);
                        expected.push(j);
                    }
                    seed += 1;
                }
                let all: Vec<&Program> = programs.iter().collect();
                let seen = run(&all, &Plan { rounds, schedulers }).unwrap();
                let (mut total, mut shown, mut bad) = (0, 0, 0);
                for (n, ends) in seen.iter().enumerate() {
                    let known: BTreeSet<_> = expected[n].finals.keys().map(without_victims).collect();
                    let there: BTreeSet<_> = ends.keys().map(without_victims).collect();
                    total += known.len();
                    shown += known.intersection(&there).count();
                    let wrong: Vec<_> = there.difference(&known).collect();
                    if !wrong.is_empty() {
                        bad += 1;
                        println!("SEED {}:\n{}", seeds[n], function(&programs[n], 0, String::new()));
                        for end in wrong {
                            println!("REAL {end}");
                        }
                        for end in known.iter().take(12) {
                            println!("KNOWN {end}");
                        }
                    }
                }
                println!("to seed {seed}: {} programs, {shown} of {total} outcomes seen, {bad} with others", programs.len());
            }
        }
    }
    ExitCode::SUCCESS
}
