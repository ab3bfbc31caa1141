//! Exploration on many machines: those who submit a program, and those who explore its items.
//!
//! ```text
//! mazurka check --cluster:  program -> Store -> what was explored -> report
//! mazurka worker --cluster: Store -> item -> child process -> report -> Store
//! ```
//!
//! The store is a trait ([`mazurka_cluster::Store`]), and which one it is, the command decides.
//! An item is explored in a process of its own ([`child`]): one that kills its process, by using
//! up the memory or the stack, does not kill the agent, and is poisoned after some attempts.

mod agent;
pub(super) mod child;
mod submit;

pub use agent::{Agent, Repeater, Settings as AgentSettings, Worked};
pub use child::{Explorer, explore as explore_items};
pub use submit::{Attached, Cluster, OnInterrupt};

use mazurka_cluster::{Store, StoreError};
use std::time::Duration;

/// Makes a connection to the store.
pub type Connect = dyn Fn() -> Result<Box<dyn Store + Send>, StoreError> + Send + Sync;

/// Calls a store again, with pauses, until it answers, refuses, or `gives_up`.
fn insist<T>(
    mut call: impl FnMut() -> Result<T, StoreError>,
    gives_up: impl Fn() -> bool,
) -> Result<T, StoreError> {
    let mut pause = Duration::from_millis(100);
    loop {
        match call() {
            Err(StoreError::Away(_)) if !gives_up() => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_secs(5));
            }
            answer => return answer,
        }
    }
}
