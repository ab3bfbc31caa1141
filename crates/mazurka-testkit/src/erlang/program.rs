//! A small language of Erlang processes.
//!
//! All processes of a program are known beforehand: each has one place where it is spawned, and
//! there are no loops. So processes, monitors and timers have numbers, and paths in the spawn
//! tree. Each process has one number of its own, `x` (in its process dictionary), and a log of
//! what its operations returned and its receives took.

/// The number of a process; the root is 0.
pub type Process = usize;

/// Names that may be registered.
pub const NAMES: [&str; 2] = ["a", "b"];

/// Names of tables.
pub const TABLES: [&str; 2] = ["t", "u"];

/// Tags of messages.
pub const TAGS: [&str; 3] = ["m", "n", "o"];

/// The first part of a question; the others are a number, who asks, and a reference.
pub const ASK: &str = "ask";

/// How many cells the array of atomics has.
pub const CELLS: usize = 2;

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The processes; the first is the root. A process comes after its parent.
    pub processes: Vec<Vec<Statement>>,
    /// The tables, as `ets:new` makes them.
    pub tables: Vec<TableKind>,
    /// Times of so many milliseconds or more are held back.
    pub limit: Option<u32>,
}

/// What a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableKind {
    /// Its type.
    pub order: Order,
    /// Is it used by its name? If not, the root makes it before all else.
    pub named: bool,
}

/// Types of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `set`.
    Set,
    /// `ordered_set`.
    Ordered,
    /// `bag`.
    Bag,
}

/// One operation; what it returns is logged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What is done.
    pub operation: Operation,
    /// Is an error caught and logged? If not, it ends the process.
    pub guarded: bool,
}

/// A number: a constant, or `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// This one.
    Constant(i64),
    /// The number of the process.
    X,
}

/// `{Tag, Number}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    /// Which of [`TAGS`].
    pub tag: usize,
    /// The number.
    pub number: Number,
}

/// Reasons to exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// `normal`.
    Normal,
    /// `shutdown`.
    Shutdown,
    /// `{shutdown, 1}`.
    ShutdownWith,
    /// `oops`.
    Oops,
    /// `kill`.
    Kill,
}

/// How a process is spawned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spawn {
    /// `spawn`.
    Plain,
    /// `spawn_link`.
    Link,
    /// `spawn_monitor`, and the number of the monitor.
    Monitor(usize),
}

/// To whom a timer sends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A process.
    Process(Process),
    /// Whoever has that name then.
    Name(usize),
}

/// What a clause of a receive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Anything.
    Any,
    /// `{Tag, N}`; then `x` is `N`.
    Tag(usize),
    /// `{Tag, 1}`.
    Exactly(usize, i64),
    /// `{_, N}`; then `x` is `N`.
    Pair,
    /// `{'EXIT', _, Reason}`.
    Exit,
    /// `{'DOWN', _, process, _, Reason}`.
    Down,
    /// The same of that monitor.
    DownOf(usize),
    /// `{timeout, _, {_, N}}`; then `x` is `N`.
    Timeout,
    /// The message that tells of that process.
    Pid(Process),
    /// `{ask, N, From, Ref}`; then `x` is `N`, and `From` is the one to answer.
    Ask,
    /// `{Ref, N}`, the answer to that question; then `x` is `N`.
    Answer(usize),
}

/// A clause of a receive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What it takes.
    pub pattern: Pattern,
    /// What is done then.
    pub body: Vec<Statement>,
}

/// What an operation on a table does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// `insert` of `{Key, Value}`.
    Insert(i64, Number),
    /// `insert` of two.
    InsertTwo((i64, Number), (i64, Number)),
    /// `insert_new`.
    InsertNew(i64, Number),
    /// `lookup`.
    Lookup(i64),
    /// `member`.
    Member(i64),
    /// `delete` of a key.
    DeleteKey(i64),
    /// `take`.
    Take(i64),
    /// `update_counter`; with a default, if it says so.
    UpdateCounter(i64, i64, bool),
    /// All tuples.
    ScanAll,
    /// All tuples with that value.
    ScanValue(i64),
    /// `info(T, size)`.
    Size,
    /// `first`; for sets only whether there is one.
    First,
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Spawns that process.
    Spawn(Process, Spawn),
    /// `P ! M`.
    Send(Process, Message),
    /// `Name ! M`.
    SendName(usize, Message),
    /// Sends the identifier of the second process to the first.
    Tell(Process, Process),
    /// Receives it.
    Meet(Process),
    /// Sends a question: a number, the sender, and a new reference; with the number of the
    /// question.
    Ask(Process, Number, usize),
    /// Sends `{Ref, x}` to the one whose question it took last.
    Answer,
    /// `process_info(self(), message_queue_len)`.
    QueueLength,
    /// A receive; with what to do `after` N milliseconds.
    Receive(Vec<Clause>, Option<(u32, Vec<Statement>)>),
    /// `register`.
    Register(usize, Process),
    /// `unregister`.
    Unregister(usize),
    /// `whereis`.
    Whereis(usize),
    /// `link`.
    Link(Process),
    /// `unlink`.
    Unlink(Process),
    /// `process_flag(trap_exit, _)`.
    TrapExit(bool),
    /// `exit/1`.
    Exit(Reason),
    /// `error(oops)`.
    Error,
    /// `exit/2`.
    Signal(Process, Reason),
    /// `monitor`, and the number of the monitor.
    Monitor(Process, usize),
    /// `demonitor` with or without `flush`, and `info`.
    Demonitor(usize, bool, bool),
    /// `is_process_alive`.
    IsAlive(Process),
    /// `alias`, with or without `reply`, and the number of the alias.
    Alias(usize, bool),
    /// Sends to an alias.
    SendAlias(usize, Message),
    /// `unalias`.
    Unalias(usize),
    /// `process_info(P, message_queue_len)` of another.
    QueueLengthOf(Process),
    /// `ets:new`, with an heir.
    TableNew(usize, Option<Process>),
    /// `ets:delete/1`.
    TableDelete(usize),
    /// `ets:rename`: a table, and the one whose name it gets.
    Rename(usize, usize),
    /// `ets:give_away`.
    GiveAway(usize, Process),
    /// Another operation on a table.
    Table(usize, Table),
    /// `send_after` or, if it says so, `start_timer`; milliseconds, and the number of the timer.
    Timer {
        /// To whom.
        to: Target,
        /// What.
        message: Message,
        /// When.
        after: u32,
        /// Is it `start_timer`?
        start: bool,
        /// The number of the timer.
        timer: usize,
    },
    /// `cancel_timer`; was it active?
    Cancel(usize),
    /// `read_timer`; is it active?
    ReadTimer(usize),
    /// `atomics:add`.
    CellAdd(usize, Number),
    /// `atomics:get`.
    CellGet(usize),
    /// `atomics:exchange`.
    CellExchange(usize, Number),
    /// `atomics:compare_exchange`.
    CellCompare(usize, i64, Number),
    /// `persistent_term:put`.
    TermPut(usize, Number),
    /// `persistent_term:get`, with a default.
    TermGet(usize),
    /// `persistent_term:erase`.
    TermErase(usize),
    /// `x` is that.
    Put(i64),
}

impl Program {
    /// The place of each process in the spawn tree: `P`, `P.1`, ...
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        let mut paths = vec![String::new(); self.processes.len()];
        paths[0] = "P".to_owned();
        for (parent, body) in self.processes.iter().enumerate() {
            let mut count = 0;
            for statement in body {
                if let Operation::Spawn(child, _) = statement.operation {
                    count += 1;
                    paths[child] = format!("{}.{count}", paths[parent]);
                }
            }
        }
        paths
    }

    /// Has it nothing but messages?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let plain = |statement: &&Statement| {
            matches!(
                statement.operation,
                Operation::Spawn(_, Spawn::Plain)
                    | Operation::Send(..)
                    | Operation::Tell(..)
                    | Operation::Meet(_)
                    | Operation::Ask(..)
                    | Operation::Answer
                    | Operation::Receive(..)
                    | Operation::Exit(_)
                    | Operation::Error
                    | Operation::Put(_)
            )
        };
        self.tables.is_empty() && self.statements().iter().all(plain)
    }

    /// All statements, those in clauses too.
    #[must_use]
    pub fn statements(&self) -> Vec<&Statement> {
        let mut all = Vec::new();
        let mut left: Vec<&Statement> = self.processes.iter().flatten().collect();
        while let Some(statement) = left.pop() {
            all.push(statement);
            if let Operation::Receive(clauses, after) = &statement.operation {
                left.extend(clauses.iter().flat_map(|clause| &clause.body));
                left.extend(after.iter().flat_map(|(_, body)| body));
            }
        }
        all
    }
}
