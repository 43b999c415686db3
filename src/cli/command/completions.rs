//! `puzzle completions`: a script for a shell, made from the command line's own description.

use crate::cli::args::{Args, CompletionsArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use clap::CommandFactory;

pub(in crate::cli) fn completions(
    args: &CompletionsArgs,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    // Made in memory first: the generator has no errors of its own, and a closed pipe must stay one.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "puzzle", &mut script);
    streams.out.write_all(&script)?;
    Ok(Exit::Done)
}
