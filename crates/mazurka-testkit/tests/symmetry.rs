//! Symmetry in C programs (`Settings::symmetry`), judged: of random programs with threads that are
//! alike, the outcomes with symmetry, with threads that are alike exchanged in all ways, must be
//! those without; findings must be of the same kinds.
//!
//! With `MAZURKA_FRONT_END_SEEDS=n`, `n` programs for each memory model.

use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use mazurka_testkit::c::run::{
    Compiler, Explored, Location, Outcome, PRELUDE, compile, explored, with_main,
};
use mazurka_testkit::random::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Programs with more executions are left out.
const MOST: u64 = 20_000;

/// The number of programs that are compiled at once.
const BATCH: u64 = 32;

/// A program: its text, and which threads are alike, by number.
struct Case {
    text: String,
    groups: Vec<Vec<usize>>,
}

/// A statement of a thread, or of `main`.
fn statement(p: &str, random: &mut Random, slot: usize, depth: u32) -> String {
    let variable = ["x", "y"][random.below(2)];
    let v = format!("{p}_{variable}");
    let c = random.below(3);
    let d = random.below(3);
    match random.below(if depth == 0 { 15 } else { 8 }) {
        0 | 1 => format!("r = __atomic_load_n(&{v}, 5); show({slot}, r);"),
        2 => format!("__atomic_store_n(&{v}, {c} + k, 0);"),
        3 => format!("__atomic_store_n(&{v}, r + 1, 3);"),
        4 => format!("r = __atomic_fetch_add(&{v}, 1 + k, 5); show({slot}, r);"),
        5 => format!("r = __atomic_exchange_n(&{v}, {c}, 5); show({slot}, r);"),
        6 => format!(
            "{{ int e = {c}; r = __atomic_compare_exchange_n(&{v}, &e, {d}, 0, 5, 5); \
             show({slot}, 2 * e + r); }}"
        ),
        7 => format!("{p}_plain = {p}_plain + 1;"),
        8 => {
            let inner = statement(p, random, slot, depth + 1);
            format!("pthread_mutex_lock(&{p}_m); {inner} pthread_mutex_unlock(&{p}_m);")
        }
        9 | 10 => {
            let inner = statement(p, random, slot, depth + 1);
            format!("if (r == {c}) {{ {inner} }}")
        }
        11 => format!("while (__atomic_load_n(&{v}, 5) == {}) {{ }}", 1 + c),
        12 => format!("if (r == 0) sem_post(&{p}_s); else sem_wait(&{p}_s);"),
        13 => format!("__VERIFIER_assume(__atomic_load_n(&{v}, 5) != {});", 2 + c),
        _ => format!(
            "pthread_mutex_lock(&{p}_m); if ({p}_plain) pthread_cond_signal(&{p}_c); else {{ \
             {p}_plain = 1; pthread_cond_wait(&{p}_c, &{p}_m); show({slot}, 7); }} \
             pthread_mutex_unlock(&{p}_m);"
        ),
    }
}

fn statements(p: &str, random: &mut Random, count: usize) -> String {
    let mut text = String::new();
    for slot in 0..count {
        writeln!(text, "    {}", statement(p, random, slot, 0)).unwrap();
    }
    text
}

fn generate(number: u64, seed: u64) -> Case {
    let random = &mut Random::new(seed);
    let p = &format!("p{number}");
    let mut text = format!(
        "static int {p}_x, {p}_y, {p}_z, {p}_plain;\nstatic pthread_mutex_t {p}_m = \
         PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t {p}_c = PTHREAD_COND_INITIALIZER;\n\
         static sem_t {p}_s;\n"
    );
    let is_large = random.below(3) == 0;
    let between = (random.below(4) == 0).then(|| random.below(if is_large { 3 } else { 2 }));
    // What `main` does between two threads others can tell.
    let tells = match between {
        Some(_) => format!("    show(11, __atomic_load_n(&{p}_z, 5));\n"),
        None => String::new(),
    };
    // A single group of three, or two kinds of threads: of each function and argument, one.
    let functions = if is_large { 1 } else { 1 + random.below(2) };
    for function in 0..functions {
        let body = {
            let count = 1 + random.below(if is_large { 2 } else { 3 });
            statements(p, random, count)
        };
        writeln!(
            text,
            "static void *{p}_f{function}(void *k_) {{\n    long k = (long)k_; int r = 0;\n{tells}{body}    \
             return 0;\n}}"
        )
        .unwrap();
    }
    let kinds: Vec<(usize, usize)> = match (is_large, random.below(3)) {
        (true, _) => vec![(0, 1); 3],
        (false, 0) => vec![(0, 0), (functions - 1, 1), (0, 0)],
        (false, 1) => vec![(functions - 1, 1), (0, 0), (0, 0)],
        (false, _) => vec![(0, 1), (0, 1)],
    };
    let before = random.below(2);
    let after = random.below(2);
    write!(
        text,
        "int {p}_main(void) {{\n    long k = 5; int r = 0; pthread_t t[{}];\n    \
         sem_init(&{p}_s, 0, {});\n{}",
        kinds.len(),
        random.below(2),
        statements(p, random, before)
    )
    .unwrap();
    for (i, (function, argument)) in kinds.iter().enumerate() {
        if between == Some(i) {
            // What comes after it is not like what came before.
            writeln!(text, "    __atomic_fetch_add(&{p}_z, 1, 5);").unwrap();
        }
        writeln!(
            text,
            "    pthread_create(&t[{i}], 0, {p}_f{function}, (void *){argument});"
        )
        .unwrap();
    }
    text.push_str(&statements(p, random, after));
    for i in 0..kinds.len() {
        writeln!(text, "    pthread_join(t[{i}], 0);").unwrap();
    }
    text.push_str("    show(12, 1); return 0;\n}\n");
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let is_apart =
        |one: usize, other: usize| between.is_some_and(|between| one < between && between <= other);
    for i in 0..kinds.len() {
        let like = groups
            .iter_mut()
            .find(|group| kinds[group[0]] == kinds[i] && !is_apart(group[0], i));
        match like {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    Case { text, groups }
}

/// All orders of these numbers.
fn orders(numbers: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = numbers.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in orders(rest) {
        for at in 0..=order.len() {
            let mut longer = order.clone();
            longer.insert(at, *first);
            all.push(longer);
        }
    }
    all
}

/// The outcomes with threads that are alike exchanged in all ways.
fn closed(case: &Case, outcomes: &BTreeSet<Outcome>) -> BTreeSet<Outcome> {
    let mut all = outcomes.clone();
    for group in &case.groups {
        let mut more = BTreeSet::new();
        for order in orders(group) {
            for outcome in &all {
                let mut renamed = outcome.clone();
                for (one, other) in group.iter().zip(&order) {
                    let name = |nth: &usize| format!("0.{nth}");
                    renamed.shown.remove(&name(one));
                    if let Some(shown) = outcome.shown.get(&name(other)) {
                        renamed.shown.insert(name(one), shown.clone());
                    }
                }
                more.insert(renamed);
            }
        }
        all = more;
    }
    all
}

/// What came of all programs.
#[derive(Default, Debug)]
struct Sums {
    judged: u64,
    skipped: u64,
    /// Those with findings.
    faulty: u64,
    /// Executions without symmetry, and with it.
    all: u64,
    left: u64,
}

fn judge(case: &Case, code: &Code, number: u64, model: Model, sums: &mut Sums) {
    let code = with_main(code, &format!("p{number}_main")).unwrap();
    let location = |name: &str| Location {
        global: format!("p{number}_{name}"),
        is_behind: false,
        offset: 0,
        size: 4,
    };
    let locations = ["x", "y", "plain"].map(location);
    let explore = |symmetry, algorithm| {
        let settings = Settings {
            model,
            symmetry,
            max_steps: 1_000_000,
            ..Settings::default()
        };
        explored(&code, &settings, algorithm, &locations, MOST)
    };
    let plain = match explore(false, Algorithm::Optimal) {
        Ok(plain) => plain,
        Err(what) if what.contains("not so many") || what.contains("goes on") => {
            sums.skipped += 1;
            return;
        }
        Err(what) => panic!("{what}\n{}", case.text),
    };
    let kinds = |explored: &Explored| explored.findings.keys().copied().collect::<Vec<_>>();
    let expected = closed(case, &plain.outcomes);
    assert_eq!(expected, plain.outcomes, "not alike:\n{}", case.text);
    for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
        let left = explore(true, algorithm);
        let left = left.unwrap_or_else(|what| panic!("{what}\n{}", case.text));
        let shown = format!("{model} {algorithm}\n{}", case.text);
        assert!(left.outcomes.is_subset(&plain.outcomes), "{shown}");
        let all = closed(case, &left.outcomes);
        let missing = expected.difference(&all).next();
        assert_eq!(missing, None, "{shown}");
        assert_eq!(kinds(&left), kinds(&plain), "{shown}");
        if algorithm == Algorithm::Optimal {
            assert_eq!(left.statistics.blocked, 0, "{shown}");
            assert!(left.statistics.complete <= plain.statistics.complete);
            sums.all += plain.statistics.complete;
            sums.left += left.statistics.complete;
        }
    }
    sums.judged += 1;
    sums.faulty += u64::from(!plain.findings.is_empty());
}

fn campaign(model: Model, first: u64) {
    let more = std::env::var("MAZURKA_FRONT_END_SEEDS");
    let seeds = more.map_or(96, |n| n.parse().expect("a number of programs"));
    let compiler = Compiler {
        version: None,
        level: "-O0",
    };
    let mut sums = Sums::default();
    for batch in (0..seeds).step_by(BATCH as usize) {
        let numbers = batch..seeds.min(batch + BATCH);
        let cases: Vec<Case> = numbers.clone().map(|n| generate(n, first + n)).collect();
        let texts: String = cases.iter().map(|case| case.text.as_str()).collect();
        let code = compile(&format!("{PRELUDE}{texts}"), compiler).unwrap();
        for (number, case) in numbers.zip(&cases) {
            judge(case, &code, number, model, &mut sums);
        }
    }
    println!("{model}: {sums:?}");
    assert!(sums.judged > sums.skipped, "{sums:?}");
    assert!(sums.faulty > 0, "{sums:?}");
    assert!(sums.left < sums.all, "{sums:?}");
}

#[test]
fn outcomes_under_sc() {
    campaign(Model::Sc, 0);
}

#[test]
fn outcomes_under_tso() {
    campaign(Model::Tso, 10_000);
}

#[test]
fn outcomes_under_pso() {
    campaign(Model::Pso, 20_000);
}
