//! How the store can be broken, for tests of the simulator.

/// A planted bug, which the simulator has to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mutation {
    /// A commit does not look whether the item is done.
    DoneTwice,
    /// A commit does not look at the round.
    AnyRound,
    /// A commit does not look whether the job is explored.
    AnyState,
    /// A commit appends the first step of a request without looking.
    AppendBlindly,
    /// A request is granted only if its first step is a kid, not any of them.
    FirstStepOnly,
    /// A commit that finds the lease expired is void, but the item is done.
    LateIsLost,
    /// A commit forgets the items of the last frame.
    LastFrameLost,
    /// A commit forgets branches.
    BranchesLost,
    /// An item whose lease has expired is never given again.
    NeverAgain,
    /// Items are never poisoned.
    NeverPoisoned,
    /// A round is given to be concluded however often that has failed.
    NeverGivenUp,
    /// A job is drained though an item is leased.
    DrainedEarly,
    /// A new round keeps what was added up.
    OldCounts,
    /// A second agent is given an item that is leased.
    TakenTwice,
    /// A void commit adds up its numbers.
    VoidCounts,
}
