//! Instructions: reading them, and checking all that they name.

use super::error::{Error, Problem};
use super::op::Op;
use super::reader::{Reader, Size, Tag};
use num_bigint::BigInt;

/// How many registers there are of each kind.
pub(crate) const REGISTERS: u64 = 1024;

/// An instruction, with as many operands as it takes ([`Op::operands`]).
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Instruction {
    pub(crate) op: Op,
    pub(crate) args: Vec<Arg>,
}

/// An operand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Arg {
    /// A number: of memory words, elements, an import..., by instruction.
    U(u64),
    /// An integer.
    I(i64),
    /// An integer that does not fit into 64 bits.
    Big(Box<BigInt>),
    /// The empty list.
    Nil,
    /// An atom, by its index in `atoms`.
    Atom(u32),
    /// A register.
    X(u32),
    /// A slot of the stack frame.
    Y(u32),
    /// A register for floats.
    Float(u32),
    /// A label that is somewhere; 0 is none.
    Label(u32),
    Character(u32),
    /// A literal, by its index in `literals`.
    Literal(u32),
    /// Operands, the number of which is not fixed.
    List(Vec<Arg>),
    /// Kinds and numbers of what memory is for: 0 words, 1 floats, 2 functions.
    AllocList(Vec<(u32, u32)>),
}

/// How many of each there are that code may name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) atoms: usize,
    pub(super) imports: usize,
    pub(super) literals: usize,
    pub(super) lambdas: usize,
    pub(super) strings: usize,
    /// None: there is no table of lines, and lines become 0.
    pub(super) lines: Option<usize>,
}

/// What the chunk `Code` holds.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) labels: u32,
    pub(super) instructions: Vec<Instruction>,
    /// By label: the index of the instruction where it is.
    pub(super) places: Vec<Option<u32>>,
}

pub(super) fn read(bytes: &[u8], counts: &Counts) -> Result<Code, Error> {
    let mut reader = Reader::new("Code", bytes);
    let header = reader.u32("the header")? as usize;
    let start = reader.offset() + reader.check_count(header as u64, "the header's size", 1)?;
    if header < 16 {
        return Err(reader.error(Problem::Ends {
            within: "the header",
        }));
    }
    let version = reader.u32("the header")?;
    if version != 0 {
        return Err(reader.error(Problem::Version { number: version }));
    }
    let number = reader.u32("the header")?;
    if number > Op::LAST {
        return Err(reader.error(Problem::NewerOpcode { number }));
    }
    // Each has two bytes or more where it is, and few numbers are left out.
    let labels = reader.count("labels", 1)?;
    let _functions = reader.count("functions", 1)?;
    let skip = start - reader.offset();
    reader.bytes(skip, "the header")?;

    let mut code = Code {
        labels: labels as u32,
        instructions: Vec::new(),
        places: vec![None; labels],
    };
    let mut offsets = Vec::new();
    loop {
        let offset = reader.offset();
        let instruction = instruction(&mut reader, counts)?;
        if let (Op::Label, [Arg::U(label)]) = (instruction.op, &instruction.args[..]) {
            define(&mut code, *label).map_err(|problem| reader.error_at(offset, problem))?;
        }
        let is_last = instruction.op == Op::IntCodeEnd;
        code.instructions.push(instruction);
        offsets.push(offset);
        if is_last {
            break;
        }
    }
    reader.end()?;
    for (instruction, offset) in code.instructions.iter().zip(&offsets) {
        for arg in &instruction.args {
            check_labels(arg, &code).map_err(|problem| reader.error_at(*offset, problem))?;
        }
    }
    if let Err((index, what)) = structure(&code.instructions) {
        return Err(reader.error_at(offsets[index], Problem::Structure(what)));
    }
    Ok(code)
}

fn define(code: &mut Code, label: u64) -> Result<(), Problem> {
    let count = code.places.len() as u64;
    let place = (usize::try_from(label).ok()).and_then(|label| code.places.get_mut(label));
    match place {
        Some(place @ None) if label > 0 => {
            *place = Some(code.instructions.len() as u32);
            Ok(())
        }
        Some(Some(_)) => Err(Problem::LabelTwice {
            label: label as u32,
        }),
        Some(None) => Err(Problem::Structure("there is no label 0")),
        None => Err(Problem::NoSuch {
            what: "label",
            number: label,
            count,
        }),
    }
}

fn check_labels(arg: &Arg, code: &Code) -> Result<(), Problem> {
    match arg {
        Arg::Label(0) => Ok(()),
        Arg::Label(label) => code.check_label(*label),
        Arg::List(args) => (args.iter()).try_for_each(|arg| check_labels(arg, code)),
        _ => Ok(()),
    }
}

impl Code {
    /// Is that label somewhere?
    pub(super) fn check_label(&self, label: u32) -> Result<(), Problem> {
        match self.places.get(label as usize) {
            Some(Some(_)) => Ok(()),
            Some(None) => Err(Problem::LabelNowhere { label }),
            None => Err(Problem::NoSuch {
                what: "label",
                number: label.into(),
                count: self.labels.into(),
            }),
        }
    }

    /// Is a function with that name and arity entered there?
    pub(super) fn check_entry(&self, label: u32, function: u32, arity: u32) -> Result<(), Problem> {
        self.check_label(label)?;
        let place = self.places[label as usize].unwrap_or(0) as usize;
        let info = place
            .checked_sub(1)
            .map(|before| &self.instructions[before]);
        let is_entry = info.is_some_and(|info| {
            info.op == Op::FuncInfo && info.args[1..] == [Arg::Atom(function), Arg::U(arity.into())]
        });
        match is_entry {
            true => Ok(()),
            false => Err(Problem::Structure("a label is no entry of that function")),
        }
    }
}

/// All code is in functions: a label, maybe a line, `func_info`, the label of the entry, and
/// then the body.
fn structure(code: &[Instruction]) -> Result<(), (usize, &'static str)> {
    let is = |index: usize, op| code.get(index).is_some_and(|code| code.op == op);
    let mut is_within = false;
    for (index, instruction) in code.iter().enumerate() {
        match instruction.op {
            Op::FuncInfo => {
                is_within = true;
                let before = match index > 0 && is(index - 1, Op::Line) {
                    true => index - 1,
                    false => index,
                };
                if before == 0 || !is(before - 1, Op::Label) {
                    return Err((index, "there is no label before `func_info`"));
                }
                if !is(index + 1, Op::Label) {
                    return Err((index, "there is no label behind `func_info`"));
                }
            }
            Op::Label | Op::Line | Op::IntCodeEnd => {}
            _ if is_within => {}
            _ => return Err((index, "an instruction is in no function")),
        }
    }
    Ok(())
}

fn instruction(reader: &mut Reader<'_>, counts: &Counts) -> Result<Instruction, Error> {
    let offset = reader.offset();
    let number = reader.u8("code")?;
    let Some(op) = Op::from_number(number) else {
        return Err(reader.error_at(offset, Problem::UnknownOpcode { number }));
    };
    let kinds = op.operands();
    let mut args = Vec::with_capacity(kinds.len());
    for (index, kind) in kinds.iter().enumerate() {
        let at = reader.offset();
        let mut arg = match *kind {
            b'L' => list(reader, counts)?,
            _ => operand(reader, counts)?,
        };
        // Without a table, lines are not known.
        if *kind == b'n' && counts.lines.is_none() && matches!(arg, Arg::U(_)) {
            arg = Arg::U(0);
        }
        if let Err(wrong) = check_kind(*kind, &arg, counts) {
            let problem = match wrong {
                Wrong::Kind(expected) => Problem::Operand {
                    instruction: op.name(),
                    operand: index + 1,
                    expected,
                },
                Wrong::Number(what, number, count) => Problem::NoSuch {
                    what,
                    number,
                    count: count as u64,
                },
            };
            return Err(reader.error_at(at, problem));
        }
        args.push(arg);
    }
    check_shape(op, &args, counts).map_err(|problem| reader.error_at(offset, problem))?;
    Ok(Instruction { op, args })
}

enum Wrong {
    Kind(&'static str),
    Number(&'static str, u64, usize),
}

fn check_kind(kind: u8, arg: &Arg, counts: &Counts) -> Result<(), Wrong> {
    let index = |what, count| match arg {
        Arg::U(number) if *number < count as u64 => Ok(()),
        Arg::U(number) => Err(Wrong::Number(what, *number, count)),
        _ => Err(Wrong::Kind("a number")),
    };
    let is = |is: bool, expected| match is {
        true => Ok(()),
        false => Err(Wrong::Kind(expected)),
    };
    match kind {
        b'u' | b'l' => is(matches!(arg, Arg::U(_)), "a number"),
        b'f' => is(matches!(arg, Arg::Label(_)), "a label"),
        b'i' => index("import", counts.imports),
        b'h' => index("function", counts.lambdas),
        b'n' => index("line", counts.lines.unwrap_or(1)),
        b'a' => is(matches!(arg, Arg::Atom(_)), "an atom"),
        b'r' => is(
            matches!(arg, Arg::X(_) | Arg::Y(_) | Arg::Float(_)),
            "a register",
        ),
        b's' => is(is_source(arg), "a register or a term"),
        b'w' => is(
            matches!(arg, Arg::U(_) | Arg::AllocList(_)),
            "a number of words",
        ),
        b'L' => is(matches!(arg, Arg::List(_)), "a list"),
        _ => Ok(()),
    }
}

fn is_source(arg: &Arg) -> bool {
    match arg {
        Arg::X(_) | Arg::Y(_) | Arg::Float(_) => true,
        Arg::I(_) | Arg::Big(_) | Arg::Nil | Arg::Atom(_) | Arg::Literal(_) => true,
        Arg::U(_) | Arg::Label(_) | Arg::Character(_) | Arg::List(_) | Arg::AllocList(_) => false,
    }
}

/// Checks what belongs together: pairs in lists, and parts of the table of strings.
fn check_shape(op: Op, args: &[Arg], counts: &Counts) -> Result<(), Problem> {
    let wrong = |expected| {
        Err(Problem::Operand {
            instruction: op.name(),
            operand: args.len(),
            expected,
        })
    };
    let string = |offset: u64, bits: u64| {
        let end = offset.saturating_mul(8).saturating_add(bits);
        match end <= counts.strings as u64 * 8 {
            true => Ok(()),
            false => Err(Problem::NoSuch {
                what: "byte of the strings",
                number: end.div_ceil(8).saturating_sub(1),
                count: counts.strings as u64,
            }),
        }
    };
    let list = match args.last() {
        Some(Arg::List(list)) => &list[..],
        _ => &[],
    };
    match (op, args) {
        (Op::BsPutString, [Arg::U(len), Arg::U(offset)]) => string(*offset, len.saturating_mul(8)),
        (Op::BsMatchString, [_, _, Arg::U(bits), Arg::U(offset)]) => string(*offset, *bits),
        (Op::SelectVal | Op::SelectTupleArity, _) => {
            let (pairs, rest) = list.as_chunks::<2>();
            let is_fine = (pairs.iter()).all(|[value, label]| {
                matches!(label, Arg::Label(1..))
                    && match op {
                        Op::SelectVal => is_source(value),
                        _ => matches!(value, Arg::U(_)),
                    }
            });
            match is_fine && rest.is_empty() {
                true => Ok(()),
                false => wrong("a list of values and labels"),
            }
        }
        (Op::PutMapAssoc | Op::PutMapExact | Op::GetMapElements, _) => {
            match list.len() % 2 == 0 && list.iter().all(is_source) {
                true => Ok(()),
                false => wrong("a list of keys and values"),
            }
        }
        (Op::HasMapFields | Op::PutTuple2 | Op::MakeFun3, _) => match list.iter().all(is_source) {
            true => Ok(()),
            false => wrong("a list of values"),
        },
        (Op::InitYregs, _) => match list.iter().all(|arg| matches!(arg, Arg::Y(_))) {
            true => Ok(()),
            false => wrong("a list of slots"),
        },
        (Op::UpdateRecord, _) => {
            let (pairs, rest) = list.as_chunks::<2>();
            let is_fine = (pairs.iter())
                .all(|[index, value]| matches!(index, Arg::U(1..)) && is_source(value));
            match is_fine && rest.is_empty() {
                true => Ok(()),
                false => wrong("a list of indices and values"),
            }
        }
        (Op::BsCreateBin, _) => {
            let (segments, rest) = list.as_chunks::<6>();
            if !rest.is_empty() {
                return wrong("a list of segments");
            }
            for [_, _, unit, _, source, size] in segments {
                if !matches!(unit, Arg::U(_)) {
                    return wrong("a list of segments");
                }
                // A part of the strings is told by its offset.
                match (source, size) {
                    (Arg::U(offset), Arg::I(len)) if *len >= 0 => {
                        string(*offset, len.unsigned_abs().saturating_mul(8))?;
                    }
                    (source, size) if is_source(source) && is_source(size) => {}
                    _ => return wrong("a list of segments"),
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn list(reader: &mut Reader<'_>, counts: &Counts) -> Result<Arg, Error> {
    let offset = reader.offset();
    match reader.compact("an operand")? {
        (Tag::Extended, Size::Word(1)) => {
            let count = reader.compact_number("a list")?;
            let count = reader.check_count(count, "operands of a list", 1)?;
            let args = (0..count).map(|_| operand(reader, counts));
            Ok(Arg::List(args.collect::<Result<_, _>>()?))
        }
        _ => Err(reader.error_at(offset, Problem::Structure("an operand is no list"))),
    }
}

/// Any operand but a list.
fn operand(reader: &mut Reader<'_>, counts: &Counts) -> Result<Arg, Error> {
    let offset = reader.offset();
    let (tag, size) = reader.compact("an operand")?;
    let number = match (tag, size) {
        (Tag::Integer, Size::Word(number)) => return Ok(Arg::I(number.cast_signed())),
        (Tag::Integer, Size::Bytes(bytes)) => {
            let big = BigInt::from_signed_bytes_be(bytes);
            return Ok(match i64::try_from(&big) {
                Ok(small) => Arg::I(small),
                Err(_) => Arg::Big(Box::new(big)),
            });
        }
        (Tag::Number, Size::Word(number)) => return Ok(Arg::U(number)),
        (_, Size::Word(number)) => number,
        (_, Size::Bytes(bytes)) => {
            return Err(reader.error_at(
                offset,
                Problem::TooLarge {
                    what: "bytes of a number",
                    size: bytes.len() as u64,
                    most: 8,
                },
            ));
        }
    };
    let below = |what, number: u64, count: u64| match number < count {
        true => Ok(number as u32),
        false => Err(reader.error_at(
            offset,
            Problem::NoSuch {
                what,
                number,
                count,
            },
        )),
    };
    Ok(match tag {
        Tag::Number | Tag::Integer => unreachable!("they are done"),
        Tag::Atom if number == 0 => Arg::Nil,
        // The first atom is 1.
        Tag::Atom => Arg::Atom(below("atom", number, counts.atoms as u64)?),
        Tag::X => Arg::X(below("register", number, REGISTERS)?),
        Tag::Y => Arg::Y(below("slot", number, REGISTERS)?),
        // Those that are checked later are below 2^32.
        Tag::Label => Arg::Label(below("label", number, 1 << 32)?),
        Tag::Character => Arg::Character(below("character", number, 0x11_0000)?),
        Tag::Extended => match number {
            2 => {
                let number = reader.compact_number("a register")?;
                Arg::Float(in_range(reader, offset, "register", number, REGISTERS)?)
            }
            3 => {
                let count = reader.compact_number("a list")?;
                let count = reader.check_count(count, "kinds of memory", 2)?;
                let mut kinds = Vec::with_capacity(count);
                for _ in 0..count {
                    let kind = reader.compact_number("a list")?;
                    let kind = in_range(reader, offset, "kind of memory", kind, 3)?;
                    let number = reader.compact_number("a list")?;
                    let number = in_range(reader, offset, "number of words", number, 1 << 31)?;
                    kinds.push((kind, number));
                }
                Arg::AllocList(kinds)
            }
            4 => {
                let number = reader.compact_number("a literal")?;
                let count = counts.literals as u64;
                Arg::Literal(in_range(reader, offset, "literal", number, count)?)
            }
            // A register and its type, which is only a hint.
            5 => {
                let register = match reader.compact("a register")? {
                    (Tag::X, Size::Word(number)) => {
                        Arg::X(in_range(reader, offset, "register", number, REGISTERS)?)
                    }
                    (Tag::Y, Size::Word(number)) => {
                        Arg::Y(in_range(reader, offset, "slot", number, REGISTERS)?)
                    }
                    _ => {
                        let problem = Problem::Structure("a type is of no register");
                        return Err(reader.error_at(offset, problem));
                    }
                };
                reader.compact_number("a type")?;
                register
            }
            1 => {
                let problem = Problem::Structure("a list is no operand here");
                return Err(reader.error_at(offset, problem));
            }
            _ => {
                let byte = (number as u8) << 4 | 7;
                return Err(reader.error_at(offset, Problem::UnknownOperand { byte }));
            }
        },
    })
}

fn in_range(
    reader: &Reader<'_>,
    offset: usize,
    what: &'static str,
    number: u64,
    count: u64,
) -> Result<u32, Error> {
    match number < count {
        true => Ok(number as u32),
        false => Err(reader.error_at(
            offset,
            Problem::NoSuch {
                what,
                number,
                count,
            },
        )),
    }
}
