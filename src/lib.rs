//! A small language in which a few lines say a placement puzzle, and an engine that answers it.
//!
//! ```text
//! text ─▶ syntax ─▶ model ─▶ problem ─▶ plan ─▶ engine ─▶ outcome ─▶ report
//! ```

pub mod cli;
pub mod diag;
pub mod engine;
pub mod geometry;
pub mod ground;
pub mod model;
pub mod notation;
pub mod plan;
pub mod problem;
pub mod report;
pub mod run;
pub mod syntax;
pub mod text;
