//! Programs as Erlang text, several in one module.

use super::program::{
    ASK, Clause, Message, NAMES, Number, Operation, Order, Pattern, Process, Program, Reason,
    Spawn, Statement, TABLES, TAGS, Table, Target,
};
use std::fmt::Write as _;

/// What every module ends with: `l` logs, `x` is the number of the process, `answer` answers the
/// question that it took last, and `y` does nothing
/// but in a real Erlang, where it may let others run.
const COMMON: &str = "\
l(X) -> put(log, [X | case get(log) of undefined -> []; L -> L end]), X.

x() -> case get(x) of undefined -> 0; X -> X end.

answer() -> case get(from) of undefined -> none; {From, Ref} -> From ! {Ref, x()} end.

-ifdef(YIELDS).
y() -> y(erlang:phash2({self(), erlang:monotonic_time(), erlang:unique_integer()}, 12)).
y(N) when N > 5; N =:= 0 -> ok;
y(N) -> erlang:yield(), y(N - 1).
-else.
y() -> ok.
-endif.
";

/// A module with a function for each program: `p0`, `p1`, ... With `apart`, names and keys of a
/// program have its number, so that all can run at once.
#[must_use]
pub fn module(name: &str, programs: &[&Program], apart: bool) -> String {
    let mut text = format!("-module({name}).\n-compile([nowarn_unused_function]).\n-export([");
    for number in 0..programs.len() {
        let comma = if number == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}p{number}/0");
    }
    text.push_str("]).\n\n");
    for (number, program) in programs.iter().enumerate() {
        let suffix = if apart {
            format!("_{number}")
        } else {
            String::new()
        };
        text.push_str(&function(program, number, suffix));
        text.push('\n');
    }
    text.push_str(COMMON);
    text
}

/// The text of one program.
#[must_use]
pub fn function(program: &Program, number: usize, suffix: String) -> String {
    let mut emitter = Emitter {
        program,
        suffix,
        text: format!("p{number}() ->\n"),
        current: 0,
        fresh: 0,
    };
    emitter.line(1, "Cells = atomics:new(2, []), _ = Cells,");
    for (table, kind) in program.tables.iter().enumerate() {
        if !kind.named {
            let new = emitter.table_new(table, None);
            emitter.line(1, &format!("T{table} = {new}, _ = T{table},"));
        }
    }
    emitter.body(&program.processes[0], 1);
    emitter.text.push_str(".\n");
    emitter.text
}

struct Emitter<'a> {
    program: &'a Program,
    suffix: String,
    text: String,
    /// The process whose code is written.
    current: Process,
    fresh: usize,
}

impl Emitter<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(depth));
    }

    /// Statements; the last line ends without anything.
    fn body(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            self.statement(statement, depth);
            self.text.push_str(",\n");
        }
        let _ = write!(self.text, "{}ok", "    ".repeat(depth));
    }

    fn process(&self, process: Process) -> String {
        if process == self.current {
            "self()".to_owned()
        } else {
            format!("P{process}")
        }
    }

    fn name(&self, name: usize) -> String {
        format!("{}{}", NAMES[name], self.suffix)
    }

    fn table(&self, table: usize) -> String {
        if self.program.tables[table].named {
            format!("{}{}", TABLES[table], self.suffix)
        } else {
            format!("T{table}")
        }
    }

    fn table_new(&self, table: usize, heir: Option<Process>) -> String {
        let kind = self.program.tables[table];
        let order = match kind.order {
            Order::Set => "set",
            Order::Ordered => "ordered_set",
            Order::Bag => "bag",
        };
        let named = if kind.named { ", named_table" } else { "" };
        let heir = heir.map_or(String::new(), |heir| {
            format!(", {{heir, {}, h}}", self.process(heir))
        });
        let name = format!("{}{}", TABLES[table], self.suffix);
        format!("ets:new({name}, [{order}, public{named}{heir}])")
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        let indent = "    ".repeat(depth);
        let _ = write!(self.text, "{indent}y(), ");
        match &statement.operation {
            Operation::Spawn(child, how) => self.spawn(*child, *how, depth),
            // In a function of its own, where nothing is caught: also receives in functions.
            Operation::Receive(clauses, after) if !statement.guarded => {
                self.text.push_str("(fun() -> ");
                self.receive(clauses, after.as_ref(), depth);
                self.text.push_str(" end)()");
            }
            Operation::Receive(clauses, after) => self.receive(clauses, after.as_ref(), depth),
            Operation::Ask(to, value, question) => {
                let _ = write!(
                    self.text,
                    "Q{question} = make_ref(), l({} ! {{{ASK}, {}, self(), Q{question}}})",
                    self.process(*to),
                    number(*value)
                );
            }
            Operation::Meet(process) => {
                let _ = write!(
                    self.text,
                    "P{process} = receive {{p{process}, F{process}_{0}}} -> F{process}_{0} end, _ = P{process}",
                    self.current
                );
            }
            Operation::Put(number) => {
                let _ = write!(self.text, "put(x, {number})");
            }
            Operation::Exit(reason) => {
                let _ = write!(self.text, "exit({})", reason_text(*reason));
            }
            Operation::Error => self.text.push_str("error(oops)"),
            Operation::Monitor(process, monitor) => {
                let _ = write!(
                    self.text,
                    "M{monitor} = monitor(process, {}), _ = M{monitor}",
                    self.process(*process)
                );
            }
            Operation::Alias(alias, replies) => {
                let options = if *replies { "[reply]" } else { "" };
                let _ = write!(self.text, "A{alias} = alias({options}), _ = A{alias}");
            }
            Operation::Timer {
                to,
                message,
                after,
                start,
                timer,
            } => {
                let to = match to {
                    Target::Process(process) => self.process(*process),
                    Target::Name(name) => self.name(*name),
                };
                let function = if *start { "start_timer" } else { "send_after" };
                let _ = write!(
                    self.text,
                    "R{timer} = erlang:{function}({after}, {to}, {}), _ = R{timer}",
                    message_text(*message)
                );
            }
            operation => {
                let expression = self.expression(operation);
                let guarded = if statement.guarded {
                    self.fresh += 1;
                    let n = self.fresh;
                    format!("l(try {expression} catch error:E{n} -> {{error, E{n}}} end)")
                } else {
                    format!("l({expression})")
                };
                self.text.push_str(&guarded);
            }
        }
    }

    fn spawn(&mut self, child: Process, how: Spawn, depth: usize) {
        let (variable, function) = match how {
            Spawn::Plain => (format!("P{child}"), "spawn"),
            Spawn::Link => (format!("P{child}"), "spawn_link"),
            Spawn::Monitor(monitor) => (format!("{{P{child}, M{monitor}}}"), "spawn_monitor"),
        };
        let parent = self.current;
        // The child knows its parent by this variable.
        let known = format!("P{parent} = self(), _ = P{parent}, ");
        if !self.text_has_self(parent) {
            self.text.push_str(&known);
        }
        let _ = writeln!(self.text, "{variable} = {function}(fun() ->");
        self.current = child;
        self.body(&self.program.processes[child], depth + 1);
        self.current = parent;
        let _ = write!(self.text, "\n{}end), _ = {variable}", "    ".repeat(depth));
    }

    /// Does the process know itself by a variable already?
    fn text_has_self(&self, process: Process) -> bool {
        self.text.contains(&format!("P{process} = self()"))
    }

    fn receive(&mut self, clauses: &[Clause], after: Option<&(u32, Vec<Statement>)>, depth: usize) {
        let indent = "    ".repeat(depth);
        self.text.push_str("receive\n");
        for (nth, clause) in clauses.iter().enumerate() {
            self.fresh += 1;
            let n = self.fresh;
            let bind = format!("put(x, N{n})");
            let (pattern, logged, mut then) = match clause.pattern {
                Pattern::Any => (format!("N{n}"), format!("N{n}"), None),
                Pattern::Tag(tag) => (
                    format!("{{{}, N{n}}}", TAGS[tag]),
                    format!("{{{}, N{n}}}", TAGS[tag]),
                    Some(bind),
                ),
                Pattern::Exactly(tag, value) => (
                    format!("{{{}, {value}}}", TAGS[tag]),
                    format!("{{{}, {value}}}", TAGS[tag]),
                    None,
                ),
                Pattern::Pair => (
                    format!("{{O{n}, N{n}}} when is_integer(N{n})"),
                    format!("{{O{n}, N{n}}}"),
                    Some(bind),
                ),
                Pattern::Exit => (
                    format!("{{'EXIT', N{n}, O{n}}}"),
                    format!("{{'EXIT', N{n}, O{n}}}"),
                    None,
                ),
                Pattern::Down => (
                    format!("{{'DOWN', _, process, N{n}, O{n}}}"),
                    format!("{{'DOWN', N{n}, O{n}}}"),
                    None,
                ),
                Pattern::DownOf(monitor) => (
                    format!("{{'DOWN', M{monitor}, process, N{n}, O{n}}}"),
                    format!("{{'DOWN', N{n}, O{n}}}"),
                    None,
                ),
                Pattern::Timeout => (
                    format!("{{timeout, _, {{O{n}, N{n}}}}}"),
                    format!("{{timeout, {{O{n}, N{n}}}}}"),
                    Some(bind),
                ),
                Pattern::Ask => (
                    format!("{{{ASK}, N{n}, F{n}, O{n}}}"),
                    format!("{{{ASK}, N{n}}}"),
                    None,
                ),
                Pattern::Answer(question) => (
                    format!("{{Q{question}, N{n}}}"),
                    format!("{{answer, N{n}}}"),
                    Some(bind),
                ),
                Pattern::Pid(about) => (
                    format!("{{p{about}, N{n}}}"),
                    format!("{{p{about}, N{n}}}"),
                    None,
                ),
            };
            if clause.pattern == Pattern::Ask {
                then = Some(format!("put(x, N{n}), put(from, {{F{n}, O{n}}})"));
            }
            let _ = write!(self.text, "{indent}    {pattern} -> l({logged})");
            if let Some(then) = then {
                let _ = write!(self.text, ", {then}");
            }
            self.text.push_str(",\n");
            self.body(&clause.body, depth + 2);
            let end = if nth + 1 < clauses.len() { ";\n" } else { "\n" };
            self.text.push_str(end);
        }
        if let Some((time, body)) = after {
            let _ = writeln!(self.text, "{indent}after {time} -> l(timeout),");
            self.body(body, depth + 2);
            self.text.push('\n');
        }
        let _ = write!(self.text, "{indent}end");
    }

    fn expression(&self, operation: &Operation) -> String {
        let p = |process: &Process| self.process(*process);
        match operation {
            Operation::Send(to, message) => format!("{} ! {}", p(to), message_text(*message)),
            Operation::SendName(name, message) => {
                format!("{} ! {}", self.name(*name), message_text(*message))
            }
            Operation::Tell(to, about) => format!("{} ! {{p{about}, {}}}", p(to), p(about)),
            Operation::Answer => "answer()".to_owned(),
            Operation::QueueLength => "process_info(self(), message_queue_len)".to_owned(),
            Operation::Register(name, process) => {
                format!("register({}, {})", self.name(*name), p(process))
            }
            Operation::Unregister(name) => format!("unregister({})", self.name(*name)),
            Operation::Whereis(name) => format!("whereis({})", self.name(*name)),
            Operation::Link(process) => format!("link({})", p(process)),
            Operation::Unlink(process) => format!("unlink({})", p(process)),
            Operation::TrapExit(on) => format!("process_flag(trap_exit, {on})"),
            Operation::Signal(process, reason) => {
                format!("exit({}, {})", p(process), reason_text(*reason))
            }
            Operation::Demonitor(monitor, flush, info) => match (flush, info) {
                (false, false) => format!("demonitor(M{monitor})"),
                (true, false) => format!("demonitor(M{monitor}, [flush])"),
                (false, true) => format!("demonitor(M{monitor}, [info])"),
                (true, true) => format!("demonitor(M{monitor}, [flush, info])"),
            },
            Operation::SendAlias(alias, message) => {
                format!("A{alias} ! {}", message_text(*message))
            }
            Operation::Unalias(alias) => format!("unalias(A{alias})"),
            Operation::QueueLengthOf(process) => {
                format!("process_info({}, message_queue_len)", p(process))
            }
            Operation::Rename(table, to) => {
                // (It returns the name.)
                let (table, to) = (self.table(*table), self.table(*to));
                format!("begin ets:rename({table}, {to}), ok end")
            }
            Operation::IsAlive(process) => format!("is_process_alive({})", p(process)),
            // Where it has no name, the identifier is of no use to anybody.
            Operation::TableNew(table, heir) => {
                format!("begin {}, ok end", self.table_new(*table, *heir))
            }
            Operation::TableDelete(table) => format!("ets:delete({})", self.table(*table)),
            Operation::GiveAway(table, to) => {
                format!("ets:give_away({}, {}, g)", self.table(*table), p(to))
            }
            Operation::Table(table, operation) => self.on_table(*table, *operation),
            Operation::Cancel(timer) => format!("erlang:cancel_timer(R{timer}) =/= false"),
            Operation::ReadTimer(timer) => format!("erlang:read_timer(R{timer}) =/= false"),
            Operation::CellAdd(cell, by) => {
                format!("atomics:add(Cells, {}, {})", cell + 1, number(*by))
            }
            Operation::CellGet(cell) => format!("atomics:get(Cells, {})", cell + 1),
            Operation::CellExchange(cell, with) => {
                format!("atomics:exchange(Cells, {}, {})", cell + 1, number(*with))
            }
            Operation::CellCompare(cell, old, new) => format!(
                "atomics:compare_exchange(Cells, {}, {old}, {})",
                cell + 1,
                number(*new)
            ),
            Operation::TermPut(key, value) => {
                format!(
                    "persistent_term:put({}, {})",
                    self.key(*key),
                    number(*value)
                )
            }
            Operation::TermGet(key) => format!("persistent_term:get({}, none)", self.key(*key)),
            Operation::TermErase(key) => format!("persistent_term:erase({})", self.key(*key)),
            Operation::Spawn(..)
            | Operation::Ask(..)
            | Operation::Receive(..)
            | Operation::Meet(_)
            | Operation::Put(_)
            | Operation::Exit(_)
            | Operation::Error
            | Operation::Monitor(..)
            | Operation::Alias(..)
            | Operation::Timer { .. } => unreachable!("written as statements"),
        }
    }

    fn key(&self, key: usize) -> String {
        format!("k{key}{}", self.suffix)
    }

    fn on_table(&self, table: usize, operation: Table) -> String {
        let t = self.table(table);
        let pair = |key: i64, value: Number| format!("{{{key}, {}}}", number(value));
        match operation {
            Table::Insert(key, value) => format!("ets:insert({t}, {})", pair(key, value)),
            Table::InsertTwo((k1, v1), (k2, v2)) => {
                format!("ets:insert({t}, [{}, {}])", pair(k1, v1), pair(k2, v2))
            }
            Table::InsertNew(key, value) => format!("ets:insert_new({t}, {})", pair(key, value)),
            Table::Lookup(key) => format!("ets:lookup({t}, {key})"),
            Table::Member(key) => format!("ets:member({t}, {key})"),
            Table::DeleteKey(key) => format!("ets:delete({t}, {key})"),
            Table::Take(key) => format!("ets:take({t}, {key})"),
            Table::UpdateCounter(key, by, false) => {
                format!("ets:update_counter({t}, {key}, {{2, {by}}})")
            }
            Table::UpdateCounter(key, by, true) => {
                format!("ets:update_counter({t}, {key}, {{2, {by}}}, {{{key}, 0}})")
            }
            Table::ScanAll => {
                format!("lists:sort(ets:select({t}, [{{{{'_', '_'}}, [], ['$_']}}]))")
            }
            Table::ScanValue(value) => {
                format!("lists:sort(ets:select({t}, [{{{{'_', {value}}}, [], ['$_']}}]))")
            }
            Table::Size => format!("ets:info({t}, size)"),
            Table::First if self.program.tables[table].order == Order::Ordered => {
                format!("ets:first({t})")
            }
            Table::First => format!("ets:first({t}) =:= '$end_of_table'"),
        }
    }
}

fn number(number: Number) -> String {
    match number {
        Number::Constant(value) => value.to_string(),
        Number::X => "x()".to_owned(),
    }
}

fn message_text(message: Message) -> String {
    format!("{{{}, {}}}", TAGS[message.tag], number(message.number))
}

fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::Normal => "normal",
        Reason::Shutdown => "shutdown",
        Reason::ShutdownWith => "{shutdown, 1}",
        Reason::Oops => "oops",
        Reason::Kill => "kill",
    }
}
