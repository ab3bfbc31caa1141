//! SC, TSO and PSO: what each process keeps of its program order, reads-from, coherence and
//! from-read together have no cycle, and each location by itself is coherent.

use super::Axioms;
use crate::graph::{Event, Graph, Id, Role};
use mazurka_memory::Model;
use mazurka_program::{Kind, Order};
use std::cell::RefCell;

/// What an event does to the order of the others of its process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Load,
    Store,
    /// A store that comes after all stores before it.
    LateStore,
    /// Keeps stores in order.
    Barrier,
    /// Keeps everything in order.
    Full,
    /// Keeps nothing in order.
    None,
}

/// The models in which there is one order of all that reaches memory.
pub(super) struct Total {
    model: Model,
    search: RefCell<Search>,
}

#[derive(Default)]
struct Search {
    stack: Vec<Id>,
    /// By process and index: seen in the search with that number.
    seen: Vec<Vec<u32>>,
    number: u32,
}

impl Search {
    fn begin(&mut self) {
        self.stack.clear();
        self.number += 1;
    }

    fn push(&mut self, id: Id) {
        if id.is_initial() {
            return;
        }
        let (process, index) = (id.process as usize, id.index as usize);
        if self.seen.len() <= process {
            self.seen.resize_with(process + 1, Vec::new);
        }
        let seen = &mut self.seen[process];
        if seen.len() <= index {
            seen.resize(index + 1, 0);
        }
        if seen[index] != self.number {
            seen[index] = self.number;
            self.stack.push(id);
        }
    }
}

impl Total {
    pub(super) fn new(model: Model) -> Total {
        Total {
            model,
            search: RefCell::default(),
        }
    }

    fn sort(event: &Event) -> Sort {
        let Some(order) = event.operation.order else {
            return match event.operation.kind {
                Kind::Choose => Sort::None,
                // What only looks does not wait for the stores of its process.
                Kind::Load | Kind::Begin if event.role == Role::Read => Sort::Load,
                _ => Sort::Full,
            };
        };
        match event.operation.kind {
            Kind::Load => Sort::Load,
            Kind::Store => match order {
                Order::SequentiallyConsistent => Sort::Full,
                Order::Release => Sort::LateStore,
                _ => Sort::Store,
            },
            Kind::Fence => match order {
                Order::SequentiallyConsistent => Sort::Full,
                Order::Release | Order::AcquireRelease => Sort::Barrier,
                _ => Sort::None,
            },
            _ => Sort::Full,
        }
    }

    /// Adds what comes before an event in its process.
    fn push_program_order(&self, graph: &Graph, id: Id, search: &mut Search) {
        let thread = &graph.threads[id.process as usize];
        let index = id.index as usize;
        let place = |index: usize| Id::new(id.process as usize, index);
        if self.model == Model::Sc {
            if index > 0 {
                search.push(place(index - 1));
            }
            return;
        }
        let sort = Total::sort(&thread[index]);
        let is_barred = matches!(sort, Sort::LateStore);
        self.push_before(graph, id, sort, is_barred, search);
    }

    /// Adds what comes before something of that sort at that place in its process.
    fn push_before(
        &self,
        graph: &Graph,
        id: Id,
        sort: Sort,
        mut is_barred: bool,
        search: &mut Search,
    ) {
        let thread = &graph.threads[id.process as usize];
        let index = id.index as usize;
        let mut all = sort == Sort::Full;
        let stores = matches!(sort, Sort::Store | Sort::LateStore);
        for other in (0..index).rev() {
            if thread[other + 1].is_drained {
                all = true;
                self.push_after(graph, &thread[other + 1], search);
            }
            let earlier = Total::sort(&thread[other]);
            let is_kept = all
                || match earlier {
                    Sort::Full => true,
                    Sort::Load => matches!(sort, Sort::Load | Sort::Store | Sort::LateStore),
                    Sort::Store | Sort::LateStore => {
                        stores && (self.model == Model::Tso || is_barred)
                    }
                    Sort::Barrier | Sort::None => false,
                };
            if is_kept && earlier != Sort::None && earlier != Sort::Barrier {
                search.push(Id::new(id.process as usize, other));
            }
            is_barred |= matches!(earlier, Sort::Barrier | Sort::LateStore);
            if earlier == Sort::Full {
                return;
            }
        }
        self.push_after(graph, &thread[0], search);
    }

    /// Adds what has reached memory when a process begins, or when others that it waited for
    /// have ended.
    fn push_after(&self, graph: &Graph, event: &Event, search: &mut Search) {
        for other in &event.after {
            if self.model == Model::Sc {
                search.push(*other);
            } else {
                let next = Id {
                    index: other.index + 1,
                    ..*other
                };
                self.push_all_before(graph, next, search);
            }
        }
    }

    /// Adds what comes directly before an event.
    fn push_predecessors(&self, graph: &Graph, id: Id, search: &mut Search) {
        let event = graph.event(id);
        self.push_program_order(graph, id, search);
        self.push_after(graph, event, search);
        if event.location == crate::graph::NOWHERE {
            return;
        }
        if let Some(unlock) = graph.given_back(event) {
            search.push(unlock);
        }
        if event.role.reads() {
            let is_own = event.rf.process == id.process;
            if self.model == Model::Sc || !is_own || !event.is_weak() {
                search.push(event.rf);
            }
        }
        if !event.writes() {
            return;
        }
        if graph.is_message(event) {
            graph.before_send(id, |other| search.push(other));
            return;
        }
        let place = graph.place_of(event.location, id);
        let before = graph.write_at(event.location, place - 1);
        search.push(before);
        for read in &graph.locations[event.location as usize].reads {
            if graph.event(*read).rf == before && *read != id {
                search.push(*read);
            }
        }
    }

    /// Adds all of a process before that place, back to what has all others before it.
    fn push_all_before(&self, graph: &Graph, id: Id, search: &mut Search) {
        let thread = &graph.threads[id.process as usize];
        for other in (0..id.index as usize).rev() {
            search.push(Id::new(id.process as usize, other));
            if Total::sort(&thread[other]) == Sort::Full {
                return;
            }
            self.push_after(graph, &thread[other], search);
        }
    }
}

impl Axioms for Total {
    fn bound(&self, graph: &Graph, location: u32, id: Id) -> usize {
        // Coherence of one location; across processes, the cycles see to it.
        let thread = &graph.threads[id.process as usize];
        for index in (0..id.index as usize).rev() {
            let event = &thread[index];
            if event.location != location {
                continue;
            }
            return match event.writes() {
                true => graph.place_of(location, Id::new(id.process as usize, index)),
                false => graph.place_of(location, event.rf),
            };
        }
        0
    }

    fn is_consistent(&self, graph: &Graph, id: Id) -> bool {
        let mut search = self.search.borrow_mut();
        search.begin();
        self.push_predecessors(graph, id, &mut search);
        while let Some(other) = search.stack.pop() {
            if other == id {
                return false;
            }
            self.push_predecessors(graph, other, &mut search);
        }
        true
    }

    fn comes_before(&self, graph: &Graph, events: &[Id], id: Id) -> bool {
        let mut search = self.search.borrow_mut();
        search.begin();
        self.push_predecessors(graph, id, &mut search);
        while let Some(other) = search.stack.pop() {
            if events.contains(&other) {
                return true;
            }
            self.push_predecessors(graph, other, &mut search);
        }
        false
    }

    fn set_clocks(&self, _: &mut Graph, _: Id) {}

    fn idle_updates_write(&self) -> bool {
        false
    }
}
