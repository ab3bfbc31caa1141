//! The programs on TraceForge.
//!
//! TraceForge checks programs that send messages. Its atomics and mutexes are threads
//! that are sent requests and answer them, so two loads of one atomic are in conflict
//! too. There is no `fetch_add`, and no way to tell it that a loop waits.

use std::process::ExitCode;
use traceforge::{Config, verify};

/// The facade of the programs.
mod model {
    pub(crate) mod thread {
        pub(crate) use traceforge::thread::spawn;
    }

    pub(crate) mod hint {
        pub(crate) fn spin_loop() {
            panic!("no spin loops");
        }
    }

    pub(crate) mod sync {
        pub(crate) use std::sync::Arc;

        pub(crate) mod atomic {
            pub(crate) use std::sync::atomic::Ordering;

            pub(crate) struct AtomicUsize(traceforge::sync::atomic::AtomicUsize);

            impl AtomicUsize {
                pub(crate) fn new(value: usize) -> AtomicUsize {
                    AtomicUsize(traceforge::sync::atomic::AtomicUsize::new(value))
                }

                pub(crate) fn load(&self, ordering: Ordering) -> usize {
                    self.0.load(ordering)
                }

                pub(crate) fn store(&self, value: usize, ordering: Ordering) {
                    self.0.store(value, ordering);
                }

                pub(crate) fn compare_exchange(
                    &self,
                    current: usize,
                    new: usize,
                    success: Ordering,
                    failure: Ordering,
                ) -> Result<usize, usize> {
                    self.0.compare_exchange(current, new, success, failure)
                }

                pub(crate) fn fetch_add(&self, _: usize, _: Ordering) -> usize {
                    panic!("no fetch_add");
                }

                pub(crate) fn fetch_sub(&self, _: usize, _: Ordering) -> usize {
                    panic!("no fetch_sub");
                }
            }
        }

        pub(crate) struct Mutex<T>(traceforge::sync::mutex::Mutex<T>);

        impl<T> Mutex<T> {
            pub(crate) fn new(value: T) -> Mutex<T> {
                Mutex(traceforge::sync::mutex::Mutex::new(value))
            }

            pub(crate) fn lock(
                &self,
            ) -> Result<traceforge::sync::mutex::MutexGuard<'_, T>, std::convert::Infallible>
            {
                Ok(self.0.blocking_lock())
            }
        }
    }

    pub(crate) mod mpsc {
        use std::convert::Infallible;
        use std::fmt::Debug;
        use traceforge::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

        pub(crate) fn channel<T>() -> (UnboundedSender<T>, Receiver<T>)
        where
            T: Clone + Debug + PartialEq + Send + 'static,
        {
            let (sender, receiver) = unbounded_channel();
            (sender, Receiver(receiver))
        }

        pub(crate) struct Receiver<T>(UnboundedReceiver<T>);

        impl<T: Clone + Debug + PartialEq + Send + 'static> Receiver<T> {
            pub(crate) fn recv(&self) -> Result<T, Infallible> {
                // Its `try_recv` waits; its `recv` is a future.
                Ok(self.0.try_recv().expect("its `try_recv` gives no errors"))
            }
        }
    }
}

#[path = "../../../mazurka-bench/programs/messages.rs"]
mod messages;
#[path = "../../../mazurka-bench/programs/mod.rs"]
mod programs;

fn main() -> ExitCode {
    mazurka_bench_peers::main(programs::BODIES, messages::run, check)
}

/// With TraceForge's usual settings.
fn check(execution: Box<dyn Fn() + Send + Sync>) {
    verify(Config::builder().build(), execution);
}
