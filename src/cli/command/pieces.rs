//! `puzzle pieces`: moves of pieces, drawn.

use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load;
use crate::cli::options::{ReadArgs, TextOrPicture, named, text_or_picture};
use crate::cli::output::{write_text, write_whole};
use crate::cli::streams::Streams;
use crate::diag::{escape, nearest};
use crate::geometry::{Movement, Vector};
use crate::model::check::{Overrides, Spec, standard_pieces};
use crate::model::{Kind, Model, Shapes};
use crate::notation;
use crate::report::{
    Chart, Picture, PictureFormat, draw_movement, draw_tile, movement_lines, movement_title, write_picture,
};
use crate::text::{NoFiles, Source, Sources};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Args)]
pub(in crate::cli) struct PiecesArgs {
    /// Standard piece, or spec file with pieces (default: all standard pieces)
    pub name: Option<String>,
    /// Draw the piece with this Betza notation
    #[arg(long, value_name = "NOTATION", conflicts_with = "name")]
    pub betza: Option<String>,
    /// Draw the moves as text or as a picture; without it, the extension of --output decides
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT))]
    pub format: Option<TextOrPicture>,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn pieces(args: &PiecesArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let pieces = match &args.betza {
        Some(text) => vec![PieceDrawing::of_notation(text, betza(text, streams)?)],
        None => kinds(args, streams)?.iter().map(PieceDrawing::of_kind).collect(),
    };
    match text_or_picture(args.format, args.output.as_deref()) {
        None => {
            let text: String =
                pieces.iter().flat_map(PieceDrawing::lines).map(|line| format!("{line}\n")).collect();
            write_text(args.output.as_deref(), &text, streams)?;
        }
        Some(format) => {
            let charts: Vec<Chart<'_>> = pieces.iter().map(PieceDrawing::chart).collect();
            let picture = Picture::of_moves(&charts);
            write_whole(args.output.as_deref(), streams, Some(format), |out| {
                write_picture(out, &picture, format)
            })?;
        }
    }
    Ok(Exit::Done)
}

/// Requested kinds: a standard piece, those of a spec, or all standard pieces.
fn kinds(args: &PiecesArgs, streams: &mut Streams<'_>) -> Result<Vec<Kind>, Failure> {
    let names: Vec<Arc<str>> = standard_pieces().into_iter().map(|(name, _)| name).collect();
    let Some(name) = &args.name else {
        let all: Result<Vec<Vec<Kind>>, Failure> = names.iter().map(|n| Ok(standard(n)?.kinds)).collect();
        return Ok(all?.into_iter().flatten().collect());
    };
    if names.iter().any(|n| **n == **name) {
        Ok(standard(name)?.kinds)
    } else if name.contains('.') || name.contains('/') || Path::new(name).is_file() {
        of_file(Path::new(name), args, streams)
    } else {
        Err(Failure::usage(match nearest(name, names.iter().map(|n| &**n)) {
            Some(near) => format!("there is no standard piece `{name}`; did you mean `{near}`?"),
            None => {
                format!("there is no standard piece `{name}`; the standard pieces are {}", names.join(", "))
            }
        }))
    }
}

/// A piece to draw.
struct PieceDrawing {
    name: String,
    symbol: char,
    movement: Movement,
    /// Name, symbol, and other notation and names for the same moves.
    heading: String,
    /// First orientation, if the piece is a tile.
    tile: Option<Vec<Vector>>,
}

impl PieceDrawing {
    fn of_notation(text: &str, movement: Movement) -> Self {
        let heading = movement_title(text, &movement);
        let name = notation::names_of(&movement).first().map_or(text, |n| n).to_owned();
        Self { name, symbol: '@', movement, heading, tile: None }
    }

    fn of_kind(kind: &Kind) -> Self {
        let title = format!("{} {}", kind.name, kind.symbol);
        let (heading, tile) = match &kind.shapes {
            Shapes::Tile(shapes) => {
                (format!("{title}, a tile with {} orientations", shapes.len()), shapes.first().cloned())
            }
            Shapes::Point => (movement_title(&title, &kind.movement), None),
        };
        Self {
            name: kind.name.to_string(),
            symbol: kind.symbol,
            movement: kind.movement.clone(),
            heading,
            tile,
        }
    }

    fn lines(&self) -> Vec<String> {
        let drawn = match &self.tile {
            Some(cells) => draw_tile(cells),
            None => {
                let mut lines = draw_movement(self.symbol, &self.movement);
                lines.extend(movement_lines(&self.movement));
                lines
            }
        };
        let drawn = drawn.into_iter().map(|line| format!("  {line}"));
        std::iter::once(self.heading.clone()).chain(drawn).chain(std::iter::once(String::new())).collect()
    }

    fn chart(&self) -> Chart<'_> {
        match &self.tile {
            Some(cells) => Chart::Tile { cells, caption: self.heading.clone() },
            None => {
                let moves = movement_lines(&self.movement);
                // Drop the marks that refer to the drawing in text.
                let marks = ["x  ", "l  ", "h  ", "1… ", "2… "];
                let plain = |line: &String| {
                    let bare = marks.iter().find_map(|mark| line.strip_prefix(mark));
                    bare.unwrap_or(line).to_owned()
                };
                let words: Vec<String> = moves.iter().map(plain).collect();
                let caption = format!("{}; {}", self.heading, words.join("; "));
                Chart::Moves { name: &self.name, symbol: self.symbol, movement: &self.movement, caption }
            }
        }
    }
}

/// Model with this standard piece as its kind, built from a spec.
fn standard(name: &str) -> Result<Model, Failure> {
    let mut sources = Sources::new();
    let text = format!("board 8 x 8\nuse {name}\n");
    let root = sources.add(Source { name: "<pieces>".into(), text: text.into() });
    let (spec, _, _) = Spec::read(&mut sources, root, &NoFiles);
    let model = spec.model(&Overrides::new());
    model
        .map(|(model, _)| model)
        .map_err(|_| Failure::Internal("the standard pieces are not sound".to_owned()))
}

fn betza(text: &str, streams: &mut Streams<'_>) -> Result<Movement, Failure> {
    let underline = |range: &std::ops::Range<usize>| {
        let before = escape(&text[..range.start]).chars().count();
        let width = escape(&text[range.clone()]).chars().count().max(1);
        format!("  {}\n  {}{}", escape(text), " ".repeat(before), "^".repeat(width))
    };
    match notation::read(text) {
        Ok(reading) => {
            for (range, words) in &reading.warnings {
                writeln!(streams.err, "warning: {}\n{}", escape(words), underline(range))?;
            }
            Ok(reading.movement)
        }
        Err(errors) => {
            for error in &errors {
                writeln!(streams.err, "error: {}\n{}", escape(&error.message), underline(&error.range))?;
                if let Some(help) = &error.help {
                    writeln!(streams.err, "  help: {}", escape(help))?;
                }
            }
            Err(Failure::Diagnosed)
        }
    }
}

/// Pieces of a spec, or of a library without a board, which gets a board.
fn of_file(path: &Path, args: &PiecesArgs, streams: &mut Streams<'_>) -> Result<Vec<Kind>, Failure> {
    let mut loaded = load::read(path, args.read.allow_outside, None, DiagnosticFormat::Text)?;
    if let Some(output) = &args.output {
        loaded.inputs().spare(output)?;
    }
    if loaded.document.spec.is_part() && loaded.document.faults.is_empty() {
        loaded.check_part(streams)?;
        loaded = load::read(path, args.read.allow_outside, Some("board 8 x 8"), DiagnosticFormat::Text)?;
    }
    let kinds = loaded.model(&Overrides::new(), streams)?.kinds;
    if kinds.is_empty() {
        return Err(Failure::Usage(format!("`{}` has no pieces", path.display())));
    }
    Ok(kinds)
}
