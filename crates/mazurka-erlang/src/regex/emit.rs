//! From the tree of a pattern to its program.

use super::parse::{Node, Parsed, Reference, refused};
use super::{Instr, Item, Regex};

/// The most instructions of a pattern.
const MOST_INSTRUCTIONS: usize = 200_000;

impl Node {
    /// Does it have a reference to that group?
    pub(super) fn refers(&self, group: usize, name: Option<&str>) -> bool {
        match self {
            Node::Back(Reference::Number(to), _) => *to == group,
            Node::Back(Reference::Name(to), _) => Some(to.as_str()) == name,
            Node::Concat(nodes) | Node::Alternate(nodes) => {
                nodes.iter().any(|node| node.refers(group, name))
            }
            Node::Capture(node, _) | Node::Atomic(node) => node.refers(group, name),
            Node::Repeat { node, .. } | Node::Look { node, .. } => node.refers(group, name),
            _ => false,
        }
    }

    /// Can it match nothing?
    fn may_be_empty(&self) -> bool {
        match self {
            Node::Char(..) | Node::Set(_) | Node::Dot | Node::Any => false,
            Node::Place(_) | Node::Look { .. } | Node::Keep | Node::Back(..) => true,
            Node::Concat(nodes) => nodes.iter().all(Node::may_be_empty),
            Node::Alternate(nodes) => nodes.iter().any(Node::may_be_empty),
            Node::Capture(node, _) | Node::Atomic(node) => node.may_be_empty(),
            Node::Repeat { node, least, .. } => *least == 0 || node.may_be_empty(),
        }
    }

    /// How many characters it matches, if that is always the same.
    fn length(&self) -> Option<usize> {
        match self {
            Node::Char(..) | Node::Set(_) | Node::Dot | Node::Any => Some(1),
            Node::Place(_) | Node::Look { .. } => Some(0),
            Node::Keep | Node::Back(..) => None,
            Node::Concat(nodes) => nodes.iter().map(Node::length).sum(),
            Node::Alternate(nodes) => {
                let first = nodes.first()?.length()?;
                let is_same = nodes.iter().all(|node| node.length() == Some(first));
                is_same.then_some(first)
            }
            Node::Capture(node, _) | Node::Atomic(node) => node.length(),
            Node::Repeat {
                node, least, most, ..
            } => (Some(*least) == *most).then(|| Some(node.length()? * *least as usize))?,
        }
    }
}

impl Regex {
    pub(super) fn emit(&mut self, node: &Node) -> Parsed<()> {
        if self.code.len() > MOST_INSTRUCTIONS {
            return refused("too many repetitions");
        }
        match node {
            Node::Char(c, is_caseless) => {
                self.has_line_end |= *c == 10 || *c == 13;
                self.code.push(Instr::Char(*c, *is_caseless));
            }
            Node::Set(set) => {
                let is_end = |item: &Item| matches!(item, Item::Range(10 | 13, 10 | 13));
                self.has_line_end |= set.items.iter().any(is_end);
                self.sets.push(set.clone());
                self.code.push(Instr::Set(self.sets.len() - 1));
            }
            Node::Dot => self.code.push(Instr::Dot),
            Node::Any => self.code.push(Instr::Any),
            Node::Place(place) => self.code.push(Instr::Place(*place)),
            Node::Keep => self.code.push(Instr::Save(0)),
            Node::Concat(nodes) => {
                for node in nodes {
                    self.emit(node)?;
                }
            }
            Node::Alternate(nodes) => self.alternate(nodes, |_| Ok(None))?,
            Node::Capture(node, group) => {
                // The beginning counts when the end is there.
                self.code.push(Instr::Save(2 * (self.groups + 1) + group));
                self.emit(node)?;
                self.code.push(Instr::Close(*group));
            }
            Node::Back(to, is_caseless) => {
                let group = match to {
                    Reference::Number(number) => Some(*number),
                    Reference::Name(name) => {
                        let named = self.names.iter().find(|(known, _)| known == name);
                        named.map(|(_, group)| *group)
                    }
                };
                match group.filter(|group| *group <= self.groups) {
                    Some(group) => self.code.push(Instr::Back(group, *is_caseless)),
                    None => return refused("a reference to a group that is not there"),
                }
            }
            Node::Look {
                node,
                is_behind,
                is_negative,
            } => {
                let at = self.code.len();
                self.code.push(Instr::Done);
                match (&**node, is_behind) {
                    (node, false) => self.emit(node)?,
                    (Node::Alternate(nodes), true) => self.alternate(nodes, behind)?,
                    (node, true) => self.alternate(std::slice::from_ref(node), behind)?,
                }
                self.code.push(Instr::Done);
                self.code[at] = Instr::Look {
                    is_negative: *is_negative,
                    next: self.code.len(),
                };
            }
            Node::Atomic(node) => {
                let at = self.code.len();
                self.code.push(Instr::Done);
                self.emit(node)?;
                self.code.push(Instr::Done);
                self.code[at] = Instr::Atomic {
                    next: self.code.len(),
                };
            }
            Node::Repeat {
                node,
                least,
                most,
                is_greedy,
            } => {
                for _ in 0..*least {
                    self.emit(node)?;
                }
                match most {
                    None => self.unbounded(node, *is_greedy)?,
                    Some(most) => {
                        let mut splits = Vec::new();
                        for _ in *least..*most {
                            splits.push(self.code.len());
                            self.code.push(Instr::Done);
                            self.emit(node)?;
                        }
                        let out = self.code.len();
                        for at in splits {
                            self.code[at] = split(at + 1, out, *is_greedy);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn unbounded(&mut self, node: &Node, is_greedy: bool) -> Parsed<()> {
        let at = self.code.len();
        self.code.push(Instr::Done);
        let round = node.may_be_empty().then(|| {
            self.loops += 1;
            self.loops - 1
        });
        if let Some(round) = round {
            self.code.push(Instr::Round(round));
        }
        self.emit(node)?;
        if let Some(round) = round {
            // Behind the jump.
            let out = self.code.len() + 2;
            self.code.push(Instr::Empty(round, out));
        }
        self.code.push(Instr::Jump(at));
        self.code[at] = split(at + 1, self.code.len(), is_greedy);
        Ok(())
    }

    fn alternate(
        &mut self,
        nodes: &[Node],
        before: fn(&Node) -> Parsed<Option<Instr>>,
    ) -> Parsed<()> {
        let mut jumps = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            let at = self.code.len();
            let is_last = i + 1 == nodes.len();
            if !is_last {
                self.code.push(Instr::Done);
            }
            self.code.extend(before(node)?);
            self.emit(node)?;
            if !is_last {
                jumps.push(self.code.len());
                self.code.push(Instr::Done);
                self.code[at] = Instr::Split(at + 1, self.code.len());
            }
        }
        let end = self.code.len();
        for at in jumps {
            self.code[at] = Instr::Jump(end);
        }
        Ok(())
    }
}

/// What lies before a place begins that many characters before it.
fn behind(node: &Node) -> Parsed<Option<Instr>> {
    match node.length() {
        Some(length) => Ok(Some(Instr::Behind(length))),
        None => refused("something of no fixed length to look back for"),
    }
}

fn split(first: usize, second: usize, is_greedy: bool) -> Instr {
    match is_greedy {
        true => Instr::Split(first, second),
        false => Instr::Split(second, first),
    }
}
