//! Makes a program that fails smaller, as long as it fails.

use super::program::{Access, Action, Program, Statement};
use mazurka_program::Order;

/// The smallest program that is found for which `fails` holds, as it does for `program`.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let mut is_smaller = false;
        for candidate in candidates(&best) {
            if candidate.check().is_ok() && fails(&candidate) {
                best = candidate;
                is_smaller = true;
                break;
            }
        }
        if !is_smaller {
            return best;
        }
    }
}

fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for number in 0..program.threads.len() {
        if program.threads.len() > 1 {
            let mut smaller = program.clone();
            smaller.threads.remove(number);
            for thread in &mut smaller.threads {
                thread.retain(
                    |s| !matches!(s, Statement::Spawn(n) | Statement::Join(n) if *n == number),
                );
                for statement in thread {
                    if let Statement::Spawn(n) | Statement::Join(n) = statement {
                        *n -= usize::from(*n > number);
                    }
                }
            }
            all.push(smaller);
        }
    }
    for number in 0..program.threads.len() {
        for thread in lists(&program.threads[number]) {
            let mut smaller = program.clone();
            smaller.threads[number] = thread;
            all.push(smaller);
        }
    }
    for number in 0..program.permits.len() {
        if program.permits[number] > 0 {
            let mut smaller = program.clone();
            smaller.permits[number] -= 1;
            all.push(smaller);
        }
    }
    all
}

/// Smaller lists of statements.
fn lists(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = Vec::new();
    for at in 0..statements.len() {
        let mut less = statements.to_vec();
        less.remove(at);
        all.push(less);
    }
    for at in 0..statements.len() {
        let mut put = |with: Vec<Statement>| {
            let mut changed = statements.to_vec();
            changed.splice(at..=at, with);
            all.push(changed);
        };
        match &statements[at] {
            Statement::Section {
                mutex,
                is_try,
                body,
            } => {
                put(body.clone());
                let section = |mutex, is_try, body| Statement::Section {
                    mutex,
                    is_try,
                    body,
                };
                for smaller in lists(body) {
                    put(vec![section(*mutex, *is_try, smaller)]);
                }
                if *is_try {
                    put(vec![section(*mutex, false, body.clone())]);
                }
                if *mutex > 0 {
                    put(vec![section(0, *is_try, body.clone())]);
                }
            }
            Statement::Access(access) => {
                for simpler in accesses(access) {
                    put(vec![Statement::Access(simpler)]);
                }
            }
            Statement::Choose { count, skips: true } => put(vec![Statement::Choose {
                count: *count,
                skips: false,
            }]),
            Statement::Acquire {
                semaphore,
                count: 2,
            } => put(vec![Statement::Acquire {
                semaphore: *semaphore,
                count: 1,
            }]),
            Statement::Release {
                semaphore,
                count: 2,
            } => put(vec![Statement::Release {
                semaphore: *semaphore,
                count: 1,
            }]),
            _ => {}
        }
    }
    all
}

fn accesses(access: &Access) -> Vec<Access> {
    let mut all = Vec::new();
    let mut put = |simpler: Access| {
        if simpler != *access {
            all.push(simpler);
        }
    };
    put(Access {
        skips: false,
        ..*access
    });
    put(Access {
        wait: None,
        ..*access
    });
    if access.action.is_update() && access.order != Order::Relaxed {
        // Simpler actions need an order that is legal for them.
        put(Access {
            order: Order::Relaxed,
            ..*access
        });
    }
    if access.action.is_update() && access.order == Order::Relaxed {
        put(Access {
            action: Action::Load,
            failure: Order::Relaxed,
            ..*access
        });
        if access.wait.is_none() && !access.skips {
            put(Access {
                action: Action::Store(1),
                failure: Order::Relaxed,
                ..*access
            });
        }
    }
    match access.action {
        Action::StoreNext => put(Access {
            action: Action::Store(1),
            ..*access
        }),
        Action::Store(value) if value > 1 => put(Access {
            action: Action::Store(1),
            ..*access
        }),
        Action::Exchange(..) | Action::Swap(_) => put(Access {
            action: Action::Add(1),
            failure: Order::Relaxed,
            ..*access
        }),
        _ => {}
    }
    put(Access {
        order: Order::Relaxed,
        ..*access
    });
    put(Access {
        failure: Order::Relaxed,
        ..*access
    });
    if access.location > 0 {
        put(Access {
            location: access.location - 1,
            ..*access
        });
    }
    all
}
