//! `puzzle shard merge`: the results of all shards as one answer, shown as `puzzle run` would have shown it.

use super::folder::Folder;
use super::plan_file::PlanFile;
use crate::cli::args::{CertaintyArgs, ReadArgs, RunArgs, ShardMergeArgs, SolveArgs};
use crate::cli::command::run::Runner;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt;
use crate::cli::streams::Streams;
use crate::run::{Ledger, Written};

/// Of more missing shards only the first so many are named.
const NAMED: usize = 20;

pub(super) fn merge(args: ShardMergeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (folder, plan) = Folder::read(&args.folder)?;
    let missing: Vec<usize> = (0..plan.shards()).filter(|&i| !folder.done(i).exists()).collect();
    if !missing.is_empty() {
        tell_missing(&folder, &plan, &missing, streams)?;
        return Ok(Exit::Limit);
    }
    let loaded = plan.load()?;
    let gathered = (0..plan.shards()).map(|i| folder.done(i)).collect();
    let solve = SolveArgs {
        engine: plan.search().engine.clone(),
        threads: None,
        seed: plan.search().seed,
        time_limit: None,
        memory_limit: None,
        node_limit: None,
        solution_limit: None,
    };
    let run = RunArgs {
        files: Vec::new(),
        question: plan.into_question(),
        output: args.output,
        checkpoint: None,
        resume: None,
        certainty: CertaintyArgs { certify: None, cross_check: false },
        solve,
        read: ReadArgs { allow_outside: false },
    };
    let interrupt = interrupt::flag();
    Runner { args: &run, loaded: &loaded, interrupt, several: false, written: Written::Gathered(gathered) }
        .whole(streams)
}

fn tell_missing(
    folder: &Folder<'_>,
    plan: &PlanFile,
    missing: &[usize],
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    writeln!(streams.err, "{} of {} shards are missing:", missing.len(), plan.shards())?;
    for &index in missing.iter().take(NAMED) {
        let all = plan.cubes_of(index);
        match Ledger::glance(&folder.part(index)) {
            Ok((_, cubes)) => writeln!(streams.err, "  {index}: {} of {all} cubes are done", cubes.len())?,
            Err(_) => writeln!(streams.err, "  {index}: not begun")?,
        }
    }
    if missing.len() > NAMED {
        writeln!(streams.err, "  and {} more", missing.len() - NAMED)?;
    }
    Ok(())
}
