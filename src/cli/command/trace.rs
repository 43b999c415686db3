//! `puzzle trace`: a small search step by step, for teaching.

use crate::cli::args::{TraceArgs, TraceFormat};
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::inputs::Inputs;
use crate::cli::output::write_whole;
use crate::cli::streams::Streams;
use crate::cli::{load, sweep};
use crate::ground::ground;
use crate::report::{frames, trace_lines, trace_page};
use crate::run::{Event, trace};

/// Limit on the choices: larger boards are unreadable and their pages too large to load.
const MOST_CHOICES: usize = 2_000;

pub(in crate::cli) fn show_search(args: &TraceArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let loaded = load::read(&args.file, args.read.allow_outside, None, Report::Text)?;
    Inputs::of(&loaded).spare_all(args.output.as_slice())?;
    let setting = sweep::one_setting(&args.params, &loaded.document.spec.parameter_names())?;
    let model = loaded.model(&setting, streams)?;
    let grounded = ground(&model, false).map_err(|e| Failure::usage(e.to_string()))?;
    let choices = grounded.problem.choices.len();
    if choices > MOST_CHOICES {
        return Err(Failure::usage(format!(
            "too many placements to trace: {choices}; the limit is {MOST_CHOICES}"
        )));
    }
    let trace = trace(&grounded.problem, args.steps);
    let frames = frames(&model, &grounded, &trace);
    let title = model.title.as_deref().unwrap_or(&loaded.name);
    let text = match args.format {
        TraceFormat::Text => trace_lines(&frames).iter().map(|line| format!("{line}\n")).collect(),
        TraceFormat::Html => trace_page(title, &frames),
    };
    write_whole(args.output.as_deref(), streams, None, |out| out.write_all(text.as_bytes()))?;
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
