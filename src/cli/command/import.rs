//! `puzzle import`: specs from the URLs of puzzles, from JSON, positions and pieces. Nothing is fetched: such a URL holds the puzzle.

use crate::cli::exit::{Exit, Failure};
use crate::cli::files;
use crate::cli::output::write_text;
use crate::cli::streams::Streams;
use crate::foreign;
use crate::syntax::limits::MAX_SOURCE_BYTES;
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(in crate::cli) struct ImportArgs {
    /// URL of a puzzle, FEN, `popeye:` and names of pieces, or a file with one of these, JSON or
    /// `variants.ini`; `-` for standard input
    #[arg(value_name = "URL|FEN|FILE")]
    pub from: String,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub(in crate::cli) fn import(args: &ImportArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let path = Path::new(&args.from);
    let text = match foreign::is_foreign(&args.from) {
        true => args.from.clone(),
        false => files::read_text(path, MAX_SOURCE_BYTES)?,
    };
    let text = foreign::import(&text).map_err(|refusal| Failure::Usage(refusal.to_string()))?;
    write_text(args.output.as_deref(), &text, streams)?;
    Ok(Exit::Done)
}
