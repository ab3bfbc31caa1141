//! Message programs with names, and how many histories they have.

use super::program::{
    Clause, Message, Number, Operation, Pattern, Process, Program, Spawn, Statement,
};

/// A program with a name.
pub struct Named {
    /// What it is called.
    pub name: &'static str,
    /// It.
    pub program: fn() -> Program,
    /// How many histories it has.
    pub histories: u64,
}

/// All of them: the first seeds of message programs.
pub const NAMED: [Named; 9] = [
    // A sends w, x1; B sends x2. R takes x1 before x2, so the next receive, of w or x, finds w
    // before x2, as A sent w before x1.
    Named {
        name: "trap",
        program: trap,
        histories: 2,
    },
    // P takes m1 before m2, and Q n1 before n2; A sends m2, n1, and B sends n2, m1. Both first
    // choices at once are impossible.
    Named {
        name: "crossing",
        program: crossing,
        histories: 3,
    },
    // A receive that may time out beside two sends.
    Named {
        name: "time_out",
        program: time_out,
        histories: 3,
    },
    // Three messages, and each of three receives may time out.
    Named {
        name: "time_outs",
        program: time_outs,
        histories: 34,
    },
    // What nobody receives has no order.
    Named {
        name: "ignored",
        program: ignored,
        histories: 1,
    },
    // Receives of one tag each: only the two messages with the same tag have an order.
    Named {
        name: "selective",
        program: selective,
        histories: 2,
    },
    // A server and three clients that tell the root when they are done.
    Named {
        name: "server",
        program: server,
        histories: 36,
    },
    // A message that is sent on after another was received.
    Named {
        name: "forwarded",
        program: forwarded,
        histories: 2,
    },
    // One that waits for ever, in one of two histories.
    Named {
        name: "stuck",
        program: stuck,
        histories: 2,
    },
];

fn program(processes: Vec<Vec<Operation>>) -> Program {
    let statement = |operation| Statement {
        operation,
        guarded: true,
    };
    let body = |body: Vec<Operation>| body.into_iter().map(statement).collect();
    Program {
        processes: processes.into_iter().map(body).collect(),
        tables: Vec::new(),
        limit: None,
    }
}

fn spawn(child: Process) -> Operation {
    Operation::Spawn(child, Spawn::Plain)
}

fn send(to: Process, tag: usize, number: i64) -> Operation {
    let number = Number::Constant(number);
    Operation::Send(to, Message { tag, number })
}

fn receive<const N: usize>(patterns: [Pattern; N]) -> Operation {
    Operation::Receive(clauses(patterns), None)
}

fn receive_or_not<const N: usize>(patterns: [Pattern; N]) -> Operation {
    Operation::Receive(clauses(patterns), Some((0, Vec::new())))
}

fn clauses<const N: usize>(patterns: [Pattern; N]) -> Vec<Clause> {
    let clause = |pattern| Clause {
        pattern,
        body: Vec::new(),
    };
    patterns.into_iter().map(clause).collect()
}

fn trap() -> Program {
    let either = [Pattern::Tag(0), Pattern::Tag(1)];
    program(vec![
        vec![
            spawn(1),
            spawn(2),
            receive([Pattern::Tag(1)]),
            receive(either),
        ],
        vec![send(0, 0, 0), send(0, 1, 1)],
        vec![send(0, 1, 2)],
    ])
}

fn crossing() -> Program {
    let any = || receive([Pattern::Any]);
    program(vec![
        vec![spawn(1), spawn(2), spawn(3), spawn(4)],
        vec![any(), any()],
        vec![any(), any()],
        vec![send(1, 0, 2), send(2, 1, 1)],
        vec![send(2, 1, 2), send(1, 0, 1)],
    ])
}

fn time_out() -> Program {
    program(vec![
        vec![spawn(1), spawn(2), receive_or_not([Pattern::Any])],
        vec![send(0, 0, 1)],
        vec![send(0, 0, 2)],
    ])
}

fn time_outs() -> Program {
    let any = || receive_or_not([Pattern::Any]);
    program(vec![
        vec![spawn(1), spawn(2), spawn(3), any(), any(), any()],
        vec![send(0, 0, 1)],
        vec![send(0, 0, 2)],
        vec![send(0, 0, 3)],
    ])
}

fn ignored() -> Program {
    program(vec![
        vec![spawn(1), spawn(2), spawn(3), receive([Pattern::Tag(1)])],
        vec![send(0, 0, 1)],
        vec![send(0, 0, 2), send(0, 0, 3)],
        vec![send(0, 1, 1)],
    ])
}

fn selective() -> Program {
    let root = vec![
        spawn(1),
        spawn(2),
        spawn(3),
        receive([Pattern::Tag(0)]),
        receive([Pattern::Tag(1)]),
        receive([Pattern::Tag(1)]),
    ];
    program(vec![
        root,
        vec![send(0, 0, 1)],
        vec![send(0, 1, 2)],
        vec![send(0, 1, 3)],
    ])
}

fn server() -> Program {
    let answers = || {
        let body = vec![Statement {
            operation: Operation::Answer,
            guarded: true,
        }];
        let pattern = Pattern::Ask;
        Operation::Receive(vec![Clause { pattern, body }], None)
    };
    let client = |question| {
        vec![
            Operation::Ask(1, Number::Constant(1), question),
            receive([Pattern::Answer(question)]),
            send(0, 0, 1),
        ]
    };
    let mut root = vec![spawn(1), spawn(2), spawn(3), spawn(4)];
    root.extend((0..3).map(|_| receive([Pattern::Tag(0)])));
    let serves = (0..3).map(|_| answers()).collect();
    program(vec![root, serves, client(0), client(1), client(2)])
}

fn forwarded() -> Program {
    let on = Operation::Send(
        0,
        Message {
            tag: 1,
            number: Number::X,
        },
    );
    let any = || receive([Pattern::Any]);
    program(vec![
        vec![spawn(1), spawn(2), any(), any()],
        vec![receive([Pattern::Tag(0)]), on],
        vec![send(0, 0, 1), send(1, 0, 2), send(0, 0, 3)],
    ])
}

fn stuck() -> Program {
    let then = |pattern, tag| Clause {
        pattern,
        body: vec![Statement {
            operation: receive([Pattern::Tag(tag)]),
            guarded: true,
        }],
    };
    let first = vec![
        then(Pattern::Exactly(0, 1), 0),
        then(Pattern::Exactly(0, 2), 1),
    ];
    program(vec![
        vec![spawn(1), spawn(2), Operation::Receive(first, None)],
        vec![send(0, 0, 1)],
        vec![send(0, 0, 2)],
    ])
}
