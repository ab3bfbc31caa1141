//! The classic shapes.
