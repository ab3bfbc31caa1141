//! The atomic accesses and fences of a program, and the program with other memory orders.
//!
//! A site is a place in the source: instructions that come from the same place, such as
//! those of a template or of a loop that was unrolled, have their order together. What a
//! header of the system does for its caller (`std::atomic`) is a site of the caller: for that
//! there is a copy of such a function for each place that calls it.

use super::Subject;
use crate::code::{Access, Code, Exchange, Exchanging, FunctionId, Op};
use crate::ir;
use crate::machine::Settings;
use crate::parse::is_of_system;
use mazurka_check::{Options as Explore, Site, SiteKind};
use mazurka_memory::Model;
use mazurka_program::Order;
use std::sync::{Arc, Mutex};

/// More copies than this are not made.
const MOST_COPIES: usize = 10_000;

fn from_ir(order: ir::Order) -> Order {
    match order {
        ir::Order::Relaxed => Order::Relaxed,
        ir::Order::Acquire => Order::Acquire,
        ir::Order::Release => Order::Release,
        ir::Order::AcquireRelease => Order::AcquireRelease,
        ir::Order::SequentiallyConsistent => Order::SequentiallyConsistent,
    }
}

fn to_ir(order: Order) -> ir::Order {
    match order {
        Order::Plain | Order::Relaxed => ir::Order::Relaxed,
        Order::Acquire => ir::Order::Acquire,
        Order::Release => ir::Order::Release,
        Order::AcquireRelease => ir::Order::AcquireRelease,
        Order::SequentiallyConsistent => ir::Order::SequentiallyConsistent,
    }
}

/// What may have another order in an instruction: one thing, or two for a compare-exchange.
fn orders(op: &Op) -> Vec<(SiteKind, Order)> {
    let one = |kind, access: &Access| {
        let order = access.order.map(from_ir);
        order.map(|order| (kind, order)).into_iter().collect()
    };
    match op {
        Op::Load { access, .. } | Op::LoadBits { access, .. } => one(SiteKind::Load, access),
        Op::Store { access, .. } => one(SiteKind::Store, access),
        Op::Rmw { access, .. } => one(SiteKind::Update, access),
        Op::CompareExchange { exchange, .. } | Op::CompareExchangeWide { exchange, .. } => {
            match exchange.kind {
                Exchanging::Always => one(SiteKind::Store, &exchange.access(true)),
                _ => {
                    let mut both: Vec<_> = one(SiteKind::Update, &exchange.access(true));
                    both.extend(one(SiteKind::Failure, &exchange.access(false)));
                    both
                }
            }
        }
        Op::Fence { order } => vec![(SiteKind::Fence, from_ir(*order))],
        _ => Vec::new(),
    }
}

/// Gives an instruction another order.
fn set(op: &mut Op, kind: SiteKind, to: Order) {
    match op {
        Op::Load { access, .. }
        | Op::LoadBits { access, .. }
        | Op::Store { access, .. }
        | Op::Rmw { access, .. } => access.order = Some(to_ir(to)),
        Op::CompareExchange { exchange, .. } | Op::CompareExchangeWide { exchange, .. } => {
            let own = |is_exchanged| {
                let order = exchange.access(is_exchanged).order;
                order.unwrap_or(ir::Order::Relaxed)
            };
            let (success, failure) = match (kind, exchange.kind) {
                (_, Exchanging::Always) => (to_ir(to), to_ir(to)),
                (SiteKind::Failure, _) => (own(true), to_ir(to)),
                _ => (to_ir(to), own(false)),
            };
            *exchange = Exchange::new(exchange.size, exchange.kind, success, failure);
        }
        Op::Fence { order } => *order = to_ir(to),
        _ => {}
    }
}

/// A site, and the instructions that it is: functions and places in them.
pub(super) struct Spot {
    pub(super) site: Site,
    ops: Vec<(usize, usize)>,
}

/// The sites of a program, in the order of the source files, lines and columns.
pub(super) fn spots(code: &Code) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    let mut known = rustc_hash::FxHashMap::default();
    for (number, function) in code.functions.iter().enumerate() {
        for (at, op) in function.ops.iter().enumerate() {
            for (kind, order) in orders(op) {
                let place = function.places[at];
                let of = place.checked_sub(1).map(|nth| code.places[nth as usize]);
                if of.is_some_and(|place| place.is_assembly) {
                    // It has the order of its instruction.
                    continue;
                }
                // What has no place is a site of its own.
                let alone = (place == 0).then_some((number, at));
                let site = |place: u32| match place.checked_sub(1) {
                    Some(nth) => {
                        let place = code.places[nth as usize];
                        let file = code.files[place.file as usize].clone();
                        (file, place.line, place.column)
                    }
                    None => (format!("function {}", function.name), 0, 0),
                };
                let (file, line, column) = site(place);
                let key = (file.clone(), line, column, alone, kind, order as u8);
                let nth = *known.entry(key).or_insert_with(|| {
                    spots.push(Spot {
                        site: Site {
                            file,
                            line,
                            column,
                            kind,
                            order,
                        },
                        ops: Vec::new(),
                    });
                    spots.len() - 1
                });
                spots[nth].ops.push((number, at));
            }
        }
    }
    spots
}

/// The program, with a copy of what headers of the system do for each place that calls it.
pub(super) fn with_copies(code: &Code) -> Code {
    let mut code = code.clone();
    let place_of = |code: &Code, number: usize, at: usize| {
        let place = code.functions[number].places[at].checked_sub(1)?;
        Some(code.places[place as usize])
    };
    let is_foreign = |code: &Code, number: usize, at: usize| {
        place_of(code, number, at)
            .is_some_and(|place| is_of_system(&code.files[place.file as usize]))
    };
    // Functions of which all that has a place is in such a header, and that come to an atomic
    // access or a fence.
    let count = code.functions.len();
    let is_header = |number: usize| {
        let ops = &code.functions[number].ops;
        !ops.is_empty()
            && (0..ops.len())
                .all(|at| is_foreign(&code, number, at) || place_of(&code, number, at).is_none())
            && (0..ops.len()).any(|at| is_foreign(&code, number, at))
    };
    let headers: Vec<bool> = (0..count).map(is_header).collect();
    let mut acts: Vec<bool> = (0..count)
        .map(|number| {
            headers[number]
                && code.functions[number]
                    .ops
                    .iter()
                    .any(|op| !orders(op).is_empty())
        })
        .collect();
    // What calls such a function does so as well.
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for number in 0..count {
            let mut ops = code.functions[number].ops.iter();
            let calls =
                |op: &Op| matches!(op, Op::Call { function, .. } if acts[function.0 as usize]);
            if headers[number] && !acts[number] && ops.any(calls) {
                acts[number] = true;
                has_changed = true;
            }
        }
    }
    // Copies are looked at, too: they call others. They have the place of the first caller.
    let mut number = 0;
    while number < code.functions.len() && code.functions.len() < count + MOST_COPIES {
        let is_copy = number >= count;
        if is_copy || !acts[number] {
            for at in 0..code.functions[number].ops.len() {
                let Op::Call { function, .. } = code.functions[number].ops[at] else {
                    continue;
                };
                let callee = function.0 as usize;
                if !acts.get(callee).is_some_and(|acts| *acts) || callee == number {
                    continue;
                }
                let place = code.functions[number].places[at];
                let mut copy = code.functions[callee].clone();
                copy.places.fill(place);
                let id = FunctionId(code.functions.len() as u32);
                code.functions.push(copy);
                if let Op::Call { function, .. } = &mut code.functions[number].ops[at] {
                    *function = id;
                }
            }
        }
        number += 1;
    }
    code
}

impl Subject {
    /// The sites of the program.
    pub(super) fn sites(&self) -> Vec<Site> {
        let spots = spots(&with_copies(&self.code));
        spots.into_iter().map(|spot| spot.site).collect()
    }

    /// The program with an order for each of its sites, under a model. It ends with the first
    /// finding.
    pub(super) fn strengthened(&self, orders: &[Order], model: Model) -> Option<Subject> {
        let mut code = with_copies(&self.code);
        let spots = spots(&code);
        if spots.len() != orders.len() {
            return None;
        }
        for (Spot { site, ops }, order) in spots.iter().zip(orders) {
            if site.order != *order {
                for (function, at) in ops {
                    set(&mut code.functions[*function].ops[*at], site.kind, *order);
                }
            }
        }
        let options = Explore {
            graphs: Explore::graphs_for(self.options.algorithm, model),
            keep_going: false,
            ..self.options.clone()
        };
        let machine = Settings {
            model,
            graphs: options.graphs.is_some(),
            // What is undefined under the models of C is a bug under any.
            races: self.machine.races || !self.machine.model.is_buffered(),
            ..self.machine.clone()
        };
        Some(Subject {
            code: Arc::new(code),
            machine,
            options,
            reached: Mutex::default(),
        })
    }
}
