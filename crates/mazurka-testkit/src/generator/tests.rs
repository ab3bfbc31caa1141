//! Tests of the generator.

use super::*;
use crate::ir::visit;
use std::collections::BTreeMap;

/// Every kind of statement, and every shape of spawn, occurs often: an
/// oracle that never sees an operation proves nothing about it.
#[test]
fn all_of_the_language_is_generated() {
    let mut kinds = BTreeMap::<&str, usize>::new();
    let mut spawned_in_branches = 0;
    let mut under = BTreeMap::<(Model, Option<u32>), usize>::new();
    for seed in 0..12_000 {
        let program = generate(seed);
        *under.entry((program.model, program.bound)).or_default() += 1;
        assert_eq!(program.validate(), Ok(()), "seed {seed}");
        assert!((2..=6).contains(&program.bodies.len()));
        assert!(program.variables() <= 3 && program.mutexes() <= 2);
        program.visit(&mut |_, statement| {
            *kinds.entry(kind(statement)).or_default() += 1;
            if let Statement::If {
                then, otherwise, ..
            } = statement
            {
                for branch in [then, otherwise] {
                    visit(branch, &mut |inner| {
                        spawned_in_branches += usize::from(matches!(inner, Statement::Spawn(_)));
                    });
                }
            }
        });
    }
    assert_eq!(kinds.len(), 56, "{kinds:?}");
    assert!(kinds.values().all(|count| *count >= 150), "{kinds:?}");
    assert!(spawned_in_branches >= 100, "{spawned_in_branches}");
    assert_eq!(under.len(), 7, "{under:?}");
    assert!(under.values().all(|count| *count >= 300), "{under:?}");
}

/// The model can be chosen, and nothing of buffers is made under SC.
#[test]
fn models_can_be_chosen() {
    for seed in 0..500 {
        for model in Model::BUFFERED {
            let program = generate_with(seed, &Family::ALL, Some(model));
            assert_eq!(program.model, model);
            if model == Model::Sc {
                let fences = |s: &Statement| matches!(s, Statement::Fence);
                assert_eq!((program.bound, program.count(fences)), (None, 0));
            }
        }
    }
}

/// Nothing of a family is made unless it is allowed.
#[test]
fn families_can_be_left_out() {
    for seed in 0..500 {
        let program = generate_with(seed, &[Family::Spin], None);
        program.visit(&mut |_, statement| {
            let kind = kind(statement);
            let common = [
                "load",
                "store",
                "fetch-add",
                "compare-exchange",
                "add",
                "lock",
                "unlock",
                "if",
                "spawn",
                "join",
                "assert",
                "spin",
                "spin-compare-exchange",
                "spin-or",
            ];
            assert!(common.contains(&kind), "{kind}");
        });
    }
}

fn kind(statement: &Statement) -> &'static str {
    match statement {
        Statement::Load { .. } => "load",
        Statement::Store { .. } => "store",
        Statement::StoreRelease { .. } => "store-release",
        Statement::StoreSeqCst { .. } => "store-seq-cst",
        Statement::Fence => "fence",
        Statement::StoreBarrier => "store-barrier",
        Statement::FetchAdd { .. } => "fetch-add",
        Statement::Swap { .. } => "swap",
        Statement::Fetch { change, .. } => change.name(),
        Statement::SpinOr { .. } => "spin-or",
        Statement::CompareExchange { .. } => "compare-exchange",
        Statement::Add { .. } => "add",
        Statement::Set(_) => "set",
        Statement::Spin { .. } => "spin",
        Statement::SpinCompareExchange { .. } => "spin-compare-exchange",
        Statement::Await(_) => "await",
        Statement::AwaitAny(_) => "await-any",
        Statement::AwaitThen { .. } => "await-then",
        Statement::Lock(_) => "lock",
        Statement::TryLock { .. } => "try-lock",
        Statement::Unlock(_) => "unlock",
        Statement::Read(_) => "read",
        Statement::TryRead { .. } => "try-read",
        Statement::UnlockRead(_) => "unlock-read",
        Statement::Write(_) => "write",
        Statement::TryWrite { .. } => "try-write",
        Statement::UnlockWrite(_) => "unlock-write",
        Statement::Acquire { .. } => "acquire",
        Statement::TryAcquire { .. } => "try-acquire",
        Statement::Release { .. } => "release",
        Statement::Begin { .. } => "begin",
        Statement::Complete(_) => "complete",
        Statement::Choose { .. } => "choose",
        Statement::Wait { .. } => "wait",
        Statement::WaitTimeout { .. } => "wait-timeout",
        Statement::NotifyOne(_) => "notify-one",
        Statement::NotifyAll(_) => "notify-all",
        Statement::Park => "park",
        Statement::Unpark(_) => "unpark",
        Statement::Send { .. } => "send",
        Statement::TrySend { .. } => "try-send",
        Statement::Recv { .. } => "recv",
        Statement::TryRecv { .. } => "try-recv",
        Statement::Post { .. } => "post",
        Statement::Receive { .. } => "receive",
        Statement::ReceiveTimeout { .. } => "receive-timeout",
        Statement::Close(_) => "close",
        Statement::DropReceiver(_) => "drop-receiver",
        Statement::If { .. } => "if",
        Statement::Spawn(_) => "spawn",
        Statement::Join(_) => "join",
        Statement::Assert { .. } => "assert",
        Statement::Assume { .. } => "assume",
    }
}
