//! `puzzle trace`: a small search step by step, for teaching.

use crate::cli::exit::{Exit, Failure};
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SpecArgs, StepFormat};
use crate::cli::output::{write_text, write_whole};
use crate::cli::streams::Streams;
use crate::diag::escape_json;
use crate::ground::{GroundedProblem, ground};
use crate::model::{Diagram, Fact, Model, Placement, UpTo, judge};
use crate::problem::ChoiceId;
use crate::report::{ToldTrace, write_picture};
use crate::run::{Event, SearchOrder, Trace, trace};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Limit on the choices: larger boards are unreadable and their pages too large to load.
const MOST_CHOICES: usize = 2_000;

/// Limit on the steps: all of them are kept, and a page has all of them.
const MOST_STEPS: usize = 10_000;

/// Steps without `--steps`.
const USUAL_STEPS: usize = 500;

/// Order of a traced search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OrderName {
    /// The row, column or cell with the fewest places left first
    Fewest,
    /// As in textbooks: row by row, first free cell, without looking ahead
    Rows,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct TraceArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Choose the search
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = OrderName::Fewest)]
    pub order: OrderName,
    /// Stop after N steps, at most 10000 [default: 500]
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,
    /// Show only step N, counted from 0; needed for a picture
    #[arg(long, value_name = "N", conflicts_with_all = ["steps", "json"])]
    pub step: Option<usize>,
    /// Show as text, as a page, as data or as a picture; without it, the extension of --output decides
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<StepFormat>,
    /// Print a JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn show_search(args: &TraceArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let format = StepFormat::of(args.format, args.json, args.output.as_deref());
    let most = most_steps(args, format)?;
    let (loaded, model) = read_one(&args.spec, &args.read, args.output.as_deref(), streams)?;
    let grounded = ground(&model, UpTo::default())?;
    let choices = grounded.problem.choices.len();
    if choices > MOST_CHOICES {
        return Err(Failure::usage(format!(
            "too many placements to trace: {choices}; the limit is {MOST_CHOICES}"
        )));
    }
    let order = match args.order {
        OrderName::Fewest => SearchOrder::Fewest,
        OrderName::Rows => SearchOrder::Rows,
    };
    let trace = trace(&grounded.problem, order, &given(&model, &grounded), most);
    judged(&model, &grounded, &trace)?;
    let told = ToldTrace { model: &model, grounded: &grounded, trace: &trace, order };
    if let Some(number) = args.step {
        return show_step(args, &told, number, format, streams);
    }
    let text = match format {
        StepFormat::Html => told.page(model.title.as_deref().unwrap_or(&loaded.name)),
        StepFormat::Json => format!("{}\n", escape_json(&told.json())),
        _ => told.text(),
    };
    write_text(args.output.as_deref(), &text, streams)?;
    streams.out.flush()?;
    if format != StepFormat::Text || args.output.is_some() {
        writeln!(streams.err, "{}", told.ending())?;
    }
    if trace.complete {
        return Ok(Exit::Done);
    }
    if most < MOST_STEPS {
        writeln!(streams.err, "the search is not finished; use --steps for more")?;
    }
    Ok(Exit::Limit)
}

/// Returns the number of steps to record.
fn most_steps(args: &TraceArgs, format: StepFormat) -> Result<usize, Failure> {
    if args.step.is_none() && format.picture().is_some() {
        return Err(Failure::usage("a picture shows one step; name it with `--step N`"));
    }
    if args.step.is_some() && matches!(format, StepFormat::Html | StepFormat::Json) {
        return Err(Failure::usage("`--step` is for text and pictures; a page and JSON have all steps"));
    }
    let most = args.step.map_or(args.steps.unwrap_or(USUAL_STEPS), |n| n.saturating_add(1));
    if most > MOST_STEPS {
        return Err(Failure::usage(format!("too many steps to record: {most}; the limit is {MOST_STEPS}")));
    }
    Ok(most)
}

/// The choices of the givens on single cells, which are on the board from the start.
fn given(model: &Model, grounded: &GroundedProblem) -> Vec<ChoiceId> {
    let placement = |fact: &Fact| match *fact {
        Fact::Holds(cell, kind, _) => Some(Placement::point(kind, cell)),
        Fact::Empty(..) => None,
    };
    let choices = |piece: Placement| grounded.choices(&Diagram::new([piece]));
    model.facts.iter().filter_map(placement).filter_map(choices).flatten().collect()
}

/// Judges every solution of the search by the literal rules.
fn judged(model: &Model, grounded: &GroundedProblem, trace: &Trace) -> Result<(), Failure> {
    for step in trace.steps.iter().filter(|s| matches!(s.event, Event::Solution(_))) {
        if let Some(violation) = judge(model, &grounded.diagram(&step.choices())).first() {
            return Err(Failure::Internal(format!("a traced solution breaks a rule: {violation:?}")));
        }
    }
    Ok(())
}

fn show_step(
    args: &TraceArgs,
    told: &ToldTrace<'_>,
    number: usize,
    format: StepFormat,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let steps = told.trace.steps.len();
    let Some(step) = told.trace.steps.get(number) else {
        return Err(Failure::usage(format!("no step {number}; the last one is {}", steps.saturating_sub(1))));
    };
    let output = args.output.as_deref();
    match format.picture() {
        Some(picture) => {
            let drawn = told.picture(number);
            write_whole(output, streams, Some(picture), |out| write_picture(out, &drawn, picture))?;
        }
        None => {
            let text = format!("{}{}\n", told.step_text(number), ToldTrace::counts(step));
            write_text(output, &text, streams)?;
        }
    }
    Ok(Exit::Done)
}
