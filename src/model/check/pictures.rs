//! Pictures and their placement on the cells of a board.

use super::error::BoardError;
use super::faults::ModelFaults;
use crate::geometry::{Board, CellId};
use crate::syntax::ast::{Picture, PictureRow};
use crate::text::Span;

/// Returns the span of the character `c` at byte `at` of the source of `row`.
pub(super) fn character_span(row: &PictureRow, (c, at): (char, u32)) -> Span {
    Span::new(row.span.source, at as usize, at as usize + c.len_utf8())
}

/// Returns the width of most rows of a picture, and reports every other row as an error.
pub(super) fn width(picture: &Picture, faults: &mut ModelFaults) -> Option<usize> {
    if picture.rows.iter().all(|r| r.cells.is_empty()) {
        return faults.none(BoardError::EmptyPicture.at(picture.span));
    }
    let usual = usual_width(picture);
    let model = picture.rows.iter().find(|r| r.cells.len() == usual).map(|r| r.span);
    let mut even = true;
    for row in &picture.rows {
        if row.cells.len() != usual {
            even = false;
            faults.push(
                BoardError::RaggedRow { expected: usual, found: row.cells.len(), other: model }.at(row.span),
            );
        }
    }
    even.then_some(usual)
}

/// Returns the most common width; in case of a tie, the first.
fn usual_width(picture: &Picture) -> usize {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for row in &picture.rows {
        match counts.iter_mut().find(|(width, _)| *width == row.cells.len()) {
            Some((_, count)) => *count += 1,
            None => counts.push((row.cells.len(), 1)),
        }
    }
    let most = counts.iter().map(|c| c.1).max().unwrap_or(0);
    counts.iter().find(|c| c.1 == most).map_or(0, |c| c.0)
}

/// Character of a picture on its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureCell {
    pub(super) cell: CellId,
    pub(super) character: char,
    pub(super) span: Span,
}

/// Maps `pictures` to the cells of `board`, one picture per layer, rows from the top. Returns `None` if they do not fit.
pub(super) fn lay(pictures: &[Picture], board: &Board, faults: &mut ModelFaults) -> Option<Vec<PictureCell>> {
    let (_, height, layers) = board.shape().extent();
    if pictures.len() != layers as usize {
        let found = pictures.len();
        let (first, last) = (pictures.first()?.span, pictures.last()?.span);
        let span = Span::new(first.source, first.start as usize, last.end as usize);
        return faults.none(BoardError::PictureLayers { expected: layers as usize, found }.at(span));
    }
    let expected = height as usize;
    let mut fits = true;
    for picture in pictures.iter().filter(|p| p.rows.len() != expected) {
        fits = false;
        let (found, span) = (picture.rows.len(), picture.span);
        faults.push(BoardError::PictureHeight { expected, found }.at(span));
    }
    if !fits {
        return None;
    }
    faults.spend_steps(board.len() as u64, pictures.first()?.span)?;
    let rows = board.rows();
    let mut drawn = Vec::with_capacity(board.len());
    for (row, cells) in pictures.iter().flat_map(|p| &p.rows).zip(&rows) {
        if row.cells.len() != cells.len() {
            fits = false;
            faults.push(
                BoardError::RaggedRow { expected: cells.len(), found: row.cells.len(), other: None }
                    .at(row.span),
            );
            continue;
        }
        for (&(character, at), &cell) in row.cells.iter().zip(cells) {
            drawn.push(PictureCell { cell, character, span: character_span(row, (character, at)) });
        }
    }
    fits.then_some(drawn)
}
