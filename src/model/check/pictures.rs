//! Pictures and their placement on the cells of a board.

use super::error::{BoardError, ModelError};
use super::faults::ModelFaults;
use crate::geometry::{Board, CellId};
use crate::syntax::ast::Picture;
pub(super) use crate::syntax::ast::PictureMark;
use crate::text::Span;

/// Returns the error for a mark that a picture does not allow.
pub(super) fn not_allowed(mark: PictureMark, allowed: &'static str) -> BoardError {
    match mark {
        PictureMark::Character(character) => BoardError::PictureCharacter { character, allowed },
        PictureMark::Number(number) => BoardError::PictureNumber { number, allowed },
    }
}

/// Returns the width of most rows of a picture, and reports every other row as an error.
pub(super) fn width(picture: &Picture, faults: &mut ModelFaults) -> Option<usize> {
    if picture.rows.iter().all(|r| r.cells.is_empty()) {
        return faults.none(BoardError::EmptyPicture.at(picture.span));
    }
    let usual = usual_width(picture);
    let model = picture.rows.iter().find(|r| r.width() == usual).map(|r| r.span);
    let mut even = true;
    for row in &picture.rows {
        let found = row.width();
        if found != usual {
            even = false;
            faults.push(BoardError::RaggedRow { expected: usual, found, other: model }.at(row.span));
        }
    }
    even.then_some(usual)
}

/// Returns the most common width; in case of a tie, the first.
fn usual_width(picture: &Picture) -> usize {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for row in &picture.rows {
        let found = row.width();
        match counts.iter_mut().find(|(width, _)| *width == found) {
            Some((_, count)) => *count += 1,
            None => counts.push((found, 1)),
        }
    }
    let most = counts.iter().map(|c| c.1).max().unwrap_or(0);
    counts.iter().find(|c| c.1 == most).map_or(0, |c| c.0)
}

/// Content of a picture on its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureCell {
    pub(super) cell: CellId,
    pub(super) mark: PictureMark,
    pub(super) span: Span,
}

impl PictureCell {
    /// Returns the error for a mark that the picture does not allow.
    pub(super) fn not_allowed(&self, allowed: &'static str) -> ModelError {
        not_allowed(self.mark, allowed).at(self.span)
    }
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
        let marks = row.marks();
        if marks.len() != cells.len() {
            fits = false;
            let (expected, found) = (cells.len(), marks.len());
            faults.push(BoardError::RaggedRow { expected, found, other: None }.at(row.span));
            continue;
        }
        drawn.extend(marks.into_iter().zip(cells).map(|((mark, span), &cell)| PictureCell {
            cell,
            mark,
            span,
        }));
    }
    fits.then_some(drawn)
}
