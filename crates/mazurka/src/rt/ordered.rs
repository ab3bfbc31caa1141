//! Accesses with another memory ordering than the program says.

use super::context;
use super::off_heap;
use super::runtime::Runtime;
use crate::orders::Orders;
use mazurka_check::SiteKind;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Runtime {
    /// Accesses have these orderings from now on; if there are none, their own.
    pub(crate) fn set_orders(&mut self, orders: Option<Arc<Orders>>) {
        self.state().orders = orders;
    }
}

/// The ordering of an access or a fence, in this check.
#[inline]
pub(crate) fn ordered(
    kind: SiteKind,
    order: Ordering,
    place: &'static Location<'static>,
) -> Ordering {
    let Some(rt) = context::handle() else {
        return order;
    };
    let state = rt.state();
    match &state.orders {
        None => order,
        Some(orders) => off_heap(|| orders.of(kind, order, place)),
    }
}
