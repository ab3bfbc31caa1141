//! The functions that a test may call: atomic operations of C11 and of the Linux
//! kernel, fences and locks.
//!
//! What they order is what a compiler for x86, or SPARC under PSO, makes of them;
//! loads are all alike.

use super::compile::Compiler;
use super::expression::Expression;
use super::types::CType;
use crate::code::{Compute, Instruction, Source, StoreOrder, Update};
use crate::error::ParseError;
use crate::lexer::{Part, Token};

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
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
    /// An address and a value (C11), or a value and an address (Linux).
    AddressAndValue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// What comes of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
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
enum Action {
    Load,
    /// With this order, if there is none among the arguments.
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
}

use Argument::{Address, AddressAndValue, Expected, Operator, Place, Value};

/// A function by its name.
fn find(name: &str) -> Option<(&'static [Argument], Action)> {
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

fn find_c11(name: &str) -> Option<(&'static [Argument], Action)> {
    const SC: Order = Order::SequentiallyConsistent;
    Some(match name {
        "atomic_load" => (&[Address], Action::Load),
        "atomic_load_explicit" => (&[Address, Argument::Order], Action::Load),
        "atomic_store" => (&[Address, Value], Action::Store(SC)),
        "atomic_store_explicit" => (&[Address, Value, Argument::Order], Action::Store(SC)),
        "atomic_init" => (&[Address, Value], Action::Store(Order::Relaxed)),
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
        "READ_ONCE" | "rcu_dereference" | "lockless_dereference" | "__load" => {
            (&[Place], Action::Load)
        }
        "WRITE_ONCE" | "__store" => (&[Place, Value], Action::Store(Order::Relaxed)),
        "rcu_assign_pointer" => (&[Place, Value], Action::Store(Order::Release)),
        "smp_load_acquire" => (&[Address], Action::Load),
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
        // Loads are in order; without a grace period to wait for, a reader's
        // critical section of RCU is nothing.
        "smp_rmb"
        | "rmb"
        | "barrier"
        | "cpu_relax"
        | "smp_read_barrier_depends"
        | "smp_acquire__after_ctrl_dep"
        | "rcu_read_lock"
        | "rcu_read_unlock" => (&[], Action::Nothing),
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
        "read" | "read_acquire" => (&[Address], Action::Load),
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

/// The arguments of a call.
#[derive(Default)]
struct Arguments {
    address: Option<(Source, CType)>,
    /// An argument that is a place, but not in memory.
    place: Option<Expression>,
    values: Vec<Source>,
    expected: Option<Expression>,
    order: Option<Order>,
    operator: Option<Compute>,
}

const ZERO: Source = Source::Constant(0);
const ONE: Source = Source::Constant(1);

/// Reads the arguments of a call, after the function's name, and decodes it.
pub(super) fn call(
    compiler: &mut Compiler<'_, '_>,
    name: &str,
    start: usize,
) -> Result<Expression, ParseError> {
    if name == "__fence" {
        return annotated_fence(compiler);
    }
    let Some((signature, mut action)) = find(name) else {
        let is_known = name.starts_with("synchronize_")
            || name.starts_with("srcu_")
            || name.starts_with("rcu_")
            || name.starts_with("call_rcu")
            || name == "__srcu";
        let message = if is_known {
            format!("the function `{name}` is not modelled")
        } else {
            format!("the function `{name}` is unknown")
        };
        return Err(compiler.lexer.error_at(start, message));
    };
    let words = annotations(compiler)?;
    if action == Action::Store(Order::Relaxed) && words.iter().any(|word| word == "release") {
        action = Action::Store(Order::Release);
    }
    let arguments = arguments(compiler, name, signature)?;
    emit(compiler, action, arguments)
}

/// Reads `{once, acquire}`, which the kernel's own definitions have after their
/// names.
fn annotations(compiler: &mut Compiler<'_, '_>) -> Result<Vec<String>, ParseError> {
    let mut words = Vec::new();
    if !compiler.take("{")? {
        return Ok(words);
    }
    loop {
        let mut word = compiler.name("an annotation")?.to_owned();
        while compiler.take("-")? {
            word.push('-');
            word.push_str(compiler.name("the rest of an annotation")?);
        }
        words.push(word);
        if compiler.take("}")? {
            return Ok(words);
        }
        compiler.expect(",")?;
    }
}

/// `__fence{mb}`.
fn annotated_fence(compiler: &mut Compiler<'_, '_>) -> Result<Expression, ParseError> {
    let start = compiler.lexer.at;
    for word in annotations(compiler)? {
        match word.as_str() {
            "rmb" | "barrier" | "rcu-lock" | "rcu-unlock" => {}
            "wmb" => {
                compiler.emit(Instruction::StoreBarrier);
            }
            "mb" | "before-atomic" | "after-atomic" | "after-spinlock" | "after-unlock-lock" => {
                compiler.emit(Instruction::Fence);
            }
            _ => {
                let message = format!("the fence `{word}` is not modelled");
                return Err(compiler.lexer.error_at(start, message));
            }
        }
    }
    Ok(Expression::Value(ZERO, CType::INT))
}

fn arguments(
    compiler: &mut Compiler<'_, '_>,
    name: &str,
    signature: &[Argument],
) -> Result<Arguments, ParseError> {
    let mut arguments = Arguments::default();
    compiler.expect("(")?;
    for (nth, argument) in signature.iter().enumerate() {
        if nth > 0 && !compiler.take(",")? {
            let what = format!("`,` and another argument of `{name}`");
            return Err(compiler.expected(&what));
        }
        read_argument(compiler, *argument, &mut arguments)?;
    }
    if !compiler.take(")")? {
        let what = format!("`)` after the last argument of `{name}`");
        return Err(compiler.expected(&what));
    }
    Ok(arguments)
}

fn read_argument(
    compiler: &mut Compiler<'_, '_>,
    argument: Argument,
    arguments: &mut Arguments,
) -> Result<(), ParseError> {
    match argument {
        Address => {
            let expression = compiler.assignment()?;
            arguments.address = Some(compiler.value(expression)?);
        }
        Place => match compiler.assignment()? {
            Expression::Memory(address, of) => {
                arguments.address = Some((address, of.pointer()));
            }
            place @ Expression::Variable(_) => arguments.place = Some(place),
            Expression::Value(..) => {
                return Err(compiler.expected("a place (`*x`) as argument before this"));
            }
        },
        Value => {
            let expression = compiler.assignment()?;
            arguments.values.push(compiler.value(expression)?.0);
        }
        Expected => arguments.expected = Some(expected(compiler)?),
        Argument::Order => arguments.order = Some(order(compiler)?),
        Operator => {
            let compute = if compiler.take("+")? {
                Compute::Add
            } else if compiler.take("-")? {
                Compute::Subtract
            } else {
                return Err(compiler.expected("`+` or `-`"));
            };
            arguments.operator = Some(compute);
        }
        AddressAndValue => {
            let first = compiler.assignment()?;
            let first = compiler.value(first)?;
            compiler.expect(",")?;
            let second = compiler.assignment()?;
            let second = compiler.value(second)?;
            let is_linux = !first.1.is_pointer() && second.1.is_pointer();
            let (address, value) = if is_linux {
                (second, first)
            } else {
                (first, second)
            };
            arguments.address = Some(address);
            arguments.values.push(value.0);
        }
    }
    Ok(())
}

/// `&variable`, or the address of a place in memory.
fn expected(compiler: &mut Compiler<'_, '_>) -> Result<Expression, ParseError> {
    if compiler.peek()? == Token::Sign("&") {
        let second = compiler.lexer.peek_second(Part::C)?;
        if let Token::Name(name) = second
            && let Some(variable) = compiler.variables.get(name).copied()
        {
            compiler.lexer.next(Part::C)?;
            compiler.lexer.next(Part::C)?;
            return Ok(Expression::Variable(variable));
        }
    }
    let expression = compiler.assignment()?;
    let (address, of) = compiler.value(expression)?;
    Ok(Expression::Memory(address, of.pointee()))
}

fn order(compiler: &mut Compiler<'_, '_>) -> Result<Order, ParseError> {
    let order = match compiler.peek()? {
        Token::Name(name) => match name.trim_start_matches("memory_order_") {
            "relaxed" => Some(Order::Relaxed),
            "acquire" | "consume" => Some(Order::Acquire),
            "release" => Some(Order::Release),
            "acq_rel" => Some(Order::AcquireRelease),
            "seq_cst" => Some(Order::SequentiallyConsistent),
            _ => None,
        },
        _ => None,
    };
    let Some(order) = order else {
        return Err(compiler.expected("a memory order (`memory_order_relaxed`)"));
    };
    compiler.lexer.next(Part::C)?;
    Ok(order)
}

fn store_order(order: Order) -> StoreOrder {
    match order {
        Order::Relaxed | Order::Acquire => StoreOrder::Plain,
        Order::Release | Order::AcquireRelease => StoreOrder::Release,
        Order::SequentiallyConsistent => StoreOrder::SequentiallyConsistent,
    }
}

fn emit(
    compiler: &mut Compiler<'_, '_>,
    action: Action,
    arguments: Arguments,
) -> Result<Expression, ParseError> {
    let nothing = Ok(Expression::Value(ZERO, CType::INT));
    let number = |value| Ok(Expression::Value(value, CType::INT));
    let (address, pointer) = arguments.address.unwrap_or((ZERO, CType::INT.pointer()));
    let of = pointer.pointee();
    let value = arguments.values.first().copied().unwrap_or(ZERO);
    let second = arguments.values.get(1).copied().unwrap_or(ZERO);
    match action {
        Action::Load => match arguments.place {
            Some(place) => Ok(place),
            None => Ok(Expression::Value(compiler.load(address)?, of)),
        },
        Action::Store(order) => {
            if let Some(Expression::Variable(variable)) = arguments.place {
                compiler.compute(variable.slot, Compute::Move, ZERO, value);
                return nothing;
            }
            let order = store_order(arguments.order.unwrap_or(order));
            compiler.store(address, value, order);
            nothing
        }
        Action::StoreAndFence => {
            compiler.store(address, value, StoreOrder::Plain);
            compiler.emit(Instruction::Fence);
            nothing
        }
        Action::Exchange => {
            let old = update(compiler, address, Update::Exchange, value, ZERO)?;
            Ok(Expression::Value(old, of))
        }
        Action::CompareAndSwap => {
            let old = update(compiler, address, Update::CompareExchange, value, second)?;
            Ok(Expression::Value(old, of))
        }
        Action::CompareExchange => compare_exchange(compiler, address, arguments.expected, value),
        Action::Update(compute, result) => {
            let result = updated(compiler, address, compute, value, result)?;
            Ok(Expression::Value(result, of))
        }
        Action::UpdateByOne(compute, result) => {
            let result = updated(compiler, address, compute, ONE, result)?;
            Ok(Expression::Value(result, of))
        }
        Action::UpdateByOperator(result) => {
            let compute = arguments.operator.unwrap_or(Compute::Add);
            let result = updated(compiler, address, compute, value, result)?;
            Ok(Expression::Value(result, of))
        }
        Action::AddUnless => {
            let old = update(compiler, address, Update::AddUnless, value, second)?;
            number(compiler.computed(Compute::NotEqual, old, second)?)
        }
        Action::IncrementUnlessZero => {
            let old = update(compiler, address, Update::AddUnless, ONE, ZERO)?;
            number(compiler.computed(Compute::NotEqual, old, ZERO)?)
        }
        Action::TestAndSet => {
            let old = update(compiler, address, Update::Exchange, ONE, ZERO)?;
            number(compiler.computed(Compute::NotEqual, old, ZERO)?)
        }
        Action::Clear(order) => {
            let order = store_order(arguments.order.unwrap_or(order));
            compiler.store(address, ZERO, order);
            nothing
        }
        Action::Fence => {
            match arguments.order {
                Some(Order::SequentiallyConsistent) => {
                    compiler.emit(Instruction::Fence);
                }
                Some(Order::Release | Order::AcquireRelease) => {
                    compiler.emit(Instruction::StoreBarrier);
                }
                _ => {}
            }
            nothing
        }
        Action::FullFence => {
            compiler.emit(Instruction::Fence);
            nothing
        }
        Action::StoreBarrier => {
            compiler.emit(Instruction::StoreBarrier);
            nothing
        }
        Action::Nothing => nothing,
        Action::Lock => {
            compiler.emit(Instruction::Lock { address });
            nothing
        }
        Action::Unlock => {
            compiler.store(address, ZERO, StoreOrder::Release);
            nothing
        }
        Action::TryLock => {
            let old = update(compiler, address, Update::CompareExchange, ZERO, ONE)?;
            number(compiler.computed(Compute::Equal, old, ZERO)?)
        }
        Action::IsLocked => {
            let held = compiler.load(address)?;
            number(compiler.computed(Compute::NotEqual, held, ZERO)?)
        }
    }
}

/// An atomic update; what was there.
fn update(
    compiler: &mut Compiler<'_, '_>,
    address: Source,
    update: Update,
    a: Source,
    b: Source,
) -> Result<Source, ParseError> {
    let old = compiler.temporary()?;
    compiler.emit(Instruction::Update {
        address,
        update,
        a,
        b,
        old,
        bits: None,
    });
    Ok(Source::Slot(old))
}

fn updated(
    compiler: &mut Compiler<'_, '_>,
    address: Source,
    compute: Compute,
    operand: Source,
    result: Outcome,
) -> Result<Source, ParseError> {
    let old = update(compiler, address, Update::Compute(compute), operand, ZERO)?;
    if result == Outcome::Old {
        return Ok(old);
    }
    let new = compiler.computed(compute, old, operand)?;
    match result {
        Outcome::Old | Outcome::New => Ok(new),
        Outcome::NewIsZero => compiler.computed(Compute::IsZero, ZERO, new),
        Outcome::NewIsNegative => compiler.computed(Compute::Less, new, ZERO),
    }
}

/// On failure, what was found goes to the expected place.
fn compare_exchange(
    compiler: &mut Compiler<'_, '_>,
    address: Source,
    expected: Option<Expression>,
    new: Source,
) -> Result<Expression, ParseError> {
    let expected = expected.unwrap_or(Expression::Value(ZERO, CType::INT));
    let (wanted, _) = compiler.value(expected)?;
    let old = update(compiler, address, Update::CompareExchange, wanted, new)?;
    let succeeded = compiler.temporary()?;
    compiler.compute(succeeded, Compute::Equal, old, wanted);
    let condition = Source::Slot(succeeded);
    let end = compiler.emit(Instruction::JumpIf {
        condition,
        target: 0,
    });
    match expected {
        Expression::Variable(variable) => {
            compiler.compute(variable.slot, Compute::Move, ZERO, old);
        }
        Expression::Memory(place, _) => compiler.store(place, old, StoreOrder::Plain),
        Expression::Value(..) => {}
    }
    compiler.land(end);
    Ok(Expression::Value(condition, CType::INT))
}
