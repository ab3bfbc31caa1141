//! What receives look for, known to the sends as well.
//!
//! The order of two messages in a mailbox matters only if some receive could
//! take either of them. So a mailbox has no order of its messages as such, but
//! one for each *filter* that a receive of its actor uses: a send takes its turn
//! in the orders of the filters that its message passes, and a receive that finds
//! its time over has looked at the order of its own filter.
//!
//! For that, a send must be able to run the predicates of receives. It can if
//! they capture nothing: then they have no state, and a function pointer stands
//! for them. All others count as a filter that everything passes, and so does a
//! receive without a predicate.
//!
//! A filter is known from the first receive that uses it on. If that comes after
//! messages have been sent, in whatever execution, the exploration begins again
//! ([`Refinement::Filter`](crate::rt::Refinement)).

use crate::rt;
pub(crate) use crate::rt::Filter;
use mazurka_program::ObjectId;
use std::any::TypeId;
use std::mem::{needs_drop, transmute};
use std::ptr::NonNull;

/// Does the message at that address pass?
type Fits = unsafe fn(*const ()) -> bool;

/// In place of a predicate: stands for receives that capture something or do not wait, where
/// messages are to know what they fit (see [`super::message`]). Nothing passes.
const UNKNOWN: usize = 1;

/// The filter that stands for receives that are not known.
pub(super) fn unknown<M: 'static>() -> Filter {
    Filter {
        messages: TypeId::of::<M>(),
        fits: UNKNOWN,
    }
}

/// What of a filter only actors use. Its `fits` is the address of a [`Fits`], or zero.
impl Filter {
    /// Does it stand for receives that are not known?
    pub(super) fn is_unknown(self) -> bool {
        self.fits == UNKNOWN
    }

    /// Is it for messages of that type, and does one pass?
    pub(super) fn fits<M: 'static>(self, message: &M) -> bool {
        self.is_for::<M>() && self.passes(message)
    }

    /// The filter that everything passes.
    pub(super) fn any<M: 'static>() -> Filter {
        Filter {
            messages: TypeId::of::<M>(),
            fits: 0,
        }
    }

    /// The filter of a receive that takes what `pick` makes anything of.
    pub(super) fn of<M: 'static, R, F: Fn(&M) -> Option<R>>(pick: &F) -> Filter {
        let _ = pick;
        if Filter::captures(pick) {
            return Filter::any::<M>();
        }
        let fits: Fits = fits::<M, R, F>;
        Filter {
            messages: TypeId::of::<M>(),
            fits: fits as usize,
        }
    }

    /// Does a predicate capture anything?
    pub(super) fn captures<F>(_: &F) -> bool {
        size_of::<F>() != 0 || needs_drop::<F>()
    }

    /// The part of a mailbox that is the order of the messages that pass.
    fn part(self) -> u64 {
        1 << 63 | self.fits as u64
    }

    /// Is it for messages of that type?
    fn is_for<M: 'static>(self) -> bool {
        self.messages == TypeId::of::<M>() && !self.is_unknown()
    }

    /// Does a message pass? (A predicate that panics has looked at it, too.)
    fn passes<M: 'static>(self, message: &M) -> bool {
        debug_assert!(self.is_for::<M>());
        if self.fits == 0 {
            return true;
        }
        // SAFETY: the number is the address of such a function, for messages of
        // this type.
        unsafe {
            let fits = transmute::<usize, Fits>(self.fits);
            let message: *const M = message;
            rt::judge(|| fits(message.cast())).unwrap_or(true)
        }
    }

    /// Makes the filter known to all who send to that mailbox; the object that
    /// is the order of the messages that pass.
    pub(super) fn use_for(self, mailbox: ObjectId) -> ObjectId {
        rt::add_filter(mailbox, self);
        rt::part(mailbox, self.part())
    }
}

/// Runs a predicate that captures nothing.
///
/// # Safety
/// `message` points to an `M`; a value of type `F`, which has no size, exists or
/// has existed.
unsafe fn fits<M, R, F: Fn(&M) -> Option<R>>(message: *const ()) -> bool {
    // SAFETY: a reference to a type without a size may point anywhere.
    let pick = unsafe { NonNull::<F>::dangling().as_ref() };
    // SAFETY: the caller's contract.
    pick(unsafe { &*message.cast::<M>() }).is_some()
}

/// The orders in which a message to a mailbox takes its turn: of the filters
/// that it passes, or all of them, for none.
pub(super) fn orders<M: 'static>(mailbox: ObjectId, message: Option<&M>) -> Vec<ObjectId> {
    let filters = rt::use_filters(mailbox);
    let of_this_type = filters.into_iter().filter(|filter| filter.is_for::<M>());
    of_this_type
        .filter(|filter| message.is_none_or(|message| filter.passes(message)))
        .map(|filter| rt::part(mailbox, filter.part()))
        .collect()
}
