//! Instructions that match and build binaries.

use super::{Lowering, Result};
use crate::atoms;
use crate::beam::{Arg, Op};
use crate::bits::Flags;
use crate::code::instr::{
    AddSizes, CreateBinary, Dst, GetBits, Instr, Matching, Put, Put0, Segment, Src,
};
use crate::term::Term;

const LITTLE: u32 = 2;
const SIGNED: u32 = 4;
const NATIVE: u32 = 16;

impl Lowering<'_> {
    /// Lowers an instruction for binaries, as [`Lowering::instruction`] does.
    pub(super) fn binary(&mut self, index: usize, op: Op, args: &[Arg]) -> Result<usize> {
        match op {
            Op::BsStartMatch3 => {
                let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
                let dst = self.dst(&args[3])?;
                self.emit(Instr::StartMatch { src, fail, dst });
            }
            Op::BsStartMatch4 => {
                let fail = match &args[0] {
                    Arg::Label(_) => self.label(&args[0])?,
                    // It cannot fail.
                    _ => 0,
                };
                let (src, dst) = (self.src(&args[2])?, self.dst(&args[3])?);
                self.emit(Instr::StartMatch { src, fail, dst });
            }
            Op::BsMatch => self.matching(args)?,
            Op::BsGetInteger2 => self.get_bits(Segment::Integer, args)?,
            Op::BsGetFloat2 => self.get_bits(Segment::Float, args)?,
            Op::BsGetBinary2 => self.get_bits(Segment::Binary, args)?,
            Op::BsSkipBits2 => {
                let get = GetBits {
                    segment: Segment::Binary,
                    context: self.src(&args[1])?,
                    size: self.src(&args[2])?,
                    unit: self.number(&args[3])?,
                    flags: Flags::default(),
                    fail: self.label(&args[0])?,
                    dst: None,
                };
                self.get(get);
            }
            Op::BsGetUtf8 => self.get_character(Segment::Utf8, args)?,
            Op::BsGetUtf16 => self.get_character(Segment::Utf16, args)?,
            Op::BsGetUtf32 => self.get_character(Segment::Utf32, args)?,
            Op::BsSkipUtf8 => self.get_character(Segment::Utf8, args)?,
            Op::BsSkipUtf16 => self.get_character(Segment::Utf16, args)?,
            Op::BsSkipUtf32 => self.get_character(Segment::Utf32, args)?,
            Op::BsTestTail2 => {
                let (fail, context) = (self.label(&args[0])?, self.src(&args[1])?);
                let bits = self.number(&args[2])?;
                self.emit(Instr::TestTail {
                    context,
                    bits,
                    fail,
                });
            }
            Op::BsTestUnit => {
                let (fail, context) = (self.label(&args[0])?, self.src(&args[1])?);
                let unit = self.number(&args[2])?;
                self.emit(Instr::TestUnit {
                    context,
                    unit,
                    fail,
                });
            }
            Op::BsMatchString => {
                let (fail, context) = (self.label(&args[0])?, self.src(&args[1])?);
                let bits = self.number(&args[2])? as usize;
                let string = self.string(&args[3], bits)?;
                self.emit(Instr::MatchString {
                    context,
                    string,
                    fail,
                });
            }
            Op::BsGetTail => {
                let (context, dst) = (self.src(&args[0])?, self.dst(&args[1])?);
                self.emit(Instr::RestOfBits { context, dst });
            }
            Op::BsContextToBinary => {
                let (context, dst) = (self.src(&args[0])?, self.dst(&args[0])?);
                self.emit(Instr::RestOfBits { context, dst });
            }
            Op::BsGetPosition => {
                let (context, dst) = (self.src(&args[0])?, self.dst(&args[1])?);
                self.emit(Instr::GetPosition { context, dst });
            }
            Op::BsSetPosition => {
                let (context, position) = (self.src(&args[0])?, self.src(&args[1])?);
                self.emit(Instr::SetPosition { context, position });
            }

            Op::BsCreateBin => self.create_binary(args)?,
            Op::BsInit2 | Op::BsInitBits => {
                let (fail, dst) = (self.label(&args[0])?, self.dst(&args[5])?);
                self.binary_init(index, Src::NIL, 1, fail, dst);
            }
            Op::BsAppend => {
                let (fail, unit) = (self.label(&args[0])?, self.short(&args[4])?);
                let (from, dst) = (self.src(&args[5])?, self.dst(&args[7])?);
                self.binary_init(index, from, unit, fail, dst);
            }
            Op::BsPrivateAppend => {
                let (fail, unit) = (self.label(&args[0])?, self.short(&args[2])?);
                let (from, dst) = (self.src(&args[3])?, self.dst(&args[5])?);
                self.binary_init(index, from, unit, fail, dst);
            }
            Op::BsPutInteger => self.put(Segment::Integer, args)?,
            Op::BsPutFloat => self.put(Segment::Float, args)?,
            Op::BsPutBinary => self.put(Segment::Binary, args)?,
            Op::BsPutUtf8 => self.put_character(Segment::Utf8, args)?,
            Op::BsPutUtf16 => self.put_character(Segment::Utf16, args)?,
            Op::BsPutUtf32 => self.put_character(Segment::Utf32, args)?,
            Op::BsPutString => {
                let bytes = self.number(&args[0])? as usize;
                let string = self.string(&args[1], bytes * 8)?;
                self.binary_put(bytes_put(string, 0), 0)?;
            }
            Op::BsAdd => {
                let sizes = AddSizes {
                    fail: self.label(&args[0])?,
                    a: self.size(&args[1])?,
                    b: self.size(&args[2])?,
                    unit: self.number(&args[3])?,
                    dst: self.dst(&args[4])?,
                };
                self.code.sizes.push(sizes);
                let sizes = self.code.sizes.len() as u32 - 1;
                self.emit(Instr::AddSizes { sizes });
            }
            Op::BsUtf8Size | Op::BsUtf16Size => {
                let (src, dst) = (self.src(&args[1])?, self.dst(&args[2])?);
                self.emit(match op {
                    Op::BsUtf8Size => Instr::Utf8Size { src, dst },
                    _ => Instr::Utf16Size { src, dst },
                });
            }
            Op::BsInitWritable => self.emit(Instr::InitWritable),
            // There are no native records.
            Op::IsAnyNativeRecord | Op::IsNativeRecord | Op::IsRecordAccessible => {
                let to = self.label(&args[0])?;
                self.emit(Instr::Jump { to });
            }
            // Modules have them in functions that a program may never call.
            _ => self.emit(Instr::Unsupported { op }),
        }
        Ok(1)
    }

    /// A size, which may be a plain number.
    fn size(&self, arg: &Arg) -> Result<Src> {
        match arg {
            Arg::U(_) => Ok(Src::constant(Term::small(self.number(arg)?.into()))),
            _ => self.src(arg),
        }
    }

    fn flags(&self, arg: &Arg) -> Result<Flags> {
        if let Arg::U(_) | Arg::I(_) = arg {
            let bits = self.number(arg)?;
            return Ok(Flags {
                is_little: bits & (LITTLE | NATIVE) != 0,
                is_signed: bits & SIGNED != 0,
            });
        }
        let list = self.heap.as_list(Term(self.constant(arg)?.0));
        let mut flags = Flags::default();
        for flag in list.unwrap_or_default() {
            match self.heap.atom_text(flag) {
                Some("little" | "native") => flags.is_little = true,
                Some("signed") => flags.is_signed = true,
                _ => {}
            }
        }
        Ok(flags)
    }

    /// Bytes of the module's, of which N bits count.
    fn string(&mut self, offset: &Arg, bits: usize) -> Result<u32> {
        let offset = self.number(offset)? as usize;
        let bytes = (self.module.strings).get(offset..offset + bits.div_ceil(8));
        let mut bytes: Box<[u8]> = bytes.ok_or("a string is outside of its table")?.into();
        if !bits.is_multiple_of(8)
            && let Some(last) = bytes.last_mut()
        {
            *last &= 0xff << (8 - bits % 8);
        }
        self.code.strings.push((bytes, bits));
        Ok(self.code.strings.len() as u32 - 1)
    }

    // Matching.

    fn get(&mut self, get: GetBits) {
        self.code.gets.push(get);
        let bits = self.code.gets.len() as u32 - 1;
        self.emit(Instr::GetBits { bits });
    }

    fn get_bits(&mut self, segment: Segment, args: &[Arg]) -> Result {
        let get = GetBits {
            segment,
            context: self.src(&args[1])?,
            size: self.src(&args[3])?,
            unit: self.number(&args[4])?,
            flags: self.flags(&args[5])?,
            fail: self.label(&args[0])?,
            dst: Some(self.dst(&args[6])?),
        };
        self.get(get);
        Ok(())
    }

    /// Reads a character, or skips it if there is no register for it.
    fn get_character(&mut self, segment: Segment, args: &[Arg]) -> Result {
        let get = GetBits {
            segment,
            context: self.src(&args[1])?,
            size: Src::NIL,
            unit: 1,
            flags: self.flags(&args[3])?,
            fail: self.label(&args[0])?,
            dst: args.get(4).map(|arg| self.dst(arg)).transpose()?,
        };
        self.get(get);
        Ok(())
    }

    fn matching(&mut self, args: &[Arg]) -> Result {
        let (fail, context) = (self.label(&args[0])?, self.src(&args[1])?);
        let mut list = self.list(&args[2])?;
        let mut commands = Vec::new();
        let ends = "a program of matching ends too soon";
        while let Some((Arg::Atom(name), rest)) = list.split_first() {
            let name = self.module.atoms[*name as usize].as_str();
            let count = match name {
                "ensure_exactly" | "skip" => 1,
                "ensure_at_least" => 2,
                "get_tail" | "=:=" => 3,
                "integer" | "binary" => 5,
                _ => return Err(format!("the command {name} of matching is not supported")),
            };
            let (own, rest) = rest.split_at_checked(count).ok_or(ends)?;
            list = rest;
            let number = |index: usize| self.number(&own[index]).map(|number| number as usize);
            let size = || {
                let size = number(2)?.checked_mul(number(3)?);
                size.ok_or_else(|| "a segment is too large".to_owned())
            };
            commands.push(match name {
                "ensure_exactly" => Matching::Exactly { size: number(0)? },
                "skip" => Matching::Skip { size: number(0)? },
                "ensure_at_least" => Matching::AtLeast {
                    size: number(0)?,
                    unit: number(1)?,
                },
                "get_tail" => Matching::Tail {
                    dst: self.dst(&own[2])?,
                },
                "=:=" => Matching::Is {
                    size: number(1)?,
                    value: match &own[2] {
                        Arg::U(value) => *value,
                        Arg::I(value) => value.cast_unsigned(),
                        arg => return Err(format!("{arg:?} is no value to be matched")),
                    },
                },
                "integer" => Matching::Integer {
                    size: size()?,
                    flags: self.flags(&own[1])?,
                    dst: self.dst(&own[4])?,
                },
                _ => Matching::Binary {
                    size: size()?,
                    dst: self.dst(&own[4])?,
                },
            });
        }
        if !list.is_empty() {
            return Err("a program of matching has no command where one should be".into());
        }
        self.code.matchings.push(commands.into());
        let matching = self.code.matchings.len() as u32 - 1;
        self.emit(Instr::Match {
            context,
            matching,
            fail,
        });
        Ok(())
    }

    // Building.

    fn create_binary(&mut self, args: &[Arg]) -> Result {
        let (fail, dst) = (self.label(&args[0])?, self.dst(&args[4])?);
        let mut puts = Vec::new();
        let mut appends = false;
        for segment in self.list(&args[5])?.chunks_exact(6) {
            let [kind, number, unit, flags, value, size] = segment else {
                continue;
            };
            let Arg::Atom(kind) = kind else {
                return Err("the kind of a segment is no atom".into());
            };
            let kind = self.module.atoms[*kind as usize].as_str();
            let number = self.number(number)?;
            if kind == "string" {
                let bytes = self.number(size)? as usize;
                let string = self.string(value, bytes * 8)?;
                puts.push(bytes_put(string, number));
                continue;
            }
            appends |= puts.is_empty() && matches!(kind, "append" | "private_append");
            let segment = match kind {
                "integer" => Segment::Integer,
                "float" => Segment::Float,
                "binary" | "append" | "private_append" => Segment::Binary,
                "utf8" => Segment::Utf8,
                "utf16" => Segment::Utf16,
                "utf32" => Segment::Utf32,
                _ => return Err(format!("a segment {kind} is not supported")),
            };
            puts.push(Put {
                segment: Put0::Of(segment),
                number,
                unit: self.number(unit)?,
                flags: self.flags(flags)?,
                value: self.src(value)?,
                size: self.src(size)?,
            });
        }
        self.code.binaries.push(CreateBinary {
            puts,
            appends,
            fail,
            dst,
        });
        let binary = self.code.binaries.len() as u32 - 1;
        self.emit(Instr::CreateBinary { binary });
        Ok(())
    }

    /// Begins a binary the old way. It is complete behind the last of the instructions that
    /// follow and put something into it.
    fn binary_init(&mut self, index: usize, from: Src, unit: u16, fail: u32, dst: Dst) {
        self.emit(Instr::BinaryInit { from, fail, unit });
        let mut last = index;
        for next in index + 1.. {
            match self.op_at(next).map(|(op, _)| op) {
                Some(Op::BsPutInteger | Op::BsPutFloat | Op::BsPutBinary | Op::BsPutString) => {
                    last = next;
                }
                Some(Op::BsPutUtf8 | Op::BsPutUtf16 | Op::BsPutUtf32) => last = next,
                Some(Op::Line | Op::ExecutableLine | Op::DebugLine | Op::Move) => {}
                _ => break,
            }
        }
        self.finish = Some((last, dst));
    }

    fn put(&mut self, segment: Segment, args: &[Arg]) -> Result {
        let put = Put {
            segment: Put0::Of(segment),
            number: 0,
            unit: self.number(&args[2])?,
            flags: self.flags(&args[3])?,
            value: self.src(&args[4])?,
            size: self.src(&args[1])?,
        };
        let fail = self.label(&args[0])?;
        self.binary_put(put, fail)
    }

    fn put_character(&mut self, segment: Segment, args: &[Arg]) -> Result {
        let put = Put {
            segment: Put0::Of(segment),
            number: 0,
            unit: 1,
            flags: self.flags(&args[1])?,
            value: self.src(&args[2])?,
            size: Src::constant(atoms::UNDEFINED),
        };
        let fail = self.label(&args[0])?;
        self.binary_put(put, fail)
    }

    fn binary_put(&mut self, put: Put, fail: u32) -> Result {
        if self.finish.is_none() {
            return Err("something is put into a binary that was not begun".into());
        }
        self.code.puts.push(put);
        let segment = self.code.puts.len() as u32 - 1;
        self.emit(Instr::BinaryPut { segment, fail });
        Ok(())
    }
}

fn bytes_put(string: u32, number: u32) -> Put {
    Put {
        segment: Put0::Bytes(string),
        number,
        unit: 8,
        flags: Flags::default(),
        value: Src::NIL,
        size: Src::NIL,
    }
}
