//! `puzzle show`: the board of a spec; with pieces placed, what may still stand where, or the attacks.

use crate::cli::args::ShowArgs;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::given::Given;
use crate::cli::inputs::Inputs;
use crate::cli::output::write_whole;
use crate::cli::placed::{placed, with_givens};
use crate::cli::streams::Streams;
use crate::cli::{documents, load, sweep};
use crate::model::{Diagram, Model, open_kinds};
use crate::report::{
    Look, Page, Picture, PictureFormat, attacked_notes, config_notes, draw_attacked, draw_config,
    draw_position, write_picture,
};

/// Subject of the drawing.
enum Subject {
    /// The board as the spec gives it.
    Position,
    /// Kinds that may still stand on each cell beside these pieces.
    Open(Diagram),
    /// Attacks of these pieces.
    Attacked(Diagram),
}

impl Subject {
    fn of(args: &ShowArgs, model: &Model) -> Result<Self, Failure> {
        let placed = args.place.as_deref().map(|pieces| placed(model, pieces)).transpose()?;
        if args.attacked {
            return with_givens(model, &placed.unwrap_or_default()).map(Self::Attacked);
        }
        Ok(placed.map_or(Self::Position, Self::Open))
    }

    fn lines(&self, model: &Model, look: Look) -> Vec<String> {
        match self {
            Self::Position => draw_position(model, look),
            Self::Open(diagram) => config_lines(model, diagram),
            Self::Attacked(diagram) => draw_attacked(model, diagram, look),
        }
    }

    fn picture(&self, model: &Model) -> Picture {
        match self {
            Self::Position => Picture::of_position(model),
            Self::Open(diagram) => {
                let (notes, legend) = config_notes(model, diagram, &open_kinds(model, diagram));
                Picture::of_notes(model, diagram, &notes, &legend.join("; "))
            }
            Self::Attacked(diagram) => {
                let (notes, legend) = attacked_notes(model, diagram);
                Picture::of_notes(model, diagram, &notes, &legend)
            }
        }
    }
}

pub(in crate::cli) fn show(args: &ShowArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let mut loaded = load::read(&args.file, args.read.allow_outside, None, Report::Text)?;
    Inputs::of(&loaded).spare_all(args.output.as_slice())?;
    let setting = sweep::one_setting(&args.params, &loaded.document.spec.parameter_names())?;
    let given = args.given.as_deref().map(|vector| Given::new(vector, args.by, args.one_based, &mut loaded));
    let mut model = loaded.model(&setting, streams)?;
    if let Some(given) = given {
        given.place(&mut model, &loaded, streams)?;
    }
    let subject = Subject::of(args, &model)?;
    let Some(format) = args.format else {
        // The look of the terminal does not apply to a file.
        let look = if args.output.is_some() { Look::default() } else { streams.look() };
        let lines = subject.lines(&model, look);
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        write_whole(args.output.as_deref(), streams, None, |out| out.write_all(text.as_bytes()))?;
        return Ok(Exit::Done);
    };
    let picture = subject.picture(&model);
    let html = (format == PictureFormat::Html).then(|| {
        let mut page = Page::about(&model, &loaded.name);
        page.spec = documents::spec(&loaded);
        page.pictures.push((picture.clone(), String::new()));
        page.to_html()
    });
    write_whole(args.output.as_deref(), streams, Some(format), |out| match &html {
        Some(html) => out.write_all(html.as_bytes()),
        None => write_picture(out, &picture, format),
    })?;
    Ok(Exit::Done)
}

/// Board with the kinds that may still stand on each cell, and a legend if needed.
fn config_lines(model: &Model, diagram: &Diagram) -> Vec<String> {
    let (mut board, legend) = draw_config(model, diagram, &open_kinds(model, diagram));
    if !legend.is_empty() {
        board.push(String::new());
        board.extend(legend);
    }
    board
}
