//! messages(n): n threads that each send two messages into one channel, and the main
//! thread that receives them all. (2n)! / 2^n traces, one for each order of the
//! messages.

use super::model::{mpsc, thread};

/// One execution with this many senders.
pub(crate) fn run(n: usize) {
    let (sender, receiver) = mpsc::channel();
    let senders: Vec<_> = (0..n)
        .map(|i| {
            let sender = sender.clone();
            thread::spawn(move || {
                sender.send((i, 0)).unwrap();
                sender.send((i, 1)).unwrap();
            })
        })
        .collect();
    let mut expected = vec![0; n];
    for _ in 0..2 * n {
        let (i, count) = receiver.recv().unwrap();
        assert_eq!(count, expected[i], "BUG: out of order");
        expected[i] += 1;
    }
    for sender in senders {
        sender.join().unwrap();
    }
}
