//! Tests of the buffers alone.
