//! The rules. Their list is in the documentation of the crate.

use crate::Refused;
use crate::format::{Fate, Head, digest};
use crate::table::{Chain, ItemRow, KidRow, NodeRow, RequestRow, Table, TextId, part, small};
use std::ops::Range;

/// Which of them there are.
const VERDICTS: [&str; 5] = ["verified", "explored", "bug", "unknown", "error"];

/// No place.
const NONE: u32 = u32::MAX;

/// Checks the first line, against the records.
pub(crate) fn head(head: &Head, table: &Table) -> Result<(), Refused> {
    let refused = |reason: String| Err(Refused::new("line 1", reason));
    if digest(&head.program) != head.program_sha256 {
        return refused("`program_sha256` is not the hash of the program".into());
    }
    let (Some(verdict), Some(_)) = (&head.verdict, &head.outcome) else {
        return refused("there is no verdict, or no outcome: the job has not ended".into());
    };
    if !VERDICTS.contains(&verdict.as_str()) {
        return refused(format!("the verdict {verdict:?} is not a known word"));
    }
    let (says, are) = (&head.totals, &table.sums);
    for (what, says, are) in [
        ("items", says.items, are.items),
        ("complete executions", says.complete, are.complete),
        ("blocked executions", says.blocked, are.blocked),
        ("events", says.events, are.events),
    ] {
        if says != are {
            return refused(format!(
                "the totals have {says} {what}, but the items sum up to {are}"
            ));
        }
    }
    if verdict == "verified" || verdict == "explored" {
        if let Some(item) = table.ender {
            return refused(format!(
                "the verdict is `{verdict}`, but the report of item {item} ends the round"
            ));
        }
        if are.complete == 0 {
            return refused(format!(
                "the verdict is `{verdict}`, but no execution is complete"
            ));
        }
    }
    Ok(())
}

/// Checks that the items are one closed tree.
pub(crate) fn tree(table: &mut Table) -> Result<(), Refused> {
    let root = root(table)?;
    let parents = parents(table)?;
    reached(table, root, &parents)?;
    ordered(table, &parents)?;
    if table.items.iter().any(|item| !item.branches.is_empty()) {
        return graph(table, root, &parents);
    }
    for item in &table.items {
        alone(item)?;
    }
    let nodes = Nodes::new(table, root)?;
    nodes.kids_are_items()?;
    nodes.items_are_kids()?;
    nodes.frames_are_kids(&parents)?;
    nodes.trunks_lead_to_items()?;
    nodes.requests_are_served(&parents)
}

/// The root: the only item without a parent.
fn root(table: &Table) -> Result<u32, Refused> {
    let mut found = None;
    for (place, item) in table.items.iter().enumerate() {
        if item.parent.is_some() {
            continue;
        }
        if let Some(other) = found.replace(place) {
            return Err(of_item(
                item,
                format!(
                    "it has no parent, and neither has item {}: there must be one root",
                    table.items[other].id
                ),
            ));
        }
        if item.trunk.is_some() || item.node.is_some() || item.start.is_some() || item.depth != 0 {
            return Err(of_item(
                item,
                "it has no parent, but a trunk, a node, a depth or a start, as no root has",
            ));
        }
        if !item.requests.is_empty() {
            return Err(of_item(
                item,
                "it is the root, and requests something: there is nothing above it",
            ));
        }
    }
    match found {
        Some(place) => Ok(small(place)),
        None => Err(Refused::new("the tree", "there is no root item")),
    }
}

/// The place of each item's parent; none for the root.
fn parents(table: &Table) -> Result<Vec<u32>, Refused> {
    let place = |item: &ItemRow| match item.parent {
        None => Ok(NONE),
        Some(parent) => (table.item_at.get(&parent).copied())
            .ok_or_else(|| of_item(item, format!("its parent, item {parent}, is not there"))),
    };
    table.items.iter().map(place).collect()
}

/// Every item is reached from the root, by parents.
fn reached(table: &Table, root: u32, parents: &[u32]) -> Result<(), Refused> {
    let mut known = vec![false; parents.len()];
    known[root as usize] = true;
    let mut way = Vec::new();
    for first in 0..small(parents.len()) {
        let mut place = first;
        while !known[place as usize] {
            // Marked at once: who comes back to the way has gone round.
            known[place as usize] = true;
            way.push(place);
            place = parents[place as usize];
        }
        if way.contains(&place) {
            return Err(of_item(
                &table.items[place as usize],
                "it is its own ancestor, and so not reached from the root",
            ));
        }
        way.clear();
    }
    Ok(())
}

/// If commits are numbered, then all are, and those of parents come first.
fn ordered(table: &Table, parents: &[u32]) -> Result<(), Refused> {
    let mut orders = Vec::new();
    for (item, &parent) in table.items.iter().zip(parents) {
        let above = table.items.get(parent as usize);
        if above.is_some_and(|above| above.order >= item.order && item.order.is_some()) {
            return Err(of_item(item, "its commit does not come after its parent's"));
        }
        orders.extend(item.order);
    }
    if !orders.is_empty() && orders.len() != table.items.len() {
        return Err(Refused::new(
            "the tree",
            "the commits of some items have numbers, and those of others have none",
        ));
    }
    orders.sort_unstable();
    match orders.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => Err(Refused::new(
            "the tree",
            format!("two commits have the number {}", pair[0]),
        )),
    }
}

/// Execution graphs: branches, and nothing else.
fn graph(table: &Table, root: u32, parents: &[u32]) -> Result<(), Refused> {
    let refused = |record: String| {
        Err(Refused::new(
            record,
            "it has no place among execution graphs, which are branches alone",
        ))
    };
    if let Some(trunk) = table.trunks.first() {
        return refused(format!("trunk {}", trunk.id));
    }
    if let Some(node) = table.nodes.first() {
        return refused(format!("node {}", node.id));
    }
    if let Some(kid) = table.kids.first() {
        return refused(kid_name(kid));
    }
    let mut made = Vec::new();
    for (place, item) in table.items.iter().enumerate() {
        if item.split.is_some() || !item.requests.is_empty() {
            return Err(of_item(
                item,
                "it splits or requests something, among execution graphs",
            ));
        }
        if small(place) == root {
            continue;
        }
        if item.trunk.is_some() || item.node.is_some() || item.depth != 0 {
            return Err(of_item(
                item,
                "it is a branch, and so has no trunk, node and depth",
            ));
        }
        let Some(start) = item.start else {
            return Err(of_item(item, "it is a branch without a start"));
        };
        made.push((parents[place], start));
    }
    made.sort_unstable();
    let mut reported = Vec::with_capacity(table.branches.len());
    for (place, item) in table.items.iter().enumerate() {
        let branches = part(&table.branches, &item.branches);
        reported.extend(branches.iter().map(|&start| (small(place), start)));
    }
    reported.sort_unstable();
    if made == reported {
        return Ok(());
    }
    // The first that only one of them has.
    let same = made.iter().zip(&reported).take_while(|(a, b)| a == b);
    let differs = same.count();
    let parent = match (made.get(differs), reported.get(differs)) {
        (Some(a), Some(b)) => a.0.min(b.0),
        (Some(a), None) | (None, Some(a)) => a.0,
        (None, None) => root,
    };
    Err(of_item(
        &table.items[parent as usize],
        "its branches are not the starts of the items that it is the parent of, each once",
    ))
}

/// What an item must be on its own, if it is no execution graph.
fn alone(item: &ItemRow) -> Result<(), Refused> {
    if item.parent.is_none() {
        return Ok(());
    }
    if item.trunk.is_none() || item.node.is_none() {
        return Err(of_item(
            item,
            "it has no origin: it has no trunk and node, and is no branch of its parent",
        ));
    }
    if item.start.is_none() {
        return Err(of_item(item, "it has no start, and is not the root"));
    }
    Ok(())
}

/// Nodes, with the lists that the rules look things up in.
struct Nodes<'a> {
    table: &'a Table,
    /// The nodes of each trunk, in order, as parts of `in_trunks`.
    of_trunk: Vec<Range<u32>>,
    in_trunks: Vec<u32>,
    /// The trunk of each node.
    trunk: Vec<u32>,
    /// The depth of the first new node of each trunk.
    base: Vec<u32>,
    /// The trunk that each goes out from, and one further up; itself for the first.
    above: Vec<u32>,
    jump: Vec<u32>,
    /// How many trunks are above each.
    hops: Vec<i64>,
    /// The kids of each node, by position, as parts of the table's kids.
    kids: Vec<Range<u32>>,
    /// The frame that each node was made of.
    frame: Vec<u32>,
    /// Node, key and position of all kids, sorted.
    keys: Vec<(u32, TextId, u32)>,
    /// The node that each item begins at; none for the root.
    begins: Vec<u32>,
}

impl<'a> Nodes<'a> {
    /// Sorts kids and nodes. Checks that every number means something, that each split has one
    /// trunk and one node for each frame, and what trunks say about their nodes.
    fn new(table: &'a mut Table, root: u32) -> Result<Nodes<'a>, Refused> {
        let kids = sort_kids(table)?;
        let table = &*table;
        let mut nodes = Nodes {
            keys: keys(table, &kids)?,
            begins: begins(table)?,
            kids,
            table,
            of_trunk: Vec::new(),
            in_trunks: Vec::new(),
            trunk: Vec::new(),
            base: Vec::new(),
            above: Vec::new(),
            jump: Vec::new(),
            hops: vec![0; table.trunks.len()],
            frame: vec![NONE; table.nodes.len()],
        };
        nodes.place_in_trunks()?;
        nodes.make_trunks(root)?;
        Ok(nodes)
    }

    /// Groups the nodes by trunks.
    fn place_in_trunks(&mut self) -> Result<(), Refused> {
        let table = self.table;
        for node in &table.nodes {
            let Some(&trunk) = table.trunk_at.get(&node.trunk) else {
                let reason = format!("its trunk, {}, is not there", node.trunk);
                return Err(of_node(node, reason));
            };
            if node.item != table.trunks[trunk as usize].item {
                return Err(of_node(node, "its trunk is that of another item"));
            }
            self.trunk.push(trunk);
        }
        self.in_trunks = (0..small(table.nodes.len())).collect();
        self.in_trunks
            .sort_unstable_by_key(|&n| (self.trunk[n as usize], table.nodes[n as usize].depth));
        self.of_trunk = ranges(table.trunks.len(), &self.in_trunks, |&n| {
            self.trunk[n as usize]
        });
        Ok(())
    }

    /// Each split has a trunk, and each trunk a split, whose frames are its new nodes.
    fn make_trunks(&mut self, root: u32) -> Result<(), Refused> {
        let table = self.table;
        let mut made = vec![NONE; table.items.len()];
        let mut order = Vec::with_capacity(table.trunks.len());
        for (place, trunk) in table.trunks.iter().enumerate() {
            let refused = |reason: &str| Err(Refused::new(format!("trunk {}", trunk.id), reason));
            let Some(&item) = table.item_at.get(&trunk.item) else {
                return refused("its item is not there");
            };
            let row = &table.items[item as usize];
            let Some(split) = &row.split else {
                return refused("its item was not split");
            };
            if std::mem::replace(&mut made[item as usize], small(place)) != NONE {
                return refused("its item has another trunk, too");
            }
            if trunk.path != split.path {
                return refused("its path is not that of the split");
            }
            let base = match item == root {
                true => Some(0),
                false => row.depth.checked_add(1),
            };
            let Some(base) = base else {
                return refused("it is too long for a number");
            };
            self.base.push(base);
            order.push((base, small(place), item));
        }
        for (item, row) in table.items.iter().enumerate() {
            if row.split.is_some() && made[item] == NONE {
                return Err(of_item(row, "it was split, but its trunk is not there"));
            }
        }
        // Those that go out from others come after them.
        order.sort_unstable();
        self.above = (0..small(order.len())).collect();
        self.jump = self.above.clone();
        let mut chains = vec![Chain::default(); table.nodes.len()];
        for &(base, trunk, item) in &order {
            self.make_trunk(base, trunk, item, &mut chains)?;
        }
        Ok(())
    }

    fn make_trunk(
        &mut self,
        base: u32,
        trunk: u32,
        item: u32,
        chains: &mut [Chain],
    ) -> Result<(), Refused> {
        let table = self.table;
        let row = &table.trunks[trunk as usize];
        let refused = |reason: String| Err(Refused::new(format!("trunk {}", row.id), reason));
        let Some(split) = &table.items[item as usize].split else {
            return refused("its item was not split".into());
        };
        let frames = split.frames.clone();
        let made = part(&self.in_trunks, &self.of_trunk[trunk as usize]);
        if frames.is_empty() {
            return refused("the split that made it has no frames".into());
        }
        if made.len() != frames.len() {
            return refused(format!(
                "it has {} new nodes, but the split that made it has {} frames",
                made.len(),
                frames.len()
            ));
        }
        let begins = self.begins[item as usize];
        let mut chain = Chain::default();
        if begins != NONE {
            chain = chains[begins as usize];
            let above = self.trunk[begins as usize];
            self.above[trunk as usize] = above;
            // Every second pointer goes twice as far, so that ways up are short.
            let far = self.jump[above as usize];
            let farther = self.jump[far as usize];
            let hops = |from: u32, to: u32| self.hops[from as usize] - self.hops[to as usize];
            let even = hops(above, far) == hops(far, farther);
            self.jump[trunk as usize] = if even { farther } else { above };
            self.hops[trunk as usize] = self.hops[above as usize] + 1;
        }
        for (depth, (&node, frame)) in (u64::from(base)..).zip(made.iter().zip(frames)) {
            let node_row = &table.nodes[node as usize];
            if u64::from(node_row.depth) != depth {
                return Err(of_node(
                    node_row,
                    format!("its depth is {}, but should be {depth}", node_row.depth),
                ));
            }
            self.frame[node as usize] = frame;
            chain = chain.and(node_row.id);
            chains[node as usize] = chain;
        }
        if row.length != u64::from(base) + made.len() as u64 {
            return refused(format!("it has {} nodes, which is not right", row.length));
        }
        if row.chain != chain {
            return refused(
                "its nodes are not those of the item's own trunk and the new ones, in order".into(),
            );
        }
        Ok(())
    }

    /// The node after `depth` steps on the way to a node.
    fn after(&self, node: u32, depth: u32) -> Option<u32> {
        if depth > self.table.nodes[node as usize].depth {
            return None;
        }
        let mut trunk = self.trunk[node as usize];
        while self.base[trunk as usize] > depth {
            let far = self.jump[trunk as usize];
            trunk = match self.base[far as usize] > depth {
                true => far,
                false => self.above[trunk as usize],
            };
        }
        let place = self.of_trunk[trunk as usize].start + depth - self.base[trunk as usize];
        Some(self.in_trunks[place as usize])
    }

    fn kids(&self, node: u32) -> &'a [KidRow] {
        part(&self.table.kids, &self.kids[node as usize])
    }

    /// The position of the kid of a node that has a key.
    fn position(&self, node: u32, key: TextId) -> Option<u32> {
        let place = self.keys.partition_point(|&(n, k, _)| (n, k) < (node, key));
        match self.keys.get(place) {
            Some(&(n, k, position)) if (n, k) == (node, key) => Some(position),
            _ => None,
        }
    }

    /// How many kids a node was made with.
    fn first_kids(&self, node: u32) -> u32 {
        let frame = &self.table.frames[self.frame[node as usize] as usize];
        frame.end - frame.start
    }

    /// What kids say of their items and nodes is there, and says the same.
    fn kids_are_items(&self) -> Result<(), Refused> {
        for kid in &self.table.kids {
            let refused = |reason: &str| Err(Refused::new(kid_name(kid), reason));
            match (kid.fate, kid.item, kid.next) {
                (Fate::Inside, None, None) | (Fate::Way, None, Some(_)) => {}
                (Fate::Item, Some(item), None) => {
                    let Some(&place) = self.table.item_at.get(&item) else {
                        return refused("its item is not there");
                    };
                    let row = &self.table.items[place as usize];
                    if (row.node, row.position) != (Some(kid.node), kid.position) {
                        return refused("its item is not this kid");
                    }
                }
                _ => return refused("it has an item or a next node that its fate has not"),
            }
        }
        Ok(())
    }

    /// Each item but the root is a kid that says so.
    fn items_are_kids(&self) -> Result<(), Refused> {
        for (item, &node) in self.table.items.iter().zip(&self.begins) {
            if node == NONE {
                continue;
            }
            match self.kids(node).get(item.position as usize) {
                Some(kid) if kid.item == Some(item.id) => {}
                Some(_) => {
                    return Err(of_item(
                        item,
                        "the kid that it should be is not an item, or another",
                    ));
                }
                None => return Err(of_item(item, "the kid that it should be is not there")),
            }
        }
        Ok(())
    }

    /// The first kids of a node are those of its frame.
    fn frames_are_kids(&self, parents: &[u32]) -> Result<(), Refused> {
        for nodes in &self.of_trunk {
            let nodes = part(&self.in_trunks, nodes);
            for (place, &node) in nodes.iter().enumerate() {
                let next = nodes.get(place + 1);
                let next = next.map(|&next| self.table.nodes[next as usize].id);
                self.frame_is_kids(node, next, parents)?;
            }
        }
        Ok(())
    }

    fn frame_is_kids(&self, node: u32, next: Option<i64>, parents: &[u32]) -> Result<(), Refused> {
        let table = self.table;
        let frame = &table.frames[self.frame[node as usize] as usize];
        let frame = part(&table.frame_kids, frame);
        let kids = self.kids(node);
        let maker = table.nodes[node as usize].item;
        let ways = frame.iter().filter(|kid| kid.fate == Fate::Way).count();
        if ways != usize::from(next.is_some()) {
            return Err(of_node(
                &table.nodes[node as usize],
                format!("{ways} of its kids are on the way; one must be, and none in the last"),
            ));
        }
        if kids.len() < frame.len() {
            return Err(of_node(
                &table.nodes[node as usize],
                format!(
                    "it has {} kids, but was made with {}",
                    kids.len(),
                    frame.len()
                ),
            ));
        }
        for (made, kid) in frame.iter().zip(kids) {
            let refused = |reason: &str| Err(Refused::new(kid_name(kid), reason));
            if (made.key, made.data) != (kid.key, kid.data) {
                return refused("it is another step than the report that made it says");
            }
            if made.fate != kid.fate {
                return refused("it has another fate than the report that made it says");
            }
            if made.fate == Fate::Way && kid.next != next {
                return refused("it does not lead to the next node");
            }
            if let Some(item) = self.item_of(kid) {
                let row = &table.items[item as usize];
                if table.items[parents[item as usize] as usize].id != maker {
                    return Err(of_item(
                        row,
                        "its parent is not the item that made its node",
                    ));
                }
                if row.start != Some(made.open) {
                    return Err(of_item(
                        row,
                        "it does not start as its parent's report says",
                    ));
                }
            }
        }
        for kid in &kids[frame.len()..] {
            if kid.fate != Fate::Item {
                return Err(Refused::new(
                    kid_name(kid),
                    "it was appended later, and is not an item",
                ));
            }
        }
        Ok(())
    }

    fn item_of(&self, kid: &KidRow) -> Option<u32> {
        self.table.item_at.get(&kid.item?).copied()
    }

    /// The trunk of an item leads to the node that it begins at.
    fn trunks_lead_to_items(&self) -> Result<(), Refused> {
        for (item, &node) in self.table.items.iter().zip(&self.begins) {
            let Some(trunk) = item.trunk else { continue };
            let Some(&trunk) = self.table.trunk_at.get(&trunk) else {
                return Err(of_item(item, format!("its trunk, {trunk}, is not there")));
            };
            let last = part(&self.in_trunks, &self.of_trunk[trunk as usize]).last();
            if last.and_then(|&last| self.after(last, item.depth)) != Some(node) {
                return Err(of_item(item, "its trunk does not lead to its node"));
            }
        }
        Ok(())
    }

    /// Every request is served, and every kid that was appended was requested by its parent.
    fn requests_are_served(&self, parents: &[u32]) -> Result<(), Refused> {
        let mut asked_for = vec![false; self.table.items.len()];
        for (place, item) in self.table.items.iter().enumerate() {
            for request in part(&self.table.requests, &item.requests) {
                let granted = self.serve(place, item, request)?;
                if let Some(granted) = granted
                    && parents[granted as usize] == small(place)
                {
                    asked_for[granted as usize] = true;
                }
            }
        }
        for (place, item) in self.table.items.iter().enumerate() {
            let node = self.begins[place];
            if node != NONE && item.position >= self.first_kids(node) && !asked_for[place] {
                return Err(of_item(
                    item,
                    "it was appended, but its parent has not requested it",
                ));
            }
        }
        Ok(())
    }

    /// Makes sure that a request is served. The item that it may have been granted, if it asked
    /// first: none of its steps was there before.
    fn serve(
        &self,
        place: usize,
        item: &ItemRow,
        request: &RequestRow,
    ) -> Result<Option<u32>, Refused> {
        if request.depth > item.depth {
            return Err(of_item(
                item,
                "it requests something at a node that is not above it",
            ));
        }
        let Some(node) = self.after(self.begins[place], request.depth) else {
            return Err(of_item(
                item,
                "it requests something at a node that is not there",
            ));
        };
        let keys = part(&self.table.keys, &request.keys);
        let there = keys.iter().filter_map(|&key| self.position(node, key));
        let Some(position) = there.min() else {
            return Err(of_item(
                item,
                format!(
                    "no kid serves its request at node {}",
                    self.table.nodes[node as usize].id
                ),
            ));
        };
        let kid = &self.kids(node)[position as usize];
        let Some(granted) = self.item_of(kid) else {
            return Ok(None);
        };
        let appended = position >= self.first_kids(node)
            && keys.first() == Some(&kid.key)
            && kid.data == request.data
            && self.table.items[granted as usize].start == Some(request.data);
        Ok(appended.then_some(granted))
    }
}

/// Sorts the kids by nodes and positions. The part of each node.
fn sort_kids(table: &mut Table) -> Result<Vec<Range<u32>>, Refused> {
    let node_at = &table.node_at;
    if let Some(kid) = table
        .kids
        .iter()
        .find(|kid| !node_at.contains_key(&kid.node))
    {
        return Err(Refused::new(kid_name(kid), "its node is not there"));
    }
    (table.kids).sort_unstable_by_key(|kid| (node_at[&kid.node], kid.position));
    let parts = ranges(table.nodes.len(), &table.kids, |kid| node_at[&kid.node]);
    for range in &parts {
        for (position, kid) in part(&table.kids, range).iter().enumerate() {
            if kid.position as usize != position {
                return Err(Refused::new(
                    kid_name(kid),
                    format!(
                        "it is the {position}th of its node, counted from 0: one is there twice, or missing"
                    ),
                ));
            }
        }
    }
    Ok(parts)
}

/// Node, key and position of all kids. No node has two kids with one key.
fn keys(table: &Table, kids: &[Range<u32>]) -> Result<Vec<(u32, TextId, u32)>, Refused> {
    let mut keys = Vec::with_capacity(table.kids.len());
    for (node, range) in kids.iter().enumerate() {
        let kids = part(&table.kids, range);
        keys.extend(kids.iter().map(|kid| (small(node), kid.key, kid.position)));
    }
    keys.sort_unstable();
    for pair in keys.windows(2) {
        let [(node, key, first), (other, same, second)] = pair else {
            continue;
        };
        if (node, key) == (other, same) {
            return Err(of_node(
                &table.nodes[*node as usize],
                format!("its kids {first} and {second} have the same key"),
            ));
        }
    }
    Ok(keys)
}

/// The node that each item begins at.
fn begins(table: &Table) -> Result<Vec<u32>, Refused> {
    let place = |item: &ItemRow| {
        let Some(id) = item.node else {
            return Ok(NONE);
        };
        let Some(&node) = table.node_at.get(&id) else {
            return Err(of_item(item, format!("its node, {id}, is not there")));
        };
        if table.nodes[node as usize].depth != item.depth {
            return Err(of_item(item, "its depth is not that of its node"));
        }
        Ok(node)
    };
    table.items.iter().map(place).collect()
}

/// The parts of a sorted list that belong to each of `count` groups.
fn ranges<T>(count: usize, list: &[T], group: impl Fn(&T) -> u32) -> Vec<Range<u32>> {
    let mut parts = vec![0..0; count];
    let mut first = 0;
    for part in list.chunk_by(|a, b| group(a) == group(b)) {
        let end = first + small(part.len());
        parts[group(&part[0]) as usize] = first..end;
        first = end;
    }
    parts
}

fn of_item(item: &ItemRow, reason: impl Into<String>) -> Refused {
    Refused::new(format!("item {}", item.id), reason)
}

fn of_node(node: &NodeRow, reason: impl Into<String>) -> Refused {
    Refused::new(format!("node {}", node.id), reason)
}

fn kid_name(kid: &KidRow) -> String {
    format!("kid {} of node {}", kid.position, kid.node)
}
