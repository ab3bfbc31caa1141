//! The loop over instructions.

use super::unwind::Flow;
use super::{Core, Stop};
use crate::atoms;
use crate::bits::Builder;
use crate::code::instr::{Dst, Float, Instr, Operand, REGISTERS, Src, Type};
use crate::code::{Code, address};
use crate::compare;
use crate::exception::{self, Class};
use crate::heap::Heap;
use crate::map;
use crate::number;
use crate::raise::Raise;
use crate::term::Term;
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
    pub(super) fn slot(&self, number: usize) -> Term {
        let index = self.stack.len().wrapping_sub(1 + number);
        self.stack.get(index).copied().unwrap_or(Term::NIL)
    }

    #[inline(always)]
    pub(super) fn set_slot(&mut self, number: usize, term: Term) {
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
    pub(super) fn drop_words(&mut self, words: u16) {
        let len = self.stack.len().saturating_sub(words.into());
        self.stack.truncate(len);
    }

    #[inline(always)]
    pub(super) fn pop_return(&mut self) -> Flow {
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
                    test!(tuple.is_some_and(|(_, size)| size == arity as usize), fail);
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
                    let to = tuple.and_then(|(_, size)| table.word(Term::small(size as i64).0));
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
                Instr::GetElement { src, index, dst } => match self.heap.as_tuple(self.get(src)) {
                    Some((first, size)) if (index as usize) < size => {
                        let term = self.heap.term_at(first + index as usize);
                        self.set(dst, term);
                    }
                    _ => break corrupt(),
                },
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
                        && let Some(sum) = one.0.cast_signed().checked_add(other.0.cast_signed())
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
                        && let Some(sum) = one.0.cast_signed().checked_sub(other.0.cast_signed())
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
                Instr::LoadFloat { src, to } => match self.heap.as_float(self.get(src)) {
                    Some(number) => self.set_float(to, number),
                    None => break corrupt(),
                },
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
                Instr::BuildTrace => match exception::cook(self.heap, self.code, self.x[0]) {
                    Ok(trace) => self.x[0] = trace,
                    Err(raise) => go!(self.raised(at, raise)),
                },
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
                    let most = i64::from(u32::MAX);
                    let is_time = time == atoms::INFINITY
                        || time
                            .as_small()
                            .is_some_and(|time| (0..=most).contains(&time));
                    if !is_time {
                        go!(self.error(at, atoms::TIMEOUT_VALUE));
                        continue;
                    }
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
        if stopped == Stop::Memory {
            // It goes no further; this is for people.
            self.save(core, 0, ip);
        }
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
    pub(super) fn save_for(&self, core: &mut Core, ip: usize) {
        let live = match self.code.function_at(ip as u32) {
            Some(function) => usize::from(function.live).max(function.arity as usize),
            // Applying: three registers at the most.
            None => 3,
        };
        self.save(core, live, ip);
    }

    /// Looks at limits.
    #[cold]
    pub(super) fn limit(&mut self, fuel: u64, stop: &AtomicBool) -> Option<Stop> {
        if stop.load(atomic::Ordering::Relaxed) {
            return Some(Stop::Stopped);
        }
        if self.heap.is_full() || self.stack.len() > self.heap.limit() {
            return Some(Stop::Memory);
        }
        self.heap.make_room();
        (fuel == 0).then_some(Stop::Fuel)
    }

    #[inline(always)]
    pub(super) fn set_float(&mut self, to: u16, number: f64) {
        self.floats[usize::from(to) & (REGISTERS - 1)] = number;
    }
}

/// The code does what no compiler would let it do.
#[cold]
pub(super) fn corrupt() -> Stop {
    Stop::Error("the code of a module is not valid".to_owned())
}
