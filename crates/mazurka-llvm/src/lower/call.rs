//! Calls.

use crate::builtin::{self, Builtin};
use crate::code::{NOT_LIVE, Op, Reg, Signature, Src};
use crate::ir::{Argument, BlockId, Call, Callee, LocalId, MemoryAccess, SymbolId, Value};

use super::function::Lowering;
use super::layout::Scalar;
use super::{Error, Home};

/// What a `throw` begins with is refused: what follows it only names types.
const EXCEPTIONS: &str = "exceptions are not supported (where it is checked, have the program call \
                          abort() or return an error in the place of `throw`), and one is thrown";

impl Lowering<'_, '_, '_> {
    pub(super) fn call(
        &mut self,
        block: BlockId,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        match &call.callee {
            Callee::Assembly {
                template,
                constraints,
            } => {
                self.assembly(template, constraints, call, result)?;
            }
            Callee::Value(value) => match self.unit.symbol_of(*value) {
                Some(symbol) => self.call_symbol(symbol, call, result)?,
                None => self.call_pointer(*value, call, result)?,
            },
        }
        if let Some(next) = call.next {
            self.jump(block, next);
        }
        Ok(())
    }

    fn call_symbol(
        &mut self,
        symbol: SymbolId,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        let module = self.unit.module;
        let name = module.symbol(symbol).name.as_str();
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return self.intrinsic(intrinsic, call, result);
        }
        if name == "__cxa_allocate_exception" {
            return Err(EXCEPTIONS.into());
        }
        match self.unit.homes[symbol.0 as usize] {
            Home::Defined(function) => {
                let shape = self.unit.shapes[function.0 as usize];
                let named = shape.is_variadic.then_some(shape.parameters);
                let (restore, mut arguments) = self.arguments(call, named)?;
                let undefined = self.undefined();
                let named = shape.parameters as usize;
                if arguments.len() < named || !shape.is_variadic {
                    arguments.resize(named, undefined);
                }
                let arguments = self.draft.operands(&arguments);
                let to = self.results(call, result, shape.results)?;
                self.emit(Op::Call {
                    function,
                    arguments,
                    to,
                    live: NOT_LIVE,
                });
                self.end_call(restore);
                Ok(())
            }
            Home::Declared(_) => match builtin::find(name) {
                Some(builtin) => self.call_builtin(builtin, call, result),
                None => {
                    let name = self.unit.unknown(name);
                    self.emit(Op::CallUnknown { name });
                    Ok(())
                }
            },
            _ => self.call_pointer(
                match call.callee {
                    Callee::Value(value) => value,
                    Callee::Assembly { .. } => return Err("a call of nothing".into()),
                },
                call,
                result,
            ),
        }
    }

    pub(super) fn call_builtin(
        &mut self,
        builtin: Builtin,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        let (restore, arguments) = self.arguments(call, None)?;
        let arguments = self.draft.operands(&arguments);
        let to = self.results(call, result, 1)?;
        self.emit(Op::CallBuiltin {
            builtin,
            arguments,
            to,
            live: NOT_LIVE,
        });
        self.end_call(restore);
        Ok(())
    }

    fn call_pointer(
        &mut self,
        callee: Value,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        let address = self.pointer(callee)?;
        let fixed = call
            .fixed
            .map(|fixed| (fixed as usize).min(call.arguments.len()));
        let named = match fixed {
            Some(fixed) => Some(self.width(&call.arguments[..fixed])?),
            None => None,
        };
        let (restore, mut arguments) = self.arguments(call, named)?;
        let named = named.unwrap_or(arguments.len() as u32);
        let results = self.unit.layout.registers(call.result)?;
        let signature = self.unit.signature(Signature {
            arguments: named,
            results,
        });
        arguments.insert(0, address);
        let arguments = self.draft.operands(&arguments);
        let to = self.results(call, result, results)?;
        self.emit(Op::CallIndirect {
            arguments,
            to,
            live: NOT_LIVE,
            signature,
        });
        self.end_call(restore);
        Ok(())
    }

    /// How many registers arguments take.
    fn width(&mut self, arguments: &[Argument]) -> Result<u32, Error> {
        let mut width = 0;
        for argument in arguments {
            width += self.unit.layout.registers(argument.value.ty)?;
        }
        Ok(width)
    }

    /// Where results go: to the result of the call, if that has room for what comes
    /// back.
    fn results(&mut self, call: &Call, result: Option<LocalId>, coming: u32) -> Result<Reg, Error> {
        let expected = self.unit.layout.registers(call.result)?;
        let to = match result {
            Some(_) if expected >= coming.max(1) => self.result(result)?,
            _ if coming <= 1 && expected == 0 => return Ok(self.sink()),
            // More comes back than the call says.
            _ => {
                let to = self.draft.registers(coming.max(expected).max(1));
                self.draft.groups.insert(to, coming.max(1));
                return Ok(to);
            }
        };
        if coming < expected {
            self.emit(Op::Undefine {
                to,
                count: expected,
            });
        }
        self.draft.groups.insert(to, coming.max(1));
        Ok(to)
    }

    /// The operands of a call, and what undoes the copies of arguments that were
    /// made. `named` is how many registers the callee has names for, if it takes more.
    fn arguments(
        &mut self,
        call: &Call,
        named: Option<u32>,
    ) -> Result<(Option<Src>, Vec<Src>), Error> {
        let mut sources = Vec::new();
        let mut saved = None;
        for argument in &call.arguments {
            if let Some(named) = named.filter(|&named| sources.len() >= named as usize) {
                self.unnamed_argument(argument, named as usize, &mut sources)?;
                continue;
            }
            let values = self.values(argument.value)?;
            match (argument.by_value, values.first()) {
                (Some(ty), Some(&source)) => {
                    if saved.is_none() {
                        saved = Some(self.compute(|to| Op::StackSave { to }));
                    }
                    let info = self.unit.layout.info(ty)?;
                    let size = u32::try_from(info.size).map_err(|_| "an argument is too large")?;
                    let (count, length) = (self.bits(1), self.bits(info.size));
                    let (align, site) = (info.align as u32, self.site(String::new()));
                    let target = self.compute(|to| Op::Alloca {
                        to,
                        count,
                        size,
                        align,
                        site,
                    });
                    self.emit(Op::Copy {
                        target,
                        source,
                        length,
                        may_overlap: true,
                    });
                    sources.push(target);
                }
                _ => sources.extend(values),
            }
        }
        Ok((saved, sources))
    }

    /// An argument without a name, as it lies in memory for the callee: in slots of
    /// eight bytes.
    fn unnamed_argument(
        &mut self,
        argument: &Argument,
        start: usize,
        sources: &mut Vec<Src>,
    ) -> Result<(), Error> {
        let values = self.values(argument.value)?;
        if let (Some(ty), Some(&address)) = (argument.by_value, values.first()) {
            return self.unnamed_object(ty, address, sources);
        }
        let scalar = self.unit.layout.info(argument.value.ty)?.scalar;
        let is_large = matches!(scalar, Some(Scalar::X86 | Scalar::Wide(_)));
        let undefined = self.undefined();
        if is_large && sources.len().saturating_sub(start) % 2 == 1 {
            sources.push(undefined);
        }
        sources.extend(values);
        if scalar == Some(Scalar::X86) {
            sources.push(undefined);
        }
        Ok(())
    }

    /// The words of an object that is passed in memory.
    fn unnamed_object(
        &mut self,
        ty: crate::ir::TypeId,
        address: Src,
        sources: &mut Vec<Src>,
    ) -> Result<(), Error> {
        let size = self.unit.layout.info(ty)?.size;
        if size > 4096 {
            return Err("an argument of more than 4096 bytes for `...` is not supported".into());
        }
        let access = MemoryAccess {
            order: None,
            is_volatile: false,
            align: 0,
        };
        for start in (0..size).step_by(8) {
            let bits = ((size - start).min(8) * 8) as u8;
            let at = self.offset(address, start as i64);
            let to = self.fresh();
            self.load_scalar(Scalar::Int(bits), at, access, to);
            sources.push(Src::register(to));
        }
        Ok(())
    }

    fn end_call(&mut self, saved: Option<Src>) {
        if let Some(a) = saved {
            self.emit(Op::StackRestore { a });
        }
    }
}
