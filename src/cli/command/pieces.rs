//! `puzzle pieces`: what pieces attack, drawn.

use crate::cli::args::PiecesArgs;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load;
use crate::cli::streams::Streams;
use crate::diag::nearest;
use crate::geometry::{Movement, Vector};
use crate::model::check::{Overrides, Spec, standard_pieces};
use crate::model::{Kind, Model, Shapes};
use crate::notation;
use crate::report::{draw_movement, movement_lines};
use crate::text::{NoFiles, Source, Sources};
use std::path::Path;
use std::sync::Arc;

pub(in crate::cli) fn pieces(args: &PiecesArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    if let Some(text) = &args.betza {
        let movement = betza(text, streams)?;
        heading(text, &movement, streams)?;
        return draw('@', &movement, streams);
    }
    let names: Vec<Arc<str>> = standard_pieces().into_iter().map(|(name, _)| name).collect();
    let Some(name) = &args.name else {
        for name in &names {
            for kind in standard(name)?.kinds {
                draw_kind(&kind, streams)?;
            }
        }
        return Ok(Exit::Done);
    };
    let kinds = if names.iter().any(|n| **n == **name) {
        standard(name)?.kinds
    } else if name.contains('.') || name.contains('/') || Path::new(name).is_file() {
        of_file(Path::new(name), args, streams)?
    } else {
        return Err(Failure::usage(match nearest(name, names.iter().map(|n| &**n)) {
            Some(near) => format!("there is no standard piece `{name}`; did you mean `{near}`?"),
            None => format!("there is no standard piece `{name}`; there are {}", names.join(", ")),
        }));
    };
    for kind in &kinds {
        draw_kind(kind, streams)?;
    }
    Ok(Exit::Done)
}

/// A model that has this standard piece for its kind; what it means is the language's to say.
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
        let before = text[..range.start].chars().count();
        let width = text[range.clone()].chars().count().max(1);
        format!("  {text}\n  {}{}", " ".repeat(before), "^".repeat(width))
    };
    match notation::read(text) {
        Ok(reading) => {
            for (range, words) in &reading.warnings {
                writeln!(streams.err, "warning: {words}\n{}", underline(range))?;
            }
            Ok(reading.movement)
        }
        Err(errors) => {
            for error in &errors {
                writeln!(streams.err, "error: {}\n{}", error.message, underline(&error.range))?;
                if let Some(help) = &error.help {
                    writeln!(streams.err, "  help: {help}")?;
                }
            }
            Err(Failure::Diagnosed)
        }
    }
}

/// The pieces of a spec, or of a library without a board, which is read as if it had one.
fn of_file(path: &Path, args: &PiecesArgs, streams: &mut Streams<'_>) -> Result<Vec<Kind>, Failure> {
    let mut loaded = load::read(path, args.read.allow_outside, None, Report::Text)?;
    if loaded.spec.is_part() && loaded.faults.is_empty() {
        loaded.check_part(streams)?;
        loaded = load::read(path, args.read.allow_outside, Some("board 8 x 8"), Report::Text)?;
    }
    let kinds = loaded.model(&Overrides::new(), streams)?.kinds;
    if kinds.is_empty() {
        return Err(Failure::Usage(format!("`{}` has no pieces", path.display())));
    }
    Ok(kinds)
}

/// The name, and the notation and names by which the same moves are known.
fn heading(title: &str, movement: &Movement, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let mut words = vec![title.to_owned()];
    let known: Vec<&str> = notation::names_of(movement)
        .into_iter()
        .filter(|n| title.split_whitespace().next() != Some(*n))
        .collect();
    if !known.is_empty() {
        words.push(format!("also {}", known.join(", ")));
    }
    if let Some(betza) = notation::print(movement).filter(|b| b != title) {
        words.push(format!("Betza {betza}"));
    }
    writeln!(streams.out, "{}", words.join(", "))?;
    Ok(())
}

fn draw_kind(kind: &Kind, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let title = format!("{} {}", kind.name, kind.symbol);
    if let Shapes::Tile(shapes) = &kind.shapes {
        writeln!(streams.out, "{title}, a tile that lies in {} ways", shapes.len())?;
        draw_tile(&shapes[0], streams)?;
        return Ok(Exit::Done);
    }
    heading(&title, &kind.movement, streams)?;
    draw(kind.symbol, &kind.movement, streams)
}

/// The first of a tile's orientations.
fn draw_tile(cells: &[Vector], streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (width, height) = cells.iter().fold((0, 0), |(w, h), v| (w.max(v.x), h.max(v.y)));
    for y in (0..=height).rev() {
        let at = |x| if cells.iter().any(|v| (v.x, v.y) == (x, y)) { "#" } else { "." };
        writeln!(streams.out, "  {}", (0..=width).map(at).collect::<Vec<_>>().join(" "))?;
    }
    writeln!(streams.out)?;
    Ok(())
}

fn draw(symbol: char, movement: &Movement, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    for line in draw_movement(symbol, movement) {
        writeln!(streams.out, "  {line}")?;
    }
    for line in movement_lines(movement) {
        writeln!(streams.out, "  {line}")?;
    }
    writeln!(streams.out)?;
    Ok(Exit::Done)
}
