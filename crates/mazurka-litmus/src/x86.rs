//! Columns of x86 assembly: Intel's order (the destination first) for `X86`;
//! AT&T's (the destination last) for `X86_64`, as herd has them, unless it is
//! written as Intel writes it (`MOV [x],EAX`).

mod compile;
mod mnemonic;
mod parse;
mod register;

pub(crate) use compile::compile;
pub(crate) use parse::parse;
pub(crate) use register::find as find_register;
