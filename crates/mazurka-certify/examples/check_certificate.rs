//! Checks the certificate in a file: `check_certificate FILE [ITEMS SEED]`.
//!
//! With a number of items and a seed, it lists items to explore again.

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let path = arguments.first().ok_or("which file?")?;
    let open = || File::open(path).map_err(|error| format!("{path}: {error}"));
    let checked = mazurka_certify::check(BufReader::new(open()?))
        .map_err(|refused| format!("{path} is refused: {refused}"))?;
    println!(
        "{path} holds: {}, {} items, {} nodes, {} requests, {:?}",
        checked.head.verdict.as_deref().unwrap_or_default(),
        checked.items,
        checked.nodes,
        checked.requests,
        checked.head.totals
    );
    let [_, items, seed] = arguments else {
        return Ok(());
    };
    let items = items.parse().map_err(|_| "how many items?")?;
    let seed = seed.parse().map_err(|_| "which seed?")?;
    let ids = checked.sample(items, seed);
    let found = mazurka_certify::extract(BufReader::new(open()?), &checked, &ids)
        .map_err(|refused| format!("{path} is refused: {refused}"))?;
    for item in found {
        println!(
            "item {}: after {} steps, {} before it, digest {}",
            item.id,
            item.depth,
            item.elders.len(),
            item.digest
        );
    }
    Ok(())
}
