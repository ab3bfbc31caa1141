//! Words for people: findings, events, and where in their source.

use super::access::CellSpot;
use super::fault::Fault;
use super::guard::{Stuck, Tried};
use super::memory::{Life, ObjectIndex, Origin};
use super::state::Pending;
use super::thread::{Next, Phase, Spot};
use super::{Machine, word};
use crate::builtin::{self, Builtin};
use crate::code::{Op, Word};
use mazurka_program::{Finding, FindingKind, Interrupt, Kind, Operation, ProcessId, memory};
use mazurka_trace::plain;
use std::fmt::Write;

/// What a process is about to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Where: the file, the line and the column.
    pub place: Option<(String, u32, u32)>,
    /// In which function.
    pub function: String,
    /// What: `x = 3`, `lock m`.
    pub text: String,
    /// The name of what it accesses: `x`, `m`; empty if it has none.
    pub object: String,
    /// The calls that led there: a line each, each after a line end.
    pub stack: String,
}

/// Something that happened in an execution and is no event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Who did it.
    pub process: ProcessId,
    /// Where.
    pub place: Option<(String, u32, u32)>,
    /// In which function.
    pub function: String,
    /// What kind of thing.
    pub kind: NoteKind,
    /// What.
    pub text: String,
}

/// What kind of thing a [`Note`] is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// The program printed something.
    Printed,
    /// A store went into a buffer.
    Buffered,
}

/// How many frames of a call stack are shown.
const MOST_FRAMES: usize = 12;

impl Machine {
    /// Keeps notes from now on.
    pub fn record(&mut self, records: bool) {
        self.tables.records = records;
    }

    /// What happened in this execution beside events.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.tables.notes
    }

    /// What the last step learnt or left: to be put behind the text of its event.
    #[must_use]
    pub fn touched(&self) -> &str {
        match self.tables.told_in_block.as_str() {
            "" => &self.tables.told,
            told => told,
        }
    }

    /// The name of a thread.
    #[must_use]
    pub fn thread_name(&self, process: ProcessId) -> String {
        if let Some(owner) = self.tables.names.owner(process) {
            return self.thread_name(owner);
        }
        match self.state.thread_at(process) {
            None => format!("thread {}", self.tables.names.process_name(process)),
            Some(0) => "main".to_owned(),
            Some(t) => {
                let thread = self.thread(t);
                let entry = &self.text.function(thread.entry).name;
                let name = self.tables.names.process_name(process);
                let name = name.strip_prefix("0.").unwrap_or(&name);
                format!("thread {name} ({entry})")
            }
        }
    }

    /// What a process is about to do.
    #[must_use]
    pub fn event(&self, process: ProcessId) -> Event {
        if let Some(owner) = self.tables.names.owner(process) {
            return self.flush_event(process, owner);
        }
        let t = self.state.thread_index(process);
        let (place, function) = self.where_is(t);
        let guard = self.thread(t).guard.as_ref();
        let text = match self.thread(t).next {
            Next::Operation(operation) => {
                let operation = guard.map_or(operation, |guard| guard.operation);
                self.operation_text(t, &operation)
            }
            _ => self.words_for_wait(process),
        };
        Event {
            place,
            function,
            text,
            object: self.spot_name(self.thread(t).spot),
            stack: self.stack(t),
        }
    }

    fn flush_event(&self, shadow: ProcessId, owner: ProcessId) -> Event {
        let status = self.state.buffers.status(shadow);
        let operation = status.and_then(|status| status.operation());
        let first = self.state.buffers.front(shadow);
        match (operation, first) {
            (Some(_), Some(pending)) => {
                let function = self.text.function(pending.function);
                let place = function.places[pending.pc as usize];
                let name = self.bytes_name(pending.object, pending.at);
                Event {
                    place: self.place(place),
                    function: function.name.clone(),
                    text: format!("{name} = {} reaches memory", self.show(pending.word)),
                    object: name,
                    stack: String::new(),
                }
            }
            _ => Event {
                place: None,
                function: String::new(),
                text: format!("the buffer of {} is empty", self.thread_name(owner)),
                object: String::new(),
                stack: String::new(),
            },
        }
    }

    /// The name of bytes, as people would write it.
    pub(super) fn bytes_name(&self, object: ObjectIndex, at: usize) -> String {
        let record = self.state.memory.object(object);
        let offset = at - record.start;
        self.part_name(object, offset as i64)
    }

    /// The name of a part of an object: `s.list[2]`, if the source is known.
    fn part_name(&self, index: ObjectIndex, offset: i64) -> String {
        let object = self.state.memory.object(index);
        let shape = match object.origin {
            Origin::Global | Origin::ThreadLocal if object.site < self.text.stack_sites => {
                self.text.code.globals[object.site as usize].shape
            }
            Origin::Stack if object.site < self.text.heap_sites => {
                self.text.code.sites[(object.site - self.text.stack_sites) as usize].shape
            }
            _ => None,
        };
        match (shape, u64::try_from(offset)) {
            (Some(shape), Ok(offset)) => {
                self.object_name(index, 0) + &self.text.code.shapes.part(shape, offset, 0)
            }
            _ => self.object_name(index, offset),
        }
    }

    fn object_name(&self, index: ObjectIndex, offset: i64) -> String {
        let object = self.state.memory.object(index);
        let name = match object.origin {
            Origin::Global | Origin::ThreadLocal if object.site < self.text.stack_sites => {
                self.text.code.globals[object.site as usize].name.clone()
            }
            Origin::Stack if object.site < self.text.heap_sites => {
                let site = &self.text.code.sites[(object.site - self.text.stack_sites) as usize];
                match site.name.as_str() {
                    "" => "a local variable".to_owned(),
                    name => name.to_owned(),
                }
            }
            _ => format!("[heap object{}]", self.place_words(object.place)),
        };
        match offset {
            0 => name,
            1.. => format!("{name}+{offset}"),
            _ => format!("{name}{offset}"),
        }
    }

    fn spot_name(&self, spot: Spot) -> String {
        match spot {
            Spot::Memory { object, at, .. } => self.bytes_name(object, at),
            _ => String::new(),
        }
    }

    fn operation_text(&self, t: usize, operation: &Operation) -> String {
        let name = self.spot_name(self.thread(t).spot);
        let op = self.current_op(t);
        let value = self.show(Word::new(operation.operand));
        let frame = self.thread(t).frame();
        if frame.phase == Phase::Leaves && operation.kind == Kind::Change {
            return "ends".to_owned();
        }
        if self.text.cancels && !frame.is_checked && self.is_asynchronous(t) && name.is_empty() {
            return "looks whether it is to be cancelled".to_owned();
        }
        match (op, operation.kind) {
            (Op::CallBuiltin { builtin, .. }, kind) => {
                let call = builtin::name(builtin);
                let call = call.strip_prefix("__mazurka_").unwrap_or(call);
                match (builtin, kind) {
                    (Builtin::CondWait | Builtin::CondTimedWait, Kind::Lock) => {
                        format!("{call} takes {name} again")
                    }
                    (Builtin::BarrierWait, Kind::Receive) => format!("{call} goes on"),
                    (builtin, Kind::Choose) if builtin.allocates() => self.allocation_text(t),
                    (builtin, _) if builtin.allocates() => format!("{call} sets errno"),
                    (Builtin::Free, _) => format!("{call}({})", self.freed_name(t)),
                    (Builtin::ThreadCancel, _) => format!("{call}({})", self.cancelled_name(t)),
                    (_, Kind::Await) if frame.phase == Phase::Blocked => format!("{call} goes on"),
                    (_, Kind::Await) => format!("{call} looks again"),
                    _ => format!("{call}({name})"),
                }
            }
            (Op::Call { function, .. }, _) => {
                format!("{}() at once", self.text.function(function.0).name)
            }
            (Op::Return { .. }, _) => "returns, which ends the lives of its variables".to_owned(),
            (_, Kind::Load) => format!("load {name}"),
            (_, Kind::Store) => format!("{name} = {value}"),
            (Op::Rmw { op, .. }, _) => format!("{op:?} {name}").to_lowercase(),
            (Op::CompareExchange { .. }, _) => {
                format!("compare-exchange {name}, expecting {value}")
            }
            (_, Kind::Await) => "looks again at what it waits for".to_owned(),
            (Op::Copy { .. }, _) => "copies memory".to_owned(),
            (_, kind) => format!("{kind:?} {name}").to_lowercase(),
        }
    }

    /// The arguments of the builtin that a thread calls.
    fn builtin_arguments(&self, t: usize) -> Vec<Word> {
        let Op::CallBuiltin { arguments, .. } = self.current_op(t) else {
            return Vec::new();
        };
        let function = self.thread(t).frame().function;
        let operands = &self.text.function(function).operands[arguments.range()];
        let words = operands.iter().map(|operand| self.read_src(t, *operand));
        words.collect()
    }

    fn first_argument(&self, t: usize) -> Word {
        let arguments = self.builtin_arguments(t);
        arguments.first().copied().unwrap_or_default()
    }

    /// The allocation that a thread calls: `malloc(24)`, `calloc(3, 8)`; or the function of our
    /// library that does, with the number of bytes.
    pub(super) fn allocation_text(&self, t: usize) -> String {
        let Op::CallBuiltin { builtin, .. } = self.current_op(t) else {
            return String::new();
        };
        let arguments = self.builtin_arguments(t);
        let number = |i: usize| arguments.get(i).map_or(0, |word: &Word| word.bits);
        if let Some(name) = self.library_function(t) {
            let bytes = match builtin {
                Builtin::Calloc => number(0).saturating_mul(number(1)),
                _ => number(0),
            };
            return format!("{name}, which allocates {bytes} bytes,");
        }
        match builtin {
            Builtin::New | Builtin::NewNothrow => format!("operator new({})", number(0)),
            Builtin::Calloc => format!("calloc({}, {})", number(0), number(1)),
            builtin => format!("{}({})", builtin::name(builtin), number(0)),
        }
    }

    /// Says how an allocation ended that may fail.
    pub(super) fn tell_allocation(&mut self, t: usize, is_in_block: bool, fails: bool) {
        let words = if fails { "fails" } else { "succeeds" };
        match is_in_block {
            false => self.tell(words.to_owned()),
            // The event is the whole block.
            true if self.tables.records => {
                let text = self.allocation_text(t);
                let before = match self.tables.told_in_block.as_str() {
                    "" => "in which".to_owned(),
                    told => format!("{told} and"),
                };
                self.tables.told_in_block = format!("{before} {text} {words}");
            }
            true => {}
        }
    }

    /// The function of our library that a thread is in: that which the program has called.
    fn library_function(&self, t: usize) -> Option<&str> {
        let frames = self.thread(t).frames.iter().rev();
        let functions = frames.map(|frame| self.text.function(frame.function));
        let within = functions.take_while(|function| function.is_of_library());
        within.last().map(|function| function.name.as_str())
    }

    fn cancelled_name(&self, t: usize) -> String {
        match self.state.thread_by_name(self.first_argument(t)) {
            Some(target) => self.thread_name(self.thread(target).process),
            None => String::new(),
        }
    }

    fn freed_name(&self, t: usize) -> String {
        let address = self.first_argument(t);
        match self.state.memory.find(address.bits) {
            Some((object, offset)) => self.object_name(object, offset),
            None => format!("{:#x}", address.bits),
        }
    }

    /// Where a thread is: the innermost place that is known, and the function there.
    fn where_is(&self, t: usize) -> (Option<(String, u32, u32)>, String) {
        for frame in self.thread(t).frames.iter().rev() {
            if let Some(place) = self.place(self.text.place_of(frame)) {
                return (Some(place), self.text.function(frame.function).name.clone());
            }
        }
        (None, String::new())
    }

    /// The innermost place of a thread that is known: as places are written, and one
    /// more.
    pub(super) fn place_of(&self, t: usize) -> u32 {
        let frames = self.thread(t).frames.iter().rev();
        let mut places = frames.map(|frame| self.text.place_of(frame));
        places.find(|place| *place != 0).unwrap_or(0)
    }

    fn place(&self, place: u32) -> Option<(String, u32, u32)> {
        let place = self.text.code.places.get(place.checked_sub(1)? as usize)?;
        let file = self.text.code.files.get(place.file as usize)?;
        Some((file.clone(), place.line, place.column))
    }

    /// ` by assembly`, if a place is in some.
    pub(super) fn by_assembly(&self, place: u32) -> &'static str {
        let nth = place.checked_sub(1);
        let place = nth.and_then(|nth| self.text.code.places.get(nth as usize));
        match place.is_some_and(|place| place.is_assembly) {
            true => " by assembly",
            false => "",
        }
    }

    /// ` at file:line`, or nothing.
    pub(super) fn place_words(&self, place: u32) -> String {
        match self.place(place) {
            Some((file, line, _)) => format!(" at {file}:{line}"),
            None => String::new(),
        }
    }

    /// Where a thread is, as ` at file:line`.
    pub(super) fn here(&self, t: usize) -> String {
        self.place_words(self.place_of(t))
    }

    /// The same, but not in a header of the system if the program has called it from elsewhere.
    pub(super) fn here_in_source(&self, t: usize) -> String {
        let frames = self.thread(t).frames.iter().rev();
        let mut places = frames.map(|frame| self.text.place_of(frame));
        let is_own = |place: &u32| {
            let place = self.place(*place);
            place.is_some_and(|(file, ..)| !file.starts_with("/usr/") && !file.starts_with('<'))
        };
        self.place_words(places.find(is_own).unwrap_or_else(|| self.place_of(t)))
    }

    /// The call stack, a line for each frame.
    pub(super) fn stack(&self, t: usize) -> String {
        let mut text = String::new();
        let mut shown = 0;
        let frames = &self.thread(t).frames;
        for frame in frames.iter().rev() {
            let function = self.text.function(frame.function);
            let place = self.text.place_of(frame);
            if place == 0 && shown == 0 && frames.len() > 1 && function.is_of_library() {
                // Its caller is what people know.
                continue;
            }
            if shown == MOST_FRAMES {
                let _ = write!(text, "\n  ... {} calls in all", frames.len());
                break;
            }
            shown += 1;
            match self.place(place) {
                Some((file, line, column)) => {
                    let _ = write!(text, "\n  at {file}:{line}:{column} in {}", function.name);
                }
                None => {
                    let _ = write!(text, "\n  in {}", function.name);
                }
            }
        }
        text
    }

    /// What is refused, with the function that was called and the calls that led there.
    pub(super) fn with_calls(&self, t: usize, interrupt: Interrupt) -> Interrupt {
        match interrupt {
            // One that was tried out has them.
            Interrupt::Error(message) if !message.contains('\n') => {
                let within = self.library_function(t).map_or_else(String::new, |name| {
                    format!("\n  in {name}, which Mazurka defines")
                });
                Interrupt::Error(format!("{message}{within}{}", self.stack(t)))
            }
            other => other,
        }
    }

    /// A fault of a thread as a finding.
    pub(super) fn explain(&self, t: usize, fault: &Fault) -> Finding {
        let (kind, words) = self.fault_words(fault);
        Finding {
            kind,
            process: Some(self.thread(t).process),
            message: format!("{words}{}", self.stack(t)),
        }
    }

    /// A fault of a store that has left its buffer.
    pub(super) fn explain_flush(&self, t: usize, pending: &Pending, fault: &Fault) -> Finding {
        let (kind, words) = self.fault_words(fault);
        let function = self.text.function(pending.function);
        let place = function.places[pending.pc as usize];
        let place = self.place_words(place);
        Finding {
            kind,
            process: Some(self.thread(t).process),
            message: format!(
                "a store reaches memory too late: {words}\n {place} in {}",
                function.name
            ),
        }
    }

    fn fault_words(&self, fault: &Fault) -> (FindingKind, String) {
        use FindingKind as K;
        match fault {
            Fault::Null { address: 0 } => (K::InvalidAccess, "a null pointer is accessed".into()),
            Fault::Null { address } => (
                K::InvalidAccess,
                format!("a null pointer is accessed, at {address} bytes from it"),
            ),
            Fault::Wild { address } => (
                K::InvalidAccess,
                format!("the address {address:#x} is accessed, where nothing is"),
            ),
            Fault::Bounds {
                object,
                offset,
                size,
            } => {
                let name = self.object_name(*object, 0);
                let has = self.state.memory.object(*object).size;
                (
                    K::InvalidAccess,
                    format!(
                        "{size} bytes are accessed at offset {offset} of {name}, which has {has} bytes"
                    ),
                )
            }
            Fault::Dead { object, offset } => (K::InvalidAccess, self.dead_words(*object, *offset)),
            Fault::Constant { object } => (
                K::InvalidAccess,
                format!(
                    "{} is written, which is constant",
                    self.object_name(*object, 0)
                ),
            ),
            Fault::Undefined { what } => (
                K::Undefined,
                format!("{what} depends on memory that was never written"),
            ),
            Fault::Misaligned { address, size } => (
                K::InvalidAccess,
                format!("an atomic access of {size} bytes at {address:#x} is not aligned"),
            ),
            Fault::InvalidFree { address } => {
                let name = match self.state.memory.find(*address) {
                    Some((object, offset)) => self.object_name(object, offset),
                    None => format!("{address:#x}"),
                };
                (
                    K::InvalidFree,
                    format!("{name} is freed, which is not the start of a heap object"),
                )
            }
            Fault::DoubleFree { object } => {
                let first = self.freed_words(*object);
                (
                    K::InvalidFree,
                    format!(
                        "{} is freed a second time{first}",
                        self.object_name(*object, 0)
                    ),
                )
            }
            Fault::Division => (
                K::Arithmetic,
                "division by zero, or of the least number by minus one".into(),
            ),
            Fault::Unreachable => (
                K::Unreachable,
                "a place is reached that the program says is not (__builtin_unreachable, the \
                 return of a function that must not return, or, in optimised code, the end of a \
                 function without a return)"
                    .into(),
            ),
            Fault::NoReturn => (
                K::Unreachable,
                "the end of a function that must return a value is reached (or, in optimised \
                 code, __builtin_trap)"
                    .into(),
            ),
            Fault::StackOverflow => (K::StackOverflow, "the stack overflows".into()),
            Fault::NoFunction { address } => (
                K::InvalidAccess,
                format!("the address {address:#x} is called, where no function is"),
            ),
            Fault::Misuse(words) => (K::Misuse, words.clone()),
            Fault::NotHeld(words) => (K::UnlockNotHeld, words.clone()),
            Fault::Assertion(words) => (K::Assertion, words.clone()),
            Fault::Abort => (K::Abort, "abort() is called".into()),
            Fault::Trap => (K::Abort, "__builtin_trap() is called".into()),
            Fault::Endless(words) => (K::Livelock, words.clone()),
            Fault::TooLong(steps) => (
                K::EventLimit,
                format!("the thread has run {steps} instructions without an event that others see"),
            ),
            Fault::TooManyThreads => (
                K::EventLimit,
                "too many threads are started: at most 1,022 by each thread, and 2,000 in all \
                 (--unroll N cuts the loop that starts them)"
                    .into(),
            ),
            Fault::TooMuchMemory => (
                K::EventLimit,
                format!(
                    "the execution takes more than {} of memory (--max-memory MIB allows more)",
                    memory::in_words(self.text.settings.max_memory)
                ),
            ),
            Fault::TooManyObjects => (
                K::EventLimit,
                "more objects are allocated in one execution than are supported".into(),
            ),
            Fault::Exit(code) => (
                K::ExitCode,
                format!("the program ends with the code {code}"),
            ),
            Fault::Leak(words) => (K::Leak, words.clone()),
        }
    }

    fn freed_words(&self, object: ObjectIndex) -> String {
        match self.state.memory.object(object).life {
            Life::Freed(by, place) => {
                let process = self.thread(by as usize).process;
                let who = self.thread_name(process);
                format!("; {who} freed it{}", self.place_words(place))
            }
            _ => String::new(),
        }
    }

    fn dead_words(&self, object: ObjectIndex, offset: i64) -> String {
        let name = self.part_name(object, offset);
        match self.state.memory.object(object).life {
            Life::Returned => {
                format!("{name} is accessed after the function that it belongs to has returned")
            }
            Life::Left => {
                format!("{name} is accessed after the thread that it belongs to has ended")
            }
            _ => format!(
                "{name} is accessed after it was freed{}",
                self.freed_words(object)
            ),
        }
    }

    /// What a thread that will never go on waits for.
    pub(super) fn words_for_wait(&self, process: ProcessId) -> String {
        if self.tables.names.owner(process).is_some() {
            return format!("the store buffer of {}", self.thread_name(process));
        }
        let t = self.state.thread_index(process);
        let name = self.thread_name(process);
        let place = self.here(t);
        let what = match self.thread(t).next {
            Next::Join(target) => {
                let target = self.thread_name(target);
                format!("waits{place} for {target} to finish")
            }
            Next::Notified(condition) => {
                let condition = match self.state.memory.find(condition) {
                    Some((object, offset)) => self.part_name(object, offset),
                    None => String::new(),
                };
                format!("waits{place} to be notified by {condition}")
            }
            Next::Stuck(stuck) => self.stuck_words(stuck),
            Next::Operation(operation) => {
                let spot = self.spot_name(self.thread(t).spot);
                if let Some(Tried::Waits(stuck)) = self.thread(t).tried() {
                    return format!("{name} {}", self.stuck_words(stuck));
                }
                match operation.kind {
                    Kind::Lock => format!(
                        "waits{place} for {spot}{}",
                        self.holder_words(self.thread(t).spot)
                    ),
                    Kind::LockShared => format!("waits{place} to read-lock {spot}"),
                    Kind::Acquire => format!("waits{place} for the semaphore {spot}"),
                    Kind::Receive => format!("waits{place} for others at a barrier"),
                    Kind::Await if self.state.phase(t) == Phase::Blocked => {
                        format!("waits{place}, or to be cancelled")
                    }
                    Kind::Begin => format!("waits{place} for {spot} to be initialised"),
                    _ if spot.is_empty() => format!("waits{place} in a loop"),
                    _ => format!("waits{place} for {spot} to change"),
                }
            }
            Next::Stalled(_) => format!("waits{place} in a loop"),
            Next::Buffer => "waits for its store buffer".to_owned(),
            Next::Discarded => "assumed what does not hold".to_owned(),
            Next::Run => "runs".to_owned(),
            Next::Cut => "was ended by a bound".to_owned(),
            Next::Finished | Next::Failed => "is finished".to_owned(),
        };
        format!("{name} {what}")
    }

    /// What keeps a thread from an atomic block.
    fn stuck_words(&self, stuck: Stuck) -> String {
        let place = self.place_words(stuck.place);
        let what = match self.spot_name(stuck.spot) {
            name if name.is_empty() => "a thread to finish".to_owned(),
            name => format!("{name}{}", self.holder_words(stuck.spot)),
        };
        format!("waits to begin an atomic section, in which it would wait{place} for {what}")
    }

    /// Who holds the lock that a thread waits for, if that is known.
    fn holder_words(&self, lock: Spot) -> String {
        let Spot::Memory { object, at, .. } = lock else {
            return String::new();
        };
        let record = self.state.memory.object(object);
        let owner = at + 8;
        let has_owner = owner + 4 <= record.start + record.size as usize;
        let holder = match has_owner {
            true => self.state.memory.read(owner, 4).bits,
            false => 0,
        };
        let mut threads = self.state.threads.iter();
        match threads.find(|thread| u64::from(thread.arena) == holder) {
            Some(thread) => format!(", which {} holds", self.thread_name(thread.process)),
            None => ", which is locked".to_owned(),
        }
    }

    /// Says what a step saw.
    pub(super) fn tell(&mut self, words: String) {
        if self.tables.records {
            self.tables.told = words;
        }
    }

    pub(super) fn tell_value(&mut self, word: Word) {
        if self.tables.records {
            self.tables.told = format!("= {}", self.show(word));
        }
    }

    /// How a wait ended that is over at a time.
    pub(super) fn tell_wait(&mut self, is_over: bool) {
        if is_over {
            self.tell("times out".to_owned());
        }
    }

    pub(super) fn tell_update(&mut self, before: Word, access: mazurka_program::Access) {
        if self.tables.records {
            let failed = match access.changes() {
                true => "",
                false => ", nothing changed",
            };
            self.tables.told = format!("was {}{failed}", self.show(before));
        }
    }

    /// A number of N bits was added; to what, the trace does not say.
    pub(super) fn tell_sum(&mut self, summand: u64, bits: u8) {
        if self.tables.records {
            self.tables.told = format!("by {}", word::signed(summand, bits));
        }
    }

    pub(super) fn note_buffered(&mut self, t: usize, cell: CellSpot, word: Word) {
        if self.tables.records {
            let name = self.bytes_name(cell.object, cell.at);
            let text = format!("{name} = {}", self.show(word));
            self.note(t, NoteKind::Buffered, text);
        }
    }

    /// The program prints.
    pub(super) fn printed(&mut self, t: usize, bytes: &[u8]) {
        if self.tables.records {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.note(t, NoteKind::Printed, text);
        }
    }

    fn note(&mut self, t: usize, kind: NoteKind, text: String) {
        let (place, function) = self.where_is(t);
        self.tables.notes.push(Note {
            process: self.thread(t).process,
            place,
            function,
            kind,
            text,
        });
    }

    /// Bytes of the program, for people: what is not there is left out.
    pub(super) fn bytes(&self, address: Word, length: u64) -> Vec<u8> {
        let Some((index, offset)) = self.state.memory.find(address.bits) else {
            return Vec::new();
        };
        let object = self.state.memory.object(index);
        if offset < 0 || offset as u64 > object.size {
            return Vec::new();
        }
        let length = length.min(object.size - offset as u64).min(1 << 16);
        let start = object.start + offset as usize;
        self.state.memory.data[start..start + length as usize].to_vec()
    }

    /// A string of the program, for people.
    pub(super) fn text(&self, address: Word) -> String {
        let bytes = self.bytes(address, 4096);
        let end = bytes
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(bytes.len());
        plain(&String::from_utf8_lossy(&bytes[..end])).into_owned()
    }

    /// A value for people.
    fn show(&self, word: Word) -> String {
        if word.undefined != 0 {
            return "undefined".to_owned();
        }
        let value = word.bits as i64;
        let narrow = word.bits as u32 as i32;
        match word.bits {
            0..=0x7fff_ffff => value.to_string(),
            0x8000_0000..=0xffff_ffff if narrow > -1_000_000 => narrow.to_string(),
            _ if value < 0 && value > -1_000_000 => value.to_string(),
            bits => match self.state.memory.find(bits) {
                Some((object, offset)) => format!("&{}", self.object_name(object, offset)),
                None => format!("{bits:#x}"),
            },
        }
    }
}
