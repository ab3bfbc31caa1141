//! The judge of mailboxes in execution graphs.
//!
//! The language is that of [`crate::graphs`] with sends and receives: a mailbox belongs to one
//! thread, a receive takes the first message that its pattern matches, and may give up.
//!
//! - [`program`]: the language, as text ([`text`]) and as flat code;
//! - [`generate`]: random programs from a seed, and [`mod@shrink`]: smaller ones that still fail;
//! - [`machine`]: a front end for it that announces sends and receives, and what it has [`seen`];
//! - [`brute`]: all executions, by brute force over mailboxes as queues, and over all graphs of
//!   memory. Two are the same if every thread received and read the same, and the changes of
//!   memory and of mutexes come in the same order;
//! - [`compare`]: what the explorer visited against these;
//! - [`campaign`]: many seeds, for the command `mazurka-message-oracle` and the tests.

pub mod brute;
pub mod campaign;
pub mod compare;
pub mod generate;
pub mod machine;
pub mod program;
pub mod seen;
pub mod shrink;
pub mod text;
