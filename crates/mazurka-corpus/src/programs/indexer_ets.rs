//! indexer(N) with a table: N actors that each insert four messages by
//! `insert_new` (*Source Sets*, section 11).

use super::indexer::{INDEXER, MESSAGES, SLOTS, slot_of};
use crate::{Body, Program};
use mazurka::actor::{self, Mailbox, Table};

/// As [`INDEXER`], with a table in place of the compare-and-swap.
pub const INDEXER_ETS: Program = Program {
    name: "indexer_ets",
    summary: "N actors that each insert 4 messages into a table with 128 keys by insert_new",
    sizes: &[12, 15],
    allowed: 1..=SLOTS / MESSAGES,
    build,
    expected: INDEXER.expected,
};

fn build(n: usize) -> Body {
    Box::new(move || {
        let table = Table::new();
        for t in 0..n {
            let table = table.clone();
            actor::spawn(move |_: Mailbox<()>| {
                for m in 1..=MESSAGES {
                    let (w, mut h) = slot_of(t, m);
                    while !table.insert_new(h, w) {
                        h = (h + 1) % SLOTS;
                    }
                }
            });
        }
    })
}
