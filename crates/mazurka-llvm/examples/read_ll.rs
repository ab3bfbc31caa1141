//! Reads `.ll` files and says how large they are and how long it took.

use std::time::Instant;

use mazurka_llvm::ir::SymbolKind;
use mazurka_llvm::parse::parse;

fn main() {
    for path in std::env::args().skip(1) {
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        match parse(&path, &text) {
            Ok(module) => {
                let symbols = module.symbols.iter();
                let functions =
                    symbols.filter(|symbol| matches!(symbol.kind, SymbolKind::Function(_)));
                println!(
                    "{path}: {} bytes, {} functions, {} constants, {} places, {:?}",
                    text.len(),
                    functions.count(),
                    module.constants.len(),
                    module.locations.len(),
                    start.elapsed()
                );
            }
            Err(error) => println!("{error}"),
        }
    }
}
