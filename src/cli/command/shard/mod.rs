//! `puzzle shard`: a search divided among many processes, on one machine or on many. The contract with whatever scheduler
//! runs them: the plan is a file that nobody changes; `shard run` with one index does one share and writes one file, which
//! appears when it is whole; run again it goes on where it was, and where nothing is left it ends at once with status 0.

mod folder;
mod merge;
mod plan;
mod plan_file;
mod script;
mod share;

use crate::cli::args::{ShardArgs, ShardStep};
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;

/// Why `text` is no plan; `None` for a plan.
pub(in crate::cli) fn fault_of_plan(text: &str) -> Option<String> {
    plan_file::PlanFile::parse(text).err()
}

pub(in crate::cli) fn shard(args: ShardArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    match args.step {
        ShardStep::Plan(args) => plan::plan(&args, streams),
        ShardStep::Run(args) => share::run(&args, streams),
        ShardStep::Merge(args) => merge::merge(*args, streams),
        ShardStep::Script(args) => script::script(&args, streams),
    }
}
