//! Programs that [`crate::ir`] cannot say: accesses of different sizes that overlap, at
//! any alignment, copies and fills, heap objects that are freed, sixteen-byte
//! compare-exchange, atomic blocks, barriers, all kinds of read-modify-write, loops that
//! wait for several variables.
//!
//! Memory is one object of sixteen bytes that all access as they like, and another that
//! is only accessed with a mutex held, as a whole or in parts. The [judge] enumerates
//! all interleavings, with store buffers of bytes under TSO and PSO, and only what the
//! executions leave behind is compared.

pub mod judge;
pub mod text;

use crate::random::Random;
use mazurka_memory::Model;

/// How many registers a thread has.
pub const REGISTERS: usize = 4;
/// How many bytes an object has.
pub const OBJECT: usize = 16;
/// Where the object begins that is only accessed with the mutex held.
pub const GUARDED: usize = OBJECT;

/// Where two bytes begin that mostly are accessed by themselves.
const FLAG: usize = OBJECT - 2;

/// Bytes of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The first of them.
    pub at: usize,
    /// How many: one, two, four or eight.
    pub size: usize,
}

impl Place {
    /// The bits that fit.
    #[must_use]
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - 8 * self.size)
    }

    /// Is it a multiple of its size?
    #[must_use]
    pub fn is_aligned(self) -> bool {
        self.at.is_multiple_of(self.size)
    }
}

/// How strong a store is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// It may be overtaken.
    Plain,
    /// What was stored before reaches memory before it.
    Release,
    /// It reaches memory at once, after all that was stored before.
    SeqCst,
}

/// What a read-modify-write does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named after the functions")]
pub enum Rmw {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    Exchange,
}

impl Rmw {
    /// What is there after it, before what does not fit is cut off.
    #[must_use]
    pub fn apply(self, held: u64, operand: u64) -> u64 {
        match self {
            Rmw::Add => held.wrapping_add(operand),
            Rmw::Sub => held.wrapping_sub(operand),
            Rmw::And => held & operand,
            Rmw::Or => held | operand,
            Rmw::Xor => held ^ operand,
            Rmw::Nand => !(held & operand),
            Rmw::Exchange => operand,
        }
    }
}

/// A value that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A constant.
    Constant(u64),
    /// What a register holds.
    Register(usize),
}

/// A function that allocates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named after the functions")]
pub enum Allocator {
    Malloc,
    Calloc,
    /// `malloc`, then `realloc` of that.
    Realloc,
    Strdup,
    PosixMemalign,
    /// `malloc` of more than there can be.
    TooMuch,
}

impl Allocator {
    /// How many allocations it makes, each of which may fail.
    #[must_use]
    pub fn steps(self) -> u64 {
        match self {
            Allocator::TooMuch => 0,
            Allocator::Realloc => 2,
            _ => 1,
        }
    }
}

/// One statement of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Reads memory into a register.
    Load(usize, Place),
    /// Writes memory.
    Store(Place, Value, Strength),
    /// Changes memory at once; the register receives what was there.
    Rmw(usize, Rmw, Place, u64),
    /// Writes the second value if the first is there; the register receives what was.
    CompareExchange(usize, Place, u64, u64),
    /// The same of sixteen bytes; the register receives whether it wrote.
    CompareExchangeWide(usize, [u64; 2], [u64; 2]),
    /// Waits until all that was stored has reached memory.
    Fence,
    /// What was stored before reaches memory before what is stored after.
    StoreBarrier,
    /// Picks a number below this.
    Choose(usize, u64),
    /// Reads again and again until the value is there.
    Await(Place, u64),
    /// Reads the first, and if the value is there the second, until both are so.
    AwaitBoth((Place, u64), (Place, u64)),
    /// Waits until all threads have come so far; the register receives one for the one
    /// that is told so.
    Barrier(usize),
    /// Copies bytes of the guarded object: to, from, how many.
    Copy(usize, usize, usize),
    /// Fills bytes of the guarded object: where, how many, with what.
    Fill(usize, usize, u8),
    /// Allocates, and frees that again; the register receives how many allocations succeeded
    /// until one failed, or all.
    Allocate(usize, Allocator),
    /// Runs one of two blocks.
    If(usize, u64, Vec<Statement>, Vec<Statement>),
    /// Runs a block so many times.
    Repeat(usize, Vec<Statement>),
    /// Runs a block with the mutex held.
    Section(Vec<Statement>),
    /// Runs a block while all others wait.
    Atomic(Vec<Statement>),
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// How stores reach memory.
    pub model: Model,
    /// The threads; the first is `main`.
    pub threads: Vec<Vec<Statement>>,
    /// Is the first object on the heap, and freed in the end?
    pub is_heap: bool,
    /// What both objects hold at the start.
    pub initial: [u64; 4],
    /// How many allocations of each thread may fail.
    pub failures: Option<u32>,
}

impl Program {
    /// Do accesses of the first object overlap in part?
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        self.overlaps(|place| place.at < GUARDED)
    }

    fn overlaps(&self, counts: impl Fn(&Place) -> bool) -> bool {
        let mut places = Vec::new();
        for block in &self.threads {
            collect(block, &mut places);
        }
        places.retain(counts);
        let overlap = |a: &Place, b: &Place| a.at < b.at + b.size && b.at < a.at + a.size;
        let mixed = |a: &Place| places.iter().any(|b| a != b && overlap(a, b));
        places.iter().any(mixed)
    }
}

/// All places that a block accesses.
fn collect(block: &[Statement], places: &mut Vec<Place>) {
    for statement in block {
        match statement {
            Statement::Load(_, place)
            | Statement::Store(place, ..)
            | Statement::Rmw(_, _, place, _)
            | Statement::CompareExchange(_, place, ..)
            | Statement::Await(place, _) => places.push(*place),
            Statement::AwaitBoth((first, _), (second, _)) => places.extend([*first, *second]),
            Statement::CompareExchangeWide(..) => {
                places.extend([0, 8].map(|at| Place { at, size: 8 }));
            }
            Statement::If(_, _, then, otherwise) => {
                collect(then, places);
                collect(otherwise, places);
            }
            Statement::Repeat(_, inner) | Statement::Section(inner) | Statement::Atomic(inner) => {
                collect(inner, places)
            }
            _ => {}
        }
    }
}

struct Generator {
    random: Random,
    /// The size of all accesses of the first object, if they do not overlap.
    size: Option<usize>,
    left: usize,
}

/// The program with this seed, under this model, if one is given; under TSO and PSO,
/// accesses of the first object overlap only if `is_mixed`.
#[must_use]
pub fn generate(seed: u64, model: Option<Model>, is_mixed: bool) -> Program {
    let mut random = Random::new(seed ^ 0x6279_7465_7300_0000);
    let drawn = Model::BUFFERED[random.weighted(&[3, 2, 2])];
    let model = model.unwrap_or(drawn);
    let uniform = random.percent(20) || model != Model::Sc && !is_mixed;
    let size = [1, 2, 4, 8][random.below(4)];
    let threads = 2 + random.weighted(&[6, 4]);
    let mut generator = Generator {
        size: uniform.then_some(size),
        left: 0,
        random,
    };
    let mut program = Program {
        model,
        is_heap: generator.random.percent(50),
        ..Program::default()
    };
    if generator.random.percent(50) {
        for word in &mut program.initial {
            *word = generator.constant(8);
        }
    }
    for _ in 0..threads {
        generator.left = if threads == 2 { 4 } else { 3 };
        let mut block = Vec::new();
        while generator.left > 0 {
            generator.statement(0, &mut block);
        }
        program.threads.push(block);
    }
    if generator.random.percent(12) {
        for block in &mut program.threads {
            let place = generator.random.below(block.len() + 1);
            let register = generator.random.below(REGISTERS);
            block.insert(place, Statement::Barrier(register));
        }
    }
    program
}

/// The program with some allocations, each of which may fail.
#[must_use]
pub fn with_allocations(program: &Program, seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0x616c_6c6f_6361_7465);
    let mut program = program.clone();
    program.failures = Some([1, 2, u32::MAX, u32::MAX][random.below(4)]);
    for _ in 0..random.between(1, 3) {
        let thread = random.below(program.threads.len());
        add_allocation(&mut program.threads[thread], &mut random);
    }
    program
}

fn add_allocation(block: &mut Vec<Statement>, random: &mut Random) {
    let place = random.below(block.len() + 1);
    match block.get_mut(place) {
        Some(
            Statement::Section(inner) | Statement::Atomic(inner) | Statement::If(_, _, inner, _),
        ) if random.percent(70) => add_allocation(inner, random),
        _ => {
            let allocators = [
                Allocator::Malloc,
                Allocator::Calloc,
                Allocator::Realloc,
                Allocator::Strdup,
                Allocator::PosixMemalign,
                Allocator::TooMuch,
            ];
            let allocator = allocators[random.weighted(&[6, 2, 4, 2, 2, 1])];
            let register = random.below(REGISTERS);
            block.insert(place, Statement::Allocate(register, allocator));
        }
    }
}

impl Generator {
    fn constant(&mut self, size: usize) -> u64 {
        let constants = [
            0,
            1,
            2,
            0xff,
            0x0100,
            0x0201,
            0x0001_0000,
            0x0403_0201,
            0x1_0000_0000,
            0x0807_0605_0403_0201,
            u64::MAX,
        ];
        let constant = constants[self.random.below(constants.len())];
        constant & Place { at: 0, size }.mask()
    }

    fn place(&mut self, must_align: bool) -> Place {
        if self.size.is_none() && self.random.percent(20) {
            let at = FLAG + self.random.below(2);
            return Place { at, size: 1 };
        }
        let size = self.size.unwrap_or([1, 2, 4, 8][self.random.below(4)]);
        // Few places, so that they meet.
        let at = self
            .random
            .below(if self.size.is_some() { 2 } else { 8 / size })
            * size;
        let mut place = Place { at, size };
        if self.size.is_none() && !must_align && size < 8 && self.random.percent(12) {
            place.at += 1;
        }
        place
    }

    /// What a loop waits for: a byte that only accesses of sixteen bytes overlap, unless
    /// nothing overlaps.
    fn awaited(&mut self) -> Place {
        match self.size.is_none() {
            true => Place {
                at: FLAG + self.random.below(2),
                size: 1,
            },
            false => self.place(true),
        }
    }

    fn register(&mut self) -> usize {
        self.random.below(REGISTERS)
    }

    fn value(&mut self, size: usize) -> Value {
        match self.random.percent(20) {
            true => Value::Register(self.register()),
            false => Value::Constant(self.constant(size)),
        }
    }

    fn strength(&mut self) -> Strength {
        let strengths = [Strength::Plain, Strength::Release, Strength::SeqCst];
        strengths[self.random.weighted(&[6, 2, 2])]
    }

    fn access(&mut self, block: &mut Vec<Statement>) {
        self.left = self.left.saturating_sub(1);
        if self.random.percent(50) {
            let (register, place) = (self.register(), self.place(false));
            block.push(Statement::Load(register, place));
        } else {
            let strength = self.strength();
            let place = self.place(strength != Strength::Plain);
            let value = self.value(place.size);
            block.push(Statement::Store(place, value, strength));
        }
    }

    fn statement(&mut self, depth: usize, block: &mut Vec<Statement>) {
        let deep = usize::from(depth == 0);
        let weights = [
            30,
            8,
            6,
            3,
            3,
            2,
            2,
            3,
            2,
            8 * deep,
            3 * deep,
            6 * deep,
            4 * deep,
        ];
        let kind = self.random.weighted(&weights);
        if kind == 0 {
            return self.access(block);
        }
        self.left = self.left.saturating_sub(1);
        let register = self.register();
        let statement = match kind {
            1 => {
                let place = self.place(true);
                let kinds = [
                    Rmw::Add,
                    Rmw::Sub,
                    Rmw::And,
                    Rmw::Or,
                    Rmw::Xor,
                    Rmw::Nand,
                    Rmw::Exchange,
                ];
                let kind = kinds[self.random.below(kinds.len())];
                Statement::Rmw(register, kind, place, self.constant(place.size))
            }
            2 => {
                let place = self.place(true);
                let (expected, new) = (self.constant(place.size), self.constant(place.size));
                Statement::CompareExchange(register, place, expected, new)
            }
            3 if self.size.is_none() => {
                let words = [(); 4].map(|()| self.constant(8));
                let expected = match self.random.percent(60) {
                    true => [0, 0],
                    false => [words[0], 0],
                };
                Statement::CompareExchangeWide(register, expected, [words[2], words[3]])
            }
            3 | 4 => Statement::Fence,
            5 => Statement::StoreBarrier,
            6 => Statement::Choose(register, 2),
            7 => {
                let place = self.awaited();
                Statement::Await(place, self.constant(place.size))
            }
            8 => {
                let (first, second) = (self.awaited(), self.awaited());
                let values = (self.constant(first.size), self.constant(second.size));
                Statement::AwaitBoth((first, values.0), (second, values.1))
            }
            9 => {
                let equals = self.constant(1);
                let then = self.inner(depth);
                let otherwise = match self.random.percent(40) {
                    true => self.inner(depth),
                    false => Vec::new(),
                };
                Statement::If(register, equals, then, otherwise)
            }
            10 => {
                let mut inner = Vec::new();
                self.access(&mut inner);
                Statement::Repeat(2, inner)
            }
            11 => Statement::Section(self.guarded()),
            _ => {
                let mut inner = Vec::new();
                for _ in 0..self.random.between(1, 2) {
                    self.access(&mut inner);
                }
                Statement::Atomic(inner)
            }
        };
        block.push(statement);
    }

    fn inner(&mut self, depth: usize) -> Vec<Statement> {
        let mut block = Vec::new();
        self.statement(depth + 1, &mut block);
        block
    }

    /// Accesses of the guarded object.
    fn guarded(&mut self) -> Vec<Statement> {
        let mut block = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let size = [1, 2, 4, 8][self.random.below(4)];
            let at = GUARDED + self.random.below(OBJECT / size) * size;
            let place = Place { at, size };
            block.push(match self.random.below(6) {
                0 | 1 => Statement::Load(self.register(), place),
                2 => Statement::Store(place, self.value(size), Strength::Plain),
                3 => {
                    let length = self.random.between(1, 8);
                    let at = GUARDED + self.random.below(OBJECT - length + 1);
                    Statement::Fill(at, length, self.random.below(256) as u8)
                }
                _ => {
                    let length = self.random.between(1, 12);
                    let places = OBJECT - length + 1;
                    let [to, from] = [(); 2].map(|()| GUARDED + self.random.below(places));
                    Statement::Copy(to, from, length)
                }
            });
        }
        // Otherwise nothing may come of it.
        let (register, at) = (self.register(), GUARDED + 8 * self.random.below(2));
        block.push(Statement::Load(register, Place { at, size: 8 }));
        block
    }
}

/// The smallest program found that still `fails`: with a thread or a statement less, or a
/// block instead of what it is in.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for candidate in candidates(&smallest) {
            if fails(&candidate) {
                smallest = candidate;
                continue 'smaller;
            }
        }
        return smallest;
    }
}

fn candidates(program: &Program) -> Vec<Program> {
    let mut candidates = Vec::new();
    for thread in 0..program.threads.len() {
        let mut smaller = program.clone();
        smaller.threads.remove(thread);
        if !smaller.threads.is_empty() {
            candidates.push(smaller);
        }
        for block in smaller_blocks(&program.threads[thread]) {
            let mut smaller = program.clone();
            smaller.threads[thread] = block;
            candidates.push(smaller);
        }
    }
    if program.initial != [0; 4] {
        candidates.push(Program {
            initial: [0; 4],
            ..program.clone()
        });
    }
    candidates
}

/// The block with one statement less, or simpler.
fn smaller_blocks(block: &[Statement]) -> Vec<Vec<Statement>> {
    let mut blocks = Vec::new();
    for (place, statement) in block.iter().enumerate() {
        let mut replace = |by: Vec<Statement>| {
            let mut smaller = block.to_vec();
            smaller.splice(place..=place, by);
            blocks.push(smaller);
        };
        replace(Vec::new());
        match statement {
            Statement::If(register, equals, then, otherwise) => {
                replace(then.clone());
                replace(otherwise.clone());
                for then in smaller_blocks(then) {
                    replace(vec![Statement::If(
                        *register,
                        *equals,
                        then,
                        otherwise.clone(),
                    )]);
                }
            }
            Statement::Repeat(times, inner) => {
                replace(inner.clone());
                for inner in smaller_blocks(inner) {
                    replace(vec![Statement::Repeat(*times, inner)]);
                }
            }
            // What is in there must stay in there.
            Statement::Section(inner) => {
                for inner in smaller_blocks(inner) {
                    replace(vec![Statement::Section(inner)]);
                }
            }
            Statement::Atomic(inner) => {
                replace(inner.clone());
                for inner in smaller_blocks(inner) {
                    replace(vec![Statement::Atomic(inner)]);
                }
            }
            _ => {}
        }
    }
    blocks
}
