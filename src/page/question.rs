//! Questions of the page.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// The act that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Act {
    /// Marks, diagnostics, and the board of a spec.
    Check,
    /// Edits for the diagnostics.
    Fixes,
    Complete,
    Hover,
    Format,
    /// The board with placed pieces: attacks, and what may still stand where.
    Board,
    /// A board as a picture.
    Draw,
    /// A board from text.
    Read,
    Solve,
    Count,
    Orbits,
    Forced,
    Why,
    Hint,
    Steps,
    /// Compare a board with the rules, finished or not.
    Mark,
    /// A puzzle with one solution, from a spec with free parts.
    Make,
    /// The model for other solvers, or the puzzle for other programs.
    Export,
    /// The spec of a puzzle from another program.
    Import,
}

/// Notes on the cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Notes {
    #[default]
    None,
    /// The kinds that may still stand there.
    Open,
    /// The number of attackers.
    Attacked,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Question {
    #[serde(rename = "do")]
    pub act: Act,
    /// Name of the spec, from which it includes files.
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub params: BTreeMap<String, i64>,
    /// Position in the text, in units of UTF-16.
    #[serde(default)]
    pub at: u32,
    /// Pieces on single cells: names of kinds and cells.
    #[serde(default)]
    pub pieces: Vec<(String, String)>,
    #[serde(default)]
    pub notes: Notes,
    /// A board as in the JSON of the command.
    #[serde(default)]
    pub board: Value,
    /// A board in any form that `puzzle verify` reads.
    #[serde(default)]
    pub board_text: String,
    /// Export format.
    #[serde(default)]
    pub to: String,
    /// Selects the puzzle to make.
    #[serde(default)]
    pub seed: u64,
    /// Limit of time.
    #[serde(default)]
    pub seconds: Option<u32>,
}

impl Question {
    pub fn time(&self) -> Option<Duration> {
        self.seconds.map(|seconds| Duration::from_secs(seconds.into()))
    }
}
