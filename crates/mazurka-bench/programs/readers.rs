//! readers(n): a writer of x, and n readers of x that first read a variable of
//! their own (*Source Sets*, Figure 1). 2^n traces.

use super::model::sync::Arc;
use super::model::sync::atomic::Ordering::SeqCst;
use super::{together, zeros};

pub(super) fn run(n: usize) {
    // x is at 0, reader i has i.
    let variables = Arc::new(zeros(n + 1));
    together(n + 1, move |i| {
        if i == 0 {
            variables[0].store(1, SeqCst);
        } else {
            variables[i].load(SeqCst);
            let x = variables[0].load(SeqCst);
            assert!(x <= 1, "BUG: read {x}");
        }
    });
}
