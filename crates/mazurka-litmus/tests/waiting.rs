//! A loop that waits ends in the same states as one look that happens to find
//! what the loop waits for: other looks change nothing, and executions without
//! that look do not count. So random programs with a loop are compared with the
//! same programs with one look instead, and a filter.

use mazurka_litmus::{Algorithm, Model, Options, State, check, parse};
use mazurka_random::Random;
use std::collections::BTreeSet;

/// A loop, the look that stands for it, and the filter.
const LOOPS: [(&str, &str, &str); 5] = [
    (
        "L0: MOV EAX,[x];CMP EAX,$0;JE L0",
        "MOV EAX,[x]",
        "not (0:EAX=0)",
    ),
    (
        "L0: MOV EAX,[x];CMP EAX,$2;JNE L0",
        "MOV EAX,[x]",
        "0:EAX=2",
    ),
    (
        "L0: MOV EAX,[x];MOV EBX,[y];CMP EAX,$0;JE L0;CMP EBX,$0;JE L0",
        "MOV EAX,[x];MOV EBX,[y]",
        "not (0:EAX=0) /\\ not (0:EBX=0)",
    ),
    (
        "L0: MOV EBX,$0;MOV EAX,[x];CMP EAX,$1;JE L1;MOV EBX,[y];CMP EBX,$1;JNE L0;L1: NOP",
        "MOV EAX,[x];CMP EAX,$1;JE L1;MOV EBX,[y];L1: NOP",
        "0:EAX=1 \\/ 0:EBX=1",
    ),
    (
        "MOV EDX,$3;L0: MOV EAX,$0;LOCK CMPXCHG [x],EDX;JNE L0",
        "MOV EDX,$3;MOV EAX,$0;LOCK CMPXCHG [x],EDX",
        "0:EAX=0",
    ),
];

fn instructions(random: &mut Random, most: usize, register: &mut usize) -> Vec<String> {
    const REGISTERS: [&str; 4] = ["ESI", "EDI", "ECX", "EBP"];
    let count = random.below(most + 1);
    let instruction = |_| {
        let location = ["x", "y", "z"][random.below(3)];
        let value = 1 + random.below(2);
        match random.below(8) {
            0..=3 => format!("MOV [{location}],${value}"),
            4 | 5 => {
                *register += 1;
                format!("MOV {},[{location}]", REGISTERS[(*register - 1) % 4])
            }
            6 => "MFENCE".to_owned(),
            _ => format!("LOCK ADD [{location}],${value}"),
        }
    };
    (0..count).map(instruction).collect()
}

fn text(threads: &[Vec<String>], filter: &str) -> String {
    let rows = threads.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::from("X86 waiting\n{}\n");
    let heads: Vec<_> = (0..threads.len()).map(|nth| format!("P{nth}")).collect();
    text += &format!("{} ;\n", heads.join(" | "));
    for row in 0..rows {
        let cell = |thread: &Vec<String>| thread.get(row).cloned().unwrap_or_default();
        let cells: Vec<_> = threads.iter().map(cell).collect();
        text += &format!("{} ;\n", cells.join(" | "));
    }
    let mut shown = String::from("x; y; z; 0:EAX; 0:EBX;");
    for thread in 0..threads.len() {
        shown += &format!(" {thread}:ESI; {thread}:EDI; {thread}:ECX; {thread}:EBP;");
    }
    text + &format!("locations [{shown}]\n{filter}\n")
}

fn states(text: &str, model: Model, algorithm: Algorithm) -> BTreeSet<State> {
    let test = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = Options {
        model,
        algorithm,
        ..Options::default()
    };
    let report = check(&test, &options, &mut ()).unwrap();
    assert_eq!(report.stopped, None, "{model} {algorithm}\n{text}");
    if algorithm == Algorithm::Optimal {
        assert_eq!(report.blocked, 0, "{model}\n{text}");
    }
    report.states.into_keys().collect()
}

#[test]
fn a_loop_that_waits_is_a_look_that_finds() {
    let mut random = Random::new(1);
    let mut not_empty = 0;
    for round in 0..1000 {
        let (with_loop, with_look, filter) = LOOPS[random.below(LOOPS.len())];
        let mut register = 0;
        let before = instructions(&mut random, 2, &mut register);
        let after = instructions(&mut random, 2, &mut register);
        let others: Vec<_> = (0..=random.below(2))
            .map(|_| instructions(&mut random, 3, &mut 0))
            .collect();
        let program = |middle: &str, filter: &str| {
            let middle = middle.split(';').map(str::to_owned);
            let first = before.iter().cloned().chain(middle);
            let mut threads = vec![first.chain(after.iter().cloned()).collect()];
            threads.extend(others.iter().cloned());
            text(&threads, filter)
        };
        let waiting = program(with_loop, "");
        let looking = program(with_look, &format!("filter ({filter})"));
        let model = Model::BUFFERED[round % 3];
        let expected = states(&looking, model, Algorithm::Optimal);
        not_empty += usize::from(!expected.is_empty());
        for algorithm in [Algorithm::Optimal, Algorithm::Source] {
            let found = states(&waiting, model, algorithm);
            assert_eq!(found, expected, "{model} {algorithm}\n{waiting}");
        }
    }
    assert!(not_empty > 200, "only {not_empty} programs end");
}
