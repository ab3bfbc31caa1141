//! scratch
use mazurka::{Algorithm,Checker,Model};
use mazurka_corpus::programs::mutual_exclusion::*;
#[test]
fn sc() {
    let mode = std::env::var("MODE").unwrap();
    for a in &ALGORITHMS {
        if mode == "out" {
            for b in a.barriers {
            for wait in [Wait::Spin, Wait::Assume] {
            for model in Model::ALL {
                let t = std::time::Instant::now();
                let r = Checker::new().max_events(300).model(model).max_time(std::time::Duration::from_secs(10)).check(a.body(b.rounds, Fences::Without(*b), wait));
                println!("{} {:?} {wait:?} {:?} {model} {} {:?} {:?} expect {}", a.name, b.rounds, b.place, r.to_string().lines().next().unwrap_or(""), r.finding().map(|f| f.kind), t.elapsed(), a.is_right(model, Fences::Without(*b)));
            }}}
            continue;
        }
        for rounds in [&[1usize, 1][..], &[2, 1], &[1,2], &[2,2], &[1, 1, 1]] {
            if !a.threads.contains(&rounds.len()) { continue; }
            for wait in [Wait::Spin, Wait::Assume] {
            if wait == Wait::Spin && rounds.iter().sum::<usize>() > 3 {continue}
            for fences in [Fences::None, Fences::All] {
            if fences == Fences::None && (mode != "none" || a.name == "dijkstra" || wait==Wait::Spin || rounds.len() > 2) {continue}
            for model in Model::ALL {
            for alg in [Algorithm::Optimal, Algorithm::Source] {
                if alg == Algorithm::Source && rounds.len() > 2 {continue}
                let t = std::time::Instant::now();
                let r = Checker::new().algorithm(alg).model(model).keep_going(true).max_time(std::time::Duration::from_secs(20)).check(a.body(rounds, fences, wait));
                println!("{} {rounds:?} {wait:?} {fences:?} {model} {alg} {} {:?} {:?}", a.name, r.to_string().lines().next().unwrap_or(""), r.finding().map(|f| f.kind), t.elapsed());
            }
        }}}}
    }
}
