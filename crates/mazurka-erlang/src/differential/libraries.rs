//! Random calls of OTP's libraries: Erlang's results and the interpreter's.
//!
//! `MAZURKA_ERLANG_LIBRARY_CALLS` says how many calls there are, `MAZURKA_ERLANG_SEED` which.

mod calls;
mod pools;

use super::sequential::{Erlang, Source, setting};
use calls::CALLS;
use mazurka_random::Random;
use pools::{POOLS, Pools};
use std::fmt::Write as _;

/// A module without functions of its own, that names calls of libraries.
fn module(random: &mut Random, release: u32, name: &str, count: usize, from: usize) -> String {
    const SIZE: usize = 30;
    let mut text = format!("-module({name}).\n-compile([export_all, nowarn_export_all]).\n");
    let mut pools = Pools {
        random: Random::new(random.bits()),
        release,
    };
    writeln!(text, "pools() -> [{}].", POOLS.join(", ")).expect("a string");
    let all: Vec<String> = POOLS
        .iter()
        .map(|pool| {
            let items: Vec<String> = (0..SIZE).map(|_| pools.item(pool, 0)).collect();
            format!("pool({pool}) -> [{}]", items.join(",\n"))
        })
        .collect();
    writeln!(text, "{}.", all.join(";\n")).expect("a string");
    let list: Vec<String> = (0..count)
        .map(|number| {
            let (module, function, args) = CALLS[(from + number) % CALLS.len()];
            let args: Vec<String> = args
                .iter()
                .map(|pool| {
                    // (A count must not be great.)
                    let pool = match random.percent(4) && *pool != "count" {
                        true => *random.pick(&["any", "list", "integer", "atom"]),
                        false => pool,
                    };
                    format!("{{{pool}, {}}}", random.between(1, SIZE))
                })
                .collect();
            format!("{{{module}, {function}, [{}]}}", args.join(", "))
        })
        .collect();
    writeln!(text, "calls() -> [{}].", list.join(",\n")).expect("a string");
    text
}

#[test]
fn random_calls_of_libraries() {
    let Some(erlang) = Erlang::find() else {
        return;
    };
    const IN_MODULE: usize = 2000;
    let count = setting("MAZURKA_ERLANG_LIBRARY_CALLS", 20_000) as usize;
    let mut random = Random::new(setting("MAZURKA_ERLANG_SEED", 1));
    let modules: Vec<Source> = (0..count.div_ceil(IN_MODULE))
        .map(|number| {
            let name = format!("library{number}");
            let text = module(
                &mut random,
                erlang.release,
                &name,
                IN_MODULE,
                number * IN_MODULE,
            );
            Source {
                name,
                text,
                options: "[]",
            }
        })
        .collect();
    erlang.compare("libraries", &modules);
}
