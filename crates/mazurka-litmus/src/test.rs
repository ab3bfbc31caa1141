//! A litmus test: what is read from a file, decoded and ready to be explored.

use crate::c;
use crate::check::State;
use crate::code::{Instruction, Slot, StoreOrder};
use crate::condition::{self, Condition, Ending, Operand, Place, Proposition};
use crate::error::ParseError;
use crate::header::{self, Architecture};
use crate::initial::{self, Constant, Item};
use crate::lexer::Lexer;
use crate::locations::Locations;
use crate::thread::{Registers, Thread, looks, unused};
use crate::value::{Type, Value, sign_extend};
use crate::x86;
use mazurka_memory::Model;
use mazurka_program::Order;

/// A litmus test.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    architecture: Architecture,
    info: Vec<(String, String)>,
    condition: Option<Condition>,
    pub(crate) threads: Vec<Thread>,
    /// For each thread, the looks in loops: see [`looks`].
    pub(crate) looks: Vec<Vec<Option<Registers>>>,
    /// For each thread, the updates of which nothing looks at what was there.
    pub(crate) unused: Vec<Vec<bool>>,
    /// For each thread, what its registers hold at the start.
    pub(crate) registers: Vec<Vec<u64>>,
    pub(crate) locations: Locations,
    /// What final states have values for: first what is shown, then what only
    /// the filter names.
    pub(crate) keys: Vec<Key>,
    pub(crate) shown: usize,
    /// None if there is no condition.
    pub(crate) check: Option<Check>,
    pub(crate) filter: Option<Check>,
}

/// Something that final states have a value for.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    /// Its name as in the file.
    pub(crate) name: String,
    pub(crate) spot: Spot,
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    Register { thread: usize, slot: Slot },
    Cell(usize),
}

/// How the bits of a register or location are a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Typed(Type),
    /// A register of 64 bits of which nothing is said: if only the lower 32 bits
    /// were written, they are an `int`.
    Loose,
}

impl Key {
    /// The one form of all bits that are the same number.
    pub(crate) fn wrap(&self, bits: u64) -> u64 {
        match self.format {
            Format::Typed(of) => of.wrap(bits),
            Format::Loose if bits >> 32 == 0 => sign_extend(bits, 32),
            Format::Loose => bits,
        }
    }

    /// For people.
    pub(crate) fn value(&self, locations: &Locations, bits: u64) -> Value {
        let of = match self.format {
            Format::Typed(of) => of,
            Format::Loose => Type::LONG,
        };
        locations.value(of, bits)
    }
}

/// A proposition over the values of [`Test::keys`].
#[derive(Clone, Debug)]
pub(crate) enum Check {
    All(Vec<Check>),
    Any(Vec<Check>),
    Not(Box<Check>),
    Implies(Box<Check>, Box<Check>),
    /// This key has this value.
    Is(usize, u64),
    /// These two have the same.
    Same(usize, usize),
}

impl Check {
    pub(crate) fn holds(&self, keys: &[Key], values: &[u64]) -> bool {
        match self {
            Check::All(parts) => parts.iter().all(|part| part.holds(keys, values)),
            Check::Any(parts) => parts.iter().any(|part| part.holds(keys, values)),
            Check::Not(part) => !part.holds(keys, values),
            Check::Implies(left, right) => !left.holds(keys, values) || right.holds(keys, values),
            Check::Is(key, value) => values[*key] == *value,
            Check::Same(left, right) => values[*left] == keys[*left].wrap(values[*right]),
        }
    }
}

impl Test {
    /// What kind of program it is.
    #[must_use]
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// How many threads it has.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// What it asserts; none if the file only asks for the final states.
    #[must_use]
    pub fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }

    /// Does the proposition of the condition hold in a final state of this test? If there
    /// is no condition, it does in none.
    #[must_use]
    pub fn satisfies(&self, state: &State) -> bool {
        let Some(check) = &self.check else {
            return false;
        };
        let shown = &self.keys[..self.shown];
        let value = |key: &Key| {
            let found = state.values.iter().find(|(name, _)| *name == key.name);
            let bits = match found.map(|(_, value)| value) {
                Some(Value::Number(number)) => *number as u64,
                Some(Value::Address(name)) => self.locations.address_of_cell(name).unwrap_or(0),
                None => 0,
            };
            key.wrap(bits)
        };
        let values: Vec<u64> = shown.iter().map(value).collect();
        check.holds(&self.keys, &values)
    }

    /// Why the test cannot be explored in this way, if it cannot; begins with a place if there is
    /// one.
    pub(crate) fn refusal(
        &self,
        model: Model,
        has_graphs: bool,
        buffer_bound: Option<u32>,
    ) -> Option<String> {
        if has_graphs && buffer_bound.is_some() {
            return Some(
                "execution graphs have no store buffers, so there is nothing to bound: leave the \
                 bound on buffers out, or use another algorithm"
                    .to_owned(),
            );
        }
        if !has_graphs {
            return None;
        }
        if model.is_buffered() {
            let is_hardware = model != Model::Sc;
            return (is_hardware && self.has_grace_periods()).then(|| {
                format!(
                    "this test has grace periods, which execution graphs do not model under \
                     {model}: use another algorithm, such as `optimal`"
                )
            });
        }
        if self.architecture != Architecture::C {
            return Some(format!(
                "this is a test in x86 assembly, whose memory model is tso; {model} is one of C: \
                 use `--model tso`"
            ));
        }
        let mut threads = self.threads.iter();
        let (place, why) = threads.find_map(|thread| thread.foreign.as_ref())?;
        Some(format!(
            "{place}: {why}; {model} is a memory model of C: use `--model sc`, `tso` or `pso`"
        ))
    }

    /// Are there sections and grace periods, so that one may wait for the other?
    fn has_grace_periods(&self) -> bool {
        let has = |is_one: fn(&Instruction) -> bool| {
            let mut threads = self.threads.iter();
            threads.any(|thread| thread.code.iter().any(is_one))
        };
        has(|instruction| matches!(instruction, Instruction::SectionBegin { .. }))
            && has(|instruction| matches!(instruction, Instruction::GraceBegin { .. }))
    }

    /// Are there accesses that are not atomic?
    pub(crate) fn has_plain_accesses(&self) -> bool {
        let is_plain = |instruction: &Instruction| match instruction {
            Instruction::Load { order, .. } => *order == Order::Plain,
            Instruction::Store { order, .. } => *order == StoreOrder::Plain,
            _ => false,
        };
        let mut threads = self.threads.iter();
        threads.any(|thread| thread.code.iter().any(is_plain))
    }

    /// The lines of `Key=value` before the initial state.
    #[must_use]
    pub fn info(&self) -> &[(String, String)] {
        &self.info
    }
}

/// Reads a litmus test in herd's format.
///
/// # Errors
/// When the text is none, or has something in it that is not modelled.
pub fn parse(text: &str) -> Result<Test, ParseError> {
    let mut lexer = Lexer::new(text);
    let header = header::parse(&mut lexer)?;
    let items = initial::parse(&mut lexer)?;
    let mut locations = Locations::default();
    for item in &items {
        declare(&mut locations, item);
    }
    let architecture = header.architecture;
    let threads = match architecture {
        Architecture::C => c::compile(&mut lexer, &items, &mut locations)?,
        Architecture::X86 | Architecture::X86_64 => {
            let columns = x86::parse(&mut lexer, architecture, &locations)?;
            let columns = columns.threads.iter().zip(&columns.lines);
            columns
                .map(|(number, lines)| {
                    x86::compile(text, architecture, &mut locations, *number, lines)
                })
                .collect::<Result<_, _>>()?
        }
    };
    let ending = condition::parse(&mut lexer)?;
    let mut builder = Builder {
        text,
        architecture,
        threads,
        locations,
        keys: Vec::new(),
    };
    builder.registers(&items)?;
    builder.mention(&ending);
    builder.settle(&items);
    builder.test(header.name, header.info, ending)
}

/// Reads a litmus test from the bytes of a file.
///
/// # Errors
/// When they are not UTF-8, and as [`parse`] does.
pub fn parse_bytes(bytes: &[u8]) -> Result<Test, ParseError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            let text = String::from_utf8_lossy(valid);
            let message = format!(
                "expected text in UTF-8, found the byte {:#04x}",
                bytes[valid.len()]
            );
            Err(ParseError::at(&text, text.len(), message))
        }
    }
}

fn declare(locations: &mut Locations, item: &Item) {
    let initial::Place::Location(name) = &item.place else {
        return;
    };
    let number = locations.number(name);
    let location = locations.get_mut(number);
    location.declared = item.declared.or(location.declared);
    location.length = item.length.or(location.length);
}

struct Builder<'t> {
    text: &'t str,
    architecture: Architecture,
    threads: Vec<Thread>,
    locations: Locations,
    keys: Vec<Key>,
}

impl Builder<'_> {
    /// Gives registers their initial values and types.
    fn registers(&mut self, items: &[Item]) -> Result<(), ParseError> {
        for item in items {
            let initial::Place::Register { thread, name } = &item.place else {
                continue;
            };
            let index = self.thread(*thread, item.at)?;
            let slot = match self.slot(index, name) {
                Some(slot) => slot,
                None => self.new_register(index, name, item.at)?,
            };
            let thread = &mut self.threads[index];
            if let Some(declared) = item.declared {
                thread.types.insert(slot.register, declared);
            }
            if let Some(value) = item.values.first() {
                // The later of two initial values counts.
                thread.initial.push((slot, value.clone()));
            }
        }
        Ok(())
    }

    fn thread(&self, number: u32, at: usize) -> Result<usize, ParseError> {
        let mut threads = self.threads.iter();
        let found = threads.position(|thread| thread.number == number);
        found.ok_or_else(|| ParseError::at(self.text, at, format!("there is no thread {number}")))
    }

    /// The register of a thread that a name means.
    fn slot(&self, thread: usize, name: &str) -> Option<Slot> {
        let thread = &self.threads[thread];
        let bare = name.trim_start_matches('%');
        if self.architecture == Architecture::C {
            let register = *thread.names.get(bare)?;
            let of = thread.types.get(&register).copied().unwrap_or(Type::LONG);
            return Some(Slot::typed(register, of));
        }
        let symbolic = thread.names.get(bare).copied().map(Slot::whole);
        x86::find_register(bare).or(symbolic)
    }

    /// A register that is initialised and that no instruction names.
    fn new_register(&mut self, thread: usize, name: &str, at: usize) -> Result<Slot, ParseError> {
        if self.architecture != Architecture::C && !name.starts_with('%') {
            let message = format!("there is no register `{name}`");
            return Err(ParseError::at(self.text, at, message));
        }
        let thread = &mut self.threads[thread];
        let register = thread.registers;
        thread.registers = register
            .checked_add(1)
            .ok_or_else(|| ParseError::at(self.text, at, "this thread has too many registers"))?;
        let bare = name.trim_start_matches('%');
        thread.names.insert(bare.to_owned(), register);
        Ok(Slot::whole(register))
    }

    /// Makes all locations that the condition names exist.
    fn mention(&mut self, ending: &Ending) {
        for (place, _) in &ending.mentions {
            if let Place::Location { name, .. } = place {
                self.locations.number(name);
            }
        }
        if let Some(condition) = &ending.condition {
            self.mention_addresses(&condition.proposition);
        }
        if let Some(filter) = &ending.filter {
            self.mention_addresses(filter);
        }
    }

    fn mention_addresses(&mut self, proposition: &Proposition) {
        match proposition {
            Proposition::And(parts) | Proposition::Or(parts) => {
                parts.iter().for_each(|part| self.mention_addresses(part));
            }
            Proposition::Not(part) => self.mention_addresses(part),
            Proposition::Implies(left, right) => {
                self.mention_addresses(left);
                self.mention_addresses(right);
            }
            Proposition::Equal(_, Operand::Address(name, _)) => {
                self.locations.number(name);
            }
            Proposition::Equal(..) => {}
        }
    }

    /// Gives locations their types and initial values.
    fn settle(&mut self, items: &[Item]) {
        for value in items.iter().flat_map(|item| &item.values) {
            if let Constant::Address(name, _) = value {
                self.locations.number(name);
            }
        }
        let default = match self.architecture {
            Architecture::X86 | Architecture::C => Type::INT,
            Architecture::X86_64 => Type::LONG,
        };
        // Twice: addresses of elements depend on their types.
        self.locations.settle(default);
        for item in items {
            let initial::Place::Location(name) = &item.place else {
                continue;
            };
            let values = item.values.iter().map(|value| self.bits(value)).collect();
            let number = self.locations.number(name);
            if !item.values.is_empty() {
                self.locations.get_mut(number).initial = values;
            }
        }
        self.locations.settle(default);
    }

    /// The bits of a constant. (Locations are settled.)
    fn bits(&self, constant: &Constant) -> u64 {
        match constant {
            Constant::Number(number) => *number as u64,
            Constant::Address(name, index) => {
                let number = self.locations.find(name).expect("mentioned before");
                self.locations.element_address(number, *index)
            }
        }
    }

    fn test(
        mut self,
        name: String,
        info: Vec<(String, String)>,
        ending: Ending,
    ) -> Result<Test, ParseError> {
        let mut shown = ending.locations.clone();
        if let Some(condition) = &ending.condition {
            places(&condition.proposition, &mut shown);
        }
        for place in &shown {
            self.key(place, &ending)?;
        }
        let mut keys = std::mem::take(&mut self.keys);
        keys.sort_by(|a, b| self.order(a).cmp(&self.order(b)));
        self.keys = keys;
        let shown = self.keys.len();
        let check = match &ending.condition {
            Some(condition) => Some(self.check(&condition.proposition, &ending)?),
            None => None,
        };
        let filter = match &ending.filter {
            Some(filter) => Some(self.check(filter, &ending)?),
            None => None,
        };
        let registers: Vec<Vec<u64>> = self
            .threads
            .iter()
            .map(|thread| self.initial_registers(thread))
            .collect();
        let looks = self
            .threads
            .iter()
            .enumerate()
            .map(|(index, thread)| looks(thread, &self.observed(index)))
            .collect();
        let unused = self
            .threads
            .iter()
            .enumerate()
            .map(|(index, thread)| unused(thread, &self.observed(index)))
            .collect();
        Ok(Test {
            name,
            architecture: self.architecture,
            info,
            condition: ending.condition,
            threads: self.threads,
            looks,
            unused,
            registers,
            locations: self.locations,
            keys: self.keys,
            shown,
            check,
            filter,
        })
    }

    /// Registers come first, by thread; then locations.
    fn order<'k>(&self, key: &'k Key) -> (u32, &'k str) {
        match key.spot {
            Spot::Register { thread, .. } => (self.threads[thread].number, &key.name),
            Spot::Cell(_) => (u32::MAX, &key.name),
        }
    }

    fn initial_registers(&self, thread: &Thread) -> Vec<u64> {
        let mut registers = vec![0; usize::from(thread.registers)];
        for (slot, value) in &thread.initial {
            slot.write(&mut registers, self.bits(value));
        }
        registers
    }

    /// The registers of a thread that final states show.
    fn observed(&self, index: usize) -> Vec<u16> {
        let register = |key: &Key| match key.spot {
            Spot::Register { thread, slot } if thread == index => Some(slot.register),
            _ => None,
        };
        self.keys.iter().filter_map(register).collect()
    }

    /// The number of the key for a place, which is made if there is none; of an
    /// array without an index, keys for all elements are made, and the first is
    /// meant.
    fn key(&mut self, place: &Place, ending: &Ending) -> Result<usize, ParseError> {
        let mentioned = ending.mentions.iter().find(|(other, _)| other == place);
        let at = mentioned.map_or(0, |(_, at)| *at);
        let (spot, format) = match place {
            Place::Register { thread, name } => self.register_key(*thread, name, at)?,
            Place::Location { name, index } => {
                let number = self.locations.number(name);
                let location = self.locations.get(number);
                let (first, length) = (location.first, location.length);
                match (index, length) {
                    (None, None) => {}
                    (None, Some(length)) => {
                        let keys = (0..length as u64).map(|index| Place::Location {
                            name: name.clone(),
                            index: Some(index),
                        });
                        let keys: Vec<_> = keys
                            .map(|place| self.key(&place, ending))
                            .collect::<Result<_, _>>()?;
                        return Ok(keys[0]);
                    }
                    (Some(index), length) => {
                        if *index >= length.unwrap_or(0) as u64 {
                            let message = format!("there is no element `{name}[{index}]`");
                            return Err(ParseError::at(self.text, at, message));
                        }
                    }
                }
                let cell = first + usize::try_from(index.unwrap_or(0)).expect("a short array");
                let of = self.locations.cells[cell].of;
                (Spot::Cell(cell), Format::Typed(of))
            }
        };
        if let Some(known) = self.keys.iter().position(|key| key.spot == spot) {
            return Ok(known);
        }
        let name = place.to_string();
        self.keys.push(Key { name, spot, format });
        Ok(self.keys.len() - 1)
    }

    fn register_key(
        &self,
        number: u32,
        name: &str,
        at: usize,
    ) -> Result<(Spot, Format), ParseError> {
        let thread = self.thread(number, at)?;
        let Some(slot) = self.slot(thread, name) else {
            let message = match self.architecture {
                Architecture::C => format!("thread {number} has no variable `{name}`"),
                Architecture::X86 | Architecture::X86_64 => {
                    format!("there is no register `{name}`")
                }
            };
            return Err(ParseError::at(self.text, at, message));
        };
        let format = match self.threads[thread].types.get(&slot.register) {
            Some(declared) => Format::Typed(*declared),
            None if slot.bits == 64 => Format::Loose,
            None => Format::Typed(Type {
                bits: slot.bits,
                // A flag is zero or one.
                signed: slot.bits > 1,
            }),
        };
        Ok((Spot::Register { thread, slot }, format))
    }

    fn check(&mut self, proposition: &Proposition, ending: &Ending) -> Result<Check, ParseError> {
        let mut all = |parts: &[Proposition]| {
            let parts = parts.iter().map(|part| self.check(part, ending));
            parts.collect::<Result<Vec<_>, _>>()
        };
        Ok(match proposition {
            Proposition::And(parts) => Check::All(all(parts)?),
            Proposition::Or(parts) => Check::Any(all(parts)?),
            Proposition::Not(part) => Check::Not(Box::new(self.check(part, ending)?)),
            Proposition::Implies(left, right) => {
                let left = Box::new(self.check(left, ending)?);
                Check::Implies(left, Box::new(self.check(right, ending)?))
            }
            Proposition::Equal(place, operand) => {
                let key = self.key(place, ending)?;
                let value = match operand {
                    Operand::Content(place) => {
                        return Ok(Check::Same(key, self.key(place, ending)?));
                    }
                    Operand::Number(number) => *number as u64,
                    Operand::Address(name, index) => {
                        self.bits(&Constant::Address(name.clone(), *index))
                    }
                };
                Check::Is(key, self.keys[key].wrap(value))
            }
        })
    }
}

/// Adds the places that a proposition names.
fn places(proposition: &Proposition, into: &mut Vec<Place>) {
    match proposition {
        Proposition::And(parts) | Proposition::Or(parts) => {
            parts.iter().for_each(|part| places(part, into));
        }
        Proposition::Not(part) => places(part, into),
        Proposition::Implies(left, right) => {
            places(left, into);
            places(right, into);
        }
        Proposition::Equal(place, operand) => {
            into.push(place.clone());
            if let Operand::Content(place) = operand {
                into.push(place.clone());
            }
        }
    }
}
