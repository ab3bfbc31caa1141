//! The loop over instructions.

use super::unwind::Flow;
use super::{Core, DEEPEST_STACK, Failure, Stop, Then};
use crate::atoms;
use crate::bits::Builder;
use crate::code::instr::{Bif, Dst, Float, Instr, Operand, Operands, REGISTERS, Src, Tail, Type};
use crate::code::{Callee, Code, How, address};
use crate::compare;
use crate::exception::{self, Class};
use crate::heap::{Fun, Heap, Kind};
use crate::map;
use crate::number;
use crate::raise::Raise;
use crate::term::{Tag, Term};
use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

/// A process that runs.
pub(super) struct Run<'a> {
    pub(super) x: &'a mut [Term; REGISTERS],
    pub(super) floats: &'a mut [f64; REGISTERS],
    pub(super) builder: &'a mut Builder,
    pub(super) stack: Vec<Term>,
    pub(super) heap: &'a mut Heap,
    pub(super) code: &'a mut Code,
    pub(super) pid: Term,
}

/// The version of the compiler of OTP 26.
const OTP_26: (u32, u32) = (8, 3);

/// After how many calls one looks at limits.
const SLICE: u64 = 256;

impl Run<'_> {
    /// The value of an operand.
    #[inline(always)]
    pub(super) fn get(&self, src: Src) -> Term {
        match src.operand() {
            Operand::X(number) => self.x[number & (REGISTERS - 1)],
            Operand::Y(number) => self.slot(number),
            Operand::Constant(term) => term,
        }
    }

    #[inline(always)]
    fn slot(&self, number: usize) -> Term {
        let index = self.stack.len().wrapping_sub(1 + number);
        self.stack.get(index).copied().unwrap_or(Term::NIL)
    }

    #[inline(always)]
    fn set_slot(&mut self, number: usize, term: Term) {
        let index = self.stack.len().wrapping_sub(1 + number);
        if let Some(slot) = self.stack.get_mut(index) {
            *slot = term;
        }
    }

    /// Writes a register.
    #[inline(always)]
    pub(super) fn set(&mut self, dst: Dst, term: Term) {
        match dst.register() {
            Ok(number) => self.x[number & (REGISTERS - 1)] = term,
            Err(number) => self.set_slot(number, term),
        }
    }

    /// Gives words of the stack up.
    #[inline(always)]
    fn drop_words(&mut self, words: u16) {
        let len = self.stack.len().saturating_sub(words.into());
        self.stack.truncate(len);
    }

    #[inline(always)]
    fn pop_return(&mut self) -> Flow {
        match self.stack.pop().and_then(Term::as_return) {
            Some(to) => Ok(to as usize),
            None => Err(corrupt()),
        }
    }

    /// Runs on. What is to be kept of the registers is in the core afterwards.
    pub(super) fn go(&mut self, core: &mut Core, fuel: &mut u64, stop: &AtomicBool) -> Stop {
        let mut ip = core.ip as usize;
        if let Some(failure) = core.failure.take() {
            match self.failed(core, failure) {
                Ok(to) => ip = to,
                Err(stop) => return stop,
            }
        }
        let mut slice = SLICE.min(*fuel);
        let mut left = slice;
        let stopped = loop {
            let instr = self.code.instrs[ip];
            let at = ip;
            ip += 1;
            // A jump that may end the loop.
            macro_rules! go {
                ($flow:expr) => {
                    match $flow {
                        Ok(to) => ip = to,
                        Err(stop) => break stop,
                    }
                };
            }
            // The same, to a function: now and then limits are looked at.
            macro_rules! enter {
                ($flow:expr) => {{
                    match $flow {
                        Ok(to) => ip = to,
                        Err(stop) => break stop,
                    }
                    if left == 0 {
                        *fuel -= slice;
                        slice = SLICE.min(*fuel);
                        left = slice;
                        if let Some(stop) = self.limit(*fuel, stop) {
                            self.save_for(core, ip);
                            break stop;
                        }
                    }
                    left -= 1;
                }};
            }
            macro_rules! test {
                ($is:expr, $fail:expr) => {
                    if !$is {
                        ip = $fail as usize;
                    }
                };
            }
            match instr {
                Instr::Move { src, dst } => {
                    let term = self.get(src);
                    self.set(dst, term);
                }
                Instr::Call { to } => {
                    self.stack.push(Term::return_to(ip as u64));
                    enter!(Ok(to as usize));
                }
                Instr::CallOnly { to } => enter!(Ok(to as usize)),
                Instr::CallLast { to, words } => {
                    self.drop_words(words);
                    enter!(Ok(to as usize));
                }
                Instr::Return => go!(self.pop_return()),
                Instr::DeallocateReturn { words } => {
                    self.drop_words(words);
                    go!(self.pop_return());
                }
                Instr::Allocate { words } => {
                    let len = self.stack.len() + usize::from(words);
                    self.stack.resize(len, Term::NIL);
                }
                Instr::Deallocate { words } | Instr::Trim { words } => self.drop_words(words),
                Instr::Jump { to } => ip = to as usize,
                Instr::CallImport { import, tail } => {
                    let callee = match self.code.resolve_import(self.heap, import) {
                        Ok(callee) => callee,
                        Err(message) => break Stop::Error(message),
                    };
                    let import = self.code.imports[import as usize];
                    let (module, function) = (import.module, import.function);
                    let arity = import.arity as usize;
                    enter!(self.call(core, callee, module, function, arity, tail, ip));
                }
                Instr::CallNative { native } => {
                    enter!(self.native(core, native, at as u32, ip));
                }
                Instr::Native { native } => {
                    enter!(self.native(core, native, 0, address::RETURN as usize));
                }
                Instr::CallSpecial {
                    special,
                    native,
                    tail,
                } => {
                    enter!(self.apply_special(core, special, native, tail, ip));
                }
                Instr::CallFun { arity, tail } => {
                    let fun = self.x[usize::from(arity)];
                    enter!(self.call_fun(core, fun, arity.into(), tail, ip));
                }
                Instr::CallFun2 { fun, arity, tail } => {
                    let fun = self.get(fun);
                    enter!(self.call_fun(core, fun, arity.into(), tail, ip));
                }
                Instr::Apply { arity, tail } => {
                    let arity = usize::from(arity);
                    let (module, function) = (self.x[arity], self.x[arity + 1]);
                    enter!(self.apply(core, module, function, arity, tail, ip));
                }

                Instr::IsCons { src, fail } => test!(self.get(src).is_cons(), fail),
                Instr::IsNil { src, fail } => test!(self.get(src).is_nil(), fail),
                Instr::IsTuple { src, fail } => {
                    test!(self.heap.as_tuple(self.get(src)).is_some(), fail);
                }
                Instr::IsInteger { src, fail } => {
                    test!(self.heap.is_integer(self.get(src)), fail);
                }
                Instr::IsAtom { src, fail } => test!(self.get(src).as_atom().is_some(), fail),
                Instr::Is { of, src, fail } => {
                    let term = self.get(src);
                    test!(self.is(of, term), fail);
                }
                Instr::IsFunction2 { src, arity, fail } => {
                    let (term, arity) = (self.get(src), self.get(arity));
                    test!(super::special::is_function(self.heap, term, arity), fail);
                }
                Instr::Less { a, b, fail } => {
                    test!(self.less(self.get(a), self.get(b)), fail);
                }
                Instr::NotLess { a, b, fail } => {
                    test!(!self.less(self.get(a), self.get(b)), fail);
                }
                Instr::Equal { a, b, fail } => {
                    test!(self.equal(self.get(a), self.get(b)), fail);
                }
                Instr::NotEqual { a, b, fail } => {
                    test!(!self.equal(self.get(a), self.get(b)), fail);
                }
                Instr::SameWord { src, word, fail } => test!(self.get(src) == word, fail),
                Instr::Identical { a, b, fail } => {
                    test!(self.identical(self.get(a), self.get(b)), fail);
                }
                Instr::NotIdentical { a, b, fail } => {
                    test!(!self.identical(self.get(a), self.get(b)), fail);
                }
                Instr::TestArity { src, arity, fail } => {
                    let tuple = self.heap.as_tuple(self.get(src));
                    test!(
                        tuple.is_some_and(|(_, size)| size == arity as usize),
                        fail
                    );
                }
                Instr::TaggedTuple {
                    src,
                    arity,
                    fail,
                    tag,
                } => {
                    let tuple = self.heap.as_tuple(self.get(src));
                    let is = tuple.is_some_and(|(first, size)| {
                        size == arity as usize
                            && size > 0
                            && self.heap.term_at(first) == Term::atom(tag)
                    });
                    test!(is, fail);
                }
                Instr::Select { src, table, fail } => {
                    let term = self.get(src);
                    let table = &self.code.tables[table as usize];
                    let to = match term.is_immediate() {
                        true => table.word(term.0),
                        false => (table.terms.iter())
                            .find(|(key, _)| compare::identical(self.heap, *key, term))
                            .map(|(_, to)| *to),
                    };
                    ip = to.unwrap_or(fail) as usize;
                }
                Instr::SelectArity { src, table, fail } => {
                    let tuple = self.heap.as_tuple(self.get(src));
                    let table = &self.code.tables[table as usize];
                    let to =
                        tuple.and_then(|(_, size)| table.word(Term::small(size as i64).0));
                    ip = to.unwrap_or(fail) as usize;
                }

                Instr::Swap { a, b } => {
                    let (one, other) = (self.get(a.src()), self.get(b.src()));
                    self.set(a, other);
                    self.set(b, one);
                }
                Instr::GetHead { src, dst } => match self.heap.as_cons(self.get(src)) {
                    Some((head, _)) => self.set(dst, head),
                    None => break corrupt(),
                },
                Instr::GetTail { src, dst } => match self.heap.as_cons(self.get(src)) {
                    Some((_, tail)) => self.set(dst, tail),
                    None => break corrupt(),
                },
                Instr::GetList { src, head, tail } => match self.heap.as_cons(self.get(src)) {
                    Some((first, rest)) => {
                        self.set(head, first);
                        self.set(tail, rest);
                    }
                    None => break corrupt(),
                },
                Instr::GetElement { src, index, dst } => {
                    match self.heap.as_tuple(self.get(src)) {
                        Some((first, size)) if (index as usize) < size => {
                            let term = self.heap.term_at(first + index as usize);
                            self.set(dst, term);
                        }
                        _ => break corrupt(),
                    }
                }
                Instr::SetElement {
                    value,
                    tuple,
                    index,
                } => {
                    // It is a tuple that was made just before, and that only this code knows.
                    let value = self.get(value);
                    match self.heap.as_tuple(self.get(tuple)) {
                        Some((first, size)) if (index as usize) < size => {
                            self.heap.set_word(first + index as usize, value.0);
                        }
                        _ => break corrupt(),
                    }
                }
                Instr::PutList { head, tail, dst } => {
                    let (head, tail) = (self.get(head), self.get(tail));
                    let list = self.heap.cons(head, tail);
                    self.set(dst, list);
                }
                Instr::PutTuple { items, dst } => {
                    let tuple = self.tuple(items);
                    self.set(dst, tuple);
                }
                Instr::UpdateRecord { src, items, dst } => {
                    let src = self.get(src);
                    match self.update_record(src, items) {
                        Some(tuple) => self.set(dst, tuple),
                        None => break corrupt(),
                    }
                }

                Instr::HasMapFields { src, items, fail } => {
                    let term = self.get(src);
                    let keys = self.code.operands(items);
                    let has = |key: &Src| map::get(self.heap, term, self.get(*key)).is_some();
                    test!(self.is(Type::Map, term) && keys.iter().all(has), fail);
                }
                Instr::GetMapElements { src, items, fail } => {
                    let term = self.get(src);
                    test!(self.get_map_elements(term, items), fail);
                }
                Instr::PutMap {
                    src,
                    items,
                    fail,
                    dst,
                    is_exact,
                } => {
                    let term = self.get(src);
                    match self.put_map(term, items, is_exact) {
                        Ok(map) => self.set(dst, map),
                        Err(_) if fail != 0 => ip = fail as usize,
                        Err(raise) => go!(self.raised(at, raise)),
                    }
                }

                Instr::Add { a, b, fail, dst } => {
                    let (one, other) = (self.get(a), self.get(b));
                    if (one.0 | other.0) & 7 == 0
                        && let Some(sum) =
                            one.0.cast_signed().checked_add(other.0.cast_signed())
                    {
                        self.set(dst, Term(sum.cast_unsigned()));
                        continue;
                    }
                    match number::add(self.heap, one, other) {
                        Ok(sum) => self.set(dst, sum),
                        Err(Raise::Error(_)) if fail != 0 => ip = fail as usize,
                        Err(raise) => {
                            go!(self.arithmetic(at, atoms::PLUS, [a, b], raise));
                        }
                    }
                }
                Instr::Subtract { a, b, fail, dst } => {
                    let (one, other) = (self.get(a), self.get(b));
                    if (one.0 | other.0) & 7 == 0
                        && let Some(sum) =
                            one.0.cast_signed().checked_sub(other.0.cast_signed())
                    {
                        self.set(dst, Term(sum.cast_unsigned()));
                        continue;
                    }
                    match number::subtract(self.heap, one, other) {
                        Ok(sum) => self.set(dst, sum),
                        Err(Raise::Error(_)) if fail != 0 => ip = fail as usize,
                        Err(raise) => {
                            go!(self.arithmetic(at, atoms::MINUS, [a, b], raise));
                        }
                    }
                }
                Instr::Bif { bif } => go!(self.bif(core, bif, at)),
                Instr::SelfPid { dst } => self.set(dst, self.pid),
                Instr::LoadFloat { src, to } => {
                    match self.heap.as_float(self.get(src)) {
                        Some(number) => self.set_float(to, number),
                        None => break corrupt(),
                    }
                }
                Instr::ConvertFloat { src, to } => {
                    let term = self.get(src);
                    match super::special::to_float(self.heap, term) {
                        Some(number) => self.set_float(to, number),
                        None => go!(self.error(at, atoms::BADARITH)),
                    }
                }
                Instr::StoreFloat { from, dst } => {
                    let float = self.heap.float(self.floats[usize::from(from)]);
                    self.set(dst, float);
                }
                Instr::CopyFloat { from, to } => {
                    self.set_float(to, self.floats[usize::from(from)]);
                }
                Instr::Float {
                    how,
                    a,
                    b,
                    to,
                    fail,
                } => {
                    let (a, b) = (self.floats[usize::from(a)], self.floats[usize::from(b)]);
                    let number = match how {
                        Float::Add => a + b,
                        Float::Subtract => a - b,
                        Float::Multiply => a * b,
                        Float::Divide => a / b,
                    };
                    match number.is_finite() {
                        true => self.set_float(to, number),
                        false if fail != 0 => ip = fail as usize,
                        false => go!(self.error(at, atoms::BADARITH)),
                    }
                }
                Instr::NegateFloat { from, to } => {
                    self.set_float(to, -self.floats[usize::from(from)]);
                }

                Instr::MakeFun { lambda, free, dst } => {
                    let fun = self.make_fun(lambda, free);
                    self.set(dst, fun);
                }
                Instr::Init { items } => {
                    for index in 0..items.len {
                        let src = self.code.operands[items.at as usize + usize::from(index)];
                        if let Operand::Y(number) = src.operand() {
                            self.set_slot(number, Term::NIL);
                        }
                    }
                }

                Instr::Catch { slot, to } => {
                    self.set_slot(slot.into(), Term::catch(to.into()));
                }
                Instr::TryEnd { slot } => self.set_slot(slot.into(), Term::NIL),
                Instr::CatchEnd { slot } => {
                    self.set_slot(slot.into(), Term::NIL);
                    if self.x[0] == Term::NONE {
                        match self.caught(self.x[1], self.x[2], self.x[3]) {
                            Ok(term) => self.x[0] = term,
                            Err(raise) => go!(self.raised(at, raise)),
                        }
                    }
                }
                Instr::TryCase { slot } => {
                    self.set_slot(slot.into(), Term::NIL);
                    self.x.copy_within(1..4, 0);
                }
                Instr::Raise { trace, value } => {
                    let (raw, value) = (self.get(trace), self.get(value));
                    let class = exception::class_of(self.heap, raw).unwrap_or(Class::Error);
                    go!(self.unwind(class, value, raw));
                }
                Instr::RawRaise => match Class::from_atom(self.x[0]) {
                    Some(class) => {
                        let raw = exception::with_class(self.heap, self.x[2], class);
                        go!(self.unwind(class, self.x[1], raw));
                    }
                    None => self.x[0] = atoms::BADARG,
                },
                Instr::BuildTrace => {
                    match exception::cook(self.heap, self.code, self.x[0]) {
                        Ok(trace) => self.x[0] = trace,
                        Err(raise) => go!(self.raised(at, raise)),
                    }
                }
                Instr::ErrorWith { reason, value } => {
                    let value = self.get(value);
                    go!(self.error_with(at, reason, value));
                }
                Instr::Error { reason } => go!(self.error(at, reason)),
                Instr::NoClause => go!(self.no_clause(at)),

                Instr::LoopRec { fail, timeout } => {
                    let timeout = self.get(timeout);
                    self.save(core, 0, at);
                    core.other = fail;
                    break Stop::LoopRec { timeout };
                }
                Instr::LoopRecEnd { to } => {
                    self.save(core, 0, to as usize);
                    break Stop::LoopRecEnd;
                }
                Instr::RemoveMessage { live } => {
                    self.save(core, live.into(), ip);
                    break Stop::RemoveMessage;
                }
                Instr::Wait { to, is_alone } => {
                    self.save(core, 0, at);
                    core.other = to;
                    break Stop::Wait { is_alone };
                }
                Instr::WaitTimeout { to, time, is_alone } => {
                    let live = match time.operand() {
                        Operand::X(number) => number + 1,
                        _ => 0,
                    };
                    let time = self.get(time);
                    self.save(core, live, at);
                    core.other = to;
                    break Stop::WaitTimeout { time, is_alone };
                }
                Instr::Timeout => {
                    self.save(core, 0, ip);
                    break Stop::Timeout;
                }

                Instr::StartMatch { src, fail, dst } => {
                    let term = self.get(src);
                    match self.start_match(term) {
                        Some(context) => self.set(dst, context),
                        None if fail == 0 => break corrupt(),
                        None => ip = fail as usize,
                    }
                }
                Instr::Match {
                    context,
                    matching,
                    fail,
                } => {
                    let context = self.get(context);
                    test!(self.matching(context, matching), fail);
                }
                Instr::GetBits { bits } => {
                    let fail = self.code.gets[bits as usize].fail;
                    test!(self.get_bits(bits), fail);
                }
                Instr::GetPosition { context, dst } => {
                    let context = self.get(context);
                    let position = self.position(context);
                    self.set(dst, position);
                }
                Instr::SetPosition { context, position } => {
                    let (context, position) = (self.get(context), self.get(position));
                    self.set_position(context, position);
                }
                Instr::RestOfBits { context, dst } => {
                    let context = self.get(context);
                    let rest = self.rest_of_bits(context);
                    self.set(dst, rest);
                }
                Instr::MatchString {
                    context,
                    string,
                    fail,
                } => {
                    let context = self.get(context);
                    test!(self.match_string(context, string), fail);
                }
                Instr::TestTail {
                    context,
                    bits,
                    fail,
                } => {
                    test!(self.bits_left(self.get(context)) == bits as usize, fail);
                }
                Instr::TestUnit {
                    context,
                    unit,
                    fail,
                } => {
                    let left = self.bits_left(self.get(context));
                    test!(left.is_multiple_of(unit.max(1) as usize), fail);
                }
                Instr::CreateBinary { binary } => go!(self.create_binary(binary, at)),
                Instr::BinaryInit { from, fail, unit } => {
                    let from = self.get(from);
                    match self.binary_init(from, unit) {
                        Ok(()) => {}
                        Err(Raise::Error(_)) if fail != 0 => ip = fail as usize,
                        Err(raise) => go!(self.raised(at, raise)),
                    }
                }
                Instr::BinaryPut { segment, fail } => match self.binary_put(segment) {
                    Ok(()) => {}
                    Err(Raise::Error(_)) if fail != 0 => ip = fail as usize,
                    Err(raise) => go!(self.raised(at, raise)),
                },
                Instr::BinaryFinish { dst } => {
                    let builder = std::mem::take(self.builder);
                    match builder.finish(self.heap) {
                        Ok(binary) => self.set(dst, binary),
                        Err(raise) => go!(self.raised(at, raise)),
                    }
                }
                Instr::AddSizes { sizes } => go!(self.add_sizes(sizes, at)),
                Instr::Utf8Size { src, dst } => {
                    let size = super::binary::utf8_size(self.get(src));
                    self.set(dst, size);
                }
                Instr::Utf16Size { src, dst } => {
                    let size = super::binary::utf16_size(self.get(src));
                    self.set(dst, size);
                }
                Instr::InitWritable => self.x[0] = self.heap.binary(&[]),

                Instr::Finished => {
                    // The process is over, and stays so.
                    self.stack.push(Term::return_to(address::FINISHED.into()));
                    self.save(core, 1, address::RETURN as usize);
                    break Stop::Finished(self.x[0]);
                }
                Instr::Nowhere => break corrupt(),
                Instr::Unsupported { op } => {
                    let name = op.name();
                    break Stop::Error(format!("the instruction {name} is not supported"));
                }
            }
        };
        *fuel -= slice - left;
        stopped
    }

    /// Keeps the first registers, and where it goes on.
    pub(super) fn save(&self, core: &mut Core, live: usize, ip: usize) {
        core.x.clear();
        core.x.extend_from_slice(&self.x[..live.min(REGISTERS)]);
        core.ip = ip as u32;
    }

    /// The same, just before an instruction that may be any.
    #[cold]
    fn save_for(&self, core: &mut Core, ip: usize) {
        let live = match self.code.function_at(ip as u32) {
            Some(function) => usize::from(function.live).max(function.arity as usize),
            // Applying: three registers at the most.
            None => 3,
        };
        self.save(core, live, ip);
    }

    /// Looks at limits.
    #[cold]
    fn limit(&self, fuel: u64, stop: &AtomicBool) -> Option<Stop> {
        if stop.load(atomic::Ordering::Relaxed) {
            return Some(Stop::Stopped);
        }
        if self.heap.is_full() || self.stack.len() > DEEPEST_STACK {
            return Some(Stop::Memory);
        }
        (fuel == 0).then_some(Stop::Fuel)
    }

    #[inline(always)]
    fn set_float(&mut self, to: u16, number: f64) {
        self.floats[usize::from(to) & (REGISTERS - 1)] = number;
    }

    // Calls.

    /// Calls a function. The arguments are in registers; `next` is behind the call.
    #[expect(clippy::too_many_arguments, reason = "all that a call is")]
    pub(super) fn call(
        &mut self,
        core: &mut Core,
        callee: Callee,
        module: Term,
        function: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        match (callee, tail) {
            (Callee::Native(native), Tail::No) => {
                return self.native(core, native, next as u32 - 1, next);
            }
            (Callee::Native(native), Tail::After(words)) => {
                self.drop_words(words);
                return self.native(core, native, 0, address::RETURN as usize);
            }
            _ => self.leave(tail, next),
        }
        match callee {
            Callee::Code(to) => Ok(to as usize),
            _ => self.undefined(module, function, arity),
        }
    }

    /// Calls a function that the code does not name. If it is native and fails, the place in the
    /// stack trace is the one behind the call, as in OTP.
    #[expect(clippy::too_many_arguments, reason = "all that a call is")]
    fn call_value(
        &mut self,
        core: &mut Core,
        callee: Callee,
        module: Term,
        function: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        if let (Callee::Native(native), Tail::No) = (callee, tail)
            && matches!(self.code.natives[native as usize].how, How::Pure(_))
        {
            return self.native(core, native, next as u32, next);
        }
        self.call(core, callee, module, function, arity, tail, next)
    }

    /// Notes where a call returns to, or gives up the frame.
    #[inline(always)]
    fn leave(&mut self, tail: Tail, next: usize) {
        match tail {
            Tail::No => self.stack.push(Term::return_to(next as u64)),
            Tail::After(words) => self.drop_words(words),
        }
    }

    /// Calls a native function from there (0: from nowhere).
    #[inline]
    pub(super) fn native(&mut self, core: &mut Core, native: u32, at: u32, next: usize) -> Flow {
        let function = self.code.natives[native as usize];
        let arity = usize::from(function.arity);
        match function.how {
            How::Pure(pure) => match pure(self.heap, &self.x[..arity]) {
                Ok(value) => {
                    self.x[0] = value;
                    Ok(next)
                }
                Err(raise) => {
                    let args = self.x[..arity].to_vec();
                    let failure = Failure { raise, cause: None };
                    self.native_raised(native, at, &args, failure)
                }
            },
            How::Impure(impure) => {
                self.save(core, arity, next);
                core.then = Then::Call;
                core.native = native;
                core.arity = function.arity;
                core.at = at;
                Err(Stop::Native {
                    function: impure,
                    arity: function.arity,
                })
            }
            How::Special(special) => self.special(special, native, at, next),
            How::Missing => Err(self.missing(native)),
        }
    }

    /// A native function is not here.
    #[cold]
    pub(super) fn missing(&self, native: u32) -> Stop {
        let function = self.code.natives[native as usize];
        let text = |term| self.heap.atom_text(term).unwrap_or_default();
        Stop::Error(format!(
            "the native function {}:{}/{} is not supported",
            text(function.module),
            text(function.function),
            function.arity
        ))
    }

    /// A native function as an instruction.
    fn bif(&mut self, core: &mut Core, bif: u32, at: usize) -> Flow {
        let Bif {
            native,
            args,
            arity,
            fail,
            dst,
            live,
        } = self.code.bifs[bif as usize];
        let terms = args.map(|src| self.get(src));
        match self.code.natives[native as usize].how {
            How::Pure(pure) => {
                let given = &terms[..usize::from(arity)];
                match pure(self.heap, given) {
                    Ok(value) => {
                        self.set(dst, value);
                        Ok(at + 1)
                    }
                    Err(Raise::Error(_)) if fail != 0 => Ok(fail as usize),
                    Err(raise) => {
                        let failure = Failure { raise, cause: None };
                        self.native_raised(native, at as u32, given, failure)
                    }
                }
            }
            How::Impure(function) => {
                self.save(core, live.into(), at + 1);
                core.then = Then::Bif {
                    dst,
                    fail,
                    args: terms,
                };
                core.native = native;
                core.arity = arity;
                core.at = at as u32;
                Err(Stop::Native { function, arity })
            }
            How::Special(_) | How::Missing => Err(self.missing(native)),
        }
    }

    /// Calls a function that is a term.
    #[inline]
    pub(super) fn call_fun(
        &mut self,
        core: &mut Core,
        fun: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        if let Some((Fun { module, index, arity: takes }, free, count)) = self.heap.as_fun(fun) {
            if takes as usize != arity {
                return self.bad_arity(fun, arity, tail, next);
            }
            let lambda = match self.code.lambda(self.heap, module, index) {
                Ok(lambda) => lambda,
                Err(message) => return Err(Stop::Error(message)),
            };
            if let Some(lambda) = lambda
                && lambda.free as usize == count
                && lambda.arity as usize == arity + count
            {
                for index in 0..count {
                    self.x[arity + index] = self.heap.term_at(free + index);
                }
                self.leave(tail, next);
                return Ok(lambda.entry as usize);
            }
        }
        if let Some((module, function, takes)) = self.heap.as_export(fun) {
            if takes as usize != arity {
                return self.bad_arity(fun, arity, tail, next);
            }
            return match self.code.resolve(self.heap, module, function, takes) {
                Ok(callee) => self.call_value(core, callee, module, function, arity, tail, next),
                Err(message) => Err(Stop::Error(message)),
            };
        }
        self.leave(tail, next);
        self.error_with(next - 1, atoms::BADFUN, fun)
    }

    #[cold]
    fn bad_arity(&mut self, fun: Term, arity: usize, tail: Tail, next: usize) -> Flow {
        let args = self.heap.list(&self.x[..arity]);
        let pair = self.heap.tuple(&[fun, args]);
        self.leave(tail, next);
        self.error_with(next - 1, atoms::BADARITY, pair)
    }

    /// Calls `module:function`, whatever these terms are. The arguments are in registers.
    pub(super) fn apply(
        &mut self,
        core: &mut Core,
        module: Term,
        function: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        if module.as_atom().is_none() || function.as_atom().is_none() {
            let args = self.heap.list(&self.x[..arity]);
            return self.bad_apply(&[module, function, args], tail, next);
        }
        match self.code.resolve(self.heap, module, function, arity as u32) {
            Ok(callee) => self.call_value(core, callee, module, function, arity, tail, next),
            Err(message) => Err(Stop::Error(message)),
        }
    }

    /// The arguments of `apply` are none.
    #[cold]
    pub(super) fn bad_apply(&mut self, args: &[Term], tail: Tail, next: usize) -> Flow {
        // The two that are there from the beginning have the name that is wanted.
        let native = u32::from(args.len() == 2);
        // The function that calls it is still there, even if it would not be afterwards.
        if let Tail::After(words) = tail {
            self.drop_words(words);
        }
        let failure = Failure {
            raise: Raise::BADARG,
            cause: None,
        };
        self.native_raised(native, next as u32 - 1, args, failure)
    }

    // Terms.

    pub(super) fn is(&self, of: Type, term: Term) -> bool {
        let kind = || self.heap.boxed(term).map(|(kind, ..)| kind);
        match of {
            Type::Integer => self.heap.is_integer(term),
            Type::Float => kind() == Some(Kind::Float),
            Type::Number => self.heap.is_integer(term) || kind() == Some(Kind::Float),
            Type::Atom => term.as_atom().is_some(),
            Type::Pid => term.as_pid().is_some(),
            Type::Reference => kind() == Some(Kind::Ref),
            Type::Port => false,
            Type::Nil => term.is_nil(),
            Type::Binary => (self.heap.as_bits(term)).is_some_and(|bits| bits.size % 8 == 0),
            Type::Bitstring => self.heap.as_bits(term).is_some(),
            Type::List => term.is_list(),
            Type::Cons => term.is_cons(),
            Type::Tuple => kind() == Some(Kind::Tuple),
            Type::Function => matches!(kind(), Some(Kind::Fun | Kind::Export)),
            Type::Boolean => term == atoms::TRUE || term == atoms::FALSE,
            Type::Map => matches!(kind(), Some(Kind::FlatMap | Kind::TreeMap)),
        }
    }

    #[inline(always)]
    fn less(&self, a: Term, b: Term) -> bool {
        match (a.0 | b.0) & 7 {
            0 => a.0.cast_signed() < b.0.cast_signed(),
            _ => compare::compare(self.heap, a, b) == Ordering::Less,
        }
    }

    #[inline(always)]
    fn equal(&self, a: Term, b: Term) -> bool {
        a == b || !(a.is_immediate() && b.is_immediate()) && compare::equal(self.heap, a, b)
    }

    #[inline(always)]
    fn identical(&self, a: Term, b: Term) -> bool {
        a == b || !(a.is_immediate() || b.is_immediate()) && compare::identical(self.heap, a, b)
    }

    fn tuple(&mut self, items: Operands) -> Term {
        let count = usize::from(items.len);
        let first = items.at as usize;
        let mut few = [Term::NIL; 8];
        match few.get_mut(..count) {
            Some(few) => {
                for (index, item) in few.iter_mut().enumerate() {
                    *item = self.get(self.code.operands[first + index]);
                }
                self.heap.tuple(few)
            }
            None => {
                let sources = &self.code.operands[first..first + count];
                let items: Vec<Term> = sources.iter().map(|src| self.get(*src)).collect();
                self.heap.tuple(&items)
            }
        }
    }

    fn update_record(&mut self, tuple: Term, items: Operands) -> Option<Term> {
        let mut elements = self.heap.elements(tuple)?;
        for pair in self.code.operands(items).chunks_exact(2) {
            let position = Term(pair[0].0).as_small()? as usize;
            *elements.get_mut(position.checked_sub(1)?)? = self.get(pair[1]);
        }
        Some(self.heap.tuple(&elements))
    }

    fn get_map_elements(&mut self, term: Term, items: Operands) -> bool {
        if !self.is(Type::Map, term) {
            return false;
        }
        // A register that is written may be the key of a later pair only if that is wanted; the
        // map itself was read before.
        for index in (0..usize::from(items.len)).step_by(2) {
            let key = self.get(self.code.operands[items.at as usize + index]);
            let Some(value) = map::get(self.heap, term, key) else {
                return false;
            };
            match self.code.operands[items.at as usize + index + 1].operand() {
                Operand::X(number) => self.x[number & (REGISTERS - 1)] = value,
                Operand::Y(number) => self.set_slot(number, value),
                Operand::Constant(_) => return false,
            }
        }
        true
    }

    fn put_map(&mut self, term: Term, items: Operands, is_exact: bool) -> Result<Term, Raise> {
        if !self.is(Type::Map, term) {
            return Err(Raise::Error(self.heap.tuple(&[atoms::BADMAP, term])));
        }
        let count = usize::from(items.len) / 2;
        let sources = self.code.operands(items);
        let pairs: Vec<(Term, Term)> = (sources.chunks_exact(2))
            .map(|pair| (self.get(pair[0]), self.get(pair[1])))
            .collect();
        if is_exact {
            for (key, _) in &pairs {
                if map::get(self.heap, term, *key).is_none() {
                    return Err(Raise::Error(self.heap.tuple(&[atoms::BADKEY, *key])));
                }
            }
        }
        self.heap.check(80 * count)?;
        if map::size(self.heap, term) == Some(0) {
            return Ok(map::from_pairs(self.heap, pairs));
        }
        let mut map = term;
        for (key, value) in pairs {
            map = map::put(self.heap, map, key, value);
        }
        Ok(map)
    }

    fn make_fun(&mut self, lambda: u32, free: Operands) -> Term {
        let lambda = self.code.lambdas[lambda as usize];
        let fun = Fun {
            module: lambda.module,
            index: lambda.index,
            arity: lambda.arity - lambda.free,
        };
        let sources = self.code.operands(free);
        let free: Vec<Term> = sources.iter().map(|src| self.get(*src)).collect();
        self.heap.fun(fun, &free)
    }

    /// `+` or `-` has failed. In OTP 25 and before, that has no entry of its own if one operand
    /// is a small constant and the other a register.
    #[cold]
    fn arithmetic(&mut self, at: usize, name: Term, args: [Src; 2], raise: Raise) -> Flow {
        const SMALL: i64 = 1 << 59;
        let least = if name == atoms::PLUS { -SMALL } else { 0 };
        let is_small = |src: Src| match src.operand() {
            Operand::Constant(term) => {
                term.as_small().is_some_and(|small| (least..SMALL).contains(&small))
            }
            _ => false,
        };
        let is_register = |src: Src| !matches!(src.operand(), Operand::Constant(_));
        let [a, b] = args;
        let is_short = is_register(a) && is_small(b)
            || name == atoms::PLUS && is_small(a) && is_register(b);
        if is_short && self.code.compiler_at(self.heap, at as u32) < OTP_26 {
            return self.raised(at, raise);
        }
        let native = self.code.native(self.heap, atoms::ERLANG, name, 2);
        let native = match native {
            Some(native) => native,
            None => self.code.missing_native(atoms::ERLANG, name, 2),
        };
        let args = args.map(|src| self.get(src));
        let failure = Failure { raise, cause: None };
        self.native_raised(native, at as u32, &args, failure)
    }

    /// A tag of a term, for tests of others.
    pub(super) fn small(term: Term) -> Option<usize> {
        match term.tag() {
            Tag::Int(number) => usize::try_from(number).ok(),
            _ => None,
        }
    }
}

/// The code does what no compiler would let it do.
#[cold]
pub(super) fn corrupt() -> Stop {
    Stop::Error("the code of a module is not valid".to_owned())
}
