//! What programs are made of, and how often.

use super::Family;

impl Family {
    /// What it adds to the weights of a program.
    pub(super) fn weights(self) -> Weights {
        match self {
            Family::Swap => &[(Make::Swap, 8), (Make::Set, 8), (Make::Fetch, 14)],
            Family::TryLock => &[(Make::TrySection, 12), (Make::Section, 8)],
            Family::RwLock => &[
                (Make::ReadSection, 10),
                (Make::WriteSection, 8),
                (Make::TryReadSection, 4),
                (Make::TryWriteSection, 4),
                (Make::StrayRwLock, 2),
            ],
            Family::Semaphore => &[
                (Make::PermitSection, 8),
                (Make::Acquire, 5),
                (Make::TryAcquire, 6),
                (Make::Release, 7),
            ],
            Family::Once => &[(Make::OnceSection, 20), (Make::Complete, 1)],
            Family::Choice => &[(Make::Choose, 12)],
            Family::Spin => &[
                (Make::Spin, 8),
                (Make::SpinCompareExchange, 8),
                (Make::SpinOr, 6),
            ],
            Family::Await => &[(Make::Await, 8), (Make::AwaitAny, 5), (Make::AwaitThen, 8)],
            Family::Condvar => &[
                (Make::WaitSection, 12),
                (Make::WaitTimeoutSection, 6),
                (Make::NotifyOne, 8),
                (Make::NotifyAll, 5),
            ],
            Family::Park => &[(Make::Park, 10), (Make::Unpark, 12)],
            Family::Channel => &[
                // All but the receiver send instead of receiving.
                (Make::Send, 12),
                (Make::TrySend, 10),
                (Make::Recv, 24),
                (Make::TryRecv, 20),
                (Make::Close, 14),
                (Make::DropReceiver, 18),
            ],
            Family::Mailbox => &[
                (Make::Post, 14),
                (Make::Receive, 20),
                (Make::ReceiveTimeout, 20),
            ],
            Family::Buffer => &[
                (Make::Store, 10),
                (Make::Load, 6),
                (Make::StoreAndLoad, 12),
                (Make::StoreRelease, 6),
                (Make::StoreSeqCst, 3),
                (Make::Fence, 4),
                (Make::StoreBarrier, 5),
            ],
        }
    }
}

/// What can be made in one go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    Load,
    Store,
    FetchAdd,
    CompareExchange,
    Add,
    Section,
    StrayUnlock,
    StrayLock,
    Swap,
    Fetch,
    Set,
    TrySection,
    ReadSection,
    WriteSection,
    TryReadSection,
    TryWriteSection,
    StrayRwLock,
    PermitSection,
    Acquire,
    TryAcquire,
    Release,
    OnceSection,
    Complete,
    Choose,
    Spin,
    SpinCompareExchange,
    SpinOr,
    Await,
    AwaitAny,
    AwaitThen,
    WaitSection,
    WaitTimeoutSection,
    NotifyOne,
    NotifyAll,
    Park,
    Unpark,
    Send,
    TrySend,
    Recv,
    TryRecv,
    Close,
    DropReceiver,
    Post,
    Receive,
    ReceiveTimeout,
    StoreAndLoad,
    StoreRelease,
    StoreSeqCst,
    Fence,
    StoreBarrier,
}

/// How often what is made.
pub(super) type Weights = &'static [(Make, usize)];

/// The shapes.
pub(super) const SHAPES: [Weights; 8] = {
    use Make::{Add, CompareExchange, FetchAdd, Load, Section, Store, StrayLock, StrayUnlock};
    [
        // A bit of everything.
        &[
            (Load, 10),
            (Store, 10),
            (FetchAdd, 5),
            (CompareExchange, 5),
            (Add, 3),
            (Section, 4),
            (StrayUnlock, 1),
            (StrayLock, 1),
        ],
        // Lock heavy.
        &[
            (Load, 4),
            (Store, 4),
            (FetchAdd, 1),
            (CompareExchange, 1),
            (Add, 1),
            (Section, 16),
            (StrayUnlock, 1),
            (StrayLock, 1),
        ],
        // Compare-exchange heavy.
        &[
            (Load, 4),
            (Store, 3),
            (FetchAdd, 2),
            (CompareExchange, 16),
            (Add, 1),
            (Section, 1),
        ],
        // Mostly reads.
        &[
            (Load, 16),
            (Store, 5),
            (FetchAdd, 1),
            (CompareExchange, 1),
            (Add, 1),
            (Section, 1),
        ],
        // Loads and stores only.
        &[(Load, 10), (Store, 12)],
        // Additions.
        &[
            (Load, 5),
            (Store, 3),
            (FetchAdd, 3),
            (CompareExchange, 2),
            (Add, 12),
            (Section, 1),
        ],
        // Additions and compare-exchanges.
        &[
            (Load, 3),
            (Store, 1),
            (FetchAdd, 1),
            (CompareExchange, 8),
            (Add, 8),
        ],
        // Locks without discipline.
        &[
            (Load, 2),
            (Store, 2),
            (FetchAdd, 1),
            (CompareExchange, 1),
            (Section, 6),
            (StrayUnlock, 3),
            (StrayLock, 5),
        ],
    ]
};
