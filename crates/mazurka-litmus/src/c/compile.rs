//! Reads functions and decodes them as it goes.

use super::balance;
use super::types::{self, CType};
use crate::code::{Compute, Instruction, Slot, Source};
use crate::condition;
use crate::error::ParseError;
use crate::initial::{self, Constant, Item, thread_number};
use crate::lexer::{Lexer, Part, Token};
use crate::locations::Locations;
use crate::thread::{MOST_THREADS, Place, Thread};
use crate::value::Type;
use rustc_hash::FxHashMap;

/// The places of more accesses than this are not kept: each takes a look at all of the text.
const MOST_ACCESS_PLACES: usize = 1_000;

/// Reads the program: functions `P0`, `P1`...
pub(crate) fn compile(
    lexer: &mut Lexer<'_>,
    items: &[Item],
    locations: &mut Locations,
) -> Result<Vec<Thread>, ParseError> {
    let mut threads: Vec<Thread> = Vec::new();
    loop {
        if condition::begins(lexer.peek(Part::C)?) {
            if threads.is_empty() {
                return Err(lexer.expected(Part::C, "a function (`P0`)"));
            }
            return Ok(threads);
        }
        if is_scope_tree(lexer)? {
            skip_to_condition(lexer)?;
            continue;
        }
        let start = lexer.start(Part::C)?;
        let thread = function(lexer, items, locations)?;
        if threads.iter().any(|other| other.number == thread.number) {
            let message = format!("there are two functions `P{}`", thread.number);
            return Err(lexer.error_at(start, message));
        }
        if threads.len() == MOST_THREADS {
            let message = format!("there are more than {MOST_THREADS} functions");
            return Err(lexer.error_at(start, message));
        }
        threads.push(thread);
    }
}

/// `scopes: ...` and `regions: ...` say where threads and locations are on a
/// machine with several levels of memory; here there is one.
fn is_scope_tree(lexer: &Lexer<'_>) -> Result<bool, ParseError> {
    let is_word = matches!(lexer.peek(Part::C)?, Token::Name("scopes" | "regions"));
    Ok(is_word && lexer.peek_second(Part::C)? == Token::Sign(":"))
}

fn skip_to_condition(lexer: &mut Lexer<'_>) -> Result<(), ParseError> {
    while !condition::begins(lexer.peek(Part::C)?) {
        lexer.next(Part::C)?;
    }
    Ok(())
}

fn function(
    lexer: &mut Lexer<'_>,
    items: &[Item],
    locations: &mut Locations,
) -> Result<Thread, ParseError> {
    types::parse(lexer, |_| false)?;
    let number = match lexer.peek(Part::C)? {
        Token::Name(name) => thread_number(name),
        _ => None,
    };
    let Some(number) = number else {
        return Err(lexer.expected(Part::C, "a function (`P0`) or a condition (`exists`)"));
    };
    lexer.next(Part::C)?;
    let mut compiler = Compiler::new(lexer, locations);
    for item in items {
        if let initial::Place::Register { thread, name } = &item.place
            && *thread == number
        {
            compiler.given.insert(name.clone(), item.declared);
        }
    }
    compiler.parameters()?;
    compiler.expect("{")?;
    compiler.block()?;
    compiler.emit(Instruction::Halt);
    balance::check(&compiler.code, &compiler.places)?;
    let mut names = FxHashMap::default();
    let mut types = FxHashMap::default();
    for (name, variable) in compiler.variables {
        names.insert(name, variable.slot.register);
        types.insert(variable.slot.register, variable.of.held());
    }
    Ok(Thread {
        number,
        code: compiler.code,
        registers: compiler.registers,
        names,
        types,
        initial: compiler.initial,
        places: compiler.places,
        foreign: compiler.foreign,
    })
}

/// A parameter or local variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) slot: Slot,
    pub(super) of: CType,
}

/// The jumps that leave a loop, or begin its next round.
#[derive(Default)]
pub(super) struct Loop {
    pub(super) breaks: Vec<usize>,
    pub(super) continues: Vec<usize>,
}

pub(super) struct Compiler<'a, 't> {
    pub(super) lexer: &'a mut Lexer<'t>,
    pub(super) locations: &'a mut Locations,
    pub(super) code: Vec<Instruction>,
    pub(super) variables: FxHashMap<String, Variable>,
    /// The names that the blocks around this place declare, the innermost last.
    pub(super) blocks: Vec<Vec<String>>,
    pub(super) loops: Vec<Loop>,
    registers: u16,
    initial: Vec<(Slot, Constant)>,
    /// Registers for what is computed on the way; every statement uses them
    /// anew.
    temporaries: Vec<u16>,
    used: usize,
    /// Where in the text what is being decoded stands: the byte.
    pub(super) place: usize,
    /// Where instructions stand that may have no meaning.
    places: Vec<(usize, Place)>,
    /// See [`Thread::foreign`].
    foreign: Option<(Place, String)>,
    /// What the initial state says of registers of this thread that are not declared.
    given: FxHashMap<String, Option<Type>>,
}

impl<'a, 't> Compiler<'a, 't> {
    fn new(lexer: &'a mut Lexer<'t>, locations: &'a mut Locations) -> Compiler<'a, 't> {
        Compiler {
            lexer,
            locations,
            code: Vec::new(),
            variables: FxHashMap::default(),
            blocks: Vec::new(),
            loops: Vec::new(),
            registers: 0,
            initial: Vec::new(),
            temporaries: Vec::new(),
            used: 0,
            place: 0,
            places: Vec::new(),
            foreign: None,
            given: FxHashMap::default(),
        }
    }

    /// Remembers where the next instruction stands in the text.
    pub(super) fn keep_place(&mut self) {
        let place = Place::of(&self.lexer.error_at(self.place, ""));
        self.places.push((self.code.len(), place));
    }

    /// The same for an access of memory, which may race: in a very long test, for the first ones.
    pub(super) fn keep_access_place(&mut self) {
        if self.places.len() < MOST_ACCESS_PLACES {
            self.keep_place();
        }
    }

    /// Remembers the first thing for which the memory model of C has no meaning.
    pub(super) fn note_foreign(&mut self, at: usize, message: impl FnOnce() -> String) {
        if self.foreign.is_none() {
            let place = Place::of(&self.lexer.error_at(at, ""));
            self.foreign = Some((place, message()));
        }
    }

    pub(super) fn peek(&self) -> Result<Token<'t>, ParseError> {
        self.lexer.peek(Part::C)
    }

    pub(super) fn take(&mut self, sign: &str) -> Result<bool, ParseError> {
        self.lexer.take(Part::C, sign)
    }

    pub(super) fn take_word(&mut self, word: &str) -> Result<bool, ParseError> {
        let found = self.peek()? == Token::Name(word);
        if found {
            self.lexer.next(Part::C)?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        self.lexer.expect(Part::C, sign)
    }

    pub(super) fn expected(&self, what: &str) -> ParseError {
        self.lexer.expected(Part::C, what)
    }

    pub(super) fn name(&mut self, what: &str) -> Result<&'t str, ParseError> {
        let Token::Name(name) = self.peek()? else {
            return Err(self.expected(what));
        };
        self.lexer.next(Part::C)?;
        Ok(name)
    }

    pub(super) fn parse_type(&mut self) -> Result<Option<CType>, ParseError> {
        let variables = &self.variables;
        types::parse(self.lexer, |word| variables.contains_key(word))
    }

    /// A parameter is the address of the location with its name.
    fn parameters(&mut self) -> Result<(), ParseError> {
        self.expect("(")?;
        if self.take(")")? {
            return Ok(());
        }
        loop {
            let Some(of) = self.parse_type()? else {
                return Err(self.expected("the type of a parameter"));
            };
            if of.stars == 0 && self.take(")")? {
                return Ok(());
            }
            if !of.is_pointer() {
                return Err(self.expected("`*`: parameters are addresses of locations"));
            }
            let name = self.name("the name of a parameter")?;
            let number = self.locations.number(name);
            let location = self.locations.get_mut(number);
            location.declared.get_or_insert(of.pointee().held());
            let variable = self.declare(name, of)?;
            let address = Constant::Address(name.to_owned(), 0);
            self.initial.push((variable.slot, address));
            if self.take(")")? {
                return Ok(());
            }
            if !self.take(",")? {
                return Err(self.expected("`,` or `)` after a parameter"));
            }
        }
    }

    /// Makes a variable, or gives the one with that name: blocks have no
    /// variables of their own, as the condition names them by thread. (So a
    /// declaration that hides another is refused.)
    pub(super) fn declare(&mut self, name: &str, of: CType) -> Result<Variable, ParseError> {
        if let Some(variable) = self.variables.get(name) {
            return Ok(*variable);
        }
        let register = self.new_register()?;
        let slot = Slot::typed(register, of.held());
        let variable = Variable { slot, of };
        self.variables.insert(name.to_owned(), variable);
        Ok(variable)
    }

    /// A variable that is only set in the initial state: one of that type, or, if it
    /// has none there, of the type that variables without a declaration have.
    pub(super) fn given(&mut self, name: &str) -> Result<Option<Variable>, ParseError> {
        let Some(declared) = self.given.get(name) else {
            return Ok(None);
        };
        // An address may be what was given, and it may be followed.
        let of = match declared {
            Some(Type::POINTER) => CType::INT.pointer(),
            Some(base) => CType {
                base: *base,
                stars: 0,
                is_atomic: false,
            },
            None => CType::LONG,
        };
        self.declare(name, of).map(Some)
    }

    fn new_register(&mut self) -> Result<u16, ParseError> {
        if self.registers == u16::MAX {
            return Err(self
                .lexer
                .error_at(self.lexer.at, "this function is too long"));
        }
        self.registers += 1;
        Ok(self.registers - 1)
    }

    pub(super) fn reset_temporaries(&mut self) {
        self.used = 0;
    }

    pub(super) fn temporary(&mut self) -> Result<Slot, ParseError> {
        if self.used == self.temporaries.len() {
            let register = self.new_register()?;
            self.temporaries.push(register);
        }
        self.used += 1;
        Ok(Slot {
            rest: crate::code::Rest::Sign,
            ..Slot::whole(self.temporaries[self.used - 1])
        })
    }

    pub(super) fn emit(&mut self, instruction: Instruction) -> usize {
        self.code.push(instruction);
        self.code.len() - 1
    }

    pub(super) fn compute(&mut self, to: Slot, compute: Compute, a: Source, b: Source) {
        self.emit(Instruction::Compute { to, compute, a, b });
    }

    pub(super) fn computed(
        &mut self,
        compute: Compute,
        a: Source,
        b: Source,
    ) -> Result<Source, ParseError> {
        if let (Source::Constant(a), Source::Constant(b)) = (a, b) {
            if let Some(wrong) = compute.undefined(a, b) {
                let message = format!("this is {wrong}, which has no meaning in C");
                return Err(self.lexer.error_at(self.place, message));
            }
            return Ok(Source::Constant(compute.apply(a, b)));
        }
        let to = self.temporary()?;
        if let Compute::Divide(_) | Compute::Remainder(_) = compute {
            self.keep_place();
        }
        self.compute(to, compute, a, b);
        Ok(Source::Slot(to))
    }

    /// Where the next instruction will be.
    pub(super) fn here(&self) -> u32 {
        u32::try_from(self.code.len()).expect("under 2^32 instructions")
    }

    /// Makes a jump that was emitted lead here.
    pub(super) fn land(&mut self, jump: usize) {
        let here = self.here();
        if let Instruction::Jump(target)
        | Instruction::JumpIf { target, .. }
        | Instruction::JumpIfZero { target, .. } = &mut self.code[jump]
        {
            *target = here;
        }
    }
}
