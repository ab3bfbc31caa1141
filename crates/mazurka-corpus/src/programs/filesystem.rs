//! filesystem(N) of Flanagan and Godefroid (POPL 2005): N threads that each
//! give a block to an inode, under one lock for each inode and each block.

use crate::expected::{Theory, power};
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::{Arc, Mutex};
use mazurka::thread;

pub(super) const INODES: usize = 32;
pub(super) const BLOCKS: usize = 26;

/// Thread t takes the first block that is free from `2 t mod 26` on.
pub const FILESYSTEM: Program = Program {
    name: "filesystem",
    summary: "N threads that each look for a free block, under a lock for each inode and each block",
    sizes: &[14, 16, 18, 19],
    // With more threads than blocks the search would never end.
    allowed: 1..=BLOCKS,
    build,
    expected,
};

struct Disk {
    /// The block of an inode, plus one; zero where it has none.
    inodes: Vec<Mutex<usize>>,
    /// Whether a block is in use.
    blocks: Vec<Mutex<bool>>,
}

impl Disk {
    fn new() -> Disk {
        Disk {
            inodes: (0..INODES).map(|_| Mutex::new(0)).collect(),
            blocks: (0..BLOCKS).map(|_| Mutex::new(false)).collect(),
        }
    }

    fn allocate(&self, thread: usize) {
        let i = thread % INODES;
        let mut inode = self.inodes[i].lock().unwrap();
        if *inode != 0 {
            return;
        }
        let mut b = (i * 2) % BLOCKS;
        loop {
            let mut busy = self.blocks[b].lock().unwrap();
            if !*busy {
                *busy = true;
                *inode = b + 1;
                break;
            }
            drop(busy);
            b = (b + 1) % BLOCKS;
        }
    }
}

fn build(n: usize) -> Body {
    Box::new(move || {
        let disk = Arc::new(Disk::new());
        for t in 0..n {
            let disk = disk.clone();
            thread::spawn(move || disk.allocate(t));
        }
    })
}

/// Threads t and t + 13 start at the same even block, the loser ends at the odd
/// one after it, which nobody else wants: 2 traces for each such pair.
fn expected(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: power(2, n.saturating_sub(BLOCKS / 2)),
        interleavings: None,
        classic_blocked: None,
        source_blocked: Some(0),
    }
    .expected(algorithm)
}
