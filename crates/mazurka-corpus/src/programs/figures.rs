//! The programs of *Source Sets*, Figures 2 and 10: a race that shows only if a
//! sequence of steps of other processes comes first, so that sleep sets alone
//! run into sleep-set blocking and wakeup trees do not.
//!
//! Processes are spawned in the order p, r, s, q, so that the first execution is
//! the paper's p.r.r.s.s.s, with q at the end.

use crate::expected::Theory;
use crate::{Body, Expected, Program};
use mazurka::Algorithm;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;

/// Four processes p, q, r, s over x, y, z.
pub const FIGURE_2: Program = Program {
    name: "figure2",
    summary: "four processes, of which one writes x only after certain steps of the others (one size)",
    sizes: &[1],
    allowed: 1..=1,
    build: build_figure_2,
    expected: expected_figure_2,
};

/// n groups of four processes, where p of a group spawns the next group.
pub const FIGURE_10: Program = Program {
    name: "figure10",
    summary: "n groups of the processes of Figure 2, each group spawned only by one trace of the group before",
    sizes: &[1, 2, 3, 4, 5, 6, 7, 8, 9],
    allowed: 1..=10_000,
    build: build_figure_10,
    expected: expected_figure_10,
};

#[derive(Default)]
struct Group {
    x: AtomicUsize,
    y: AtomicUsize,
    z: AtomicUsize,
}

impl Group {
    fn q(&self) {
        self.y.store(1, SeqCst);
    }

    fn r(&self) {
        let m = self.y.load(SeqCst);
        if m == 0 {
            self.z.store(1, SeqCst);
        }
    }
}

/// `s` reads y whatever it read from z: in the paper's words, its label (6)
/// "marks the read of the value of y, together with the assignment to l, and
/// the condition check on n".
fn build_figure_2(_: usize) -> Body {
    Box::new(|| {
        let group = Arc::new(Group::default());
        let (p, q, r, s) = (group.clone(), group.clone(), group.clone(), group);
        thread::spawn(move || p.x.load(SeqCst));
        thread::spawn(move || r.r());
        thread::spawn(move || {
            let n = s.z.load(SeqCst);
            let l = s.y.load(SeqCst);
            if n == 1 && l == 0 {
                s.x.store(1, SeqCst);
            }
        });
        thread::spawn(move || q.q());
    })
}

/// r reads y after q's write: s reads z, and y before or after q: 2. r reads y
/// before it, so that z is written: s reads z too early, and y before or after
/// q: 2; s reads z in time and y after q: 1; s reads both in time and writes x,
/// before or after p's read: 2.
fn expected_figure_2(algorithm: Algorithm, _: usize) -> Expected {
    Theory {
        traces: Some(7),
        interleavings: Some(158),
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}

/// All the p of the program and the first group's q, r and s start at once.
///
/// The p are spawned, hence scheduled, from the last to the first. The order
/// was chosen: `source` then starts exponentially many executions in vain, as in
/// the paper's Table 1; from the first to the last it was only quadratically
/// many, whatever the order of q, r and s (docs/BENCHMARKS.md).
fn build_figure_10(n: usize) -> Body {
    Box::new(move || {
        let groups: Arc<Vec<Group>> = Arc::new((0..n).map(|_| Group::default()).collect());
        for i in (0..n).rev() {
            let groups = groups.clone();
            thread::spawn(move || {
                if groups[i].x.load(SeqCst) == 1 && i + 1 < groups.len() {
                    spawn_group(&groups, i + 1);
                }
            });
        }
        spawn_group(&groups, 0);
    })
}

fn spawn_group(groups: &Arc<Vec<Group>>, i: usize) {
    let (q, r, s) = (groups.clone(), groups.clone(), groups.clone());
    thread::spawn(move || r[i].r());
    thread::spawn(move || {
        let n = s[i].z.load(SeqCst);
        if n == 1 {
            let l = s[i].y.load(SeqCst);
            if l == 0 {
                s[i].x.store(1, SeqCst);
            }
        }
    });
    thread::spawn(move || q[i].q());
}

/// Four traces for each group in which p reads x before it is written or it is
/// not written, and one more for the last, where p reads x after that.
fn expected_figure_10(algorithm: Algorithm, n: usize) -> Expected {
    Theory {
        traces: Some(4 * n as u64 + 1),
        interleavings: Some(69).filter(|_| n == 1),
        classic_blocked: None,
        source_blocked: None,
    }
    .expected(algorithm)
}
