//! `puzzle show`: the board as the spec gives it; or, with pieces placed, what may still stand where.

use crate::cli::args::ShowArgs;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::write_whole;
use crate::cli::streams::Streams;
use crate::cli::{documents, load, sweep};
use crate::geometry::CellSet;
use crate::model::{Diagram, KindId, Model, Placement, Shapes, open_kinds};
use crate::report::{
    Look, Page, Picture, PictureFormat, config_notes, draw_config, draw_position, write_picture,
};

pub(in crate::cli) fn show(args: &ShowArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let loaded = load::read(&args.file, args.read.allow_outside, None, Report::Text)?;
    let setting = sweep::one_setting(&args.params, &loaded.spec.parameter_names())?;
    let model = loaded.model(&setting, streams)?;
    let placed = args.place.as_deref().map(|pieces| placed(&model, pieces)).transpose()?;
    let Some(format) = args.format else {
        // What goes into a file is not seen on the terminal.
        let look = if args.output.is_some() { Look::default() } else { streams.look() };
        let lines = match &placed {
            None => draw_position(&model, look),
            Some(diagram) => config_lines(&model, diagram),
        };
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        write_whole(args.output.as_deref(), streams, None, |out| out.write_all(text.as_bytes()))?;
        return Ok(Exit::Done);
    };
    let picture = match &placed {
        None => Picture::of_position(&model),
        Some(diagram) => {
            let (notes, legend) = config_notes(&model, diagram, &open_kinds(&model, diagram));
            Picture::of_notes(&model, diagram, &notes, &legend.join("; "))
        }
    };
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

/// What may still stand where, and the legend where one is needed.
fn config_lines(model: &Model, diagram: &Diagram) -> Vec<String> {
    let (mut board, legend) = draw_config(model, diagram, &open_kinds(model, diagram));
    if !legend.is_empty() {
        board.push(String::new());
        board.extend(legend);
    }
    board
}

/// The board with pieces as `Q@g6,N@b2` says: a symbol or a kind's name, and a cell.
fn placed(model: &Model, text: &str) -> Result<Diagram, Failure> {
    let mut occupied = CellSet::empty(model.board.len());
    let mut placements = Vec::new();
    for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        let (piece, cell) = word
            .split_once('@')
            .ok_or_else(|| Failure::usage(format!("`{word}` should be a piece and a cell, as Q@g6")))?;
        let known = |k: &crate::model::Kind| *k.name == *piece || piece.chars().eq([k.symbol]);
        let kind = model.kinds.iter().position(known);
        let kind = kind.ok_or_else(|| Failure::usage(no_piece(model, piece)))?;
        if model.kinds[kind].shapes != Shapes::Point {
            return Err(Failure::usage(format!(
                "`{piece}` is a tile; only pieces on one cell can be placed here"
            )));
        }
        let at = model.board.cell_named(cell);
        let at = at.ok_or_else(|| Failure::usage(format!("`{cell}` is no cell of the board")))?;
        if model.board.is_wall(at) || !occupied.insert(at) {
            return Err(Failure::usage(format!("`{cell}` is not free")));
        }
        placements.push(Placement::point(KindId(kind as u16), at));
    }
    Ok(Diagram::new(placements))
}

fn no_piece(model: &Model, piece: &str) -> String {
    let names: Vec<String> = model.kinds.iter().map(|k| format!("{} ({})", k.symbol, k.name)).collect();
    format!("`{piece}` is no piece of this spec; it has {}", names.join(", "))
}
