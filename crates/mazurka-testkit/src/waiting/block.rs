//! Plain statements: what all loops of the language come to.
//!
//! This is what is written as C and as litmus tests, and what the judge runs.

/// A shared location.
pub type Location = usize;

/// A variable of one thread.
pub type Register = usize;

/// A mutex.
pub type Mutex = usize;

/// How a store is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Into the buffer.
    Relaxed,
    /// Into the buffer; under PSO behind all that is there.
    Release,
    /// To memory, when the buffer is empty.
    Full,
}

/// What a read-modify-write makes of what is there and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// The operand.
    Exchange,
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// All bits of both.
    Or,
    /// The bits that both have.
    And,
}

impl Update {
    /// What is there after.
    #[must_use]
    pub fn apply(self, held: u32, operand: u32) -> u32 {
        match self {
            Update::Exchange => operand,
            Update::Add => held.wrapping_add(operand),
            Update::Subtract => held.wrapping_sub(operand),
            Update::Or => held | operand,
            Update::And => held & operand,
        }
    }
}

/// What an expression computes of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// Are they the same?
    Equal,
    /// Are they not?
    Unequal,
    /// Is the left one less?
    Less,
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The bits that both have.
    Bits,
}

impl Operator {
    /// The value.
    #[must_use]
    pub fn apply(self, left: u32, right: u32) -> u32 {
        match self {
            Operator::Equal => u32::from(left == right),
            Operator::Unequal => u32::from(left != right),
            Operator::Less => u32::from(left < right),
            Operator::Plus => left.wrapping_add(right),
            Operator::Minus => left.wrapping_sub(right),
            Operator::Bits => left & right,
        }
    }
}

/// An expression, evaluated from left to right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Constant(u32),
    /// What a register holds.
    Register(Register),
    /// What a location holds.
    Load(Location),
    /// What a location held before.
    Update(Update, Location, Box<Expression>),
    /// Did it succeed? If not, `expected` is what was there.
    CompareExchange {
        /// Where.
        location: Location,
        /// What must be there.
        expected: Register,
        /// What will be.
        new: Box<Expression>,
        /// May it be written as the weak one? It does not fail without a reason either.
        weak: bool,
    },
    /// Was the mutex free, and is it ours now?
    TryLock(Mutex),
    /// Of two values.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `a && b`.
    Both(Box<Expression>, Box<Expression>),
    /// `a || b`.
    Either(Box<Expression>, Box<Expression>),
    /// `!a`.
    Not(Box<Expression>),
}

impl Expression {
    /// Of two values.
    #[must_use]
    pub fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
        Expression::Binary(operator, Box::new(left), Box::new(right))
    }

    /// The contrary.
    #[must_use]
    pub fn negated(self) -> Expression {
        match self {
            Expression::Binary(Operator::Equal, left, right) => {
                Expression::Binary(Operator::Unequal, left, right)
            }
            Expression::Binary(Operator::Unequal, left, right) => {
                Expression::Binary(Operator::Equal, left, right)
            }
            Expression::Not(inner) => *inner,
            other => Expression::Not(Box::new(other)),
        }
    }
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plain {
    /// `r = e;`
    Set(Register, Expression),
    /// `e;`
    Do(Expression),
    /// A store.
    Store(Location, Expression, Order),
    /// A fence that empties the buffer.
    Fence,
    /// A hint that others should run.
    Yield,
    /// Takes a mutex.
    Lock(Mutex),
    /// Gives it back.
    Unlock(Mutex),
    /// Writes a register to memory of the thread that others could be given.
    Keep(Register),
    /// A branch.
    If(Expression, Block, Block),
    /// A loop.
    While(Expression, Block),
    /// A loop that looks at the end.
    DoWhile(Block, Expression),
    /// Leaves the innermost loop.
    Break,
    /// An assertion, with its number.
    Assert(Expression, u32),
}

/// Statements, one after the other.
pub type Block = Vec<Plain>;
