//! The project's tests, one binary.

mod suite;
