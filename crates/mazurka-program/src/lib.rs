//! The seam between Mazurka's explorers and its front ends.
//!
//! A *front end* (Rust closures on fibers, a C or BEAM interpreter, litmus
//! files...) implements [`Program`]: it can start an execution, say what every
//! process would do next, and run one step of one process. An *explorer*
//! decides which process runs, and knows nothing else. Everything the two must
//! agree on is data in this crate:
//!
//! - [`name`]: names of processes, objects and buffered stores that do not move
//!   between executions;
//! - [`operation`]: operations, what they did when they ran, and which of them
//!   depend on one another;
//! - [`program`]: the trait;
//! - [`script`]: what an execution did, for doing it again;
//! - [`finding`]: the bugs of a program under test;
//! - [`memory`]: how much memory an execution takes, and may take.

pub mod finding;
pub mod memory;
pub mod name;
pub mod operation;
pub mod program;
pub mod script;

pub use finding::{Finding, FindingKind};
pub use name::{Branch, Names, ObjectId, ObjectName, ProcessId, StoreId, StoreName};
pub use operation::{
    Access, AccessSet, EXCLUSIVE, Guard, Kind, Numbers, Operation, Order, Touch, Width,
};
pub use program::{Edge, Interrupt, Mail, Program, Rewound, Status, Step, Turn, replay_one};
pub use script::{Cue, Divergence, Script};
