//! Random programs of nothing but messages, and a few with names, which are the first seeds.
//!
//! Who takes part has a role: the first processes receive, those after them send to them, so that
//! several senders meet at one mailbox, and one sender reaches several. Patterns overlap in part.

use super::named::NAMED;
use super::program::{
    Clause, Message, Number, Operation, Pattern, Process, Program, Reason, Spawn, Statement,
};
use crate::random::Random;

/// What a process is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Mostly receives.
    Receiver,
    /// Mostly sends to those that receive.
    Sender,
    /// Receives, and sends on what it took.
    Forwarder,
    /// Receives questions and answers them.
    Server,
    /// Asks, and waits for the answer.
    Client,
    /// Whatever.
    Free,
}

/// The program of a seed.
#[must_use]
pub fn generate_messages(seed: u64) -> Program {
    let named = usize::try_from(seed).ok().and_then(|at| NAMED.get(at));
    if let Some(named) = named {
        return (named.program)();
    }
    let mut random = Random::new(seed);
    let roles = roles(&mut random);
    let mut maker = Maker {
        parents: vec![0; roles.len()],
        processes: vec![Vec::new(); roles.len()],
        most: if roles.len() > 4 { 2 } else { 3 } + random.below(2),
        afters: [0, 30, 70][random.below(3)],
        bodies: [10, 40][random.below(2)],
        told: None,
        questions: 0,
        roles,
        random,
    };
    for child in 2..maker.roles.len() {
        if maker.random.percent(12) {
            maker.parents[child] = maker.random.between(1, child - 1);
        }
    }
    // The first of the children is told of a later one, so that messages may go round.
    let last = maker.roles.len() - 1;
    if last > 1 && maker.parents[last] == 0 && maker.random.percent(15) {
        maker.told = Some(last);
    }
    maker.process(0, &[]);
    Program {
        processes: maker.processes,
        tables: Vec::new(),
        limit: None,
    }
}

fn roles(random: &mut Random) -> Vec<Role> {
    use Role::{Client, Forwarder, Free, Receiver, Sender, Server};
    let of: &[Role] = match random.weighted(&[3, 3, 4, 3, 2, 2, 2, 2, 2, 3]) {
        0 => &[Receiver, Sender, Sender],
        1 => &[Receiver, Sender, Sender, Sender],
        2 => &[Free, Receiver, Receiver, Sender, Sender],
        3 => &[Receiver, Forwarder, Sender, Sender],
        4 => &[Free, Receiver, Forwarder, Sender, Sender],
        5 => &[Receiver, Forwarder, Forwarder, Sender],
        6 => &[Receiver, Server, Client, Client],
        7 => &[Free, Server, Client, Sender],
        8 => &[Client, Server, Server, Sender],
        _ => &[Free, Free, Free, Free],
    };
    let mut roles = of.to_vec();
    if roles[0] == Free && random.percent(30) {
        roles[0] = Sender;
    }
    roles
}

struct Maker {
    random: Random,
    roles: Vec<Role>,
    parents: Vec<Process>,
    processes: Vec<Vec<Statement>>,
    /// The most operations of a process, beside those that start others.
    most: usize,
    /// How many receives of a hundred may time out.
    afters: usize,
    /// How many clauses of a hundred go on in a way of their own.
    bodies: usize,
    /// Whom the root tells the first child of.
    told: Option<Process>,
    questions: usize,
}

/// What a process knows at some place.
#[derive(Clone)]
struct Scope {
    me: Process,
    others: Vec<Process>,
    questions: Vec<usize>,
}

impl Maker {
    fn process(&mut self, me: Process, outer: &[Process]) {
        let mut scope = Scope {
            me,
            others: outer.to_vec(),
            questions: Vec::new(),
        };
        let mut body = Vec::new();
        if let (1, Some(about)) = (me, self.told) {
            body.push(self.statement(Operation::Meet(about)));
            scope.others.push(about);
        }
        let children: Vec<Process> = (me + 1..self.parents.len())
            .filter(|child| self.parents[*child] == me)
            .collect();
        for child in children {
            if self.random.percent(12) {
                self.add(&mut body, &mut scope, 0);
            }
            let mut known = scope.others.clone();
            known.push(me);
            self.process(child, &known);
            body.push(self.statement(Operation::Spawn(child, Spawn::Plain)));
            scope.others.push(child);
            if me == 0 && self.told == Some(child) {
                body.push(self.statement(Operation::Tell(1, child)));
            }
        }
        let least = match self.roles[me] {
            Role::Receiver => 2,
            Role::Sender if me != 0 => 2,
            _ => usize::from(me != 0),
        };
        for _ in 0..self.random.between(least, self.most) {
            self.add(&mut body, &mut scope, 0);
        }
        self.processes[me] = body;
    }

    fn statement(&mut self, operation: Operation) -> Statement {
        let guarded = self.random.percent(80);
        Statement { operation, guarded }
    }

    fn add(&mut self, body: &mut Vec<Statement>, scope: &mut Scope, depth: usize) {
        let made = match self.roles[scope.me] {
            Role::Receiver => self.random.weighted(&[12, 2, 0, 0, 1]),
            Role::Sender => self.random.weighted(&[1, 14, 0, 0, 1]),
            Role::Forwarder => self.random.weighted(&[5, 6, 0, 0, 0]),
            Role::Server => self.random.weighted(&[6, 2, 0, 4, 0]),
            Role::Client => self.random.weighted(&[4, 3, 5, 0, 0]),
            Role::Free => self.random.weighted(&[6, 7, 1, 1, 1]),
        };
        match made {
            0 => {
                let receive = self.receive(scope, depth);
                body.push(self.statement(receive));
            }
            2 => {
                let question = self.questions;
                self.questions += 1;
                let ask = Operation::Ask(self.receiver(scope), self.number(), question);
                body.push(self.statement(ask));
                scope.questions.push(question);
                if self.random.percent(70) {
                    let receive = self.receive(scope, depth);
                    body.push(self.statement(receive));
                }
            }
            3 => body.push(self.statement(Operation::Answer)),
            4 if depth > 0 && self.random.percent(40) => {
                let end = if self.random.percent(50) {
                    Operation::Exit(Reason::Oops)
                } else {
                    Operation::Exit(Reason::Normal)
                };
                body.push(self.statement(end));
            }
            4 => {
                let put = Operation::Put(self.constant());
                body.push(self.statement(put));
            }
            _ => {
                let send = Operation::Send(self.receiver(scope), self.message());
                body.push(self.statement(send));
            }
        }
    }

    fn constant(&mut self) -> i64 {
        i64::try_from(self.random.weighted(&[1, 4, 3])).expect("small")
    }

    fn number(&mut self) -> Number {
        if self.random.percent(30) {
            Number::X
        } else {
            Number::Constant(self.constant())
        }
    }

    fn tag(&mut self) -> usize {
        self.random.weighted(&[5, 4, 1])
    }

    fn message(&mut self) -> Message {
        Message {
            tag: self.tag(),
            number: self.number(),
        }
    }

    /// To whom something is sent: mostly to those who receive, now and then to itself.
    fn receiver(&mut self, scope: &Scope) -> Process {
        let receives = |process: &&Process| {
            let role = self.roles[**process];
            matches!(role, Role::Receiver | Role::Forwarder | Role::Server)
        };
        let receivers: Vec<Process> = scope.others.iter().filter(receives).copied().collect();
        if scope.others.is_empty() || self.random.percent(4) {
            scope.me
        } else if receivers.is_empty() || self.random.percent(15) {
            *self.random.pick(&scope.others)
        } else {
            *self.random.pick(&receivers)
        }
    }

    fn pattern(&mut self, scope: &Scope) -> Pattern {
        let asks = match self.roles[scope.me] {
            Role::Server => 14,
            Role::Free => 2,
            _ => 0,
        };
        let answers = usize::from(!scope.questions.is_empty()) * 10;
        match self.random.weighted(&[4, 8, 2, 4, asks, answers]) {
            0 => Pattern::Any,
            1 => Pattern::Tag(self.tag()),
            2 => Pattern::Exactly(self.tag(), self.constant()),
            3 => Pattern::Pair,
            4 => Pattern::Ask,
            _ => Pattern::Answer(*self.random.pick(&scope.questions)),
        }
    }

    fn receive(&mut self, scope: &Scope, depth: usize) -> Operation {
        let mut clauses = Vec::new();
        for _ in 0..1 + self.random.weighted(&[4, 4, 2]) {
            let pattern = self.pattern(scope);
            let body = self.body(scope, depth, pattern);
            clauses.push(Clause { pattern, body });
        }
        let after = self.random.percent(self.afters).then(|| {
            let time = [0, 1, 2][self.random.below(3)];
            (time, self.body(scope, depth, Pattern::Any))
        });
        Operation::Receive(clauses, after)
    }

    fn body(&mut self, scope: &Scope, depth: usize, pattern: Pattern) -> Vec<Statement> {
        let mut body = Vec::new();
        let mut scope = scope.clone();
        if pattern == Pattern::Ask && self.random.percent(70) {
            body.push(self.statement(Operation::Answer));
        }
        if depth < 2 && self.random.percent(self.bodies) {
            for _ in 0..self.random.between(1, 2) {
                self.add(&mut body, &mut scope, depth + 1);
            }
        }
        body
    }
}
