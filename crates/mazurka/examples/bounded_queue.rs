//! A bounded queue of a mutex and condition variables: with one condition
//! variable for both sides, `notify_one` can wake the wrong one, and the wake-up
//! is lost.

use mazurka::sync::{Arc, Condvar, Mutex};
use mazurka::{Checker, Report, thread};
use std::collections::VecDeque;

/// How threads are told of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signals {
    /// Consumers wait for one condition variable and producers for another.
    Two,
    /// All wait for the same, and one of them is woken: wrong.
    One,
}

struct Queue<T> {
    items: Mutex<VecDeque<T>>,
    capacity: usize,
    signals: Signals,
    not_empty: Condvar,
    not_full: Condvar,
}

impl<T> Queue<T> {
    fn new(capacity: usize, signals: Signals) -> Queue<T> {
        Queue {
            items: Mutex::new(VecDeque::new()),
            capacity,
            signals,
            not_empty: Condvar::new(),
            not_full: Condvar::new(),
        }
    }

    fn not_full(&self) -> &Condvar {
        match self.signals {
            Signals::Two => &self.not_full,
            Signals::One => &self.not_empty,
        }
    }

    fn push(&self, item: T) {
        let mut items = self.items.lock().unwrap();
        while items.len() == self.capacity {
            items = self.not_full().wait(items).unwrap();
        }
        items.push_back(item);
        self.not_empty.notify_one();
    }

    fn pop(&self) -> T {
        let mut items = self.items.lock().unwrap();
        loop {
            if let Some(item) = items.pop_front() {
                self.not_full().notify_one();
                return item;
            }
            items = self.not_empty.wait(items).unwrap();
        }
    }
}

/// Explores producers and consumers of one item each, on a queue with room for
/// one.
pub(crate) fn explore(producers: usize, consumers: usize, signals: Signals) -> Report {
    Checker::new().check(move || {
        let queue = Arc::new(Queue::new(1, signals));
        let consumers: Vec<_> = (0..consumers)
            .map(|_| {
                let queue = queue.clone();
                thread::spawn(move || queue.pop())
            })
            .collect();
        for item in 1..producers {
            let queue = queue.clone();
            thread::spawn(move || queue.push(item));
        }
        queue.push(0);
        let items = consumers.into_iter().map(|thread| thread.join().unwrap());
        let mut items: Vec<usize> = items.collect();
        items.sort_unstable();
        assert!(items.is_sorted_by(|a, b| a < b), "an item came twice");
    })
}

fn main() {
    println!("two condition variables:\n{}", explore(2, 2, Signals::Two));
    println!("one for both sides:\n{}", explore(2, 2, Signals::One));
}
