//! Processes: what each has, and what it does next.

use crate::interpreter::Core;
use crate::native::Native;
use crate::tables::Id as TableId;
use crate::term::Term;
use mazurka_program::{ObjectId, Operation, ProcessId};
use std::rc::Rc;

/// A message in a mailbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) term: Term,
    /// The mark of its sender's past: see [`mazurka_program::Edge::Mark`].
    pub(super) mark: u32,
    /// If the process chooses: who sent it, and the message as an object; none if it was there
    /// before the first event.
    pub(super) from: ProcessId,
    pub(super) object: Option<ObjectId>,
    /// Does the present receive match it?
    pub(super) matches: bool,
    /// The signal that it is, if the process may not have handled it yet.
    pub(super) unhandled: Option<Unhandled>,
}

/// A signal of a process to itself. Receives find it, but it has no effect beside that yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unhandled {
    /// A message to this alias of its own.
    Alias((u32, u64)),
    /// The message of this monitor, of a name that nobody has.
    Down((u32, u64)),
    /// The exit signal of a link to a process that has ended.
    Exit,
}

impl Message {
    pub(super) fn new(term: Term, mark: u32) -> Message {
        Message {
            term,
            mark,
            from: ProcessId::ROOT,
            object: None,
            matches: false,
            unhandled: None,
        }
    }
}

/// What a receive does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// It takes the message at this place of the mailbox.
    Message(usize),
    /// It gives up.
    Nothing,
}

/// A receive that was made, and those before it.
#[derive(Debug)]
pub(super) struct Made {
    /// The process as it was then.
    pub(super) core: Core,
    pub(super) before: Option<Rc<Made>>,
    /// How many came before it.
    pub(super) number: usize,
}

/// What a process does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// It runs local code, within the present step.
    Run,
    /// It calls a native function that others may notice, with its arguments in its registers.
    Native(Native, Operation),
    /// It looks into its mailbox, and goes on without a message if there is none for it.
    Look(Operation),
    /// It takes a message, or gives up: a choice.
    Take(Operation),
    /// It takes the first message that its receive matches, while others count its messages.
    Pick(Operation),
    /// It waits for a message.
    Receive,
    /// It waits for any message, with its stack gone.
    Hibernate,
    /// It has said that it waits for ever.
    Sleep,
    /// It ends: the first of its stages comes next.
    End(Operation),
    /// It is a timer, and sends its message.
    Fire(Operation),
    /// It is a channel, and delivers the first of its signals.
    Deliver(Operation),
    /// Nothing.
    Finished,
}

/// Is a process alive?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Alive,
    /// A signal has killed it, for that reason. All it can do is to end.
    Doomed(Term),
    /// It has ended for that reason, or is at it: its first stage is over.
    Ended(Term),
}

/// One step of the end of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It handles no more signals: what links to it now learns that it is no more.
    Deaf,
    /// It is no longer alive, and its name is free.
    Life,
    /// A table of its own is deleted or inherited.
    Table(TableId),
    /// A process that it was linked to is told.
    Link(ProcessId),
    /// A process that has monitored it is told.
    Monitor(u32),
}

/// A link, or what was one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) peer: ProcessId,
    pub(super) is_on: bool,
    /// The one that ends first was doomed when it was made: its reason is not told.
    pub(super) is_late: bool,
    /// The other has called `link`.
    pub(super) is_by_peer: bool,
}

/// A monitor of a process, or what was one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Monitor {
    /// The reference, and what it is made of.
    pub(super) reference: Term,
    pub(super) key: (u32, u64),
    pub(super) watcher: ProcessId,
    /// What the watcher called the process: itself, or a name and a node.
    pub(super) called: Term,
    /// The first element of its message.
    pub(super) tag: Term,
    pub(super) is_on: bool,
    /// The process was doomed when it was made: the reason of its end is not told.
    pub(super) is_late: bool,
}

/// When an alias ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AliasEnd {
    /// When it is said.
    Explicit,
    /// With the monitor.
    Demonitor,
    /// With the monitor, or with the first message.
    Reply,
}

/// A reference that messages can be sent to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias {
    pub(super) key: (u32, u64),
    pub(super) end: AliasEnd,
    pub(super) is_on: bool,
}

/// What changes seldom.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    pub(super) dictionary: Vec<(Term, Term)>,
    /// All links that the process ever had, by the place of the other in the spawn tree.
    pub(super) links: Vec<Link>,
    /// All monitors of it that there ever were.
    pub(super) monitored_by: Vec<Monitor>,
    /// Whom it monitors, by the number of its reference.
    pub(super) monitors: Vec<(u64, ProcessId)>,
    pub(super) aliases: Vec<Alias>,
    /// The messages of monitors of processes that had ended, until it takes them; by the numbers
    /// of their references.
    pub(super) late: Vec<(u64, Term)>,
    pub(super) registered: Option<Term>,
    /// The tables that it ever owned, and has not itself given away or deleted.
    pub(super) tables: Vec<TableId>,
    pub(super) leader: Term,
    pub(super) parent: Option<ProcessId>,
    /// Module, function and arguments.
    pub(super) initial: (Term, Term, Term),
    /// What is left of its end.
    pub(super) stages: Vec<Stage>,
    /// For what reason it ends, and what is said of that if it is a bug.
    pub(super) end: Option<(Term, Option<Rc<str>>)>,
    pub(super) timer: Option<Timer>,
    pub(super) channel: Option<Channel>,
    pub(super) priority: Term,
}

/// A timer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer {
    pub(super) key: (u32, u64),
    pub(super) object: ObjectId,
    /// A process, or a name.
    pub(super) to: Term,
    pub(super) message: Term,
    /// In milliseconds.
    pub(super) time: Term,
    /// Does `after_timeout` hold it back, or did?
    pub(super) is_limit: bool,
    /// It is held back: when it is due, in milliseconds.
    pub(super) held_until: Option<u64>,
}

/// Signals on their way from one process to another.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub(super) to: ProcessId,
    pub(super) signals: Vec<(Signal, u32)>,
}

/// What one process tells another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal {
    Message(Term),
    /// An exit signal from a process, for a reason; by a link or by `exit/2`.
    Exit {
        from: ProcessId,
        reason: Term,
        by_link: bool,
    },
    /// A message to a reference, which may be an alias.
    Alias {
        key: (u32, u64),
        message: Term,
    },
    /// The message of a monitor of a process that has ended.
    Down {
        of: ProcessId,
        key: (u32, u64),
        message: Term,
    },
    /// A process handles the signals that it has sent itself.
    Handled,
}

/// A process of the program, a timer, or a channel.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) id: ProcessId,
    pub(super) queue: ObjectId,
    pub(super) doom: ObjectId,
    pub(super) life: ObjectId,
    /// Of a channel: how many signals it has delivered.
    pub(super) delivered: ObjectId,
    pub(super) core: Core,
    pub(super) next: Next,
    pub(super) fate: Fate,
    pub(super) mailbox: Vec<Message>,
    /// How many messages the present receive has looked at.
    pub(super) at: usize,
    /// May the present receive time out?
    pub(super) looks: bool,
    /// What the present receive was told to do.
    pub(super) chosen: Option<Chosen>,
    /// The last receive that was a choice.
    pub(super) made: Option<Rc<Made>>,
    pub(super) traps: bool,
    /// Has another process asked whether it lives?
    pub(super) is_asked: bool,
    /// Has it given itself a name?
    pub(super) was_named: bool,
    /// Has it messages that it may not have handled yet?
    pub(super) has_unhandled: bool,
    /// The shadow that lets it handle them before what it does next.
    pub(super) handler: Option<ProcessId>,
    /// How many processes it has started.
    pub(super) children: u32,
    /// How many timers and channels.
    pub(super) shadows: u32,
    /// How many references it has made.
    pub(super) references: u64,
    /// How many unique integers.
    pub(super) uniques: u64,
    /// How far the clock had ticked when the process last read it, in milliseconds.
    pub(super) ticks: u64,
    pub(super) rest: Rc<Rest>,
}

impl Process {
    pub(super) fn new(
        id: ProcessId,
        [queue, doom, life, delivered]: [ObjectId; 4],
        rest: Rc<Rest>,
    ) -> Process {
        Process {
            id,
            queue,
            doom,
            life,
            delivered,
            core: Core::new(Term::NIL, Term::NIL, Term::NIL),
            next: Next::Run,
            fate: Fate::Alive,
            mailbox: Vec::new(),
            at: 0,
            looks: false,
            chosen: None,
            made: None,
            traps: false,
            is_asked: false,
            was_named: false,
            has_unhandled: false,
            handler: None,
            children: 0,
            shadows: 0,
            references: 0,
            uniques: 0,
            ticks: 0,
            rest,
        }
    }

    /// Becomes the same as the other, with the memory that it has.
    pub(super) fn copy_from(&mut self, other: &Process) {
        // All fields are named, so that none is forgotten.
        let Process {
            id,
            queue,
            doom,
            life,
            delivered,
            core,
            next,
            fate,
            mailbox,
            at,
            looks,
            chosen,
            made,
            traps,
            is_asked,
            was_named,
            has_unhandled,
            handler,
            children,
            shadows,
            references,
            uniques,
            ticks,
            rest,
        } = other;
        self.id = *id;
        self.queue = *queue;
        self.doom = *doom;
        self.life = *life;
        self.delivered = *delivered;
        self.core.copy_from(core);
        self.next = *next;
        self.fate = *fate;
        self.mailbox.clone_from(mailbox);
        self.at = *at;
        self.looks = *looks;
        self.chosen = *chosen;
        self.made.clone_from(made);
        self.traps = *traps;
        self.is_asked = *is_asked;
        self.was_named = *was_named;
        self.has_unhandled = *has_unhandled;
        self.handler = *handler;
        self.children = *children;
        self.shadows = *shadows;
        self.references = *references;
        self.uniques = *uniques;
        self.ticks = *ticks;
        self.rest.clone_from(rest);
    }

    /// Is it neither doomed nor at its end?
    pub(super) fn is_alive(&self) -> bool {
        self.fate == Fate::Alive
    }

    /// Does the program know it: is it neither a timer nor a channel?
    pub(super) fn is_real(&self) -> bool {
        self.rest.timer.is_none() && self.rest.channel.is_none()
    }

    pub(super) fn rest_mut(&mut self) -> &mut Rest {
        Rc::make_mut(&mut self.rest)
    }
}
