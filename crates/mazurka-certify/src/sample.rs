//! Which items to explore again, and what it takes.

use crate::format::{Lines, Record};
use crate::{Checked, ItemId, Refused};
use std::collections::{HashMap, HashSet};
use std::io::BufRead;

/// Where an item is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) id: ItemId,
    pub(crate) trunk: Option<i64>,
    /// The node that it begins at, and its position there.
    pub(crate) kid: Option<(i64, u32)>,
}

/// A step after a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its name.
    pub key: String,
    /// What it is.
    pub data: String,
}

/// An item, with all that it takes to explore it again, and what came of it.
///
/// The state that the round began with is in [`Head`](crate::Head).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extracted {
    /// Which one.
    pub id: ItemId,
    /// The way to the node that it begins at; none for the whole tree, and for branches of
    /// execution graphs.
    pub trunk: Option<String>,
    /// How many steps of that way come before the node.
    pub depth: u32,
    /// The kids of the node that come before it.
    pub elders: Vec<Step>,
    /// What it begins with; none for the whole.
    pub start: Option<String>,
    /// The agent that has explored it, if the certificate says so.
    pub agent: Option<i64>,
    /// What its worker has reported, as it was sent.
    pub report: String,
    /// The SHA-256 of that.
    pub digest: String,
}

impl Checked {
    /// Up to `n` different items, drawn at random; each set of them is as likely as any other.
    ///
    /// Who made the certificate must not know the `seed` beforehand.
    pub fn sample(&self, n: usize, seed: u64) -> Vec<ItemId> {
        let all = self.places.len() as u64;
        let mut random = seed;
        let mut drawn = HashSet::new();
        // Floyd's algorithm: no list of all items is shuffled.
        for last in all.saturating_sub(n as u64)..all {
            let place = below(&mut random, last + 1);
            if !drawn.insert(place) {
                drawn.insert(last);
            }
        }
        let mut drawn: Vec<u64> = drawn.into_iter().collect();
        drawn.sort_unstable();
        drawn
            .into_iter()
            .map(|place| self.places[place as usize].id)
            .collect()
    }

    fn place(&self, id: ItemId) -> Option<&Place> {
        let found = self.places.binary_search_by_key(&id, |place| place.id);
        found.ok().map(|place| &self.places[place])
    }
}

/// Reads a certificate again that was [checked](crate::check), for what it takes to explore some
/// of its items. They come in the order of `ids`.
///
/// # Errors
/// If it is not the same file, or has no such item.
pub fn extract(
    input: impl BufRead,
    checked: &Checked,
    ids: &[ItemId],
) -> Result<Vec<Extracted>, Refused> {
    let mut trunks = HashMap::new();
    let mut elders: HashMap<i64, Vec<(u32, Step)>> = HashMap::new();
    // For each node, the last position that is wanted.
    let mut nodes: HashMap<i64, u32> = HashMap::new();
    for &id in ids {
        let Some(place) = checked.place(id) else {
            return Err(Refused::new(format!("item {id}"), "it is not there"));
        };
        if let Some(trunk) = place.trunk {
            trunks.insert(trunk, String::new());
        }
        if let Some((node, position)) = place.kid {
            let last = nodes.entry(node).or_default();
            *last = position.max(*last);
        }
    }
    let wanted: HashSet<ItemId> = ids.iter().copied().collect();
    let mut found = HashMap::new();
    let mut lines = Lines::new(input);
    lines.head()?;
    let end = loop {
        match lines.record()? {
            Record::Trunk(trunk) => {
                if let Some(path) = trunks.get_mut(&trunk.id) {
                    *path = trunk.path.into_owned();
                }
            }
            Record::Kid(kid) if nodes.get(&kid.node).is_some_and(|&p| kid.position < p) => {
                let step = Step {
                    key: kid.key.into_owned(),
                    data: kid.data.into_owned(),
                };
                let kids = elders.entry(kid.node).or_default();
                kids.push((kid.position, step));
            }
            Record::Item(item) if wanted.contains(&item.id) => {
                found.insert(
                    item.id,
                    Extracted {
                        id: item.id,
                        trunk: None,
                        depth: item.depth,
                        elders: Vec::new(),
                        start: item.start.map(Into::into),
                        agent: item.agent,
                        report: item.report.unwrap_or_default().into_owned(),
                        digest: item.digest.unwrap_or_default().into_owned(),
                    },
                );
            }
            Record::Kid(_) | Record::Node(_) | Record::Item(_) => {}
            Record::End(end) => break end,
        }
    };
    if lines.finish(&end)? != checked.sha256 {
        return Err(Refused::new(
            "the file",
            "it is not the certificate that was checked",
        ));
    }
    for kids in elders.values_mut() {
        kids.sort_unstable_by_key(|&(position, _)| position);
    }
    let complete = |&id: &ItemId| {
        let place = checked.place(id)?;
        let mut item: Extracted = found.get(&id)?.clone();
        item.trunk = place.trunk.and_then(|trunk| trunks.get(&trunk).cloned());
        if let Some((node, position)) = place.kid {
            let kids = elders.get(&node).map_or(&[][..], Vec::as_slice);
            let kids = kids.iter().take(position as usize);
            item.elders = kids.map(|(_, step)| step.clone()).collect();
        }
        Some(item)
    };
    let all: Option<Vec<Extracted>> = ids.iter().map(complete).collect();
    all.ok_or_else(|| Refused::new("the file", "an item was not found again"))
}

/// The probability that a sample of `sample` of `items` items has none of `forged` ones.
///
/// It is at most `(1 - forged / items)` to the power of `sample`.
pub fn missed(items: u64, forged: u64, sample: u64) -> f64 {
    let honest = items.saturating_sub(forged);
    if sample.min(items) > honest {
        return 0.0;
    }
    (0..sample.min(items))
        .map(|drawn| (honest - drawn) as f64 / (items - drawn) as f64)
        .product()
}

/// A random number below `bound`, each as likely as any other: splitmix64.
fn below(state: &mut u64, bound: u64) -> u64 {
    loop {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        // What is left over at the top would make small numbers more likely.
        if z < u64::MAX - u64::MAX % bound {
            return z % bound;
        }
    }
}
