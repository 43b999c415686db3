//! `puzzle completions`: a completion script, generated from the argument definitions.

use crate::cli::args::{Args, CompletionsArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use clap::CommandFactory;

pub(in crate::cli) fn completions(
    args: &CompletionsArgs,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    // Generate in memory: the generator panics on write errors, but a closed pipe must be an ordinary error.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "puzzle", &mut script);
    streams.out.write_all(&script)?;
    Ok(Exit::Done)
}
