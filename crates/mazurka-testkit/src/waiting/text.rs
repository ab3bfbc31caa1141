//! Programs as C and as litmus tests.

use super::block::{Block, Expression, Operator, Order, Plain, Update};
use super::expand::expand;
use super::program::{MUTEXES, NAMED, NAMES, Program, REGISTERS};
use std::fmt::{self, Write as _};

/// What C texts begin with.
pub const HEADERS: &str = r"#include <sched.h>
#include <stdatomic.h>
struct node { unsigned next; };
static void keep(struct node *node, unsigned value) { node->next = value; }
static void escape(unsigned *variable) {}
";

/// The variable in C that says whether all threads have ended.
pub const DONE: &str = "done";

/// How a program is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// As C; names begin with this number.
    C(usize),
    /// As a litmus test.
    Litmus,
    /// As C, for people.
    Show,
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (thread, statements) in self.threads.iter().enumerate() {
            let block = Writer::new(Style::Show).thread(&expand(statements));
            write!(f, "thread {thread}:\n{block}")?;
        }
        Ok(())
    }
}

/// The program as C, with names that begin with this number.
#[must_use]
pub fn c(program: &Program, number: usize) -> String {
    let mut text = String::new();
    for name in NAMES {
        let _ = writeln!(text, "atomic_uint p{number}_{name};");
    }
    for mutex in 0..MUTEXES {
        let _ = writeln!(
            text,
            "pthread_mutex_t p{number}_m{mutex} = PTHREAD_MUTEX_INITIALIZER;"
        );
    }
    let _ = writeln!(text, "unsigned p{number}_{DONE};");
    for (thread, statements) in program.threads.iter().enumerate() {
        let mut writer = Writer::new(Style::C(number));
        writer.line("struct node node;");
        writer.registers();
        if program.in_memory {
            for register in 0..NAMED {
                writer.line(&format!("escape(&r{register});"));
            }
        }
        let block = writer.thread(&expand(statements));
        let _ = write!(
            text,
            "void *p{number}_t{thread}(void *unused) {{\n{block}    return 0;\n}}\n"
        );
    }
    let threads = program.threads.len();
    let _ = write!(
        text,
        "int p{number}_main(void) {{\n    pthread_t t[{threads}];\n"
    );
    for thread in 0..threads {
        let _ = writeln!(
            text,
            "    pthread_create(&t[{thread}], 0, p{number}_t{thread}, 0);"
        );
    }
    for thread in 0..threads {
        let _ = writeln!(text, "    pthread_join(t[{thread}], 0);");
    }
    let _ = write!(text, "    p{number}_{DONE} = 1;\n    return 0;\n}}\n");
    text
}

/// The program as a litmus test in C.
///
/// # Panics
/// If it has mutexes or assertions.
#[must_use]
pub fn litmus(program: &Program) -> String {
    let mut text = "C wait\n{}\n".to_owned();
    let parameters: Vec<String> = NAMES.iter().map(|x| format!("atomic_int* {x}")).collect();
    for (thread, statements) in program.threads.iter().enumerate() {
        let mut writer = Writer::new(Style::Litmus);
        writer.registers();
        let block = writer.thread(&expand(statements));
        let _ = write!(
            text,
            "\nP{thread}({})\n{{\n{block}}}\n",
            parameters.join(", ")
        );
    }
    let _ = writeln!(text, "\nlocations [{};]", NAMES.join("; "));
    text
}

struct Writer {
    style: Style,
    text: String,
    depth: usize,
}

impl Writer {
    fn new(style: Style) -> Writer {
        Writer {
            style,
            text: String::new(),
            depth: 1,
        }
    }

    fn thread(mut self, block: &Block) -> String {
        self.block(block);
        self.text
    }

    /// Declares the registers.
    fn registers(&mut self) {
        let word = match self.style {
            Style::Litmus => "int",
            Style::C(_) | Style::Show => "unsigned",
        };
        for register in 0..REGISTERS {
            self.line(&format!("{word} r{register} = 0;"));
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 4 * self.depth);
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|plain| self.plain(plain));
    }

    fn nested(&mut self, head: &str, block: &Block, tail: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
        self.line(&format!("}}{tail}"));
    }

    fn plain(&mut self, plain: &Plain) {
        let line = match plain {
            Plain::Set(register, value) => format!("r{register} = {};", self.value(value)),
            Plain::Do(value) => format!("{};", self.value(value)),
            Plain::Store(location, value, order) => {
                let order = match order {
                    Order::Relaxed => "relaxed",
                    Order::Release => "release",
                    Order::Full => "seq_cst",
                };
                let (at, value) = (self.address(*location), self.value(value));
                match self.style {
                    Style::Show => format!("store_{order}({at}, {value});"),
                    _ => format!("atomic_store_explicit({at}, {value}, memory_order_{order});"),
                }
            }
            Plain::Fence => match self.style {
                Style::Show => "fence();".to_owned(),
                _ => "atomic_thread_fence(memory_order_seq_cst);".to_owned(),
            },
            Plain::Yield => match self.style {
                Style::Litmus => ";".to_owned(),
                _ => "sched_yield();".to_owned(),
            },
            Plain::Lock(mutex) => format!("pthread_mutex_lock({});", self.mutex(*mutex)),
            Plain::Unlock(mutex) => format!("pthread_mutex_unlock({});", self.mutex(*mutex)),
            Plain::Keep(register) => match self.style {
                Style::Litmus => panic!("litmus tests have no memory of their own"),
                _ => format!("keep(&node, r{register});"),
            },
            Plain::Break => "break;".to_owned(),
            Plain::Assert(condition, number) => {
                let condition = self.value(condition);
                assert!(self.style != Style::Litmus, "there are no assertions");
                format!("assert({condition} && {}u);", number + 100)
            }
            Plain::If(condition, then, or_else) => {
                let head = format!("if ({})", self.value(condition));
                self.nested(&head, then, "");
                if !or_else.is_empty() {
                    self.nested("else", or_else, "");
                }
                return;
            }
            Plain::While(condition, body) => {
                let head = format!("while ({})", self.value(condition));
                return self.nested(&head, body, "");
            }
            Plain::DoWhile(body, condition) => {
                let tail = format!(" while ({});", self.value(condition));
                return self.nested("do", body, &tail);
            }
        };
        self.line(&line);
    }

    /// The address of a location.
    fn address(&self, location: usize) -> String {
        let name = NAMES[location];
        match self.style {
            Style::C(number) => format!("&p{number}_{name}"),
            Style::Litmus | Style::Show => name.to_owned(),
        }
    }

    fn mutex(&self, mutex: usize) -> String {
        match self.style {
            Style::C(number) => format!("&p{number}_m{mutex}"),
            Style::Show => format!("m{mutex}"),
            Style::Litmus => panic!("litmus tests have no mutexes"),
        }
    }

    fn value(&self, expression: &Expression) -> String {
        let explicit = match self.style {
            Style::Show => "",
            _ => ", memory_order_seq_cst",
        };
        match expression {
            Expression::Constant(number) => number.to_string(),
            Expression::Register(register) => format!("r{register}"),
            Expression::Load(location) => {
                let at = self.address(*location);
                match self.style {
                    Style::Show => format!("load({at})"),
                    _ => format!("atomic_load_explicit({at}, memory_order_relaxed)"),
                }
            }
            Expression::Update(update, location, operand) => {
                let word = match update {
                    Update::Exchange => "exchange",
                    Update::Add => "fetch_add",
                    Update::Subtract => "fetch_sub",
                    Update::Or => "fetch_or",
                    Update::And => "fetch_and",
                };
                let (at, operand) = (self.address(*location), self.value(operand));
                match self.style {
                    Style::Show => format!("{word}({at}, {operand})"),
                    _ => format!("atomic_{word}_explicit({at}, {operand}{explicit})"),
                }
            }
            Expression::CompareExchange {
                location,
                expected,
                new,
                weak,
            } => {
                let word = if *weak { "weak" } else { "strong" };
                let (at, new) = (self.address(*location), self.value(new));
                match self.style {
                    Style::Show => {
                        format!("compare_exchange_{word}({at}, &r{expected}, {new})")
                    }
                    _ => format!(
                        "atomic_compare_exchange_{word}_explicit({at}, &r{expected}, \
                         {new}{explicit}{explicit})"
                    ),
                }
            }
            Expression::TryLock(mutex) => {
                format!("(pthread_mutex_trylock({}) == 0)", self.mutex(*mutex))
            }
            Expression::Binary(operator, left, right) => {
                let word = match operator {
                    Operator::Equal => "==",
                    Operator::Unequal => "!=",
                    Operator::Less => "<",
                    Operator::Plus => "+",
                    Operator::Minus => "-",
                    Operator::Bits => "&",
                };
                format!("({} {word} {})", self.value(left), self.value(right))
            }
            Expression::Both(left, right) => {
                format!("({} && {})", self.value(left), self.value(right))
            }
            Expression::Either(left, right) => {
                format!("({} || {})", self.value(left), self.value(right))
            }
            Expression::Not(inner) => format!("!{}", self.value(inner)),
        }
    }
}
