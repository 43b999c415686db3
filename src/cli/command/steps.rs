//! `puzzle steps`: the whole way to the solution, step by step.

use crate::cli::desk::{self, control};
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SpecArgs, StepFormat, TimeArgs};
use crate::cli::output::{write_text, write_whole};
use crate::cli::streams::Streams;
use crate::desk::{DemandTable, DeskFault, Position, Start, Step, Stepper};
use crate::diag::escape_json;
use crate::model::{Diagram, Model};
use crate::report::{
    CaptionedBoard, CellShade, DisplayStyle, Face, Note, Picture, StepFrame, StepPage, StepTeller, draw,
    write_picture,
};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Limit on the boards of a picture, as for solutions.
const MOST_BOARDS: usize = 100;

#[derive(Debug, Args)]
pub(in crate::cli) struct StepsArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Start from BOARD (a drawing, coords, vector, fen or json) instead of the givens alone
    #[arg(long, value_name = "BOARD")]
    pub progress: Option<PathBuf>,
    /// Show as text, as a page, as data or as one picture; without it, the extension of --output decides
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<StepFormat>,
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
    let format = StepFormat::of(args.format, args.json, args.output.as_deref());
    let (mut loaded, model) = read_one(&args.spec, &args.read, args.output.as_deref(), streams)?;
    let board = match &args.progress {
        Some(path) => desk::read_board(path, &model, &mut loaded, streams)?,
        None => Diagram::default(),
    };
    let control = control(&args.limit)?;
    let table = match DemandTable::new(&model, &control) {
        Ok(table) => table,
        Err(fault) => return desk::stopped(&fault, streams),
    };
    let pieces = desk::pieces(&model, &table, &board)?;
    let teller = desk::teller(&loaded, &model);
    let mut stepper = match Stepper::start(&model, &table, &pieces, &control) {
        Ok(Start::Steps(stepper)) => *stepper,
        Ok(Start::Conflict(conflict)) => {
            let text = desk::conflict_text(&teller, &table, &conflict, format == StepFormat::Json);
            write_text(args.output.as_deref(), &text, streams)?;
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
    let title = model.title.as_deref().unwrap_or(&loaded.name);
    match format.picture() {
        Some(picture) => {
            let (drawn, left_out) = told.picture();
            write_whole(args.output.as_deref(), streams, Some(picture), |out| {
                write_picture(out, &drawn, picture)
            })?;
            if left_out > 0 {
                writeln!(
                    streams.err,
                    "the picture leaves out {left_out} of the steps; a page has all of them"
                )?;
            }
        }
        None => {
            let text = match format {
                StepFormat::Html => told.page(title),
                StepFormat::Json => format!("{}\n", escape_json(&told.json())),
                _ => told.text(),
            };
            write_text(args.output.as_deref(), &text, streams)?;
        }
    }
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
            let (because, all) = desk::step_values(&self.teller, self.table, step);
            json!({ "because": because, "conclusions": all, "text": self.words(step, position) })
        };
        let steps: Vec<_> = self.way.steps.iter().map(step).collect();
        json!({ "steps": steps, "solved": self.is_solved, "text": self.ending() })
    }

    /// Returns all steps as a page with buttons.
    fn page(&self, title: &str) -> String {
        let about = "Each step follows from the rules named, without a guess.";
        let frames = self.frames();
        StepPage { model: self.model, title, about, ending: self.ending().to_owned(), frames: &frames }
            .to_html(None)
    }

    fn frames(&self) -> Vec<StepFrame> {
        let frame = |words: String, position: &Position| StepFrame {
            words,
            diagram: position.diagram(self.table),
            open: desk::open_kinds(self.model, self.table, position),
            concluded: Vec::new(),
            reasons: Vec::new(),
        };
        let after = self.way.steps.iter().skip(1).map(|s| &s.1).chain([self.end]);
        let start = self.way.steps.first().map_or(self.end, |s| &s.1);
        let mut frames = vec![frame("the initial board".to_owned(), start)];
        for (i, ((step, before), after)) in self.way.steps.iter().zip(after).enumerate() {
            let told = frame(format!("{}. {}", i + 1, self.words(step, before)), after);
            let concluded = step.conclusions.iter().flat_map(|c| self.table.placement(c.choice).cells);
            let reasons = self.table.reason_cells(step, before);
            frames.push(StepFrame { concluded: concluded.collect(), reasons, ..told });
        }
        if let Some(last) = frames.last_mut() {
            last.words = format!("{}: {}", last.words, self.ending());
        }
        frames
    }

    /// Returns one board per numbered step of the text, and the number of steps left out.
    fn picture(&self) -> (Picture, usize) {
        let numbered: Vec<&(Step, Position)> = self.way.steps.iter().filter(|s| !s.0.is_plain()).collect();
        let board = |(i, (step, before)): (usize, &&(Step, Position))| {
            let caption = format!("{}. {}", i + 1, self.words(step, before));
            desk::marked_board(self.model, self.table, step, before, caption)
        };
        let mut boards: Vec<_> = numbered.iter().take(MOST_BOARDS).enumerate().map(board).collect();
        if boards.is_empty() {
            let notes = vec![Note { letter: ' ', shade: CellShade::None }; self.model.board.len()];
            let caption = self.ending().to_owned();
            boards.push((CaptionedBoard { diagram: self.end.diagram(self.table), caption }, notes));
        }
        (Picture::of_noted_boards(self.model, &boards), numbered.len().saturating_sub(MOST_BOARDS))
    }
}

/// Takes the plain steps as one line.
fn at_sight(plain: &mut Vec<String>) -> Option<String> {
    let words = std::mem::take(plain);
    (!words.is_empty()).then(|| format!("   at sight: {}", words.join("; ")))
}
