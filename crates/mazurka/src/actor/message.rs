//! Mailboxes as explorers of execution graphs see them: a receive takes from a send, and sends have
//! no order of their own.
//!
//! That is told of mailboxes whose receives wait, and have predicates that capture nothing, or
//! none: then each message says, by a bit for each filter, which receives it fits. Others are
//! strong objects, as where there are no graphs, and a filter that stands for nothing says so.

use super::filter::{self, Filter};
use crate::rt::{self, Refinement};
use mazurka_program::ObjectId;

/// A letter that fits all receives.
const ALL: u64 = u64::MAX;

/// The number of a message to a mailbox, for [`mazurka_program::Kind::Send`]; none if the
/// mailbox is not one of messages.
pub(super) fn number<M: 'static>(mailbox: ObjectId, message: Option<&M>) -> Option<u64> {
    if !rt::is_graph() || rt::refined(&Refinement::LostMessage) {
        return None;
    }
    rt::off_heap(|| {
        let filters = rt::use_filters(mailbox);
        if !are_known(&filters) {
            return None;
        }
        let Some(message) = message else {
            return Some(ALL);
        };
        let bits = filters.iter().enumerate();
        let fits = bits.filter(|(_, filter)| filter.fits(message));
        Some(fits.fold(0, |number, (bit, _)| number | 1 << bit))
    })
}

/// The number of a receive, for [`mazurka_program::Kind::Take`]; none if the mailbox is not one
/// of messages.
pub(super) fn pattern(mailbox: ObjectId, filter: Filter) -> Option<u64> {
    if !rt::is_graph() || rt::refined(&Refinement::LostMessage) {
        return None;
    }
    rt::off_heap(|| {
        let filters = rt::filters(mailbox);
        if !are_known(&filters) {
            return None;
        }
        let place = filters.iter().position(|known| *known == filter)?;
        Some(place as u64)
    })
}

/// There is a receive from that mailbox of which messages do not know whether they fit.
pub(super) fn is_no_mailbox<M: 'static>(mailbox: ObjectId) {
    if rt::is_graph() {
        rt::add_filter(mailbox, filter::unknown::<M>());
    }
}

fn are_known(filters: &[Filter]) -> bool {
    filters.len() <= 64 && !filters.iter().any(|filter| filter.is_unknown())
}
