//! Addresses, loads and stores.

use crate::address;
use crate::code::{Access, NOT_LIVE, Op, Reg, Shift, Site, SiteId, Src, Word};
use crate::ir::{LocalId, MemoryAccess, Type, TypeId, Typed, Value};

use super::Error;
use super::function::Lowering;
use super::layout::Scalar;

impl Lowering<'_, '_, '_> {
    pub(super) fn element_pointer(
        &mut self,
        ty: TypeId,
        base: Typed,
        indices: &[Typed],
        to: Reg,
    ) -> Result<(), Error> {
        let a = self.scalar(base)?;
        let a = self.element_address(ty, a, indices)?;
        self.emit(Op::Move { to, a });
        Ok(())
    }

    /// An address that steps from another into a type.
    pub(super) fn element_address(
        &mut self,
        ty: TypeId,
        base: Src,
        indices: &[Typed],
    ) -> Result<Src, Error> {
        let (mut address, mut ty, mut offset) = (base, ty, 0i64);
        for (place, &index) in indices.iter().enumerate() {
            let is_field = place > 0 && matches!(self.unit.layout.body(ty), Type::Struct { .. });
            let src = self.index_of(index)?;
            let number = match self.draft.constant(src) {
                Some(Word { bits, undefined: 0 }) => Some(bits),
                _ => None,
            };
            if is_field {
                let number = number.ok_or("a field of a struct that is not known")?;
                let (element, at, _) = self.unit.layout.element(ty, number)?;
                (ty, offset) = (element, offset.wrapping_add(at as i64));
                continue;
            }
            let (element, scale) = if place == 0 {
                (ty, self.unit.layout.info(ty)?.size)
            } else {
                let (element, at, _) = self.unit.layout.element(ty, 1)?;
                (element, at)
            };
            ty = element;
            let scale = scale as i64;
            match number {
                Some(number) => offset = offset.wrapping_add(scale.wrapping_mul(number as i64)),
                None => {
                    let a = address;
                    address = self.index_address(a, src, scale);
                }
            }
        }
        Ok(self.offset(address, offset))
    }

    /// An address some elements after another.
    pub(super) fn index_address(&mut self, a: Src, index: Src, scale: i64) -> Src {
        if let Ok(scale) = i32::try_from(scale) {
            return self.compute(|to| Op::Index {
                to,
                a,
                index,
                scale,
                offset: 0,
                from: 64,
            });
        }
        let scale = self.bits(scale as u64);
        let distance = self.compute(|to| Op::Mul {
            to,
            a: index,
            b: scale,
            bits: 64,
        });
        self.compute(|to| Op::Add {
            to,
            a,
            b: distance,
            bits: 64,
        })
    }

    /// An address some bytes after another.
    pub(super) fn offset(&mut self, a: Src, offset: i64) -> Src {
        match (offset, self.draft.constant(a)) {
            (0, _) => a,
            (_, Some(Word { bits, undefined: 0 })) => self.bits(bits.wrapping_add(offset as u64)),
            _ => self.compute(|to| Op::Offset { to, a, offset }),
        }
    }

    /// An index, with 64 bits.
    fn index_of(&mut self, index: Typed) -> Result<Src, Error> {
        let a = self.scalar(index)?;
        let Some(Scalar::Int(from)) = self.unit.layout.info(index.ty)?.scalar else {
            return Err("an index that is no integer of at most 64 bits is not supported".into());
        };
        if from == 64 {
            return Ok(a);
        }
        Ok(match self.draft.constant(a) {
            Some(Word { bits, undefined: 0 }) => {
                let unused = 64 - u32::from(from);
                self.bits(((bits << unused) as i64 >> unused) as u64)
            }
            _ => self.compute(|to| Op::SignExtend {
                to,
                a,
                from,
                bits: 64,
            }),
        })
    }

    pub(super) fn alloca(
        &mut self,
        ty: TypeId,
        count: Option<Typed>,
        align: u64,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        let to = self.result(result)?;
        let info = self.unit.layout.info(ty)?;
        let name = result
            .map(|local| self.local_name(local))
            .unwrap_or_default();
        if result.is_some_and(|local| self.promoted[local.0 as usize]) {
            self.emit(Op::Undefine {
                to,
                count: info.registers,
            });
            return Ok(());
        }
        let count = match count {
            Some(count) => self.count_of(count)?,
            None => self.bits(1),
        };
        // How large it may be is looked at when it is made.
        let size = u32::try_from(info.size).map_err(|_| {
            format!(
                "variable `{name}` needs {} bytes, which is more than {}",
                info.size,
                address::exceeded(info.size, self.unit.most)
            )
        })?;
        let align = info.align.max(align).min(1 << 30) as u32;
        let site = self.site(name);
        let shapes = &self.function.local_shapes;
        let shape = result.and_then(|local| shapes.get(local.0 as usize).copied());
        self.unit.code.sites[site.0 as usize].shape = shape.flatten();
        self.emit(Op::Alloca {
            to,
            count,
            size,
            align,
            site,
        });
        Ok(())
    }

    /// How many, with 64 bits.
    fn count_of(&mut self, count: Typed) -> Result<Src, Error> {
        let a = self.scalar(count)?;
        match self.unit.layout.info(count.ty)?.scalar {
            Some(Scalar::Int(_)) => Ok(a),
            _ => Err("a count that is no integer".into()),
        }
    }

    pub(super) fn site(&mut self, name: String) -> SiteId {
        let sites = &mut self.unit.code.sites;
        sites.push(Site {
            name,
            shape: None,
            place: self.place,
        });
        SiteId(sites.len() as u32 - 1)
    }

    /// What a local is called in the source.
    fn local_name(&self, local: LocalId) -> String {
        let names = &self.function.local_names;
        names
            .get(local.0 as usize)
            .cloned()
            .flatten()
            .unwrap_or_default()
    }

    /// The stack variable that a pointer is, if that is a register.
    fn variable(&self, pointer: Value) -> Option<Reg> {
        let Value::Local(local) = pointer else {
            return None;
        };
        let place = local.0 as usize;
        (self.promoted.get(place) == Some(&true)).then(|| self.registers[place])
    }

    pub(super) fn load(
        &mut self,
        ty: TypeId,
        pointer: Value,
        access: MemoryAccess,
        to: Reg,
    ) -> Result<(), Error> {
        if let Some(variable) = self.variable(pointer) {
            let count = self.unit.layout.registers(ty)?;
            let sources: Vec<Src> = (variable..variable + count).map(Src::register).collect();
            self.move_all(to, &sources);
            return Ok(());
        }
        let address = self.pointer(pointer)?;
        let mut to = to;
        if access.order.is_some() {
            return self.load_atomic(ty, address, access, to);
        }
        self.check_vector(ty)?;
        for part in self.unit.layout.parts(ty)? {
            let at = self.offset(address, part.offset as i64);
            self.load_scalar(part.scalar, at, access, to);
            to += part.scalar.registers();
        }
        Ok(())
    }

    /// Loads a scalar that is not atomic, in as many accesses as it needs.
    pub(super) fn load_scalar(
        &mut self,
        scalar: Scalar,
        address: Src,
        access: MemoryAccess,
        to: Reg,
    ) {
        match scalar {
            Scalar::Wide(bits) => {
                self.load_scalar(Scalar::Int(64), address, access, to);
                let rest = self.offset(address, 8);
                self.load_scalar(Scalar::Int(bits - 64), rest, access, to + 1);
            }
            Scalar::Int(bits) => self.load_integer(bits, address, access, to),
            scalar => {
                let access = plain(access, scalar.bits() / 8);
                self.emit(Op::Load {
                    to,
                    address,
                    access,
                    live: NOT_LIVE,
                });
            }
        }
    }

    fn load_integer(&mut self, bits: u8, address: Src, access: MemoryAccess, to: Reg) {
        let bytes = bits.div_ceil(8);
        if bytes.is_power_of_two() {
            let access = plain(access, bytes);
            self.emit(if bits == bytes * 8 {
                Op::Load {
                    to,
                    address,
                    access,
                    live: NOT_LIVE,
                }
            } else {
                Op::LoadBits {
                    to,
                    address,
                    access,
                    bits,
                    live: NOT_LIVE,
                }
            });
            return;
        }
        // The lowest bytes, as many as can be loaded at once; then the rest.
        let low = 1 << bytes.ilog2();
        let (first, second) = (self.fresh(), self.fresh());
        self.load_integer(low * 8, address, access, first);
        let rest = self.offset(address, low.into());
        self.load_integer(bits - low * 8, rest, access, second);
        let b = self.bits(u64::from(low) * 8);
        let high = self.compute(|to| Op::Shift {
            op: Shift::Shl,
            to,
            a: Src::register(second),
            b,
            bits,
        });
        self.emit(Op::Or {
            to,
            a: Src::register(first),
            b: high,
        });
    }

    pub(super) fn store(
        &mut self,
        value: Typed,
        pointer: Value,
        access: MemoryAccess,
    ) -> Result<(), Error> {
        let values = self.values(value)?;
        if let Some(variable) = self.variable(pointer) {
            self.move_all(variable, &values);
            return Ok(());
        }
        let address = self.pointer(pointer)?;
        if access.order.is_some() {
            return self.store_atomic(value.ty, &values, address, access);
        }
        self.check_vector(value.ty)?;
        let mut values = values.into_iter();
        for part in self.unit.layout.parts(value.ty)? {
            let at = self.offset(address, part.offset as i64);
            let low = values.next().ok_or("a value with too few parts")?;
            self.store_scalar(part.scalar, low, at, access);
            if let Scalar::Wide(bits) = part.scalar {
                let high = values.next().ok_or("a value with too few parts")?;
                let at = self.offset(at, 8);
                self.store_scalar(Scalar::Int(bits - 64), high, at, access);
            }
        }
        Ok(())
    }

    /// Stores a scalar that is not atomic; of a wide one, the low half.
    pub(super) fn store_scalar(
        &mut self,
        scalar: Scalar,
        a: Src,
        address: Src,
        access: MemoryAccess,
    ) {
        let bytes = scalar.bits().min(64).div_ceil(8);
        if bytes.is_power_of_two() {
            let access = plain(access, bytes);
            self.emit(Op::Store { a, address, access });
            return;
        }
        let low = 1 << bytes.ilog2();
        let rest = scalar.bits() - low * 8;
        let first = self.compute(|to| Op::Truncate {
            to,
            a,
            bits: low * 8,
        });
        self.store_scalar(Scalar::Int(low * 8), first, address, access);
        let b = self.bits(u64::from(low) * 8);
        let second = self.compute(|to| Op::Shift {
            op: Shift::LShr,
            to,
            a,
            b,
            bits: 64,
        });
        let at = self.offset(address, low.into());
        self.store_scalar(Scalar::Int(rest), second, at, access);
    }

    /// Vectors of bits, or of other elements that are no whole bytes, are packed in
    /// memory.
    fn check_vector(&mut self, ty: TypeId) -> Result<(), Error> {
        if self.unit.is_vector(ty) && self.lanes(ty)?.0.bits() % 8 != 0 {
            return Err("loads and stores of vectors of bits are not supported".into());
        }
        Ok(())
    }

    /// `va_arg`: takes the next argument from a list whose arguments all lie in
    /// memory.
    pub(super) fn va_arg(&mut self, list: Typed, ty: TypeId, to: Reg) -> Result<(), Error> {
        let list = self.scalar(list)?;
        let access = MemoryAccess {
            order: None,
            is_volatile: false,
            align: 0,
        };
        let place = self.offset(list, 8);
        let next = self.fresh();
        self.load_scalar(Scalar::Pointer, place, access, next);
        let next = Src::register(next);
        let mut to = to;
        for part in self.unit.layout.parts(ty)? {
            let at = self.offset(next, part.offset as i64);
            self.load_scalar(part.scalar, at, access, to);
            to += part.scalar.registers();
        }
        let size = self.unit.layout.info(ty)?.size.next_multiple_of(8);
        let after = self.offset(next, size as i64);
        self.store_scalar(Scalar::Pointer, after, place, access);
        Ok(())
    }
}

/// An access that is not atomic.
pub(super) fn plain(access: MemoryAccess, size: u8) -> Access {
    Access {
        size,
        order: None,
        is_volatile: access.is_volatile,
    }
}
