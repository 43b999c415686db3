//! `puzzle shard merge`: the results of all shards as one answer, shown as by `puzzle run`.

use super::folder::Folder;
use super::plan_file::{PlanFile, no_plan};
use crate::cli::command::run::{self, CertaintyArgs, RunArgs, Runner, Sheets};
use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Inputs;
use crate::cli::interrupt;
use crate::cli::options::{OutputArgs, ReadArgs, SolveArgs};
use crate::cli::streams::Streams;
use crate::run::{Checkpoint, Ledger};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct ShardMergeArgs {
    /// Folder of the results
    pub folder: PathBuf,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Limit on the missing shards that are named.
const NAMED: usize = 20;

pub(super) fn merge(args: ShardMergeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (folder, plan) = Folder::read(&args.folder)?;
    let missing: Vec<usize> = (0..plan.shards()).filter(|&i| !folder.done(i).exists()).collect();
    if !missing.is_empty() {
        tell_missing(&folder, &plan, &missing, streams)?;
        return Ok(Exit::Limit);
    }
    plan.check_shares().map_err(|why| no_plan(&folder.plan(), &why))?;
    for index in 0..plan.shards() {
        folder.check_done(index, &plan)?;
    }
    let loaded = plan.load()?;
    let gathered: Vec<PathBuf> = (0..plan.shards()).map(|i| folder.done(i)).collect();
    let inputs = Inputs::new(gathered.iter().cloned().chain([folder.plan()]));
    let solve = SolveArgs {
        engine: plan.search().engine.clone(),
        threads: None,
        seed: plan.search().seed,
        time_limit: None,
        memory_limit: None,
        node_limit: None,
        solution_limit: None,
    };
    let args = RunArgs {
        files: Vec::new(),
        question: plan.into_question(),
        output: args.output,
        given: None,
        forced: None,
        sample: None,
        recurrence: false,
        checkpoint: None,
        resume: None,
        certainty: CertaintyArgs { certify: None, cross_check: false },
        solve,
        read: ReadArgs { allow_outside: false },
    };
    let outputs: Vec<PathBuf> =
        [&args.output.output, &args.output.worksheet].into_iter().flatten().cloned().collect();
    inputs.spare_all(&outputs)?;
    let interrupt = interrupt::flag();
    let sheets = Sheets::default();
    let runner = Runner {
        args: &args,
        loaded: &loaded,
        interrupt,
        several: false,
        given: None,
        written: Checkpoint::Merge(gathered),
        inputs,
        sheets: &sheets,
    };
    let exit = run::run_spec(&runner, streams)?;
    sheets.write(&args.output, streams)?;
    Ok(exit)
}

fn tell_missing(
    folder: &Folder<'_>,
    plan: &PlanFile,
    missing: &[usize],
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    writeln!(streams.err, "{} of {} shards are missing:", missing.len(), plan.shards())?;
    for &index in missing.iter().take(NAMED) {
        let all = plan.header(index, &folder.plan())?.cubes.len();
        match Ledger::glance(&folder.part(index)) {
            Ok((_, cubes)) => writeln!(streams.err, "  {index}: {} of {all} cubes done", cubes.len())?,
            Err(_) => writeln!(streams.err, "  {index}: not started")?,
        }
    }
    if missing.len() > NAMED {
        writeln!(streams.err, "  and {} more", missing.len() - NAMED)?;
    }
    Ok(())
}
