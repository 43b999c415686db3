//! The form of the output.

use super::values::{extension, named};
use crate::report::{Format, VectorAxis};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// When to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ProgressMode {
    /// Show it after one second if standard error is a terminal
    Auto,
    /// Also show it without a terminal, one line per second
    Always,
    /// Show none
    Never,
    /// Print one JSON object per second
    Json,
}

/// Options for the output.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct OutputArgs {
    /// Show solutions in FORMAT; without it, the extension of --output decides
    #[arg(long, value_parser = named(Format::ALL))]
    pub format: Option<Format>,
    /// Print JSON, as --format json does; messages are JSON too
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Count vector entries from 1
    #[arg(long)]
    pub one_based: bool,
    /// Index vectors by column or by row
    #[arg(long, value_parser = named(VectorAxis::ALL), default_value = "column")]
    pub by: VectorAxis,
    /// Number the cells of routes along the way, in a picture
    #[arg(long)]
    pub numbers: bool,
    /// Place N boards side by side, in a grid or a picture
    #[arg(long, value_name = "N")]
    pub columns: Option<usize>,
    /// Always show solutions in canonical order; with --first and --limit, show the first in that order
    #[arg(long, conflicts_with = "stream")]
    pub sorted: bool,
    /// Show solutions as they are found
    #[arg(long)]
    pub stream: bool,
    /// If there is no solution, show which rules, givens and clues conflict; takes up to 5 s without --time-limit
    #[arg(long)]
    pub why: bool,
    /// Write to FILE; write one file per solution if the name has `{}`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a worksheet to print, as HTML, SVG or PDF: the puzzle on one page, its answer on the next; `puzzle sheet` has
    /// more layouts
    #[arg(long, value_name = "FILE")]
    pub worksheet: Option<PathBuf>,
    /// Print run statistics
    #[arg(long)]
    pub stats: bool,
    /// Show the progress of a long run on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
    /// Print only solutions
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the plan too
    #[arg(short, long)]
    pub verbose: bool,
}

impl OutputArgs {
    /// Format of the solutions.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.asked().unwrap_or(Format::Board) }
    }

    /// The format that was asked for by name, or by the extension of the file.
    pub fn asked(&self) -> Option<Format> {
        self.format.or_else(|| Format::of_extension(&extension(self.output.as_deref())))
    }
}
