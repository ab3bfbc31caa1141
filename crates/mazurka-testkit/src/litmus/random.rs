//! Random litmus programs from a seed: small, and with what tells memory models
//! apart more often than chance would have it.
//!
//! Every constant that is written occurs once in the program, so that a final
//! state says much about the trace, and an atomic write seldom writes what was
//! there already.

use crate::random::Random;
use mazurka_cycles::program::{
    Condition, Observable, Order, Program, Proposition, Quantifier, Statement, Value,
};

/// The program of a seed.
#[must_use]
pub fn generate(seed: u64) -> Program {
    generate_with(seed, 0)
}

/// A program with read-side sections and grace periods, of RCU and up to two domains of
/// SRCU.
#[must_use]
pub fn generate_grace(seed: u64) -> Program {
    let domains = 1 + Random::new(!seed).weighted(&[55, 25, 20]);
    generate_with(seed, domains)
}

fn generate_with(seed: u64, domains: usize) -> Program {
    let mut random = Random::new(seed);
    let threads = 2 + random.weighted(&[55, 33, 12]);
    let locations = 1 + random.weighted(&[12, 58, 30]);
    let accesses = random.between(threads + 1, 10 - threads / 3);
    let mut generator = Generator {
        random,
        locations,
        constant: 0,
        registers: 0,
        left: 0,
        waits: false,
        domains,
        indices: 0,
    };
    generator.waits = generator.random.percent(12);
    let initial = generator.initial();
    let ring = generator.random.percent(60);
    let shares = generator.shares(accesses, threads).into_iter();
    let threads = shares.enumerate().map(|(thread, share)| {
        generator.indices = 0;
        if domains > 0 {
            generator.thread_with_grace(thread, share)
        } else if ring {
            generator.thread_of_ring(thread, share)
        } else {
            generator.thread(share)
        }
    });
    let threads = threads.collect();
    let mut program = Program::new(&format!("seed-{seed}"), locations, threads);
    program.initial = initial;
    program.condition = generator.condition(&program);
    program
}

/// How many registers a thread may have.
const MAX_REGISTERS: usize = 4;

struct Generator {
    random: Random,
    locations: usize,
    /// The last constant that was given out.
    constant: u64,
    /// How many registers the current thread has.
    registers: usize,
    /// How many accesses the current thread may still make.
    left: usize,
    /// May threads wait for values? Numbers of traces are then not known.
    waits: bool,
    /// How many domains of read-side sections and grace periods there are.
    domains: usize,
    /// How many sections of SRCU the current thread has begun.
    indices: usize,
}

impl Generator {
    fn initial(&mut self) -> Vec<u64> {
        let value = |random: &mut Random, location: usize| {
            if random.percent(10) {
                20 + location as u64
            } else {
                0
            }
        };
        (0..self.locations)
            .map(|location| value(&mut self.random, location))
            .collect()
    }

    /// Splits the accesses, at least one for each thread.
    fn shares(&mut self, accesses: usize, threads: usize) -> Vec<usize> {
        let mut shares = vec![1; threads];
        for _ in threads..accesses {
            shares[self.random.below(threads)] += 1;
        }
        shares
    }

    fn thread(&mut self, share: usize) -> Vec<Statement> {
        self.registers = 0;
        self.left = share;
        let mut block = Vec::new();
        while self.left > 0 {
            self.extend(&mut block, 0);
        }
        block
    }

    /// A thread that begins with one location and ends with the next. Cycles
    /// that a model allows and a stronger one forbids have this shape.
    fn thread_of_ring(&mut self, thread: usize, share: usize) -> Vec<Statement> {
        self.registers = 0;
        let mut block = Vec::new();
        self.access(&mut block, thread % self.locations);
        self.left = share.saturating_sub(2);
        while self.left > 0 || self.random.percent(15) {
            self.extend(&mut block, 0);
        }
        self.access(&mut block, (thread + 1) % self.locations);
        block
    }

    /// A thread of a ring that is mostly one read-side section, or has a grace period
    /// between its first access and its last.
    fn thread_with_grace(&mut self, thread: usize, share: usize) -> Vec<Statement> {
        self.registers = 0;
        self.left = share.saturating_sub(2).min(1);
        let (own, next) = (thread % self.locations, (thread + 1) % self.locations);
        let mut block = Vec::new();
        match self.random.weighted(&[45, 40, 15]) {
            0 => {
                let mut inner = Vec::new();
                // What is at either end of a section may also be outside.
                let outside = [self.random.percent(15), self.random.percent(40)];
                self.access(if outside[0] { &mut block } else { &mut inner }, own);
                while self.left > 0 {
                    self.extend(&mut inner, 0);
                }
                if !outside[1] {
                    self.access(&mut inner, next);
                }
                self.section(&mut block, inner);
                if outside[1] {
                    self.access(&mut block, next);
                }
            }
            1 => {
                self.access(&mut block, own);
                let domain = self.random.below(self.domains);
                block.push(Statement::GracePeriod { domain });
                while self.left > 0 {
                    self.extend(&mut block, 0);
                }
                self.access(&mut block, next);
            }
            _ => {
                self.access(&mut block, own);
                while self.left > 0 || self.random.percent(15) {
                    self.extend(&mut block, 0);
                }
                self.access(&mut block, next);
            }
        }
        block
    }

    /// Puts a section around these statements; sometimes two, of which one is in the other
    /// or overlaps it.
    fn section(&mut self, block: &mut Vec<Statement>, inner: Vec<Statement>) {
        let domain = self.random.below(self.domains);
        let index = self.indices;
        self.indices += 1;
        block.push(Statement::SectionBegin { domain, index });
        let end = Statement::SectionEnd { domain, index };
        if inner.is_empty() || !self.random.percent(25) {
            block.extend(inner);
            block.push(end);
            return;
        }
        let domain = if self.random.percent(60) {
            domain
        } else {
            self.random.below(self.domains)
        };
        let index = self.indices;
        self.indices += 1;
        let mut places = [0; 2].map(|_| self.random.below(inner.len() + 1));
        places.sort_unstable();
        let overlaps = domain > 0 && self.random.percent(40);
        let last = Statement::SectionEnd { domain, index };
        let (middle, last) = if overlaps { (end, last) } else { (last, end) };
        let mut inner = inner;
        inner.insert(places[1], middle);
        inner.insert(places[0], Statement::SectionBegin { domain, index });
        block.extend(inner);
        block.push(last);
    }

    fn access(&mut self, block: &mut Vec<Statement>, location: usize) {
        if self.random.percent(55) {
            self.store_to(block, Order::Plain, location);
        } else {
            self.load_from(block, location);
        }
    }

    /// Appends a statement, or a few that belong together.
    fn extend(&mut self, block: &mut Vec<Statement>, depth: usize) {
        let may_nest = depth < 2 && self.left >= 2;
        let branch = if may_nest && self.registers > 0 { 9 } else { 0 };
        let repeat = if depth == 0 && self.left >= 2 { 3 } else { 0 };
        let until = if self.waits { 20 } else { 0 };
        let (section, grace) = if self.domains > 0 { (14, 8) } else { (0, 0) };
        let weights = [
            30, 28, 9, 6, 9, 6, 5, 5, 5, branch, repeat, until, section, grace,
        ];
        match self.random.weighted(&weights) {
            0 => self.store(block, Order::Plain),
            1 => self.load(block),
            2 => self.own_store_and_load(block),
            3 => self.two_stores_and_load(block),
            4 => block.push(Statement::Fence),
            5 => self.ordered_store(block),
            6 => self.exchange(block),
            7 => self.fetch_add(block),
            8 => self.compare_exchange(block),
            9 => self.branch(block, depth),
            10 => self.repeat(block, depth),
            11 => self.until(block),
            12 => {
                let inner = self.inner(depth + 1);
                self.section(block, inner);
            }
            _ => {
                let domain = self.random.below(self.domains);
                self.left = self.left.saturating_sub(1);
                block.push(Statement::GracePeriod { domain });
            }
        }
    }

    fn location(&mut self) -> usize {
        self.random.below(self.locations)
    }

    fn next_constant(&mut self) -> u64 {
        self.constant += 1;
        self.constant
    }

    /// A value that some location may hold: an initial one, or one that was
    /// written somewhere, or will be.
    fn some_value(&mut self) -> u64 {
        if self.random.percent(40) {
            0
        } else {
            self.random.between(1, self.constant as usize + 1) as u64
        }
    }

    /// A register to deliver into, mostly a new one.
    fn register(&mut self) -> usize {
        let full = self.registers == MAX_REGISTERS;
        if full || (self.registers > 0 && self.random.percent(10)) {
            return self.random.below(self.registers);
        }
        self.registers += 1;
        self.registers - 1
    }

    fn value(&mut self) -> Value {
        if self.registers > 0 && self.random.percent(20) {
            Value::Register(self.random.below(self.registers))
        } else {
            Value::Constant(self.next_constant())
        }
    }

    fn store_to(&mut self, block: &mut Vec<Statement>, order: Order, location: usize) {
        let value = self.value();
        self.left = self.left.saturating_sub(1);
        block.push(Statement::Store {
            order,
            location,
            value,
        });
    }

    fn load_from(&mut self, block: &mut Vec<Statement>, location: usize) {
        let register = self.register();
        self.left = self.left.saturating_sub(1);
        block.push(Statement::Load { register, location });
    }

    fn store(&mut self, block: &mut Vec<Statement>, order: Order) {
        let location = self.location();
        self.store_to(block, order, location);
    }

    fn load(&mut self, block: &mut Vec<Statement>) {
        let location = self.location();
        self.load_from(block, location);
    }

    /// A loop that waits for one location, or looks at two.
    fn until(&mut self, block: &mut Vec<Statement>) {
        let mut body = Vec::new();
        let mut ends = Vec::new();
        for _ in 0..1 + self.random.weighted(&[70, 30]) {
            let (register, location) = (self.register(), self.location());
            body.push(Statement::Load { register, location });
            if ends.is_empty() || self.random.percent(60) {
                ends.push((register, self.some_value()));
            }
            self.left = self.left.saturating_sub(1);
        }
        block.push(Statement::Until { ends, body });
    }

    /// A load that may take its value from the buffer.
    fn own_store_and_load(&mut self, block: &mut Vec<Statement>) {
        let location = self.location();
        self.store_to(block, Order::Plain, location);
        if self.left > 0 {
            self.load_from(block, location);
        }
    }

    fn two_stores_and_load(&mut self, block: &mut Vec<Statement>) {
        let location = self.location();
        self.store_to(block, Order::Plain, location);
        if self.left > 0 {
            self.own_store_and_load(block);
        }
        if self.left > 0 {
            self.load_from(block, location);
        }
    }

    /// A store barrier, or a store that is more than plain.
    fn ordered_store(&mut self, block: &mut Vec<Statement>) {
        match self.random.weighted(&[40, 35, 25]) {
            0 => block.push(Statement::StoreBarrier),
            1 => self.store(block, Order::Release),
            _ => self.store(block, Order::SeqCst),
        }
    }

    fn exchange(&mut self, block: &mut Vec<Statement>) {
        let value = self.value();
        let (location, register) = (self.location(), self.register());
        self.left = self.left.saturating_sub(1);
        block.push(Statement::Exchange {
            register,
            location,
            value,
        });
    }

    fn fetch_add(&mut self, block: &mut Vec<Statement>) {
        let (location, register) = (self.location(), self.register());
        self.left = self.left.saturating_sub(1);
        block.push(Statement::FetchAdd {
            register,
            location,
            addend: 100,
        });
    }

    fn compare_exchange(&mut self, block: &mut Vec<Statement>) {
        let expected = self.some_value();
        // One more, so that it is not the one that is expected.
        self.constant += 1;
        let new = self.next_constant();
        let (location, register) = (self.location(), self.register());
        self.left = self.left.saturating_sub(1);
        block.push(Statement::CompareExchange {
            register,
            location,
            expected,
            new,
        });
    }

    fn branch(&mut self, block: &mut Vec<Statement>, depth: usize) {
        let register = self.random.below(self.registers);
        let equals = self.some_value();
        let then = self.inner(depth);
        let otherwise = if self.left > 0 && self.random.percent(40) {
            self.inner(depth)
        } else {
            Vec::new()
        };
        block.push(Statement::If {
            register,
            equals,
            then,
            otherwise,
        });
    }

    /// A loop, whose accesses count once for every round.
    fn repeat(&mut self, block: &mut Vec<Statement>, depth: usize) {
        let mut body = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            if self.left >= 2 {
                match self.random.below(3) {
                    0 => self.store(&mut body, Order::Plain),
                    1 => self.load(&mut body),
                    _ => self.branch_on_load(&mut body, depth),
                }
                self.left = self.left.saturating_sub(1);
            }
        }
        block.push(Statement::Repeat { times: 2, body });
    }

    fn branch_on_load(&mut self, block: &mut Vec<Statement>, depth: usize) {
        self.load(block);
        if self.left > 0 {
            self.branch(block, depth + 1);
        }
    }

    /// A block inside another: one or two statements.
    fn inner(&mut self, depth: usize) -> Vec<Statement> {
        let mut block = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            if self.left > 0 {
                self.extend(&mut block, depth + 1);
            }
        }
        block
    }

    fn condition(&mut self, program: &Program) -> Condition {
        let quantifier = match self.random.below(3) {
            0 => Quantifier::Exists,
            1 => Quantifier::NotExists,
            _ => Quantifier::Forall,
        };
        let observables = program.observables();
        Condition {
            quantifier,
            proposition: self.proposition(&observables, 2),
        }
    }

    fn proposition(&mut self, observables: &[Observable], depth: usize) -> Proposition {
        let kinds = if depth == 0 {
            [1, 0, 0, 0]
        } else {
            [4, 1, 4, 3]
        };
        let kind = self.random.weighted(&kinds);
        let parts = |generator: &mut Generator| {
            (0..generator.random.between(2, 3))
                .map(|_| generator.proposition(observables, depth - 1))
                .collect()
        };
        match kind {
            0 => {
                let observable = observables[self.random.below(observables.len())];
                Proposition::Equals(observable, self.some_value())
            }
            1 => Proposition::Not(Box::new(self.proposition(observables, depth - 1))),
            2 => Proposition::And(parts(self)),
            _ => Proposition::Or(parts(self)),
        }
    }
}

/// The smallest program found, from `program`, that still `fails`: a thread or
/// a statement less, a block instead of its branch, a plain store instead of a
/// stronger one, nothing asked of the final states.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for candidate in candidates(&smallest) {
            if is_valid(&candidate) && fails(&candidate) {
                smallest = candidate;
                continue 'smaller;
            }
        }
        return smallest;
    }
}

/// Does every round of a loop that waits look at something? Else it may go round
/// for ever in no time. And is every section ended in the block where it begins?
fn is_valid(program: &Program) -> bool {
    let mut valid = program.threads.iter().all(|block| is_balanced(block));
    program.visit(&mut |statement| {
        if let Statement::Until { body, .. } = statement {
            valid &= body.iter().any(|s| matches!(s, Statement::Load { .. }));
        }
    });
    valid
}

fn is_balanced(block: &[Statement]) -> bool {
    let mut open = Vec::new();
    for statement in block {
        match *statement {
            Statement::SectionBegin { domain, index } => open.push((domain, index)),
            Statement::SectionEnd { domain, index } => {
                let is_it =
                    |other: &(usize, usize)| other.0 == domain && (domain == 0 || other.1 == index);
                match open.iter().rposition(is_it) {
                    Some(place) => open.remove(place),
                    None => return false,
                };
            }
            _ => {}
        }
        if !statement.blocks().iter().all(|inner| is_balanced(inner)) {
            return false;
        }
    }
    open.is_empty()
}

/// Programs that are simpler in one place. Each has fewer threads or
/// statements, or as many and weaker ones, so shrinking ends.
fn candidates(program: &Program) -> Vec<Program> {
    let mut candidates = Vec::new();
    let trivial = Program::new("", 0, Vec::new()).condition;
    if program.condition != trivial {
        let condition = trivial.clone();
        candidates.push(Program {
            condition,
            ..program.clone()
        });
    }
    let mut simpler = |threads: Vec<Vec<Statement>>| {
        // What the condition names may be gone.
        candidates.push(Program {
            threads,
            condition: trivial.clone(),
            ..program.clone()
        });
    };
    if program.threads.len() > 1 {
        for thread in 0..program.threads.len() {
            let mut threads = program.threads.clone();
            threads.remove(thread);
            simpler(threads);
        }
    }
    for (thread, block) in program.threads.iter().enumerate() {
        for smaller in smaller_blocks(block) {
            let mut threads = program.threads.clone();
            threads[thread] = smaller;
            simpler(threads);
        }
    }
    if program.initial.iter().any(|value| *value != 0) {
        let initial = vec![0; program.initial.len()];
        candidates.push(Program {
            initial,
            ..program.clone()
        });
    }
    candidates
}

/// The block with one statement replaced by simpler ones.
fn smaller_blocks(block: &[Statement]) -> Vec<Vec<Statement>> {
    let mut blocks = Vec::new();
    for (place, statement) in block.iter().enumerate() {
        for simpler in simpler_statements(statement) {
            let mut smaller = block.to_vec();
            smaller.splice(place..=place, simpler);
            blocks.push(smaller);
        }
        // A section is left out as a whole.
        let Statement::SectionBegin { domain, index } = *statement else {
            continue;
        };
        let end = Statement::SectionEnd { domain, index };
        if let Some(length) = block[place..].iter().position(|other| *other == end) {
            let mut smaller = block.to_vec();
            smaller.remove(place + length);
            smaller.remove(place);
            blocks.push(smaller);
        }
    }
    blocks
}

/// What may stand in the place of a statement.
fn simpler_statements(statement: &Statement) -> Vec<Vec<Statement>> {
    let mut simpler = vec![Vec::new()];
    simpler.extend(statement.blocks().into_iter().cloned());
    for inner in 0..statement.blocks().len() {
        for smaller in smaller_blocks(statement.blocks()[inner]) {
            let mut copy = statement.clone();
            *copy.blocks_mut()[inner] = smaller;
            simpler.push(vec![copy]);
        }
    }
    if let Statement::Until { ends, body } = statement
        && ends.len() > 1
    {
        for end in 0..ends.len() {
            let (mut ends, body) = (ends.clone(), body.clone());
            ends.remove(end);
            simpler.push(vec![Statement::Until { ends, body }]);
        }
    }
    if let Statement::Store {
        order: Order::Release | Order::SeqCst,
        location,
        value,
    } = statement
    {
        simpler.push(vec![Statement::Store {
            order: Order::Plain,
            location: *location,
            value: *value,
        }]);
    }
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_program() {
        assert_eq!(generate(17), generate(17));
        assert_ne!(generate(17).threads, generate(18).threads);
    }

    #[test]
    fn every_kind_of_statement_occurs() {
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..500 {
            generate(seed).visit(&mut |statement| {
                let text = format!("{statement:?}");
                let kind = text.split(['{', ' ']).next().expect("a name").to_string();
                *seen.entry(kind).or_insert(0) += 1;
            });
        }
        assert_eq!(seen.len(), 10, "{seen:?}");
        assert!(seen.values().all(|times| *times > 20), "{seen:?}");
    }

    #[test]
    fn grace_periods_and_sections_occur() {
        let (mut sections, mut graces, mut domains) = (0, 0, [0; 4]);
        for seed in 0..500 {
            let program = generate_grace(seed);
            assert!(is_valid(&program), "{program:?}");
            domains[program.domains()] += 1;
            program.visit(&mut |statement| match statement {
                Statement::SectionBegin { .. } => sections += 1,
                Statement::GracePeriod { .. } => graces += 1,
                _ => {}
            });
        }
        assert!(sections > 400 && graces > 300, "{sections} {graces}");
        assert!(domains[1..].iter().all(|count| *count > 50), "{domains:?}");
    }

    #[test]
    fn shrinking_leaves_only_what_is_needed() {
        let has_fence = |program: &Program| {
            let mut found = false;
            program.visit(&mut |statement| found |= *statement == Statement::Fence);
            found
        };
        let program = (0..)
            .map(generate)
            .find(|p| has_fence(p) && p.threads.len() == 3);
        let shrunk = shrink(&program.expect("such a program"), has_fence);
        assert_eq!(shrunk.threads, [[Statement::Fence]]);
    }
}
