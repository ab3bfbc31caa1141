//! What forgeries do, where it takes more than a line.

use super::{Certificate, Random, blank, graph, plain, tree};
use crate::format::{Fate, FrameFate, Item, Kid, Request, Step};

pub(super) fn take<T>(list: &mut Vec<T>, random: &mut Random) -> Option<()> {
    if list.is_empty() {
        return None;
    }
    list.swap_remove(random.below(list.len()));
    Some(())
}

pub(super) fn pick<'a, T>(list: &'a mut [T], random: &mut Random) -> Option<&'a mut T> {
    pick_where(list, random, |_| true)
}

pub(super) fn pick_where<'a, T>(
    list: &'a mut [T],
    random: &mut Random,
    good: impl Fn(&T) -> bool,
) -> Option<&'a mut T> {
    let mut places: Vec<usize> = (0..list.len()).filter(|&p| good(&list[p])).collect();
    random.shuffle(&mut places);
    places.first().map(|&place| &mut list[place])
}

pub(super) fn graph_only(made: &Certificate) -> Option<()> {
    (made.trunks.is_empty() && made.items.len() > 1).then_some(())
}

pub(super) fn recount(lines: &mut [String], more: u64) -> Option<()> {
    let last = lines.last_mut()?;
    let number = last.trim_matches(|c: char| !c.is_ascii_digit());
    let number: u64 = number.parse().ok()?;
    *last = format!("{{\"end\":{{\"records\":{}}}}}", number + more);
    Some(())
}

pub(super) fn edit_line(
    lines: &mut [String],
    random: &mut Random,
    with: &str,
    change: impl Fn(&str) -> Option<String>,
) -> Option<()> {
    let line = pick_where(lines, random, |line| line.contains(with))?;
    *line = change(line)?;
    Some(())
}

pub(super) fn split_item(made: &Certificate, random: &mut Random) -> Option<usize> {
    let mut trunks = made.trunks.clone();
    let item = pick(&mut trunks, random)?.item;
    Some(made.item(item))
}

/// A kid and its item go, and the others move up.
pub(super) fn missing_child(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let gone = pick_where(&mut made.kids, random, |k| k.item.is_some())?.clone();
    made.kids
        .retain(|kid| (kid.node, kid.position) != (gone.node, gone.position));
    made.items.retain(|item| Some(item.id) != gone.item);
    for kid in &mut made.kids {
        if kid.node == gone.node && kid.position > gone.position {
            kid.position -= 1;
        }
    }
    for item in &mut made.items {
        if item.node == Some(gone.node) && item.position > Some(gone.position) {
            *item.position.as_mut()? -= 1;
        }
    }
    Some(())
}

pub(super) fn gap(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let node = pick(&mut made.nodes, random)?.id;
    let from = random.below(2) as u32;
    let mut found = None;
    for kid in &mut made.kids {
        if kid.node == node && kid.position >= from {
            kid.position += 1;
            found = Some(());
        }
    }
    for item in &mut made.items {
        if item.node == Some(node) && item.position >= Some(from) {
            *item.position.as_mut()? += 1;
        }
    }
    found
}

pub(super) fn swapped(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let node = pick(&mut made.nodes, random)?.id;
    let first = random.below(made.first_kids(node)) as u32;
    let other = pick_where(&mut made.kids, random, |k| {
        k.node == node && k.position != first
    })?;
    let second = other.position;
    let swap = |position: u32| match position {
        p if p == first => second,
        p if p == second => first,
        p => p,
    };
    for kid in made.kids.iter_mut().filter(|kid| kid.node == node) {
        kid.position = swap(kid.position);
    }
    for item in made.items.iter_mut().filter(|i| i.node == Some(node)) {
        item.position = item.position.map(swap);
    }
    Some(())
}

pub(super) fn changed_fate(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let kid = pick_where(&mut made.kids, random, |k| k.next.is_none())?;
    let gone = kid.item.take()?;
    kid.fate = Fate::Inside;
    // What was below it goes, too, if nothing was.
    let leaf = !made.items.iter().any(|item| item.parent == Some(gone));
    made.items.retain(|item| item.id != gone);
    leaf.then_some(())
}

pub(super) fn key_twice(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let kid = pick_where(&mut made.kids, random, |k| k.position > 0)?.clone();
    let first = made
        .kids
        .iter()
        .find(|k| k.node == kid.node && k.position == 0)?;
    let key = first.key.clone();
    let same = |k: &&mut Kid<'static>| (k.node, k.position) == (kid.node, kid.position);
    made.kids.iter_mut().find(same)?.key = key;
    Some(())
}

pub(super) fn other_way(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let node = pick(&mut made.nodes, random)?.id;
    let kid = pick_where(&mut made.kids, random, |k| {
        k.next.is_some_and(|n| n != node)
    })?;
    kid.next = Some(node);
    Some(())
}

/// A new kid at the end of a node, with an item if it is one.
pub(super) fn appended(made: &mut Certificate, random: &mut Random, fate: Fate) -> Option<()> {
    let node = pick(&mut made.nodes, random)?.clone();
    let position = made.kids.iter().filter(|k| k.node == node.id).count() as u32;
    let item = (fate == Fate::Item).then_some(-5);
    made.kids.push(Kid {
        node: node.id,
        position,
        key: "new".into(),
        data: "new".into(),
        fate,
        item,
        next: None,
    });
    if item.is_some() {
        made.items.push(Item {
            trunk: Some(node.trunk),
            depth: node.depth,
            node: Some(node.id),
            position: Some(position),
            start: Some("new".into()),
            ..blank(-5, Some(node.item))
        });
        let report = plain(random, -5);
        let last = made.items.len() - 1;
        made.set_report(last, &report);
    }
    Some(())
}

/// A kid inside is on the way, too, in the report and in its record.
pub(super) fn two_ways(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let kid = pick_where(&mut made.kids, random, |k| k.fate == Fate::Inside)?;
    kid.fate = Fate::Way;
    kid.next = Some(kid.node);
    let (node, position) = (kid.node, kid.position as usize);
    let node = made.nodes[made.node(node)].clone();
    let nodes = &made.trunks.iter().find(|t| t.id == node.trunk)?.nodes;
    let below = nodes.len() - node.depth as usize;
    let item = made.item(node.item);
    made.edit(item, |report| {
        let frames = &mut report.split.as_mut().unwrap().frames;
        let frame = frames.len() - below;
        frames[frame][position].fate = FrameFate::OnWay;
    });
    Some(())
}

pub(super) fn other_nodes(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let other = pick(&mut made.nodes, random)?.id;
    let trunk = pick(&mut made.trunks, random)?;
    let node = pick_where(&mut trunk.nodes, random, |&node| node != other)?;
    *node = other;
    Some(())
}

pub(super) fn other_trunk(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let trunk = pick(&mut made.trunks, random)?.clone();
    let item = pick_where(&mut made.items, random, |i| {
        i.node.is_some() && trunk.nodes.get(i.depth as usize) != i.node.as_ref()
    })?;
    item.trunk = Some(trunk.id);
    Some(())
}

pub(super) fn other_parent(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let place = random.below(made.items.len());
    let other = random.below(made.items.len());
    let parent = made.items[place].parent?;
    let new = made.items[other].id;
    if made.descends(other, place) || parent == new {
        return None;
    }
    // A parent that has requested the same would do.
    let start = made.items[place].start.clone();
    let asked = |request: &Request<'_>| Some(&request.steps[0].data) == start.as_ref();
    if made.report(other).requests.iter().any(asked) {
        return None;
    }
    made.items[place].parent = Some(new);
    Some(())
}

pub(super) fn other_digest(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let other = pick(&mut made.items, random)?.digest.clone();
    let item = pick_where(&mut made.items, random, |i| i.digest != other)?;
    item.digest = other;
    Some(())
}

/// One more request, at a depth and with keys that depend on the item's depth.
pub(super) fn ask(
    made: &mut Certificate,
    random: &mut Random,
    what: fn(&mut Random, u32) -> (u32, Vec<&'static str>),
) -> Option<()> {
    let item = pick_where(&mut made.items, random, |i| i.trunk.is_some())?;
    let (depth, id) = (item.depth, item.id);
    let (depth, keys) = what(random, depth);
    let step = |key: &&'static str| Step {
        key: (*key).into(),
        data: "".into(),
    };
    let steps = keys.iter().map(step).collect();
    let place = made.item(id);
    made.edit(place, |report| {
        report.requests.push(Request { depth, steps })
    });
    Some(())
}

/// The steps of a request are kids of another node.
pub(super) fn served_elsewhere(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let item = pick_where(&mut made.items, random, |i| i.node.is_some())?.clone();
    let has = |node: i64, key: &str| made.kids.iter().any(|k| k.node == node && k.key == key);
    let mut kids = made.kids.clone();
    let kid = pick_where(&mut kids, random, |k| !has(item.node.unwrap(), &k.key))?.clone();
    let request = Request {
        depth: item.depth,
        steps: vec![Step {
            key: kid.key,
            data: kid.data,
        }],
    };
    let place = made.item(item.id);
    made.edit(place, |report| report.requests.push(request));
    Some(())
}

pub(super) fn root_asks(made: &mut Certificate, _: &mut Random) -> Option<()> {
    let root = made.items.iter().position(|i| i.parent.is_none())?;
    let kid = made.kids.first()?.clone();
    let steps = vec![Step {
        key: kid.key,
        data: kid.data,
    }];
    made.edit(root, |report| {
        report.requests.push(Request { depth: 0, steps })
    });
    Some(())
}

pub(super) fn cycle(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let place = random.below(made.items.len());
    let below = random.below(made.items.len());
    made.items[place].parent?;
    if !made.descends(below, place) {
        return None;
    }
    made.items[place].parent = Some(made.items[below].id);
    Some(())
}

/// An appended item is requested by one of those below it, and only by that.
pub(super) fn cycle_of_requests(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let mut kids = made.kids.clone();
    random.shuffle(&mut kids);
    for kid in kids {
        let Some(item) = kid.item else { continue };
        if (kid.position as usize) < made.first_kids(kid.node) {
            continue;
        }
        let place = made.item(item);
        let depth = made.items[place].depth;
        let below = |p: &usize| {
            let other = &made.items[*p];
            let trunk = made.trunks.iter().find(|t| Some(t.id) == other.trunk);
            other.depth > depth
                && made.descends(*p, place)
                && trunk.is_some_and(|t| t.nodes.get(depth as usize) == Some(&kid.node))
        };
        let Some(below) = (0..made.items.len()).find(below) else {
            continue;
        };
        let steps = vec![Step {
            key: kid.key,
            data: kid.data,
        }];
        made.edit(below, |report| {
            report.requests.push(Request { depth, steps })
        });
        made.items[place].parent = Some(made.items[below].id);
        return Some(());
    }
    None
}

/// Another certificate, with other numbers.
pub(super) fn orphan(made: &Certificate, random: &mut Random) -> Certificate {
    let mut other = match made.trunks.is_empty() {
        true => graph(random, 6),
        false => tree(random, 6),
    };
    other.renumber(1_000_000);
    other
}

pub(super) fn join(made: &mut Certificate, other: &mut Certificate) {
    made.trunks.append(&mut other.trunks);
    made.nodes.append(&mut other.nodes);
    made.kids.append(&mut other.kids);
    made.items.append(&mut other.items);
}

pub(super) fn orphan_cycle(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let mut other = orphan(made, random);
    let parent = other.items[random.below(other.items.len())].id;
    let root = other.items.iter_mut().find(|i| i.parent.is_none())?;
    root.parent = Some(parent);
    join(made, &mut other);
    Some(())
}

pub(super) fn adopted(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let mut other = orphan(made, random);
    let root = other.items.iter_mut().find(|i| i.parent.is_none())?;
    root.parent = Some(made.items[random.below(made.items.len())].id);
    root.start = Some("x".into());
    join(made, &mut other);
    Some(())
}

/// An open kid is left out of a report's frame, as if it had never been.
pub(super) fn short_frame(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let item = split_item(made, random)?;
    let mut done = None;
    let chance = random.below(3);
    made.edit(item, |report| {
        let frames = &mut report.split.as_mut().unwrap().frames;
        let frame = chance % frames.len();
        let place = (frames[frame].iter()).position(|kid| kid.fate != FrameFate::OnWay);
        done = place.map(|place| drop(frames[frame].remove(place)));
    });
    done
}

/// An item of a graph that has no branches.
pub(super) fn leaf(made: &mut Certificate, random: &mut Random) -> Option<()> {
    graph_only(made)?;
    let place = random.below(made.items.len());
    let id = made.items[place].id;
    if made.items.iter().any(|item| item.parent == Some(id)) {
        return None;
    }
    made.items.remove(place);
    Some(())
}

/// A report says that the item was split, and no store has heard of it.
pub(super) fn claimed_split(made: &mut Certificate, random: &mut Random) -> Option<()> {
    let place = random.below(made.items.len());
    graph_only(made).is_none().then_some(())?;
    let mut split = None;
    for item in 0..made.items.len() {
        split = split.or(made.report(item).split);
    }
    let split = split?;
    if made.report(place).split.is_some() {
        return None;
    }
    made.edit(place, |report| report.split = Some(split));
    Some(())
}

/// The requests that an appended item may come from are others. The change is told of a step that
/// was there before.
pub(super) fn appended_again(
    made: &mut Certificate,
    random: &mut Random,
    change: fn(&mut Request<'static>, Step<'static>),
) -> Option<()> {
    let mut kids = made.kids.clone();
    let kid = pick_where(&mut kids, random, |kid| {
        kid.item.is_some() && kid.position as usize >= made.first_kids(kid.node)
    })?;
    let elder = made
        .kids
        .iter()
        .find(|k| k.node == kid.node && k.position == 0);
    let elder = Step {
        key: elder?.key.clone(),
        data: elder?.data.clone(),
    };
    let item = made.items[made.item(kid.item?)].clone();
    let parent = made.item(item.parent?);
    made.edit(parent, |report| {
        for request in &mut report.requests {
            if request.depth == item.depth && request.steps[0].key == kid.key {
                change(request, elder.clone());
            }
        }
    });
    Some(())
}
