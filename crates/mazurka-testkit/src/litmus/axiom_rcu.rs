//! The axiom of grace periods, as the Linux kernel's memory model has it
//! (`tools/memory-model/linux-kernel.cat`): a circle through read-side sections and grace
//! periods is forbidden if sections and grace periods of the same domain can be matched in
//! it, as parentheses are, so that no section is left over.
//!
//! It says nothing of waiting: the machine, which does nothing else, is judged by it. What
//! takes the place of the kernel's own order of accesses is that of SC, TSO or PSO.

use super::axiomatic::Event;
use super::machine::Model;
use mazurka_cycles::program::Statement;

/// A place in a thread: the number of events of all threads before it, by thread and then
/// in program order, and the number of fences of its own.
#[derive(Clone, Copy)]
struct Mark {
    thread: usize,
    events: usize,
    fences: usize,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Begin,
    End,
    Grace,
}

/// A section or a grace period, by its marks.
struct Node {
    domain: usize,
    /// What comes before it has a way to here: the end of a section.
    entry: usize,
    /// And there is a way from here: the beginning of a section.
    exit: usize,
    is_grace: bool,
}

/// The sections and grace periods of a choice of runs.
#[derive(Default)]
pub(super) struct Marks {
    marks: Vec<Mark>,
    nodes: Vec<Node>,
    /// Sections without an end yet: their thread, domain, index and first mark.
    open: Vec<(usize, usize, usize, usize)>,
}

impl Marks {
    /// Adds a statement of a thread, if it is one that matters here.
    pub(super) fn add(
        &mut self,
        statement: &Statement,
        thread: usize,
        events: usize,
        fences: usize,
    ) {
        let mark = |what| Mark {
            thread,
            events,
            fences,
            what,
        };
        let here = self.marks.len();
        match *statement {
            Statement::SectionBegin { domain, index } => {
                self.marks.push(mark(What::Begin));
                self.open.push((thread, domain, index, here));
            }
            Statement::SectionEnd { domain, index } => {
                let is_it = |&(t, d, i, _): &(usize, usize, usize, usize)| {
                    (t, d) == (thread, domain) && (domain == 0 || i == index)
                };
                let last = self.open.iter().rposition(is_it).expect("it has begun");
                let (_, _, _, begin) = self.open.remove(last);
                let is_inner = domain == 0 && self.open.iter().any(is_it);
                if is_inner {
                    return;
                }
                self.marks.push(mark(What::End));
                self.nodes.push(Node {
                    domain,
                    entry: here,
                    exit: begin,
                    is_grace: false,
                });
            }
            Statement::GracePeriod { domain } => {
                self.marks.push(mark(What::Grace));
                self.nodes.push(Node {
                    domain,
                    entry: here,
                    exit: here,
                    is_grace: true,
                });
            }
            _ => {}
        }
    }

    /// Does the axiom allow what `after` says of the events? For each of them, it has the
    /// set of those that come after.
    pub(super) fn are_allowed(&self, model: Model, events: &[Event], mut after: Vec<u64>) -> bool {
        if self.nodes.iter().all(|node| !node.is_grace) {
            return true;
        }
        self.add_marks(model, events, &mut after);
        close(&mut after);
        let first = events.len();
        let links: Vec<Vec<bool>> = self
            .nodes
            .iter()
            .map(|a| {
                let reached = after[first + a.exit];
                let has_link = |b: &Node| reached >> (first + b.entry) & 1 == 1;
                self.nodes.iter().map(has_link).collect()
            })
            .collect();
        let order = self.order(&links);
        let mut pairs = (0..order.len()).flat_map(|a| (0..order.len()).map(move |b| (a, b)));
        !pairs.any(|(a, b)| order[a][b] && links[b][a])
    }

    /// Puts the marks behind the events, in their places in program order.
    fn add_marks(&self, model: Model, events: &[Event], after: &mut Vec<u64>) {
        let first = events.len();
        after.resize(first + self.marks.len(), 0);
        for (nth, mark) in self.marks.iter().enumerate() {
            for (e, event) in events.iter().enumerate() {
                if event.thread != mark.thread {
                    continue;
                }
                if e >= mark.events {
                    // Nothing need come after the end of a section.
                    if mark.what != What::End {
                        after[first + nth] |= 1 << e;
                    }
                } else if mark.what != What::Begin
                    || model == Model::Sc
                    || !event.is_buffered()
                    || event.fences < mark.fences
                {
                    after[e] |= 1 << (first + nth);
                }
            }
            let later = self.marks.iter().enumerate().skip(nth + 1);
            for (other, _) in later.filter(|(_, later)| later.thread == mark.thread) {
                if mark.what != What::End {
                    after[first + nth] |= 1 << (first + other);
                }
            }
        }
    }

    /// The relation `rcu-order`: from the first to the last of a row of sections and grace
    /// periods, each linked with the next, in which every section is matched.
    fn order(&self, links: &[Vec<bool>]) -> Vec<Vec<bool>> {
        let count = self.nodes.len();
        let all = || (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let mut order = vec![vec![false; count]; count];
        for (nth, node) in self.nodes.iter().enumerate() {
            order[nth][nth] = node.is_grace;
        }
        loop {
            let before = order.clone();
            for (a, b) in all() {
                let (first, last) = (&self.nodes[a], &self.nodes[b]);
                let are_matched = first.domain == last.domain && first.is_grace != last.is_grace;
                let is_around =
                    links[a][b] || all().any(|(c, d)| links[a][c] && before[c][d] && links[d][b]);
                let is_split = all().any(|(c, d)| before[a][c] && links[c][d] && before[d][b]);
                order[a][b] |= (are_matched && is_around) || is_split;
            }
            if order == before {
                return order;
            }
        }
    }
}

/// Makes a relation transitive.
fn close(after: &mut [u64]) {
    for middle in 0..after.len() {
        let reached = after[middle];
        for from in after.iter_mut() {
            if *from >> middle & 1 == 1 {
                *from |= reached;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures() {
        let mut after = vec![0b0010, 0b0100, 0b1000, 0];
        close(&mut after);
        assert_eq!(after, [0b1110, 0b1100, 0b1000, 0]);
    }
}
