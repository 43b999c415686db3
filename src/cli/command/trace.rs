//! `puzzle trace`: a small search step by step, for teaching.

use crate::cli::exit::{Exit, Failure};
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SpecArgs, extension};
use crate::cli::output::write_text;
use crate::cli::streams::Streams;
use crate::ground::ground;
use crate::report::{frames, trace_lines, trace_page};
use crate::run::{Event, trace};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Limit on the choices: larger boards are unreadable and their pages too large to load.
const MOST_CHOICES: usize = 2_000;

/// Format of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TraceFormat {
    /// One board per step
    Text,
    /// A page with buttons
    Html,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct TraceArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Stop after N steps
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub steps: usize,
    /// Show as text or as a page; without it, the extension of --output decides
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<TraceFormat>,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn show_search(args: &TraceArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (loaded, model) = read_one(&args.spec, &args.read, args.output.as_deref(), streams)?;
    let grounded = ground(&model, false)?;
    let choices = grounded.problem.choices.len();
    if choices > MOST_CHOICES {
        return Err(Failure::usage(format!(
            "too many placements to trace: {choices}; the limit is {MOST_CHOICES}"
        )));
    }
    let trace = trace(&grounded.problem, args.steps);
    let frames = frames(&model, &grounded, &trace);
    let title = model.title.as_deref().unwrap_or(&loaded.name);
    let is_page = matches!(&*extension(args.output.as_deref()), "html" | "htm");
    let by_name = if is_page { TraceFormat::Html } else { TraceFormat::Text };
    let text = match args.format.unwrap_or(by_name) {
        TraceFormat::Text => trace_lines(&frames).iter().map(|line| format!("{line}\n")).collect(),
        TraceFormat::Html => trace_page(title, &frames),
    };
    write_text(args.output.as_deref(), &text, streams)?;
    streams.out.flush()?;
    if !trace.complete {
        writeln!(streams.err, "stopped after {} steps; use --steps for more", trace.steps.len())?;
        return Ok(Exit::Limit);
    }
    let found = trace.steps.iter().any(|s| matches!(s.event, Event::Solution(_)));
    let back = trace.steps.iter().filter(|s| matches!(s.event, Event::Back(_))).count();
    let words = if found { "" } else { "no solution exists, " };
    writeln!(streams.err, "{words}{} steps, {back} placements taken back", trace.steps.len())?;
    Ok(Exit::Done)
}
