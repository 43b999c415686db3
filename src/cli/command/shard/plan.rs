//! `puzzle shard plan`: divides the search of `run`. For a sweep, writes one plan per setting to a folder.

use super::plan_file::{PlanFile, ask, wrap};
use crate::cli::args::{QuestionArgs, ShardPlanArgs};
use crate::cli::command::run::failure;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Inputs;
use crate::cli::load::{self, Loaded};
use crate::cli::output::write_whole;
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::run::divide;
use std::fs;
use std::path::Path;

/// Overhead above which a note says that the parts cost more than the whole.
const DEAR: f64 = 3.0;

pub(super) fn plan(args: &ShardPlanArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let loaded =
        load::read(&args.file, args.read.allow_outside, wrap(&args.question).as_deref(), Report::Text)?;
    Inputs::of(&loaded).spare(&args.output)?;
    let settings = sweep::settings(&args.question.params, &loaded.document.spec.parameter_names())?;
    if !settings.is_sweep {
        return plan_one(args, &loaded, &args.question, &args.output, "", streams);
    }
    fs::create_dir_all(&args.output)
        .map_err(|e| Failure::Usage(format!("`{}` cannot be created: {e}", args.output.display())))?;
    for setting in &settings.list {
        let params = setting.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let question = QuestionArgs { params, ..args.question.clone() };
        let path = args.output.join(format!("{}.json", sweep::file_stem(setting)));
        let about = format!("{}: ", sweep::words(setting));
        plan_one(args, &loaded, &question, &path, &about, streams)?;
    }
    Ok(Exit::Done)
}

/// Writes the plan of one setting of the parameters to `path`.
fn plan_one(
    args: &ShardPlanArgs,
    loaded: &Loaded,
    question: &QuestionArgs,
    path: &Path,
    about: &str,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    Inputs::of(loaded).spare(path)?;
    let (model, request) = ask(loaded, question, &args.engine, args.seed, streams)?;
    let division = divide(&model, &request, args.shards as usize).map_err(|e| failure(&e))?;
    let plan = PlanFile::new(loaded, &model, question.clone(), &division)
        .ok_or_else(|| Failure::usage("there is nothing to divide"))?;
    write_whole(Some(path), streams, None, |out| out.write_all(plan.text().as_bytes()))?;
    let cubes: usize = (0..plan.shards()).map(|i| plan.cubes_of(i)).sum();
    writeln!(
        streams.out,
        "{about}{} shards of {cubes} cubes; the largest is estimated at {:.2} times the average",
        plan.shards(),
        division.unevenness
    )?;
    if division.overhead > DEAR {
        writeln!(
            streams.err,
            "{about}the shards together are estimated to take {:.0} times as long as the undivided search",
            division.overhead
        )?;
    }
    Ok(Exit::Done)
}
