//! `puzzle show`: the board of a spec; with pieces placed, what may still stand where, or the attacks.

use crate::cli::documents;
use crate::cli::exit::{Exit, Failure};
use crate::cli::given::GivenVector;
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SpecArgs, TextOrPicture, named, text_or_picture};
use crate::cli::output::{write_text, write_whole};
use crate::cli::placed::{placed, with_givens};
use crate::cli::streams::Streams;
use crate::model::{Diagram, Model, open_kinds};
use crate::report::{
    DisplayStyle, Page, Picture, PictureFormat, VectorAxis, attacked_notes, config_notes, draw_attacked,
    draw_config, draw_position, write_picture,
};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Place pieces, such as Q@g6,N@b2 or a FEN, and show which kinds may still stand on each cell
    #[arg(long, value_name = "PIECES")]
    pub place: Option<String>,
    /// Show how many pieces attack each cell, counting given pieces and those of --place
    #[arg(long)]
    pub attacked: bool,
    /// Give pieces as a vector: [2, _, 1] or 2,-1,1; `-1` and `_` leave an entry open, a shorter vector is a prefix
    #[arg(allow_hyphen_values = true, long, value_name = "VECTOR")]
    pub given: Option<String>,
    /// Count vector entries from 1
    #[arg(long, requires = "given")]
    pub one_based: bool,
    /// Index the vector by column or by row
    #[arg(long, value_parser = named(VectorAxis::ALL), default_value = "column")]
    pub by: VectorAxis,
    /// Draw as text or as a picture; without it, the extension of --output decides
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT))]
    pub format: Option<TextOrPicture>,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

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

    fn lines(&self, model: &Model, look: DisplayStyle) -> Vec<String> {
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
    let (mut loaded, mut model) = read_one(&args.spec, &args.read, args.output.as_deref(), streams)?;
    if let Some(vector) = &args.given {
        let given = GivenVector::new(vector, args.by, args.one_based, &mut loaded);
        given.place(&mut model, &loaded, streams)?;
    }
    let subject = Subject::of(args, &model)?;
    let Some(format) = text_or_picture(args.format, args.output.as_deref()) else {
        // The look of the terminal does not apply to a file.
        let look = if args.output.is_some() { DisplayStyle::default() } else { streams.look() };
        let lines = subject.lines(&model, look);
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        write_text(args.output.as_deref(), &text, streams)?;
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
