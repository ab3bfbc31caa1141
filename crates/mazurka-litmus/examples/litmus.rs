//! Prints what litmus files do: `litmus sc|tso|pso FILE...`

use mazurka_litmus::{Options, check, parse_bytes};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let model = arguments.next().unwrap_or_default();
    let model = model.parse().unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(2);
    });
    let options = Options {
        model,
        ..Options::default()
    };
    for file in arguments {
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let test = match parse_bytes(&bytes) {
            Ok(test) => test,
            Err(error) => {
                println!("{file}:{error}");
                continue;
            }
        };
        let report = match check(&test, &options, &mut ()) {
            Ok(report) => report,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        println!("Test {} {}", test.name, test.condition().quantifier);
        println!("States {}", report.states.len());
        for (state, executions) in &report.states {
            println!("{executions:>8}: {state}");
        }
        println!(
            "{}",
            match report.holds {
                Some(true) => "Ok",
                Some(false) => "No",
                None => "Unknown",
            }
        );
        println!(
            "Positive: {} Negative: {}",
            report.positive, report.negative
        );
        println!("Condition {}", test.condition());
        println!("Observation {} {}", test.name, report.condition);
        if let Some(stopped) = report.stopped {
            println!("Stopped: {stopped}");
        }
        for finding in report.findings {
            println!("Finding: {}", finding);
        }
        println!();
    }
}
