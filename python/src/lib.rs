//! The extension module `nauck._nauck`: puzzles, answers and boards of the library as Python objects.
//!
//! A [`puzzle`] is asked within its [`settings`]; [`running`] does the work without the interpreter lock and ends it on Ctrl-C.
//! It gives an [`answer`], a [`stream`] of boards, [`forced`] cells or an [`explanation`]. Each solution is a [`board`]. Both know
//! their [`origin`], so that they can be sent to other processes. A text
//! that is no valid spec becomes the exception `Fault`, a limit the exception `Unfinished` ([`errors`]). The command's files
//! are read by [`files`]. Exceptions, sweeps and the notebook magic are Python, in the folder `nauck`.

mod answer;
mod board;
mod errors;
mod explanation;
mod files;
mod forced;
mod orbits;
mod origin;
mod puzzle;
mod reading;
mod running;
mod settings;
mod stream;

use pyo3::prelude::*;

/// Puzzles, answers and boards.
#[pymodule]
mod _nauck {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::board::{_board, Board};
    #[pymodule_export]
    use super::explanation::{Reason, Verdict, Why};
    #[pymodule_export]
    use super::forced::Forced;
    #[pymodule_export]
    use super::orbits::Orbits;
    #[pymodule_export]
    use super::puzzle::{_puzzle, Puzzle};
    #[pymodule_export]
    use super::stream::Solutions;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
