//! Mazurka explores how its own schedulers hand work over: the pool and the segments
//! of `mazurka-parallel`, the same files, compiled against the types of this crate.
//!
//! In every execution each piece of work is taken once, nobody waits for ever (that
//! would be a deadlock), and a scheduler is told that there is nothing left only
//! when all work has been done, which it can see without a data race. That these
//! checks can fail is told in `MUTATIONS.md` of `mazurka-testkit`.

#[path = "../../mazurka-parallel/src/pool.rs"]
#[allow(dead_code, reason = "the tests use a part")]
mod pool;

#[path = "../../mazurka-parallel/src/segment.rs"]
#[allow(dead_code, reason = "the tests use a part")]
mod segment;

/// What both are made of here.
mod sync {
    pub(crate) use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub(crate) use mazurka::sync::{Condvar, Mutex, MutexGuard};
}

use mazurka::cell::UnsafeCell;
use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, Model, thread};
use mazurka_explore::shared::Claim;
use mazurka_explore::{PREVIOUS, Packet};
use pool::Pool;
use segment::Segment;
use serde_json::json;

/// Explores under SC and TSO.
#[track_caller]
fn verified(f: impl Fn() + Copy + Send + Sync + 'static) {
    for model in [Model::Sc, Model::Tso] {
        let report = Checker::new().model(model).check(f);
        assert!(report.is_verified(), "{model:?}: {report}");
        assert_eq!(report.statistics().blocked, 0, "{report}");
    }
}

/// Runs `work` on so many threads, the first of them this one.
fn together(count: usize, work: impl Fn(usize) + Clone + Send + 'static) {
    let threads: Vec<_> = (1..count)
        .map(|i| {
            let work = work.clone();
            thread::spawn(move || work(i))
        })
        .collect();
    work(0);
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Pieces of work, each with those that turn up when somebody works on it.
#[derive(Clone, Copy)]
struct Pieces(&'static [&'static [usize]]);

/// Schedulers that share work.
struct Crew {
    pool: Pool<usize>,
    pieces: Pieces,
    /// How often somebody has worked on each piece. Not atomic: whoever looks must
    /// come after whoever did.
    worked: Vec<UnsafeCell<u32>>,
}

// SAFETY: that no two access the same element of `worked` at the same time is what is
// checked: a data race is a finding.
unsafe impl Sync for Crew {}
// SAFETY: there is nothing in it that belongs to a thread.
unsafe impl Send for Crew {}

impl Crew {
    /// Piece 0 is there.
    fn new(schedulers: usize, pieces: Pieces) -> Arc<Crew> {
        let crew = Crew {
            pool: Pool::new(schedulers),
            pieces,
            worked: pieces.0.iter().map(|_| UnsafeCell::new(0)).collect(),
        };
        crew.push(0, &[0]);
        Arc::new(crew)
    }

    fn push(&self, scheduler: usize, pieces: &[usize]) {
        self.pool.push(scheduler, pieces.iter().copied());
    }

    /// A scheduler works on a piece, and has more to do then.
    fn work_on(&self, scheduler: usize, piece: usize) {
        self.push(scheduler, self.pieces.0[piece]);
        // SAFETY: whoever took a piece is the only one to work on it.
        self.worked[piece].with_mut(|times| unsafe { *times += 1 });
        self.pool.done();
    }

    /// A scheduler works until there is nothing left.
    fn work(&self, scheduler: usize) {
        while let Some(piece) = self.pool.take(scheduler) {
            self.work_on(scheduler, piece);
        }
    }

    /// How often somebody has worked on each piece, once nobody does.
    fn worked(&self) -> Vec<u32> {
        let worked = self.worked.iter();
        // SAFETY: nobody works.
        worked
            .map(|times| times.with(|times| unsafe { *times }))
            .collect()
    }

    /// A scheduler works until there is nothing left, which means that all is done.
    fn work_to_the_end(&self, scheduler: usize) {
        self.work(scheduler);
        assert!(self.worked().iter().all(|times| *times == 1));
    }
}

#[track_caller]
fn all_is_done(schedulers: usize, pieces: Pieces) {
    verified(move || {
        let crew = Crew::new(schedulers, pieces);
        together(schedulers, move |i| crew.work_to_the_end(i));
    });
}

#[test]
fn two_schedulers_do_all_work_once() {
    all_is_done(2, Pieces(&[&[]]));
    all_is_done(2, Pieces(&[&[1], &[]]));
    all_is_done(2, Pieces(&[&[1, 2], &[], &[]]));
}

/// As long as nobody is done, nobody is woken by that: so many pieces can be worked
/// on by so many schedulers at the same time, wherever they are.
#[test]
fn nobody_waits_while_there_is_work() {
    const ALL: [&[&[usize]]; 5] = [
        &[&[1], &[]],
        &[&[], &[1]],
        &[&[1, 2], &[], &[]],
        &[&[], &[1, 2], &[]],
        &[&[], &[1], &[2]],
    ];
    for queues in ALL {
        verified(move || {
            let crew = Crew::new(queues.len(), Pieces(&[&[], &[], &[]]));
            for (i, pieces) in queues.iter().enumerate() {
                crew.push(i, pieces);
            }
            together(queues.len(), move |i| {
                assert!(crew.pool.take(i).is_some());
            });
        });
    }
}

/// Somebody has work, and gives some up while the others find none.
#[test]
fn who_waits_gets_what_is_given_up() {
    for others in [1, 2] {
        verified(move || {
            let crew = Crew::new(others + 1, Pieces(&[&[], &[], &[]]));
            assert_eq!(crew.pool.take(0), Some(0));
            together(others + 1, move |i| match i {
                0 => crew.push(0, &[1, 2][..others]),
                _ => assert!(crew.pool.take(i).is_some()),
            });
        });
    }
}

/// Somebody does the last piece, or stops all, while the others wait.
#[test]
fn nobody_waits_when_all_is_done_or_stopped() {
    for act in [Pool::done, Pool::stop] {
        verified(move || {
            let crew = Crew::new(3, Pieces(&[&[]]));
            assert_eq!(crew.pool.take(0), Some(0));
            together(3, move |i| match i {
                0 => act(&crew.pool),
                _ => assert_eq!(crew.pool.take(i), None),
            });
        });
    }
}

/// What two schedulers have not taken when they are stopped is still there.
#[test]
fn what_is_left_after_a_stop_is_not_lost() {
    verified(|| {
        let crew = Crew::new(2, Pieces(&[&[1], &[]]));
        let left = crew.clone();
        together(3, move |i| match i {
            0 => crew.pool.stop(),
            _ => crew.work(i - 1),
        });
        let mut all = left.worked();
        for piece in left.pool.left() {
            all[piece] += 1;
        }
        let is_known = |piece: usize| piece == 0 || left.worked()[0] == 1;
        for (piece, count) in all.into_iter().enumerate() {
            assert_eq!(count, u32::from(is_known(piece)));
        }
    });
}

/// A branch of so many nodes below the node `place`.
fn packet(place: u32, length: usize) -> Packet {
    // Parent, process, alternative and accesses.
    let node = |parent: u32| json!([parent, 0, 0, 0]);
    let mut nodes = vec![node(PREVIOUS); length];
    nodes[0] = node(place);
    let mut packet = serde_json::to_value(Packet::default()).expect("plain data");
    packet["nodes"] = nodes.into();
    serde_json::from_value(packet).expect("a packet")
}

/// The place and the length of a branch.
fn read(packet: &Packet) -> (u32, usize) {
    (packet.parents().next().expect("a node"), packet.len())
}

/// What a scheduler knows of a segment: its branches, which are known by their lengths, each
/// with the node that it begins at.
type Known = Vec<(u32, usize)>;

/// As a scheduler does it: claims a branch at a node of a segment that it has a copy of,
/// unless the copy has it, or what others have appended meanwhile. Was it the first?
fn claim(segment: &Segment, copy: &mut Known, branch: (u32, usize)) -> Option<u32> {
    let (place, length) = branch;
    while !copy.contains(&branch) {
        let children = copy.iter().filter(|(parent, _)| *parent == place).count();
        let (leaf, log) = segment.claim(Claim {
            segment: segment.number,
            version: copy.len(),
            place,
            children: u32::try_from(children).expect("few"),
            branch: packet(place, length),
        });
        copy.extend(log.iter().map(|packet| read(packet)));
        if leaf.is_some() {
            assert_eq!(copy.last(), Some(&branch), "what was claimed is the last");
            return leaf;
        }
    }
    None
}

/// Each scheduler wants some branches: each is claimed by one of them, as the leaf that
/// it is in the log.
#[track_caller]
fn each_branch_is_claimed_once(wanted: &'static [&'static [(u32, usize)]]) {
    verified(move || {
        // The root has two children, nodes 1 and 2.
        let first = vec![
            std::sync::Arc::new(packet(0, 1)),
            std::sync::Arc::new(packet(0, 1)),
        ];
        let segment = Arc::new(Segment::new(1, None, first));
        let theirs = segment.clone();
        let claimed = Arc::new(Mutex::new(Vec::new()));
        let all = claimed.clone();
        together(wanted.len(), move |i| {
            let mut copy = vec![(0, 1), (0, 1)];
            for branch in wanted[i] {
                if let Some(leaf) = claim(&theirs, &mut copy, *branch) {
                    all.lock().unwrap().push((leaf, *branch));
                }
            }
        });
        let mut claimed = std::mem::take(&mut *claimed.lock().unwrap());
        claimed.sort_unstable();
        let mut nodes = 3;
        let log = segment.after(2).into_iter().map(|packet| {
            let branch = read(&packet);
            nodes += branch.1;
            (u32::try_from(nodes - 1).expect("few"), branch)
        });
        assert_eq!(claimed, log.collect::<Vec<_>>());
        let mut branches: Vec<_> = claimed.into_iter().map(|(_, branch)| branch).collect();
        branches.sort_unstable();
        let mut expected = wanted.concat();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(branches, expected);
    });
}

#[test]
fn each_branch_of_a_segment_is_claimed_once() {
    each_branch_is_claimed_once(&[&[(1, 1)], &[(1, 1)]]);
    each_branch_is_claimed_once(&[&[(1, 1)], &[(1, 2)]]);
    each_branch_is_claimed_once(&[&[(1, 1)], &[(2, 1)]]);
    each_branch_is_claimed_once(&[&[(1, 1), (1, 2)], &[(1, 2), (1, 1)]]);
    each_branch_is_claimed_once(&[&[(1, 1), (2, 2), (1, 3)], &[(1, 3), (2, 2), (1, 1)]]);
    each_branch_is_claimed_once(&[&[(1, 1)], &[(1, 2)], &[(1, 1)]]);
    each_branch_is_claimed_once(&[&[(1, 1), (2, 2)], &[(2, 2), (1, 3)], &[(1, 3), (1, 1)]]);
}
