//! Makes a program that fails smaller, as long as it fails.

use super::program::{Program, Statement, Take};
use crate::graphs::program::{Access, Statement as Other};
use mazurka_program::Order;

/// The smallest program that is found for which `fails` holds, as it does for `program`.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let smaller = candidates(&best)
            .into_iter()
            .find(|candidate| candidate.check().is_ok() && fails(candidate));
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    if program.threads.len() > 1 {
        for number in 0..program.threads.len() {
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
            if changed != statements {
                all.push(changed);
            }
        };
        match &statements[at] {
            Statement::Section { mutex, body } => {
                put(body.clone());
                for body in lists(body) {
                    let mutex = *mutex;
                    put(vec![Statement::Section { mutex, body }]);
                }
                let body = body.clone();
                put(vec![Statement::Section { mutex: 0, body }]);
            }
            Statement::Send { mailbox, tag: None } => put(vec![Statement::Send {
                mailbox: *mailbox,
                tag: Some(0),
            }]),
            Statement::Send {
                mailbox,
                tag: Some(tag),
            } if *tag > 0 => put(vec![Statement::Send {
                mailbox: *mailbox,
                tag: Some(0),
            }]),
            Statement::Take(take) => {
                for simpler in [
                    Take {
                        skips: false,
                        ..*take
                    },
                    Take {
                        gives_up: false,
                        ..*take
                    },
                    Take {
                        pattern: 7,
                        ..*take
                    },
                ] {
                    put(vec![Statement::Take(simpler)]);
                }
            }
            Statement::Other(Other::Access(access)) => {
                for simpler in [
                    Access {
                        skips: false,
                        ..*access
                    },
                    Access {
                        wait: None,
                        ..*access
                    },
                    Access {
                        order: Order::Relaxed,
                        failure: Order::Relaxed,
                        ..*access
                    },
                    Access {
                        location: 0,
                        ..*access
                    },
                ] {
                    put(vec![Statement::Other(Other::Access(simpler))]);
                }
            }
            _ => {}
        }
    }
    all
}
