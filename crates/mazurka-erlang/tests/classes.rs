//! How many executions `messages:names/0` has, by a search of its own that knows nothing of
//! explorers: all orders of its operations, told apart by what the table in `ARCHITECTURE.md` says
//! of each ("What is an event").
//!
//! Three processes each do this: register the name, look it up, send to the parent, send to the
//! name, end.

use std::collections::{BTreeMap, BTreeSet};

const PROCESSES: usize = 3;

/// What operations touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Object {
    Name,
    Parent,
    Mailbox(usize),
}

/// Events by what they are (a process and how many it has done) and those that come right before
/// them: equal classes have the same.
#[derive(Default)]
struct Events(BTreeMap<(usize, usize, BTreeSet<usize>), usize>);

impl Events {
    fn number(&mut self, event: (usize, usize, BTreeSet<usize>)) -> usize {
        let next = self.0.len();
        *self.0.entry(event).or_insert(next)
    }
}

/// After some operations.
#[derive(Clone, Default)]
struct State {
    /// How many operations each has done.
    done: [usize; PROCESSES],
    /// The last event of each.
    last: [Option<usize>; PROCESSES],
    /// Who has the name.
    holder: Option<usize>,
    /// The last write of each object, and the reads since.
    objects: BTreeMap<Object, (Option<usize>, BTreeSet<usize>)>,
    /// All events so far: the class.
    events: BTreeSet<usize>,
}

impl State {
    /// What a process does next: the objects, and whether it writes them. None when it has ended.
    fn next(&mut self, process: usize) -> Option<Vec<(Object, bool)>> {
        Some(match self.done[process] {
            0 if self.holder.is_some() => vec![(Object::Name, false)],
            0 => {
                self.holder = Some(process);
                vec![(Object::Name, true)]
            }
            1 => vec![(Object::Name, false)],
            2 => vec![(Object::Parent, true)],
            3 => match self.holder {
                None => vec![(Object::Name, false)],
                Some(holder) => vec![(Object::Name, false), (Object::Mailbox(holder), true)],
            },
            4 if self.holder == Some(process) => {
                self.holder = None;
                vec![(Object::Name, true)]
            }
            4 => Vec::new(),
            _ => return None,
        })
    }

    fn after(&self, process: usize, events: &mut Events) -> Option<State> {
        let mut state = self.clone();
        let touched = state.next(process)?;
        let mut before: BTreeSet<usize> = self.last[process].into_iter().collect();
        for (object, writes) in &touched {
            let Some((write, reads)) = self.objects.get(object) else {
                continue;
            };
            before.extend(write);
            if *writes {
                before.extend(reads);
            }
        }
        let event = events.number((process, self.done[process], before));
        for (object, writes) in touched {
            let of = state.objects.entry(object).or_default();
            if writes {
                *of = (Some(event), BTreeSet::new());
            } else {
                of.1.insert(event);
            }
        }
        state.done[process] += 1;
        state.last[process] = Some(event);
        state.events.insert(event);
        Some(state)
    }
}

#[test]
fn three_processes_and_one_name_have_468_classes() {
    let mut events = Events::default();
    let mut states = vec![State::default()];
    loop {
        // Of each class of prefixes one is enough.
        let mut longer = BTreeMap::new();
        for state in &states {
            for process in 0..PROCESSES {
                if let Some(state) = state.after(process, &mut events) {
                    longer.entry(state.events.clone()).or_insert(state);
                }
            }
        }
        if longer.is_empty() {
            break;
        }
        states = longer.into_values().collect();
    }
    // `counts.rs` has the same for every explorer.
    assert_eq!(states.len(), 468);
}
