//! `puzzle steps`: the whole way to the solution, step by step.

use crate::cli::desk::{self, control};
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SpecArgs, TimeArgs, extension};
use crate::cli::output::write_text;
use crate::cli::streams::Streams;
use crate::desk::{DemandTable, DeskFault, Position, Start, Step, Stepper};
use crate::diag::escape_json;
use crate::model::Model;
use crate::report::{DisplayStyle, Face, StepTeller, TraceFrame, draw, draw_config, trace_page};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;

/// Format of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StepsFormat {
    /// One line per step, and the board at the end
    Text,
    /// A page with buttons
    Html,
    /// One JSON object
    Json,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct StepsArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Start from BOARD, written as json, jsonl, coords or fen, instead of the givens alone
    #[arg(long, value_name = "BOARD")]
    pub progress: Option<PathBuf>,
    /// Show as text, as a page or as data; without it, the extension of --output decides
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<StepsFormat>,
    /// Print a JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub limit: TimeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// The way so far: each step with the board before it.
#[derive(Default)]
struct Way {
    steps: Vec<(Step, Position)>,
    /// The reason why it ends early.
    stopped: Option<DeskFault>,
}

pub(in crate::cli) fn steps(args: &StepsArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (loaded, model) = read_one(&args.spec, &args.read, args.output.as_deref(), streams)?;
    let board = args.progress.as_deref().map(|path| desk::read_board(path, &model)).transpose()?;
    let control = control(&args.limit)?;
    let table = match DemandTable::new(&model, &control) {
        Ok(table) => table,
        Err(fault) => return desk::stopped(&fault, streams),
    };
    let pieces = desk::pieces(&model, &table, &board.unwrap_or_default())?;
    let teller = desk::teller(&loaded, &model);
    let mut stepper = match Stepper::start(&model, &table, &pieces, &control) {
        Ok(Start::Steps(stepper)) => *stepper,
        Ok(Start::Conflict(conflict)) => {
            let words = desk::conflict_words(&teller, &table, &conflict);
            writeln!(streams.out, "this board cannot be completed: {words}")?;
            return Ok(Exit::Failed);
        }
        Err(fault) => return desk::stopped(&fault, streams),
    };
    let mut way = Way::default();
    loop {
        let position = stepper.position().clone();
        match stepper.next_step() {
            Ok(Some(step)) => way.steps.push((step, position)),
            Ok(None) => break,
            Err(stop) => {
                way.stopped = Some(stop.into());
                break;
            }
        }
    }
    let is_solved = way.stopped.is_none() && stepper.is_unique();
    let told =
        ToldWay { model: &model, table: &table, teller, way: &way, end: stepper.position(), is_solved };
    let by_name = match &*extension(args.output.as_deref()) {
        "html" | "htm" => StepsFormat::Html,
        "json" => StepsFormat::Json,
        _ => StepsFormat::Text,
    };
    let format = if args.json { StepsFormat::Json } else { args.format.unwrap_or(by_name) };
    let text = match format {
        StepsFormat::Text => told.text(),
        StepsFormat::Json => format!("{}\n", escape_json(&told.json())),
        StepsFormat::Html => {
            let title = model.title.as_deref().unwrap_or(&loaded.name);
            trace_page(title, &told.frames())
        }
    };
    write_text(args.output.as_deref(), &text, streams)?;
    way.stopped.as_ref().map_or(Ok(Exit::Done), |fault| desk::stopped(fault, streams))
}

struct ToldWay<'a> {
    model: &'a Model,
    table: &'a DemandTable,
    teller: StepTeller<'a>,
    way: &'a Way,
    end: &'a Position,
    is_solved: bool,
}

impl ToldWay<'_> {
    fn words(&self, step: &Step, position: &Position) -> String {
        self.teller.words(&desk::contents(self.table, step), &position.diagram(self.table))
    }

    fn ending(&self) -> &'static str {
        match (&self.way.stopped, self.is_solved) {
            (Some(_), _) => "stopped here: the next step is open",
            (None, true) => "solved",
            (None, false) => "nothing more is forced: there are several solutions",
        }
    }

    /// One line per step; plain steps in sequence share one.
    fn text(&self) -> String {
        let mut lines = self.legend();
        let mut plain: Vec<String> = Vec::new();
        let mut number = 0;
        for (step, position) in &self.way.steps {
            let words = self.words(step, position);
            if step.is_plain() {
                plain.push(words);
                continue;
            }
            lines.extend(at_sight(&mut plain));
            number += 1;
            lines.push(format!("{number}. {words}"));
        }
        lines.extend(at_sight(&mut plain));
        lines.push(String::new());
        lines.extend(draw(self.model, &self.end.diagram(self.table), Face::Letter, DisplayStyle::default()));
        lines.push(self.ending().to_owned());
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The statements that occur, each with its line.
    fn legend(&self) -> Vec<String> {
        let steps = self.way.steps.iter().flat_map(|(step, _)| &step.because);
        let mut spans: Vec<_> = steps.map(|&d| self.table.demand(d)).collect();
        spans.sort_by_key(|d| d.span(self.model));
        let mut lines: Vec<String> = Vec::new();
        for demand in spans {
            let line = self.teller.statement_line(demand);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines.push(String::new());
        lines
    }

    fn json(&self) -> serde_json::Value {
        let step = |(step, position): &(Step, Position)| {
            let contents = desk::contents(self.table, step);
            let because: Vec<_> = contents.because.iter().map(|&d| self.teller.demand_value(d)).collect();
            let all: Vec<_> = contents.conclusions.iter().map(|c| self.teller.conclusion_value(c)).collect();
            json!({ "because": because, "conclusions": all, "text": self.words(step, position) })
        };
        let steps: Vec<_> = self.way.steps.iter().map(step).collect();
        json!({ "steps": steps, "solved": self.is_solved, "text": self.ending() })
    }

    fn frames(&self) -> Vec<TraceFrame> {
        let frame = |words: String, position: &Position| {
            let open = desk::open_kinds(self.model, self.table, position);
            let (board, legend) = draw_config(self.model, &position.diagram(self.table), &open);
            TraceFrame { words, board, legend }
        };
        let after = self.way.steps.iter().skip(1).map(|s| &s.1).chain([self.end]);
        let mut frames: Vec<TraceFrame> = Vec::new();
        let start = self.way.steps.first().map_or(self.end, |s| &s.1);
        frames.push(frame("the initial board".to_owned(), start));
        for (i, ((step, position), after)) in self.way.steps.iter().zip(after).enumerate() {
            frames.push(frame(format!("{}. {}", i + 1, self.words(step, position)), after));
        }
        if let Some(last) = frames.last_mut() {
            last.words = format!("{}: {}", last.words, self.ending());
        }
        frames
    }
}

/// Takes the plain steps as one line.
fn at_sight(plain: &mut Vec<String>) -> Option<String> {
    let words = std::mem::take(plain);
    (!words.is_empty()).then(|| format!("   at sight: {}", words.join("; ")))
}
