//! Small Rust programs with bugs, for replay strings. Panics in this file are theirs.

use mazurka::sync::atomic::{AtomicUsize, Ordering};
use mazurka::sync::{Arc, Condvar, Mutex, mpsc};
use mazurka::{Model, thread};

/// A program: its name, the model under which it has a bug, and what it does.
pub(crate) struct RustProgram {
    pub(crate) name: &'static str,
    pub(crate) model: Model,
    pub(crate) body: fn(),
}

pub(crate) const PROGRAMS: [RustProgram; 6] = [
    RustProgram {
        name: "lost-update",
        model: Model::Sc,
        body: lost_update,
    },
    RustProgram {
        name: "lock-order",
        model: Model::Sc,
        body: lock_order,
    },
    RustProgram {
        name: "lost-signal",
        model: Model::Sc,
        body: lost_signal,
    },
    RustProgram {
        name: "first-message",
        model: Model::Sc,
        body: first_message,
    },
    RustProgram {
        name: "store-buffering",
        model: Model::Tso,
        body: store_buffering,
    },
    RustProgram {
        name: "choices",
        model: Model::Pso,
        body: choices,
    },
];

fn lost_update() {
    let x = Arc::new(AtomicUsize::new(0));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let x = Arc::clone(&x);
            thread::spawn(move || {
                let value = x.load(Ordering::SeqCst);
                x.store(value + 1, Ordering::SeqCst);
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(x.load(Ordering::SeqCst), 2);
}

fn lock_order() {
    let locks = Arc::new((Mutex::new(0), Mutex::new(0)));
    let other = Arc::clone(&locks);
    let thread = thread::spawn(move || {
        let _a = other.1.lock().unwrap();
        let _b = other.0.lock().unwrap();
    });
    {
        let _a = locks.0.lock().unwrap();
        let _b = locks.1.lock().unwrap();
    }
    thread.join().unwrap();
}

fn lost_signal() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    let thread = thread::spawn(move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_one();
    });
    // The value is not asked for: a signal that came before is lost.
    let guard = pair.0.lock().unwrap();
    let guard = pair.1.wait(guard).unwrap();
    drop(guard);
    thread.join().unwrap();
}

fn first_message() {
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (0..3)
        .map(|number| {
            let sender = sender.clone();
            thread::spawn(move || sender.send(number).unwrap())
        })
        .collect();
    assert_ne!(receiver.recv().unwrap(), 2);
    for thread in threads {
        thread.join().unwrap();
    }
}

fn store_buffering() {
    let shared = Arc::new([const { AtomicUsize::new(0) }; 2]);
    let other = Arc::clone(&shared);
    let thread = thread::spawn(move || {
        other[0].store(1, Ordering::Relaxed);
        other[1].load(Ordering::Relaxed)
    });
    shared[1].store(1, Ordering::Relaxed);
    let mine = shared[0].load(Ordering::Relaxed);
    assert!(thread.join().unwrap() + mine > 0);
}

fn choices() {
    let shared = Arc::new([const { AtomicUsize::new(0) }; 2]);
    let other = Arc::clone(&shared);
    let thread = thread::spawn(move || {
        let chosen = mazurka::choose(3);
        other[0].store(chosen, Ordering::Relaxed);
        other[1].store(1, Ordering::Relaxed);
    });
    if shared[1].load(Ordering::Relaxed) == 1 {
        assert_ne!(shared[0].load(Ordering::Relaxed), 2);
    }
    thread.join().unwrap();
}
