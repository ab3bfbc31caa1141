//! Trees from a file: is each node a step that the program can take there?
//!
//! Explorers take what a tree foretells for granted until they run it, and never run what
//! was explored before, which sleeps. A tree that came from a file is therefore walked once:
//! the program is run to each node that has others below it, and asked about these.

use crate::next::Accesses;
use crate::outcome::{Limits, Verdict};
use crate::packet::{Known, Malformed, PREVIOUS, Packet};
use crate::run::{Halt, Run};
use mazurka_program::{Program, Turn};

/// A part of an execution tree that begins at a leaf of one before it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'t> {
    /// The number of the part and the leaf of it that this one begins at; none for the
    /// first.
    pub parent: Option<(usize, u32)>,
    /// Its nodes, numbered from one.
    pub nodes: &'t Packet,
}

/// A node of the whole tree.
#[derive(Default)]
struct Node {
    /// None for the root.
    known: Option<Known>,
    children: Vec<u32>,
}

/// Runs the program to each node of the tree, and compares. All parts were
/// [checked](Packet::check).
///
/// # Errors
/// When a node is no step that the program can take there, or accesses something else than
/// the tree says.
pub fn verify<P: Program + ?Sized>(
    program: &mut P,
    max_events: usize,
    parts: &[Part<'_>],
) -> Result<(), Malformed> {
    let limits = Limits {
        max_events,
        max_executions: None,
        keep_going: true,
    };
    let mut observer = ();
    let mut run = Run::new(program, &limits, &mut observer);
    let tree = whole(&mut run, parts)?;
    match walk(&mut run, &tree) {
        Ok(()) => Ok(()),
        // Everything is explored anew then, whatever the tree says; or nothing is explored.
        Err(Halt::Verdict(Verdict::Refined) | Halt::Stopped) => Ok(()),
        Err(Halt::CameBack) => Err(Malformed),
        Err(Halt::Verdict(_) | Halt::Error(_)) => Err(Malformed),
    }
}

/// All parts in one, the root first.
fn whole<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    parts: &[Part<'_>],
) -> Result<Vec<Node>, Malformed> {
    let mut tree = vec![Node::default()];
    // By part: where its root is, and where its other nodes begin.
    let mut places: Vec<(u32, u32)> = Vec::new();
    for part in parts {
        let root = match part.parent {
            None => 0,
            Some((place, leaf)) => number(*places.get(place).ok_or(Malformed)?, leaf),
        };
        let first = u32::try_from(tree.len()).map_err(|_| Malformed)?;
        let place = (root, first);
        places.push(place);
        let mut is_sound = (root as usize) < tree.len();
        let (names, lists) = run.names_and_lists();
        let mut last = 0;
        part.nodes.read(names, lists, |parent, known| {
            let parent = match parent {
                PREVIOUS => last,
                parent => parent,
            };
            last += 1;
            let (parent, child) = (number(place, parent), number(place, last));
            match tree.get_mut(parent as usize) {
                Some(parent) => parent.children.push(child),
                None => is_sound = false,
            }
            tree.push(Node {
                known: Some(known),
                children: Vec::new(),
            });
        })?;
        if !is_sound {
            return Err(Malformed);
        }
    }
    Ok(tree)
}

/// The number, in the whole tree, of a node of a part.
fn number((root, first): (u32, u32), node: u32) -> u32 {
    match node {
        0 => root,
        node => first.saturating_add(node - 1),
    }
}

fn walk<P: Program + ?Sized>(run: &mut Run<'_, P>, tree: &[Node]) -> Result<(), Halt> {
    run.start()?;
    // The nodes on the way, and which of their children comes next.
    let mut way = vec![(0, 0)];
    check_children(run, tree, 0)?;
    while let Some((node, next)) = way.last_mut() {
        let children = &tree[*node].children;
        let Some(child) = children.get(*next).map(|child| *child as usize) else {
            way.pop();
            if !way.is_empty() {
                run.trace.pop();
            }
            continue;
        };
        *next += 1;
        if let (false, Some(known)) = (tree[child].children.is_empty(), tree[child].known) {
            run.start()?;
            run.step(known.turn)?;
            way.push((child, 0));
            check_children(run, tree, child)?;
        }
    }
    Ok(())
}

/// Asks the program about the steps below the node where it is.
fn check_children<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    tree: &[Node],
    node: usize,
) -> Result<(), Halt> {
    let children = tree[node].children.iter();
    let steps: Vec<Known> = children
        .filter_map(|child| tree[*child as usize].known)
        .collect();
    let mut turns: Vec<(u32, u32)> = Vec::with_capacity(steps.len());
    for Known { turn, .. } in &steps {
        let is_there = run.trace.processes().contains(&turn.process);
        if !is_there || !run.fits(*turn) {
            return Err(Halt::malformed());
        }
        turns.push((turn.process.0, turn.alternative));
    }
    turns.sort_unstable();
    if turns.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Halt::malformed());
    }
    for Known { turn, accesses } in steps {
        if let Some(accesses) = accesses {
            compare(run, turn, accesses)?;
        }
    }
    Ok(())
}

fn compare<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    turn: Turn,
    accesses: Accesses,
) -> Result<(), Halt> {
    match run.peek(turn)? == accesses {
        true => Ok(()),
        false => Err(Halt::malformed()),
    }
}
