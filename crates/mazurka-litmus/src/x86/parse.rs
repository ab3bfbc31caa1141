//! Reads the columns.

use super::mnemonic::{self, Action};
use super::register;
use crate::code::{Flag, Slot};
use crate::condition;
use crate::error::ParseError;
use crate::header::Architecture;
use crate::initial::thread_number;
use crate::lexer::{Lexer, Part, Token};
use crate::locations::Locations;
use crate::thread::MOST_THREADS;

const ASSEMBLY: Part = Part::Assembly;

/// Instructions that exist, and that the memory models here say nothing about
/// or that nobody has needed.
const NOT_MODELLED: &[&str] = &[
    "adc",
    "call",
    "clflush",
    "clflushopt",
    "clwb",
    "cmpxchg16b",
    "cmpxchg8b",
    "div",
    "idiv",
    "imul",
    "leave",
    "movd",
    "movntdq",
    "movntdqa",
    "movnti",
    "movntil",
    "movntiq",
    "movntq",
    "movsd",
    "mul",
    "pop",
    "popl",
    "popq",
    "push",
    "pushl",
    "pushq",
    "rol",
    "ror",
    "sbb",
    "xabort",
    "xbegin",
    "xend",
];

/// A register of the architecture, or one that a thread has besides (`%name`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Register {
    Slot(Slot),
    Symbolic(String),
}

/// A place in memory: the sum of these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) symbol: Option<String>,
    pub(crate) base: Option<Register>,
    pub(crate) index: Option<(Register, i64)>,
    pub(crate) displacement: i64,
    /// From `DWORD PTR`.
    pub(crate) bits: Option<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OperandKind {
    Register(Register),
    Immediate(i64),
    /// `$x`.
    Address(String),
    Memory(Memory),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operand {
    pub(crate) kind: OperandKind,
    /// The byte where it begins.
    pub(crate) at: usize,
}

impl Operand {
    pub(crate) fn is_memory(&self) -> bool {
        matches!(self.kind, OperandKind::Memory(_))
    }

    fn is_constant(&self) -> bool {
        matches!(
            self.kind,
            OperandKind::Immediate(_) | OperandKind::Address(_)
        )
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// The byte where it begins.
    pub(crate) at: usize,
    /// The byte after it.
    pub(crate) end: usize,
    pub(crate) name: String,
    pub(crate) action: Action,
    pub(crate) bits: Option<u8>,
    pub(crate) is_locked: bool,
    /// The destination first.
    pub(crate) operands: Vec<Operand>,
    /// Where it jumps to, and where that is named.
    pub(crate) target: Option<(String, usize)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Line {
    Label(String, usize),
    Instruction(Instruction),
}

/// The columns of a test, with the numbers of their threads.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) threads: Vec<u32>,
    pub(crate) lines: Vec<Vec<Line>>,
}

/// Reads the program.
pub(crate) fn parse(
    lexer: &mut Lexer<'_>,
    architecture: Architecture,
    locations: &Locations,
) -> Result<Columns, ParseError> {
    let mut parser = Parser {
        lexer,
        architecture,
        locations,
    };
    parser.lexer.take(ASSEMBLY, ";")?;
    let begin = parser.lexer.at;
    let threads = parser.threads()?;
    let mut lines = vec![Vec::new(); threads.len()];
    while !condition::begins(parser.lexer.peek(ASSEMBLY)?) {
        parser.row(&mut lines)?;
    }
    // Registers with `%` and memory in parentheses are AT&T's.
    let program = &parser.lexer.text[begin..parser.lexer.at];
    let is_last = architecture == Architecture::X86_64 && program.contains(['%', '(']);
    put_destinations_first(is_last, &mut lines);
    Ok(Columns { threads, lines })
}

/// Which order a file has is seen where an operand is a constant, which cannot
/// be a destination; where there is none, or both, the destination `is_last` or
/// not.
fn put_destinations_first(is_last: bool, lines: &mut [Vec<Line>]) {
    let mut instructions: Vec<&mut Instruction> = lines
        .iter_mut()
        .flatten()
        .filter_map(|line| match line {
            Line::Instruction(instruction) if instruction.operands.len() == 2 => Some(instruction),
            _ => None,
        })
        .collect();
    let constant_at = |nth: usize| {
        let mut found = instructions.iter();
        found.any(|instruction| instruction.operands[nth].is_constant())
    };
    let is_last = match (constant_at(0), constant_at(1)) {
        (true, false) => true,
        (false, true) => false,
        _ => is_last,
    };
    for instruction in &mut instructions {
        let operands = &mut instruction.operands;
        let swap = match instruction.action {
            // The one in memory; if there is none, the first in either order.
            Action::CompareExchange => operands[1].is_memory(),
            // herd's only one has the destination first in either order.
            Action::MoveIf(Flag::Carry, true) => operands[0].is_memory(),
            Action::ExchangeAdd if operands[0].is_memory() != operands[1].is_memory() => {
                operands[1].is_memory()
            }
            _ => is_last,
        };
        if swap {
            operands.swap(0, 1);
        }
    }
}

struct Parser<'a, 't> {
    lexer: &'a mut Lexer<'t>,
    architecture: Architecture,
    locations: &'a Locations,
}

impl<'t> Parser<'_, 't> {
    fn peek(&self) -> Result<Token<'t>, ParseError> {
        self.lexer.peek(ASSEMBLY)
    }

    fn take(&mut self, sign: &str) -> Result<bool, ParseError> {
        self.lexer.take(ASSEMBLY, sign)
    }

    fn expected(&self, what: &str) -> ParseError {
        self.lexer.expected(ASSEMBLY, what)
    }

    /// ` P0 | P1 ;`
    fn threads(&mut self) -> Result<Vec<u32>, ParseError> {
        let mut threads = Vec::new();
        loop {
            let start = self.lexer.start(ASSEMBLY)?;
            let number = match self.peek()? {
                Token::Name(name) => thread_number(name),
                _ => None,
            };
            let Some(number) = number else {
                return Err(self.expected("the name of a thread (`P0`)"));
            };
            self.lexer.next(ASSEMBLY)?;
            if threads.contains(&number) {
                let message = format!("there are two threads `P{number}`");
                return Err(self.lexer.error_at(start, message));
            }
            if threads.len() == MOST_THREADS {
                let message = format!("there are more than {MOST_THREADS} threads");
                return Err(self.lexer.error_at(start, message));
            }
            threads.push(number);
            if self.take(":")? {
                while matches!(self.peek()?, Token::Name(_) | Token::Sign(",")) {
                    self.lexer.next(ASSEMBLY)?;
                }
            }
            if self.take(";")? {
                return Ok(threads);
            }
            if !self.take("|")? {
                return Err(self.expected("`|` or `;` after the name of a thread"));
            }
        }
    }

    fn row(&mut self, lines: &mut [Vec<Line>]) -> Result<(), ParseError> {
        let mut column = 0;
        let mut is_empty = true;
        loop {
            let start = self.lexer.start(ASSEMBLY)?;
            let cell = self.cell()?;
            let lines_of_cell = cell.len();
            if column >= lines.len() {
                if !cell.is_empty() {
                    let message = match lines.len() {
                        1 => "there is only one thread".into(),
                        count => format!("there are only {count} threads"),
                    };
                    return Err(self.lexer.error_at(start, message));
                }
            } else {
                lines[column].extend(cell);
            }
            column += 1;
            is_empty &= lines_of_cell == 0;
            let end = self.lexer.start(ASSEMBLY)?;
            if self.take(";")? {
                // A row with nothing at all hides nothing.
                if column < lines.len() && !is_empty {
                    let columns = if column == 1 { "column" } else { "columns" };
                    let message = format!(
                        "this row has {column} {columns}, and there are {} threads: separate \
                         them by `|`, also where one does nothing",
                        lines.len()
                    );
                    return Err(self.lexer.error_at(end, message));
                }
                return Ok(());
            }
            if !self.take("|")? {
                return Err(self.expected("`|` or `;` after an instruction"));
            }
        }
    }

    fn cell(&mut self) -> Result<Vec<Line>, ParseError> {
        let mut lines = Vec::new();
        loop {
            let start = self.lexer.start(ASSEMBLY)?;
            match self.peek()? {
                Token::Sign("|" | ";") => return Ok(lines),
                Token::Name(name) => {
                    self.lexer.next(ASSEMBLY)?;
                    if self.take(":")? {
                        lines.push(Line::Label(name.to_owned(), start));
                    } else {
                        lines.push(Line::Instruction(self.instruction(name, start, false)?));
                        return Ok(lines);
                    }
                }
                _ => return Err(self.expected("an instruction or a label")),
            }
        }
    }

    fn instruction(
        &mut self,
        name: &str,
        at: usize,
        is_locked: bool,
    ) -> Result<Instruction, ParseError> {
        if name.eq_ignore_ascii_case("lock") && !is_locked {
            self.take(";")?;
            let start = self.lexer.start(ASSEMBLY)?;
            let Token::Name(name) = self.peek()? else {
                return Err(self.expected("an instruction after `LOCK`"));
            };
            self.lexer.next(ASSEMBLY)?;
            return self.instruction(name, start, true);
        }
        let Some((action, bits)) = mnemonic::find(name) else {
            let is_known = NOT_MODELLED.contains(&name.to_ascii_lowercase().as_str());
            let message = if is_known {
                format!("the instruction `{name}` is not modelled")
            } else {
                format!("expected an instruction, found `{name}`, which is unknown")
            };
            return Err(self.lexer.error_at(at, message));
        };
        let mut instruction = Instruction {
            at,
            end: 0,
            name: name.to_owned(),
            action,
            bits,
            is_locked,
            operands: Vec::new(),
            target: None,
        };
        if let Action::Jump | Action::JumpIf(..) = action {
            let start = self.lexer.start(ASSEMBLY)?;
            let Token::Name(label) = self.peek()? else {
                return Err(self.expected("a label"));
            };
            self.lexer.next(ASSEMBLY)?;
            instruction.target = Some((label.to_owned(), start));
        } else if !matches!(self.peek()?, Token::Sign("|" | ";") | Token::End) {
            instruction.operands.push(self.operand()?);
            while self.take(",")? {
                instruction.operands.push(self.operand()?);
            }
        }
        instruction.end = self.lexer.at;
        Ok(instruction)
    }

    fn operand(&mut self) -> Result<Operand, ParseError> {
        let at = self.lexer.start(ASSEMBLY)?;
        let bits = self.size_prefix()?;
        let mut kind = self.operand_kind()?;
        if let OperandKind::Memory(memory) = &mut kind {
            memory.bits = bits;
        }
        Ok(Operand { kind, at })
    }

    /// `DWORD PTR`, with the second word or without.
    fn size_prefix(&mut self) -> Result<Option<u8>, ParseError> {
        let Token::Name(word) = self.peek()? else {
            return Ok(None);
        };
        let bits = match word.to_ascii_lowercase().as_str() {
            "byte" => 8,
            "word" => 16,
            "dword" => 32,
            "qword" => 64,
            _ => return Ok(None),
        };
        let second = self.lexer.peek_second(ASSEMBLY)?;
        let is_pointer = matches!(second, Token::Name(word) if word.eq_ignore_ascii_case("ptr"));
        if !is_pointer && second != Token::Sign("[") {
            return Ok(None);
        }
        self.lexer.next(ASSEMBLY)?;
        if is_pointer {
            self.lexer.next(ASSEMBLY)?;
        }
        Ok(Some(bits))
    }

    fn operand_kind(&mut self) -> Result<OperandKind, ParseError> {
        match self.peek()? {
            Token::Sign("$") => {
                self.lexer.next(ASSEMBLY)?;
                self.immediate()
            }
            Token::Number(number) => {
                self.lexer.next(ASSEMBLY)?;
                match self.peek()? {
                    Token::Sign("(" | "[") => self.memory(Memory {
                        displacement: number,
                        ..Memory::default()
                    }),
                    _ => Ok(OperandKind::Immediate(number)),
                }
            }
            Token::Sign("(" | "[") => self.memory(Memory::default()),
            Token::Percent(_) => {
                let register = self.register()?;
                if self.take(":")? {
                    // A segment: memory is flat here.
                    self.lexer.enter()?;
                    let kind = self.operand_kind();
                    self.lexer.leave();
                    return kind;
                }
                Ok(OperandKind::Register(register))
            }
            Token::Name(name) => {
                if self.find_register(name).is_some() {
                    return Ok(OperandKind::Register(self.register()?));
                }
                self.lexer.next(ASSEMBLY)?;
                let memory = Memory {
                    symbol: Some(name.to_owned()),
                    ..Memory::default()
                };
                match self.peek()? {
                    Token::Sign("(" | "[") => self.memory(memory),
                    _ => Ok(OperandKind::Memory(memory)),
                }
            }
            _ => Err(self.expected("an operand")),
        }
    }

    fn immediate(&mut self) -> Result<OperandKind, ParseError> {
        let kind = match self.peek()? {
            Token::Number(number) => OperandKind::Immediate(number),
            Token::Name(name) => OperandKind::Address(name.to_owned()),
            _ => return Err(self.expected("a number or a location after `$`")),
        };
        self.lexer.next(ASSEMBLY)?;
        Ok(kind)
    }

    /// On 32-bit x86 only the names in capitals are registers for herd; others
    /// may be locations.
    fn find_register(&self, name: &str) -> Option<Slot> {
        let slot = register::find(name)?;
        let is_location = self.architecture == Architecture::X86
            && name.chars().any(|c| c.is_ascii_lowercase())
            && self.locations.find(name).is_some();
        (!is_location).then_some(slot)
    }

    fn register(&mut self) -> Result<Register, ParseError> {
        let register = match self.peek()? {
            Token::Percent(name) => match register::find(name) {
                Some(slot) => Register::Slot(slot),
                None => Register::Symbolic(name.to_owned()),
            },
            Token::Name(name) => match self.find_register(name) {
                Some(slot) => Register::Slot(slot),
                None => return Err(self.expected("a register")),
            },
            _ => return Err(self.expected("a register")),
        };
        // Conditions may ask for a flag, but no instruction takes one.
        if matches!(&register, Register::Slot(slot) if slot.bits == 1) {
            return Err(self.expected("a register that is no flag"));
        }
        self.lexer.next(ASSEMBLY)?;
        Ok(register)
    }

    /// The rest of a place in memory, from its parenthesis or bracket on.
    fn memory(&mut self, mut memory: Memory) -> Result<OperandKind, ParseError> {
        let close = if self.take("(")? { ")" } else { "]" };
        if close == "]" {
            self.lexer.expect(ASSEMBLY, "[")?;
        }
        if close == ")" && self.peek()? != Token::Sign(",") {
            self.term(&mut memory)?;
        } else if close == "]" {
            self.term(&mut memory)?;
            loop {
                if self.take("+")? {
                    self.term(&mut memory)?;
                } else if let Token::Number(number @ i64::MIN..=-1) = self.peek()? {
                    self.lexer.next(ASSEMBLY)?;
                    memory.displacement = memory.displacement.wrapping_add(number);
                } else {
                    break;
                }
            }
        }
        if close == ")" && self.take(",")? {
            let index = self.register()?;
            let mut scale = 1;
            if self.take(",")? {
                let Token::Number(number) = self.peek()? else {
                    return Err(self.expected("the scale of an index"));
                };
                self.lexer.next(ASSEMBLY)?;
                scale = number;
            }
            memory.index = Some((index, scale));
        }
        self.lexer.expect(ASSEMBLY, close)?;
        Ok(OperandKind::Memory(memory))
    }

    /// A register, a location or a number that is added to an address.
    fn term(&mut self, memory: &mut Memory) -> Result<(), ParseError> {
        match self.peek()? {
            Token::Number(number) => {
                self.lexer.next(ASSEMBLY)?;
                memory.displacement = memory.displacement.wrapping_add(number);
                return Ok(());
            }
            Token::Name(name) if self.find_register(name).is_none() => {
                if memory.symbol.is_some() {
                    return Err(self.expected("a register or a number"));
                }
                self.lexer.next(ASSEMBLY)?;
                memory.symbol = Some(name.to_owned());
                return Ok(());
            }
            _ => {}
        }
        let start = self.lexer.start(ASSEMBLY)?;
        let register = self.register()?;
        if self.take("*")? {
            let Token::Number(scale) = self.peek()? else {
                return Err(self.expected("the scale of an index"));
            };
            self.lexer.next(ASSEMBLY)?;
            memory.index = Some((register, scale));
        } else if memory.base.is_none() {
            // The instruction pointer adds nothing to the address of a location.
            if register != Register::Slot(register::find("rip").expect("it exists")) {
                memory.base = Some(register);
            }
        } else if memory.index.is_none() {
            memory.index = Some((register, 1));
        } else {
            return Err(self
                .lexer
                .error_at(start, "an address has at most two registers"));
        }
        Ok(())
    }
}
