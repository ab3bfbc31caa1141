//! Other memory orderings for the accesses of a check: which accesses there are, and which of
//! them would have to be stronger for the check to pass.

use crate::report::{Report, Verdict};
use crate::rt;
use crate::settings::Settings;
use mazurka_check::{Attempt, Site, SiteKind, Suggestion, Trial, suggest};
use mazurka_memory::Model;
use mazurka_program::Order;
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::Location;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Where an access stands, what it is, and the order that it has there.
type Key = (&'static str, u32, u32, SiteKind, Order);

/// The orders of the accesses of a check.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    /// Those that are not what the program says.
    others: FxHashMap<Key, Order>,
    /// Is everything else sequentially consistent?
    is_total: bool,
    /// What the check came to.
    seen: Mutex<FxHashSet<Key>>,
}

impl Orders {
    /// The order that an access has in this check.
    pub(crate) fn of(
        &self,
        kind: SiteKind,
        order: Ordering,
        place: &'static Location<'static>,
    ) -> Ordering {
        let own = rt::order(order);
        let key = (place.file(), place.line(), place.column(), kind, own);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.insert(key);
        match self.others.get(&key) {
            Some(order) => ordering(*order),
            None if self.is_total => Ordering::SeqCst,
            None => order,
        }
    }
}

fn ordering(order: Order) -> Ordering {
    match order {
        Order::Plain | Order::Relaxed => Ordering::Relaxed,
        Order::Acquire => Ordering::Acquire,
        Order::Release => Ordering::Release,
        Order::AcquireRelease => Ordering::AcqRel,
        Order::SequentiallyConsistent => Ordering::SeqCst,
    }
}

/// Runs a check anew, with those settings.
pub(crate) type Again<'a> = &'a dyn Fn(Settings) -> Report;

/// Which orderings would have to be stronger for a check to pass that has found a bug; for
/// people.
pub(crate) fn suggested(settings: &Settings, again: Again<'_>) -> String {
    let mut tries = Tries {
        settings,
        again,
        keys: Vec::new(),
    };
    // Accesses are known when executions have come to them: those of a check that passes are
    // the ones that matter.
    let orders = Orders {
        is_total: true,
        ..Orders::default()
    };
    let orders = Arc::new(orders);
    let first = tries.check_with(&orders, settings.model);
    let seen = orders.seen.lock().unwrap_or_else(PoisonError::into_inner);
    tries.keys = seen.iter().copied().collect();
    drop(seen);
    tries.keys.sort_unstable();
    let mut suggestion = match first {
        Attempt::Passes(_) => {
            let sites: Vec<Site> = tries.keys.iter().map(site).collect();
            suggest(&sites, Suggestion::MOST_ATTEMPTS, &mut tries)
        }
        other => Suggestion::without_passing(other, || tries.check_under_sc(&[])),
    };
    suggestion.attempts += 1;
    let mut text = String::new();
    for line in suggestion.lines(settings.model) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn site(&(file, line, column, kind, order): &Key) -> Site {
    Site {
        file: file.to_owned(),
        line,
        column,
        kind,
        order,
    }
}

struct Tries<'a> {
    settings: &'a Settings,
    again: Again<'a>,
    keys: Vec<Key>,
}

impl Tries<'_> {
    fn check_with(&self, orders: &Arc<Orders>, model: Model) -> Attempt {
        let report = (self.again)(Settings {
            model,
            orders: Some(Arc::clone(orders)),
            keep_going: false,
            replay: None,
            on_complete: None,
            on_discarded: None,
            ..self.settings.clone()
        });
        match report.verdict() {
            Verdict::Verified => Attempt::Passes(report.statistics().complete),
            Verdict::Bug { .. } => Attempt::Fails,
            _ => Attempt::Unexhausted(report.why()),
        }
    }

    fn orders(&self, orders: &[Order]) -> Orders {
        let others = self.keys.iter().zip(orders);
        let others = others.filter(|((.., own), order)| own != *order);
        Orders {
            others: others.map(|(key, order)| (*key, *order)).collect(),
            ..Orders::default()
        }
    }
}

impl Trial for Tries<'_> {
    fn check(&mut self, orders: &[Order]) -> Attempt {
        self.check_with(&Arc::new(self.orders(orders)), self.settings.model)
    }

    fn check_under_sc(&mut self, _: &[Order]) -> Attempt {
        let orders = Orders {
            is_total: true,
            ..Orders::default()
        };
        self.check_with(&Arc::new(orders), Model::Sc)
    }
}
