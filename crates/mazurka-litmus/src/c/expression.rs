//! Expressions.

use super::compile::{Compiler, Variable};
use super::types::CType;
use super::{builtin, call};
use crate::code::{Compute, Instruction, Slot, Source, StoreOrder};
use crate::error::ParseError;
use crate::lexer::{Part, Token};
use mazurka_program::Order;

/// What an expression is: a value, or a place that holds one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expression {
    Value(Source, CType),
    Variable(Variable),
    /// What is at an address.
    Memory(Source, CType),
}

/// Binary operators, from the weakest, each level with what it computes.
const LEVELS: [&[(&str, Compute)]; 8] = [
    &[("|", Compute::Or)],
    &[("^", Compute::Xor)],
    &[("&", Compute::And)],
    &[("==", Compute::Equal), ("!=", Compute::NotEqual)],
    // `>` and `>=` are these with the operands exchanged.
    &[
        ("<", Compute::Less),
        ("<=", Compute::AtMost),
        (">", Compute::Less),
        (">=", Compute::AtMost),
    ],
    &[
        ("<<", Compute::ShiftLeft),
        (">>", Compute::ShiftRightSigned(64)),
    ],
    &[("+", Compute::Add), ("-", Compute::Subtract)],
    &[
        ("*", Compute::Multiply),
        ("/", Compute::Divide(64)),
        ("%", Compute::Remainder(64)),
    ],
];

/// Assignments that compute.
const ASSIGNMENTS: &[(&str, Compute)] = &[
    ("+=", Compute::Add),
    ("-=", Compute::Subtract),
    ("*=", Compute::Multiply),
    ("/=", Compute::Divide(64)),
    ("%=", Compute::Remainder(64)),
    ("&=", Compute::And),
    ("|=", Compute::Or),
    ("^=", Compute::Xor),
    ("<<=", Compute::ShiftLeft),
    (">>=", Compute::ShiftRightSigned(64)),
];

const ZERO: Source = Source::Constant(0);
const ONE: Source = Source::Constant(1);

impl Compiler<'_, '_> {
    /// The value of an expression; what is in memory is loaded.
    pub(super) fn value(&mut self, expression: Expression) -> Result<(Source, CType), ParseError> {
        Ok(match expression {
            Expression::Value(source, of) => (source, of),
            Expression::Variable(variable) => (Source::Slot(variable.slot), variable.of),
            Expression::Memory(address, of) => {
                let order = if of.is_atomic() {
                    Order::SequentiallyConsistent
                } else {
                    Order::Plain
                };
                (self.load(address, order)?, of)
            }
        })
    }

    pub(super) fn load(&mut self, address: Source, order: Order) -> Result<Source, ParseError> {
        let to = self.temporary()?;
        self.keep_access_place();
        self.emit(Instruction::Load {
            to,
            address,
            bits: None,
            order,
        });
        Ok(Source::Slot(to))
    }

    pub(super) fn store(&mut self, address: Source, value: Source, order: StoreOrder) {
        self.keep_access_place();
        self.emit(Instruction::Store {
            address,
            value,
            bits: None,
            order,
        });
    }

    fn moved(&mut self, to: Slot, value: Source) {
        self.compute(to, Compute::Move, ZERO, value);
    }

    /// A value that stays when variables change.
    fn copied(&mut self, value: Source) -> Result<Source, ParseError> {
        let to = self.temporary()?;
        self.moved(to, value);
        Ok(Source::Slot(to))
    }

    /// An expression, with commas.
    pub(super) fn expression(&mut self) -> Result<Expression, ParseError> {
        let mut expression = self.assignment()?;
        while self.take(",")? {
            self.value(expression)?;
            expression = self.assignment()?;
        }
        Ok(expression)
    }

    pub(super) fn assignment(&mut self) -> Result<Expression, ParseError> {
        self.lexer.enter()?;
        let start = self.lexer.start(Part::C)?;
        let expression = match self.undeclared_variable()? {
            Some(variable) => Expression::Variable(variable),
            None => self.conditional()?,
        };
        let result = self.assignment_to(expression, start)?;
        self.lexer.leave();
        Ok(result)
    }

    /// A name that is assigned to and was never declared is a variable, too.
    fn undeclared_variable(&mut self) -> Result<Option<Variable>, ParseError> {
        let Token::Name(name) = self.peek()? else {
            return Ok(None);
        };
        if self.variables.contains_key(name) || self.lexer.peek_second(Part::C)? != Token::Sign("=")
        {
            return Ok(None);
        }
        self.lexer.next(Part::C)?;
        Ok(Some(self.declare(name, CType::LONG)?))
    }

    fn assignment_to(&mut self, place: Expression, start: usize) -> Result<Expression, ParseError> {
        let Token::Sign(sign) = self.peek()? else {
            return Ok(place);
        };
        let compute = ASSIGNMENTS.iter().find(|(name, _)| *name == sign);
        if sign != "=" && compute.is_none() {
            return Ok(place);
        }
        if let Expression::Value(..) = place {
            return Err(self.expected("an operator or `;` (this is not assigned to)"));
        }
        let operator = self.lexer.start(Part::C)?;
        self.lexer.next(Part::C)?;
        let right = self.assignment()?;
        let (mut value, mut of) = self.value(right)?;
        if let Some((_, compute)) = compute {
            self.check_step(place, operator);
            let old = self.value(place)?;
            self.place = operator;
            (value, of) = self.binary(*compute, old, (value, of))?;
        }
        self.place = start;
        self.assign(place, value)?;
        Ok(Expression::Value(value, of))
    }

    /// What is read and assigned to at once: for C that is one atomic update, if the place is
    /// atomic, and here it is a load and a store.
    fn check_step(&mut self, place: Expression, at: usize) {
        if let Expression::Memory(_, of) = place
            && of.is_atomic()
        {
            self.note_foreign(at, || {
                "this updates an atomic variable without a function, which is not modelled: use \
                 `atomic_fetch_add_explicit` or its kin"
                    .to_owned()
            });
        }
    }

    fn assign(&mut self, place: Expression, value: Source) -> Result<(), ParseError> {
        match place {
            Expression::Variable(variable) => self.moved(variable.slot, value),
            Expression::Memory(address, of) if of.is_atomic() => {
                self.store(address, value, StoreOrder::Assigned);
            }
            Expression::Memory(address, _) => self.store(address, value, StoreOrder::Plain),
            Expression::Value(..) => return Err(self.expected("a variable or `*x` before this")),
        }
        Ok(())
    }

    fn conditional(&mut self) -> Result<Expression, ParseError> {
        let condition = self.disjunction()?;
        if !self.take("?")? {
            return Ok(condition);
        }
        let (condition, _) = self.value(condition)?;
        let result = self.temporary()?;
        let to_else = self.emit(Instruction::JumpIfZero {
            condition,
            target: 0,
        });
        let expression = self.expression()?;
        let (value, of) = self.value(expression)?;
        self.moved(result, value);
        self.expect(":")?;
        let to_end = self.emit(Instruction::Jump(0));
        self.land(to_else);
        self.lexer.enter()?;
        let expression = self.conditional()?;
        self.lexer.leave();
        let (value, _) = self.value(expression)?;
        self.moved(result, value);
        self.land(to_end);
        Ok(Expression::Value(Source::Slot(result), of))
    }

    fn disjunction(&mut self) -> Result<Expression, ParseError> {
        self.short_circuit("||", Self::conjunction)
    }

    fn conjunction(&mut self) -> Result<Expression, ParseError> {
        self.short_circuit("&&", |this| this.binary_level(0))
    }

    /// `a || b || c` or `a && b && c`: what decides the result is evaluated,
    /// and nothing after it.
    fn short_circuit(
        &mut self,
        sign: &str,
        operand: impl Fn(&mut Self) -> Result<Expression, ParseError>,
    ) -> Result<Expression, ParseError> {
        let first = operand(self)?;
        if self.peek()? != Token::Sign(if sign == "||" { "||" } else { "&&" }) {
            return Ok(first);
        }
        let result = self.temporary()?;
        let mut decided = Vec::new();
        let mut next = first;
        loop {
            let (value, _) = self.value(next)?;
            self.compute(result, Compute::NotEqual, value, ZERO);
            if !self.take(sign)? {
                break;
            }
            let condition = Source::Slot(result);
            decided.push(self.emit(if sign == "||" {
                Instruction::JumpIf {
                    condition,
                    target: 0,
                }
            } else {
                Instruction::JumpIfZero {
                    condition,
                    target: 0,
                }
            }));
            next = operand(self)?;
        }
        for jump in decided {
            self.land(jump);
        }
        Ok(Expression::Value(Source::Slot(result), CType::INT))
    }

    fn binary_level(&mut self, level: usize) -> Result<Expression, ParseError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary_level(level + 1)?;
        loop {
            let Token::Sign(sign) = self.peek()? else {
                return Ok(left);
            };
            let Some((_, compute)) = operators.iter().find(|(name, _)| *name == sign) else {
                return Ok(left);
            };
            let operator = self.lexer.start(Part::C)?;
            self.lexer.next(Part::C)?;
            let mut a = self.value(left)?;
            if let Expression::Variable(_) = left {
                a.0 = self.stable(a.0)?;
            }
            let right = self.binary_level(level + 1)?;
            let mut b = self.value(right)?;
            if sign.starts_with('>') && !sign.starts_with(">>") {
                std::mem::swap(&mut a, &mut b);
            }
            self.place = operator;
            let (value, of) = self.binary(*compute, a, b)?;
            left = Expression::Value(value, of);
        }
    }

    /// A variable on the left of an operator: it is copied if what stands on
    /// the right may change it, which a plain operand does not.
    fn stable(&mut self, value: Source) -> Result<Source, ParseError> {
        let is_plain = match self.peek()? {
            Token::Number(_) => true,
            Token::Name(_) => !matches!(
                self.lexer.peek_second(Part::C)?,
                Token::Sign("(" | "++" | "--")
            ),
            _ => false,
        };
        if is_plain {
            return Ok(value);
        }
        self.copied(value)
    }

    /// Adding to a pointer counts elements.
    fn binary(
        &mut self,
        compute: Compute,
        (a, a_type): (Source, CType),
        (b, b_type): (Source, CType),
    ) -> Result<(Source, CType), ParseError> {
        let is_sum = matches!(compute, Compute::Add | Compute::Subtract);
        let scaled = |of: CType| Source::Constant(u64::from(of.pointee().held().bits / 8));
        if is_sum && a_type.is_pointer() && !b_type.is_pointer() {
            let b = self.computed(Compute::Multiply, b, scaled(a_type))?;
            return Ok((self.computed(compute, a, b)?, a_type));
        }
        if compute == Compute::Add && b_type.is_pointer() && !a_type.is_pointer() {
            let a = self.computed(Compute::Multiply, a, scaled(b_type))?;
            return Ok((self.computed(compute, a, b)?, b_type));
        }
        // Numbers here have 64 bits; where C would divide an `int`, that matters.
        let is_int = |source: Source, of: CType| match source {
            Source::Constant(value) => i32::try_from(value as i64).is_ok(),
            Source::Slot(_) => of.held().bits <= 32,
        };
        let compute = match compute {
            Compute::Divide(_) if is_int(a, a_type) && is_int(b, b_type) => Compute::Divide(32),
            Compute::Remainder(_) if is_int(a, a_type) && is_int(b, b_type) => {
                Compute::Remainder(32)
            }
            _ => compute,
        };
        let value = self.computed(compute, a, b)?;
        let of = match compute {
            Compute::Equal | Compute::NotEqual | Compute::Less | Compute::AtMost => CType::INT,
            // Casts to integers and bit tricks on addresses keep them pointers.
            _ if a_type.is_pointer() => a_type,
            _ if b_type.is_pointer() => b_type,
            _ => CType::LONG,
        };
        Ok((value, of))
    }

    fn unary(&mut self) -> Result<Expression, ParseError> {
        self.lexer.enter()?;
        let expression = self.unary_inner()?;
        self.lexer.leave();
        Ok(expression)
    }

    fn unary_inner(&mut self) -> Result<Expression, ParseError> {
        let Token::Sign(sign) = self.peek()? else {
            return self.postfix();
        };
        let compute = match sign {
            "!" => Compute::IsZero,
            "~" => Compute::Not,
            "-" => Compute::Negate,
            "+" => Compute::Move,
            "*" => {
                let start = self.lexer.start(Part::C)?;
                self.lexer.next(Part::C)?;
                let pointer = self.unary()?;
                let (address, of) = self.value(pointer)?;
                self.place = start;
                return Ok(Expression::Memory(address, of.pointee()));
            }
            "&" => return self.address_of(),
            "++" | "--" => {
                self.lexer.next(Part::C)?;
                let place = self.unary()?;
                let (new, of) = self.step(sign, place)?;
                return Ok(Expression::Value(new, of));
            }
            "(" => {
                if let Some(cast) = self.cast()? {
                    return Ok(cast);
                }
                return self.postfix();
            }
            _ => return self.postfix(),
        };
        self.lexer.next(Part::C)?;
        let operand = self.unary()?;
        let (value, of) = self.value(operand)?;
        let value = self.computed(compute, ZERO, value)?;
        let of = if compute == Compute::IsZero {
            CType::INT
        } else {
            of
        };
        Ok(Expression::Value(value, of))
    }

    /// `&*p` and `&p[1]`; variables are registers, and have no address.
    fn address_of(&mut self) -> Result<Expression, ParseError> {
        let start = self.lexer.start(Part::C)?;
        self.lexer.next(Part::C)?;
        match self.unary()? {
            Expression::Memory(address, of) => Ok(Expression::Value(address, of.pointer())),
            _ => Err(self
                .lexer
                .error_at(start, "only what is in memory has an address")),
        }
    }

    /// `(type) operand`, if that is next.
    fn cast(&mut self) -> Result<Option<Expression>, ParseError> {
        let before = self.lexer.at;
        self.expect("(")?;
        let Some(of) = self.parse_type()? else {
            self.lexer.at = before;
            return Ok(None);
        };
        self.expect(")")?;
        let operand = self.unary()?;
        let (value, _) = self.value(operand)?;
        let slot = self.temporary()?;
        let slot = Slot::typed(slot.register, of.held());
        self.moved(slot, value);
        Ok(Some(Expression::Value(Source::Slot(slot), of)))
    }

    /// Adds or takes one; the new value.
    fn step(&mut self, sign: &str, place: Expression) -> Result<(Source, CType), ParseError> {
        let compute = if sign == "++" {
            Compute::Add
        } else {
            Compute::Subtract
        };
        self.check_step(place, self.lexer.at);
        let old = self.value(place)?;
        let (new, of) = self.binary(compute, old, (ONE, CType::INT))?;
        self.assign(place, new)?;
        Ok((new, of))
    }

    fn postfix(&mut self) -> Result<Expression, ParseError> {
        let mut expression = self.primary()?;
        loop {
            match self.peek()? {
                Token::Sign("[") => {
                    self.lexer.next(Part::C)?;
                    let base = self.value(expression)?;
                    let index = self.expression()?;
                    let index = self.value(index)?;
                    self.expect("]")?;
                    let (address, of) = self.binary(Compute::Add, base, index)?;
                    expression = Expression::Memory(address, of.pointee());
                }
                Token::Sign(sign @ ("++" | "--")) => {
                    self.check_step(expression, self.lexer.at);
                    self.lexer.next(Part::C)?;
                    let (old, of) = self.value(expression)?;
                    let old = self.copied(old)?;
                    let compute = if sign == "++" {
                        Compute::Add
                    } else {
                        Compute::Subtract
                    };
                    let (new, _) = self.binary(compute, (old, of), (ONE, CType::INT))?;
                    self.assign(expression, new)?;
                    expression = Expression::Value(old, of);
                }
                _ => return Ok(expression),
            }
        }
    }

    fn primary(&mut self) -> Result<Expression, ParseError> {
        let start = self.lexer.start(Part::C)?;
        match self.peek()? {
            Token::Number(number) => {
                self.lexer.next(Part::C)?;
                let value = Source::Constant(number as u64);
                Ok(Expression::Value(value, CType::LONG))
            }
            Token::Sign("(") => {
                self.lexer.next(Part::C)?;
                let expression = self.expression()?;
                self.expect(")")?;
                Ok(expression)
            }
            Token::Name(name) => {
                let second = self.lexer.peek_second(Part::C)?;
                if let Token::Sign("(" | "{") = second {
                    self.lexer.next(Part::C)?;
                    return call::call(self, name, start);
                }
                if let Some(value) = builtin::constant(name) {
                    self.lexer.next(Part::C)?;
                    let value = Source::Constant(value);
                    return Ok(Expression::Value(value, CType::INT));
                }
                let known = match self.variables.get(name).copied() {
                    Some(variable) => Some(variable),
                    None => self.given(name)?,
                };
                let Some(variable) = known else {
                    let message = format!("there is no variable or parameter `{name}` here");
                    return Err(self.lexer.error_at(start, message));
                };
                self.lexer.next(Part::C)?;
                Ok(Expression::Variable(variable))
            }
            _ => Err(self.expected("an expression")),
        }
    }
}
