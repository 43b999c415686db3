//! Arguments of `puzzle run`.

use super::certify::files_beside;
use crate::cli::checkpoint;
use crate::cli::exit::Failure;
use crate::cli::options::{OutputArgs, QuestionArgs, ReadArgs, SolveArgs};
use crate::run::Checkpoint;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options that are about another question than the forced cells or a sample.
const ABOUT_OTHERS: [&str; 12] = [
    "query",
    "up_to_symmetry",
    "orbits",
    "sorted",
    "stream",
    "worksheet",
    "checkpoint",
    "resume",
    "certify",
    "cross_check",
    "solution_limit",
    "recurrence",
];

/// Answer about forced cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ForcedArg {
    /// If all, some or no solutions have the piece there
    Cells,
    /// The number of these solutions
    Counts,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    /// Spec files, and folders to search; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Give pieces as a vector: [2, _, 1] or 2,-1,1; `-1` and `_` leave an entry open, a shorter vector is a prefix
    #[arg(allow_hyphen_values = true, long, value_name = "VECTOR", help_heading = "Question")]
    pub given: Option<String>,
    /// Show for each cell which pieces stand there in all solutions, in some, or in none; `counts`: in how many
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "cells",
        conflicts_with_all = ABOUT_OTHERS,
        conflicts_with_all = ["sample", "columns", "numbers", "one_based"],
        help_heading = "Question",
    )]
    pub forced: Option<ForcedArg>,
    /// Draw N solutions at random: each is equally likely at every draw, and may be drawn again
    #[arg(long, value_name = "N", conflicts_with_all = ABOUT_OTHERS, help_heading = "Question")]
    pub sample: Option<u64>,
    /// After the table of a sweep, show the shortest linear recurrence of its numbers, its generating function, and whether it is
    /// proved
    #[arg(
        long,
        conflicts_with_all = ["first", "limit", "count_by", "orbits", "format", "json", "quiet"],
        help_heading = "Question",
    )]
    pub recurrence: bool,
    /// Save finished parts to the new FILE, for --resume; for a sweep, FILE is a folder
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from FILE, the checkpoint of a run or a sweep
    #[arg(long, value_name = "FILE", help_heading = "Long runs")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub certainty: CertaintyArgs,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// Options for checking an answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Certainty")]
pub(in crate::cli) struct CertaintyArgs {
    /// Write a certificate (JSON) that other programs can check, with a formula and its refutation beside it
    #[arg(long, value_name = "FILE")]
    pub certify: Option<PathBuf>,
    /// Solve again with an engine of another family and compare the answers
    #[arg(long)]
    pub cross_check: bool,
}

impl RunArgs {
    /// Output files of a run, except those with a number for `{}`.
    pub fn outputs(&self) -> Result<Vec<PathBuf>, Failure> {
        let certificate = self.certainty.certify.as_ref();
        let beside = certificate.map(|path| files_beside(path)).transpose()?;
        let named = [&self.output.output, &self.output.worksheet, &self.certainty.certify];
        let long = [&self.checkpoint, &self.resume];
        let named = named.into_iter().chain(long).flatten().cloned();
        Ok(named.chain(beside.into_iter().flatten()).collect())
    }

    /// Returns true if the question is about all solutions together, whatever the spec asks for.
    pub fn is_about_all(&self) -> bool {
        self.forced.is_some() || self.sample.is_some()
    }

    /// Checkpoint of a run.
    pub fn written(&self) -> Checkpoint {
        checkpoint::of_options(self.checkpoint.as_ref(), self.resume.as_ref())
    }
}
