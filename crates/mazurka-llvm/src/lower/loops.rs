//! Loops: where a function comes back to what it did before.
//!
//! A depth-first search finds the edges that lead back; without them no cycle is
//! left. Each becomes an [`Op::Again`], which counts the rounds in a register that
//! every other way into the loop sets to zero.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{NOT_LIVE, Op, Reg, Word};

use super::draft::Draft;

/// The steps that are spent on finding out which loops have one entry; the others
/// count as if they had more.
const MOST_STEPS: usize = 4 << 20;

/// A loop: the block that it comes back to.
struct Header {
    /// Counts the rounds.
    rounds: Reg,
    /// The block through which the loop is entered.
    entry: u32,
}

/// Marks the ends of loops.
pub(super) fn mark(draft: &mut Draft) {
    let back = back_edges(draft);
    if back.is_empty() {
        return;
    }
    let entangled = entangled(draft, &back);
    let count = draft.blocks.len();
    let mut headers: FxHashMap<u32, Header> = FxHashMap::default();
    for &(_, to) in &back {
        headers.entry(to).or_insert_with(|| add_header(draft, to));
    }
    let back: FxHashSet<(u32, u32)> = back.into_iter().collect();
    for block in 0..count {
        redirect(draft, block as u32, &headers, &back);
    }
    for header in entangled {
        let a = draft.word(Word::new(0));
        draft.blocks[0].insert(
            0,
            (
                Op::Move {
                    to: headers[&header].rounds,
                    a,
                },
                0,
            ),
        );
    }
}

fn add_header(draft: &mut Draft, to: u32) -> Header {
    let place = draft.blocks[to as usize].first().map_or(0, |first| first.1);
    let (rounds, entry) = (draft.registers(1), draft.block());
    let a = draft.word(Word::new(0));
    draft.blocks[entry as usize] = vec![
        (Op::Move { to: rounds, a }, place),
        (Op::Jump { to }, place),
    ];
    draft.loop_entries.insert(to, entry);
    Header { rounds, entry }
}

/// Sends the ways into loops through their entries, and counts those that lead back.
fn redirect(
    draft: &mut Draft,
    block: u32,
    headers: &FxHashMap<u32, Header>,
    back: &FxHashSet<(u32, u32)>,
) {
    let Some(&(last, place)) = draft.blocks[block as usize].last() else {
        return;
    };
    let again = |to: u32| Op::Again {
        rounds: headers[&to].rounds,
        to,
        live: NOT_LIVE,
    };
    if let Op::Jump { to } = last
        && back.contains(&(block, to))
    {
        if let Some((last, _)) = draft.blocks[block as usize].last_mut() {
            *last = again(to);
        }
        return;
    }
    let mut between: FxHashMap<u32, u32> = FxHashMap::default();
    for to in draft.successors(block as usize) {
        if back.contains(&(block, to)) && !between.contains_key(&to) {
            let number = draft.block();
            draft.blocks[number as usize].push((again(to), place));
            between.insert(to, number);
        }
    }
    draft.map_successors(block as usize, |to| {
        match (between.get(&to), headers.get(&to)) {
            (Some(&between), _) => between,
            (None, Some(header)) => header.entry,
            (None, None) => to,
        }
    });
}

/// The edges that lead back to a block that the search is still in.
fn back_edges(draft: &Draft) -> Vec<(u32, u32)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; draft.blocks.len()];
    let mut back = Vec::new();
    let mut open = vec![(0u32, draft.successors(0), 0)];
    states[0] = State::Open;
    while let Some((block, next, place)) = open.last_mut() {
        let Some(&to) = next.get(*place) else {
            states[*block as usize] = State::Done;
            open.pop();
            continue;
        };
        *place += 1;
        match states[to as usize] {
            State::New => {
                states[to as usize] = State::Open;
                open.push((to, draft.successors(to as usize), 0));
            }
            State::Open => back.push((*block, to)),
            State::Done => {}
        }
    }
    back
}

/// The loops that can be entered past their headers (by `goto`): one walks back from
/// their ends, and comes to the entry of the function.
fn entangled(draft: &Draft, back: &[(u32, u32)]) -> Vec<u32> {
    let before = draft.predecessors();
    let mut ends: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for &(from, to) in back {
        ends.entry(to).or_default().push(from);
    }
    let mut seen = vec![u32::MAX; draft.blocks.len()];
    let mut steps = 0;
    let mut entangled = Vec::new();
    for (&header, from) in &ends {
        let mut waiting = from.clone();
        seen[header as usize] = header;
        let mut is_entangled = false;
        while let Some(block) = waiting.pop() {
            if seen[block as usize] == header {
                continue;
            }
            seen[block as usize] = header;
            steps += 1;
            if block == 0 || steps > MOST_STEPS {
                is_entangled = true;
                break;
            }
            waiting.extend_from_slice(before.of(block as usize));
        }
        if is_entangled {
            entangled.push(header);
        }
    }
    entangled.sort_unstable();
    entangled
}

/// Which blocks are in a cycle: strongly connected components, by Tarjan's search.
pub(super) fn in_cycles(draft: &Draft) -> Vec<bool> {
    let count = draft.blocks.len();
    let mut search = Search {
        numbers: vec![0; count],
        lows: vec![0; count],
        is_open: vec![false; count],
        stack: Vec::new(),
        next: 1,
        is_in_cycle: vec![false; count],
    };
    let mut path = vec![(0u32, draft.successors(0), 0)];
    search.enter(0);
    while let Some((block, next, place)) = path.last_mut() {
        let block = *block;
        if let Some(&to) = next.get(*place) {
            *place += 1;
            if to == block {
                search.is_in_cycle[block as usize] = true;
            }
            if search.numbers[to as usize] == 0 {
                search.enter(to);
                path.push((to, draft.successors(to as usize), 0));
            } else if search.is_open[to as usize] {
                let low = search.numbers[to as usize];
                search.lower(block, low);
            }
            continue;
        }
        path.pop();
        search.leave(block);
        if let Some(&(parent, ..)) = path.last() {
            let low = search.lows[block as usize];
            search.lower(parent, low);
        }
    }
    search.is_in_cycle
}

struct Search {
    /// In the order of arrival, from one.
    numbers: Vec<u32>,
    lows: Vec<u32>,
    is_open: Vec<bool>,
    stack: Vec<u32>,
    next: u32,
    is_in_cycle: Vec<bool>,
}

impl Search {
    fn enter(&mut self, block: u32) {
        self.numbers[block as usize] = self.next;
        self.lows[block as usize] = self.next;
        self.next += 1;
        self.is_open[block as usize] = true;
        self.stack.push(block);
    }

    fn lower(&mut self, block: u32, low: u32) {
        let known = &mut self.lows[block as usize];
        *known = low.min(*known);
    }

    /// Closes a component, if the block is the first of one.
    fn leave(&mut self, block: u32) {
        if self.lows[block as usize] != self.numbers[block as usize] {
            return;
        }
        let start = self
            .stack
            .iter()
            .rposition(|&other| other == block)
            .unwrap_or(0);
        let component = self.stack.split_off(start);
        for &member in &component {
            self.is_open[member as usize] = false;
            self.is_in_cycle[member as usize] |= component.len() > 1;
        }
    }
}
