//! The machine as the explorer of execution graphs sees it: what it announces, and what it makes
//! of what it is told.

use mazurka_litmus::{Algorithm, Machine, Model, Options, Subject, Test, parse};
use mazurka_program::{Edge, Kind, ObjectId, Order, ProcessId, Program, Status, Step, Turn};
use std::sync::Arc;

fn test(text: &str) -> Test {
    parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn c(functions: &str, condition: &str) -> Test {
    test(&format!("C t\n{{}}\n{functions}\n{condition}\n"))
}

/// Starts an execution: the threads.
fn start(machine: &mut Machine<'_>) -> Vec<ProcessId> {
    let mut step = Step::default();
    machine.start(&mut step).expect("it starts");
    let child = |edge: &Edge| match edge {
        Edge::Spawn { child, .. } => Some(*child),
        _ => None,
    };
    step.edges.iter().filter_map(child).collect()
}

fn step(machine: &mut Machine<'_>, process: ProcessId) -> Step {
    let mut step = Step::default();
    machine
        .step(Turn::from(process), &mut step)
        .expect("a step");
    step
}

/// What a thread announces, one operation after the other, if each finds zero: kinds, orders,
/// orders of failure.
fn announced(test: &Test, model: Model) -> Vec<(Kind, Option<Order>, Order)> {
    let mut machine = Machine::with_graphs(test, model);
    let threads = start(&mut machine);
    let mut announced = Vec::new();
    while let Some(operation) = machine.status(threads[0]).operation() {
        announced.push((operation.kind, operation.order, operation.failure));
        if operation.kind != Kind::Fence && operation.order.is_some() {
            machine.recall(operation.object, 0, 0);
        }
        step(&mut machine, threads[0]);
    }
    assert_eq!(machine.status(threads[0]), Status::Finished);
    announced
}

const ALL_OF_C: &str = "P0 (atomic_int* x, int* y, atomic_int* z) {
  *y = 1;
  int r0 = *y;
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(x, 2, memory_order_release);
  atomic_store_explicit(x, 3, memory_order_seq_cst);
  atomic_store(x, 4);
  *x = 5;
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
  int r2 = atomic_load_explicit(x, memory_order_acquire);
  int r3 = atomic_load_explicit(x, memory_order_seq_cst);
  int r4 = atomic_load(x);
  int r5 = *x;
  atomic_thread_fence(memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  int r6 = atomic_exchange_explicit(x, 0, memory_order_acq_rel);
  int r7 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
  int r8 = atomic_fetch_or_explicit(x, 0, memory_order_release);
  int e = 7;
  int r9 = atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acq_rel, memory_order_acquire);
  int f = 7;
  int ra = atomic_compare_exchange_weak(x, &f, 1);
}";

#[test]
fn orders_of_c_are_announced() {
    use Order::{Acquire, AcquireRelease, Plain, Relaxed, Release, SequentiallyConsistent as Sc};
    let test = c(ALL_OF_C, "exists (0:r7=0)");
    let of_loads_and_stores = [
        (Kind::Store, Plain),
        (Kind::Load, Plain),
        (Kind::Store, Relaxed),
        (Kind::Store, Release),
        (Kind::Store, Sc),
        (Kind::Store, Sc),
        (Kind::Store, Sc),
        (Kind::Load, Relaxed),
        (Kind::Load, Acquire),
        (Kind::Load, Sc),
        (Kind::Load, Sc),
        (Kind::Load, Sc),
    ];
    let mut expected: Vec<_> = of_loads_and_stores
        .into_iter()
        .map(|(kind, order)| (kind, Some(order), Relaxed))
        .collect();
    for order in [Acquire, Release, AcquireRelease, Sc] {
        expected.push((Kind::Fence, Some(order), Relaxed));
    }
    // An exchange or an `or` that writes what is there is a write.
    expected.push((Kind::ReadModifyWrite, Some(AcquireRelease), Acquire));
    expected.push((Kind::ReadModifyWrite, Some(Relaxed), Relaxed));
    expected.push((Kind::ReadModifyWrite, Some(Release), Relaxed));
    expected.push((Kind::CompareExchange, Some(AcquireRelease), Acquire));
    expected.push((Kind::CompareExchange, Some(Sc), Sc));
    assert_eq!(announced(&test, Model::Rc11), expected);
    assert_eq!(announced(&test, Model::Ra), expected);
}

#[test]
fn under_models_of_hardware_orders_are_those_of_store_buffers() {
    use Order::{Relaxed, Release, SequentiallyConsistent as Sc};
    let test = c(ALL_OF_C, "exists (0:r7=0)");
    let fences = |model| {
        let announced = announced(&test, model).into_iter();
        let fences = announced.filter(|(kind, ..)| *kind == Kind::Fence);
        fences
            .filter_map(|(_, order, _)| order)
            .collect::<Vec<Order>>()
    };
    assert_eq!(fences(Model::Sc), []);
    assert_eq!(fences(Model::Tso), [Sc]);
    assert_eq!(fences(Model::Pso), [Release, Order::AcquireRelease, Sc]);
    for model in Model::BUFFERED {
        let announced = announced(&test, model);
        let of = |wanted: Kind| {
            let orders = announced.iter().filter(move |(kind, ..)| *kind == wanted);
            orders
                .filter_map(|(_, order, _)| *order)
                .collect::<Vec<_>>()
        };
        assert_eq!(of(Kind::Load), [Relaxed; 6]);
        // What is assigned to an atomic variable is as it is without graphs.
        let stores = [Relaxed, Relaxed, Release, Sc, Sc, Relaxed];
        assert_eq!(of(Kind::Store), stores);
        // Updates that change nothing are reads; those that add are in order.
        assert_eq!(of(Kind::Swap), [Sc]);
        assert_eq!(of(Kind::ReadModifyWrite), [Sc]);
        assert_eq!(of(Kind::Or), [Sc]);
        assert_eq!(of(Kind::CompareExchange), [Sc; 2]);
    }
}

#[test]
fn x86_is_announced_as_its_buffers_know_it() {
    use Order::{Relaxed, Release, SequentiallyConsistent as Sc};
    let test = test(
        "X86 t\n{ x=0; }\n P0 ;\n MOV [x],$1 ;\n MOV EAX,[x] ;\n MFENCE ;\n SFENCE ;\n \
         LFENCE ;\n XCHG [x],EAX ;\n LOCK INC [x] ;\nexists (0:EAX=0)",
    );
    let orders: Vec<_> = announced(&test, Model::Pso)
        .into_iter()
        .map(|(kind, order, _)| (kind, order.expect("an order")))
        .collect();
    assert_eq!(
        orders,
        [
            (Kind::Store, Relaxed),
            (Kind::Load, Relaxed),
            (Kind::Fence, Sc),
            (Kind::Fence, Release),
            (Kind::Swap, Sc),
            (Kind::ReadModifyWrite, Sc),
        ]
    );
}

#[test]
fn what_is_recalled_is_read() {
    let test = c(
        "P0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
         P1 (atomic_int* x) {
           int r0 = atomic_load_explicit(x, memory_order_relaxed);
           int r1 = atomic_fetch_add_explicit(x, 5, memory_order_relaxed);
         }",
        "exists (1:r0=0)",
    );
    let mut machine = Machine::with_graphs(&test, Model::Rc11);
    let threads = start(&mut machine);
    let x = ObjectId(0);
    step(&mut machine, threads[0]);
    // The older value is read, although the other has been written.
    machine.recall(x, 0, 0);
    let read = step(&mut machine, threads[1]);
    assert_eq!((read.touches[0].before, read.touches[0].after), (0, 0));
    machine.recall(x, 1, 1);
    let updated = step(&mut machine, threads[1]);
    assert_eq!(
        (updated.touches[0].before, updated.touches[0].after),
        (1, 6)
    );
}

#[test]
fn a_waiting_loop_has_a_guard_also_if_it_exchanges() {
    let test = c(
        "P0 (atomic_int* l) {
           while (atomic_exchange_explicit(l, 1, memory_order_acquire));
         }
         P1 (atomic_int* l) { atomic_store_explicit(l, 0, memory_order_release); }",
        "exists (l=1)",
    );
    let mut machine = Machine::with_graphs(&test, Model::Rc11);
    let threads = start(&mut machine);
    let operation = machine.status(threads[0]).operation().expect("an exchange");
    assert_eq!(operation.kind, Kind::ReadModifyWrite);
    let guard = operation.learnt_guard().expect("a guard");
    assert_eq!(machine.opens(guard, 1), Some(false));
    assert_eq!(machine.opens(guard, 0), Some(true));
}

#[test]
fn locks_of_their_own_are_strong() {
    let test = c(
        "P0 (atomic_int* x, mtx_t* l) {
           mtx_lock(l);
           atomic_store_explicit(x, 1, memory_order_relaxed);
           mtx_unlock(l);
         }",
        "exists (x=1)",
    );
    let orders = |model| {
        let announced = announced(&test, model).into_iter();
        announced
            .map(|(kind, order, _)| (kind, order))
            .collect::<Vec<_>>()
    };
    let relaxed = (Kind::Store, Some(Order::Relaxed));
    for model in [Model::Sc, Model::Ra, Model::Rc11] {
        let expected = [(Kind::Lock, None), relaxed, (Kind::Store, None)];
        assert_eq!(orders(model), expected);
    }
    // Hardware has no locks: giving one back waits in the buffer like other stores.
    for model in [Model::Tso, Model::Pso] {
        let lock = (Kind::ReadModifyWrite, Some(Order::SequentiallyConsistent));
        let unlock = (Kind::Store, Some(Order::Release));
        assert_eq!(orders(model), [lock, relaxed, unlock]);
    }
}

fn refusal(text: &str, model: Model, algorithm: Algorithm, bound: Option<u32>) -> Option<String> {
    let options = Options {
        model,
        algorithm,
        buffer_bound: bound,
        ..Options::default()
    };
    let subject = Subject::new(Arc::new(test(text)), &options);
    subject.refusal()
}

#[test]
fn what_a_model_does_not_know_is_refused_with_its_place() {
    let refused = |text: &str, model, words: &[&str]| {
        let why = refusal(text, model, Algorithm::Optimal, None);
        let why = why.unwrap_or_else(|| panic!("it is refused under {model}: {text}"));
        for word in words {
            assert!(why.contains(word), "{word:?} in {why:?}");
        }
    };
    let x86 = "X86 t\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)";
    let kernel = "C t\n{}\nP0 (int* x) {\n  WRITE_ONCE(*x, 1);\n}\nexists (x=1)";
    let arguments = "C t\n{}\nP0 (int* x) {\n  atomic_fetch_add(1, x);\n}\nexists (x=1)";
    let load = "C t\n{}\nP0 (atomic_int* x) {\n  int r = atomic_load_explicit(x, \
                memory_order_release);\n}\nexists (x=1)";
    let step = "C t\n{}\nP0 (atomic_int* x) {\n  (*x)++;\n}\nexists (x=1)";
    for model in [Model::Ra, Model::Rc11] {
        refused(x86, model, &["x86", "tso"]);
        refused(kernel, model, &["4:3: `WRITE_ONCE`", "Linux", "--model sc"]);
        refused(arguments, model, &["4:3: ", "Linux"]);
        refused(load, model, &["4:11: C gives `atomic_load_explicit`"]);
        refused(step, model, &["4:", "atomic_fetch_add_explicit"]);
    }
    for text in [x86, kernel, arguments, load, step] {
        for algorithm in [Algorithm::Optimal, Algorithm::Graphs] {
            assert_eq!(refusal(text, Model::Tso, algorithm, None), None);
        }
        let bounded = refusal(text, Model::Tso, Algorithm::Graphs, Some(1));
        assert!(bounded.expect("a reason").contains("no store buffers"));
        assert_eq!(refusal(text, Model::Tso, Algorithm::Optimal, Some(1)), None);
    }
    let grace = "C t\n{}\nP0 (int* x) {\n  rcu_read_lock();\n  WRITE_ONCE(*x, 1);\n  \
                 rcu_read_unlock();\n}\nP1 (int* x) {\n  synchronize_rcu();\n}\nexists (x=1)";
    assert_eq!(refusal(grace, Model::Sc, Algorithm::Graphs, None), None);
    assert_eq!(refusal(grace, Model::Pso, Algorithm::Optimal, None), None);
    let why = refusal(grace, Model::Pso, Algorithm::Graphs, None);
    assert!(why.expect("a reason").contains("grace periods"));
}

#[test]
fn the_machine_says_so_as_well() {
    let test = test("X86 t\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)");
    let mut machine = Machine::new(&test, Model::Rc11, None);
    let refused = machine.start(&mut Step::default());
    assert!(format!("{refused:?}").contains("x86 assembly"));
}
