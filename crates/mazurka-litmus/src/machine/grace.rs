//! Read-side sections and grace periods, of RCU and of each domain of SRCU.
//!
//! A grace period is two events. When it begins, with an empty buffer, it notes which
//! sections have begun: it reads an object of the domain that each beginning adds to, so
//! beginnings commute. It ends when these sections have ended: each has an object of its
//! own that its end writes. The end of a section goes through the store buffer, behind all
//! that the thread has stored before: a section has ended when its stores are in memory.
//! See `docs/ARCHITECTURE.md` for why that is all that there is to it.

use super::{Machine, Next, StoreOrder};
use crate::code::{Domain, Instruction};
use crate::test::Test;
use mazurka_program::{
    Access, Guard, Interrupt, Kind, ObjectId, ObjectName, Operation, Order, Step, Touch,
};

/// RCU is zero, SRCU with the cell `n` is `n + 1`.
type DomainNumber = u64;

const RCU: DomainNumber = 0;

/// Is there anything that a section, or a grace period, could concern?
#[derive(Clone, Copy, Debug, Default)]
struct Counterparts {
    has_sections: bool,
    has_grace: bool,
}

/// What a test uses, of RCU and of SRCU.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    rcu: Counterparts,
    srcu: Counterparts,
}

impl Used {
    pub(super) fn by(test: &Test) -> Used {
        let mut used = Used::default();
        for instruction in test.threads.iter().flat_map(|thread| &thread.code) {
            match instruction {
                Instruction::SectionBegin { domain, .. } => {
                    used.of_mut(*domain).has_sections = true
                }
                Instruction::GraceBegin { domain } => used.of_mut(*domain).has_grace = true,
                _ => {}
            }
        }
        used
    }

    /// Are there sections at all?
    #[inline]
    pub(super) fn any(self) -> bool {
        self.rcu.has_sections || self.srcu.has_sections
    }

    fn of_mut(&mut self, domain: Domain) -> &mut Counterparts {
        match domain {
            Domain::Rcu => &mut self.rcu,
            Domain::Srcu(_) => &mut self.srcu,
        }
    }

    fn of(mut self, domain: Domain) -> Counterparts {
        *self.of_mut(domain)
    }
}

/// The read-side sections of a thread, and the grace period that it waits for.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections {
    /// How deeply those of RCU are nested: only the outermost is a section.
    depth: u32,
    /// All that it has begun, in order.
    begun: Vec<Section>,
    /// What the grace period waits for: the ends of sections, the next one last.
    awaited: Vec<ObjectId>,
}

#[derive(Clone, Copy, Debug)]
struct Section {
    domain: DomainNumber,
    /// How many of that domain the thread had begun before.
    number: u32,
    /// The instruction that began it.
    at: usize,
    is_handed_over: bool,
    has_ended: bool,
}

impl Sections {
    /// Another execution begins.
    pub(super) fn clear(&mut self) {
        self.depth = 0;
        self.begun.clear();
        self.awaited.clear();
    }

    /// How many of a domain have begun.
    fn count(&self, domain: DomainNumber) -> u32 {
        let mut begun = self.begun.iter().rev();
        let last = begun.find(|section| section.domain == domain);
        last.map_or(0, |section| section.number + 1)
    }
}

impl Machine<'_> {
    /// Runs an instruction of this file if it is local code; else notes what the thread
    /// does next. Is that so? (Most tests have none of them.)
    #[cold]
    pub(super) fn run_grace(&mut self, thread: usize, step: &mut Step) -> Result<bool, Interrupt> {
        let instruction = self.test.threads[thread].code[self.threads[thread].point.at];
        match instruction {
            Instruction::SectionBegin { domain, .. } => {
                let number = self.domain_number(thread, domain)?;
                let is_inner = number == RCU && self.sections[thread].depth > 0;
                if !is_inner && self.used.of(domain).has_grace {
                    let operation = Operation::new(Kind::Add, self.begun_object(number), 1);
                    return self.announce(thread, Next::Operation(operation));
                }
                self.begin_section(thread, instruction)?;
            }
            Instruction::SectionEnd { domain, .. } => {
                let is_inner = domain == Domain::Rcu && self.sections[thread].depth > 1;
                let (owner, section) = self.find_section(thread, instruction)?;
                if !is_inner && self.used.of(domain).has_grace {
                    let section = self.sections[owner].begun[section];
                    let object = self.ended_object(owner, section.domain, section.number);
                    if self.run_store(thread, object, 1, StoreOrder::Last, step)? {
                        return Ok(true);
                    }
                    // It is in the buffer, and the next instruction is the next.
                    self.end_section(thread, instruction)?;
                    return Ok(false);
                }
                self.end_section(thread, instruction)?;
            }
            Instruction::GraceBegin { domain } => {
                let number = self.domain_number(thread, domain)?;
                // (With sections there are no grace periods in graphs but under SC.)
                if let Some(fence) = self.announce_fence(Order::SequentiallyConsistent) {
                    return self.announce(thread, fence);
                }
                if !self.fence(thread, step) {
                    return self.announce(thread, Next::Buffer);
                }
                if self.used.of(domain).has_sections {
                    let operation = Operation::new(Kind::Load, self.begun_object(number), 0);
                    return self.announce(thread, Next::Operation(operation));
                }
            }
            _ => {
                if let Some(ended) = self.sections[thread].awaited.last() {
                    let operation = Operation {
                        guard: Some(Guard::Unless(0)),
                        ..Operation::new(Kind::Load, *ended, 0)
                    };
                    return self.announce(thread, Next::Operation(operation));
                }
            }
        }
        self.threads[thread].looks.clear();
        self.threads[thread].point.at += 1;
        Ok(false)
    }

    /// Runs the operation of an instruction of this file.
    #[cold]
    pub(super) fn perform_grace(
        &mut self,
        thread: usize,
        operation: Operation,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let instruction = self.test.threads[thread].code[self.threads[thread].point.at];
        let object = operation.object;
        let before = self.memory[object.index()];
        let read = Touch::new(object, Access::Read, before, before);
        self.threads[thread].looks.clear();
        match instruction {
            Instruction::SectionBegin { .. } => {
                self.write(object, before + 1, Access::Add, step);
                self.begin_section(thread, instruction)?;
            }
            Instruction::SectionEnd { .. } => {
                self.write(object, operation.operand, Access::Write, step);
                self.end_section(thread, instruction)?;
            }
            Instruction::GraceBegin { domain } => {
                step.touches.push(read);
                let domain = self.domain_number(thread, domain)?;
                self.sections[thread].awaited = self.begun_sections(domain);
            }
            _ => {
                step.touches.push(read);
                self.sections[thread].awaited.pop();
                // There may be more to wait for.
                return self.run_local(thread, step);
            }
        }
        self.threads[thread].point.at += 1;
        self.run_local(thread, step)
    }

    /// A thread may not end within a section, unless another may end that.
    #[inline]
    pub(super) fn check_sections_ended(&self, thread: usize) -> Result<(), Interrupt> {
        if !self.used.any() {
            return Ok(());
        }
        let mut begun = self.sections[thread].begun.iter();
        match begun.find(|section| !section.has_ended && !section.is_handed_over) {
            Some(section) => {
                let message = "this read-side section is not ended when its thread ends";
                Err(self.error_at(thread, section.at, message))
            }
            None => Ok(()),
        }
    }

    fn domain_number(&self, thread: usize, domain: Domain) -> Result<DomainNumber, Interrupt> {
        match domain {
            Domain::Rcu => Ok(RCU),
            Domain::Srcu(address) => Ok(self.object(thread, address)?.index() as u64 + 1),
        }
    }

    /// Notes that a section begins, unless it is within one of RCU.
    fn begin_section(&mut self, thread: usize, instruction: Instruction) -> Result<(), Interrupt> {
        let Instruction::SectionBegin {
            domain,
            to,
            is_handed_over,
        } = instruction
        else {
            unreachable!("the beginning of a section");
        };
        let domain = self.domain_number(thread, domain)?;
        let threads = self.threads.len() as u64;
        let state = &mut self.threads[thread];
        let sections = &mut self.sections[thread];
        if domain == RCU {
            sections.depth += 1;
            if sections.depth > 1 {
                return Ok(());
            }
        }
        let number = sections.count(domain);
        sections.begun.push(Section {
            domain,
            number,
            at: state.point.at,
            is_handed_over,
            has_ended: false,
        });
        // The index says which section of which thread, since any thread may end it.
        let index = u64::from(number) * threads + thread as u64;
        to.write(&mut state.point.registers, index);
        Ok(())
    }

    /// The section that a thread is about to end: its thread, and its place there.
    fn find_section(
        &self,
        thread: usize,
        instruction: Instruction,
    ) -> Result<(usize, usize), Interrupt> {
        let Instruction::SectionEnd {
            domain,
            index,
            is_handed_over,
        } = instruction
        else {
            unreachable!("the end of a section");
        };
        let number = self.domain_number(thread, domain)?;
        let (owner, which) = match domain {
            Domain::Rcu => (thread, self.sections[thread].count(RCU).checked_sub(1)),
            Domain::Srcu(_) => self.decode(self.read(thread, index)),
        };
        let is_it = |section: &Section| {
            section.domain == number && Some(section.number) == which && !section.has_ended
        };
        let begun = self.sections.get(owner).map(|sections| &sections.begun);
        let found = begun.and_then(|begun| begun.iter().rposition(is_it));
        match found {
            Some(section) if owner == thread || is_handed_over => Ok((owner, section)),
            _ => {
                let message = match domain {
                    Domain::Rcu => "this ends a read-side section, and none has begun",
                    Domain::Srcu(_) => {
                        "this ends a read-side section that this thread has not begun, or that \
                         has ended before"
                    }
                };
                Err(self.error(thread, message))
            }
        }
    }

    /// The thread and the number of a section, by its index.
    fn decode(&self, index: u64) -> (usize, Option<u32>) {
        let threads = self.threads.len() as u64;
        let owner = usize::try_from(index % threads).expect("a thread");
        (owner, u32::try_from(index / threads).ok())
    }

    /// Notes that a section ends, if it is the outermost.
    fn end_section(&mut self, thread: usize, instruction: Instruction) -> Result<(), Interrupt> {
        let (owner, section) = self.find_section(thread, instruction)?;
        let sections = &mut self.sections[owner];
        if sections.begun[section].domain == RCU {
            sections.depth -= 1;
            if sections.depth > 0 {
                return Ok(());
            }
        }
        sections.begun[section].has_ended = true;
        Ok(())
    }

    /// What a grace period that begins now has to wait for. The last section of RCU of
    /// each thread ends after those before it. Sections of SRCU may overlap, and
    /// others may end them.
    fn begun_sections(&mut self, domain: DomainNumber) -> Vec<ObjectId> {
        let mut awaited = Vec::new();
        for thread in 0..self.threads.len() {
            let count = self.sections[thread].count(domain);
            let first = if domain == RCU {
                count.saturating_sub(1)
            } else {
                0
            };
            for number in first..count {
                awaited.push(self.ended_object(thread, domain, number));
            }
        }
        awaited
    }

    /// What counts the sections of a domain that have begun.
    fn begun_object(&mut self, domain: DomainNumber) -> ObjectId {
        let cells = self.test.locations.cells.len() as u64;
        self.extra_object(ObjectName {
            creator: None,
            place: cells + domain,
            generation: 0,
            part: 0,
        })
    }

    /// What is one when that section has ended.
    fn ended_object(&mut self, owner: usize, domain: DomainNumber, number: u32) -> ObjectId {
        self.extra_object(ObjectName {
            creator: Some(self.processes[owner]),
            place: domain + 1,
            generation: number,
            part: 0,
        })
    }

    /// An object that is no cell, and is zero at the start.
    fn extra_object(&mut self, name: ObjectName) -> ObjectId {
        let object = self.names.object(name);
        if self.memory.len() <= object.index() {
            self.memory.resize(object.index() + 1, 0);
        }
        object
    }
}
