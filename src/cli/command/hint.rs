//! `puzzle hint`: the next step that a person can see.

use crate::cli::desk::{self, control};
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::{LoadedSpec, read_one};
use crate::cli::options::{ReadArgs, SpecArgs, TextOrPicture, TimeArgs, named, text_or_picture};
use crate::cli::output::write_whole;
use crate::cli::streams::Streams;
use crate::desk::{DemandTable, Hint, Start, Step, Stepper, next_hint};
use crate::diag::escape_json;
use crate::model::{Diagram, Model};
use crate::report::{Picture, PictureFormat, StepTeller, draw_marked, write_picture};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct HintArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Start from BOARD (a drawing, coords, vector, fen or json) instead of the givens alone
    #[arg(long, value_name = "BOARD")]
    pub progress: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
    /// Draw as text or as a picture; without it, the extension of --output decides
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT), conflicts_with = "json")]
    pub format: Option<TextOrPicture>,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub limit: TimeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn hint(args: &HintArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
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
    let start = match Stepper::start(&model, &table, &pieces, &control) {
        Ok(Start::Steps(stepper)) => *stepper,
        Ok(Start::Conflict(conflict)) => {
            let text = desk::conflict_text(&teller, &table, &conflict, args.json);
            crate::cli::output::write_text(args.output.as_deref(), &text, streams)?;
            return Ok(Exit::Failed);
        }
        Err(fault) => return desk::stopped(&fault, streams),
    };
    let hint = match next_hint(start, &table, &control) {
        Ok(hint) => hint,
        Err(stop) => return desk::stopped(&stop.into(), streams),
    };
    let Some(hint) = hint else {
        let text = if args.json {
            escape_json(&json!({ "text": "nothing is forced" }))
        } else {
            "nothing is forced".to_owned()
        };
        write_text(args, &text, streams)?;
        return Ok(Exit::Done);
    };
    show(args, &Shown { loaded: &loaded, model: &model, table: &table, teller, hint: &hint }, streams)?;
    Ok(Exit::Done)
}

/// A hint with everything that it takes to show it.
struct Shown<'a> {
    loaded: &'a LoadedSpec,
    model: &'a Model,
    table: &'a DemandTable,
    teller: StepTeller<'a>,
    hint: &'a Hint,
}

impl Shown<'_> {
    fn diagram(&self) -> Diagram {
        self.hint.position.diagram(self.table)
    }

    fn words(&self, step: &Step) -> String {
        self.teller.words(&desk::contents(self.table, step), &self.diagram())
    }

    /// For each cell, true if the step is about it.
    fn marked(&self) -> Vec<bool> {
        let mut marked = vec![false; self.model.board.len()];
        for conclusion in &self.hint.step.conclusions {
            for cell in self.table.placement(conclusion.choice).cells {
                marked[cell.index()] = true;
            }
        }
        marked
    }

    fn text(&self) -> String {
        let mut lines = draw_marked(self.model, &self.diagram(), &self.marked());
        lines.push(String::new());
        lines.push(self.words(&self.hint.step));
        for demand in &self.hint.step.because {
            let demand = self.table.demand(*demand);
            lines.push(format!("  {}", self.teller.explained(demand)));
        }
        if !self.hint.before.is_empty() {
            lines.push("seen before:".to_owned());
            lines.extend(self.hint.before.iter().map(|step| format!("  {}", self.words(step))));
        }
        lines.join("\n")
    }

    fn json(&self) -> String {
        let value = |step: &Step| desk::step_values(&self.teller, self.table, step);
        let (because, mut all) = value(&self.hint.step);
        let mut object = all.remove(0);
        object["because"] = because.into();
        object["text"] = self.words(&self.hint.step).into();
        object["also"] = all.into();
        let before = self.hint.before.iter().map(|step| {
            let (because, conclusions) = value(step);
            json!({ "because": because, "conclusions": conclusions, "text": self.words(step) })
        });
        object["before"] = before.collect::<Vec<_>>().into();
        escape_json(&object)
    }

    fn picture(&self) -> Picture {
        let Hint { step, position, .. } = self.hint;
        let board = desk::marked_board(self.model, self.table, step, position, self.words(step));
        Picture::of_noted_boards(self.model, &[board])
    }
}

fn show(args: &HintArgs, shown: &Shown<'_>, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if args.json {
        return write_text(args, &shown.json(), streams);
    }
    let Some(format) = text_or_picture(args.format, args.output.as_deref()) else {
        return write_text(args, &shown.text(), streams);
    };
    let picture = shown.picture();
    let html = (format == PictureFormat::Html).then(|| {
        let mut page = crate::report::Page::about(shown.model, &shown.loaded.name);
        page.lines.extend(shown.text().lines().skip_while(|l| !l.is_empty()).skip(1).map(str::to_owned));
        page.pictures.push((picture.clone(), String::new()));
        page.to_html()
    });
    write_whole(args.output.as_deref(), streams, Some(format), |out| match &html {
        Some(html) => out.write_all(html.as_bytes()),
        None => write_picture(out, &picture, format),
    })
}

fn write_text(args: &HintArgs, text: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
    crate::cli::output::write_text(args.output.as_deref(), &format!("{text}\n"), streams)
}
