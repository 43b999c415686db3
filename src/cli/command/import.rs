//! `puzzle import`: specs from the URLs of puzzles, or from JSON. Nothing is fetched: such a URL holds the puzzle.

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
    /// URL of a puzzle, or a file with a URL or JSON; `-` for standard input
    #[arg(value_name = "URL|FILE")]
    pub from: String,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub(in crate::cli) fn import(args: &ImportArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let is_url = args.from.contains('?') || args.from.starts_with("https://");
    let text =
        if is_url { args.from.clone() } else { files::read_text(Path::new(&args.from), MAX_SOURCE_BYTES)? };
    let text = foreign::import(&text).map_err(|refusal| Failure::Usage(refusal.to_string()))?;
    write_text(args.output.as_deref(), &text, streams)?;
    Ok(Exit::Done)
}
