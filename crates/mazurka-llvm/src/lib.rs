//! C and C++ programs with threads, by way of textual LLVM IR.
//!
//! See docs/ARCHITECTURE.md, "C by way of LLVM IR".

pub mod address;
pub mod builtin;
pub mod check;
pub mod clang;
pub mod code;
pub mod ir;
pub mod library;
pub mod link;
pub mod lower;
pub mod machine;
pub mod outside;
pub mod parse;
mod remap;
pub mod shape;
mod unread;
