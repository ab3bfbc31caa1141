//! A bounded queue with one producer and one consumer.
//!
//! ```
//! let (mut producer, mut consumer) = ring::new::<_, 2>();
//! assert_eq!(producer.push('a'), Ok(()));
//! assert_eq!(consumer.pop(), Some('a'));
//! assert_eq!(consumer.pop(), None);
//! ```

mod sync;

use std::array;
use sync::atomic::AtomicUsize;
use sync::atomic::Ordering::{Acquire, Relaxed, Release};
use sync::{Arc, UnsafeCell};

struct Ring<T, const N: usize> {
    slots: [UnsafeCell<Option<T>>; N],
    /// How many values were taken, and how many were put in.
    head: AtomicUsize,
    tail: AtomicUsize,
}

// SAFETY: a slot is used by the producer while `tail - head` does not count it, and by the
// consumer while it does. Each hands it over by a release store that the other acquires.
unsafe impl<T: Send, const N: usize> Sync for Ring<T, N> {}

/// Puts values in.
pub struct Producer<T, const N: usize>(Arc<Ring<T, N>>);

/// Takes values out.
pub struct Consumer<T, const N: usize>(Arc<Ring<T, N>>);

/// An empty queue with room for `N` values.
pub fn new<T, const N: usize>() -> (Producer<T, N>, Consumer<T, N>) {
    const { assert!(N > 0, "there must be room for a value") };
    let ring = Arc::new(Ring {
        slots: array::from_fn(|_| UnsafeCell::new(None)),
        head: AtomicUsize::new(0),
        tail: AtomicUsize::new(0),
    });
    (Producer(ring.clone()), Consumer(ring))
}

impl<T, const N: usize> Producer<T, N> {
    /// Puts a value in, or gives it back if there is no room.
    ///
    /// # Errors
    /// The value, if the queue is full.
    pub fn push(&mut self, value: T) -> Result<(), T> {
        let ring = &*self.0;
        let tail = ring.tail.load(Relaxed);
        if tail.wrapping_sub(ring.head.load(Acquire)) == N {
            return Err(value);
        }
        // SAFETY: the slot is the producer's, see above.
        ring.slots[tail % N].with_mut(|slot| unsafe { *slot = Some(value) });
        ring.tail.store(tail.wrapping_add(1), Release);
        Ok(())
    }
}

impl<T, const N: usize> Consumer<T, N> {
    /// Takes the oldest value out, if there is one.
    pub fn pop(&mut self) -> Option<T> {
        let ring = &*self.0;
        let head = ring.head.load(Relaxed);
        if ring.tail.load(Acquire) == head {
            return None;
        }
        // SAFETY: the slot is the consumer's, see above.
        let value = ring.slots[head % N].with_mut(|slot| unsafe { (*slot).take() });
        ring.head.store(head.wrapping_add(1), Release);
        value
    }
}

/// Ordinary tests. Mazurka's types are there only inside of checks, so with `--cfg mazurka`
/// these are left out.
#[cfg(all(test, not(mazurka)))]
mod tests {
    #[test]
    fn a_full_queue_gives_values_back() {
        let (mut producer, mut consumer) = super::new::<_, 2>();
        assert_eq!(producer.push(1), Ok(()));
        assert_eq!(producer.push(2), Ok(()));
        assert_eq!(producer.push(3), Err(3));
        assert_eq!(consumer.pop(), Some(1));
        assert_eq!(producer.push(3), Ok(()));
        assert_eq!([consumer.pop(), consumer.pop()], [Some(2), Some(3)]);
        assert_eq!(consumer.pop(), None);
    }
}
