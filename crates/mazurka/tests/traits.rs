//! The types are `Send`, `Sync` and unwind safe where those of `std` are, and
//! can be statics.

use mazurka::sync::{
    Barrier, Condvar, LazyLock, Mutex, MutexGuard, Once, OnceLock, RwLock, RwLockReadGuard,
    RwLockWriteGuard, Semaphore, SemaphorePermit,
};
use std::cell::Cell;
use std::panic::{RefUnwindSafe, UnwindSafe};

fn shared<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
fn send<T: Send>() {}
fn sync<T: Sync>() {}

#[test]
fn what_can_be_shared() {
    shared::<Mutex<u32>>();
    shared::<RwLock<u32>>();
    shared::<OnceLock<u32>>();
    shared::<LazyLock<u32>>();
    shared::<Once>();
    shared::<Condvar>();
    shared::<Barrier>();
    shared::<Semaphore>();
    shared::<mazurka::thread::Thread>();
    // Only one thread at a time uses what is in a mutex.
    shared::<Mutex<Cell<u32>>>();
    send::<RwLock<Cell<u32>>>();
    send::<OnceLock<Cell<u32>>>();
    send::<LazyLock<Cell<u32>>>();
    sync::<MutexGuard<'_, u32>>();
    sync::<RwLockReadGuard<'_, u32>>();
    sync::<RwLockWriteGuard<'_, u32>>();
    send::<SemaphorePermit<'_>>();
    sync::<SemaphorePermit<'_>>();
}

/// Is a type something? An inherent constant comes before that of a trait, if
/// its bounds hold.
macro_rules! is {
    ($type:ty, $bound:ident) => {{
        #[allow(dead_code, reason = "it is not used where the bound holds")]
        trait Otherwise {
            const IS: bool = false;
        }
        impl<T: ?Sized> Otherwise for T {}
        struct Type<T: ?Sized>(std::marker::PhantomData<T>);
        #[allow(dead_code, reason = "it is not used where the bound does not hold")]
        impl<T: ?Sized + $bound> Type<T> {
            const IS: bool = true;
        }
        <Type<$type>>::IS
    }};
}

#[test]
fn what_cannot_be_shared() {
    assert!(is!(u32, Send) && is!(Mutex<u32>, Sync));
    assert!(!is!(MutexGuard<'static, u32>, Send));
    assert!(!is!(RwLockReadGuard<'static, u32>, Send));
    assert!(!is!(RwLockWriteGuard<'static, u32>, Send));
    assert!(!is!(RwLock<Cell<u32>>, Sync));
    assert!(!is!(OnceLock<Cell<u32>>, Sync));
    assert!(!is!(LazyLock<Cell<u32>>, Sync));
    assert!(!is!(Mutex<std::rc::Rc<u32>>, Sync));
}
