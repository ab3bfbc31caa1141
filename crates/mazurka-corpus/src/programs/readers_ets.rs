//! readers(N) with a table: one writer and N readers, as actors (*Source Sets*,
//! Figure 13).

use super::readers::READERS;
use crate::{Body, Program};
use mazurka::actor::{self, Mailbox, Table};

/// The writer inserts k; reader i looks up i and then k.
pub const READERS_ETS: Program = Program {
    name: "readers_ets",
    summary: "a writer of a key of a table, and N readers of it that first look up a key of their own",
    sizes: &[2, 8, 13],
    allowed: 1..=60,
    build,
    // The same dependences as with variables.
    expected: READERS.expected,
};

/// What the paper's program has as keys.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    K,
    Own(usize),
}

/// The writer is spawned first, hence scheduled first, as in [`READERS`].
fn build(n: usize) -> Body {
    Box::new(move || {
        let table = Table::new();
        let writer = table.clone();
        actor::spawn(move |_: Mailbox<()>| writer.insert(Key::K, 1));
        for i in 1..=n {
            let reader = table.clone();
            actor::spawn(move |_: Mailbox<()>| {
                let _ = reader.lookup(&Key::Own(i));
                let _ = reader.lookup(&Key::K);
            });
        }
    })
}
