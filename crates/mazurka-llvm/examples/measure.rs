//! Explores a C program without the command around it, and says how fast that was:
//! `measure FILE [sc|tso|pso] [ALGORITHM] [again]`. With `again`, the prefix of every
//! execution is run again where it would otherwise be gone back to.

use mazurka_explore::{Algorithm, Limits, Verdict, explore};
use mazurka_llvm::check::build;
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::machine::{Knowledge, Machine, Settings};
use mazurka_memory::Model;
use std::error::Error;
use std::path::PathBuf;

use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = PathBuf::from(arguments.next().ok_or("which file?")?);
    let model: Model = arguments.next().as_deref().unwrap_or("sc").parse()?;
    let algorithm: Algorithm = arguments.next().as_deref().unwrap_or("optimal").parse()?;
    let goes_back = arguments.next().is_none();
    let size = std::env::var("N").map(|n| format!("-DN={n}"));
    let compile = Compile {
        flags: size.into_iter().collect(),
        ..Compile::default()
    };
    let texts = clang::texts(&[file], &compile)?;
    let begun = Instant::now();
    let code = build(&texts)?;
    println!("{:.3} s to read and decode", begun.elapsed().as_secs_f64());
    let settings = Settings {
        model,
        ..Settings::default()
    };
    let limits = Limits {
        keep_going: true,
        ..Limits::default()
    };
    let begun = Instant::now();
    let mut knowledge = Knowledge::default();
    loop {
        let mut machine = Machine::new(&code, &settings, knowledge.clone());
        machine.set_going_back(goes_back);
        let outcome = explore(algorithm, &mut machine, &limits, &mut ())?;
        if outcome.verdict == Verdict::Refined {
            knowledge = machine.knowledge().clone();
            println!("learnt: {knowledge}");
            continue;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let statistics = outcome.statistics;
        println!(
            "{} complete, {} blocked, {} events, {} replayed, {seconds:.3} s, {:.1} million \
             instructions ({:.1} a second)",
            statistics.complete,
            statistics.blocked,
            statistics.events,
            statistics.replayed,
            machine.instructions() as f64 / 1e6,
            machine.instructions() as f64 / 1e6 / seconds,
        );
        return Ok(());
    }
}
