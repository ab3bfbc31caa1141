//! A [`Program`] as C text.

use super::{
    Allocator, GUARDED, OBJECT, Place, Program, REGISTERS, Rmw, Statement, Strength, Value,
};
use crate::random::Random;
use std::fmt::Write;

/// The slots under which `main` prints the words of what it frees, and then that it is at
/// its end.
pub const FREED: usize = REGISTERS + 1;

/// What both objects are, for all programs.
pub const TYPES: &str = r"typedef union {
    uint8_t s1[16];
    uint16_t s2[8];
    uint32_t s4[4];
    uint64_t s8[2];
    unsigned __int128 s16;
    struct { uint32_t low, high; } pair[2];
    struct __attribute__((packed)) { char skip; uint32_t value; } odd;
} object;
";

struct Emitter {
    random: Random,
    prefix: String,
    is_optimised: bool,
    loops: usize,
}

macro_rules! line {
    ($to:expr, $depth:expr, $($words:tt)*) => {{
        $to.push_str(&"    ".repeat($depth));
        writeln!($to, $($words)*).expect("a string has room");
    }};
}

/// The text, with names that begin with `p` and the number; the function to begin with is
/// `main` with that prefix, the objects are `a` and `g`, and the first is behind a
/// pointer if it is on the heap.
#[must_use]
pub fn emit(program: &Program, number: usize, style: u64, is_optimised: bool) -> String {
    let mut emitter = Emitter {
        random: Random::new(style),
        prefix: format!("p{number}_"),
        is_optimised,
        loops: 0,
    };
    let p = emitter.prefix.clone();
    let mut text = String::new();
    if program.is_heap {
        line!(text, 0, "object *{p}a;");
    } else {
        line!(text, 0, "object {p}a;");
    }
    line!(text, 0, "object {p}g;");
    line!(text, 0, "pthread_mutex_t {p}m = PTHREAD_MUTEX_INITIALIZER;");
    line!(text, 0, "pthread_barrier_t {p}barrier;");
    for (thread, block) in program.threads.iter().enumerate() {
        line!(text, 0, "void *{p}t{thread}(void *argument) {{");
        line!(text, 1, "object *a = argument, *g = &{p}g;");
        line!(text, 1, "int zero = a == NULL;");
        line!(text, 1, "uint64_t r[{REGISTERS}] = {{0}};");
        line!(text, 1, "object copy;");
        line!(text, 1, "show({REGISTERS}, 0);");
        emitter.block(block, 1, &mut text);
        line!(text, 1, "return NULL;");
        line!(text, 0, "}}");
    }
    emitter.main(program, &mut text);
    text
}

impl Emitter {
    fn main(&mut self, program: &Program, text: &mut String) {
        let p = self.prefix.clone();
        let threads = program.threads.len();
        line!(text, 0, "int {p}main(void) {{");
        if program.is_heap {
            line!(text, 1, "object *a = {p}a = malloc(sizeof(object));");
            if program.failures.is_some() {
                line!(text, 1, "if (!a) {{ show({}, 0); return 0; }}", FREED + 2);
            }
        } else {
            line!(text, 1, "object *a = &{p}a;");
        }
        let [first, second, third, fourth] = program.initial;
        line!(text, 1, "*a = (object){{.s8 = {{{first}u, {second}u}}}};");
        line!(text, 1, "{p}g.s8[0] = {third}u;");
        line!(text, 1, "{p}g.s8[1] = {fourth}u;");
        line!(
            text,
            1,
            "pthread_barrier_init(&{p}barrier, NULL, {threads});"
        );
        line!(text, 1, "pthread_t t[{threads}];");
        for thread in 1..threads {
            line!(
                text,
                1,
                "pthread_create(&t[{thread}], NULL, {p}t{thread}, a);"
            );
        }
        line!(text, 1, "{p}t0(a);");
        let mut order: Vec<usize> = (1..threads).collect();
        if self.random.percent(50) {
            order.reverse();
        }
        for thread in order {
            line!(text, 1, "pthread_join(t[{thread}], NULL);");
        }
        if program.is_heap {
            line!(text, 1, "show({FREED}, a->s8[0]);");
            line!(text, 1, "show({}, a->s8[1]);", FREED + 1);
            line!(text, 1, "free(a);");
        }
        line!(text, 1, "show({}, 0);", FREED + 2);
        line!(text, 1, "return 0;");
        line!(text, 0, "}}");
    }

    fn block(&mut self, block: &[Statement], depth: usize, text: &mut String) {
        for statement in block {
            self.statement(statement, depth, text);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize, text: &mut String) {
        let p = self.prefix.clone();
        match statement {
            Statement::If(register, equals, then, otherwise) => {
                line!(text, depth, "if (r[{register}] == {equals}u) {{");
                self.block(then, depth + 1, text);
                line!(text, depth, "}} else {{");
                self.block(otherwise, depth + 1, text);
                line!(text, depth, "}}");
            }
            Statement::Repeat(times, inner) => {
                let i = format!("i{}", self.loops);
                self.loops += 1;
                line!(text, depth, "for (int {i} = 0; {i} < {times}; {i}++) {{");
                self.block(inner, depth + 1, text);
                line!(text, depth, "}}");
            }
            Statement::Section(inner) => {
                line!(text, depth, "pthread_mutex_lock(&{p}m);");
                self.block(inner, depth, text);
                line!(text, depth, "pthread_mutex_unlock(&{p}m);");
            }
            Statement::Atomic(inner) => {
                line!(text, depth, "__VERIFIER_atomic_begin();");
                self.block(inner, depth, text);
                line!(text, depth, "__VERIFIER_atomic_end();");
            }
            simple => {
                let words = self.simple(simple);
                line!(text, depth, "{words}");
                if let Some(register) = received(simple) {
                    line!(text, depth, "show({register}, r[{register}]);");
                }
            }
        }
    }

    /// An expression for the place.
    fn place(&mut self, place: Place) -> String {
        let Place { at, size } = place;
        let (object, at) = match at < GUARDED {
            true => ("a", at),
            false => ("g", at - GUARDED),
        };
        if !place.is_aligned() {
            let bits = size * 8;
            // Else the optimiser would take what was just stored.
            let volatile = if self.is_optimised { "volatile " } else { "" };
            return format!(
                "(({volatile}struct __attribute__((packed)) {{ uint{bits}_t v; }} *)((char *){object} \
                 + {at}))->v"
            );
        }
        let index = at / size;
        match self.random.below(4) {
            0 => format!("{object}->s{size}[{index} + zero]"),
            1 => format!("*(uint{}_t *)((char *){object} + {at})", size * 8),
            2 if size == 4 => {
                let part = ["low", "high"][index % 2];
                format!("{object}->pair[{}].{part}", index / 2)
            }
            _ => format!("{object}->s{size}[{index}]"),
        }
    }

    fn one_of<'t>(&mut self, ways: &[&'t str]) -> &'t str {
        ways[self.random.below(ways.len())]
    }

    fn load(&mut self, place: Place) -> String {
        let words = self.place(place);
        let bits = place.size * 8;
        if !place.is_aligned() {
            return words;
        }
        match self.random.below(5) {
            0 | 1 if !self.is_optimised => words,
            2 => format!("__atomic_load_n(&{words}, __ATOMIC_RELAXED)"),
            3 => format!("__atomic_load_n(&{words}, __ATOMIC_ACQUIRE)"),
            4 => format!("__atomic_load_n(&{words}, __ATOMIC_SEQ_CST)"),
            _ => format!("*(volatile uint{bits}_t *)&{words}"),
        }
    }

    fn store(&mut self, place: Place, value: Value, strength: Strength) -> String {
        let words = self.place(place);
        let bits = place.size * 8;
        let value = match value {
            Value::Constant(constant) => format!("{constant}u"),
            Value::Register(register) => format!("r[{register}]"),
        };
        match strength {
            Strength::Release => format!("__atomic_store_n(&{words}, {value}, __ATOMIC_RELEASE);"),
            Strength::SeqCst => format!("__atomic_store_n(&{words}, {value}, __ATOMIC_SEQ_CST);"),
            Strength::Plain if !place.is_aligned() => format!("{words} = {value};"),
            Strength::Plain => match self.random.below(3) {
                0 if !self.is_optimised => format!("{words} = {value};"),
                1 => format!("__atomic_store_n(&{words}, {value}, __ATOMIC_RELAXED);"),
                _ => format!("*(volatile uint{bits}_t *)&{words} = {value};"),
            },
        }
    }

    fn simple(&mut self, statement: &Statement) -> String {
        let p = self.prefix.clone();
        match *statement {
            Statement::Load(register, place) => {
                let load = self.load(place);
                format!("r[{register}] = {load};")
            }
            Statement::Store(place, value, strength) => self.store(place, value, strength),
            Statement::Rmw(register, kind, place, operand) => {
                let words = self.place(place);
                let order = self.one_of(&["__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST"]);
                let name = match kind {
                    Rmw::Add => "fetch_add",
                    Rmw::Sub => "fetch_sub",
                    Rmw::And => "fetch_and",
                    Rmw::Or => "fetch_or",
                    Rmw::Xor => "fetch_xor",
                    Rmw::Nand => "fetch_nand",
                    Rmw::Exchange => "exchange_n",
                };
                format!("r[{register}] = __atomic_{name}(&{words}, {operand}u, {order});")
            }
            Statement::CompareExchange(register, place, expected, new) => {
                let (words, bits) = (self.place(place), place.size * 8);
                format!(
                    "{{ uint{bits}_t e = {expected}u; __atomic_compare_exchange_n(&{words}, &e, \
                     {new}u, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); r[{register}] = e; }}"
                )
            }
            Statement::CompareExchangeWide(register, expected, new) => {
                let wide =
                    |[low, high]: [u64; 2]| format!("((unsigned __int128){high}u << 64 | {low}u)");
                format!(
                    "r[{register}] = __sync_bool_compare_and_swap(&a->s16, {}, {});",
                    wide(expected),
                    wide(new)
                )
            }
            Statement::Fence => "__atomic_thread_fence(__ATOMIC_SEQ_CST);".to_owned(),
            Statement::StoreBarrier => "__atomic_thread_fence(__ATOMIC_RELEASE);".to_owned(),
            Statement::Choose(register, _) => format!("r[{register}] = __VERIFIER_nondet_int();"),
            Statement::Await(place, value) => {
                let load = self.load(place);
                format!("while ({load} != {value}u) {{ }}")
            }
            Statement::AwaitBoth((first, value), (second, other)) => {
                let loads = (self.load(first), self.load(second));
                match self.random.below(2) {
                    0 => format!(
                        "while ({} != {value}u || {} != {other}u) {{ }}",
                        loads.0, loads.1
                    ),
                    _ => format!(
                        "for (;;) {{ if ({} == {value}u && {} == {other}u) break; sched_yield(); }}",
                        loads.0, loads.1
                    ),
                }
            }
            Statement::Barrier(register) => format!(
                "r[{register}] = pthread_barrier_wait(&{p}barrier) == PTHREAD_BARRIER_SERIAL_THREAD;"
            ),
            Statement::Copy(to, from, length) => self.copy(to - OBJECT, from - OBJECT, length),
            Statement::Fill(at, length, byte) => {
                let at = at - OBJECT;
                format!("memset((char *)g + {at}, {byte}, {length});")
            }
            Statement::Allocate(register, allocator) => allocate(register, allocator),
            ref other => unreachable!("{other:?} has blocks"),
        }
    }

    fn copy(&mut self, to: usize, from: usize, length: usize) -> String {
        let is_pair = length == 8 && to.is_multiple_of(8) && from.is_multiple_of(8);
        match self.random.below(3) {
            _ if is_pair => format!("g->pair[{}] = g->pair[{}];", to / 8, from / 8),
            0 => format!(
                "memcpy(&copy, (char *)g + {from}, {length}); memcpy((char *)g + {to}, &copy, \
                 {length});"
            ),
            1 => format!(
                "{{ object other = *g; memcpy((char *)g + {to}, other.s1 + {from}, {length}); }}"
            ),
            _ => format!("memmove((char *)g + {to}, (char *)g + {from}, {length});"),
        }
    }
}

/// An allocation, and what is wrong with it as a number that it never comes to.
fn allocate(register: usize, allocator: Allocator) -> String {
    let failed = "errno == ENOMEM ? 0 : 90";
    let one = |call: &str, is_right: &str| {
        format!(
            "{{ errno = 0; char *volatile p = {call}; r[{register}] = p ? {is_right} ? 1 : 91 : \
             {failed}; free(p); }}"
        )
    };
    match allocator {
        Allocator::Malloc => one("malloc(8)", "(p[7] = 5, p[7] == 5)"),
        Allocator::Calloc => one("calloc(2, 4)", "p[7] == 0"),
        Allocator::Strdup => one("strdup(\"letters\")", "p[6] == 's' && p[7] == 0"),
        Allocator::TooMuch => one("malloc((size_t)PTRDIFF_MAX + 1)", "0"),
        Allocator::Realloc => format!(
            "{{ errno = 0; char *volatile p = malloc(8); r[{register}] = {failed}; if (p) {{ p[7] = \
             5; errno = 0; char *volatile q = realloc(p, 24); r[{register}] = q ? q[7] == 5 ? 2 : 92 \
             : p[7] == 5 ? errno == ENOMEM ? 1 : 90 : 93; free(q ? q : p); }} }}"
        ),
        Allocator::PosixMemalign => format!(
            "{{ errno = 0; void *p = NULL; int e = posix_memalign(&p, 64, 8); r[{register}] = e ? \
             e == ENOMEM && !p && !errno ? 0 : 94 : (uintptr_t)p % 64 == 0 ? 1 : 95; free(p); }}"
        ),
    }
}

fn received(statement: &Statement) -> Option<usize> {
    match *statement {
        Statement::Load(register, _)
        | Statement::Rmw(register, ..)
        | Statement::CompareExchange(register, ..)
        | Statement::CompareExchangeWide(register, ..)
        | Statement::Choose(register, _)
        | Statement::Allocate(register, _)
        | Statement::Barrier(register) => Some(register),
        _ => None,
    }
}
