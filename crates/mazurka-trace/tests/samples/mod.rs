//! Reports to try pages and pictures with: one execution of each kind, put together by hand.

use mazurka_trace::{
    Change, Checked, Event, EventKind, Execution, Finding, Frame, Object, Program, Report, Section,
    Source, Thread, Trace, Wait,
};

/// Names that would do harm as markup.
pub(crate) const EVIL: &str =
    "</script><img src=x onerror=\"window.harm=1\"><svg onload=window.harm=2> {{data}} &lt;";

/// An execution that is being put together. It keeps clocks and `follows` as Mazurka does.
struct Builder {
    trace: Trace,
    /// The last step of each thread, and of each object.
    last: Vec<Option<usize>>,
    last_of_object: Vec<Option<usize>>,
    steps: usize,
    file: String,
}

impl Builder {
    fn new(name: &str, file: &str, model: &str, threads: &[&str], objects: &[&str]) -> Builder {
        let trace = Trace {
            mazurka: "0.1.0".into(),
            program: Program {
                language: "c".into(),
                name: name.into(),
                files: vec![file.into()],
                model: model.into(),
                algorithm: "optimal".into(),
                ..Program::default()
            },
            replay: "1/0x1,0.0x2,0x1".into(),
            command: format!("mazurka check --model={model} --replay=1/0x1,0.0x2,0x1 {file}"),
            threads: threads
                .iter()
                .enumerate()
                .map(|(i, name)| Thread {
                    id: if i == 0 {
                        "0".into()
                    } else {
                        format!("0.{}", i - 1)
                    },
                    name: (*name).into(),
                    owner: None,
                })
                .collect(),
            objects: objects
                .iter()
                .map(|name| Object {
                    name: (*name).into(),
                })
                .collect(),
            ..Trace::default()
        };
        Builder {
            last: vec![None; threads.len()],
            last_of_object: vec![None; objects.len()],
            trace,
            steps: 0,
            file: file.into(),
        }
    }

    /// A store buffer of a thread.
    fn buffer(&mut self, owner: usize) -> usize {
        let id = format!("{}b", self.trace.threads[owner].id);
        let name = format!("store buffer of {}", self.trace.threads[owner].name);
        self.trace.threads.push(Thread {
            id,
            name,
            owner: Some(owner),
        });
        self.last.push(None);
        self.trace.threads.len() - 1
    }

    fn source(&mut self, first: u32, text: &str) {
        self.trace.sources.push(Source {
            file: self.file.clone(),
            first,
            lines: text.lines().map(str::to_owned).collect(),
        });
    }

    /// A step on an object, which happens after the last one on it.
    fn step(
        &mut self,
        thread: usize,
        what: &str,
        object: usize,
        values: [u64; 2],
        line: u32,
    ) -> usize {
        self.steps += 1;
        let i = self.trace.events.len();
        let mut clock = self.clock_of(self.last[thread]);
        let mut follows = Vec::new();
        if let Some(before) = self.last_of_object[object] {
            let of = self.trace.events[before].thread;
            let known = clock.get(of).copied().unwrap_or(0);
            if of != thread && known < self.trace.events[before].clock[of] {
                follows.push(before);
            }
            let other = self.clock_of(Some(before));
            for (mine, other) in clock.iter_mut().zip(other) {
                *mine = (*mine).max(other);
            }
        }
        clock[thread] += 1;
        self.trace.events.push(Event {
            step: Some(self.steps),
            thread,
            what: what.into(),
            operation: what.split(' ').next().unwrap_or_default().into(),
            object: Some(object),
            before: Some(values[0]),
            after: Some(values[1]),
            file: Some(self.file.clone()),
            line: Some(line),
            clock,
            follows,
            ..Event::default()
        });
        self.last[thread] = Some(i);
        self.last_of_object[object] = Some(i);
        i
    }

    /// A step without values: locks, mailboxes.
    fn act(
        &mut self,
        thread: usize,
        what: &str,
        object: usize,
        line: u32,
        changes: Vec<Change>,
    ) -> usize {
        let i = self.step(thread, what, object, [0, 0], line);
        let event = &mut self.trace.events[i];
        (event.before, event.after, event.changes) = (None, None, changes);
        i
    }

    /// Something that is no step.
    fn note(&mut self, kind: EventKind, thread: usize, what: &str, line: Option<u32>) -> usize {
        self.trace.events.push(Event {
            kind,
            thread,
            what: what.into(),
            file: line.map(|_| self.file.clone()),
            line,
            ..Event::default()
        });
        self.trace.events.len() - 1
    }

    fn clock_of(&self, event: Option<usize>) -> Vec<u32> {
        let mut clock = event.map_or(Vec::new(), |event| self.trace.events[event].clock.clone());
        clock.resize(self.trace.threads.len(), 0);
        clock
    }

    fn found(&mut self, kind: &str, message: &str, events: &[usize]) {
        self.trace.finding = Some(Finding {
            kind: kind.into(),
            message: message.into(),
            executions: 2,
            events: events.to_vec(),
            ..Finding::default()
        });
    }
}

fn change(of: &str, thread: usize, adds: Option<&str>, removes: Option<&str>) -> Change {
    Change {
        of: of.into(),
        thread,
        adds: adds.map(str::to_owned),
        removes: removes.map(str::to_owned),
    }
}

/// Two threads add one each, and one is lost.
pub(crate) fn lost_update() -> Trace {
    let mut b = Builder::new(
        "lost",
        "lost.c",
        "sc",
        &["main", "thread 0 (add)", "thread 1 (add)"],
        &["counter", "thread 0", "thread 1"],
    );
    b.source(1, "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\nstatic atomic_int counter;\n\nstatic void *add(void *unused) {\n    int now = atomic_load(&counter);\n    atomic_store(&counter, now + 1);\n    return NULL;\n}\n\nint main(void) {\n    pthread_t a, b;\n    pthread_create(&a, NULL, add, NULL);\n    pthread_create(&b, NULL, add, NULL);\n    pthread_join(a, NULL);\n    pthread_join(b, NULL);\n    assert(atomic_load(&counter) == 2);\n}");
    b.note(EventKind::Thread, 0, "thread 0 (add) begins", Some(15));
    b.note(EventKind::Thread, 0, "thread 1 (add) begins", Some(16));
    b.step(1, "load counter = 0", 0, [0, 0], 8);
    let first = b.step(2, "load counter = 0", 0, [0, 0], 8);
    let second = b.step(1, "store counter = 1", 0, [0, 1], 9);
    b.act(1, "exit", 1, 10, vec![]);
    let third = b.step(2, "store counter = 1", 0, [1, 1], 9);
    b.act(2, "exit", 2, 10, vec![]);
    b.act(0, "join thread 0 (add)", 1, 17, vec![]);
    b.act(0, "join thread 1 (add)", 2, 18, vec![]);
    b.step(0, "load counter = 1", 0, [1, 1], 19);
    b.note(
        EventKind::Finding,
        0,
        "assertion failed: atomic_load(&counter) == 2",
        Some(19),
    );
    b.found(
        "assertion",
        "assertion failed: atomic_load(&counter) == 2",
        &[first, second, third],
    );
    let finding = b.trace.finding.as_mut().expect("just set");
    finding.stack = vec![Frame {
        function: "main".into(),
        file: "lost.c".into(),
        line: 19,
        column: 5,
        left_out: 0,
    }];
    b.trace.sections = vec![Section {
        title: "Final values".into(),
        lines: vec!["counter = 1".into()],
    }];
    b.trace
}

/// Peterson's lock without fences, with store buffers.
pub(crate) fn peterson_tso() -> Trace {
    let mut b = Builder::new(
        "peterson",
        "peterson.c",
        "tso",
        &["main", "left", "right"],
        &["flag[0]", "flag[1]", "turn", "inside"],
    );
    let (left, right) = (b.buffer(1), b.buffer(2));
    b.source(8, "void *left(void *unused) {\n    flag[0] = 1;\n    turn = 1;\n    while (flag[1] && turn == 1) {}\n    assert(inside++ == 0);\n    inside--;\n    flag[0] = 0;\n    return NULL;\n}\n");
    let store = |b: &mut Builder, thread: usize, buffer: usize, what: &str, line| {
        let i = b.note(
            EventKind::Buffered,
            thread,
            &format!("store {what} (buffered)"),
            Some(line),
        );
        b.trace.events[i].changes = vec![change("buffer", buffer, Some(what), None)];
    };
    store(&mut b, 1, left, "flag[0] = 1", 9);
    store(&mut b, 1, left, "turn = 1", 10);
    let early = b.step(1, "load flag[1] = 0", 1, [0, 0], 11);
    store(&mut b, 2, right, "flag[1] = 1", 9);
    store(&mut b, 2, right, "turn = 0", 10);
    let late = b.step(2, "load flag[0] = 0", 0, [0, 0], 11);
    b.step(1, "add inside: 0 to 1", 3, [0, 1], 12);
    for (buffer, what, object, values) in [
        (left, "flag[0] = 1", 0, [0, 1]),
        (right, "flag[1] = 1", 1, [0, 1]),
        (left, "turn = 1", 2, [0, 1]),
        (right, "turn = 0", 2, [1, 0]),
    ] {
        let i = b.step(buffer, &format!("flush {what}"), object, values, 9);
        let event = &mut b.trace.events[i];
        event.kind = EventKind::Flush;
        event.changes = vec![change("buffer", buffer, None, Some(what))];
    }
    b.step(2, "add inside: 1 to 2", 3, [1, 2], 12);
    b.note(
        EventKind::Finding,
        2,
        "assertion failed: inside++ == 0",
        Some(12),
    );
    b.found(
        "assertion",
        "assertion failed: inside++ == 0",
        &[early, late],
    );
    b.trace.finding.as_mut().expect("just set").details = vec![
        "Both threads are inside: each reads the flag of the other before it is written.".into(),
    ];
    b.trace
}

/// Philosophers that each hold one fork.
pub(crate) fn philosophers(count: usize) -> Trace {
    let names: Vec<String> = (0..count).map(|i| format!("philosopher {i}")).collect();
    let forks: Vec<String> = (0..count).map(|i| format!("fork {i}")).collect();
    let mut threads = vec!["main"];
    threads.extend(names.iter().map(String::as_str));
    let objects: Vec<&str> = forks.iter().map(String::as_str).collect();
    let mut b = Builder::new("philosophers", "philosophers.c", "sc", &threads, &objects);
    b.source(4, "void *dine(void *place) {\n    int i = *(int *)place;\n    pthread_mutex_lock(&fork[i]);\n    pthread_mutex_lock(&fork[(i + 1) % N]);\n    eat(i);\n    pthread_mutex_unlock(&fork[(i + 1) % N]);\n    pthread_mutex_unlock(&fork[i]);\n    return NULL;\n}");
    for name in &names {
        b.note(EventKind::Thread, 0, &format!("{name} begins"), None);
    }
    for (i, fork) in forks.iter().enumerate() {
        let held = change("locks", i + 1, Some(fork), None);
        b.act(i + 1, &format!("lock {fork}"), i, 6, vec![held]);
    }
    b.found(
        "deadlock",
        &format!("deadlock: {count} threads wait for one another"),
        &[],
    );
    let finding = b.trace.finding.as_mut().expect("just set");
    finding.waits = (0..count)
        .map(|i| Wait {
            thread: i + 1,
            what: format!(
                "{} waits at philosophers.c:7 for {}, which {} holds",
                names[i],
                forks[(i + 1) % count],
                names[(i + 1) % count]
            ),
            on: Some((i + 1) % count + 1),
            in_cycle: true,
        })
        .collect();
    finding.waits.push(Wait {
        thread: 0,
        what: "main waits for philosopher 0 to finish".into(),
        on: Some(1),
        in_cycle: false,
    });
    b.trace
}

/// Processes with mailboxes.
pub(crate) fn actors() -> Trace {
    let mut b = Builder::new(
        "registry",
        "registry.erl",
        "sc",
        &["main", "server <0.1>", "client <0.2>", "client <0.3>"],
        &["mailbox of main", "mailbox of server"],
    );
    b.trace.program.language = "erlang".into();
    for (client, message) in [(2, "{get, <0.2>}"), (3, "{put, <0.3>, 7}"), (2, "stop")] {
        let sent = change("mailbox", 1, Some(message), None);
        b.act(client, &format!("{message} ! server"), 1, 12, vec![sent]);
    }
    for message in ["{get, <0.2>}", "stop"] {
        let got = change("mailbox", 1, None, Some(message));
        b.act(1, &format!("receive {message}"), 1, 20, vec![got]);
    }
    b.note(EventKind::Printed, 1, "server stops\n", None);
    b.note(
        EventKind::Finding,
        1,
        "exit: a request was never answered",
        Some(24),
    );
    b.found("exit", "exit: a request was never answered", &[]);
    b.trace
}

/// Two writes that nothing orders, far apart, with a long run of one thread between them.
pub(crate) fn data_race() -> Trace {
    let mut b = Builder::new(
        "queue",
        "queue.c",
        "rc11",
        &["main", "producer", "consumer"],
        &["slot[0]", "tail", "progress"],
    );
    b.source(30, "void push(struct queue *q, int value) {\n    q->slot[q->tail % N] = value;\n    atomic_store_explicit(&q->tail, q->tail + 1, memory_order_relaxed);\n}\n\nint pop(struct queue *q) {\n    while (atomic_load_explicit(&q->tail, memory_order_relaxed) == 0) {}\n    return q->slot[0];\n}");
    let write = b.step(1, "write slot[0] = 7", 0, [0, 7], 31);
    b.step(1, "store(relaxed) tail = 1", 1, [0, 1], 32);
    for i in 0..24 {
        b.step(
            1,
            &format!("store(relaxed) progress = {}", i + 1),
            2,
            [i, i + 1],
            32,
        );
    }
    let flag = b.step(2, "load(relaxed) tail = 1", 1, [1, 1], 36);
    b.trace.events[flag].reads_from = Some(2);
    b.trace.events[flag].follows.clear();
    b.last_of_object[0] = None;
    let read = b.step(2, "read slot[0] = 0", 0, [0, 0], 37);
    b.trace.events[read].why =
        Some("nothing orders the write of 7 before it: tail is relaxed".into());
    b.note(EventKind::Finding, 2, "data race on slot[0]", Some(37));
    b.found(
        "data-race",
        "data race on slot[0]: written by producer, read by consumer, and nothing orders them",
        &[write, read],
    );
    b.trace
}

/// Threads in turns that look random, on a few objects.
pub(crate) fn long(events: usize, threads: usize) -> Trace {
    let names: Vec<String> = (0..threads).map(|i| format!("worker {i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let objects: Vec<String> = (0..24).map(|i| format!("cell[{i}]")).collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let mut b = Builder::new("stress", "stress.c", "sc", &names, &objects);
    let lines: Vec<String> = (1..=400)
        .map(|i| format!("    step_{i}(state); // line {i}"))
        .collect();
    b.source(1, &lines.join("\n"));
    let mut values = [0; 24];
    let mut state: u64 = 1;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut thread = 0;
    for i in 0..events - 1 {
        if next(3) == 0 {
            thread = next(threads);
        }
        let object = next(24);
        let before = values[object];
        let line = next(400) as u32 + 1;
        if next(2) == 0 {
            values[object] = i as u64;
            b.step(
                thread,
                &format!("store cell[{object}] = {i}"),
                object,
                [before, i as u64],
                line,
            );
        } else {
            b.step(
                thread,
                &format!("load cell[{object}] = {before}"),
                object,
                [before, before],
                line,
            );
        }
    }
    b.note(
        EventKind::Finding,
        thread,
        "assertion failed: state is consistent",
        Some(7),
    );
    b.found(
        "assertion",
        "assertion failed: state is consistent",
        &[events / 2],
    );
    b.trace
}

/// Every text would do harm as markup.
pub(crate) fn evil() -> Trace {
    let mut b = Builder::new(EVIL, EVIL, EVIL, &[EVIL, EVIL], &[EVIL, EVIL]);
    b.source(1, EVIL);
    b.step(0, EVIL, 0, [0, u64::MAX], 1);
    let i = b.act(
        1,
        EVIL,
        1,
        1,
        vec![
            change("mailbox", 0, Some(EVIL), None),
            change("locks", 1, Some(EVIL), None),
        ],
    );
    b.trace.events[i].why = Some(EVIL.into());
    b.note(EventKind::Finding, 1, EVIL, Some(1));
    b.found(EVIL, EVIL, &[0]);
    let finding = b.trace.finding.as_mut().expect("just set");
    finding.details = vec![EVIL.into()];
    finding.waits = vec![
        Wait {
            thread: 0,
            what: EVIL.into(),
            on: Some(1),
            in_cycle: true,
        },
        Wait {
            thread: 1,
            what: EVIL.into(),
            on: Some(0),
            in_cycle: true,
        },
    ];
    b.trace.command = EVIL.into();
    b.trace.sections = vec![Section {
        title: EVIL.into(),
        lines: vec![EVIL.into()],
    }];
    b.trace
}

/// A program with one bug, and how it was explored.
pub(crate) fn checked(trace: Trace) -> Checked {
    let shares = [0, 9, 7, 8, 5, 8, 3, 6, 9, 2, 7];
    Checked {
        name: trace.program.name.clone(),
        files: trace.program.files.clone(),
        verdict: "bug".into(),
        reason: trace
            .finding
            .as_ref()
            .map_or(String::new(), |of| of.message.clone()),
        statistics: [
            ("executions", "11"),
            ("events", "132"),
            ("longest execution", "12 events"),
            ("time", "3.1 ms"),
        ]
        .map(|(name, value)| (name.into(), value.into()))
        .to_vec(),
        left_out: 0,
        exploration: shares
            .iter()
            .enumerate()
            .map(|(i, &shared)| Execution {
                shared,
                steps: 10 + i % 3,
                turn: format!("thread {} (add)", i % 2),
                ending: match i {
                    4 => "bug",
                    8 => "blocked",
                    _ => "complete",
                }
                .into(),
            })
            .collect(),
        findings: vec![trace],
    }
}

/// What a command says that checked these executions, and a program without a bug.
pub(crate) fn report(traces: impl IntoIterator<Item = Trace>) -> Report {
    let mut programs: Vec<Checked> = traces.into_iter().map(checked).collect();
    programs.push(Checked {
        name: "ticket lock".into(),
        files: vec!["ticket.c".into()],
        verdict: "verified".into(),
        reason: "every execution was explored".into(),
        statistics: vec![("executions".into(), "31".into())],
        ..Checked::default()
    });
    programs.push(Checked {
        name: "rwlock".into(),
        files: vec!["rwlock.c".into()],
        verdict: "unknown".into(),
        reason: "stopped after 60 s".into(),
        ..Checked::default()
    });
    Report {
        mazurka: "0.1.0".into(),
        command: "mazurka check --html report.html *.c".into(),
        programs,
    }
}
