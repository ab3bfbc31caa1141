//! The judge's machine: the state of a program, and its steps.
//!
//! A step is what the table "What is an event" of `docs/ARCHITECTURE.md` says, with the local
//! code that follows it, also that of a process which it wakes or spawns. Each step tells what
//! it touches. Where the table leaves something open:
//!
//! - `spawn` and the start of a timer are steps, as a process may be killed before or after them.
//! - Whatever puts a message into the mailbox of P reads `doom(P)`, not only sends: P may run on.
//! - Each exit signal reads `doom(P)`, also one that becomes a message, or that P ignores.
//! - `link` to a process that has ended raises `noproc` (or is a message, where exits are
//!   trapped). That to one that is doomed is a link, as `monitor` is a monitor; what comes of
//!   it when the process ends has the reason `noproc`.
//! - `register` and `give_away` ask only whether the process has ended, not whether it is
//!   doomed: a real Erlang does not look at its signals for that.
//! - A process that ends has a step for each table that it ever owned, by the table's identifier,
//!   which writes the table if it is still its own, and reads it if not.
//! - `ets:new` by name, and what frees the name, write `table_name`.
//! - `give_away` and heirs: `table(T)` W, `life(P)` R, and a message to P.
//! - `lookup` and `member` read the key, also of a bag.
//! - `atomics`: all but `get`, and a `compare_exchange` that fails, write. `persistent_term`: `put`
//!   and `erase` write.
//! - A timer that was cancelled has no step.

use super::program::{
    Message, NAMES, Number, Operation, Pattern, Process, Program, Reason, Spawn, TABLES, TAGS,
    Target,
};
use super::tables::Tables;
use super::value::{Value, atom, boolean, tuple};
use std::collections::BTreeMap;

/// What steps touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "as in the table")]
pub enum Object {
    Queue(Process),
    Doom(Process),
    Life(Process),
    Trap(Process),
    Link(Process, Process),
    Monitor(usize),
    Name(usize),
    Registered(Process),
    Table(TableId),
    TableName(usize),
    Key(TableId, i64),
    Scan(TableId, Option<i64>),
    Size(TableId),
    Keys(TableId),
    Timer(usize),
    Cell(usize),
    Term(usize),
}

/// A table: its creator, and how many that had made before.
pub type TableId = (Process, usize);

/// How.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Reads.
    Read,
    /// Adds: does not conflict with others that add.
    Add,
    /// Writes.
    Write,
}

/// What one step touches.
#[derive(Default, Debug)]
pub struct Touches(pub BTreeMap<Object, Mode>);

impl Touches {
    /// Notes it; the stronger of two counts.
    pub fn add(&mut self, object: Object, mode: Mode) {
        let old = self.0.entry(object).or_insert(mode);
        *old = match (*old, mode) {
            (a, b) if a == b => a,
            _ => Mode::Write,
        };
    }

    pub(super) fn read(&mut self, object: Object) {
        if !self.0.contains_key(&object) {
            self.add(object, Mode::Read);
        }
    }

    pub(super) fn write(&mut self, object: Object) {
        self.add(object, Mode::Write);
    }

    /// Writes or reads.
    pub(super) fn change(&mut self, object: Object, changes: bool) {
        if changes {
            self.write(object);
        } else {
            self.read(object);
        }
    }
}

/// An instruction.
#[derive(Clone, Debug)]
enum Code {
    /// An operation, and whether its errors are caught.
    Do(Operation, bool),
    /// A receive: patterns, and where they go; where it goes after a time.
    Receive(Vec<(Pattern, usize)>, Option<usize>),
    Jump(usize),
    LogTimeout,
}

/// A program, ready to run.
#[derive(Clone, Debug)]
pub struct Machine {
    code: Vec<Vec<Code>>,
    pub(super) kinds: Vec<super::program::TableKind>,
    /// Paths of the processes.
    pub paths: Vec<String>,
    /// The values by which tables are scanned.
    pub(super) scanned: Vec<Option<i64>>,
}

/// Who makes a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A process.
    Process(Process),
    /// A timer.
    Timer(usize),
}

/// Where a process is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    Unborn,
    /// Before a step.
    Ready,
    /// In a receive.
    Waiting,
    /// Before the first step of its end.
    Ending(Value),
    /// In its end.
    Leaving(Value, Leaving),
    Dead(Value),
}

/// What has been done of an end: the next is above these.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Leaving {
    Tables(Option<TableId>),
    Links(Option<Process>),
    Monitors(Option<usize>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Local {
    pub phase: Phase,
    at: usize,
    mailbox: Vec<Value>,
    log: Vec<Value>,
    x: i64,
    traps: bool,
    doom: Option<Value>,
    name: Option<usize>,
    pub tables: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Monitor {
    watcher: Process,
    target: Process,
    active: bool,
    /// Was the target doomed?
    late: bool,
}

/// A link that was made once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Link {
    Undone,
    There,
    /// It came to a process that was doomed.
    Late,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Timer {
    to: Target,
    message: Value,
    active: bool,
}

/// The state of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) processes: Vec<Local>,
    names: [Option<Process>; NAMES.len()],
    links: BTreeMap<(Process, Process), Link>,
    monitors: BTreeMap<usize, Monitor>,
    timers: BTreeMap<usize, Timer>,
    pub(super) tables: Tables,
    cells: [i64; super::program::CELLS],
    terms: BTreeMap<usize, i64>,
}

/// What an operation comes to.
pub(super) type Outcome = Result<Value, &'static str>;

/// What one step does, beside the change of the state.
#[derive(Default, Debug)]
pub struct Effect {
    /// What it touches.
    pub touches: Touches,
    /// Whom it brings into being.
    pub made: Option<Actor>,
}

impl Machine {
    /// Prepares a program.
    #[must_use]
    pub fn new(program: &Program) -> Machine {
        let scanned = program.statements().into_iter();
        let scanned = scanned.filter_map(|statement| match statement.operation {
            Operation::Table(_, super::program::Table::ScanAll) => Some(None),
            Operation::Table(_, super::program::Table::ScanValue(value)) => Some(Some(value)),
            _ => None,
        });
        let mut scanned: Vec<Option<i64>> = scanned.collect();
        scanned.sort_unstable();
        scanned.dedup();
        let compiled = program.processes.iter().map(|body| {
            let mut code = Vec::new();
            compile(body, &mut code);
            code
        });
        Machine {
            code: compiled.collect(),
            kinds: program.tables.clone(),
            paths: program.paths(),
            scanned,
        }
    }

    /// The state before the first step: the root is before its first, and has made the tables
    /// without names.
    #[must_use]
    pub fn start(&self) -> State {
        let unborn = Local {
            phase: Phase::Unborn,
            at: 0,
            mailbox: Vec::new(),
            log: Vec::new(),
            x: 0,
            traps: false,
            doom: None,
            name: None,
            tables: 0,
        };
        let mut state = State {
            processes: vec![unborn; self.code.len()],
            names: [None; NAMES.len()],
            links: BTreeMap::new(),
            monitors: BTreeMap::new(),
            timers: BTreeMap::new(),
            tables: Tables::default(),
            cells: [0; super::program::CELLS],
            terms: BTreeMap::new(),
        };
        for (table, kind) in self.kinds.iter().enumerate() {
            if !kind.named {
                state.make_table(self, 0, table, None);
            }
        }
        state.processes[0].phase = Phase::Ready;
        state.run_on(self, 0);
        state
    }
}

fn compile(body: &[super::program::Statement], code: &mut Vec<Code>) {
    for statement in body {
        match &statement.operation {
            Operation::Receive(clauses, after) => {
                let receive = code.len();
                code.push(Code::Jump(0));
                let mut jumps = Vec::new();
                let mut targets = Vec::new();
                for clause in clauses {
                    targets.push((clause.pattern, code.len()));
                    compile(&clause.body, code);
                    jumps.push(code.len());
                    code.push(Code::Jump(0));
                }
                let after = after.as_ref().map(|(_, body)| {
                    let target = code.len();
                    code.push(Code::LogTimeout);
                    compile(body, code);
                    target
                });
                let end = code.len();
                for jump in jumps {
                    code[jump] = Code::Jump(end);
                }
                code[receive] = match after {
                    // Nothing can come.
                    Some(after) if targets.is_empty() => Code::Jump(after),
                    after => Code::Receive(targets, after),
                };
            }
            Operation::Meet(process) => {
                let next = code.len() + 1;
                code.push(Code::Receive(vec![(Pattern::Pid(*process), next)], None));
            }
            operation => code.push(Code::Do(operation.clone(), statement.guarded)),
        }
    }
}

/// The tag of a pair.
fn tag(tag: usize) -> Value {
    atom(TAGS[tag])
}

/// The tag of the message that tells of a process.
fn introduces(process: Process) -> Value {
    Value::Atom(format!("p{process}").into())
}

/// What is logged of a message that a pattern takes, and the new `x`.
fn taken(pattern: Pattern, message: &Value) -> Option<(Value, Option<i64>)> {
    let parts = match message {
        Value::Tuple(parts) => parts.as_slice(),
        _ => &[],
    };
    match (pattern, parts) {
        (Pattern::Any, _) => Some((message.clone(), None)),
        (Pattern::Tag(wanted), [first, Value::Int(number)]) if *first == tag(wanted) => {
            Some((message.clone(), Some(*number)))
        }
        (Pattern::Exactly(wanted, value), [first, Value::Int(number)])
            if *first == tag(wanted) && *number == value =>
        {
            Some((message.clone(), None))
        }
        (Pattern::Pair, [_, Value::Int(number)]) => Some((message.clone(), Some(*number))),
        (Pattern::Exit, [first, _, _]) if *first == atom("EXIT") => Some((message.clone(), None)),
        (Pattern::Down, [first, _, _, process, reason]) if *first == atom("DOWN") => {
            let logged = tuple([atom("DOWN"), process.clone(), reason.clone()]);
            Some((logged, None))
        }
        (Pattern::DownOf(monitor), [first, Value::Ref(_, number), _, process, reason])
            if *first == atom("DOWN") && *number == monitor =>
        {
            let logged = tuple([atom("DOWN"), process.clone(), reason.clone()]);
            Some((logged, None))
        }
        (Pattern::Timeout, [first, _, Value::Tuple(pair)]) if *first == atom("timeout") => {
            let [_, Value::Int(number)] = pair.as_slice() else {
                return None;
            };
            let logged = tuple([atom("timeout"), parts[2].clone()]);
            Some((logged, Some(*number)))
        }
        (Pattern::Pid(about), [first, _]) if *first == introduces(about) => {
            Some((message.clone(), None))
        }
        _ => None,
    }
}

pub(super) fn reason(reason: Reason) -> Value {
    match reason {
        Reason::Normal => atom("normal"),
        Reason::Shutdown => atom("shutdown"),
        Reason::ShutdownWith => tuple([atom("shutdown"), Value::Int(1)]),
        Reason::Oops => atom("oops"),
        Reason::Kill => atom("kill"),
    }
}

/// An error that nobody caught.
fn uncaught(what: &'static str) -> Value {
    tuple([atom(what), Value::List(Vec::new())])
}

fn pair(a: Process, b: Process) -> (Process, Process) {
    (a.min(b), a.max(b))
}

fn link(a: Process, b: Process) -> Object {
    Object::Link(a.min(b), a.max(b))
}

impl State {
    /// All who can make a step.
    #[must_use]
    pub fn enabled(&self) -> Vec<Actor> {
        let mut all = Vec::new();
        for (process, local) in self.processes.iter().enumerate() {
            let can = match local.phase {
                Phase::Unborn | Phase::Dead(_) => false,
                Phase::Waiting => local.doom.is_some(),
                Phase::Ready | Phase::Ending(_) | Phase::Leaving(..) => true,
            };
            if can {
                all.push(Actor::Process(process));
            }
        }
        let timers = self.timers.iter().filter(|(_, timer)| timer.active);
        all.extend(timers.map(|(timer, _)| Actor::Timer(*timer)));
        all
    }

    /// Makes a step of one that can.
    pub fn step(&mut self, machine: &Machine, actor: Actor) -> Effect {
        let mut effect = Effect::default();
        match actor {
            Actor::Timer(timer) => {
                effect.touches.write(Object::Timer(timer));
                let ended = self.timers.get_mut(&timer).expect("it is enabled");
                ended.active = false;
                let message = ended.message.clone();
                let to = match ended.to {
                    Target::Process(process) => Some(process),
                    Target::Name(name) => {
                        effect.touches.read(Object::Name(name));
                        self.names[name]
                    }
                };
                if let Some(to) = to {
                    self.deliver(machine, to, message, &mut effect.touches);
                }
            }
            Actor::Process(process) => self.step_of(machine, process, &mut effect),
        }
        effect
    }

    fn step_of(&mut self, machine: &Machine, process: Process, effect: &mut Effect) {
        let touches = &mut effect.touches;
        let local = &mut self.processes[process];
        if let Phase::Leaving(reason, leaving) = local.phase.clone() {
            self.leave(machine, process, &reason, &leaving, touches);
            return;
        }
        touches.read(Object::Doom(process));
        let end = match (&local.doom, &local.phase) {
            (Some(reason), _) | (None, Phase::Ending(reason)) => Some(reason.clone()),
            _ => None,
        };
        if let Some(reason) = end {
            touches.write(Object::Life(process));
            touches.read(Object::Registered(process));
            if let Some(name) = local.name.take() {
                touches.write(Object::Name(name));
                self.names[name] = None;
            }
            local.mailbox.clear();
            local.phase = Phase::Leaving(reason, Leaving::Tables(None));
            self.rest_of_end(process);
            return;
        }
        match &machine.code[process][local.at] {
            Code::Do(operation, guarded) => {
                self.processes[process].at += 1;
                let result = self.operate(machine, process, operation, effect);
                self.finish(process, result, *guarded);
            }
            Code::Receive(clauses, after) => {
                touches.read(Object::Queue(process));
                if !self.take(process, clauses) {
                    let local = &mut self.processes[process];
                    local.at = after.expect("others are local code");
                }
            }
            Code::Jump(_) | Code::LogTimeout => unreachable!("local code"),
        }
        self.run_on(machine, process);
    }

    /// Logs what an operation returned, or ends the process.
    fn finish(
        &mut self,
        process: Process,
        result: Result<Option<Value>, &'static str>,
        guarded: bool,
    ) {
        let local = &mut self.processes[process];
        // It has killed itself.
        if local.doom.is_some() {
            return;
        }
        match result {
            Ok(Some(value)) => local.log.push(value),
            Ok(None) => {}
            Err(error) if guarded => local.log.push(tuple([atom("error"), atom(error)])),
            Err(error) => local.phase = Phase::Ending(uncaught(error)),
        }
    }

    /// Takes the first message that a clause matches.
    fn take(&mut self, process: Process, clauses: &[(Pattern, usize)]) -> bool {
        let local = &mut self.processes[process];
        for place in 0..local.mailbox.len() {
            for (pattern, target) in clauses {
                if let Some((logged, x)) = taken(*pattern, &local.mailbox[place]) {
                    local.mailbox.remove(place);
                    // What only tells a process of another is not logged.
                    if !matches!(pattern, Pattern::Pid(_)) {
                        local.log.push(logged);
                    }
                    local.x = x.unwrap_or(local.x);
                    local.at = *target;
                    return true;
                }
            }
        }
        false
    }

    /// Runs local code, up to the next step.
    fn run_on(&mut self, machine: &Machine, process: Process) {
        if self.processes[process].doom.is_some() {
            return;
        }
        loop {
            let local = &mut self.processes[process];
            if !matches!(local.phase, Phase::Ready | Phase::Waiting) {
                return;
            }
            local.phase = Phase::Ready;
            match machine.code[process].get(local.at) {
                None => local.phase = Phase::Ending(atom("normal")),
                Some(Code::Jump(target)) => local.at = *target,
                Some(Code::LogTimeout) => {
                    local.log.push(atom("timeout"));
                    local.at += 1;
                }
                Some(Code::Receive(clauses, None)) => {
                    if !self.take(process, clauses) {
                        self.processes[process].phase = Phase::Waiting;
                        return;
                    }
                }
                Some(Code::Do(Operation::Put(number), _)) => {
                    local.x = *number;
                    local.at += 1;
                }
                Some(Code::Do(Operation::Exit(why), _)) => {
                    local.phase = Phase::Ending(reason(*why))
                }
                Some(Code::Do(Operation::Error, _)) => {
                    local.phase = Phase::Ending(uncaught("oops"))
                }
                Some(Code::Receive(_, Some(_)) | Code::Do(..)) => return,
            }
        }
    }

    /// Puts a message into a mailbox; its owner runs on if it waited for that.
    pub(super) fn deliver(
        &mut self,
        machine: &Machine,
        to: Process,
        message: Value,
        touches: &mut Touches,
    ) {
        touches.write(Object::Queue(to));
        touches.read(Object::Doom(to));
        if self.is_dead(to) || self.processes[to].doom.is_some() {
            return;
        }
        let local_waits = matches!(self.processes[to].phase, Phase::Waiting);
        self.processes[to].mailbox.push(message);
        if local_waits {
            self.run_on(machine, to);
        }
    }

    /// Has it made the first step of its end?
    pub(super) fn is_dead(&self, process: Process) -> bool {
        matches!(
            self.processes[process].phase,
            Phase::Leaving(..) | Phase::Dead(_)
        )
    }

    pub(super) fn is_doomed(&self, process: Process) -> bool {
        self.processes[process].doom.is_some()
    }

    /// An exit signal.
    fn signal(
        &mut self,
        machine: &Machine,
        (from, to): (Process, Process),
        why: Value,
        kills: bool,
        touches: &mut Touches,
    ) {
        touches.read(Object::Life(to));
        if self.is_dead(to) {
            return;
        }
        touches.read(Object::Doom(to));
        if self.is_doomed(to) {
            return;
        }
        if !kills {
            touches.read(Object::Trap(to));
            if self.processes[to].traps {
                let message = tuple([atom("EXIT"), Value::Pid(from), why]);
                self.deliver(machine, to, message, touches);
                return;
            }
            if why == atom("normal") && from != to {
                return;
            }
        }
        touches.write(Object::Doom(to));
        let why = if kills { atom("killed") } else { why };
        self.processes[to].doom = Some(why);
    }

    /// Skips what is left of an end where there is nothing to do.
    fn rest_of_end(&mut self, process: Process) {
        loop {
            let Phase::Leaving(reason, leaving) = self.processes[process].phase.clone() else {
                return;
            };
            if self.next_leaving(process, &leaving).is_some() {
                return;
            }
            self.processes[process].phase = match leaving {
                Leaving::Tables(_) => Phase::Leaving(reason, Leaving::Links(None)),
                Leaving::Links(_) => Phase::Leaving(reason, Leaving::Monitors(None)),
                Leaving::Monitors(_) => Phase::Dead(reason),
            };
        }
    }

    /// The next table, link or monitor that an end looks after.
    fn next_leaving(&self, process: Process, leaving: &Leaving) -> Option<Leaving> {
        match leaving {
            Leaving::Tables(last) => {
                let next = self.tables.ever_owned(process, *last);
                next.map(|table| Leaving::Tables(Some(table)))
            }
            Leaving::Links(last) => {
                let partners = self.links.keys().filter_map(|(a, b)| match process {
                    p if p == *a => Some(*b),
                    p if p == *b => Some(*a),
                    _ => None,
                });
                let next = partners.filter(|partner| last.is_none_or(|last| last < *partner));
                next.min().map(|partner| Leaving::Links(Some(partner)))
            }
            Leaving::Monitors(last) => {
                let mut all = self.monitors.iter();
                let next = all.find(|(number, monitor)| {
                    monitor.target == process && last.is_none_or(|last| last < **number)
                });
                next.map(|(number, _)| Leaving::Monitors(Some(*number)))
            }
        }
    }

    fn leave(
        &mut self,
        machine: &Machine,
        process: Process,
        why: &Value,
        leaving: &Leaving,
        touches: &mut Touches,
    ) {
        let next = self.next_leaving(process, leaving).expect("it is enabled");
        self.processes[process].phase = Phase::Leaving(why.clone(), next.clone());
        match next {
            Leaving::Tables(table) => {
                let table = table.expect("the next");
                self.leave_table(machine, process, table, touches);
            }
            Leaving::Links(partner) => {
                let partner = partner.expect("the next");
                let linked = self.links.get_mut(&pair(process, partner)).expect("it was");
                let was = std::mem::replace(linked, Link::Undone);
                touches.change(link(process, partner), was != Link::Undone);
                let why = match was {
                    Link::Undone => None,
                    Link::There => Some(why.clone()),
                    Link::Late => Some(atom("noproc")),
                };
                if let Some(why) = why {
                    self.signal(machine, (process, partner), why, false, touches);
                }
            }
            Leaving::Monitors(number) => {
                let number = number.expect("the next");
                let monitor = self.monitors.get_mut(&number).expect("it was");
                let was = std::mem::replace(&mut monitor.active, false);
                let watcher = monitor.watcher;
                let why = if monitor.late { &atom("noproc") } else { why };
                touches.change(Object::Monitor(number), was);
                if was {
                    let message = down(watcher, number, process, why.clone());
                    self.deliver(machine, watcher, message, touches);
                }
            }
        }
        self.rest_of_end(process);
    }

    pub(super) fn number(&self, process: Process, number: Number) -> i64 {
        match number {
            Number::Constant(value) => value,
            Number::X => self.processes[process].x,
        }
    }

    fn message(&self, process: Process, message: Message) -> Value {
        let number = Value::Int(self.number(process, message.number));
        tuple([tag(message.tag), number])
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each operation")]
    fn operate(
        &mut self,
        machine: &Machine,
        me: Process,
        operation: &Operation,
        effect: &mut Effect,
    ) -> Result<Option<Value>, &'static str> {
        let touches = &mut effect.touches;
        let value = match *operation {
            Operation::Spawn(child, how) => {
                effect.made = Some(Actor::Process(child));
                match how {
                    Spawn::Plain => {}
                    Spawn::Link => {
                        self.links.insert(pair(me, child), Link::There);
                    }
                    Spawn::Monitor(number) => self.watch(me, child, number),
                }
                self.processes[child].phase = Phase::Ready;
                self.run_on(machine, child);
                return Ok(None);
            }
            Operation::Send(to, message) => {
                let message = self.message(me, message);
                self.deliver(machine, to, message.clone(), touches);
                message
            }
            Operation::Tell(to, about) => {
                let message = tuple([introduces(about), Value::Pid(about)]);
                self.deliver(machine, to, message.clone(), touches);
                message
            }
            Operation::SendName(name, message) => {
                touches.read(Object::Name(name));
                let to = self.names[name].ok_or("badarg")?;
                let message = self.message(me, message);
                self.deliver(machine, to, message.clone(), touches);
                message
            }
            Operation::Register(name, process) => {
                touches.read(Object::Name(name));
                if self.names[name].is_some() {
                    return Err("badarg");
                }
                touches.read(Object::Life(process));
                touches.read(Object::Registered(process));
                if self.is_dead(process) || self.processes[process].name.is_some() {
                    return Err("badarg");
                }
                touches.write(Object::Name(name));
                touches.write(Object::Registered(process));
                self.names[name] = Some(process);
                self.processes[process].name = Some(name);
                boolean(true)
            }
            Operation::Unregister(name) => {
                touches.read(Object::Name(name));
                let process = self.names[name].ok_or("badarg")?;
                touches.write(Object::Name(name));
                touches.write(Object::Registered(process));
                self.names[name] = None;
                self.processes[process].name = None;
                boolean(true)
            }
            Operation::Whereis(name) => {
                touches.read(Object::Name(name));
                self.names[name].map_or(atom("undefined"), Value::Pid)
            }
            Operation::Link(to) => {
                touches.read(Object::Life(to));
                touches.read(Object::Doom(to));
                if self.is_dead(to) {
                    if !self.processes[me].traps {
                        return Err("noproc");
                    }
                    let message = tuple([atom("EXIT"), Value::Pid(to), atom("noproc")]);
                    self.deliver(machine, me, message, touches);
                } else {
                    let new = match self.is_doomed(to) {
                        true => Link::Late,
                        false => Link::There,
                    };
                    let old = self.links.entry(pair(me, to)).or_insert(Link::Undone);
                    touches.change(link(me, to), *old == Link::Undone);
                    if *old == Link::Undone {
                        *old = new;
                    }
                }
                boolean(true)
            }
            Operation::Unlink(from) => {
                let linked = self.links.get_mut(&pair(me, from));
                let was = linked.map(|linked| std::mem::replace(linked, Link::Undone));
                touches.change(link(me, from), was.is_some_and(|was| was != Link::Undone));
                boolean(true)
            }
            Operation::TrapExit(on) => {
                let old = std::mem::replace(&mut self.processes[me].traps, on);
                touches.change(Object::Trap(me), old != on);
                boolean(old)
            }
            Operation::Signal(to, why) => {
                let kills = why == Reason::Kill;
                self.signal(machine, (me, to), reason(why), kills, touches);
                boolean(true)
            }
            Operation::Monitor(target, number) => {
                touches.read(Object::Life(target));
                touches.read(Object::Doom(target));
                if self.is_dead(target) {
                    let message = down(me, number, target, atom("noproc"));
                    self.deliver(machine, me, message, touches);
                } else {
                    self.watch(me, target, number);
                }
                return Ok(None);
            }
            Operation::Demonitor(number, flush, info) => {
                let monitor = self.monitors.get_mut(&number);
                let was = monitor.is_some_and(|m| std::mem::replace(&mut m.active, false));
                touches.change(Object::Monitor(number), was);
                if flush && !was {
                    let mailbox = &mut self.processes[me].mailbox;
                    let is_its =
                        |message: &Value| taken(Pattern::DownOf(number), message).is_some();
                    if let Some(place) = mailbox.iter().position(is_its) {
                        mailbox.remove(place);
                    }
                }
                boolean(was || !info)
            }
            Operation::IsAlive(process) => {
                touches.read(Object::Life(process));
                touches.read(Object::Doom(process));
                boolean(!self.is_dead(process) && !self.is_doomed(process))
            }
            Operation::TableNew(table, heir) => {
                return self.table_new(machine, me, table, heir, touches).map(Some);
            }
            Operation::TableDelete(table) => {
                return self.table_delete(machine, me, table, touches).map(Some);
            }
            Operation::GiveAway(table, to) => {
                return self.give_away(machine, me, (table, to), touches).map(Some);
            }
            Operation::Table(table, operation) => {
                return self
                    .on_table(machine, me, (table, operation), touches)
                    .map(Some);
            }
            Operation::Timer {
                to,
                message,
                start,
                timer,
                ..
            } => {
                let mut message = self.message(me, message);
                if start {
                    message = tuple([atom("timeout"), Value::Ref(me, timer), message]);
                }
                let active = true;
                let made = Timer {
                    to,
                    message,
                    active,
                };
                self.timers.insert(timer, made);
                effect.made = Some(Actor::Timer(timer));
                return Ok(None);
            }
            Operation::Cancel(number) => {
                let timer = self.timers.get_mut(&number).expect("it was started");
                let was = std::mem::replace(&mut timer.active, false);
                touches.change(Object::Timer(number), was);
                boolean(was)
            }
            Operation::ReadTimer(timer) => {
                touches.read(Object::Timer(timer));
                boolean(self.timers[&timer].active)
            }
            Operation::CellAdd(cell, by) => {
                touches.write(Object::Cell(cell));
                self.cells[cell] += self.number(me, by);
                atom("ok")
            }
            Operation::CellGet(cell) => {
                touches.read(Object::Cell(cell));
                Value::Int(self.cells[cell])
            }
            Operation::CellExchange(cell, with) => {
                touches.write(Object::Cell(cell));
                let with = self.number(me, with);
                Value::Int(std::mem::replace(&mut self.cells[cell], with))
            }
            Operation::CellCompare(cell, old, new) => {
                let is = self.cells[cell];
                touches.change(Object::Cell(cell), is == old);
                if is == old {
                    self.cells[cell] = self.number(me, new);
                    atom("ok")
                } else {
                    Value::Int(is)
                }
            }
            Operation::TermPut(key, value) => {
                touches.write(Object::Term(key));
                let value = self.number(me, value);
                self.terms.insert(key, value);
                atom("ok")
            }
            Operation::TermGet(key) => {
                touches.read(Object::Term(key));
                self.terms
                    .get(&key)
                    .map_or(atom("none"), |v| Value::Int(*v))
            }
            Operation::TermErase(key) => {
                touches.write(Object::Term(key));
                boolean(self.terms.remove(&key).is_some())
            }
            Operation::Meet(_)
            | Operation::Receive(..)
            | Operation::Exit(_)
            | Operation::Error
            | Operation::Put(_) => unreachable!("local code"),
        };
        Ok(Some(value))
    }

    fn watch(&mut self, watcher: Process, target: Process, number: usize) {
        let monitor = Monitor {
            watcher,
            target,
            active: true,
            late: self.is_doomed(target),
        };
        self.monitors.insert(number, monitor);
    }

    /// What is there in the end, as text; and what is wrong.
    #[must_use]
    pub fn end(&self, machine: &Machine) -> (Final, Vec<String>) {
        let paths = &machine.paths;
        let mut findings = Vec::new();
        let mut processes = Vec::new();
        let mut waiting = Vec::new();
        for (process, local) in self.processes.iter().enumerate() {
            let (ended, mailbox) = match &local.phase {
                Phase::Unborn => continue,
                Phase::Dead(reason) => {
                    if !is_fine(reason) {
                        findings.push(format!("{} {}", paths[process], reason.text(paths)));
                    }
                    (reason.clone(), Vec::new())
                }
                _ => {
                    waiting.push(paths[process].clone());
                    (atom("waiting"), local.mailbox.clone())
                }
            };
            processes.push(Ended {
                path: paths[process].clone(),
                ended: ended.text(paths),
                log: Value::List(local.log.clone()).text(paths),
                mailbox: Value::List(mailbox).text(paths),
            });
        }
        if !waiting.is_empty() {
            findings.push(deadlock(waiting));
        }
        let tables = self.tables.contents().into_iter().map(|(table, content)| {
            let name = match machine.kinds[table].named {
                true => TABLES[table],
                false => "ref",
            };
            format!("{name}={}", content.text(paths))
        });
        let tables = tables.collect();
        (Final::new(processes, tables), findings)
    }
}

/// The finding that these wait for ever.
#[must_use]
pub fn deadlock(mut waiting: Vec<String>) -> String {
    waiting.sort();
    format!("deadlock {}", waiting.join(" "))
}

/// Is that reason no finding?
#[must_use]
pub fn is_fine(reason: &Value) -> bool {
    match reason {
        Value::Atom(name) => matches!(name.as_ref(), "normal" | "shutdown"),
        Value::Tuple(parts) => parts.len() == 2 && parts[0] == atom("shutdown"),
        _ => false,
    }
}

fn down(watcher: Process, number: usize, target: Process, why: Value) -> Value {
    tuple([
        atom("DOWN"),
        Value::Ref(watcher, number),
        atom("process"),
        Value::Pid(target),
        why,
    ])
}

/// A process in the end. All terms are text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ended {
    /// Its place in the spawn tree.
    pub path: String,
    /// Its exit reason, or `waiting`.
    pub ended: String,
    /// What it has seen, the oldest first.
    pub log: String,
    /// What lies in its mailbox, if it waits.
    pub mailbox: String,
}

/// What is there after an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Final {
    /// The processes, by their paths.
    pub processes: Vec<Ended>,
    /// The tables: their name, or `ref`, and their tuples; in the order of these texts.
    pub tables: Vec<String>,
}

impl Final {
    /// Puts them in order.
    #[must_use]
    pub fn new(mut processes: Vec<Ended>, mut tables: Vec<String>) -> Final {
        processes.sort();
        tables.sort();
        Final { processes, tables }
    }
}

impl std::fmt::Display for Final {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for process in &self.processes {
            write!(f, "{} {} {}", process.path, process.ended, process.log)?;
            if process.ended == "waiting" {
                write!(f, " with {}", process.mailbox)?;
            }
            f.write_str("; ")?;
        }
        f.write_str(&self.tables.join("; "))
    }
}
