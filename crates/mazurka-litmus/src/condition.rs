//! The end of a litmus test: which locations to show, and the condition on final
//! states.

use crate::error::ParseError;
use crate::initial::{self, Constant, thread_number};
use crate::lexer::{Lexer, Part, Token};
use std::fmt;

/// Of which final states a proposition is asserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// Some execution ends in a state where it holds.
    Exists,
    /// No execution does.
    NotExists,
    /// Every execution does.
    Forall,
}

impl fmt::Display for Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        })
    }
}

/// Something that a final state has a value for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A location, or an element of an array.
    Location {
        /// Its name.
        name: String,
        /// Which element.
        index: Option<u64>,
    },
    /// A register or local variable of a thread.
    Register {
        /// The number of the thread.
        thread: u32,
        /// Its name, as written.
        name: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Location { name, index: None } => f.write_str(name),
            Place::Location {
                name,
                index: Some(index),
            } => write!(f, "{name}[{index}]"),
            Place::Register { thread, name } => write!(f, "{thread}:{name}"),
        }
    }
}

/// The right-hand side of an equation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A number.
    Number(i64),
    /// The address of a location, or of an element of an array.
    Address(String, u64),
    /// What a place holds.
    Content(Place),
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Number(number) => number.fmt(f),
            Operand::Address(name, 0) => f.write_str(name),
            Operand::Address(name, index) => write!(f, "{name}[{index}]"),
            // Without brackets this would be an address.
            Operand::Content(place @ Place::Location { .. }) => write!(f, "[{place}]"),
            Operand::Content(place) => place.fmt(f),
        }
    }
}

/// A proposition over final states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposition {
    /// All of these; `true` if there are none.
    And(Vec<Proposition>),
    /// One of these; `false` if there are none.
    Or(Vec<Proposition>),
    /// Not this.
    Not(Box<Proposition>),
    /// If the first, then the second.
    Implies(Box<Proposition>, Box<Proposition>),
    /// A place holds a value.
    Equal(Place, Operand),
}

impl Proposition {
    /// How tightly it binds: `\/` less than `/\`, that less than `=>`.
    fn strength(&self) -> u8 {
        match self {
            Proposition::Or(parts) if parts.len() > 1 => 0,
            Proposition::And(parts) if parts.len() > 1 => 1,
            Proposition::Implies(..) => 2,
            Proposition::Or(parts) | Proposition::And(parts) if parts.len() == 1 => {
                parts[0].strength()
            }
            _ => 3,
        }
    }

    fn fmt_within(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.strength() < least {
            return write!(f, "({self})");
        }
        write!(f, "{self}")
    }
}

impl fmt::Display for Proposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proposition::And(parts) | Proposition::Or(parts) => {
                let is_and = matches!(self, Proposition::And(_));
                if parts.is_empty() {
                    return f.write_str(if is_and { "true" } else { "false" });
                }
                for (nth, part) in parts.iter().enumerate() {
                    if nth > 0 {
                        f.write_str(if is_and { " /\\ " } else { " \\/ " })?;
                    }
                    part.fmt_within(f, if is_and { 2 } else { 1 })?;
                }
                Ok(())
            }
            Proposition::Not(part) => write!(f, "not ({part})"),
            Proposition::Implies(left, right) => {
                left.fmt_within(f, 3)?;
                f.write_str(" => ")?;
                right.fmt_within(f, 2)
            }
            Proposition::Equal(place, operand) => write!(f, "{place}={operand}"),
        }
    }
}

/// What a litmus test asserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Of which final states.
    pub quantifier: Quantifier,
    /// What is asserted of them.
    pub proposition: Proposition,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.quantifier, self.proposition)
    }
}

/// The end of a file, with the bytes where places are named.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) locations: Vec<Place>,
    pub(crate) filter: Option<Proposition>,
    /// None if the file has none.
    pub(crate) condition: Option<Condition>,
    /// Every place that is named, and where.
    pub(crate) mentions: Vec<(Place, usize)>,
}

const STATE: Part = Part::State;

/// Does a condition begin here?
pub(crate) fn begins(token: Token<'_>) -> bool {
    match token {
        Token::Name(word) => matches!(
            word,
            "exists" | "forall" | "final" | "observed" | "Observed" | "locations" | "filter"
        ),
        Token::Sign(sign) => sign == "~",
        Token::End => true,
        _ => false,
    }
}

/// Reads the end of a file.
pub(crate) fn parse(lexer: &mut Lexer<'_>) -> Result<Ending, ParseError> {
    let mut parser = Parser {
        lexer,
        mentions: Vec::new(),
    };
    let locations = parser.locations()?;
    let filter = if parser.take_word(&["filter"])? {
        Some(parser.proposition()?)
    } else {
        None
    };
    let condition = parser.condition()?;
    parser.end()?;
    Ok(Ending {
        locations,
        filter,
        condition,
        mentions: parser.mentions,
    })
}

struct Parser<'a, 't> {
    lexer: &'a mut Lexer<'t>,
    mentions: Vec<(Place, usize)>,
}

impl<'t> Parser<'_, 't> {
    fn peek(&self) -> Result<Token<'t>, ParseError> {
        self.lexer.peek(STATE)
    }

    fn take(&mut self, sign: &str) -> Result<bool, ParseError> {
        self.lexer.take(STATE, sign)
    }

    fn take_word(&mut self, words: &[&str]) -> Result<bool, ParseError> {
        let found = matches!(self.peek()?, Token::Name(word) if words.contains(&word));
        if found {
            self.lexer.next(STATE)?;
        }
        Ok(found)
    }

    fn expected(&self, what: &str) -> ParseError {
        self.lexer.expected(STATE, what)
    }

    /// `locations [x; 0:EAX;]`, where there is one.
    fn locations(&mut self) -> Result<Vec<Place>, ParseError> {
        let mut places = Vec::new();
        if !self.take_word(&["locations"])? {
            return Ok(places);
        }
        self.lexer.expect(STATE, "[")?;
        while !self.take("]")? {
            places.push(self.place()?);
            // A type may follow.
            while matches!(self.peek()?, Token::Name(_) | Token::Sign("*")) {
                self.lexer.next(STATE)?;
            }
            if self.peek()? != Token::Sign("]") && !self.take(";")? {
                return Err(self.expected("`;` or `]` after a location"));
            }
        }
        Ok(places)
    }

    fn condition(&mut self) -> Result<Option<Condition>, ParseError> {
        let quantifier = match self.peek()? {
            Token::Name("forall") => Quantifier::Forall,
            Token::Name("exists" | "final" | "observed" | "Observed") => Quantifier::Exists,
            Token::Sign("(") => Quantifier::Exists,
            Token::Sign("~") | Token::Name("not") => Quantifier::NotExists,
            Token::End | Token::Sign("<<") => return Ok(None),
            _ => return Err(self.expected("`exists`, `~exists` or `forall`")),
        };
        if self.take_word(&["observed", "Observed"])? {
            let proposition = self.observed()?;
            return Ok(Some(Condition {
                quantifier,
                proposition,
            }));
        }
        if self.peek()? != Token::Sign("(") {
            self.lexer.next(STATE)?;
            if quantifier == Quantifier::NotExists && !self.take_word(&["exists"])? {
                return Err(self.expected("`exists`"));
            }
        }
        let proposition = self.proposition()?;
        Ok(Some(Condition {
            quantifier,
            proposition,
        }))
    }

    /// `x=1; y=2; and x=2; y=1;`: one of these states.
    fn observed(&mut self) -> Result<Proposition, ParseError> {
        let mut states = Vec::new();
        loop {
            let mut equations = Vec::new();
            while !self.is_over()? && !matches!(self.peek()?, Token::Name("and")) {
                equations.push(self.equation()?);
                self.lexer.expect(STATE, ";")?;
            }
            states.push(Proposition::And(equations));
            if !self.take_word(&["and"])? {
                return Ok(Proposition::Or(states));
            }
        }
    }

    fn is_over(&self) -> Result<bool, ParseError> {
        Ok(matches!(
            self.peek()?,
            Token::End | Token::Sign("<<") | Token::Name("with")
        ))
    }

    /// What may follow a condition; it says nothing to us.
    fn end(&mut self) -> Result<(), ParseError> {
        self.take(";")?;
        if self.is_over()? {
            return Ok(());
        }
        Err(self.expected("`/\\`, `\\/`, `=>` or the end of the file"))
    }

    fn proposition(&mut self) -> Result<Proposition, ParseError> {
        let mut parts = vec![self.conjunction()?];
        while self.take("\\/")? {
            parts.push(self.conjunction()?);
        }
        Ok(single_or(parts, Proposition::Or))
    }

    fn conjunction(&mut self) -> Result<Proposition, ParseError> {
        let mut parts = vec![self.implication()?];
        while self.take("/\\")? {
            parts.push(self.implication()?);
        }
        Ok(single_or(parts, Proposition::And))
    }

    fn implication(&mut self) -> Result<Proposition, ParseError> {
        let left = self.negation()?;
        if !self.take("=>")? {
            return Ok(left);
        }
        self.lexer.enter()?;
        let right = self.implication()?;
        self.lexer.leave();
        Ok(Proposition::Implies(Box::new(left), Box::new(right)))
    }

    fn negation(&mut self) -> Result<Proposition, ParseError> {
        self.lexer.enter()?;
        let found = match self.peek()? {
            Token::Sign("~") | Token::Name("not") => {
                self.lexer.next(STATE)?;
                Proposition::Not(Box::new(self.negation()?))
            }
            Token::Name("true") => {
                self.lexer.next(STATE)?;
                Proposition::And(Vec::new())
            }
            Token::Name("false") => {
                self.lexer.next(STATE)?;
                Proposition::Or(Vec::new())
            }
            Token::Sign("(") => {
                self.lexer.next(STATE)?;
                let inner = self.proposition()?;
                if !self.take(")")? {
                    return Err(self.expected("`/\\`, `\\/`, `=>` or `)`"));
                }
                inner
            }
            _ => self.equation()?,
        };
        self.lexer.leave();
        Ok(found)
    }

    fn equation(&mut self) -> Result<Proposition, ParseError> {
        if let Token::Name(word @ ("fault" | "Fault")) = self.peek()? {
            let start = self.lexer.start(STATE)?;
            return Err(self
                .lexer
                .error_at(start, format!("`{word}` is not modelled")));
        }
        let place = self.place()?;
        let is_equal = if self.take("=")? || self.take("==")? {
            true
        } else if self.take("!=")? || self.take("<>")? {
            false
        } else {
            return Err(self.expected("`=` or `!=`"));
        };
        let equation = self.right_hand_side(place)?;
        Ok(if is_equal {
            equation
        } else {
            Proposition::Not(Box::new(equation))
        })
    }

    /// `x`, `[x]`, `*x`, `x[1]`, `0:EAX`.
    fn place(&mut self) -> Result<Place, ParseError> {
        let start = self.lexer.start(STATE)?;
        let place = match self.peek()? {
            Token::Sign("[") => {
                self.lexer.next(STATE)?;
                let place = self.location()?;
                self.lexer.expect(STATE, "]")?;
                place
            }
            Token::Sign("*") => {
                self.lexer.next(STATE)?;
                match self.is_register()? {
                    true => self.register()?,
                    false => self.location()?,
                }
            }
            _ if self.is_register()? => self.register()?,
            Token::Percent(name) => {
                let message = format!("`%{name}` belongs to no thread: write `0:%{name}`");
                return Err(self.lexer.error_at(start, message));
            }
            Token::Name(_) | Token::Quoted(_) => self.location()?,
            _ => return Err(self.expected("a location or a register (`0:EAX`)")),
        };
        self.mentions.push((place.clone(), start));
        Ok(place)
    }

    fn is_register(&self) -> Result<bool, ParseError> {
        let is_thread = match self.peek()? {
            Token::Number(_) => true,
            Token::Name(word) => thread_number(word).is_some(),
            _ => false,
        };
        Ok(is_thread && self.lexer.peek_second(STATE)? == Token::Sign(":"))
    }

    fn register(&mut self) -> Result<Place, ParseError> {
        let thread = initial::thread(self.lexer)?;
        self.lexer.expect(STATE, ":")?;
        let name = initial::register_name(self.lexer)?;
        Ok(Place::Register { thread, name })
    }

    fn location(&mut self) -> Result<Place, ParseError> {
        let name = initial::name(self.lexer, "the name of a location")?;
        let index = if self.take("[")? {
            Some(initial::index(self.lexer)?)
        } else {
            None
        };
        Ok(Place::Location { name, index })
    }

    fn right_hand_side(&mut self, place: Place) -> Result<Proposition, ParseError> {
        if self.is_register()? || matches!(self.peek()?, Token::Sign("[" | "*")) {
            let content = self.place()?;
            return Ok(Proposition::Equal(place, Operand::Content(content)));
        }
        if !self.take("{")? {
            let operand = operand(initial::constant(self.lexer)?);
            return Ok(Proposition::Equal(place, operand));
        }
        let start = self.lexer.at;
        let values = initial::constants(self.lexer)?;
        let Place::Location { name, index: None } = place else {
            return Err(self
                .lexer
                .error_at(start, "only an array has several values"));
        };
        let element = |(index, value)| {
            let place = Place::Location {
                name: name.clone(),
                index: Some(index),
            };
            self.mentions.push((place.clone(), start));
            Proposition::Equal(place, operand(value))
        };
        let equations = (0..).zip(values).map(element).collect();
        Ok(Proposition::And(equations))
    }
}

fn operand(constant: Constant) -> Operand {
    match constant {
        Constant::Number(number) => Operand::Number(number),
        Constant::Address(name, index) => Operand::Address(name, index),
    }
}

fn single_or(
    mut parts: Vec<Proposition>,
    several: impl Fn(Vec<Proposition>) -> Proposition,
) -> Proposition {
    match parts.len() {
        1 => parts.remove(0),
        _ => several(parts),
    }
}
