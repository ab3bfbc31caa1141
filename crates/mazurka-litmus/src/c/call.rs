//! Calls of the functions of the table: their arguments, and what they are
//! decoded to.

use super::builtin::{Action, Argument, Outcome, find, is_of_c};
use super::compile::Compiler;
use super::expression::Expression;
use super::types::CType;
use crate::code::{Compute, Domain, Instruction, Orders, Source, StoreOrder, Update};
use crate::error::ParseError;
use crate::lexer::{Part, Token};
use mazurka_program::Order;

/// The arguments of a call.
#[derive(Default)]
struct Arguments {
    address: Option<(Source, CType)>,
    /// An argument that is a place, but not in memory.
    place: Option<Expression>,
    values: Vec<Source>,
    expected: Option<Expression>,
    order: Option<Order>,
    /// The second of two orders.
    failure: Option<Order>,
    operator: Option<Compute>,
}

impl Arguments {
    /// The location, and the type of what it holds.
    fn address(&self) -> (Source, CType) {
        let (address, pointer) = self.address.unwrap_or((ZERO, CType::INT.pointer()));
        (address, pointer.pointee())
    }

    fn value(&self, nth: usize) -> Source {
        self.values.get(nth).copied().unwrap_or(ZERO)
    }

    /// The orders of an update.
    fn orders(&self) -> Orders {
        let orders = Orders::of(self.order.unwrap_or(Order::SequentiallyConsistent));
        Orders {
            failure: self.failure.unwrap_or(orders.failure),
            ..orders
        }
    }
}

const ZERO: Source = Source::Constant(0);
const ONE: Source = Source::Constant(1);

/// Reads the arguments of a call, after the function's name, and decodes it.
pub(super) fn call(
    compiler: &mut Compiler<'_, '_>,
    name: &str,
    start: usize,
) -> Result<Expression, ParseError> {
    compiler.place = start;
    if !is_of_c(name) {
        compiler.note_foreign(start, || {
            format!(
                "`{name}` belongs to the memory model of the Linux kernel, which is another one"
            )
        });
    }
    if name == "__fence" {
        return annotated_fence(compiler);
    }
    if name == "__srcu" {
        return annotated_srcu(compiler);
    }
    let Some((signature, mut action)) = find(name) else {
        return Err(compiler.lexer.error_at(start, unknown(name)));
    };
    let words = annotations(compiler)?;
    if action == Action::Store(Order::Relaxed) && words.iter().any(|word| word == "release") {
        action = Action::Store(Order::Release);
    }
    let arguments = arguments(compiler, name, signature)?;
    check_orders(compiler, name, action, &arguments, start);
    compiler.place = start;
    emit(compiler, action, arguments)
}

/// Orders that C does not allow: a store that acquires, a load that releases.
fn check_orders(
    compiler: &mut Compiler<'_, '_>,
    name: &str,
    action: Action,
    arguments: &Arguments,
    start: usize,
) {
    let order = arguments.order.unwrap_or(Order::Relaxed);
    let is_load = matches!(order, Order::Release | Order::AcquireRelease);
    let is_store = matches!(order, Order::Acquire | Order::AcquireRelease);
    let failure = arguments.failure.unwrap_or(Order::Relaxed);
    let is_wrong = match action {
        Action::Load(_) => is_load,
        Action::Store(_) | Action::Clear(_) => is_store,
        Action::CompareExchange => failure.releases() && failure != Order::SequentiallyConsistent,
        _ => false,
    };
    if is_wrong {
        compiler.note_foreign(start, || {
            format!("C gives `{name}` no meaning with this memory order")
        });
    }
}

/// What is wrong with calling a function that is not in the table.
fn unknown(name: &str) -> String {
    if let "call_rcu" | "call_srcu" | "kfree_rcu" | "rcu_barrier" | "srcu_barrier" = name {
        return format!(
            "the function `{name}` is not modelled, as it runs a function later: use \
             `synchronize_rcu` or `synchronize_srcu` in a thread of its own"
        );
    }
    let is_known = ["synchronize_", "srcu_", "rcu_", "call_rcu"];
    if is_known.iter().any(|prefix| name.starts_with(prefix)) {
        return format!("the function `{name}` is not modelled");
    }
    format!("the function `{name}` is unknown")
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
            "rmb" | "barrier" => {}
            "rcu-lock" => section_begin(compiler, Domain::Rcu, false).map(|_| ())?,
            "rcu-unlock" => section_end(compiler, Domain::Rcu, ZERO, false),
            "sync-rcu" => grace_period(compiler, Domain::Rcu),
            "wmb" => {
                compiler.emit(Instruction::StoreBarrier(Order::Release));
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

/// `__srcu{srcu-lock}(s)` and its kin, the kernel's own definitions.
fn annotated_srcu(compiler: &mut Compiler<'_, '_>) -> Result<Expression, ParseError> {
    let start = compiler.place;
    let word = annotations(compiler)?.pop().unwrap_or_default();
    let name = match word.as_str() {
        "srcu-lock" => "srcu_read_lock",
        "srcu-unlock" => "srcu_read_unlock",
        "sync-srcu" => "synchronize_srcu",
        _ => {
            let message = format!("`__srcu{{{word}}}` is not modelled");
            return Err(compiler.lexer.error_at(start, message));
        }
    };
    call(compiler, name, start)
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
        Argument::Address => {
            let expression = compiler.assignment()?;
            arguments.address = Some(compiler.value(expression)?);
        }
        Argument::Place => match compiler.assignment()? {
            Expression::Memory(address, of) => {
                arguments.address = Some((address, of.pointer()));
            }
            place @ Expression::Variable(_) => arguments.place = Some(place),
            Expression::Value(..) => {
                return Err(compiler.expected("a place (`*x`) as argument before this"));
            }
        },
        Argument::Value => {
            let expression = compiler.assignment()?;
            arguments.values.push(compiler.value(expression)?.0);
        }
        Argument::Srcu => {
            // `&s` is what the kernel has, where `s` is no pointer; here it is one.
            let is_named = compiler.peek()? == Token::Sign("&")
                && matches!(compiler.lexer.peek_second(Part::C)?, Token::Name(_));
            if is_named {
                compiler.expect("&")?;
            }
            let expression = compiler.assignment()?;
            arguments.address = Some(compiler.value(expression)?);
        }
        Argument::Expected => arguments.expected = Some(expected(compiler)?),
        Argument::Order => {
            let order = Some(order(compiler)?);
            if arguments.order.is_none() {
                arguments.order = order;
            } else {
                arguments.failure = order;
            }
        }
        Argument::Operator => {
            let compute = if compiler.take("+")? {
                Compute::Add
            } else if compiler.take("-")? {
                Compute::Subtract
            } else {
                return Err(compiler.expected("`+` or `-`"));
            };
            arguments.operator = Some(compute);
        }
        Argument::AddressAndValue => {
            let first = compiler.assignment()?;
            let first = compiler.value(first)?;
            compiler.expect(",")?;
            let second = compiler.assignment()?;
            let second = compiler.value(second)?;
            let is_linux = !first.1.is_pointer() && second.1.is_pointer();
            if is_linux {
                compiler.note_foreign(compiler.place, || {
                    "arguments in this order belong to the Linux kernel, whose memory model is \
                     another one"
                        .to_owned()
                });
            }
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
        Order::Plain => StoreOrder::Plain,
        Order::Relaxed | Order::Acquire => StoreOrder::Relaxed,
        Order::Release | Order::AcquireRelease => StoreOrder::Release,
        Order::SequentiallyConsistent => StoreOrder::SequentiallyConsistent,
    }
}

/// What a call that gives nothing is worth.
const NOTHING: Expression = Expression::Value(ZERO, CType::INT);

fn emit(
    compiler: &mut Compiler<'_, '_>,
    action: Action,
    arguments: Arguments,
) -> Result<Expression, ParseError> {
    match action {
        Action::Load(_) | Action::Store(_) | Action::StoreAndFence | Action::Clear(_) => {
            emit_access(compiler, action, &arguments)
        }
        Action::Fence | Action::FullFence | Action::StoreBarrier | Action::Nothing => {
            emit_fence(compiler, action, arguments.order);
            Ok(NOTHING)
        }
        Action::Lock | Action::Unlock | Action::TryLock | Action::IsLocked => {
            emit_lock(compiler, action, &arguments)
        }
        Action::ReadLock
        | Action::ReadUnlock
        | Action::GracePeriod
        | Action::SrcuLock(_)
        | Action::SrcuUnlock(_)
        | Action::SrcuGracePeriod => emit_grace(compiler, action, &arguments),
        _ => emit_update(compiler, action, &arguments),
    }
}

/// Read-side sections and grace periods.
fn emit_grace(
    compiler: &mut Compiler<'_, '_>,
    action: Action,
    arguments: &Arguments,
) -> Result<Expression, ParseError> {
    let srcu = Domain::Srcu(arguments.address().0);
    match action {
        Action::ReadLock => {
            section_begin(compiler, Domain::Rcu, false)?;
        }
        Action::ReadUnlock => section_end(compiler, Domain::Rcu, ZERO, false),
        Action::GracePeriod => grace_period(compiler, Domain::Rcu),
        Action::SrcuLock(is_handed_over) => {
            let index = section_begin(compiler, srcu, is_handed_over)?;
            return Ok(Expression::Value(index, CType::INT));
        }
        Action::SrcuUnlock(is_handed_over) => {
            section_end(compiler, srcu, arguments.value(0), is_handed_over);
        }
        _ => grace_period(compiler, srcu),
    }
    Ok(NOTHING)
}

/// The index of the section that begins.
fn section_begin(
    compiler: &mut Compiler<'_, '_>,
    domain: Domain,
    is_handed_over: bool,
) -> Result<Source, ParseError> {
    let to = compiler.temporary()?;
    compiler.keep_place();
    compiler.emit(Instruction::SectionBegin {
        domain,
        to,
        is_handed_over,
    });
    Ok(Source::Slot(to))
}

fn section_end(
    compiler: &mut Compiler<'_, '_>,
    domain: Domain,
    index: Source,
    is_handed_over: bool,
) {
    compiler.keep_place();
    compiler.emit(Instruction::SectionEnd {
        domain,
        index,
        is_handed_over,
    });
}

fn grace_period(compiler: &mut Compiler<'_, '_>, domain: Domain) {
    compiler.keep_place();
    compiler.emit(Instruction::GraceBegin { domain });
    compiler.emit(Instruction::GraceEnd);
}

/// Loads and stores.
fn emit_access(
    compiler: &mut Compiler<'_, '_>,
    action: Action,
    arguments: &Arguments,
) -> Result<Expression, ParseError> {
    let (address, of) = arguments.address();
    let value = arguments.value(0);
    match (action, arguments.place) {
        (Action::Load(_), Some(place)) => return Ok(place),
        (Action::Load(order), None) => {
            let order = arguments.order.unwrap_or(order);
            return Ok(Expression::Value(compiler.load(address, order)?, of));
        }
        (_, Some(Expression::Variable(variable))) => {
            compiler.compute(variable.slot, Compute::Move, ZERO, value);
        }
        (Action::Store(order), _) => {
            let order = store_order(arguments.order.unwrap_or(order));
            compiler.store(address, value, order);
        }
        (Action::Clear(order), _) => {
            let order = store_order(arguments.order.unwrap_or(order));
            compiler.store(address, ZERO, order);
        }
        _ => compiler.store(address, value, StoreOrder::Relaxed),
    }
    if action == Action::StoreAndFence {
        compiler.emit(Instruction::Fence);
    }
    Ok(NOTHING)
}

fn emit_fence(compiler: &mut Compiler<'_, '_>, action: Action, order: Option<Order>) {
    let instruction = match (action, order) {
        (Action::FullFence, _) | (Action::Fence, Some(Order::SequentiallyConsistent)) => {
            Instruction::Fence
        }
        (Action::Fence, Some(order @ (Order::Release | Order::AcquireRelease))) => {
            Instruction::StoreBarrier(order)
        }
        (Action::StoreBarrier, _) => Instruction::StoreBarrier(Order::Release),
        (Action::Fence, Some(Order::Acquire)) => Instruction::LoadBarrier,
        _ => return,
    };
    compiler.keep_access_place();
    compiler.emit(instruction);
}

/// A lock is a location that is zero when it is free. Giving it back is a store
/// like others, as it is in the kernel on x86.
fn emit_lock(
    compiler: &mut Compiler<'_, '_>,
    action: Action,
    arguments: &Arguments,
) -> Result<Expression, ParseError> {
    let (address, _) = arguments.address();
    let result = match action {
        Action::TryLock => {
            let orders = Orders::of(Order::Acquire);
            let old = update(
                compiler,
                address,
                Update::CompareExchange,
                (ZERO, ONE),
                orders,
            )?;
            compiler.computed(Compute::Equal, old, ZERO)?
        }
        Action::IsLocked => {
            let held = compiler.load(address, Order::Relaxed)?;
            compiler.computed(Compute::NotEqual, held, ZERO)?
        }
        Action::Unlock => {
            compiler.store(address, ZERO, StoreOrder::Unlock);
            ZERO
        }
        _ => {
            compiler.emit(Instruction::Lock { address });
            ZERO
        }
    };
    Ok(Expression::Value(result, CType::INT))
}

/// Atomic read-modify-writes.
fn emit_update(
    compiler: &mut Compiler<'_, '_>,
    action: Action,
    arguments: &Arguments,
) -> Result<Expression, ParseError> {
    let (address, of) = arguments.address();
    let (value, second) = (arguments.value(0), arguments.value(1));
    let orders = arguments.orders();
    let unless_zero = action == Action::IncrementUnlessZero;
    let result = match action {
        Action::Exchange => update(compiler, address, Update::Exchange, (value, ZERO), orders)?,
        Action::CompareAndSwap => update(
            compiler,
            address,
            Update::CompareExchange,
            (value, second),
            orders,
        )?,
        Action::CompareExchange => {
            return compare_exchange(compiler, arguments, value);
        }
        Action::Update(compute, outcome) => updated(compiler, arguments, compute, value, outcome)?,
        Action::UpdateByOne(compute, outcome) => {
            updated(compiler, arguments, compute, ONE, outcome)?
        }
        Action::UpdateByOperator(outcome) => {
            let compute = arguments.operator.unwrap_or(Compute::Add);
            updated(compiler, arguments, compute, value, outcome)?
        }
        Action::TestAndSet => {
            let old = update(compiler, address, Update::Exchange, (ONE, ZERO), orders)?;
            compiler.computed(Compute::NotEqual, old, ZERO)?
        }
        _ => {
            let (summand, unless) = if unless_zero {
                (ONE, ZERO)
            } else {
                (value, second)
            };
            let operands = (summand, unless);
            let old = update(compiler, address, Update::AddUnless, operands, orders)?;
            compiler.computed(Compute::NotEqual, old, unless)?
        }
    };
    Ok(Expression::Value(result, of))
}

/// An atomic update; what was there.
fn update(
    compiler: &mut Compiler<'_, '_>,
    address: Source,
    update: Update,
    (a, b): (Source, Source),
    orders: Orders,
) -> Result<Source, ParseError> {
    let old = compiler.temporary()?;
    compiler.keep_access_place();
    compiler.emit(Instruction::Update {
        address,
        update,
        a,
        b,
        old,
        bits: None,
        orders,
    });
    Ok(Source::Slot(old))
}

fn updated(
    compiler: &mut Compiler<'_, '_>,
    arguments: &Arguments,
    compute: Compute,
    operand: Source,
    result: Outcome,
) -> Result<Source, ParseError> {
    let (address, _) = arguments.address();
    let update_by = Update::Compute(compute);
    let orders = arguments.orders();
    let old = update(compiler, address, update_by, (operand, ZERO), orders)?;
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
    arguments: &Arguments,
    new: Source,
) -> Result<Expression, ParseError> {
    let (address, _) = arguments.address();
    let orders = arguments.orders();
    let expected = arguments
        .expected
        .unwrap_or(Expression::Value(ZERO, CType::INT));
    let (wanted, _) = compiler.value(expected)?;
    let operands = (wanted, new);
    let old = update(compiler, address, Update::CompareExchange, operands, orders)?;
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
