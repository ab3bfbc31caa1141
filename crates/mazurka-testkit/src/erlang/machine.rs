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
//! - `exit/2` to itself is local code, if it ends the process.
//! - A timer that was cancelled has no step.
//!
//! Where receives are choices of messages ([`Receives::Take`]), every receive is a step of its own,
//! which tells what it took: sends to one mailbox do not conflict then. What reads a whole mailbox
//! conflicts with the sends to it.

use super::code::{Code, compile, customer, taken};
use super::late::{Alias, Asked, Unhandled};
use super::operate::reason;
use super::program::Reason;
use super::program::{
    CELLS, NAMES, Operation, Pattern, Process, Program, Table, TableKind, Target,
};
use super::tables::Tables;
use super::touches::{Mode, Object, TableId, Touches};
use super::travel::{Signal, asked};
use super::value::{Value, atom, boolean, tuple};
use std::collections::BTreeMap;

/// A program, ready to run.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) code: Vec<Vec<Code>>,
    pub(super) kinds: Vec<TableKind>,
    /// Do signals travel?
    pub(super) travels: bool,
    pub(super) receives: Receives,
    /// Has it nothing but messages? Then nobody is killed or watched.
    pub(super) plain: bool,
    /// Whom others ask things that need more steps.
    pub asked: Asked,
    /// Paths of the processes.
    pub paths: Vec<String>,
    /// The values by which tables are scanned.
    pub(super) scanned: Vec<Option<i64>>,
    /// Times of so many milliseconds or more are held back.
    pub(super) limit: Option<u32>,
}

/// When two executions are the same, as to messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Receives {
    /// If each mailbox got its messages in the same order, and each `after` fired at the same place
    /// among them.
    #[default]
    Ordered,
    /// If each receive took the same message, or timed out.
    Take,
}

/// A message in a mailbox, with a name for the step that sent it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Letter {
    pub(super) message: Value,
    /// Zero until that step has a name.
    pub(super) name: u64,
    pub(super) unhandled: Option<Unhandled>,
}

/// What a receive came to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Took {
    /// It took the message that the step with this name sent.
    Message(u64),
    /// It timed out.
    Nothing,
}

/// Who makes a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A process.
    Process(Process),
    /// A timer.
    Timer(usize),
    /// The signals from one process to another.
    Channel(Process, Process),
    /// The message of a monitor of a process that has ended.
    Late(usize),
    /// What lets a process handle the signals that it has sent itself.
    Handler(Process),
}

/// Where a process is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    Unborn,
    /// Before a step.
    Ready,
    /// In a receive.
    Waiting,
    /// In a receive, before it takes what is there.
    Picking,
    /// Before the first step of its end.
    Ending(Value),
    /// The same, and it handles no more signals.
    Deaf(Value),
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
    pub(super) at: usize,
    pub(super) mailbox: Vec<Letter>,
    /// Whom it has to answer.
    pub(super) customer: Option<(Process, Value)>,
    pub(super) log: Vec<Value>,
    pub(super) x: i64,
    pub(super) traps: bool,
    pub(super) doom: Option<Value>,
    /// Monitors of processes that had ended, of which it has not taken the message.
    pub(super) expected: Vec<usize>,
    pub(super) name: Option<usize>,
    pub tables: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Monitor {
    pub(super) watcher: Process,
    pub(super) target: Process,
    pub(super) active: bool,
    /// Was the target doomed?
    pub(super) late: bool,
    /// Does the target know of it?
    pub(super) arrived: bool,
    /// Had the target ended when it was made?
    pub(super) gone: bool,
}

/// A link that was made once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Link {
    Undone,
    There,
    /// It came to a process that was doomed.
    Late,
    /// That process made it, and the other does not know yet.
    Sent(Process),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Timer {
    pub(super) to: Target,
    pub(super) message: Value,
    pub(super) active: bool,
    /// When it is due, while it is held back.
    pub(super) due: Option<u32>,
}

/// The state of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) processes: Vec<Local>,
    pub(super) names: [Option<Process>; NAMES.len()],
    pub(super) links: BTreeMap<(Process, Process), Link>,
    pub(super) monitors: BTreeMap<usize, Monitor>,
    pub(super) timers: BTreeMap<usize, Timer>,
    pub(super) tables: Tables,
    pub(super) cells: [i64; CELLS],
    pub(super) terms: BTreeMap<usize, i64>,
    /// Monitors of processes that had ended, whose messages are to come: the watcher, the target.
    pub(super) late: BTreeMap<usize, (Process, Process)>,
    pub(super) aliases: BTreeMap<usize, Alias>,
    /// When the last timers were due that were held back.
    pub(super) now: u32,
    /// Signals on their way; none is empty.
    pub(super) channels: BTreeMap<(Process, Process), Vec<Signal>>,
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
    /// What it took, if it is a receive.
    pub took: Option<Took>,
    /// What it asks another process.
    pub asked: Asked,
}

impl Machine {
    /// Prepares a program.
    #[must_use]
    pub fn new(program: &Program) -> Machine {
        let program = &super::limits::without_held(program);
        let scanned = program.statements().into_iter();
        let scanned = scanned.filter_map(|statement| match statement.operation {
            Operation::Table(_, Table::ScanAll) => Some(None),
            Operation::Table(_, Table::ScanValue(value)) => Some(Some(value)),
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
            travels: false,
            receives: Receives::Ordered,
            plain: program.is_plain(),
            asked: Asked::default(),
            paths: program.paths(),
            scanned,
            limit: program.limit,
        }
    }

    /// The same, where signals travel.
    #[must_use]
    pub fn travelling(program: &Program, receives: Receives) -> Machine {
        Machine {
            travels: true,
            receives,
            ..Machine::new(program)
        }
    }

    /// The same, where receives are choices of messages.
    #[must_use]
    pub fn taking(program: &Program) -> Machine {
        Machine {
            receives: Receives::Take,
            ..Machine::new(program)
        }
    }

    /// The same, with all steps that may be needed, whatever is asked.
    #[must_use]
    pub fn asking_all(mut machine: Machine) -> Machine {
        let all = 0..machine.code.len();
        machine.asked.linked = all.clone().collect();
        machine.asked.counted = match machine.looks_into_queues() {
            true => all.collect(),
            false => machine.asked.counted,
        };
        machine
    }

    /// Does a process count messages, its own or those of others, or drop some of its own?
    pub(super) fn looks_into_queues(&self) -> bool {
        let looks = |code: &Code| {
            let Code::Do(operation, _) = code else {
                return false;
            };
            matches!(
                operation,
                Operation::QueueLength | Operation::QueueLengthOf(_) | Operation::Unalias(_)
            ) || matches!(operation, Operation::Demonitor(_, true, _))
        };
        self.code.iter().flatten().any(looks)
    }

    pub(super) fn takes(&self) -> bool {
        self.receives == Receives::Take
    }

    /// The state before the first step: the root is before its first, and has made the tables
    /// without names.
    #[must_use]
    pub fn start(&self) -> State {
        let unborn = Local {
            phase: Phase::Unborn,
            at: 0,
            mailbox: Vec::new(),
            customer: None,
            log: Vec::new(),
            x: 0,
            traps: false,
            doom: None,
            expected: Vec::new(),
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
            cells: [0; CELLS],
            terms: BTreeMap::new(),
            late: BTreeMap::new(),
            aliases: BTreeMap::new(),
            now: 0,
            channels: BTreeMap::new(),
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

/// An error that nobody caught.
pub(super) fn uncaught(what: &'static str) -> Value {
    tuple([atom(what), Value::List(Vec::new())])
}

impl State {
    /// All who can make a step.
    #[must_use]
    pub fn enabled(&self, machine: &Machine) -> Vec<Actor> {
        let mut all = Vec::new();
        for (process, local) in self.processes.iter().enumerate() {
            let can = match local.phase {
                Phase::Unborn | Phase::Dead(_) => false,
                Phase::Waiting => {
                    local.doom.is_some() || machine.takes() && self.can_take(machine, process)
                }
                Phase::Ready => local.doom.is_some() || !self.is_held_up(machine, process),
                Phase::Picking | Phase::Ending(_) | Phase::Deaf(_) | Phase::Leaving(..) => true,
            };
            if can {
                all.push(Actor::Process(process));
            }
        }
        let timers = self.timers.iter();
        let timers = timers.filter(|(_, timer)| timer.active && timer.due.is_none());
        all.extend(timers.map(|(timer, _)| Actor::Timer(*timer)));
        let channels = self.channels.keys();
        all.extend(channels.map(|(from, to)| Actor::Channel(*from, *to)));
        self.late_actors(machine, &mut all);
        all
    }

    /// Is there a message for the receive in which it waits?
    fn can_take(&self, machine: &Machine, process: Process) -> bool {
        let local = &self.processes[process];
        let Some(Code::Receive(clauses, ..)) = machine.code[process].get(local.at) else {
            return false;
        };
        let fits = |letter: &Letter| {
            let mut patterns = clauses.iter();
            patterns.any(|(pattern, _)| taken(*pattern, &letter.message).is_some())
        };
        local.mailbox.iter().any(fits)
    }

    /// One whose next step conflicts with nothing that anybody else can still do, if programs are
    /// plain: it takes a message and would not time out, spawns, or ends.
    #[must_use]
    pub fn alone(&self, machine: &Machine) -> Option<Actor> {
        if !machine.plain || !machine.takes() {
            return None;
        }
        let is = |process: &Process| match self.processes[*process].phase {
            Phase::Waiting => self.can_take(machine, *process),
            Phase::Ready => matches!(
                machine.code[*process][self.processes[*process].at],
                Code::Do(Operation::Spawn(..), _)
            ),
            Phase::Ending(_) => true,
            _ => false,
        };
        let found = (0..self.processes.len()).find(is);
        found.map(Actor::Process)
    }

    /// Gives the message that was just sent, if there is one, the name of that step.
    pub fn name_letters(&mut self, name: u64) {
        let mailboxes = self.processes.iter_mut().map(|local| &mut local.mailbox);
        for letter in mailboxes.flatten().filter(|letter| letter.name == 0) {
            letter.name = name;
        }
    }

    /// Puts the letters of each mailbox in the order of their names.
    pub fn sort_letters(&mut self) {
        for local in &mut self.processes {
            local.mailbox.sort_by_key(|letter| letter.name);
        }
    }

    /// Does what it asks wait for signals that are on their way?
    fn is_held_up(&self, machine: &Machine, process: Process) -> bool {
        let code = machine.code[process].get(self.processes[process].at);
        let asked = code.and_then(|code| match code {
            Code::Do(operation, _) => asked(operation),
            _ => None,
        });
        asked.is_some_and(|to| self.channels.contains_key(&(process, to)))
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
            Actor::Channel(from, to) => self.arrives(machine, (from, to), &mut effect.touches),
            Actor::Late(number) => self.late_down(machine, number, &mut effect.touches),
            Actor::Handler(process) => {
                effect.touches.write(Object::Handled(process));
                effect.touches.read(Object::Doom(process));
                self.handle(process);
            }
            Actor::Process(process) => self.step_of(machine, process, &mut effect),
        }
        effect
    }

    pub(super) fn step_of(&mut self, machine: &Machine, process: Process, effect: &mut Effect) {
        let touches = &mut effect.touches;
        let local = &mut self.processes[process];
        if let Phase::Leaving(reason, leaving) = local.phase.clone() {
            self.leave(machine, process, &reason, &leaving, touches);
            return;
        }
        touches.read(Object::Doom(process));
        let is_linked = machine.asked.linked.contains(&process);
        if local.doom.is_none()
            && is_linked
            && let Phase::Ending(reason) = &local.phase
        {
            touches.write(Object::Deaf(process));
            local.phase = Phase::Deaf(reason.clone());
            return;
        }
        let end = match (&local.doom, &local.phase) {
            (Some(reason), _) | (None, Phase::Ending(reason) | Phase::Deaf(reason)) => {
                Some(reason.clone())
            }
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
            self.rest_of_end(machine, process);
            return;
        }
        match &machine.code[process][local.at] {
            Code::Do(operation, guarded) => {
                self.processes[process].at += 1;
                let result = self.operate(machine, process, operation, effect);
                self.finish(process, result, *guarded);
            }
            Code::Receive(clauses, after, _) => {
                if !machine.takes() && self.processes[process].phase != Phase::Picking {
                    touches.read(Object::Queue(process));
                }
                let took = self.take(process, clauses);
                effect.took = took.map(Took::Message);
                if took.is_none() {
                    let local = &mut self.processes[process];
                    local.at = after.expect("it is enabled");
                    effect.took = Some(Took::Nothing);
                }
                self.processes[process].phase = Phase::Ready;
            }
            Code::Jump(_) | Code::LogTimeout => unreachable!("local code"),
        }
        self.run_on(machine, process);
    }

    /// Logs what an operation returned, or ends the process.
    pub(super) fn finish(
        &mut self,
        process: Process,
        result: Result<Option<Value>, &'static str>,
        guarded: bool,
    ) {
        let local = &mut self.processes[process];
        // It has ended itself.
        if matches!(local.phase, Phase::Ending(_)) {
            return;
        }
        match result {
            Ok(Some(value)) => local.log.push(value),
            Ok(None) => {}
            Err(error) if guarded => local.log.push(tuple([atom("error"), atom(error)])),
            Err(error) => local.phase = Phase::Ending(uncaught(error)),
        }
    }

    /// Takes the first message that a clause matches, and tells its name.
    fn take(&mut self, process: Process, clauses: &[(Pattern, usize)]) -> Option<u64> {
        let local = &mut self.processes[process];
        for place in 0..local.mailbox.len() {
            for (pattern, target) in clauses {
                if let Some((logged, x)) = taken(*pattern, &local.mailbox[place].message) {
                    let letter = local.mailbox.remove(place);
                    let asks = customer(*pattern, &letter.message);
                    local.customer = asks.or(local.customer.take());
                    // What only tells a process of another is not logged.
                    if !matches!(pattern, Pattern::Pid(_)) {
                        local.log.push(logged);
                    }
                    local.x = x.unwrap_or(local.x);
                    local.at = *target;
                    self.has_taken(process, &letter);
                    return Some(letter.name);
                }
            }
        }
        None
    }

    /// Runs local code, up to the next step.
    pub(super) fn run_on(&mut self, machine: &Machine, process: Process) {
        if self.processes[process].doom.is_some() {
            return;
        }
        loop {
            let local = &mut self.processes[process];
            let phases = [Phase::Ready, Phase::Waiting, Phase::Picking];
            if !phases.contains(&local.phase) {
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
                Some(Code::Receive(clauses, after, _)) => {
                    self.handle(process);
                    if after.is_some() && !self.expects(machine, process) {
                        return;
                    }
                    if machine.takes() {
                        self.processes[process].phase = Phase::Waiting;
                        return;
                    }
                    if machine.asked.counted.contains(&process) && self.can_take(machine, process) {
                        self.processes[process].phase = Phase::Picking;
                        return;
                    }
                    if self.take(process, clauses).is_none() {
                        self.processes[process].phase = Phase::Waiting;
                        return;
                    }
                }
                Some(Code::Do(Operation::Answer, _)) if local.customer.is_none() => {
                    local.log.push(atom("none"));
                    local.at += 1;
                }
                Some(Code::Do(Operation::Alias(number, replies), _)) => {
                    let alias = Alias {
                        owner: process,
                        replies: *replies,
                        active: true,
                    };
                    local.at += 1;
                    self.aliases.insert(*number, alias);
                }
                // That of another stays.
                Some(Code::Do(Operation::Demonitor(number, false, info), _))
                    if (self.monitors.get(number)).is_some_and(|of| of.watcher != process) =>
                {
                    local.log.push(boolean(!info));
                    local.at += 1;
                }
                Some(Code::Do(Operation::Put(number), _)) => {
                    local.x = *number;
                    local.at += 1;
                }
                Some(Code::Do(Operation::Exit(why), _)) => {
                    local.phase = Phase::Ending(reason(*why))
                }
                // A process that kills itself ends at once.
                Some(Code::Do(Operation::Signal(to, why), _))
                    if *to == process && (!local.traps || *why == Reason::Kill) =>
                {
                    let why = match why {
                        Reason::Kill => atom("killed"),
                        why => reason(*why),
                    };
                    local.phase = Phase::Ending(why);
                }
                Some(Code::Do(Operation::Error, _)) => {
                    local.phase = Phase::Ending(uncaught("oops"))
                }
                Some(Code::Do(..)) => return,
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
        self.deliver_as(machine, to, (message, None), touches);
    }

    /// The same of one that may not be handled yet.
    pub(super) fn deliver_as(
        &mut self,
        machine: &Machine,
        to: Process,
        (message, unhandled): (Value, Option<Unhandled>),
        touches: &mut Touches,
    ) {
        if machine.takes() {
            touches.add(Object::Queue(to), Mode::Add);
        } else {
            touches.write(Object::Queue(to));
        }
        touches.read(Object::Doom(to));
        if self.is_dead(to) || self.processes[to].doom.is_some() {
            return;
        }
        let local_waits = matches!(self.processes[to].phase, Phase::Waiting);
        let name = 0;
        self.processes[to].mailbox.push(Letter {
            message,
            name,
            unhandled,
        });
        if local_waits {
            self.run_on(machine, to);
        }
    }
}
