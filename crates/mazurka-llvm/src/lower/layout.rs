//! Sizes, alignments and the scalars of types, as the data layout of a module says.

use rustc_hash::FxHashMap;

use crate::ir::{Module, Type, TypeId};

use super::Error;

/// A value of more scalars than this is refused.
const MOST_REGISTERS: u32 = 4096;
/// Types may be nested as deep as this (structs with names nest without brackets).
const DEEPEST: u32 = 512;

/// A scalar: what one register holds, or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    /// An integer of up to 64 bits.
    Int(u8),
    /// An integer of 65 to 128 bits: two registers, the low half first.
    Wide(u8),
    Pointer,
    Float,
    Double,
    /// `x86_fp80`, kept as a `double`.
    X86,
}

impl Scalar {
    /// How many registers it takes.
    pub(super) fn registers(self) -> u32 {
        if matches!(self, Scalar::Wide(_)) {
            2
        } else {
            1
        }
    }

    /// How many bits it has (as we keep it).
    pub(super) fn bits(self) -> u8 {
        match self {
            Scalar::Int(bits) | Scalar::Wide(bits) => bits,
            Scalar::Float => 32,
            Scalar::Pointer | Scalar::Double | Scalar::X86 => 64,
        }
    }

    /// Do a load as the one and a store as the other move the same bits?
    pub(super) fn is_like(self, other: Scalar) -> bool {
        (self == Scalar::X86) == (other == Scalar::X86) && self.bits() == other.bits()
    }
}

/// What is known of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeInfo {
    /// The distance of elements of an array of it.
    pub size: u64,
    /// How many bytes a store writes.
    pub stored: u64,
    /// Where it may lie.
    pub align: u64,
    /// How many registers a value of it takes.
    pub registers: u32,
    /// Which scalar it is, if it is one.
    pub scalar: Option<Scalar>,
}

/// A scalar within a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub scalar: Scalar,
    /// Where it lies, from the start of the value.
    pub offset: u64,
}

/// The layout of the types of a module.
pub(super) struct Layout<'m> {
    module: &'m Module,
    /// Alignments of integers: bits and bytes, by bits.
    integers: Vec<(u32, u64)>,
    vectors: Vec<(u64, u64)>,
    f80: u64,
    known: Vec<Option<TypeInfo>>,
    /// The fields of structs: types, offsets, and how many registers come before.
    fields: FxHashMap<TypeId, Vec<(TypeId, u64, u32)>>,
}

impl<'m> Layout<'m> {
    pub(super) fn new(module: &'m Module) -> Result<Layout<'m>, Error> {
        let mut layout = Layout {
            module,
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8)],
            vectors: vec![(64, 8), (128, 16)],
            f80: 16,
            known: vec![None; module.types.len()],
            fields: FxHashMap::default(),
        };
        for part in module.data_layout.split('-') {
            layout.read(part)?;
        }
        layout.integers.sort_unstable();
        Ok(layout)
    }

    /// Reads a part of the data layout string.
    fn read(&mut self, part: &str) -> Result<(), Error> {
        let mut fields = part.split(':');
        let head = fields.next().unwrap_or_default();
        let number = |text: &str| text.parse::<u32>().ok();
        let align = fields
            .clone()
            .next()
            .and_then(number)
            .map(|bits| u64::from(bits / 8).max(1));
        let kind = head.chars().next().unwrap_or(' ');
        let bits = head.get(1..).and_then(number);
        match (kind, bits, align) {
            ('E', ..) => {
                return Err("big-endian targets are not supported: compile for x86-64".into());
            }
            ('p', None, _) if head == "p" && fields.next().is_some_and(|bits| bits != "64") => {
                return Err(
                    "only targets with 64-bit pointers are supported: compile without -m32 (files \
                     that were preprocessed for 32 bits are understood as they are)"
                        .into(),
                );
            }
            ('i', Some(bits), Some(align)) => {
                self.integers.retain(|&(known, _)| known != bits);
                self.integers.push((bits, align));
            }
            ('v', Some(bits), Some(align)) => {
                self.vectors.retain(|&(known, _)| known != u64::from(bits));
                self.vectors.push((u64::from(bits), align));
            }
            ('f', Some(80), Some(align)) => self.f80 = align,
            _ => {}
        }
        Ok(())
    }

    /// What is known of a type.
    pub(super) fn info(&mut self, ty: TypeId) -> Result<TypeInfo, Error> {
        self.info_at(ty, 0)
    }

    fn info_at(&mut self, ty: TypeId, depth: u32) -> Result<TypeInfo, Error> {
        if let Some(info) = self.known[ty.0 as usize] {
            return Ok(info);
        }
        if depth > DEEPEST {
            return Err("a type is nested too deep, or contains itself".into());
        }
        let info = self.compute(ty, depth)?;
        self.known[ty.0 as usize] = Some(info);
        Ok(info)
    }

    fn compute(&mut self, ty: TypeId, depth: u32) -> Result<TypeInfo, Error> {
        let module = self.module;
        let scalar = |scalar: Scalar, stored, align| TypeInfo {
            size: u64::next_multiple_of(stored, align),
            stored,
            align,
            registers: scalar.registers(),
            scalar: Some(scalar),
        };
        Ok(match module.ty(ty) {
            Type::Int(bits @ 1..=64) => scalar(
                Scalar::Int(*bits as u8),
                bits.div_ceil(8).into(),
                self.integer_align(*bits),
            ),
            Type::Int(bits @ 65..=128) => scalar(
                Scalar::Wide(*bits as u8),
                bits.div_ceil(8).into(),
                self.integer_align(*bits),
            ),
            Type::Int(bits) => {
                return Err(format!("integers of {bits} bits are not supported").into());
            }
            Type::Pointer => scalar(Scalar::Pointer, 8, 8),
            Type::Float => scalar(Scalar::Float, 4, 4),
            Type::Double => scalar(Scalar::Double, 8, 8),
            Type::X86Fp80 => scalar(Scalar::X86, 10, self.f80),
            Type::Half => return Err("numbers of type `half` are not supported".into()),
            Type::Fp128 => return Err("numbers of type `fp128` are not supported".into()),
            Type::Void | Type::Other | Type::Function { .. } => TypeInfo {
                size: 1,
                stored: 1,
                align: 1,
                registers: 0,
                scalar: None,
            },
            Type::Array(count, element) => self.array(*count, *element, depth)?,
            Type::Vector(count, element) => self.vector(*count, *element, depth)?,
            Type::Struct { is_packed, fields } => self.structure(*is_packed, fields, depth)?,
            Type::Named(number) => {
                let named = &module.named[*number as usize];
                let body = named
                    .body
                    .ok_or_else(|| format!("the size of `struct {}` is not known", named.name))?;
                self.info_at(body, depth + 1)?
            }
        })
    }

    fn integer_align(&self, bits: u32) -> u64 {
        let larger = self.integers.iter().find(|&&(known, _)| known >= bits);
        larger
            .or(self.integers.last())
            .map_or(8, |&(_, align)| align)
    }

    fn array(&mut self, count: u64, element: TypeId, depth: u32) -> Result<TypeInfo, Error> {
        let of = self.info_at(element, depth + 1)?;
        let size = of.size.checked_mul(count).ok_or_else(too_large)?;
        Ok(TypeInfo {
            size,
            stored: size,
            align: of.align,
            registers: times(of.registers, count),
            scalar: None,
        })
    }

    fn vector(&mut self, count: u64, element: TypeId, depth: u32) -> Result<TypeInfo, Error> {
        let of = self.info_at(element, depth + 1)?;
        let bits = match of.scalar {
            Some(Scalar::Int(bits) | Scalar::Wide(bits)) => u64::from(bits),
            _ => of.size * 8,
        };
        let bits = bits.checked_mul(count).ok_or_else(too_large)?;
        let stored = bits.div_ceil(8).max(1);
        let natural = stored.checked_next_power_of_two().ok_or_else(too_large)?;
        let said = self.vectors.iter().find(|&&(known, _)| known == bits);
        let align = said.map_or(natural, |&(_, align)| align);
        Ok(TypeInfo {
            size: stored
                .checked_next_multiple_of(align)
                .ok_or_else(too_large)?,
            stored,
            align,
            registers: times(of.registers, count),
            scalar: None,
        })
    }

    fn structure(
        &mut self,
        is_packed: bool,
        fields: &[TypeId],
        depth: u32,
    ) -> Result<TypeInfo, Error> {
        let (mut size, mut align, mut registers) = (0u64, 1, 0u32);
        for &field in fields {
            let of = self.info_at(field, depth + 1)?;
            let field_align = if is_packed { 1 } else { of.align };
            let start = size
                .checked_next_multiple_of(field_align)
                .ok_or_else(too_large)?;
            size = start.checked_add(of.size).ok_or_else(too_large)?;
            align = align.max(field_align);
            registers = registers.saturating_add(of.registers);
        }
        let size = size.checked_next_multiple_of(align).ok_or_else(too_large)?;
        Ok(TypeInfo {
            size,
            stored: size,
            align,
            registers,
            scalar: None,
        })
    }

    /// The type itself, without a name.
    pub(super) fn body(&self, ty: TypeId) -> &'m Type {
        let module = self.module;
        let mut ty = module.ty(ty);
        for _ in 0..DEEPEST {
            let Type::Named(number) = ty else { return ty };
            match module.named[*number as usize].body {
                Some(body) => ty = module.ty(body),
                None => return &Type::Other,
            }
        }
        &Type::Other
    }

    /// A field of a struct, or an element of an array or vector: its type, where it
    /// lies, and how many registers come before it.
    pub(super) fn element(&mut self, ty: TypeId, index: u64) -> Result<(TypeId, u64, u32), Error> {
        match self.body(ty) {
            &Type::Array(_, of) => {
                let info = self.info(of)?;
                Ok((
                    of,
                    info.size.wrapping_mul(index),
                    times(info.registers, index),
                ))
            }
            &Type::Vector(_, of) => {
                let info = self.info(of)?;
                Ok((
                    of,
                    info.stored.wrapping_mul(index),
                    times(info.registers, index),
                ))
            }
            Type::Struct { is_packed, fields } => self.field(ty, *is_packed, fields, index),
            _ => Err("an index into what has no parts".into()),
        }
    }

    /// A field of a struct. All of its fields are laid out when one is first asked for.
    fn field(
        &mut self,
        ty: TypeId,
        is_packed: bool,
        fields: &[TypeId],
        index: u64,
    ) -> Result<(TypeId, u64, u32), Error> {
        if !self.fields.contains_key(&ty) {
            let (mut offset, mut registers) = (0u64, 0u32);
            let mut places = Vec::with_capacity(fields.len());
            for &field in fields {
                let info = self.info(field)?;
                if !is_packed {
                    let start = offset.checked_next_multiple_of(info.align);
                    offset = start.ok_or_else(too_large)?;
                }
                places.push((field, offset, registers));
                offset = offset.checked_add(info.size).ok_or_else(too_large)?;
                registers = registers.saturating_add(info.registers);
            }
            self.fields.insert(ty, places);
        }
        let place = usize::try_from(index)
            .ok()
            .and_then(|index| self.fields[&ty].get(index));
        place
            .copied()
            .ok_or_else(|| format!("a struct has no field {index}").into())
    }

    /// How many registers a value takes, unless they are too many.
    pub(super) fn registers(&mut self, ty: TypeId) -> Result<u32, Error> {
        let registers = self.info(ty)?.registers;
        if registers > MOST_REGISTERS {
            return Err(format!("a value of {registers} parts is not supported").into());
        }
        Ok(registers)
    }

    /// The scalars of a value, in order.
    pub(super) fn parts(&mut self, ty: TypeId) -> Result<Vec<Part>, Error> {
        self.registers(ty)?;
        let mut parts = Vec::new();
        self.add_parts(ty, 0, &mut parts)?;
        Ok(parts)
    }

    fn add_parts(&mut self, ty: TypeId, offset: u64, parts: &mut Vec<Part>) -> Result<(), Error> {
        let info = self.info(ty)?;
        if let Some(scalar) = info.scalar {
            parts.push(Part { scalar, offset });
            return Ok(());
        }
        if info.registers == 0 {
            return Ok(());
        }
        let count = match self.body(ty) {
            Type::Array(count, _) | Type::Vector(count, _) => *count,
            Type::Struct { fields, .. } => fields.len() as u64,
            _ => 0,
        };
        for index in 0..count {
            let (element, at, _) = self.element(ty, index)?;
            self.add_parts(element, offset + at, parts)?;
        }
        Ok(())
    }
}

fn times(registers: u32, count: u64) -> u32 {
    u64::from(registers)
        .saturating_mul(count)
        .min(u32::MAX.into()) as u32
}

fn too_large() -> Error {
    "a type is larger than memory".into()
}
