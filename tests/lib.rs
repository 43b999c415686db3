//! The project's tests, one binary.
