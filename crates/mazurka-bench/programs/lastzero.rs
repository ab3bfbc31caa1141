//! lastzero(n): a search from the end of an array for a zero, beside n threads that
//! each write `x[j - 1] + 1` to `x[j]` (*Source Sets*, Figure 11).
//! 2^(n-2) (n + 3) traces.

use super::model::sync::Arc;
use super::model::sync::atomic::Ordering::SeqCst;
use super::{together, zeros};

pub(super) fn run(n: usize) {
    let x = Arc::new(zeros(n + 1));
    together(n + 1, move |j| {
        if j > 0 {
            let before = x[j - 1].load(SeqCst);
            assert!(before < j, "BUG: x[{}] = {before}", j - 1);
            x[j].store(before + 1, SeqCst);
            return;
        }
        let mut i = n;
        while i > 0 && x[i].load(SeqCst) != 0 {
            i -= 1;
        }
    });
}
