//! Judges the C front end on random programs: `mazurka-c-oracle --seeds 0..10000`.
//!
//! Exit code 0 if all agree, 1 on a disagreement, 2 if the command line makes
//! no sense.

use mazurka_llvm::check;
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use mazurka_testkit::c::brute;
use mazurka_testkit::c::bytes::text::TYPES;
use mazurka_testkit::c::campaign::{Campaign, Kind, run};
use mazurka_testkit::c::clocks;
use mazurka_testkit::c::orders;
use mazurka_testkit::c::outcomes;
use mazurka_testkit::c::races;
use mazurka_testkit::c::run::{Compiler, PRELUDE};
use mazurka_testkit::c::traces::Case;
use mazurka_testkit::clocks::Language;
use mazurka_testkit::enumerate::{Count, enumerate_c};
use mazurka_testkit::seeds::{number, report};
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-c-oracle [--seeds A..B] [--algorithm NAME]... [--family NAME]...
                        [--model NAME] [--clang VERSION]... [--optimised]
                        [--jobs N] [--seconds S] [--max-executions N]
                        [--failures N] [--as-it-is]
                        [--bytes | --brute | --races | --clocks | --clocks-cpp | --orders]
                        [--pieces NAME] [--allocations]
       mazurka-c-oracle --print SEED [--family NAME]... [--model NAME] [--optimised]
       mazurka-c-oracle --count FILE [--flag FLAG]... [--model NAME] [--max-prefixes N]

Judges the interpreter of C with `optimal`, or the explorers named, on the random
programs with these seeds (0..10000), against brute force. They are compiled by the
clang that is found, or in turn by the versions named, without optimisation or with -O2.
It stops at the third disagreement, or as many as said, and shrinks the programs, unless
they are to be shown as they are.
With --bytes, the programs are others: accesses of several sizes that overlap, copies,
barriers and so on, of which only the outcomes are compared.
With --brute, they use everything that C and POSIX offer to threads, and are explored
with and without reduction and so on: all must agree. With --pieces, all of them use what is
named (cancellation, futex, ...: see snippets.rs). With --races, the variables on
which data races are found must be those of the definitions of C11. With --clocks, they
look at clocks, sleep and wait with limits, and what time it is must be what their judge says;
with --clocks-cpp, they do so by the library of C++.
With --orders, small programs with all memory orders and instructions of x86 are explored under
rc11, and must have the executions that its axioms allow; and the states of sc, and those of tso
among them.
With --allocations, the programs of --bytes and --orders also allocate, and that may fail.
--print shows one program.
--count counts the traces of a program in a file, compiled with these flags of clang, under
all models or the one named, without any explorer.";

struct Options {
    campaign: Campaign,
    print: Option<u64>,
    file: Option<File>,
}

/// A program whose traces are to be counted.
struct File {
    path: PathBuf,
    flags: Vec<String>,
    max_prefixes: usize,
}

impl File {
    fn count(&self, model: Option<Model>) -> Result<(), String> {
        let compile = Compile {
            flags: self.flags.clone(),
            ..Compile::default()
        };
        let texts = clang::texts(std::slice::from_ref(&self.path), &compile);
        let code = check::build(&texts.map_err(|error| error.to_string())?)?;
        for model in model.map_or(Model::BUFFERED.to_vec(), |model| vec![model]) {
            let settings = Settings {
                model,
                ..Settings::default()
            };
            match enumerate_c(&code, &settings, self.max_prefixes)? {
                Some(Count {
                    traces,
                    discarded,
                    prefixes,
                }) => {
                    println!("{model}: {traces} traces, {discarded} discarded, {prefixes} prefixes")
                }
                None => println!("{model}: more than {} prefixes", self.max_prefixes),
            }
        }
        Ok(())
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut campaign = Campaign::new(0..10_000);
    campaign.seeds.jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut algorithms, mut families) = (Vec::new(), Vec::new());
    let (mut versions, mut level, mut print) = (Vec::new(), "-O0", None);
    let (mut path, mut flags, mut max_prefixes) = (None, Vec::new(), 1_000_000);
    while let Some(option) = arguments.next() {
        let mut value = || {
            let missing = || format!("{option} wants a value");
            arguments.next().ok_or_else(missing)
        };
        match option.as_str() {
            "--algorithm" => algorithms.push(value()?.parse()?),
            "--family" => families.push(value()?.parse()?),
            "--model" => campaign.model = Some(value()?.parse()?),
            "--clang" => versions.push(Some(number(&option, &value()?)?)),
            "--optimised" => level = "-O2",
            "--bytes" => campaign.kind = Kind::Bytes,
            "--brute" => campaign.kind = Kind::Brute,
            "--races" => campaign.kind = Kind::Races,
            "--clocks" => campaign.kind = Kind::Clocks(Language::C),
            "--clocks-cpp" => campaign.kind = Kind::Clocks(Language::Cpp),
            "--orders" => campaign.kind = Kind::Orders,
            "--pieces" => campaign.pieces = Some(value()?),
            "--allocations" => campaign.allocates = true,
            "--as-it-is" => campaign.shrinks = false,
            "--max-executions" => campaign.max_executions = number(&option, &value()?)?,
            "--failures" => campaign.seeds.max_failures = number(&option, &value()?)?,
            "--count" => path = Some(PathBuf::from(value()?)),
            "--flag" => flags.push(value()?),
            "--max-prefixes" => max_prefixes = number(&option, &value()?)?,
            "--print" => print = Some(number(&option, &value()?)?),
            "--seeds" | "--jobs" | "--seconds" => {
                campaign.seeds.set(&option, &value()?)?;
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
    }
    if !algorithms.is_empty() {
        campaign.algorithms = algorithms;
    }
    if !families.is_empty() {
        campaign.families = families;
    }
    if versions.is_empty() {
        versions.push(None);
    }
    let compiler = |version| Compiler { version, level };
    campaign.compilers = versions.into_iter().map(compiler).collect();
    let file = path.map(|path| File {
        path,
        flags,
        max_prefixes,
    });
    Ok(Options {
        campaign,
        print,
        file,
    })
}

fn main() -> ExitCode {
    let Options {
        campaign,
        print,
        file,
    } = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if let Some(file) = file {
        if let Err(error) = file.count(campaign.model) {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
        return ExitCode::SUCCESS;
    }
    let Some(seed) = print else {
        return report(|progress| run(&campaign, progress));
    };
    let whole = match campaign.kind {
        Kind::Bytes => {
            let case = outcomes::Case::new(seed, campaign.model);
            let case = match campaign.allocates {
                true => case.with_allocations(),
                false => case,
            };
            Some(format!("{TYPES}{}", case.text(0, campaign.compilers[0])))
        }
        Kind::Brute => {
            let case = brute::Case::new(seed, campaign.model, campaign.pieces.as_deref());
            let text = case.program.text(0);
            Some(format!("{}{text}", brute::HEADERS))
        }
        Kind::Races => {
            let text = races::emit(&races::generate(seed), 0);
            Some(format!("{}{text}", races::HEADERS))
        }
        Kind::Clocks(language) => {
            let text = clocks::Case::new(seed, language, None).text(0);
            Some(format!("{}{text}", clocks::headers(language)))
        }
        Kind::Orders => {
            let case = orders::Case::new(seed);
            let text = match campaign.allocates {
                true => case.with_allocations().emit(0),
                false => case.emit(0),
            };
            Some(format!("{}{text}", races::HEADERS))
        }
        Kind::Traces => None,
    };
    if let Some(text) = whole {
        print!("{PRELUDE}{text}");
        return ExitCode::SUCCESS;
    }
    match Case::new(seed, &campaign.families, campaign.model) {
        Some(case) => {
            let text = case.text(0, campaign.compilers[0]);
            println!("/*\n{}*/", case.program);
            print!("{PRELUDE}{}", text.text);
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("the program with seed {seed} cannot be said in C");
            ExitCode::from(2)
        }
    }
}
