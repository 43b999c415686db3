//! `puzzle rules`: the rules of a spec in plain English.

use crate::cli::exit::{Exit, Failure};
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SpecArgs};
use crate::cli::streams::Streams;
use crate::diag::escape;
use crate::prose::rules_in_words;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct RulesArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn rules(args: &RulesArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (loaded, model) = read_one(&args.spec, &args.read, None, streams)?;
    for words in rules_in_words(&loaded.document.spec, &model) {
        writeln!(streams.out, "{}", escape(&words))?;
    }
    Ok(Exit::Done)
}
