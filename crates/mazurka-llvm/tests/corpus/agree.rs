//! Rust and C versions of one program agree.
