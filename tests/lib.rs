//! Integration tests, built as one binary.

mod suite;
