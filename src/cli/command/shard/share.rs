//! `puzzle shard run`: one shard of a search.

use super::folder::Folder;
use super::plan_file::PlanFile;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt;
use crate::cli::options::{ProgressMode, SolveArgs};
use crate::cli::output::unwritten;
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::engine::Stop;
use crate::run::run_share;
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// Variables in which schedulers pass the index of an array task.
const INDICES: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

#[derive(Debug, Args)]
pub(in crate::cli) struct ShardRunArgs {
    /// Plan file
    pub plan: PathBuf,
    /// Run shard I, counted from 0 (default: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX)
    #[arg(long, value_name = "I")]
    pub index: Option<usize>,
    /// Write results to DIR, the same for all shards; create it if needed
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Use up to N threads (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Stop after TIME, such as 30s, 500ms, 2m or 1h; the next run of the shard resumes
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop at SIZE of memory, such as 512M or 4G
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Show the progress of a long run on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
}

pub(super) fn run(args: &ShardRunArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (plan, text) = PlanFile::read(&args.plan)?;
    let index = index(args, plan.shards())?;
    let folder = Folder::of_plan(&args.output, &text)?;
    let header = plan.header(index, &args.plan)?;
    let (part, done) = (folder.part(index), folder.done(index));
    if done.exists() {
        folder.check_done(index, &plan)?;
        writeln!(streams.out, "shard {index} is already done")?;
        return Ok(Exit::Done);
    }
    let loaded = plan.load()?;
    let (model, mut request) = plan.ask(&loaded, streams)?;
    solving(args, &plan).apply(&mut request)?;
    let run = |watch: Option<&_>| run_share(&model, &request, &header, &part, &interrupt::flag(), watch);
    let share = watched(args.progress, false, run)?;
    let finished = share.cubes - share.missing;
    if share.complete {
        fs::rename(&part, &done).map_err(|e| unwritten(&done, &e))?;
        writeln!(streams.out, "shard {index}: {finished} cubes, done")?;
        return Ok(Exit::Done);
    }
    writeln!(streams.out, "shard {index}: {finished} of {} cubes done; run it again to resume", share.cubes)?;
    Ok(if share.stopped == Some(Stop::Interrupted) { Exit::Interrupted } else { Exit::Limit })
}

/// Index of the shard, from the command line or the scheduler.
fn index(args: &ShardRunArgs, shards: usize) -> Result<usize, Failure> {
    let said = |name: &'static str| Some((name, std::env::var(name).ok()?));
    let index = match (args.index, INDICES.into_iter().find_map(said)) {
        (Some(index), _) => index,
        (None, Some((name, value))) => value
            .parse()
            .map_err(|_| Failure::Usage(format!("{name} is `{value}`, which is not a number")))?,
        (None, None) => {
            let words =
                format!("no shard is named; use --index I, from 0 to {}, or set {}", shards - 1, INDICES[0]);
            return Err(Failure::Usage(words));
        }
    };
    if index < shards {
        return Ok(index);
    }
    Err(Failure::Usage(format!("there is no shard {index}; shards are numbered from 0 to {}", shards - 1)))
}

fn solving(args: &ShardRunArgs, plan: &PlanFile) -> SolveArgs {
    SolveArgs {
        engine: plan.search().engine.clone(),
        threads: args.threads,
        seed: plan.search().seed,
        time_limit: args.time_limit.clone(),
        memory_limit: args.memory_limit.clone(),
        node_limit: None,
        solution_limit: None,
    }
}
