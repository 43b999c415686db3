//! `puzzle shard`: a search divided among processes, on one machine or many. The contract with a scheduler: the plan is an
//! immutable file; `shard run` with one index computes one shard and writes one file, which appears when it is complete; run
//! again, it resumes, and for a finished shard it exits at once with status 0.
//!
//! `plan` writes the `plan_file`, `share` runs one shard and leaves its result in the `folder`, `merge` puts the results
//! together, and `script` prints what a scheduler needs.

mod folder;
mod merge;
mod plan;
mod plan_file;
mod script;
mod share;

use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use clap::{Args, Subcommand};
use merge::ShardMergeArgs;
use plan::ShardPlanArgs;
use script::ShardScriptArgs;
use share::ShardRunArgs;

#[derive(Debug, Args)]
pub(in crate::cli) struct ShardArgs {
    #[command(subcommand)]
    pub step: ShardStep,
}

/// Commands about shards.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ShardStep {
    /// Divide a search into shards
    Plan(Box<ShardPlanArgs>),
    /// Run or resume one shard; a finished shard is left as it is
    Run(ShardRunArgs),
    /// Merge the results and show what `run` would have shown
    Merge(Box<ShardMergeArgs>),
    /// Print a script that runs all shards
    Script(ShardScriptArgs),
}

/// Returns the reason why `text` is not a plan, or `None` if it is one.
pub(in crate::cli) fn fault_of_plan(text: &str) -> Option<String> {
    plan_file::PlanFile::parse(text).and_then(|plan| plan.check_shares()).err()
}

pub(in crate::cli) fn shard(args: ShardArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    match args.step {
        ShardStep::Plan(args) => plan::plan(&args, streams),
        ShardStep::Run(args) => share::run(&args, streams),
        ShardStep::Merge(args) => merge::merge(*args, streams),
        ShardStep::Script(args) => script::script(&args, streams),
    }
}
