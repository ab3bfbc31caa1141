//! The `mazurka` command, with all languages.

mod table;

use std::process::ExitCode;

#[global_allocator]
static MEMORY: mazurka_cli::Memory = mazurka_cli::Memory;

fn main() -> ExitCode {
    #[cfg(debug_assertions)]
    if std::env::var_os("MAZURKA_PLANT_FAULT").is_some() {
        // For the tests of what the command says of a fault of its own.
        mazurka_explore::plant_fault();
    }
    mazurka_cli::run(table::table)
}
