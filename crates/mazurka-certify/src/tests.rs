//! Valid certificates are accepted, forged ones refused, and damaged ones do no harm.

use crate::forge::kinds::{Change, KINDS};
use crate::forge::{Certificate, Random, file, graph, tree};
use crate::{check, extract, missed};

/// How many certificates each kind of forgery is tried on.
const SEEDS: u64 = 200;

/// A valid certificate: of a tree, or of execution graphs.
fn valid(seed: u64) -> (Certificate, Random) {
    let mut random = Random(seed);
    let items = [1, 3, 10, 30][random.below(4)];
    let made = match random.one_in(4) {
        true => graph(&mut random, items),
        false => tree(&mut random, items),
    };
    (made, random)
}

#[test]
fn valid_certificates_are_accepted() {
    let (mut nodes, mut requests, mut items) = (0, 0, 0);
    for seed in 0..2000 {
        let (made, mut random) = valid(seed);
        let checked = check(&file(&made.lines(&mut random))[..]);
        let checked = checked.unwrap_or_else(|refused| panic!("seed {seed}: {refused}"));
        assert_eq!(checked.head, made.head);
        assert_eq!(checked.items, made.items.len() as u64);
        assert_eq!(checked.nodes, made.nodes.len() as u64);
        nodes += checked.nodes;
        requests += checked.requests;
        items += checked.items;
    }
    assert!(nodes > 5000 && requests > 5000 && items > 20000);
}

#[test]
fn every_kind_of_forgery_is_refused_and_for_its_own_reason() {
    let mut wrong = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        let mut forged = 0;
        for seed in 0..SEEDS {
            let (mut made, mut random) = valid(seed + 10_000 * number as u64);
            let mut possible = Some(());
            match kind.1 {
                Change::Records(change) => {
                    possible = change(&mut made, &mut random);
                    made.items.iter_mut().for_each(|item| item.order = None);
                    // Sums of a report that cannot be read stay as they are.
                    if possible.is_some() && kind.0 != "negative count" {
                        made.settle();
                    }
                }
                Change::Sums(change) => possible = change(&mut made, &mut random),
                Change::Lines(_) => {}
            }
            let mut lines = made.lines(&mut random);
            if let Change::Lines(change) = kind.1 {
                possible = change(&mut lines, &mut random);
            }
            if possible.is_none() {
                continue;
            }
            forged += 1;
            let refused = match check(&file(&lines)[..]) {
                Ok(_) => "accepted".to_owned(),
                Err(refused) => refused.to_string(),
            };
            if !kind.2.iter().any(|reason| refused.contains(reason)) {
                wrong.push(format!("{}, seed {seed}: {refused}", kind.0));
            }
        }
        if forged < 20 {
            wrong.push(format!("{}: possible {forged} times", kind.0));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(KINDS.len() >= 25);
}

#[test]
fn every_line_is_needed() {
    for seed in 0..100 {
        let (made, mut random) = valid(seed);
        let lines = made.lines(&mut random);
        for gone in 1..lines.len() - 1 {
            let mut lines = lines.clone();
            lines.remove(gone);
            let last = lines.len() - 1;
            lines[last] = format!("{{\"end\":{{\"records\":{}}}}}", last - 1);
            assert!(check(&file(&lines)[..]).is_err(), "seed {seed}");
        }
    }
}

#[test]
fn samples_are_drawn_and_found_again() {
    let mut random = Random(5);
    let made = tree(&mut random, 200);
    let input = file(&made.lines(&mut random));
    let checked = check(&input[..]).unwrap();
    assert_eq!(checked.sample(1_000_000, 1).len(), made.items.len());
    assert!(checked.sample(0, 1).is_empty());
    let ids = checked.sample(50, 2);
    assert_eq!(ids, checked.sample(50, 2));
    assert_ne!(ids, checked.sample(50, 3));
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]) && ids.len() == 50);
    let found = extract(&input[..], &checked, &ids).unwrap();
    let mut elders = 0;
    for (id, found) in ids.iter().zip(found) {
        let item = &made.items[made.item(*id)];
        assert_eq!(found.id, *id);
        assert_eq!(found.depth, item.depth);
        assert_eq!(found.start.as_deref(), item.start.as_deref());
        assert_eq!(Some(found.report.as_str()), item.report.as_deref());
        assert_eq!(Some(found.digest.as_str()), item.digest.as_deref());
        let trunk = made
            .trunks
            .iter()
            .find(|trunk| Some(trunk.id) == item.trunk);
        assert_eq!(found.trunk.as_deref(), trunk.map(|trunk| &*trunk.path));
        let before = (made.kids.iter())
            .filter(|kid| Some(kid.node) == item.node && Some(kid.position) < item.position)
            .map(|kid| (kid.position, &*kid.key, &*kid.data));
        let mut before: Vec<_> = before.collect();
        before.sort_unstable();
        let before: Vec<_> = before.iter().map(|&(_, key, data)| (key, data)).collect();
        let elders_found: Vec<_> = (found.elders.iter())
            .map(|step| (step.key.as_str(), step.data.as_str()))
            .collect();
        assert_eq!(elders_found, before);
        elders += before.len();
    }
    assert!(elders > 20);
    assert!(extract(&input[..], &checked, &[-5]).is_err());
    let other = file(&made.lines(&mut Random(9)));
    assert!(extract(&other[..], &checked, &ids).is_err());
}

#[test]
fn samples_are_fair() {
    let mut random = Random(6);
    let made = graph(&mut random, 10);
    let checked = check(&file(&made.lines(&mut random))[..]).unwrap();
    let mut drawn = std::collections::HashMap::new();
    for seed in 0..10_000 {
        for id in checked.sample(3, seed) {
            *drawn.entry(id).or_insert(0) += 1;
        }
    }
    let mean = 30_000 / made.items.len();
    assert_eq!(drawn.len(), made.items.len());
    assert!(drawn.values().all(|n: &usize| n.abs_diff(mean) < mean / 10));
}

#[test]
fn probabilities_are_those_of_drawing_without_putting_back() {
    assert_eq!(missed(10, 0, 5), 1.0);
    assert_eq!(missed(10, 1, 5), 0.5);
    assert_eq!(missed(10, 1, 10), 0.0);
    assert_eq!(missed(10, 20, 1), 0.0);
    assert_eq!(missed(10, 0, 20), 1.0);
    assert!((missed(1_000_000, 10_000, 500) - 0.99_f64.powi(500)).abs() < 1e-4);
}

#[test]
fn damaged_input_does_no_harm() {
    let mut random = Random(7);
    for seed in 0..300 {
        let (made, _) = valid(seed);
        let input = file(&made.lines(&mut random));
        // Cut anywhere.
        let cut = random.below(input.len() - 1);
        assert!(check(&input[..cut]).is_err());
        // Some bytes are others.
        let mut damaged = input.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(damaged.len());
            damaged[at] = random.next() as u8;
        }
        let _ = check(&damaged[..]);
        // Some numbers are huge, small or none.
        let mut damaged = String::from_utf8(input).unwrap();
        for _ in 0..=random.below(3) {
            let digits: Vec<usize> = (damaged.match_indices(|c: char| c.is_ascii_digit()))
                .map(|(at, _)| at)
                .collect();
            let at = digits[random.below(digits.len())];
            let numbers = [
                "4294967295",
                "9223372036854775807",
                "-1",
                "1e308",
                "18446744073709551615",
                "null",
            ];
            damaged.replace_range(at..=at, numbers[random.below(numbers.len())]);
        }
        let _ = check(damaged.as_bytes());
    }
}

#[test]
fn input_that_is_no_certificate_is_refused() {
    let mut random = Random(8);
    for length in 0..500 {
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        assert!(check(&bytes[..]).is_err());
    }
    for text in ["", "\n", "{}", "[]", "null", "\"\"", "{\"certificate\":1}"] {
        assert!(check(text.as_bytes()).is_err());
    }
    let deep = |opening: &str| opening.repeat(1_000_000);
    let (made, mut random) = valid(1);
    let lines = made.lines(&mut random);
    for deep in [deep("["), deep("{\"a\":"), deep("{\"item\":")] {
        assert!(check(deep.as_bytes()).is_err());
        assert!(check(file(&[lines[0].clone(), deep.clone()]).as_slice()).is_err());
        let mut made = made.clone();
        made.items[0].digest = Some(crate::format::digest(&deep).into());
        made.items[0].report = Some(deep.into());
        let refused = check(&file(&made.lines(&mut random))[..]).unwrap_err();
        assert!(refused.reason.contains("its report is not"), "{refused}");
    }
}

/// Input that ends with an error.
struct Broken;

impl std::io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is gone"))
    }
}

#[test]
fn input_that_cannot_be_read_is_refused() {
    let refused = check(std::io::BufReader::new(Broken)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "line 1: it cannot be read: the disk is gone"
    );
}
