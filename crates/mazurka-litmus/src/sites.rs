//! The atomic accesses and fences of a test, and the test with other memory orders.

use crate::code::{Instruction, StoreOrder, Update};
use crate::subject::Subject;
use crate::test::Test;
use mazurka_check::{Options as Explore, Site, SiteKind};
use mazurka_memory::Model;
use mazurka_program::Order;
use std::sync::Arc;

/// What may have another order in an instruction: one thing, or two for a compare-exchange.
fn orders(instruction: &Instruction) -> Vec<(SiteKind, Order)> {
    match instruction {
        Instruction::Load { order, .. } if *order != Order::Plain => {
            vec![(SiteKind::Load, *order)]
        }
        Instruction::Store {
            order:
                order @ (StoreOrder::Relaxed | StoreOrder::Release | StoreOrder::SequentiallyConsistent),
            ..
        } => vec![(SiteKind::Store, order.of_language())],
        Instruction::Update { update, orders, .. } => {
            let mut all = vec![(SiteKind::Update, orders.success)];
            if *update == Update::CompareExchange {
                all.push((SiteKind::Failure, orders.failure));
            }
            all
        }
        Instruction::StoreBarrier(order) => vec![(SiteKind::Fence, *order)],
        Instruction::LoadBarrier => vec![(SiteKind::Fence, Order::Acquire)],
        Instruction::Fence => vec![(SiteKind::Fence, Order::SequentiallyConsistent)],
        _ => Vec::new(),
    }
}

/// Gives an instruction another order.
fn set(instruction: &mut Instruction, kind: SiteKind, to: Order) {
    match instruction {
        Instruction::Load { order, .. } => *order = to,
        Instruction::Store { order, .. } => {
            *order = match to {
                Order::SequentiallyConsistent => StoreOrder::SequentiallyConsistent,
                Order::Release | Order::AcquireRelease => StoreOrder::Release,
                Order::Plain | Order::Relaxed | Order::Acquire => StoreOrder::Relaxed,
            }
        }
        Instruction::Update { orders, .. } if kind == SiteKind::Failure => orders.failure = to,
        Instruction::Update { orders, .. } => orders.success = to,
        fence => {
            *fence = match to {
                Order::SequentiallyConsistent => Instruction::Fence,
                Order::Acquire => Instruction::LoadBarrier,
                order => Instruction::StoreBarrier(order),
            }
        }
    }
}

/// The sites, with the thread and the instruction of each.
fn found(test: &Test) -> impl Iterator<Item = (usize, usize, SiteKind, Order)> {
    let threads = test.threads.iter().enumerate();
    threads.flat_map(|(thread, of)| {
        let code = of.code.iter().enumerate();
        code.flat_map(move |(at, instruction)| {
            let orders = orders(instruction).into_iter();
            orders.map(move |(kind, order)| (thread, at, kind, order))
        })
    })
}

/// The sites of a test, which is in that file.
pub(crate) fn sites(test: &Test, file: &str) -> Vec<Site> {
    let site = |(thread, at, kind, order): (usize, usize, SiteKind, Order)| {
        let thread = &test.threads[thread];
        let place = thread.place(at);
        Site {
            file: match place {
                Some(_) => file.to_owned(),
                None => format!("{file}, P{}", thread.number),
            },
            line: place.map_or(0, |place| place.line as u32),
            column: place.map_or(0, |place| place.column as u32),
            kind,
            order,
        }
    };
    found(test).map(site).collect()
}

impl Subject {
    /// The test with an order for each of its sites, under a model.
    pub(crate) fn strengthened(&self, orders: &[Order], model: Model) -> Option<Subject> {
        let mut test = Test::clone(&self.test);
        let sites: Vec<_> = found(&self.test).collect();
        if sites.len() != orders.len() {
            return None;
        }
        for ((thread, at, kind, own), order) in sites.into_iter().zip(orders) {
            if own != *order {
                set(&mut test.threads[thread].code[at], kind, *order);
            }
        }
        let options = &self.options;
        let subject = Subject {
            test: Arc::new(test),
            model,
            buffer_bound: self.buffer_bound,
            max_memory: self.max_memory,
            options: Explore {
                graphs: Explore::graphs_for(options.algorithm, model),
                ..options.clone()
            },
        };
        subject.refusal().is_none().then_some(subject)
    }
}
