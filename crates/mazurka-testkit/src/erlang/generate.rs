//! Random programs.

use super::program::{
    CELLS, Clause, Message, NAMES, Number, Operation, Order, Pattern, Process, Program, Reason,
    Spawn, Statement, TAGS, Table, TableKind, Target,
};
use crate::random::Random;

/// What a program is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Messages,
    Names,
    Exits,
    Monitors,
    Tables,
    Owners,
    Timers,
    Cells,
    Renames,
    Late,
}

const FAMILIES: [Family; 10] = [
    Family::Messages,
    Family::Names,
    Family::Exits,
    Family::Monitors,
    Family::Tables,
    Family::Owners,
    Family::Timers,
    Family::Cells,
    Family::Renames,
    Family::Late,
];

/// The first N are in all programs.
const USUAL: usize = 8;

/// The program of a seed.
#[must_use]
pub fn generate(seed: u64) -> Program {
    generate_with(seed, weights)
}

/// The same of programs in which tables are renamed, and processes link to, watch and ask others
/// that end, or look for what they have sent to themselves.
#[must_use]
pub fn generate_late(seed: u64) -> Program {
    generate_with(seed, late_weights)
}

fn generate_with(seed: u64, weights: fn(&mut Random) -> [usize; FAMILIES.len()]) -> Program {
    let mut random = Random::new(seed);
    let count = 2 + random.weighted(&[2, 6, 4, 1]);
    let mut maker = Maker {
        weights: weights(&mut random),
        parents: vec![0; count],
        introduced: Vec::new(),
        processes: vec![Vec::new(); count],
        tables: Vec::new(),
        monitors: 0,
        timers: 0,
        aliases: 0,
        most: if count > 3 { 2 } else { 3 },
        counts_first: seed & 1 == 1,
        random,
    };
    maker.tables = match maker.has(Family::Renames) {
        // They can take one another's name, and keep what they are.
        true => vec![
            TableKind {
                named: true,
                ..maker.kind()
            };
            2
        ],
        false => (0..maker.random.between(1, 2))
            .map(|_| maker.kind())
            .collect(),
    };
    for child in 2..count {
        if maker.random.percent(20) {
            maker.parents[child] = maker.random.between(1, child - 1);
        }
    }
    for to in 1..count {
        for about in to + 1..count {
            let both = maker.parents[to] == 0 && maker.parents[about] == 0;
            if both && maker.random.percent(15) {
                maker.introduced.push((to, about));
            }
        }
    }
    maker.process(0, &Scope::default());
    Program {
        processes: maker.processes,
        tables: maker.tables,
        limit: None,
    }
}

/// Two or three families count.
fn weights(random: &mut Random) -> [usize; FAMILIES.len()] {
    let mut weights = [0; FAMILIES.len()];
    weights[0] = 4;
    for _ in 0..random.between(1, 2) {
        weights[random.below(USUAL)] += 10;
    }
    weights
}

/// One of the others counts most, and one of all.
fn late_weights(random: &mut Random) -> [usize; FAMILIES.len()] {
    let mut weights = [0; FAMILIES.len()];
    weights[0] = 3;
    weights[USUAL + random.below(FAMILIES.len() - USUAL)] += 12;
    if random.percent(50) {
        weights[random.below(FAMILIES.len())] += 5;
    }
    weights
}

/// What a process knows at some place.
#[derive(Clone, Default)]
struct Scope {
    me: Process,
    others: Vec<Process>,
    monitors: Vec<usize>,
    /// Monitors of others.
    foreign: Vec<usize>,
    timers: Vec<usize>,
    /// All aliases that it knows, and its own.
    aliases: Vec<usize>,
    own_aliases: Vec<usize>,
    /// Has it asked for messages of exits?
    traps: bool,
}

struct Maker {
    random: Random,
    weights: [usize; FAMILIES.len()],
    parents: Vec<Process>,
    /// Who is told of whom by the root.
    introduced: Vec<(Process, Process)>,
    processes: Vec<Vec<Statement>>,
    tables: Vec<TableKind>,
    monitors: usize,
    timers: usize,
    aliases: usize,
    most: usize,
    /// Others count the messages of the root; if not, it counts theirs. Not both: a real Erlang keeps
    /// the answer to the one among the messages that the other counts.
    counts_first: bool,
}

impl Maker {
    fn kind(&mut self) -> TableKind {
        let orders = [Order::Set, Order::Ordered, Order::Bag];
        TableKind {
            order: orders[self.random.weighted(&[5, 2, 2])],
            named: self.random.percent(60),
        }
    }

    fn has(&self, family: Family) -> bool {
        let place = FAMILIES.iter().position(|f| *f == family);
        self.weights[place.expect("one of them")] > 0
    }

    fn process(&mut self, me: Process, outer: &Scope) {
        let mut scope = Scope {
            me,
            others: outer.others.clone(),
            timers: outer.timers.clone(),
            foreign: [&*outer.monitors, &*outer.foreign].concat(),
            aliases: outer.aliases.clone(),
            ..Scope::default()
        };
        let mut body = Vec::new();
        let dies = self.has(Family::Exits) || self.has(Family::Late);
        let lives = dies || self.has(Family::Monitors);
        if lives && self.random.percent(35) {
            body.push(self.statement(Operation::TrapExit(true)));
            scope.traps = true;
        }
        if self.has(Family::Names) && self.random.percent(30) {
            let name = self.name();
            body.push(self.statement(Operation::Register(name, me)));
        }
        if me == 0 {
            let uses = self.has(Family::Tables) || self.has(Family::Owners);
            let uses = uses || self.has(Family::Renames);
            for table in 0..self.tables.len() {
                if uses && self.tables[table].named && self.random.percent(75) {
                    body.push(self.statement(Operation::TableNew(table, None)));
                }
            }
        }
        let met: Vec<_> = self
            .introduced
            .iter()
            .filter(|(to, _)| *to == me)
            .copied()
            .collect();
        for (_, about) in met {
            body.push(self.statement(Operation::Meet(about)));
            scope.others.push(about);
        }
        let children: Vec<Process> = (me + 1..self.parents.len())
            .filter(|child| self.parents[*child] == me)
            .collect();
        for child in children {
            if self.random.percent(20) {
                self.add(&mut body, &mut scope);
            }
            let monitor = self.monitors;
            let how = match self.random.below(100) {
                0..20 if self.has(Family::Exits) => Spawn::Link,
                0..35 if self.has(Family::Monitors) || self.has(Family::Late) => {
                    self.monitors += 1;
                    Spawn::Monitor(monitor)
                }
                0..10 => Spawn::Link,
                _ => Spawn::Plain,
            };
            let mut inner = scope.clone();
            inner.others.push(me);
            self.process(child, &inner);
            body.push(self.statement(Operation::Spawn(child, how)));
            scope.others.push(child);
            if let Spawn::Monitor(monitor) = how {
                scope.monitors.push(monitor);
            }
            if me == 0 {
                let told = self.introduced.iter().filter(|(_, about)| *about == child);
                let told: Vec<_> = told.map(|(to, _)| *to).collect();
                for to in told {
                    body.push(self.statement(Operation::Tell(to, child)));
                }
            }
        }
        let least = usize::from(me != 0);
        for _ in 0..self.random.between(least, self.most) {
            self.add(&mut body, &mut scope);
        }
        self.processes[me] = body;
    }

    fn statement(&mut self, operation: Operation) -> Statement {
        let guarded = self.random.percent(80);
        Statement { operation, guarded }
    }

    fn add(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let operation = self.operation(scope, true);
        body.push(self.statement(operation));
    }

    fn name(&mut self) -> usize {
        self.random.weighted(&[5, 1][..NAMES.len()])
    }

    fn number(&mut self) -> Number {
        if self.random.percent(25) {
            return Number::X;
        }
        Number::Constant(self.constant())
    }

    fn constant(&mut self) -> i64 {
        i64::try_from(self.random.weighted(&[1, 4, 3])).expect("small")
    }

    fn message(&mut self) -> Message {
        Message {
            tag: self.random.weighted(&[5, 3, 1][..TAGS.len()]),
            number: self.number(),
        }
    }

    fn other(&mut self, scope: &Scope) -> Option<Process> {
        if scope.others.is_empty() {
            return None;
        }
        Some(*self.random.pick(&scope.others))
    }

    fn anybody(&mut self, scope: &Scope) -> Process {
        match self.other(scope) {
            Some(other) if self.random.percent(85) => other,
            _ => scope.me,
        }
    }

    fn reason(&mut self) -> Reason {
        let all = [
            Reason::Normal,
            Reason::Shutdown,
            Reason::ShutdownWith,
            Reason::Oops,
            Reason::Kill,
        ];
        all[self.random.weighted(&[3, 2, 1, 4, 3])]
    }

    /// An operation; at the top, also one that binds a variable.
    fn operation(&mut self, scope: &mut Scope, top: bool) -> Operation {
        let family = FAMILIES[self.random.weighted(&self.weights.clone())];
        let made = match family {
            Family::Messages => None,
            Family::Names => Some(self.on_names(scope)),
            Family::Exits => self.on_exits(scope),
            Family::Monitors => self.on_monitors(scope, top),
            Family::Tables => Some(self.on_tables()),
            Family::Owners => Some(self.on_owners(scope)),
            Family::Timers => self.on_timers(scope, top),
            Family::Cells => Some(self.on_cells()),
            Family::Renames => Some(self.on_names_of_tables(scope)),
            Family::Late => self.on_late(scope, top),
        };
        made.unwrap_or_else(|| self.on_messages(scope, top))
    }

    fn on_messages(&mut self, scope: &mut Scope, top: bool) -> Operation {
        match self.random.below(100) {
            0..5 => Operation::Put(self.constant()),
            5..50 if top => self.receive(scope),
            _ => Operation::Send(self.anybody(scope), self.message()),
        }
    }

    fn receive(&mut self, scope: &mut Scope) -> Operation {
        let mut clauses = Vec::new();
        for _ in 0..1 + self.random.weighted(&[6, 3, 1]) {
            let pattern = self.pattern(scope);
            let mut body = Vec::new();
            if self.random.percent(25) {
                let operation = self.operation(&mut scope.clone(), false);
                body.push(self.statement(operation));
            }
            clauses.push(Clause { pattern, body });
        }
        let after = self.random.percent(45).then(|| {
            let time = [0, 1, 2][self.random.below(3)];
            let mut body = Vec::new();
            if self.random.percent(20) {
                let operation = self.operation(&mut scope.clone(), false);
                body.push(self.statement(operation));
            }
            (time, body)
        });
        if after.is_some() && self.random.percent(8) {
            clauses.clear();
        }
        Operation::Receive(clauses, after)
    }

    fn pattern(&mut self, scope: &Scope) -> Pattern {
        let tag = self.random.weighted(&[5, 3, 1][..TAGS.len()]);
        let exits = usize::from(scope.traps) * 8;
        let downs = usize::from(!scope.monitors.is_empty()) * 6;
        let timers = usize::from(self.has(Family::Timers)) * 4;
        match self
            .random
            .weighted(&[3, 5, 2, 2, exits, downs, downs, timers])
        {
            0 => Pattern::Any,
            1 => Pattern::Tag(tag),
            2 => Pattern::Exactly(tag, self.constant()),
            3 => Pattern::Pair,
            4 => Pattern::Exit,
            5 => Pattern::Down,
            6 => Pattern::DownOf(*self.random.pick(&scope.monitors)),
            _ => Pattern::Timeout,
        }
    }

    fn on_names(&mut self, scope: &Scope) -> Operation {
        let name = self.name();
        match self.random.below(100) {
            0..30 => Operation::SendName(name, self.message()),
            30..60 => Operation::Register(name, self.anybody(scope)),
            60..80 => Operation::Unregister(name),
            _ => Operation::Whereis(name),
        }
    }

    fn on_exits(&mut self, scope: &mut Scope) -> Option<Operation> {
        let other = self.other(scope);
        Some(match self.random.below(100) {
            0..20 => Operation::Link(other?),
            20..32 => Operation::Unlink(other?),
            32..42 => {
                scope.traps = true;
                Operation::TrapExit(self.random.percent(70))
            }
            42..54 => Operation::Exit(self.reason()),
            54..58 => Operation::Error,
            58..88 => Operation::Signal(self.anybody(scope), self.reason()),
            _ => Operation::IsAlive(other?),
        })
    }

    fn on_monitors(&mut self, scope: &mut Scope, top: bool) -> Option<Operation> {
        match self.random.below(100) {
            0..45 if top => {
                let other = self.other(scope)?;
                let monitor = self.monitors;
                self.monitors += 1;
                scope.monitors.push(monitor);
                Some(Operation::Monitor(other, monitor))
            }
            45..75 if !scope.monitors.is_empty() => {
                let monitor = *self.random.pick(&scope.monitors);
                let (flush, info) = (self.random.percent(50), self.random.percent(60));
                Some(Operation::Demonitor(monitor, flush, info))
            }
            75..85 => Some(Operation::Signal(self.other(scope)?, self.reason())),
            85..93 => Some(Operation::IsAlive(self.other(scope)?)),
            93..97 => Some(Operation::Exit(self.reason())),
            _ => None,
        }
    }

    fn table(&mut self) -> usize {
        if self.tables.len() > 1 && self.random.percent(25) {
            1
        } else {
            0
        }
    }

    fn on_tables(&mut self) -> Operation {
        let table = self.table();
        let key = i64::try_from(self.random.weighted(&[4, 2])).expect("small") + 1;
        let order = self.tables[table].order;
        let operation = match self.random.below(100) {
            0..18 => Table::Insert(key, self.number()),
            18..25 => Table::InsertTwo((1, self.number()), (2, self.number())),
            25..35 => Table::InsertNew(key, self.number()),
            35..47 => Table::Lookup(key),
            47..52 => Table::Member(key),
            52..60 => Table::DeleteKey(key),
            60..68 => Table::Take(key),
            68..78 if order != Order::Bag => {
                let by = self.constant();
                Table::UpdateCounter(key, by, self.random.percent(60))
            }
            78..84 => Table::ScanAll,
            84..90 => Table::ScanValue(self.constant()),
            90..95 => Table::Size,
            _ => Table::First,
        };
        Operation::Table(table, operation)
    }

    fn on_owners(&mut self, scope: &Scope) -> Operation {
        let table = self.table();
        let named = self.tables[table].named;
        match self.random.below(100) {
            0..25 if named => {
                let heir = self.random.percent(40).then(|| self.other(scope)).flatten();
                Operation::TableNew(table, heir)
            }
            25..40 => Operation::TableDelete(table),
            40..55 => Operation::GiveAway(table, self.anybody(scope)),
            _ => self.on_tables(),
        }
    }

    fn on_names_of_tables(&mut self, scope: &Scope) -> Operation {
        let table = self.random.below(2);
        match self.random.below(100) {
            0..45 => Operation::Rename(table, 1 - table),
            45..65 => {
                let heir = self.random.percent(20).then(|| self.other(scope)).flatten();
                Operation::TableNew(table, heir)
            }
            65..80 => Operation::TableDelete(table),
            80..85 => Operation::GiveAway(table, self.anybody(scope)),
            _ => self.on_tables(),
        }
    }

    fn on_late(&mut self, scope: &mut Scope, top: bool) -> Option<Operation> {
        match self.random.below(100) {
            0..22 if top => {
                let other = self.other(scope)?;
                let monitor = self.monitors;
                self.monitors += 1;
                scope.monitors.push(monitor);
                Some(Operation::Monitor(other, monitor))
            }
            22..34 if !scope.monitors.is_empty() => {
                let monitor = *self.random.pick(&scope.monitors);
                let (flush, info) = (self.random.percent(40), self.random.percent(60));
                Some(Operation::Demonitor(monitor, flush, info))
            }
            34..39 if !scope.foreign.is_empty() => {
                let monitor = *self.random.pick(&scope.foreign);
                let (flush, info) = (self.random.percent(40), self.random.percent(60));
                Some(Operation::Demonitor(monitor, flush, info))
            }
            39..54 => Some(Operation::Link(self.other(scope)?)),
            54..57 => Some(Operation::Unlink(self.other(scope)?)),
            57..66 if top => {
                let alias = self.aliases;
                self.aliases += 1;
                scope.aliases.push(alias);
                scope.own_aliases.push(alias);
                Some(Operation::Alias(alias, self.random.percent(50)))
            }
            57..76 if !scope.aliases.is_empty() => {
                let alias = *self.random.pick(&scope.aliases);
                Some(Operation::SendAlias(alias, self.message()))
            }
            76..84 if !scope.own_aliases.is_empty() => {
                Some(Operation::Unalias(*self.random.pick(&scope.own_aliases)))
            }
            84..88 => Some(Operation::QueueLength),
            88..95 => {
                let other = self.other(scope)?;
                Some(match (scope.me, other) {
                    (0, _) if !self.counts_first => Operation::QueueLengthOf(other),
                    (_, 0) if self.counts_first => Operation::QueueLengthOf(other),
                    _ => Operation::QueueLength,
                })
            }
            95..98 => Some(Operation::Exit(self.reason())),
            _ => Some(Operation::Signal(self.other(scope)?, self.reason())),
        }
    }

    fn on_timers(&mut self, scope: &mut Scope, top: bool) -> Option<Operation> {
        match self.random.below(100) {
            0..55 if top => {
                let to = match self.random.percent(15) {
                    true => Target::Name(self.name()),
                    false => Target::Process(self.anybody(scope)),
                };
                let timer = self.timers;
                self.timers += 1;
                scope.timers.push(timer);
                let after = [0, 1, 2][self.random.below(3)];
                Some(Operation::Timer {
                    to,
                    message: self.message(),
                    after,
                    start: self.random.percent(40),
                    timer,
                })
            }
            55..75 if !scope.timers.is_empty() => {
                Some(Operation::Cancel(*self.random.pick(&scope.timers)))
            }
            75..88 if !scope.timers.is_empty() => {
                Some(Operation::ReadTimer(*self.random.pick(&scope.timers)))
            }
            _ => None,
        }
    }

    fn on_cells(&mut self) -> Operation {
        let cell = self.random.below(CELLS);
        match self.random.below(100) {
            0..20 => Operation::CellAdd(cell, self.number()),
            20..40 => Operation::CellGet(cell),
            40..55 => Operation::CellExchange(cell, self.number()),
            55..70 => Operation::CellCompare(cell, self.constant(), self.number()),
            70..82 => Operation::TermPut(cell, self.number()),
            82..94 => Operation::TermGet(cell),
            _ => Operation::TermErase(cell),
        }
    }
}
