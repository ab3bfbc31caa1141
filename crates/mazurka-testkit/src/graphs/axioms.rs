//! The memory models as axioms over whole graphs, each written down from its definition.
//!
//! An update is one event that reads and writes. (Of two events, as papers have it, the read
//! reaches what the write reaches, so that no cycle comes or goes by making them one.) What
//! objects hold at first is no event: nothing comes before it, so it is in no cycle.
//!
//! **SC**: `po ∪ rf ∪ co ∪ fr` and the order of strong operations are acyclic together.
//!
//! **TSO, PSO**: coherence, `po-loc ∪ rf ∪ co ∪ fr` acyclic; and `ppo ∪ rfe ∪ co ∪ fr` and the order
//! of strong operations acyclic, where `ppo` is `po` without pairs of a store and a later load
//! (PSO: or store), unless one of the two is full or something full is between. Full are: updates
//! by kind, seq_cst stores and fences, strong operations, and starting and joining threads. Under
//! PSO two stores stay in order if a store barrier is between: a release or acq_rel fence, or the
//! beginning of a release store, which may be the later of the two.
//!
//! **RC11** (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11,
//! PLDI 2017), with C++20's release sequences:
//! - `rs = [W^rlx] ; (rf ; rmw)*`
//! - `sw = [E^rel] ; ([F] ; sb)? ; rs ; rf ; [R^rlx] ; (sb ; [F])? ; [E^acq]`
//! - `hb = (sb ∪ sw)+`, here also: a strong change and the next of that object, spawn and join
//! - `eco = (rf ∪ mo ∪ rb)+`
//! - coherence: `hb ; eco?` irreflexive
//! - atomicity: nothing is between an update and what it reads in `mo`
//! - `scb = sb ∪ sb|≠loc ; hb ; sb|≠loc ∪ hb|loc ∪ mo ∪ rb`
//! - `psc_base = ([E^sc] ∪ [F^sc] ; hb?) ; scb ; ([E^sc] ∪ hb? ; [F^sc])`
//! - `psc_F = [F^sc] ; (hb ∪ hb ; eco ; hb) ; [F^sc]`
//! - SC: `psc_base ∪ psc_F` acyclic
//! - no thin air: `sb ∪ rf` acyclic, here also with the order of strong operations
//!
//! **RA**: RC11, where every load is an acquire, every store a release, every update both, and none
//! of them is seq_cst. Fences are what they are.

use super::identity::{INITIAL, Id};
use super::relation::{Relation, Set};
use mazurka_memory::Model;
use mazurka_program::Order;

/// What an event accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Object {
    /// A location of memory.
    Memory(usize),
    /// An object that is not memory.
    Strong(usize),
    /// A fence.
    Fence,
    /// A choice.
    Nothing,
}

/// An event of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What makes it what it is.
    pub id: Id,
    /// Its thread.
    pub thread: usize,
    /// What it accesses.
    pub object: Object,
    /// How it is ordered.
    pub order: Order,
    /// Does it read?
    pub reads: bool,
    /// Does it write?
    pub writes: bool,
    /// Is it an update by kind, whatever it did?
    pub is_update: bool,
    /// Its thread has started or joined another just before.
    pub is_fenced: bool,
    /// What it reads from.
    pub rf: Id,
}

/// A graph, as the axioms see it. Events of a thread follow one another.
pub struct Graph<'a> {
    /// At most 32.
    pub events: &'a [Event],
    /// For each pair of threads, as spawn and join make it: which events come before that.
    pub before: Relation,
    /// Of each location: its writes, in order.
    pub co: &'a [Vec<Id>],
    /// Of each strong object: its changes, in order.
    pub strong: &'a [Vec<Id>],
}

/// The relations that all models use.
struct Basic {
    /// Program order, in each thread.
    po: Relation,
    /// Spawn and join.
    before: Relation,
    rf: Relation,
    co: Relation,
    fr: Relation,
    /// Of strong operations: a change and the next one.
    changes: Relation,
    /// Of strong operations: the same, with those that only read.
    strong: Relation,
    /// The same object of memory, or the same strong one.
    same: Relation,
    reads: Set,
    writes: Set,
}

fn set_of(graph: &Graph<'_>, holds: impl Fn(&Event) -> bool) -> Set {
    let events = graph.events.iter().enumerate();
    events.fold(0, |set, (i, event)| set | (u32::from(holds(event)) << i))
}

fn basic(graph: &Graph<'_>) -> Basic {
    let events = graph.events;
    let place = |id: Id| events.iter().position(|event| event.id == id);
    let place = |id: Id| place(id).expect("an event of the graph");
    let is_memory = |event: &Event| matches!(event.object, Object::Memory(_));
    let mut basic = Basic {
        po: Relation::empty(),
        before: graph.before,
        rf: Relation::empty(),
        co: Relation::empty(),
        fr: Relation::empty(),
        changes: Relation::empty(),
        strong: Relation::empty(),
        same: Relation::empty(),
        reads: set_of(graph, |event| is_memory(event) && event.reads),
        writes: set_of(graph, |event| is_memory(event) && event.writes),
    };
    for (i, a) in events.iter().enumerate() {
        for (j, b) in events.iter().enumerate() {
            if i < j && a.thread == b.thread {
                basic.po.add(i, j);
            }
            let has_place = matches!(a.object, Object::Memory(_) | Object::Strong(_));
            if has_place && a.object == b.object {
                basic.same.add(i, j);
            }
        }
    }
    for writes in graph.co {
        for (k, write) in writes.iter().enumerate() {
            for later in &writes[k + 1..] {
                basic.co.add(place(*write), place(*later));
            }
        }
    }
    for changes in graph.strong {
        for pair in changes.windows(2) {
            basic.changes.add(place(pair[0]), place(pair[1]));
        }
    }
    basic.strong = basic.changes;
    for (i, event) in events.iter().enumerate() {
        if !event.reads {
            continue;
        }
        let (order, is_memory) = match event.object {
            Object::Memory(location) => (&graph.co[location], true),
            Object::Strong(number) => (&graph.strong[number], false),
            Object::Fence | Object::Nothing => continue,
        };
        let next = if event.rf == INITIAL {
            0
        } else {
            let rf = if is_memory {
                &mut basic.rf
            } else {
                &mut basic.strong
            };
            rf.add(place(event.rf), i);
            1 + order
                .iter()
                .position(|id| *id == event.rf)
                .expect("what is read was written")
        };
        for later in &order[next..] {
            let later = place(*later);
            if later == i {
                continue;
            }
            if is_memory {
                basic.fr.add(i, later);
            } else {
                basic.strong.add(i, later);
            }
        }
    }
    basic
}

/// Is an update next to what it reads?
fn is_atomic(graph: &Graph<'_>) -> bool {
    graph.events.iter().all(|event| {
        let Object::Memory(location) = event.object else {
            return true;
        };
        if !(event.reads && event.writes) {
            return true;
        }
        let writes = &graph.co[location];
        let own = writes.iter().position(|id| *id == event.id);
        let read = writes.iter().position(|id| *id == event.rf);
        own == Some(read.map_or(0, |read| read + 1))
    })
}

/// Is the graph consistent?
#[must_use]
pub fn is_consistent(model: Model, graph: &Graph<'_>) -> bool {
    if !is_atomic(graph) {
        return false;
    }
    let basic = basic(graph);
    match model {
        Model::Sc => {
            let all = basic.po.or(basic.before).or(basic.rf).or(basic.co);
            all.or(basic.fr).or(basic.strong).is_acyclic()
        }
        Model::Tso | Model::Pso => is_consistent_with_buffers(model, graph, &basic),
        Model::Ra | Model::Rc11 => is_consistent_rc11(model, graph, &basic),
    }
}

fn is_consistent_with_buffers(model: Model, graph: &Graph<'_>, basic: &Basic) -> bool {
    let Basic {
        po,
        before,
        rf,
        co,
        fr,
        strong,
        same,
        ..
    } = *basic;
    if !po.and(same).or(rf).or(co).or(fr).is_acyclic() {
        return false;
    }
    let events = graph.events;
    let is_sc = |event: &Event| event.order == Order::SequentiallyConsistent;
    let is_full = |event: &Event| match event.object {
        Object::Memory(_) => event.is_update || (event.writes && is_sc(event)),
        Object::Fence => is_sc(event),
        Object::Strong(_) => true,
        Object::Nothing => false,
    };
    let is_access = |event: &Event| matches!(event.object, Object::Memory(_));
    // Is there a store barrier at the beginning of it, or is it one?
    let is_barrier = |event: &Event| match event.object {
        Object::Memory(_) => event.writes && event.order.releases(),
        Object::Fence => event.order.releases(),
        _ => false,
    };
    let mut ppo = Relation::empty();
    let mut rfe = rf;
    for (i, a) in events.iter().enumerate() {
        for (j, b) in events.iter().enumerate().skip(i + 1) {
            if a.thread != b.thread {
                continue;
            }
            let between = &events[i + 1..j];
            let is_fenced = is_full(a)
                || is_full(b)
                || between.iter().any(is_full)
                || events[i + 1..=j].iter().any(|event| event.is_fenced);
            let is_store = |event: &Event| is_access(event) && event.writes && !event.reads;
            let is_barred = is_barrier(b) || between.iter().any(is_barrier);
            let is_kept = if is_fenced {
                true
            } else if !is_access(a) || !is_access(b) {
                // Weak fences and choices: no events of this order themselves.
                false
            } else if is_store(a) && !is_store(b) {
                false
            } else if is_store(a) {
                model == Model::Tso || is_barred
            } else {
                true
            };
            if is_kept {
                ppo.add(i, j);
            }
        }
    }
    for (i, a) in events.iter().enumerate() {
        for (j, b) in events.iter().enumerate() {
            if a.thread == b.thread && rf.has(i, j) {
                let mut own = Relation::empty();
                own.add(i, j);
                rfe = rfe.without(own);
            }
        }
    }
    let all = ppo.or(before).or(rfe).or(co).or(fr).or(strong);
    all.is_acyclic()
}

fn is_consistent_rc11(model: Model, graph: &Graph<'_>, basic: &Basic) -> bool {
    let Basic {
        po: sb,
        before,
        rf,
        co: mo,
        fr: rb,
        changes,
        strong,
        same,
        reads,
        writes,
    } = *basic;
    // No thin air.
    if !sb.or(before).or(rf).or(strong).is_acyclic() {
        return false;
    }
    let is_fence = |event: &Event| event.object == Object::Fence;
    let is_memory = |event: &Event| matches!(event.object, Object::Memory(_));
    let is_ra = model == Model::Ra;
    let fences = set_of(graph, is_fence);
    let acquires = set_of(graph, |event| {
        (is_memory(event) && event.reads && (is_ra || event.order.acquires()))
            || (is_fence(event) && event.order.acquires())
    });
    let releases = set_of(graph, |event| {
        (is_memory(event) && event.writes && (is_ra || event.order.releases()))
            || (is_fence(event) && event.order.releases())
    });
    let sc = set_of(graph, |event| {
        let is_sc = event.order == Order::SequentiallyConsistent;
        is_sc && (is_fence(event) || (is_memory(event) && !is_ra))
    });
    let atomics = set_of(graph, |event| {
        is_memory(event) && (is_ra || event.order != Order::Plain)
    });
    let updates = reads & writes;
    let all = !0;

    // rs = [W^rlx] ; (rf ; rmw)*
    let rs = rf.between(writes, updates).closed().maybe();
    let rs = rs.between(writes & atomics, writes);
    // [E^rel] ; ([F] ; sb)?
    let released = sb.between(fences, all).or(Relation::identity(all));
    let released = released.between(releases, all);
    // [R^rlx] ; (sb ; [F])? ; [E^acq]
    let acquired = sb.between(all, fences).or(Relation::identity(all));
    let acquired = acquired.between(reads & atomics, acquires);
    let sw = released.then(&rs).then(&rf).then(&acquired);
    let hb = sb.or(before).or(sw).or(changes).closed();
    let eco = rf.or(mo).or(rb).closed();
    // Coherence.
    if !hb.is_irreflexive() || !hb.then(&eco).is_irreflexive() {
        return false;
    }
    // SC.
    let elsewhere = sb.without(same);
    let scb = sb
        .or(elsewhere.then(&hb).then(&elsewhere))
        .or(hb.and(same))
        .or(mo)
        .or(rb);
    let sc_fences = fences & sc;
    let begins = Relation::identity(sc).or(hb.maybe().between(sc_fences, all));
    let ends = Relation::identity(sc).or(hb.maybe().between(all, sc_fences));
    let psc_base = begins.then(&scb).then(&ends);
    let psc_fences = hb.or(hb.then(&eco).then(&hb)).between(sc_fences, sc_fences);
    psc_base.or(psc_fences).is_acyclic()
}
