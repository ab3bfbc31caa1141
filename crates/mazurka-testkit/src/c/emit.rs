//! Programs of [`crate::ir`] as C text.
//!
//! How a program is written is drawn from a seed of its own: what its variables are
//! (globals, fields of a struct, elements of an array, on the heap; of one, two, four or
//! eight bytes), whether registers are scalars or an array, which of several ways to say
//! it each statement takes (plain, volatile or atomic accesses with any order that means
//! the same, `__sync` or `__atomic` builtins, kinds of fences, ways to initialise).

mod accesses;

use super::run::Location;
use crate::ir::{Class, Program, REGISTERS, SET, Statement, Value, visit};
use crate::random::Random;
use mazurka_memory::Model;
use std::fmt::Write;

/// Where the variables of a program lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    Globals,
    Struct,
    Array,
    Heap,
}

/// A program in C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text, without the prelude.
    pub text: String,
    /// The function to begin with.
    pub main: String,
    /// Where the variables lie.
    pub variables: Vec<Location>,
    /// How many alternatives `__VERIFIER_nondet_int` has.
    pub alternatives: u64,
}

/// The program with what C cannot say replaced by what it can.
#[must_use]
pub fn in_c(program: &Program) -> Program {
    // Semaphores count single permits.
    program.rewritten(&mut |statement| {
        let one = match *statement {
            Statement::Acquire { semaphore, .. } => Statement::Acquire {
                semaphore,
                permits: 1,
            },
            Statement::Release { semaphore, .. } => Statement::Release {
                semaphore,
                permits: 1,
            },
            Statement::TryAcquire {
                semaphore,
                register,
                ..
            } => Statement::TryAcquire {
                semaphore,
                permits: 1,
                register,
            },
            Statement::Set(variable) => Statement::StoreSeqCst {
                variable,
                value: Value::Constant(SET),
            },
            // A thread that fails ends at once, whatever is in its buffer.
            Statement::Assert { .. } if program.model != Model::Sc => return Some(Vec::new()),
            _ => return None,
        };
        Some(vec![one])
    })
}

/// If a statement and the one after it are a `pthread_once`: of what, the register that
/// learns who runs it, and what runs.
fn call_once<'a>(
    statement: &Statement,
    after: &'a [Statement],
) -> Option<(usize, usize, &'a [Statement])> {
    let Statement::Begin { once, register } = *statement else {
        return None;
    };
    let Some(Statement::If {
        register: looked_at,
        equals: 1,
        then,
        otherwise,
    }) = after.first()
    else {
        return None;
    };
    let (last, code) = then.split_last()?;
    let ends = *last == Statement::Complete(once);
    (*looked_at == register && otherwise.is_empty() && ends).then_some((once, register, code))
}

/// Is every `begin` and `complete` in the block part of a `pthread_once`, in which
/// no thread ends?
fn calls_once(block: &[Statement]) -> bool {
    let mut rest = block;
    while let [statement, after @ ..] = rest {
        rest = after;
        let inner = match statement {
            Statement::Begin { .. } => {
                let Some((_, _, code)) = call_once(statement, after) else {
                    return false;
                };
                rest = &after[1..];
                let mut ends = false;
                visit(code, &mut |s| {
                    ends |= matches!(s, Statement::Assert { .. });
                });
                if ends {
                    return false;
                }
                calls_once(code)
            }
            Statement::Complete(_) => false,
            Statement::If {
                then, otherwise, ..
            } => calls_once(then) && calls_once(otherwise),
            _ => true,
        };
        if !inner {
            return false;
        }
    }
    true
}

/// Can the program be written in C?
#[must_use]
pub fn is_c(program: &Program) -> bool {
    let mut is_c = program.bodies.iter().all(|body| calls_once(body));
    program.visit(&mut |_, statement| {
        let has_none = matches!(
            statement,
            Statement::Await(_)
                | Statement::AwaitAny(_)
                | Statement::AwaitThen { .. }
                | Statement::Park
                | Statement::Unpark(_)
                | Statement::Send { .. }
                | Statement::TrySend { .. }
                | Statement::Recv { .. }
                | Statement::TryRecv { .. }
                | Statement::Close(_)
                | Statement::DropReceiver(_)
                | Statement::Post { .. }
                | Statement::Receive { .. }
                | Statement::ReceiveTimeout { .. }
                | Statement::Set(_)
        );
        is_c &= !has_none;
    });
    is_c
}

struct Emitter<'a> {
    program: &'a Program,
    /// What all names begin with.
    prefix: String,
    random: Random,
    layout: Layout,
    sizes: Vec<usize>,
    /// Are registers an array?
    in_array: bool,
    /// May the compiler merge plain accesses?
    is_optimised: bool,
    alternatives: u64,
    /// Functions that come before those of the bodies.
    before: String,
    callbacks: usize,
    /// For each thing that runs once: is it said with the two calls of C++?
    guards: Vec<bool>,
}

/// A program as C text, with names that begin with `p` and the number; `initial` are the
/// values of the variables at the start, zero if not said.
#[must_use]
pub fn emit(
    program: &Program,
    number: usize,
    style: u64,
    is_optimised: bool,
    initial: &[u64],
) -> Text {
    let mut random = Random::new(style);
    let layouts = [Layout::Globals, Layout::Struct, Layout::Array, Layout::Heap];
    let layout = layouts[random.weighted(&[3, 2, 2, 2])];
    let size = [1, 2, 4, 8][random.below(4)];
    let variables = program.variables();
    let sizes = (0..variables).map(|_| match layout {
        Layout::Array => size,
        _ => [1, 2, 4, 8][random.below(4)],
    });
    let sizes = sizes.collect();
    let mut emitter = Emitter {
        program,
        prefix: format!("p{number}_"),
        in_array: random.percent(40),
        random,
        layout,
        sizes,
        is_optimised,
        alternatives: 0,
        before: String::new(),
        callbacks: 0,
        guards: Vec::new(),
    };
    let onces = program.objects(Class::Once);
    emitter.guards = (0..onces).map(|_| emitter.random.percent(30)).collect();
    for body in &program.bodies {
        mark_guards(body, &mut emitter.guards);
    }
    emitter.program(initial)
}

/// What spawns or joins needs the variables of its body, which a function that
/// `pthread_once` calls does not have.
fn mark_guards(block: &[Statement], guards: &mut [bool]) {
    for (place, statement) in block.iter().enumerate() {
        if let Some((once, _, code)) = call_once(statement, &block[place + 1..]) {
            visit(code, &mut |s| {
                guards[once] |= matches!(s, Statement::Spawn(_) | Statement::Join(_));
            });
        }
        if let Statement::If {
            then, otherwise, ..
        } = statement
        {
            mark_guards(then, guards);
            mark_guards(otherwise, guards);
        }
    }
}

/// Adds a line.
macro_rules! line {
    ($to:expr, $depth:expr, $($words:tt)*) => {{
        $to.push_str(&"    ".repeat($depth));
        writeln!($to, $($words)*).expect("a string has room");
    }};
}

impl Emitter<'_> {
    fn program(&mut self, initial: &[u64]) -> Text {
        let p = self.prefix.clone();
        let mut bodies = String::new();
        for body in (0..self.program.bodies.len()).rev() {
            let text = self.body(body);
            bodies.push_str(&text);
        }
        let mut text = String::new();
        self.declarations(&mut text);
        for body in 0..self.program.bodies.len() {
            line!(text, 0, "void *{p}b{body}(void *);");
        }
        text.push_str(&self.before);
        text.push_str(&bodies);
        self.main(initial, &mut text);
        Text {
            text,
            main: format!("{p}main"),
            variables: self.locations(),
            alternatives: self.alternatives.max(1),
        }
    }

    fn declarations(&mut self, text: &mut String) {
        let p = self.prefix.clone();
        let fields = (0..).zip(&self.sizes);
        let fields: Vec<String> = fields
            .map(|(x, size)| format!("uint{}_t x{x};", size * 8))
            .collect();
        let fields = fields.join(" ");
        match self.layout {
            Layout::Globals => {
                for (x, size) in (0..).zip(&self.sizes) {
                    line!(text, 0, "uint{}_t {p}x{x};", size * 8);
                }
            }
            Layout::Struct => line!(text, 0, "struct {{ char pad; {fields} }} {p}s;"),
            Layout::Heap => line!(text, 0, "struct {p}s {{ char pad; {fields} }} *{p}s;"),
            Layout::Array => {
                let size = self.sizes.first().copied().unwrap_or(1) * 8;
                line!(text, 0, "uint{size}_t {p}a[{}];", self.sizes.len().max(1));
            }
        }
        let count = |class| self.program.objects(class);
        for m in 0..count(Class::Mutex) {
            line!(
                text,
                0,
                "pthread_mutex_t {p}m{m} = PTHREAD_MUTEX_INITIALIZER;"
            );
        }
        for w in 0..count(Class::RwLock) {
            line!(
                text,
                0,
                "pthread_rwlock_t {p}w{w} = PTHREAD_RWLOCK_INITIALIZER;"
            );
        }
        for c in 0..count(Class::Condvar) {
            line!(
                text,
                0,
                "pthread_cond_t {p}c{c} = PTHREAD_COND_INITIALIZER;"
            );
        }
        for s in 0..count(Class::Semaphore) {
            line!(text, 0, "sem_t {p}s{s};");
        }
        for o in 0..count(Class::Once) {
            line!(text, 0, "pthread_once_t {p}o{o} = PTHREAD_ONCE_INIT;");
            line!(text, 0, "uint64_t {p}g{o};");
        }
        line!(text, 0, "_Thread_local uint64_t *{p}R;");
        line!(text, 0, "_Thread_local int {p}first;");
    }

    fn main(&mut self, initial: &[u64], text: &mut String) {
        let p = self.prefix.clone();
        line!(text, 0, "int {p}main(void) {{");
        line!(text, 1, "int zero = 0;");
        if self.layout == Layout::Heap {
            let ways = [
                format!("calloc(1, sizeof *{p}s)"),
                format!("memset(malloc(sizeof *{p}s), 0, sizeof *{p}s)"),
            ];
            let way = &ways[self.random.below(2)];
            line!(text, 1, "{p}s = {way};");
            line!(text, 1, "struct {p}s *s = {p}s;");
        }
        for (x, value) in (0..self.sizes.len()).zip(initial) {
            let place = self.place(x);
            line!(text, 1, "{place} = {value};");
        }
        for m in 0..self.program.objects(Class::Mutex) {
            if self.random.percent(30) {
                line!(text, 1, "pthread_mutex_init(&{p}m{m}, NULL);");
            }
        }
        for s in 0..self.program.objects(Class::Semaphore) {
            let permits = self.program.permits.get(s).copied().unwrap_or(0);
            line!(text, 1, "sem_init(&{p}s{s}, 0, {permits});");
        }
        line!(text, 1, "pthread_t t;");
        for root in 1..self.program.roots {
            line!(text, 1, "pthread_create(&t, NULL, {p}b{root}, NULL);");
        }
        line!(text, 1, "{p}b0(NULL);");
        line!(text, 1, "pthread_exit(NULL);");
        line!(text, 0, "}}");
    }

    fn locations(&self) -> Vec<Location> {
        let p = &self.prefix;
        let mut offset = match self.layout {
            Layout::Globals | Layout::Array => 0_usize,
            Layout::Struct | Layout::Heap => 1,
        };
        let mut locations = Vec::new();
        for (x, size) in self.sizes.iter().enumerate() {
            offset = offset.next_multiple_of(*size);
            let (global, at) = match self.layout {
                Layout::Globals => (format!("{p}x{x}"), 0),
                Layout::Struct | Layout::Heap => (format!("{p}s"), offset),
                Layout::Array => (format!("{p}a"), x * size),
            };
            locations.push(Location {
                global,
                is_behind: self.layout == Layout::Heap,
                offset: at as u64,
                size: *size,
            });
            offset += size;
        }
        locations
    }

    /// A variable, as an expression that can be assigned to.
    fn place(&mut self, variable: usize) -> String {
        let p = &self.prefix;
        match self.layout {
            Layout::Globals => format!("{p}x{variable}"),
            Layout::Struct => format!("{p}s.x{variable}"),
            Layout::Heap => format!("s->x{variable}"),
            Layout::Array => match self.random.below(3) {
                0 => format!("{p}a[zero + {variable}]"),
                1 => format!("*({p}a + {variable} - zero)"),
                _ => format!("{p}a[{variable}]"),
            },
        }
    }

    fn kind(&self, variable: usize) -> String {
        format!("uint{}_t", self.sizes[variable] * 8)
    }

    fn register(&self, register: usize) -> String {
        if self.in_array {
            format!("r[{register}]")
        } else {
            format!("r{register}")
        }
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::Constant(constant) => format!("{constant}"),
            Value::Register { register, plus } => {
                format!("({} + {plus})", self.register(register))
            }
        }
    }

    fn one_of<'t>(&mut self, ways: &[&'t str]) -> &'t str {
        ways[self.random.below(ways.len())]
    }

    fn body(&mut self, body: usize) -> String {
        let p = self.prefix.clone();
        let statements = &self.program.bodies[body];
        // Functions that `pthread_once` calls find the registers by a pointer.
        let drawn = self.in_array;
        let mut once = false;
        visit(statements, &mut |s| {
            once |= matches!(s, Statement::Begin { .. })
        });
        self.in_array |= once;
        let mut text = String::new();
        line!(text, 0, "void *{p}b{body}(void *argument) {{");
        if self.in_array {
            line!(text, 1, "uint64_t r[{REGISTERS}] = {{0}};");
        } else {
            line!(text, 1, "uint64_t r0 = 0, r1 = 0, r2 = 0, r3 = 0;");
        }
        line!(text, 1, "int zero = argument != NULL;");
        self.heap(&mut text);
        line!(text, 1, "struct timespec time = {{0, 0}};");
        for other in 0..self.program.bodies.len() {
            let spawns = statements_of(statements, &Statement::Spawn(other));
            if spawns || statements_of(statements, &Statement::Join(other)) {
                line!(text, 1, "pthread_t h{other}[16];");
                line!(text, 1, "int n{other} = 0;");
            }
        }
        if once {
            line!(text, 1, "{p}R = r;");
        }
        line!(text, 1, "show({REGISTERS}, 0);");
        self.block(statements, 1, &mut text);
        line!(text, 1, "return NULL;");
        line!(text, 0, "}}");
        self.in_array = drawn;
        text
    }

    /// Every thread loads the pointer once: a loop that waits would else look at two
    /// variables.
    fn heap(&self, text: &mut String) {
        let p = &self.prefix;
        if self.layout == Layout::Heap {
            line!(text, 1, "struct {p}s *s = {p}s;");
        }
    }

    fn block(&mut self, block: &[Statement], depth: usize, text: &mut String) {
        let mut rest = block;
        while let [statement, after @ ..] = rest {
            rest = after;
            if let Some((once, register, code)) = call_once(statement, after) {
                self.once(once, register, code, depth, text);
                rest = &after[1..];
            } else {
                self.statement(statement, depth, text);
            }
        }
    }

    fn once(
        &mut self,
        once: usize,
        register: usize,
        code: &[Statement],
        depth: usize,
        text: &mut String,
    ) {
        let p = self.prefix.clone();
        let r = self.register(register);
        if self.guards[once] {
            line!(text, depth, "{r} = __cxa_guard_acquire(&{p}g{once});");
            line!(text, depth, "show({register}, {r});");
            line!(text, depth, "if ({r}) {{");
            self.block(code, depth + 1, text);
            line!(text, depth + 1, "__cxa_guard_release(&{p}g{once});");
            line!(text, depth, "}}");
            return;
        }
        let number = self.callbacks;
        self.callbacks += 1;
        let mut callback = String::new();
        line!(callback, 0, "static void {p}once{number}(void) {{");
        line!(callback, 1, "uint64_t *r = {p}R;");
        line!(callback, 1, "int zero = 0;");
        self.heap(&mut callback);
        line!(callback, 1, "struct timespec time = {{0, 0}};");
        line!(callback, 1, "{r} = 1;");
        line!(callback, 1, "show({register}, 1);");
        self.block(code, 1, &mut callback);
        line!(callback, 1, "{p}first = 1;");
        line!(callback, 0, "}}");
        self.before.push_str(&callback);
        line!(text, depth, "{p}first = 0;");
        line!(text, depth, "pthread_once(&{p}o{once}, {p}once{number});");
        line!(
            text,
            depth,
            "if (!{p}first) {{ {r} = 0; show({register}, 0); }}"
        );
    }

    fn statement(&mut self, statement: &Statement, depth: usize, text: &mut String) {
        if let Some(words) = self.local(statement) {
            line!(text, depth, "{words}");
        } else if let Some(words) = self.on_variable(statement) {
            line!(text, depth, "{words}");
            if let Some(register) = received(statement) {
                let r = self.register(register);
                line!(text, depth, "show({register}, {r});");
            }
        } else if let Some((words, register)) = self.on_lock(statement) {
            match register {
                None => line!(text, depth, "{words};"),
                Some((register, test)) => {
                    let r = self.register(register);
                    line!(text, depth, "{r} = {words} {test};");
                    line!(text, depth, "show({register}, {r});");
                }
            }
        } else if let Statement::If {
            register,
            equals,
            then,
            otherwise,
        } = statement
        {
            let r = self.register(*register);
            line!(text, depth, "if ({r} == {equals}) {{");
            self.block(then, depth + 1, text);
            if !otherwise.is_empty() {
                line!(text, depth, "}} else {{");
                self.block(otherwise, depth + 1, text);
            }
            line!(text, depth, "}}");
        } else {
            unreachable!("{statement} is not C");
        }
    }

    /// Threads, fences, and what only looks at registers.
    fn local(&mut self, statement: &Statement) -> Option<String> {
        let p = self.prefix.clone();
        let relation = |equal: bool| if equal { "==" } else { "!=" };
        Some(match *statement {
            Statement::Fence => self
                .one_of(&[
                    "__atomic_thread_fence(__ATOMIC_SEQ_CST);",
                    "__sync_synchronize();",
                    "asm volatile(\"mfence\" ::: \"memory\");",
                    "asm volatile(\"lock; addl $0,0(%%rsp)\" ::: \"memory\");",
                ])
                .to_owned(),
            Statement::StoreBarrier => self
                .one_of(&[
                    "__atomic_thread_fence(__ATOMIC_RELEASE);",
                    "__atomic_thread_fence(__ATOMIC_ACQ_REL);",
                ])
                .to_owned(),
            Statement::Spawn(body) => {
                format!("pthread_create(&h{body}[n{body}++], NULL, {p}b{body}, NULL);")
            }
            Statement::Join(body) => {
                let result = ["NULL", "&argument"][self.random.below(2)];
                format!("if (n{body}) {{ pthread_join(h{body}[--n{body}], {result}); }}")
            }
            Statement::Assert {
                register,
                equal,
                value,
            } => {
                let assert = self.one_of(&["assert", "__VERIFIER_assert"]);
                let r = self.register(register);
                format!("{assert}({r} {} {value});", relation(equal))
            }
            Statement::Assume {
                register,
                equal,
                value,
            } => {
                let r = self.register(register);
                format!("__VERIFIER_assume({r} {} {value});", relation(equal))
            }
            Statement::Choose {
                alternatives,
                register,
            } => {
                let r = self.register(register);
                let choose = if self.alternatives == 0 || self.alternatives == alternatives {
                    self.alternatives = alternatives;
                    "__VERIFIER_nondet_int()".to_owned()
                } else {
                    format!("__mazurka_choose({alternatives})")
                };
                format!("{r} = {choose}; show({register}, {r});")
            }
            _ => return None,
        })
    }
}

/// Is that statement in the block?
fn statements_of(block: &[Statement], statement: &Statement) -> bool {
    let mut found = false;
    visit(block, &mut |s| found |= s == statement);
    found
}

/// The register that a statement on a variable writes.
fn received(statement: &Statement) -> Option<usize> {
    match *statement {
        Statement::Load { register, .. }
        | Statement::FetchAdd { register, .. }
        | Statement::Swap { register, .. }
        | Statement::Fetch { register, .. }
        | Statement::CompareExchange { register, .. } => Some(register),
        _ => None,
    }
}
