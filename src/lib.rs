//! A small language for placement puzzles and an engine that solves them: pieces with moves, boards of any shape, regions,
//! clues, tiles, counts, objectives.
//!
//! # From a spec to its solutions
//!
//! ```
//! use nauck::Puzzle;
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
//! use nauck::{Puzzle, Request};
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
//! use nauck::Puzzle;
//!
//! let faults = Puzzle::parse("board 8 x 8\nuse quean\nno attacks").expect_err("a misspelling");
//! assert_eq!(faults.diagnostics()[0].code, "spec::unknown");
//! assert!(faults.to_string().contains("did you mean `queen`?"));
//! ```
//!
//! # The whole interface
//!
//! A [`Puzzle`] is a spec with values for its parameters. A [`Request`] says what to find ([`Query`]) and within which
//! [`Limits`]; it starts as what the spec itself asks for. [`Puzzle::answer`] returns an [`Answer`] with its solutions,
//! [`Puzzle::solutions`] and [`Puzzle::search`] return them one by one during the search. Each is a [`SolvedBoard`].
//! [`Puzzle::forced`] says which pieces stand in all solutions ([`Forced`]), and [`Puzzle::sample`] draws solutions at random.
//! A [`CancelToken`] ends a run from another thread, and a [`ProgressCallback`] follows it.
//! A text that is not a valid spec gives [`Faults`], a list of [`Diagnostic`]s. [`editor`] formats and highlights specs.
//!
//! # Features
//!
//! Without default features the library reads no clock, starts no threads and opens no files. The feature `native` gives
//! requests the clock and the threads of the system ([`Host::native`]); without it a program may pass a clock of its own
//! ([`Host::with_clock`]).
//!
//! `docs/language.md` defines the language, and `ARCHITECTURE.md` describes the modules behind this interface, which are not
//! part of it and may change in any release.

#![deny(missing_docs)]

mod api;
#[cfg(feature = "certificates")]
#[allow(missing_docs)]
#[doc(hidden)]
pub mod certificate;
#[cfg(feature = "cli")]
#[allow(missing_docs)]
#[doc(hidden)]
pub mod cli;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod desk;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod diag;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod engine;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod export;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod foreign;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod geometry;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod ground;
mod host;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod interchange;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod lint;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod model;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod notation;
#[cfg(feature = "page")]
#[allow(missing_docs)]
#[doc(hidden)]
pub mod page;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod plan;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod problem;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod proof;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod prose;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod query;
mod random;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod report;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod run;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod syntax;
#[allow(missing_docs)]
#[doc(hidden)]
pub mod text;

#[doc(hidden)]
pub use api::Document;
pub use api::{Answer, Faults, Forced, Puzzle, Solutions, SolvedBoard, editor};
pub use diag::{Diagnostic, Label, Severity};
pub use engine::{CancelToken, Limits, Occurrence, ProgressCallback, Snapshot, Stop};
pub use host::Host;
pub use query::Query;
pub use run::{OrbitTable, Order, Request, RunError, Status};
pub use text::{Loader, NoFiles, Source};
