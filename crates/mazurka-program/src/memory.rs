//! The memory that one execution takes, and how much it may take.
//!
//! A global allocator tells what it hands out to an OS thread and what it takes back ([`took`],
//! [`gave_back`]). A front end begins an account whenever it starts an execution ([`begin`]). From
//! there on all counts that this OS thread allocates: the state of the program, and what the front
//! end and the explorer note of it. Front ends ask in long local code, explorers after each step,
//! whether it is too much ([`is_exceeded`]). Where no allocator tells anything, it never is.

use std::cell::Cell;

/// How many bytes one execution may take, unless it is said.
pub const USUAL: u64 = 1 << 30;

/// The words of every finding that says so, between "execution" and how much it may take.
pub const TAKES_MORE: &str = " takes more than ";

/// True of the message of a finding that says that an execution takes too much memory, and not that
/// it has too many events. (In an execution graph, a schedule may be shorter than it has events.)
#[must_use]
pub fn is_told_in(message: &str) -> bool {
    let rest = message.split_once("execution").map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.starts_with(TAKES_MORE))
}

/// The account of an OS thread.
struct Account {
    /// What was handed out and not taken back.
    taken: Cell<i64>,
    /// What that was when the execution began.
    before: Cell<i64>,
    /// What the execution may add.
    most: Cell<i64>,
}

thread_local! {
    static ACCOUNT: Account = const {
        Account {
            taken: Cell::new(0),
            before: Cell::new(0),
            most: Cell::new(i64::MAX),
        }
    };
}

/// An allocator has handed out that many bytes.
#[inline]
pub fn took(bytes: usize) {
    ACCOUNT.with(|account| account.taken.set(account.taken.get() + bytes as i64));
}

/// An allocator has taken back that many bytes.
#[inline]
pub fn gave_back(bytes: usize) {
    ACCOUNT.with(|account| account.taken.set(account.taken.get() - bytes as i64));
}

/// An execution begins, which may take that many bytes.
pub fn begin(most: u64) {
    ACCOUNT.with(|account| {
        account.before.set(account.taken.get());
        account.most.set(i64::try_from(most).unwrap_or(i64::MAX));
    });
}

/// How many bytes the execution has taken so far.
#[inline]
#[must_use]
pub fn so_far() -> i64 {
    ACCOUNT.with(|account| account.taken.get() - account.before.get())
}

/// The execution is where it had taken that many bytes.
#[inline]
pub fn go_back(so_far: i64) {
    ACCOUNT.with(|account| account.before.set(account.taken.get() - so_far));
}

/// How many bytes the execution may take.
#[must_use]
pub fn most() -> u64 {
    ACCOUNT.with(|account| account.most.get().unsigned_abs())
}

/// Has the execution taken more than it may?
#[inline]
#[must_use]
pub fn is_exceeded() -> bool {
    ACCOUNT.with(|account| account.taken.get() - account.before.get() > account.most.get())
}

/// May the execution take that many bytes more?
#[must_use]
pub fn has_room(bytes: u64) -> bool {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    ACCOUNT.with(|account| so_far().saturating_add(bytes) <= account.most.get())
}

/// Makes room for `more` elements. A large vector gets little more than that: it is not to be
/// twice as large as the program needs it.
pub fn grow<T>(vector: &mut Vec<T>, more: usize) {
    let len = vector.len();
    match len * size_of::<T>() < LARGE {
        true => vector.reserve(more),
        false if vector.capacity() - len >= more => {}
        false => vector.reserve_exact(more.max(len / 8)),
    }
}

/// A vector of that many bytes is large.
const LARGE: usize = 1 << 20;

/// A number of bytes, for people.
#[must_use]
pub fn in_words(bytes: u64) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        whole => format!("{whole} MiB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_execution_is_charged_for_what_it_has_added() {
        took(1000);
        begin(100);
        assert_eq!(most(), 100);
        took(100);
        assert!(!is_exceeded());
        assert!(has_room(0) && !has_room(1));
        took(1);
        assert!(is_exceeded());
        gave_back(60);
        assert_eq!(so_far(), 41);
        assert!(has_room(59) && !has_room(60) && !has_room(u64::MAX));
        // What explorers keep between executions is not the execution's.
        took(5000);
        go_back(41);
        assert!(!is_exceeded());
        assert_eq!(so_far(), 41);
        begin(u64::MAX);
        assert!(has_room(u64::MAX));
        took(1);
        assert!(!is_exceeded());
    }

    #[test]
    fn each_thread_has_an_account_of_its_own() {
        begin(10);
        took(11);
        assert!(is_exceeded());
        std::thread::spawn(|| assert!(!is_exceeded()))
            .join()
            .unwrap();
    }

    #[test]
    fn large_vectors_are_not_doubled() {
        let mut large = vec![0_u64; LARGE];
        large.shrink_to_fit();
        grow(&mut large, 1);
        assert!(large.capacity() > LARGE && large.capacity() < LARGE * 5 / 4);
        let before = large.capacity();
        grow(&mut large, 1);
        assert_eq!(large.capacity(), before);
        grow(&mut large, 2 * LARGE);
        assert!(large.capacity() >= 3 * LARGE);
    }

    #[test]
    fn bytes_are_told_in_whole_mebibytes() {
        assert_eq!(in_words(1023), "1023 bytes");
        assert_eq!(in_words(100 << 20), "100 MiB");
    }
}
