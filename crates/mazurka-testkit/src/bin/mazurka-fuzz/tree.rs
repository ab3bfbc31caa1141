//! Changing trees of JSON.

use mazurka_testkit::random::Random;
use serde_json::{Number, Value};

/// Changes a tree in some places; parts of `other` may get into it.
pub(crate) fn mutate(tree: &mut Value, other: &Value, random: &mut Random) {
    for _ in 0..=random.weighted(&[8, 3, 2, 1]) {
        let count = nodes(tree);
        let nth = random.below(count);
        let donor = random.below(nodes(other));
        if let Some(node) = node(tree, &mut { nth }) {
            change(node, other, donor, random);
        }
    }
}

/// Puts something in a place that is too large, too deep, or nothing to print.
pub(crate) fn make_hostile(tree: &mut Value, random: &mut Random) {
    let nth = random.below(nodes(tree));
    let Some(node) = node(tree, &mut { nth }) else {
        return;
    };
    *node = match (random.below(8), &*node) {
        (0, Value::Array(items)) if !items.is_empty() => {
            let times = [100, 10_000][random.below(2)];
            let mut many = items.clone();
            for _ in 0..times {
                many.push(items[random.below(items.len())].clone());
            }
            Value::Array(many)
        }
        (1, _) => {
            let depth = [3, 100, 127, 200][random.below(4)];
            (0..depth).fold(Value::from(0), |inner, _| Value::Array(vec![inner]))
        }
        (2, _) => Value::from(-1),
        (3, _) => Value::from(1e300),
        (4, _) => Value::from(1_000_000_000),
        (5, _) => Value::from("x".repeat([1_000, 300_000][random.below(2)])),
        (6, _) => Value::from("\u{1b}[2J\u{0}\u{7}\r\u{202e}</script>\u{2028}\u{ffff}&amp;\"'"),
        (_, _) => Value::from("../../../../etc/passwd"),
    };
}

fn nodes(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(items) => items.iter().map(nodes).sum(),
        Value::Object(fields) => fields.values().map(nodes).sum::<usize>(),
        _ => 0,
    }
}

/// The node that is the `nth` in order.
fn node<'t>(tree: &'t mut Value, nth: &mut usize) -> Option<&'t mut Value> {
    if *nth == 0 {
        return Some(tree);
    }
    *nth -= 1;
    match tree {
        Value::Array(items) => items.iter_mut().find_map(|item| node(item, nth)),
        Value::Object(fields) => fields.values_mut().find_map(|item| node(item, nth)),
        _ => None,
    }
}

fn part<'t>(tree: &'t Value, nth: &mut usize) -> Option<&'t Value> {
    if *nth == 0 {
        return Some(tree);
    }
    *nth -= 1;
    match tree {
        Value::Array(items) => items.iter().find_map(|item| part(item, nth)),
        Value::Object(fields) => fields.values().find_map(|item| part(item, nth)),
        _ => None,
    }
}

fn change(node: &mut Value, other: &Value, mut donor: usize, random: &mut Random) {
    if random.below(12) == 0 {
        if let Some(part) = part(other, &mut donor) {
            *node = part.clone();
        }
        return;
    }
    match node {
        Value::Null => *node = Value::from(random.below(3)),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => change_number(number, random),
        Value::String(text) => {
            let mut bytes = std::mem::take(text).into_bytes();
            crate::text::change_bytes(&mut bytes, random);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        Value::Array(items) if items.is_empty() => items.push(Value::from(0)),
        Value::Array(items) => {
            let at = random.below(items.len());
            let another = random.below(items.len());
            match random.below(5) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[another].clone()),
                2 => items.swap(at, another),
                3 => items.truncate(at),
                _ => items.rotate_left(1),
            }
        }
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if names.is_empty() {
                return;
            }
            let name = &names[random.below(names.len())];
            let another = &names[random.below(names.len())];
            match random.below(4) {
                0 => drop(fields.remove(name)),
                1 => {
                    let (a, b) = (fields[name].clone(), fields[another].clone());
                    fields.insert(name.clone(), b);
                    fields.insert(another.clone(), a);
                }
                2 => {
                    let value = fields[another].clone();
                    fields.insert(name.clone(), value);
                }
                _ => drop(fields.insert(format!("{name}_"), Value::Null)),
            }
        }
    }
}

fn change_number(number: &mut Number, random: &mut Random) {
    let old = number.as_u64().unwrap_or(0);
    *number = match random.below(6) {
        0 => old.wrapping_add(1).into(),
        1 => old.wrapping_sub(1).into(),
        2 => 0.into(),
        3 => (old ^ (1 << random.below(64))).into(),
        4 => [u64::from(u32::MAX), u64::MAX, 1 << 31, 1 << 32, 255, 65_536][random.below(6)].into(),
        _ => (random.below(20) as u64).into(),
    };
}
