//! Explores one .ll file (a tool for work on the interpreter).
use mazurka_explore::*;
use mazurka_llvm::{lower, machine::*, parse};
use std::sync::Arc;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let model: mazurka_memory::Model = std::env::args()
        .nth(2)
        .unwrap_or("sc".into())
        .parse()
        .unwrap();
    let algorithm: Algorithm = std::env::args()
        .nth(3)
        .unwrap_or("optimal".into())
        .parse()
        .unwrap();
    let text = std::fs::read(&path).unwrap();
    let module = parse::parse(&path, &text).unwrap_or_else(|e| panic!("{e}"));
    let names: Vec<String> = mazurka_llvm::link::unresolved(&module)
        .map(|n| n.to_string())
        .collect();
    let library = mazurka_llvm::library::extract(names.iter().map(|n| n.as_str()));
    let library = parse::parse("libc", library.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    let module = mazurka_llvm::link::link_library(module, library);
    let code = Arc::new(lower::lower(&module).unwrap());
    if std::env::var("DUMP").is_ok() {
        println!("{}", code.dump());
    }
    let settings = Settings {
        model,
        races: std::env::var("RACES").is_ok(),
        leaks: std::env::var("LEAKS").is_ok(),
        nondet: Some((0, 1)),
        ..Settings::default()
    };
    let replay = std::env::var("REPLAY").is_ok();
    let mut knowledge = Knowledge::default();
    let start = std::time::Instant::now();
    loop {
        let mut machine = Machine::new(&code, &settings, knowledge.clone());
        if replay {
            machine.set_going_back(false);
        }
        let limits = Limits {
            keep_going: true,
            ..Limits::default()
        };
        let result = explore(algorithm, &mut machine, &limits, &mut ());
        match result {
            Ok(outcome) if outcome.verdict == Verdict::Refined => {
                knowledge = machine.knowledge().clone();
                println!("refined {knowledge:?}");
            }
            Ok(outcome) => {
                println!(
                    "{:?} complete {} blocked {} replayed.. {:?}",
                    outcome.verdict,
                    outcome.statistics.complete,
                    outcome.statistics.blocked,
                    outcome.statistics
                );
                let secs = start.elapsed().as_secs_f64();
                println!(
                    "{secs:.3} s, {} instructions, {:.1} M/s",
                    machine.instructions(),
                    machine.instructions() as f64 / secs / 1e6
                );
                break;
            }
            Err(e) => {
                let k = machine.knowledge().clone();
                if k != knowledge {
                    println!("refined {k:?}");
                    knowledge = k;
                    continue;
                }
                println!("error {e}");
                break;
            }
        }
    }
}
