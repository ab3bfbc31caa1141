//! The functions that a test may call: atomic operations of C11 and of the Linux
//! kernel, fences and locks.
//!
//! What they order is what a compiler for x86, or SPARC under PSO, makes of them;
//! loads are all alike. This is the table; [`super::call`] decodes calls.

use crate::code::Compute;
use mazurka_program::Order;

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    /// A value that is the address of a location.
    Address,
    /// A place, `*x`.
    Place,
    Value,
    /// A place in memory by its address, or `&variable`.
    Expected,
    /// A memory order.
    Order,
    /// `+` or `-`.
    Operator,
    /// The address of a `struct srcu_struct`, or `&` and its name.
    Srcu,
    /// An address and a value (C11), or a value and an address (Linux).
    AddressAndValue,
}

/// What comes of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// What was there before.
    Old,
    /// What is there after.
    New,
    /// Whether that is zero.
    NewIsZero,
    /// Whether that is negative.
    NewIsNegative,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// With this order, if there is none among the arguments.
    Load(Order),
    /// Likewise.
    Store(Order),
    /// Then a full fence.
    StoreAndFence,
    Exchange,
    /// Of C: writes what it found to the expected place, says whether it
    /// succeeded.
    CompareExchange,
    /// Of Linux: gives what was there.
    CompareAndSwap,
    Update(Compute, Outcome),
    /// ... by one.
    UpdateByOne(Compute, Outcome),
    /// ... by `+` or `-`.
    UpdateByOperator(Outcome),
    /// Says whether it added.
    AddUnless,
    IncrementUnlessZero,
    TestAndSet,
    Clear(Order),
    /// With the order among the arguments.
    Fence,
    FullFence,
    StoreBarrier,
    Nothing,
    Lock,
    Unlock,
    TryLock,
    IsLocked,
    /// Of RCU.
    ReadLock,
    ReadUnlock,
    GracePeriod,
    /// Gives an index; may another thread end the section?
    SrcuLock(bool),
    SrcuUnlock(bool),
    SrcuGracePeriod,
}

use Argument::{Address, AddressAndValue, Expected, Operator, Place, Srcu, Value};

/// A function by its name.
pub(super) fn find(name: &str) -> Option<(&'static [Argument], Action)> {
    if let Some(found) = find_c11(name) {
        return Some(found);
    }
    if let Some(found) = find_linux(name) {
        return Some(found);
    }
    // The weaker variants of the kernel's read-modify-writes: all are atomic,
    // and x86 has no weaker ones.
    let base = ["_relaxed", "_acquire", "_release"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))?;
    let found = find_linux(base)?;
    matches!(
        found.1,
        Action::Exchange
            | Action::CompareAndSwap
            | Action::Update(..)
            | Action::UpdateByOne(..)
            | Action::AddUnless
    )
    .then_some(found)
}

/// Is it a function of C, and not of the Linux kernel?
pub(super) fn is_of_c(name: &str) -> bool {
    find_c11(name).is_some()
}

fn find_c11(name: &str) -> Option<(&'static [Argument], Action)> {
    const SC: Order = Order::SequentiallyConsistent;
    Some(match name {
        "atomic_load" => (&[Address], Action::Load(SC)),
        "atomic_load_explicit" => (&[Address, Argument::Order], Action::Load(SC)),
        "atomic_store" => (&[Address, Value], Action::Store(SC)),
        "atomic_store_explicit" => (&[Address, Value, Argument::Order], Action::Store(SC)),
        // It is no atomic access.
        "atomic_init" => (&[Address, Value], Action::Store(Order::Plain)),
        "atomic_exchange" => (&[Address, Value], Action::Exchange),
        "atomic_exchange_explicit" => (&[Address, Value, Argument::Order], Action::Exchange),
        "atomic_compare_exchange_strong" | "atomic_compare_exchange_weak" | "SCAS" | "WCAS" => {
            (&[Address, Expected, Value], Action::CompareExchange)
        }
        "atomic_compare_exchange_strong_explicit" | "atomic_compare_exchange_weak_explicit" => (
            &[Address, Expected, Value, Argument::Order, Argument::Order],
            Action::CompareExchange,
        ),
        "atomic_thread_fence" => (&[Argument::Order], Action::Fence),
        "atomic_signal_fence" => (&[Argument::Order], Action::Nothing),
        "atomic_flag_test_and_set" => (&[Address], Action::TestAndSet),
        "atomic_flag_test_and_set_explicit" => (&[Address, Argument::Order], Action::TestAndSet),
        "atomic_flag_clear" => (&[Address], Action::Clear(SC)),
        "atomic_flag_clear_explicit" => (&[Address, Argument::Order], Action::Clear(SC)),
        "lock" | "mtx_lock" => (&[Address], Action::Lock),
        "unlock" | "mtx_unlock" => (&[Address], Action::Unlock),
        _ => {
            let fetch = name.strip_prefix("atomic_fetch_")?;
            if let Some(operation) = fetch.strip_suffix("_explicit") {
                let compute = operation_by_name(operation)?;
                (
                    &[Address, Value, Argument::Order],
                    Action::Update(compute, Outcome::Old),
                )
            } else {
                let compute = operation_by_name(fetch)?;
                (&[AddressAndValue], Action::Update(compute, Outcome::Old))
            }
        }
    })
}

fn operation_by_name(name: &str) -> Option<Compute> {
    Some(match name {
        "add" => Compute::Add,
        "sub" => Compute::Subtract,
        "and" => Compute::And,
        "or" => Compute::Or,
        "xor" => Compute::Xor,
        "andnot" => Compute::AndNot,
        _ => return None,
    })
}

fn find_linux(name: &str) -> Option<(&'static [Argument], Action)> {
    Some(match name {
        "READ_ONCE"
        | "rcu_dereference"
        | "rcu_access_pointer"
        | "lockless_dereference"
        | "__load" => (&[Place], Action::Load(Order::Relaxed)),
        "WRITE_ONCE" | "__store" => (&[Place, Value], Action::Store(Order::Relaxed)),
        "rcu_assign_pointer" => (&[Place, Value], Action::Store(Order::Release)),
        "smp_load_acquire" => (&[Address], Action::Load(Order::Acquire)),
        "smp_store_release" => (&[Address, Value], Action::Store(Order::Release)),
        "smp_store_mb" => (&[Place, Value], Action::StoreAndFence),
        "smp_mb"
        | "mb"
        | "smp_mb__before_atomic"
        | "smp_mb__after_atomic"
        | "smp_mb__before_spinlock"
        | "smp_mb__after_spinlock"
        | "smp_mb__after_unlock_lock" => (&[], Action::FullFence),
        "smp_wmb" | "wmb" => (&[], Action::StoreBarrier),
        // Loads are in order.
        "smp_rmb"
        | "rmb"
        | "barrier"
        | "cpu_relax"
        | "smp_read_barrier_depends"
        | "smp_acquire__after_ctrl_dep" => (&[], Action::Nothing),
        "rcu_read_lock" => (&[], Action::ReadLock),
        "rcu_read_unlock" => (&[], Action::ReadUnlock),
        "synchronize_rcu" | "synchronize_rcu_expedited" => (&[], Action::GracePeriod),
        "srcu_read_lock" => (&[Srcu], Action::SrcuLock(false)),
        "srcu_read_unlock" => (&[Srcu, Value], Action::SrcuUnlock(false)),
        "srcu_down_read" => (&[Srcu], Action::SrcuLock(true)),
        "srcu_up_read" => (&[Srcu, Value], Action::SrcuUnlock(true)),
        "synchronize_srcu" | "synchronize_srcu_expedited" => (&[Srcu], Action::SrcuGracePeriod),
        "xchg" | "__xchg" => (&[Address, Value], Action::Exchange),
        "cmpxchg" | "__cmpxchg" => (&[Address, Value, Value], Action::CompareAndSwap),
        "spin_lock" | "raw_spin_lock" | "__lock" => (&[Address], Action::Lock),
        "spin_unlock" | "raw_spin_unlock" | "__unlock" => (&[Address], Action::Unlock),
        "spin_trylock" | "raw_spin_trylock" | "__trylock" => (&[Address], Action::TryLock),
        "spin_is_locked" | "raw_spin_is_locked" | "__islocked" => (&[Address], Action::IsLocked),
        "__atomic_op" => (
            &[Address, Operator, Value],
            Action::UpdateByOperator(Outcome::Old),
        ),
        "__atomic_op_return" => (
            &[Address, Operator, Value],
            Action::UpdateByOperator(Outcome::New),
        ),
        "__atomic_fetch_op" => (
            &[Address, Operator, Value],
            Action::UpdateByOperator(Outcome::Old),
        ),
        "__atomic_add_unless" => (&[Address, Value, Value], Action::AddUnless),
        _ => {
            let operation = ["atomic_long_", "atomic64_", "atomic_"]
                .iter()
                .find_map(|prefix| name.strip_prefix(prefix))?;
            return find_linux_atomic(operation);
        }
    })
}

/// The kernel's `atomic_...`.
fn find_linux_atomic(operation: &str) -> Option<(&'static [Argument], Action)> {
    const BY: &[Argument] = &[Value, Address];
    Some(match operation {
        "read" | "read_acquire" => (&[Address], Action::Load(Order::Acquire)),
        "set" => (&[Address, Value], Action::Store(Order::Relaxed)),
        "set_release" => (&[Address, Value], Action::Store(Order::Release)),
        "inc" | "fetch_inc" => (&[Address], Action::UpdateByOne(Compute::Add, Outcome::Old)),
        "dec" | "fetch_dec" => (
            &[Address],
            Action::UpdateByOne(Compute::Subtract, Outcome::Old),
        ),
        "inc_return" => (&[Address], Action::UpdateByOne(Compute::Add, Outcome::New)),
        "dec_return" => (
            &[Address],
            Action::UpdateByOne(Compute::Subtract, Outcome::New),
        ),
        "inc_and_test" => (
            &[Address],
            Action::UpdateByOne(Compute::Add, Outcome::NewIsZero),
        ),
        "dec_and_test" => (
            &[Address],
            Action::UpdateByOne(Compute::Subtract, Outcome::NewIsZero),
        ),
        "sub_and_test" => (BY, Action::Update(Compute::Subtract, Outcome::NewIsZero)),
        "add_negative" => (BY, Action::Update(Compute::Add, Outcome::NewIsNegative)),
        "xchg" => (&[Address, Value], Action::Exchange),
        "cmpxchg" => (&[Address, Value, Value], Action::CompareAndSwap),
        "add_unless" => (&[Address, Value, Value], Action::AddUnless),
        "inc_not_zero" => (&[Address], Action::IncrementUnlessZero),
        _ => {
            if let Some(returned) = operation.strip_suffix("_return") {
                let compute = operation_by_name(returned)?;
                return Some((BY, Action::Update(compute, Outcome::New)));
            }
            if let Some(fetched) = operation.strip_prefix("fetch_") {
                let compute = operation_by_name(fetched)?;
                return Some((&[AddressAndValue], Action::Update(compute, Outcome::Old)));
            }
            let compute = operation_by_name(operation)?;
            (BY, Action::Update(compute, Outcome::Old))
        }
    })
}

/// Names that stand for numbers.
pub(super) fn constant(name: &str) -> Option<u64> {
    match name {
        "true" => Some(1),
        "false" | "NULL" => Some(0),
        _ => None,
    }
}
