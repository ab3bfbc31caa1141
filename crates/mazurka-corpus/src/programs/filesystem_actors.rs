//! filesystem(N) with actors: each lock is a process of its own (*Source Sets*,
//! section 11).
//!
//! To acquire a lock, an actor sends its address to the lock and waits for the
//! reply. The lock then waits for a release, and leaves other requests in its
//! mailbox: two selective receives.

use super::filesystem::{BLOCKS, FILESYSTEM, INODES};
use crate::{Body, Program};
use mazurka::actor::{self, Builder, Mailbox, Pid, Table};

/// As [`FILESYSTEM`], with lock processes in place of mutexes and a table in
/// place of the variables.
pub const FILESYSTEM_ACTORS: Program = Program {
    name: "filesystem_actors",
    summary: "N actors that each look for a free block, under a lock process for each inode and each block",
    sizes: &[14, 16, 18, 19],
    allowed: 1..=BLOCKS,
    build,
    expected: FILESYSTEM.expected,
};

/// The reply of a lock.
struct Acquired;

/// What a lock understands.
enum Request {
    Acquire(Pid<Acquired>),
    Release,
}

/// A lock, which serves one request after the other for ever.
fn spawn_lock(name: String) -> Pid<Request> {
    let lock = |mut mailbox: Mailbox<Request>| {
        loop {
            let holder = mailbox.receive_map(|request| match request {
                Request::Acquire(pid) => Some(*pid),
                Request::Release => None,
            });
            holder.send(Acquired);
            mailbox.receive_map(|request| match request {
                Request::Release => Some(()),
                Request::Acquire(_) => None,
            });
        }
    };
    Builder::new().name(name).daemon(true).spawn(lock)
}

fn acquire(lock: Pid<Request>, mailbox: &mut Mailbox<Acquired>) {
    lock.send(Request::Acquire(mailbox.pid()));
    let Acquired = mailbox.receive();
}

#[derive(Clone)]
struct Disk {
    inode_locks: [Pid<Request>; INODES],
    block_locks: [Pid<Request>; BLOCKS],
    /// The blocks of inodes, plus one.
    inodes: Table<usize, usize>,
    /// The blocks in use.
    busy: Table<usize, ()>,
}

impl Disk {
    fn new() -> Disk {
        Disk {
            inode_locks: std::array::from_fn(|i| spawn_lock(format!("inode {i}"))),
            block_locks: std::array::from_fn(|b| spawn_lock(format!("block {b}"))),
            inodes: Table::new(),
            busy: Table::new(),
        }
    }

    fn allocate(&self, thread: usize, mailbox: &mut Mailbox<Acquired>) {
        let i = thread % INODES;
        acquire(self.inode_locks[i], mailbox);
        if self.inodes.lookup(&i).is_none() {
            let mut b = (i * 2) % BLOCKS;
            while !self.take(i, b, mailbox) {
                b = (b + 1) % BLOCKS;
            }
        }
        self.inode_locks[i].send(Request::Release);
    }

    /// Gives a block to an inode, if it is free.
    fn take(&self, inode: usize, block: usize, mailbox: &mut Mailbox<Acquired>) -> bool {
        acquire(self.block_locks[block], mailbox);
        let free = self.busy.lookup(&block).is_none();
        if free {
            self.busy.insert(block, ());
            self.inodes.insert(inode, block + 1);
        }
        self.block_locks[block].send(Request::Release);
        free
    }
}

fn build(n: usize) -> Body {
    Box::new(move || {
        let disk = Disk::new();
        for t in 0..n {
            let disk = disk.clone();
            actor::spawn(move |mut mailbox| disk.allocate(t, &mut mailbox));
        }
    })
}
