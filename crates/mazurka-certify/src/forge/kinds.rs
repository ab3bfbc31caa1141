//! Kinds of forgery. Each is carried out at a random place, and says which reasons of refusal are
//! right for it. Unless it is about sums, digests or the last line, those are made right
//! again: the forger is no fool.

use super::changes::*;
use super::{Certificate, Random, step};
use crate::format::{Fate, Item, Request, Trunk, digest};

/// What a forgery changes.
pub(crate) enum Change {
    /// The records. Sums are made right afterwards, and commits have no numbers.
    Records(fn(&mut Certificate, &mut Random) -> Option<()>),
    /// The same, but sums and numbers stay as they were.
    Sums(fn(&mut Certificate, &mut Random) -> Option<()>),
    /// The lines.
    Lines(fn(&mut Vec<String>, &mut Random) -> Option<()>),
}

/// A kind of forgery: its name, what it does (none: not possible here), and parts of the reasons
/// for which it may be refused.
pub(crate) struct Kind(
    pub(crate) &'static str,
    pub(crate) Change,
    pub(crate) &'static [&'static str],
);

use Change::{Lines, Records, Sums};

/// All kinds.
pub(crate) const KINDS: &[Kind] = &[
    Kind(
        "deleted trunk",
        Records(|c, r| take(&mut c.trunks, r)),
        &["is not there"],
    ),
    Kind(
        "deleted node",
        Records(|c, r| take(&mut c.nodes, r)),
        &["is not there", "new nodes, but", "on the way"],
    ),
    Kind(
        "deleted kid",
        Records(|c, r| take(&mut c.kids, r)),
        &["missing", "is not there", "made with"],
    ),
    Kind(
        "deleted item",
        Records(|c, r| take(&mut c.items, r)),
        &[
            "is not there",
            "no root item",
            "its branches are not",
            "no execution is complete",
        ],
    ),
    Kind(
        "missing child",
        Records(missing_child),
        &[
            "made with",
            "another step",
            "no kid serves",
            "its parent",
            "is not there",
        ],
    ),
    Kind("gap in positions", Records(gap), &["missing"]),
    Kind("swapped positions", Records(swapped), &["another step"]),
    Kind(
        "changed key",
        Records(|c, r| {
            pick(&mut c.kids, r)?.key = "forged".into();
            Some(())
        }),
        &[
            "another step",
            "no kid serves",
            "has not requested",
            "same key",
        ],
    ),
    Kind(
        "changed data",
        Records(|c, r| {
            pick(&mut c.kids, r)?.data = "forged".into();
            Some(())
        }),
        &["another step", "has not requested"],
    ),
    Kind(
        "changed fate",
        Records(changed_fate),
        &["another fate", "is not an item", "its item is not there"],
    ),
    Kind("key twice in a node", Records(key_twice), &["same key"]),
    Kind(
        "way to another node",
        Records(other_way),
        &["lead to the next node"],
    ),
    Kind(
        "way to nowhere",
        Records(|c, r| {
            pick_where(&mut c.kids, r, |k| k.fate == Fate::Way)?.next = None;
            Some(())
        }),
        &["that its fate has not"],
    ),
    Kind(
        "kid inside with an item",
        Records(|c, r| {
            let item = c.items[0].id;
            pick_where(&mut c.kids, r, |k| k.fate == Fate::Inside)?.item = Some(item);
            Some(())
        }),
        &["that its fate has not"],
    ),
    Kind(
        "item of another kid",
        Records(|c, r| {
            let item = c.items[r.below(c.items.len())].id;
            let kid = pick_where(&mut c.kids, r, |k| k.item.is_some_and(|i| i != item))?;
            kid.item = Some(item);
            Some(())
        }),
        &["is not this kid"],
    ),
    Kind(
        "item that is not there",
        Records(|c, r| {
            pick_where(&mut c.kids, r, |k| k.item.is_some())?.item = Some(-5);
            Some(())
        }),
        &["its item is not there"],
    ),
    Kind(
        "kid of no node",
        Records(|c, r| {
            pick(&mut c.kids, r)?.node = -5;
            Some(())
        }),
        &["its node is not there"],
    ),
    Kind(
        "appended without a request",
        Records(|c, r| appended(c, r, Fate::Item)),
        &["has not requested"],
    ),
    Kind(
        "appended though one was there",
        Records(|c, r| appended_again(c, r, |request, elder| request.steps.push(elder))),
        &["has not requested"],
    ),
    Kind(
        "appended with other data",
        Records(|c, r| appended_again(c, r, |request, _| request.steps[0].data = "other".into())),
        &["has not requested"],
    ),
    Kind(
        "appended inside",
        Records(|c, r| appended(c, r, Fate::Inside)),
        &["appended later, and is not an item"],
    ),
    Kind("two on the way", Records(two_ways), &["on the way"]),
    Kind(
        "changed depth of a node",
        Records(|c, r| {
            pick(&mut c.nodes, r)?.depth += 1;
            Some(())
        }),
        &["depth"],
    ),
    Kind(
        "node of another item",
        Records(|c, r| {
            let item = c.items[r.below(c.items.len())].id;
            pick_where(&mut c.nodes, r, |n| n.item != item)?.item = item;
            Some(())
        }),
        &["another item"],
    ),
    Kind(
        "node of another trunk",
        Records(|c, r| {
            let trunk = pick(&mut c.trunks, r)?.id;
            pick_where(&mut c.nodes, r, |n| n.trunk != trunk)?.trunk = trunk;
            Some(())
        }),
        &["another item"],
    ),
    Kind(
        "trunk with other nodes",
        Records(other_nodes),
        &["in order"],
    ),
    Kind(
        "trunk that is short",
        Records(|c, r| {
            pick(&mut c.trunks, r)?.nodes.pop();
            Some(())
        }),
        &["which is not right"],
    ),
    Kind(
        "trunk with another path",
        Records(|c, r| {
            pick(&mut c.trunks, r)?.path = "[]".into();
            Some(())
        }),
        &["its path is not"],
    ),
    Kind(
        "trunk of another item",
        Records(|c, r| {
            let item = c.items[r.below(c.items.len())].id;
            pick_where(&mut c.trunks, r, |t| t.item != item)?.item = item;
            Some(())
        }),
        &["another item", "was not split", "another trunk"],
    ),
    Kind(
        "second trunk",
        Records(|c, r| {
            let trunk = pick(&mut c.trunks, r)?.clone();
            c.trunks.push(Trunk { id: -5, ..trunk });
            Some(())
        }),
        &["another trunk, too"],
    ),
    Kind(
        "item at another trunk",
        Records(other_trunk),
        &["does not lead"],
    ),
    Kind(
        "item at no trunk",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.trunk.is_some())?.trunk = Some(-5);
            Some(())
        }),
        &["its trunk, -5, is not there"],
    ),
    Kind(
        "item that starts otherwise",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.start.is_some())?.start = Some("forged".into());
            Some(())
        }),
        &[
            "does not start",
            "has not requested",
            "its branches are not",
        ],
    ),
    Kind(
        "item without a start",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.start.is_some())?.start = None;
            Some(())
        }),
        &["it has no start", "without a start"],
    ),
    Kind(
        "item of another parent",
        Records(other_parent),
        &[
            "its parent is not",
            "has not requested",
            "its branches are not",
        ],
    ),
    Kind(
        "item of no parent",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.parent.is_some())?.parent = Some(-5);
            Some(())
        }),
        &["its parent, item -5"],
    ),
    Kind(
        "changed depth of an item",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.parent.is_some())?.depth += 1;
            Some(())
        }),
        &["depth"],
    ),
    Kind(
        "changed position of an item",
        Records(|c, r| {
            *pick_where(&mut c.items, r, |i| i.position.is_some())?
                .position
                .as_mut()? += 1;
            Some(())
        }),
        &["is not this kid"],
    ),
    Kind(
        "position without a node",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.node.is_some())?.node = None;
            Some(())
        }),
        &["a position without a node"],
    ),
    Kind(
        "item that is not done",
        Records(|c, r| {
            let state = ["ready", "leased", "poisoned"][r.below(3)];
            pick(&mut c.items, r)?.state = state.into();
            Some(())
        }),
        &["it is not done"],
    ),
    Kind(
        "item without a report",
        Lines(|l, r| {
            edit_line(l, r, "\"report\":\"", |line| {
                let at = line.find("\"digest\":")?;
                Some(format!(
                    "{}\"digest\":null,\"report\":null}}}}",
                    &line[..at]
                ))
            })
        }),
        &["without a report"],
    ),
    Kind(
        "second item of a kid",
        Records(|c, r| {
            let item = pick_where(&mut c.items, r, |i| i.node.is_some())?.clone();
            c.items.push(Item { id: -5, ..item });
            c.edit(c.items.len() - 1, |report| report.split = None);
            Some(())
        }),
        &["is not an item, or another"],
    ),
    Kind(
        "split that was not carried out",
        Records(claimed_split),
        &["its trunk is not there"],
    ),
    Kind(
        "item of a kid that is not there",
        Records(|c, r| {
            let item = pick_where(&mut c.items, r, |i| i.node.is_some())?.clone();
            let position = Some(1000);
            c.items.push(Item {
                id: -5,
                position,
                ..item
            });
            c.edit(c.items.len() - 1, |report| report.split = None);
            Some(())
        }),
        &["the kid that it should be is not there"],
    ),
    Kind(
        "digest of another report",
        Records(other_digest),
        &["its digest is not"],
    ),
    Kind(
        "changed report",
        Sums(|c, r| {
            let item = pick(&mut c.items, r)?;
            let text = item.report.as_ref()?.replace("seen", "soon");
            item.report = Some(text.into());
            Some(())
        }),
        &["its digest is not"],
    ),
    Kind(
        "request that no kid serves",
        Records(|c, r| ask(c, r, |_, depth| (depth, vec!["nobody"]))),
        &["no kid serves"],
    ),
    Kind(
        "request without steps",
        Records(|c, r| ask(c, r, |_, depth| (depth, vec![]))),
        &["has no steps"],
    ),
    Kind(
        "request below",
        Records(|c, r| {
            ask(c, r, |_, depth| {
                (depth + 1, vec!["p0", "p1", "p2", "p3", "p4", "p5"])
            })
        }),
        &["not above it"],
    ),
    Kind(
        "request that is served elsewhere",
        Records(served_elsewhere),
        &["no kid serves"],
    ),
    Kind(
        "request of the root",
        Records(root_asks),
        &["it is the root"],
    ),
    Kind("cycle of parents", Records(cycle), &["its own ancestor"]),
    Kind(
        "cycle of requests",
        Records(cycle_of_requests),
        &["its own ancestor"],
    ),
    Kind(
        "orphan subtree",
        Records(|c, r| {
            let mut other = orphan(c, r);
            join(c, &mut other);
            Some(())
        }),
        &["there must be one root"],
    ),
    Kind("orphan cycle", Records(orphan_cycle), &["its own ancestor"]),
    Kind(
        "adopted orphan",
        Records(adopted),
        &[
            "it has no origin",
            "its branches are not",
            "no place among",
            "trunk",
            "among execution graphs",
        ],
    ),
    Kind(
        "root with a start",
        Records(|c, r| {
            pick_where(&mut c.items, r, |i| i.parent.is_none())?.start = Some("x".into());
            Some(())
        }),
        &["as no root has"],
    ),
    Kind(
        "split that is left out",
        Records(|c, r| {
            let i = split_item(c, r)?;
            c.edit(i, |report| report.split = None);
            Some(())
        }),
        &["was not split"],
    ),
    Kind(
        "split without frames",
        Records(|c, r| {
            let i = split_item(c, r)?;
            c.edit(i, |report| report.split.as_mut().unwrap().frames.clear());
            Some(())
        }),
        &["has no frames"],
    ),
    Kind(
        "frame that is left out",
        Records(|c, r| {
            let i = split_item(c, r)?;
            c.edit(i, |report| {
                drop(report.split.as_mut().unwrap().frames.pop())
            });
            Some(())
        }),
        &["has no frames", "frames"],
    ),
    Kind(
        "kid that is left out of a frame",
        Records(short_frame),
        &["another step", "is not an item", "has not requested"],
    ),
    Kind(
        "branch without an item",
        Records(|c, r| {
            graph_only(c)?;
            let i = r.below(c.items.len());
            c.edit(i, |report| report.branches.push("more".into()));
            Some(())
        }),
        &["its branches are not"],
    ),
    Kind(
        "branch in a tree",
        Records(|c, r| {
            if c.trunks.is_empty() {
                return None;
            }
            let i = r.below(c.items.len());
            c.edit(i, |report| report.branches.push("more".into()));
            Some(())
        }),
        &["no place among"],
    ),
    Kind(
        "item without a branch",
        Records(|c, r| {
            graph_only(c)?;
            let i = pick_where(&mut c.items, r, |i| i.parent.is_some())?.clone();
            c.items.push(Item { id: -5, ..i });
            Some(())
        }),
        &["its branches are not"],
    ),
    Kind(
        "deleted leaf of a graph",
        Records(leaf),
        &["its branches are not"],
    ),
    Kind(
        "node of a graph",
        Records(|c, _| {
            graph_only(c)?;
            c.nodes.push(crate::format::Node {
                id: -5,
                trunk: 1,
                depth: 0,
                item: 1,
            });
            Some(())
        }),
        &["no place among"],
    ),
    Kind(
        "request of a graph",
        Records(|c, r| {
            graph_only(c)?;
            let i = c.items.iter().position(|i| i.parent.is_some())?;
            let step = step(r, 3);
            c.edit(i, |report| {
                report.requests.push(Request {
                    depth: 0,
                    steps: vec![step],
                })
            });
            Some(())
        }),
        &["among execution graphs"],
    ),
    Kind(
        "report that ends the round",
        Records(|c, r| {
            let i = r.below(c.items.len());
            c.edit(i, |report| report.ends = true);
            Some(())
        }),
        &["ends the round"],
    ),
    Kind(
        "nothing complete",
        Records(|c, _| {
            for i in 0..c.items.len() {
                c.edit(i, |report| report.counts.complete = 0);
            }
            Some(())
        }),
        &["no execution is complete"],
    ),
    Kind(
        "sum that is too large",
        Records(|c, r| {
            if c.items.len() < 2 {
                return None;
            }
            let i = r.below(c.items.len());
            c.edit(i, |report| report.counts.complete = u64::MAX);
            Some(())
        }),
        &["too large for a number"],
    ),
    Kind(
        "changed total",
        Sums(|c, r| {
            let totals = &mut c.head.totals;
            let [a, b, d, e] = [
                &mut totals.complete,
                &mut totals.blocked,
                &mut totals.events,
                &mut totals.items,
            ];
            let sum = [a, b, d, e].into_iter().nth(r.below(4))?;
            *sum += 1;
            Some(())
        }),
        &["the items sum up to"],
    ),
    Kind(
        "changed count",
        Sums(|c, r| {
            let i = r.below(c.items.len());
            c.edit(i, |report| report.counts.events += 1);
            Some(())
        }),
        &["the items sum up to"],
    ),
    Kind(
        "another program",
        Records(|c, _| {
            c.head.program.push(' ');
            Some(())
        }),
        &["not the hash of the program"],
    ),
    Kind(
        "no verdict",
        Records(|c, _| c.head.verdict.take().map(drop)),
        &["the job has not ended"],
    ),
    Kind(
        "commit before the parent's",
        Sums(|c, r| {
            let item = pick_where(&mut c.items, r, |i| i.order.is_some() && i.parent.is_some())?;
            item.order = Some(0);
            Some(())
        }),
        &["does not come after its parent's"],
    ),
    Kind(
        "two commits with one number",
        Sums(|c, r| {
            let most = c.items.iter().filter_map(|i| i.order).max()?;
            // One that has no items cannot come too late for them.
            let parents: Vec<_> = c.items.iter().filter_map(|i| i.parent).collect();
            let good = |i: &Item<'_>| i.order != Some(most) && !parents.contains(&i.id);
            pick_where(&mut c.items, r, good)?.order = Some(most);
            Some(())
        }),
        &["two commits have the number"],
    ),
    Kind(
        "commit without a number",
        Sums(|c, r| {
            (c.items.len() > 1).then_some(())?;
            pick_where(&mut c.items, r, |i| i.order.is_some())?.order = None;
            Some(())
        }),
        &["those of others have none"],
    ),
    Kind(
        "another verdict",
        Records(|c, _| {
            c.head.verdict = Some("proved".into());
            Some(())
        }),
        &["is not a known word"],
    ),
    Kind(
        "negative count",
        Records(|c, r| {
            let item = pick(&mut c.items, r)?;
            let text = item
                .report
                .as_ref()?
                .replacen("\"events\":", "\"events\":-1", 1);
            item.digest = Some(digest(&text).into());
            item.report = Some(text.into());
            Some(())
        }),
        &["its report is not what the format says"],
    ),
    Kind(
        "duplicated record",
        Lines(|l, r| {
            let end = l.len() - 1;
            let copy = l[1 + r.below(end - 1)].clone();
            l.insert(1 + r.below(end), copy);
            recount(l, 1)
        }),
        &["twice"],
    ),
    Kind(
        "line that is left out",
        Lines(|l, r| {
            let end = l.len() - 1;
            l.remove(1 + r.below(end - 1));
            Some(())
        }),
        &["the last line says"],
    ),
    Kind(
        "no last line",
        Lines(|l, _| l.pop().map(drop)),
        &["no last line"],
    ),
    Kind(
        "cut file",
        Lines(|l, r| {
            let keep = 1 + r.below(l.len() - 2);
            l.truncate(keep);
            Some(())
        }),
        &["no last line"],
    ),
    Kind(
        "line after the last",
        Lines(|l, _| {
            let copy = l[1].clone();
            l.push(copy);
            Some(())
        }),
        &["after the last line"],
    ),
    Kind(
        "wrong number of records",
        Lines(|l, _| recount(l, 1)),
        &["the last line says"],
    ),
    Kind(
        "record of another kind",
        Lines(|l, r| {
            let at = 1 + r.below(l.len() - 1);
            l.insert(at, "{\"remark\":{}}".into());
            recount(l, 1)
        }),
        &["format says"],
    ),
    Kind(
        "unknown field",
        Lines(|l, r| {
            let at = r.below(l.len());
            let line = l[at].replacen(":{", ":{\"remark\":1,", 1);
            l[at] = line;
            Some(())
        }),
        &["format says"],
    ),
    Kind(
        "another version",
        Lines(|l, _| {
            l[0] = l[0].replacen("\"certificate\":1", "\"certificate\":2", 1);
            Some(())
        }),
        &["of version 2"],
    ),
    Kind(
        "blank line",
        Lines(|l, r| {
            let at = r.below(l.len());
            l.insert(at, String::new());
            Some(())
        }),
        &["format says"],
    ),
];
