//! `puzzle shard plan`: divides the search of `run`. For a sweep, writes one plan per setting to a folder.

use super::plan_file::{PlanFile, ask};
use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::{self, LoadedSpec};
use crate::cli::options::{QuestionArgs, ReadArgs};
use crate::cli::output::write_text;
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::run::divide;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// Overhead above which a note says that the parts cost more than the whole.
const DEAR: f64 = 3.0;

#[derive(Debug, Args)]
pub(in crate::cli) struct ShardPlanArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Divide the search into N shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub shards: u32,
    /// Write the plan to FILE; for a sweep, FILE is a folder with one plan per setting
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Use the engine NAME; `auto` chooses one
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Solving")]
    pub engine: String,
    /// Seed random choices with N
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving")]
    pub seed: u64,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(super) fn plan(args: &ShardPlanArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let statement = args.question.statement();
    let loaded =
        load::read(&args.file, args.read.allow_outside, statement.as_deref(), DiagnosticFormat::Text)?;
    loaded.inputs().spare(&args.output)?;
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
    loaded: &LoadedSpec,
    question: &QuestionArgs,
    path: &Path,
    about: &str,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    loaded.inputs().spare(path)?;
    let (model, request) = ask(loaded, question, &args.engine, args.seed, streams)?;
    let division = divide(&model, &request, args.shards as usize)?;
    let plan = PlanFile::new(loaded, &model, question.clone(), &division)
        .ok_or_else(|| Failure::usage("there is nothing to divide"))?;
    write_text(Some(path), &plan.text(), streams)?;
    let (shards, cubes) = (plan.shards(), plan.cubes());
    match (plan.engine(), division.overhead) {
        (Some(engine), _) => {
            writeln!(streams.out, "{about}{shards} shards of {cubes} parts of the search of `{engine}`")?;
        }
        (None, Some(overhead)) if cubes == 1 => {
            writeln!(streams.out, "{about}{shards} shards of 1 cube: the search stays in one piece")?;
            writeln!(
                streams.err,
                "{about}the chosen engine has no parts of its own, and cubes of the problem are estimated to take {overhead:.0} \
                 times as long as the undivided search"
            )?;
        }
        (None, overhead) => {
            writeln!(
                streams.out,
                "{about}{shards} shards of {cubes} cubes of the problem; the largest is estimated at {:.2} times the average",
                division.unevenness
            )?;
            if let Some(overhead) = overhead.filter(|&overhead| overhead > DEAR) {
                writeln!(
                    streams.err,
                    "{about}the chosen engine has no parts of its own; the shards together are estimated to take \
                     {overhead:.0} times as long as the undivided search"
                )?;
            }
        }
    }
    Ok(Exit::Done)
}
