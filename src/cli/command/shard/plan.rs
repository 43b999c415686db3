//! `puzzle shard plan`: the search that `run` would make, divided.

use super::plan_file::{PlanFile, ask, wrap};
use crate::cli::args::ShardPlanArgs;
use crate::cli::command::run::failure;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load;
use crate::cli::output::write_whole;
use crate::cli::streams::Streams;
use crate::run::divide;

/// From this estimate on it is said that the parts cost more than the whole.
const DEAR: f64 = 3.0;

pub(super) fn plan(args: &ShardPlanArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let loaded =
        load::read(&args.file, args.read.allow_outside, wrap(&args.question).as_deref(), Report::Text)?;
    let (model, request) = ask(&loaded, &args.question, &args.engine, args.seed, streams)?;
    let division = divide(&model, &request, args.shards as usize).map_err(|e| failure(&e))?;
    let plan = PlanFile::new(&loaded, &model, args.question.clone(), &division)
        .ok_or_else(|| Failure::usage("there is nothing to divide"))?;
    write_whole(Some(&args.output), streams, None, |out| out.write_all(plan.text().as_bytes()))?;
    let cubes: usize = (0..plan.shards()).map(|i| plan.cubes_of(i)).sum();
    writeln!(
        streams.out,
        "{} shards of {cubes} cubes; the greatest is thought to take {:.2} times what they take on average",
        plan.shards(),
        division.unevenness
    )?;
    if division.overhead > DEAR {
        writeln!(
            streams.err,
            "the shards together are thought to take {:.0} times what the search in one piece does",
            division.overhead
        )?;
    }
    Ok(Exit::Done)
}
