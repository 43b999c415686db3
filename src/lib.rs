//! A small language for placement puzzles and an engine that solves them: pieces with moves, boards of any shape, regions,
//! clues, tiles, counts, objectives.
//!
//! # From a spec to its solutions
//!
//! ```
//! use nauck::api::Puzzle;
//!
//! let queens = Puzzle::parse(
//!     "param n = 8 in 1..20
//!      board n x n
//!      use queen
//!      no attacks
//!      count queen = n",
//! )?;
//!
//! // The number of solutions, from an exhaustive search.
//! let answer = queens.count()?;
//! assert_eq!(answer.count(), &92u32.into());
//! assert!(answer.is_exhausted());
//!
//! // A larger board and three of its solutions. Dropping the iterator ends the search.
//! for board in queens.with("n", 20)?.solutions().take(3) {
//!     let board = board?;
//!     assert_eq!(board.count("queen"), Some(20));
//!     println!("{}\n\n{board}\n", board.coords());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Optima, and the number of solutions that reach them
//!
//! ```
//! use nauck::api::Puzzle;
//! use nauck::run::Request;
//!
//! let mixed = Puzzle::parse(
//!     "board 8 x 8
//!      use queen, knight
//!      no attacks
//!      count queen = count knight
//!      maximize count piece",
//! )?;
//! let answer = mixed.answer(&Request { orbits: true, ..mixed.request() })?;
//! assert!(answer.is_optimal());
//! assert_eq!(answer.best(), Some([10].as_slice()));
//! assert_eq!(answer.count(), &16u32.into());
//! assert_eq!(answer.orbits().map(|table| table.to_string()).as_deref(), Some("2 orbits: 2 of 8"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Diagnostics
//!
//! ```
//! use nauck::api::Puzzle;
//!
//! let faults = Puzzle::parse("board 8 x 8\nuse quean\nno attacks").expect_err("a misspelling");
//! assert_eq!(faults.diagnostics()[0].code, "spec::unknown");
//! assert!(faults.to_string().contains("did you mean `queen`?"));
//! ```
//!
//! # Modules
//!
//! ```text
//! text ─▶ syntax ─▶ model ─▶ problem ─▶ plan ─▶ engine ─▶ outcome ─▶ report
//! ```
//!
//! [`syntax`] splits a spec into statements and parses them, [`model`] resolves their meaning and judges boards by the
//! literal rules, [`ground`] turns a model into a [`problem`] of numbered choices and constraints, [`plan`] asks each
//! [`engine`] for a bid, [`run`] runs the engines and judges their solutions, [`report`] writes the answer.
//! `docs/language.md` defines every statement.

#![deny(missing_docs)]

pub mod api;
#[cfg(feature = "certificates")]
pub mod certificate;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diag;
pub mod engine;
pub mod export;
pub mod geometry;
pub mod ground;
pub mod lint;
pub mod model;
pub mod notation;
pub mod plan;
pub mod problem;
pub mod proof;
pub mod query;
pub mod report;
pub mod run;
pub mod syntax;
pub mod text;
