//! Functions in C, with the operations of C11 and of the Linux kernel.

mod balance;
mod builtin;
mod call;
mod compile;
mod expression;
mod statement;
mod types;

pub(crate) use compile::compile;
