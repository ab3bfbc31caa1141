//! Litmus programs as text, in the formats that herdtools7 reads.
//!
//! All registers and locations are listed under `locations`, so that what a
//! front end reports is the whole final state.

use super::program::{
    Condition, Observable, Order, Program, Proposition, Quantifier, Statement, Value,
};
use std::fmt::Write as _;

/// A litmus format, with the words that programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `X86`: 32-bit registers, the destination first.
    X86,
    /// `X86_64`: the destination last.
    X86_64,
    /// `C` with the functions of `stdatomic.h`.
    C11,
    /// `C` with the functions of the Linux kernel.
    Linux,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 4] = [Dialect::X86, Dialect::X86_64, Dialect::C11, Dialect::Linux];

    /// Can the program be written in this dialect? (X86 has few registers, and only the
    /// kernel has RCU.)
    #[must_use]
    pub fn fits(self, program: &Program) -> bool {
        if program.domains() > 0 && self != Dialect::Linux {
            return false;
        }
        let limit = match self {
            Dialect::X86 => REGISTERS_32.len(),
            Dialect::X86_64 => REGISTERS_64.len(),
            Dialect::C11 | Dialect::Linux => usize::MAX,
        };
        (0..program.threads.len()).all(|thread| program.registers(thread) <= limit)
            && program.initial.len() <= LOCATIONS.len()
    }

    /// What conditions call that part of the final state.
    #[must_use]
    pub fn name(self, observable: Observable) -> String {
        match observable {
            Observable::Location(location) => LOCATIONS[location].to_string(),
            Observable::Register { thread, register } => match self {
                Dialect::X86 => format!("{thread}:{}", REGISTERS_32[register]),
                Dialect::X86_64 => format!("{thread}:{}", REGISTERS_64[register].0),
                Dialect::C11 | Dialect::Linux => format!("{thread}:r{register}"),
            },
        }
    }
}

const LOCATIONS: [&str; 8] = ["x", "y", "z", "a", "b", "c", "d", "e"];

/// For the program's registers; EAX and ECX are scratch, EDX counts rounds.
const REGISTERS_32: [&str; 3] = ["EBX", "ESI", "EDI"];

/// The same with 64 bits, and the name of their lower half.
const REGISTERS_64: [(&str, &str); 11] = [
    ("rbx", "ebx"),
    ("rsi", "esi"),
    ("rdi", "edi"),
    ("r8", "r8d"),
    ("r9", "r9d"),
    ("r10", "r10d"),
    ("r11", "r11d"),
    ("r12", "r12d"),
    ("r13", "r13d"),
    ("r14", "r14d"),
    ("r15", "r15d"),
];

/// The program as a litmus file.
///
/// # Panics
/// If it does not fit: [`Dialect::fits`].
#[must_use]
pub fn print(program: &Program, dialect: Dialect) -> String {
    assert!(dialect.fits(program), "it does not fit {dialect:?}");
    let mut text = String::new();
    let head = match dialect {
        Dialect::X86 => "X86",
        Dialect::X86_64 => "X86_64",
        Dialect::C11 | Dialect::Linux => "C",
    };
    let _ = writeln!(text, "{head} {}", program.name);
    let initial = LOCATIONS.iter().zip(&program.initial);
    let initial: Vec<String> = initial.map(|(x, v)| format!("{x}={v};")).collect();
    let _ = writeln!(text, "{{ {} }}", initial.join(" "));
    match dialect {
        Dialect::X86 => columns(program, &Assembly { att: false }, &mut text),
        Dialect::X86_64 => columns(program, &Assembly { att: true }, &mut text),
        Dialect::C11 | Dialect::Linux => functions(program, dialect, &mut text),
    }
    let observables = program.observables().into_iter();
    let names: Vec<String> = observables.map(|o| dialect.name(o) + ";").collect();
    let _ = writeln!(text, "locations [{}]", names.join(" "));
    let _ = writeln!(text, "{}", condition(&program.condition, dialect));
    text
}

fn condition(condition: &Condition, dialect: Dialect) -> String {
    let quantifier = match condition.quantifier {
        Quantifier::Exists => "exists",
        Quantifier::NotExists => "~exists",
        Quantifier::Forall => "forall",
    };
    let proposition = proposition(&condition.proposition, dialect);
    format!("{quantifier} ({proposition})")
}

fn proposition(p: &Proposition, dialect: Dialect) -> String {
    let joined = |parts: &[Proposition], word: &str, empty: &str| match parts {
        [] => empty.to_string(),
        [one] => proposition(one, dialect),
        several => {
            let parts = several.iter().map(|part| match part {
                Proposition::Equals(..) => proposition(part, dialect),
                _ => format!("({})", proposition(part, dialect)),
            });
            parts.collect::<Vec<_>>().join(word)
        }
    };
    match p {
        Proposition::Equals(observable, value) => {
            format!("{}={value}", dialect.name(*observable))
        }
        Proposition::Not(inner) => format!("~({})", proposition(inner, dialect)),
        Proposition::And(parts) => joined(parts, " /\\ ", "true"),
        Proposition::Or(parts) => joined(parts, " \\/ ", "false"),
    }
}

/// Writes the threads side by side.
fn columns(program: &Program, assembly: &Assembly, text: &mut String) {
    let column = |(thread, block): (usize, &Vec<Statement>)| {
        let mut cells = vec![format!("P{thread}")];
        let mut labels = 0;
        assembly.block(block, &mut cells, &mut labels);
        cells
    };
    let columns: Vec<Vec<String>> = program.threads.iter().enumerate().map(column).collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let cells = columns.iter().map(|cells| {
            let width = cells.iter().map(String::len).max().unwrap_or(0);
            let cell = cells.get(row).map_or("", String::as_str);
            format!(" {cell:width$} ")
        });
        let _ = writeln!(text, "{};", cells.collect::<Vec<_>>().join("|"));
    }
}

/// A register or a place, whose name depends on the syntax.
#[derive(Clone, Copy)]
enum Operand {
    Own(usize),
    Accumulator,
    Scratch,
    Counter,
    Location(usize),
    Immediate(u64),
}

/// How instructions are written.
struct Assembly {
    /// The destination last, names in lower case.
    att: bool,
}

impl Assembly {
    fn operand(&self, operand: Operand) -> String {
        let (intel, att) = match operand {
            Operand::Own(register) if self.att => ("", REGISTERS_64[register].1),
            Operand::Own(register) => (REGISTERS_32[register], ""),
            Operand::Accumulator => ("EAX", "eax"),
            Operand::Scratch => ("ECX", "ecx"),
            Operand::Counter => ("EDX", "edx"),
            Operand::Location(location) => {
                let name = LOCATIONS[location];
                let (open, close) = if self.att { ("(", ")") } else { ("[", "]") };
                return format!("{open}{name}{close}");
            }
            Operand::Immediate(value) => return format!("${value}"),
        };
        if self.att {
            format!("%{att}")
        } else {
            intel.to_string()
        }
    }

    fn value(value: Value) -> Operand {
        match value {
            Value::Constant(constant) => Operand::Immediate(constant),
            Value::Register(register) => Operand::Own(register),
        }
    }

    fn word(&self, word: &str) -> String {
        if self.att {
            word.to_lowercase()
        } else {
            word.to_string()
        }
    }

    /// An instruction with two operands, of which the first is changed.
    fn two(&self, word: &str, destination: Operand, source: Operand) -> String {
        let (a, b) = (self.operand(destination), self.operand(source));
        if self.att {
            format!("{}l {b},{a}", self.word(word))
        } else {
            format!("{word} {a},{b}")
        }
    }

    fn block(&self, block: &[Statement], cells: &mut Vec<String>, labels: &mut usize) {
        for statement in block {
            self.statement(statement, cells, labels);
        }
    }

    fn statement(&self, statement: &Statement, cells: &mut Vec<String>, labels: &mut usize) {
        match *statement {
            Statement::Load { register, location } => {
                cells.push(self.two("MOV", Operand::Own(register), Operand::Location(location)));
            }
            Statement::Store {
                order,
                location,
                value,
            } => self.store(order, location, value, cells),
            Statement::Fence => cells.push(self.word("MFENCE")),
            Statement::StoreBarrier => cells.push(self.word("SFENCE")),
            Statement::Exchange {
                register,
                location,
                value,
            } => {
                let own = Operand::Own(register);
                if Assembly::value(value).name() != own.name() {
                    cells.push(self.two("MOV", own, Assembly::value(value)));
                }
                cells.push(self.two("XCHG", Operand::Location(location), own));
            }
            Statement::FetchAdd {
                register,
                location,
                addend,
            } => {
                let own = Operand::Own(register);
                cells.push(self.two("MOV", own, Operand::Immediate(addend)));
                cells.push(self.two("LOCK XADD", Operand::Location(location), own));
            }
            Statement::CompareExchange {
                register,
                location,
                expected,
                new,
            } => {
                let (accumulator, scratch) = (Operand::Accumulator, Operand::Scratch);
                cells.push(self.two("MOV", accumulator, Operand::Immediate(expected)));
                cells.push(self.two("MOV", scratch, Operand::Immediate(new)));
                cells.push(self.two("LOCK CMPXCHG", Operand::Location(location), scratch));
                cells.push(self.two("MOV", Operand::Own(register), accumulator));
            }
            Statement::SectionBegin { .. }
            | Statement::SectionEnd { .. }
            | Statement::GracePeriod { .. } => unreachable!("it does not fit"),
            Statement::If { .. } => self.branch(statement, cells, labels),
            Statement::Repeat { times, ref body } => {
                let label = next_label(labels);
                let times = Operand::Immediate(times as u64);
                cells.push(self.two("MOV", Operand::Counter, times));
                cells.push(format!("{label}:"));
                self.block(body, cells, labels);
                let dec = self.word("DEC");
                let size = if self.att { "l" } else { "" };
                cells.push(format!("{dec}{size} {}", self.operand(Operand::Counter)));
                cells.push(self.two("CMP", Operand::Counter, Operand::Immediate(0)));
                cells.push(format!("{} {label}", self.word("JNE")));
            }
            Statement::Until { ref ends, ref body } => {
                let (start, end) = (next_label(labels), next_label(labels));
                cells.push(format!("{start}:"));
                self.block(body, cells, labels);
                for (register, equals) in ends {
                    let (own, value) = (Operand::Own(*register), Operand::Immediate(*equals));
                    cells.push(self.two("CMP", own, value));
                    cells.push(format!("{} {end}", self.word("JE")));
                }
                cells.push(format!("{} {start}", self.word("JMP")));
                cells.push(format!("{end}:"));
            }
        }
    }

    fn store(&self, order: Order, location: usize, value: Value, cells: &mut Vec<String>) {
        let location = Operand::Location(location);
        let value = Assembly::value(value);
        match order {
            Order::SeqCst => {
                cells.push(self.two("MOV", Operand::Scratch, value));
                cells.push(self.two("XCHG", location, Operand::Scratch));
            }
            Order::Release => {
                cells.push(self.word("SFENCE"));
                cells.push(self.two("MOV", location, value));
            }
            Order::Plain => cells.push(self.two("MOV", location, value)),
        }
    }

    fn branch(&self, statement: &Statement, cells: &mut Vec<String>, labels: &mut usize) {
        let Statement::If {
            register,
            equals,
            then,
            otherwise,
        } = statement
        else {
            unreachable!("called for branches");
        };
        let end = next_label(labels);
        cells.push(self.two("CMP", Operand::Own(*register), Operand::Immediate(*equals)));
        if otherwise.is_empty() {
            cells.push(format!("{} {end}", self.word("JNE")));
            self.block(then, cells, labels);
        } else {
            let then_label = next_label(labels);
            cells.push(format!("{} {then_label}", self.word("JE")));
            self.block(otherwise, cells, labels);
            cells.push(format!("{} {end}", self.word("JMP")));
            cells.push(format!("{then_label}:"));
            self.block(then, cells, labels);
        }
        cells.push(format!("{end}:"));
    }
}

impl Operand {
    /// Which of the program's registers it is.
    fn name(self) -> Option<usize> {
        match self {
            Operand::Own(register) => Some(register),
            _ => None,
        }
    }
}

fn next_label(labels: &mut usize) -> String {
    *labels += 1;
    format!("L{:02}", *labels - 1)
}

/// Writes the threads as functions.
fn functions(program: &Program, dialect: Dialect, text: &mut String) {
    let kind = if dialect == Dialect::C11 {
        "atomic_int"
    } else {
        "int"
    };
    let parameters = LOCATIONS.iter().take(program.initial.len());
    let parameters = parameters.map(|x| format!("{kind} *{x}"));
    let domains = (1..program.domains()).map(|domain| format!("struct srcu_struct *s{domain}"));
    let parameters: Vec<String> = parameters.chain(domains).collect();
    for (thread, block) in program.threads.iter().enumerate() {
        let _ = writeln!(text, "void P{thread}({}) {{", parameters.join(", "));
        for register in 0..program.registers(thread) {
            let _ = writeln!(text, "  int r{register} = 0;");
        }
        for index in 0..program.indices(thread) {
            let _ = writeln!(text, "  int i{index};");
        }
        let mut c = C {
            dialect,
            counters: 0,
            text,
        };
        c.block(block, 1);
        let _ = writeln!(text, "}}");
    }
}

/// Writes statements as C.
struct C<'a> {
    dialect: Dialect,
    counters: usize,
    text: &'a mut String,
}

impl C<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", depth * 2);
    }

    fn block(&mut self, block: &[Statement], depth: usize) {
        for statement in block {
            match statement {
                Statement::If {
                    register,
                    equals,
                    then,
                    otherwise,
                } => {
                    self.line(depth, &format!("if (r{register} == {equals}) {{"));
                    self.block(then, depth + 1);
                    if !otherwise.is_empty() {
                        self.line(depth, "} else {");
                        self.block(otherwise, depth + 1);
                    }
                    self.line(depth, "}");
                }
                Statement::Repeat { times, body } => {
                    let counter = format!("n{}", self.counters);
                    self.counters += 1;
                    self.line(depth, &format!("int {counter} = {times};"));
                    self.line(depth, &format!("while ({counter} != 0) {{"));
                    self.block(body, depth + 1);
                    self.line(depth + 1, &format!("{counter} = {counter} - 1;"));
                    self.line(depth, "}");
                }
                Statement::Until { ends, body } => {
                    let go_on = ends.iter().map(|(r, value)| format!("r{r} != {value}"));
                    let go_on = go_on.collect::<Vec<_>>().join(" && ");
                    self.line(depth, "do {");
                    self.block(body, depth + 1);
                    self.line(depth, &format!("}} while ({go_on});"));
                }
                simple => {
                    let line = match self.dialect {
                        Dialect::Linux => linux(simple),
                        _ => c11(simple),
                    };
                    self.line(depth, &line);
                }
            }
        }
    }
}

fn c_value(value: Value) -> String {
    match value {
        Value::Constant(constant) => constant.to_string(),
        Value::Register(register) => format!("r{register}"),
    }
}

/// A statement without blocks, with the functions of C11.
fn c11(statement: &Statement) -> String {
    let at = statement.location().map_or("", |l| LOCATIONS[l]);
    match *statement {
        Statement::Load { register, .. } => {
            format!("r{register} = atomic_load_explicit({at}, memory_order_relaxed);")
        }
        Statement::Store { order, value, .. } => {
            let order = match order {
                Order::Plain => "relaxed",
                Order::Release => "release",
                Order::SeqCst => "seq_cst",
            };
            let value = c_value(value);
            format!("atomic_store_explicit({at}, {value}, memory_order_{order});")
        }
        Statement::Fence => "atomic_thread_fence(memory_order_seq_cst);".to_string(),
        Statement::StoreBarrier => "atomic_thread_fence(memory_order_release);".to_string(),
        Statement::Exchange {
            register, value, ..
        } => {
            let value = c_value(value);
            format!("r{register} = atomic_exchange_explicit({at}, {value}, memory_order_relaxed);")
        }
        Statement::FetchAdd {
            register, addend, ..
        } => {
            format!(
                "r{register} = atomic_fetch_add_explicit({at}, {addend}, memory_order_acq_rel);"
            )
        }
        // What it finds is left in what was expected, which it equals if it
        // succeeds.
        Statement::CompareExchange {
            register,
            expected,
            new,
            ..
        } => format!(
            "r{register} = {expected}; atomic_compare_exchange_strong_explicit({at}, \
             &r{register}, {new}, memory_order_seq_cst, memory_order_relaxed);"
        ),
        Statement::SectionBegin { .. }
        | Statement::SectionEnd { .. }
        | Statement::GracePeriod { .. } => unreachable!("it does not fit"),
        Statement::If { .. } | Statement::Repeat { .. } | Statement::Until { .. } => {
            unreachable!("the blocks are written elsewhere")
        }
    }
}

/// A statement without blocks, with the functions of the Linux kernel.
fn linux(statement: &Statement) -> String {
    let at = statement.location().map_or("", |l| LOCATIONS[l]);
    match *statement {
        Statement::Load { register, .. } => format!("r{register} = READ_ONCE(*{at});"),
        Statement::Store { order, value, .. } => {
            let value = c_value(value);
            match order {
                Order::Plain => format!("WRITE_ONCE(*{at}, {value});"),
                Order::Release => format!("smp_store_release({at}, {value});"),
                Order::SeqCst => format!("xchg({at}, {value});"),
            }
        }
        Statement::Fence => "smp_mb();".to_string(),
        Statement::StoreBarrier => "smp_wmb();".to_string(),
        Statement::Exchange {
            register, value, ..
        } => format!("r{register} = xchg({at}, {});", c_value(value)),
        Statement::FetchAdd {
            register, addend, ..
        } => format!("r{register} = atomic_fetch_add({addend}, {at});"),
        Statement::CompareExchange {
            register,
            expected,
            new,
            ..
        } => format!("r{register} = cmpxchg({at}, {expected}, {new});"),
        Statement::SectionBegin { domain: 0, .. } => "rcu_read_lock();".to_string(),
        Statement::SectionEnd { domain: 0, .. } => "rcu_read_unlock();".to_string(),
        Statement::GracePeriod { domain: 0 } => "synchronize_rcu();".to_string(),
        Statement::SectionBegin { domain, index } => {
            format!("i{index} = srcu_read_lock(s{domain});")
        }
        Statement::SectionEnd { domain, index } => {
            format!("srcu_read_unlock(s{domain}, i{index});")
        }
        Statement::GracePeriod { domain } => format!("synchronize_srcu(s{domain});"),
        Statement::If { .. } | Statement::Repeat { .. } | Statement::Until { .. } => {
            unreachable!("the blocks are written elsewhere")
        }
    }
}
