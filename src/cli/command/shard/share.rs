//! `puzzle shard run`: one shard of a search.

use super::folder::Folder;
use super::plan_file::PlanFile;
use crate::cli::args::{ShardRunArgs, SolveArgs};
use crate::cli::command::run::failure;
use crate::cli::config::apply_solving;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt;
use crate::cli::progress::Display;
use crate::cli::streams::Streams;
use crate::engine::Stop;
use crate::run::run_share;
use std::fs;
use std::sync::Arc;

/// Variables in which schedulers pass the index of an array task.
const INDICES: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

pub(super) fn run(args: &ShardRunArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (plan, text) = PlanFile::read(&args.plan)?;
    let index = index(args, plan.shards())?;
    let folder = Folder::of_plan(&args.output, &text)?;
    let header = plan.header(index);
    let (part, done) = (folder.part(index), folder.done(index));
    if done.exists() {
        folder.check_done(index, &plan)?;
        writeln!(streams.out, "shard {index} is already done")?;
        return Ok(Exit::Done);
    }
    let loaded = plan.load()?;
    let (model, mut request) = plan.ask(&loaded, streams)?;
    apply_solving(&solving(args, &plan), &mut request)?;
    let progress = Arc::default();
    let display = Display::start(args.progress, false, Arc::clone(&progress));
    let watch = display.is_some().then_some(&progress);
    let share = run_share(&model, &request, &header, &part, &interrupt::flag(), watch);
    drop(display);
    let share = share.map_err(|e| failure(&e))?;
    let finished = share.cubes - share.missing;
    if share.complete {
        let refused = |e| Failure::Usage(format!("`{}` cannot be written: {e}", done.display()));
        fs::rename(&part, &done).map_err(refused)?;
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
