//! The step loop: local code, which no other thread can see.
//!
//! It runs until an instruction has to do with others (or may: the slow path finds
//! out), and leaves the program counter there. No hashing, no strings, and memory is
//! only allocated for frames and stack objects.

use super::fault::Fault;
use super::memory::{Life, Memory, NO_OWNER, NO_TABLE, Object, Origin};
use super::reached::Reached;
use super::thread::{After, Frame, Phase, Thread};
use super::word;
use crate::address::{self, Window};
use crate::code::{Access, Code, FunctionCode, NOT_LIVE, Op, Src, Word};

/// A thread with more frames than this has overflowed its stack.
const MOST_FRAMES: usize = 50_000;
/// Or with more registers.
const MOST_REGISTERS: usize = 1 << 20;
/// The first time that a loop is looked at more closely, in instructions.
const FIRST_CHECK: u64 = 4096;
/// How many instructions run before the machine looks whether it is to stop.
const BETWEEN_LOOKS: u64 = 1 << 18;

/// Why local code stops.
pub(crate) enum Stop {
    /// The current instruction needs more than the thread and memory.
    Visit,
    /// The first function has returned.
    Returned,
    /// It went wrong.
    Fault(Fault),
    /// A loop has gone round as often as is allowed.
    Cut,
    /// A variable on the stack needs more bytes than an object is given.
    TooLarge(u64),
    /// It may not run longer.
    Fuel,
    /// The machine is to stop.
    Stopped,
}

/// How often a loop has gone round, in a register.
#[derive(Clone, Copy)]
struct Rounds {
    /// In all, in 24 bits.
    all: u64,
    /// With an event in the round (or before it, for the first), in 20 bits. The first
    /// is that which comes back for the first time.
    with_events: u64,
    /// How many events the thread had at the end of the last round, modulo 2^20.
    events: u64,
}

/// If loops are cut at all, none goes round more often than this.
const MOST_ROUNDS: u64 = 1 << 20;

impl Rounds {
    fn unpack(bits: u64) -> Rounds {
        Rounds {
            all: bits & 0xff_ffff,
            with_events: bits >> 24 & 0xf_ffff,
            events: bits >> 44,
        }
    }

    fn pack(self) -> u64 {
        self.all.min(0xff_ffff) | self.with_events.min(0xf_ffff) << 24 | self.events << 44
    }

    /// After one more round. Was there an event in it?
    fn next(self, events: u32) -> (Rounds, bool) {
        let events = u64::from(events) & 0xf_ffff;
        let is_event = self.all == 0 || self.events != events;
        let next = Rounds {
            all: self.all + 1,
            with_events: self.with_events + u64::from(is_event),
            events,
        };
        (next, is_event)
    }

    fn is_cut(self, is_event: bool, unroll: u64) -> bool {
        is_event && self.with_events > unroll || self.all >= MOST_ROUNDS
    }
}

/// Who runs, and under which circumstances.
pub(crate) struct Local<'m> {
    pub(crate) code: &'m Code,
    pub(crate) thread: &'m mut Thread,
    pub(crate) memory: &'m mut Memory,
    /// The number of the thread.
    pub(crate) me: u32,
    /// There is no other thread: all memory is its own.
    pub(crate) is_alone: bool,
    pub(crate) unroll: Option<u32>,
    /// How many bytes an object is given at most.
    pub(crate) most: u64,
    /// How many instructions it may still run.
    pub(crate) fuel: &'m mut u64,
    /// The site of the first stack object, and which sites are shared.
    pub(crate) sites: u32,
    pub(crate) shared: &'m [bool],
    /// Which sites' objects end while others may access them.
    pub(crate) freed: &'m [bool],
    /// What code was reached, if that is wanted.
    pub(crate) reached: Option<&'m mut Reached>,
}

#[inline]
fn get(function: &FunctionCode, registers: &[Word], src: Src) -> Word {
    if src.is_constant() {
        function.constants[src.index()]
    } else {
        registers[src.index()]
    }
}

impl Local<'_> {
    /// Where in memory the bytes are, if they are the thread's own.
    #[inline]
    fn own(&self, address: Word, access: Access, writes: bool) -> Option<usize> {
        // An atomic access must also be aligned, and may be a fence if it writes.
        let is_aligned = || address.bits.is_multiple_of(u64::from(access.size.max(1)));
        if address.undefined != 0 || access.order.is_some() && (writes || !is_aligned()) {
            return None;
        }
        let (index, offset) = self.memory.find(address.bits)?;
        let object = &self.memory.objects[index as usize];
        let is_own = if object.is_constant {
            !writes
        } else {
            self.is_alone || !object.is_shared && object.owner == self.me
        };
        let is_inside = offset >= 0 && offset as u64 + u64::from(access.size) <= object.size;
        (is_own && is_inside && object.life == Life::Live).then(|| object.start + offset as usize)
    }

    /// Runs until something else is to be done.
    pub(crate) fn run(&mut self) -> Stop {
        let limit = *self.fuel;
        if limit == 0 {
            return Stop::Fuel;
        }
        let check = limit.saturating_sub(FIRST_CHECK);
        // When to look whether to stop.
        let mut look = limit.saturating_sub(BETWEEN_LOOKS);
        // Where a loop was, with which registers.
        let mut saved: Option<((usize, u32), Vec<Word>)> = None;
        let mut next_save = 0;
        'frame: loop {
            let frame = *self.thread.frame();
            let function = &self.code.functions[frame.function as usize];
            let base = frame.base as usize;
            let ops = function.ops.as_slice();
            let mut pc = frame.pc as usize;
            macro_rules! reach {
                () => {
                    if let Some(reached) = &mut self.reached {
                        reached.mark(frame.function, pc);
                    }
                };
            }
            reach!();
            macro_rules! registers {
                () => {
                    self.thread.registers[base..base + function.registers as usize]
                };
            }
            macro_rules! get {
                ($src:expr) => {
                    get(function, &registers!(), $src)
                };
            }
            macro_rules! set {
                ($to:expr, $word:expr) => {{
                    let word = $word;
                    registers!()[$to as usize] = word;
                }};
            }
            macro_rules! stop {
                ($stop:expr) => {{
                    self.thread.frame_mut().pc = pc as u32;
                    return $stop;
                }};
            }
            loop {
                *self.fuel = self.fuel.wrapping_sub(1);
                match ops[pc] {
                    Op::Move { to, a } => set!(to, get!(a)),
                    Op::Undefine { to, count } => {
                        registers!()[to as usize..(to + count) as usize].fill(word::undefined(64));
                    }
                    Op::Add { to, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        set!(to, word::carry(a.bits.wrapping_add(b.bits), a, b, bits));
                    }
                    Op::Sub { to, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        set!(to, word::carry(a.bits.wrapping_sub(b.bits), a, b, bits));
                    }
                    Op::Mul { to, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        set!(to, word::carry(a.bits.wrapping_mul(b.bits), a, b, bits));
                    }
                    Op::Divide { op, to, a, b, bits } => {
                        let (a, b) = (get!(a), get!(b));
                        if b.undefined != 0 {
                            stop!(Stop::Fault(Fault::Undefined { what: "a divisor" }));
                        }
                        match word::divide(op, a.bits, b.bits, bits) {
                            None => stop!(Stop::Fault(Fault::Division)),
                            Some(_) if a.undefined != 0 => set!(to, word::undefined(bits)),
                            Some(result) => set!(to, Word::new(result)),
                        }
                    }
                    Op::Shift { op, to, a, b, bits } => {
                        set!(to, word::shift(op, get!(a), get!(b), bits));
                    }
                    Op::And { to, a, b } => set!(to, word::and(get!(a), get!(b))),
                    Op::Or { to, a, b } => set!(to, word::or(get!(a), get!(b))),
                    Op::Xor { to, a, b } => set!(to, word::xor(get!(a), get!(b))),
                    Op::Compare {
                        predicate,
                        to,
                        a,
                        b,
                        bits,
                    } => set!(to, word::compare(predicate, get!(a), get!(b), bits)),
                    Op::Wide {
                        op,
                        to,
                        a,
                        b,
                        bits,
                        high,
                    } => {
                        let highs = &function.operands[high.start as usize..];
                        let pair = |low, high| word::Pair {
                            low: get!(low),
                            high: get!(high),
                        };
                        let (a, b) = (pair(a, highs[0]), pair(b, highs[1]));
                        match word::wide(op, a, b, bits) {
                            None => stop!(Stop::Fault(Fault::Division)),
                            Some(pair) => {
                                set!(to, pair.low);
                                set!(to + 1, pair.high);
                            }
                        }
                    }
                    Op::CompareWide {
                        predicate,
                        to,
                        a,
                        b,
                        bits,
                        high,
                    } => {
                        let highs = &function.operands[high.start as usize..];
                        let pair = |low, high| word::Pair {
                            low: get!(low),
                            high: get!(high),
                        };
                        let (a, b) = (pair(a, highs[0]), pair(b, highs[1]));
                        set!(to, word::compare_wide(predicate, a, b, bits));
                    }
                    Op::Truncate { to, a, bits } => set!(to, word::truncate(get!(a), bits)),
                    Op::SignExtend { to, a, from, bits } => {
                        set!(to, word::sign_extend(get!(a), from, bits));
                    }
                    Op::Float {
                        op,
                        to,
                        a,
                        b,
                        is_double,
                    } => set!(to, word::float(op, get!(a), get!(b), is_double)),
                    Op::CompareFloat {
                        predicate,
                        to,
                        a,
                        b,
                        is_double,
                    } => set!(
                        to,
                        word::compare_float(predicate, get!(a), get!(b), is_double)
                    ),
                    Op::ConvertFloat {
                        op,
                        to,
                        a,
                        bits,
                        is_double,
                    } => set!(to, word::convert_float(op, get!(a), bits, is_double)),
                    Op::FusedMultiplyAdd {
                        to,
                        operands,
                        is_double,
                    } => {
                        let three = &function.operands[operands.start as usize..];
                        let (a, b, c) = (get!(three[0]), get!(three[1]), get!(three[2]));
                        set!(to, word::multiply_add(a, b, c, is_double));
                    }
                    Op::Bits { op, to, a, bits } => set!(to, word::count_bits(op, get!(a), bits)),
                    Op::Select {
                        to,
                        condition,
                        a,
                        b,
                    } => set!(to, word::select(get!(condition), get!(a), get!(b))),
                    Op::Freeze { to, a } => set!(to, Word::new(get!(a).bits)),
                    Op::Offset { to, a, offset } => {
                        let a = get!(a);
                        let sum = a.bits.wrapping_add(offset as u64);
                        set!(to, word::carry(sum, a, Word::new(0), 64));
                    }
                    Op::Index {
                        to,
                        a,
                        index,
                        scale,
                        offset,
                        from,
                    } => {
                        let (a, index) = (get!(a), word::sign_extend(get!(index), from, 64));
                        let distance = index.bits.wrapping_mul(i64::from(scale) as u64);
                        let sum = a
                            .bits
                            .wrapping_add(distance)
                            .wrapping_add(i64::from(offset) as u64);
                        set!(to, word::carry(sum, a, index, 64));
                    }
                    Op::Alloca {
                        to,
                        count,
                        size,
                        site,
                        ..
                    } => {
                        let count = get!(count);
                        let place = function.places[pc];
                        // Large ones take as long as many instructions.
                        let bytes = count.bits.saturating_mul(u64::from(size));
                        look = look.saturating_add(bytes / 16);
                        match self.alloca(count, size, self.sites + site.0, place) {
                            Ok(address) => set!(to, Word::new(address)),
                            Err(why) => stop!(why),
                        }
                    }
                    Op::Load {
                        to,
                        address,
                        access,
                        ..
                    } => match self.own(get!(address), access, false) {
                        Some(at) => set!(to, self.memory.read(at, access.size)),
                        None => stop!(Stop::Visit),
                    },
                    Op::LoadBits {
                        to,
                        address,
                        access,
                        bits,
                        ..
                    } => match self.own(get!(address), access, false) {
                        Some(at) => {
                            let word = self.memory.read(at, access.size);
                            set!(to, word::truncate(word, bits));
                        }
                        None => stop!(Stop::Visit),
                    },
                    Op::Store { a, address, access } => {
                        match self.own(get!(address), access, true) {
                            Some(at) => {
                                saved = None;
                                if self.thread.looks.is_active() {
                                    let size = usize::from(access.size);
                                    self.thread.looks.change(self.memory, at, size);
                                }
                                let word = get!(a);
                                self.memory.write(at, access.size, word);
                            }
                            None => stop!(Stop::Visit),
                        }
                    }
                    Op::Jump { to } => {
                        pc = to as usize;
                        reach!();
                        continue;
                    }
                    Op::Branch { condition, yes, no } => {
                        let condition = get!(condition);
                        if condition.undefined & 1 != 0 {
                            stop!(Stop::Fault(Fault::Undefined {
                                what: "a condition"
                            }));
                        }
                        pc = if condition.bits & 1 != 0 { yes } else { no } as usize;
                        reach!();
                        continue;
                    }
                    Op::BranchIf {
                        predicate,
                        a,
                        b,
                        bits,
                        yes,
                        no,
                    } => {
                        let (a, b) = (get!(a), get!(b));
                        let holds = if a.undefined | b.undefined == 0 {
                            word::holds(predicate, a.bits, b.bits, bits)
                        } else {
                            let condition = word::compare(predicate, a, b, bits);
                            if condition.undefined != 0 {
                                stop!(Stop::Fault(Fault::Undefined {
                                    what: "a condition"
                                }));
                            }
                            condition.bits != 0
                        };
                        pc = if holds { yes } else { no } as usize;
                        reach!();
                        continue;
                    }
                    Op::Switch { a, table } => {
                        let a = get!(a);
                        if a.undefined != 0 {
                            stop!(Stop::Fault(Fault::Undefined {
                                what: "a condition"
                            }));
                        }
                        let switch = &function.switches[table as usize];
                        let found = switch.cases.binary_search_by_key(&a.bits, |case| case.0);
                        pc = found.map_or(switch.otherwise, |at| switch.cases[at].1) as usize;
                        reach!();
                        continue;
                    }
                    Op::Again { rounds, to, live } => {
                        if let Some(unroll) = self.unroll {
                            let before = Rounds::unpack(get!(Src::register(rounds)).bits);
                            let (now, is_event) = before.next(self.thread.events);
                            set!(rounds, Word::new(now.pack()));
                            if now.is_cut(is_event, u64::from(unroll)) {
                                stop!(Stop::Cut);
                            }
                        }
                        if *self.fuel <= check || *self.fuel > limit {
                            if *self.fuel == 0 || *self.fuel > limit {
                                stop!(Stop::Fuel);
                            }
                            if *self.fuel <= look {
                                if self.memory.stop.is_set() {
                                    stop!(Stop::Stopped);
                                }
                                look = self.fuel.saturating_sub(BETWEEN_LOOKS);
                            }
                            if live != NOT_LIVE {
                                let depth = self.thread.frames.len();
                                let live = &function.live[live as usize];
                                let mut now = live.iter().map(|reg| get!(Src::register(*reg)));
                                let place = (depth, pc as u32);
                                if let Some((then, registers)) = &saved
                                    && *then == place
                                    && registers.iter().copied().eq(now.by_ref())
                                {
                                    let fault = "the thread is in a loop that changes nothing \
                                                 and never ends";
                                    stop!(Stop::Fault(Fault::Endless(fault.to_owned())));
                                }
                                // With more and more rounds between one and the next, so
                                // that any loop is noticed.
                                let spent = limit - *self.fuel;
                                if saved.is_none() || spent >= next_save {
                                    let live = live.iter();
                                    let now = live.map(|reg| get!(Src::register(*reg)));
                                    saved = Some((place, now.collect()));
                                    next_save = spent * 2;
                                }
                            }
                        }
                        pc = to as usize;
                        reach!();
                        continue;
                    }
                    Op::Call {
                        function: callee,
                        arguments,
                        to,
                        ..
                    } => {
                        let target = &self.code.functions[callee.0 as usize];
                        if target.is_variadic || target.is_atomic {
                            stop!(Stop::Visit);
                        }
                        self.thread.frame_mut().pc = pc as u32;
                        let range = arguments.start as usize..;
                        let operands = &function.operands[range][..arguments.len as usize];
                        let next = self.thread.registers.len();
                        if *self.fuel <= look || *self.fuel > limit {
                            if *self.fuel == 0 || *self.fuel > limit {
                                stop!(Stop::Fuel);
                            }
                            if self.memory.stop.is_set() {
                                stop!(Stop::Stopped);
                            }
                            look = self.fuel.saturating_sub(BETWEEN_LOOKS);
                        }
                        if self.thread.frames.len() >= MOST_FRAMES
                            || next + target.registers as usize > MOST_REGISTERS
                        {
                            stop!(Stop::Fault(Fault::StackOverflow));
                        }
                        self.thread
                            .registers
                            .resize(next + target.registers as usize, Word::new(0));
                        let (callers, callees) = self.thread.registers.split_at_mut(next);
                        for (place, operand) in callees.iter_mut().zip(operands) {
                            *place = get(function, &callers[base..], *operand);
                        }
                        self.thread.frames.push(Frame {
                            function: callee.0,
                            pc: 0,
                            base: next as u32,
                            to,
                            stack: self.thread.stack.len() as u32,
                            varargs: 0,
                            after: After::Caller,
                            phase: Phase::Start,
                            is_checked: false,
                            kept: 0,
                        });
                        continue 'frame;
                    }
                    Op::Return { values } => {
                        if frame.after != After::Caller
                            || self.thread.frames.len() == 1
                            || self.ends_shared(frame.stack as usize)
                        {
                            stop!(Stop::Returned);
                        }
                        self.end_objects(frame.stack as usize);
                        self.thread.frames.pop();
                        if saved
                            .as_ref()
                            .is_some_and(|((depth, _), _)| *depth > self.thread.frames.len())
                        {
                            // That loop was in a function that has returned.
                            saved = None;
                        }
                        let caller = self.thread.frames.last_mut().expect("it has a caller");
                        caller.pc += 1;
                        let to = (caller.base + frame.to) as usize;
                        let (callers, callees) = self.thread.registers.split_at_mut(base);
                        let range = values.start as usize..;
                        let operands = &function.operands[range][..values.len as usize];
                        for (place, operand) in callers[to..].iter_mut().zip(operands) {
                            *place = get(function, callees, *operand);
                        }
                        self.thread.registers.truncate(base);
                        continue 'frame;
                    }
                    Op::Unreachable => stop!(Stop::Fault(Fault::Unreachable)),
                    Op::Rmw { .. }
                    | Op::CompareExchange { .. }
                    | Op::CompareExchangeWide { .. }
                    | Op::Fence { .. }
                    | Op::CallIndirect { .. }
                    | Op::CallBuiltin { .. }
                    | Op::CallUnknown { .. }
                    | Op::Copy { .. }
                    | Op::Fill { .. }
                    | Op::VaStart { .. }
                    | Op::ThreadLocal { .. }
                    | Op::StackSave { .. }
                    | Op::StackRestore { .. }
                    | Op::Unsupported { .. } => stop!(Stop::Visit),
                }
                pc += 1;
            }
        }
    }

    /// Do the lives of objects end that others may access?
    #[inline]
    fn ends_shared(&self, keep: usize) -> bool {
        let mut ending = self.thread.stack[keep..].iter();
        !self.is_alone && ending.any(|object| self.memory.objects[*object as usize].is_shared)
    }

    /// Makes a stack object.
    fn alloca(&mut self, count: Word, size: u32, site: u32, place: u32) -> Result<u64, Stop> {
        if count.undefined != 0 {
            return Err(Stop::Fault(Fault::Undefined {
                what: "the size of an array",
            }));
        }
        let size = count.bits.checked_mul(u64::from(size));
        let size = size
            .filter(|size| *size <= address::LARGEST)
            .ok_or(Stop::Fault(Fault::StackOverflow))?;
        if size > self.most {
            return Err(Stop::TooLarge(size));
        }
        let index = stack_object(
            self.thread,
            self.memory,
            StackObject {
                size,
                site,
                place,
                owner: if self.is_alone { NO_OWNER } else { self.me },
                is_shared: self.shared[site as usize],
                is_freed: self.freed[site as usize],
                origin: Origin::Stack,
            },
        );
        let index = index.map_err(Stop::Fault)?;
        Ok(self.memory.address(index, 0))
    }

    fn end_objects(&mut self, keep: usize) {
        end_objects(self.thread, self.memory, keep);
    }
}

/// An object that is to be made on a stack.
pub(crate) struct StackObject {
    pub(crate) size: u64,
    pub(crate) site: u32,
    pub(crate) place: u32,
    pub(crate) owner: u32,
    pub(crate) is_shared: bool,
    pub(crate) is_freed: bool,
    pub(crate) origin: Origin,
}

/// Makes an object on the stack of a thread. The objects of a stack are numbered by
/// their depth, so one that dies makes room for the next, as on a real stack.
pub(crate) fn stack_object(
    thread: &mut Thread,
    memory: &mut Memory,
    object: StackObject,
) -> Result<u32, Fault> {
    let number = thread.stack.len() as u32 * 2 + 3;
    let window = Window {
        arena: thread.arena,
        number,
        is_large: object.size > address::SMALL,
    };
    let address = window.address().ok_or(Fault::StackOverflow)?;
    let dead = memory.find(address).map(|(index, _)| index);
    let made = Object {
        start: 0,
        size: object.size,
        window,
        site: object.site,
        owner: object.owner,
        origin: object.origin,
        life: Life::Live,
        is_shared: object.is_shared,
        is_constant: false,
        is_freed: object.is_freed,
        place: object.place,
        table: NO_TABLE,
        birth: 0,
    };
    let index = memory.make(made, false, dead, &mut thread.looks);
    let index = index.ok_or(Fault::TooMuchMemory)?;
    thread.stack.push(index);
    Ok(index)
}

/// Ends the lives of all stack objects but the first `keep`.
pub(crate) fn end_objects(thread: &mut Thread, memory: &mut Memory, keep: usize) {
    while thread.stack.len() > keep {
        let object = thread.stack.pop().expect("there is one");
        memory.end(object, Life::Returned);
    }
}
