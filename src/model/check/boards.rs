//! The `board` statement: its shape and, for a picture, the character on each cell.

use super::error::{BoardError, NameError};
use super::faults::ModelFaults;
use super::limits::MAX_CELLS;
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use super::pictures::{PictureCell, width};
use crate::geometry::{Board, Shape, Vector};
use crate::syntax::ast::{BoardDecl, Expr, Picture, Statement, StatementKind, Wrap};
use crate::text::{Span, Spanned};

/// Returns the board that these statements declare, with the characters of its picture. Returns `None` if there is no board
/// or it has a reported error.
pub(super) fn build(
    statements: &[Statement],
    names: &DeclaredNames,
    params: &Parameters,
    faults: &mut ModelFaults,
) -> Option<(Board, Vec<PictureCell>)> {
    let mut found: Option<(&BoardDecl, Span)> = None;
    for statement in statements {
        if let StatementKind::Board(board) = &statement.kind {
            match found {
                Some((_, first)) => {
                    faults.push(NameError::Twice { statement: "board", first }.at(statement.span));
                }
                None => found = Some((board, statement.span)),
            }
        }
    }
    let (board, span) = found?;
    match board {
        BoardDecl::Box { sides, wrap } => {
            let in_space = sides.len() == 3;
            let lengths = side_lengths(sides, span, &mut Numbers::new(names, params), faults)?;
            Some((Board::new(box_shape(lengths, in_space, wrap.as_ref(), span, faults)?), Vec::new()))
        }
        BoardDecl::Hex(edge) => {
            let length = Numbers::new(names, params).of(edge, faults)?;
            let edge = side(length, edge.span, faults)?;
            let cells = 3 * u128::from(edge) * (u128::from(edge) - 1) + 1;
            small_enough(cells, span, faults)?;
            Some((Board::new(Shape::Hex { edge }), Vec::new()))
        }
        BoardDecl::Picture { layers, wrap } => drawn_board(layers, wrap.as_ref(), span, faults),
    }
}

/// Returns true if these statements declare a board in space, with three sides (even if only one layer) or several pictures.
/// The board itself may have errors.
pub(super) fn in_space(statements: &[Statement]) -> bool {
    let board = statements.iter().find_map(|s| match &s.kind {
        StatementKind::Board(board) => Some(board),
        _ => None,
    });
    match board {
        Some(BoardDecl::Box { sides, .. }) => sides.len() == 3,
        Some(BoardDecl::Picture { layers, .. }) => layers.len() > 1,
        _ => false,
    }
}

fn side_lengths(
    sides: &[Expr],
    span: Span,
    numbers: &mut Numbers<'_>,
    faults: &mut ModelFaults,
) -> Option<[u32; 3]> {
    if !(2..=3).contains(&sides.len()) {
        return faults.none(BoardError::BoardSides { found: sides.len() }.at(span));
    }
    let mut lengths = [1; 3];
    let mut sound = true;
    for (length, expr) in lengths.iter_mut().zip(sides) {
        match numbers.of(expr, faults).and_then(|n| side(n, expr.span, faults)) {
            Some(n) => *length = n,
            None => sound = false,
        }
    }
    sound.then_some(lengths)
}

fn side(length: i64, span: Span, faults: &mut ModelFaults) -> Option<u32> {
    if length < 1 {
        return faults.none(BoardError::SideTooShort { length }.at(span));
    }
    u32::try_from(length).ok().filter(|&n| u64::from(n) <= MAX_CELLS).or_else(|| {
        faults.none(BoardError::BoardTooLarge { cells: length as u128, limit: MAX_CELLS }.at(span))
    })
}

fn small_enough(cells: u128, span: Span, faults: &mut ModelFaults) -> Option<()> {
    if cells > u128::from(MAX_CELLS) {
        return faults.none(BoardError::BoardTooLarge { cells, limit: MAX_CELLS }.at(span));
    }
    Some(())
}

fn box_shape(
    sides: [u32; 3],
    in_space: bool,
    wrap: Option<&Spanned<Wrap>>,
    span: Span,
    faults: &mut ModelFaults,
) -> Option<Shape> {
    let [width, height, depth] = sides;
    small_enough(u128::from(width) * u128::from(height) * u128::from(depth), span, faults)?;
    if let (Some(wrap), true) = (wrap, in_space) {
        return faults.none(BoardError::WrapInSpace.at(wrap.span));
    }
    let wrap = wrap.map(|w| w.node);
    let wrap_x = matches!(wrap, Some(Wrap::Columns | Wrap::Both));
    let wrap_y = matches!(wrap, Some(Wrap::Rows | Wrap::Both));
    Some(Shape::Box { width, height, depth, wrap_x, wrap_y })
}

fn drawn_board(
    layers: &[Picture],
    wrap: Option<&Spanned<Wrap>>,
    span: Span,
    faults: &mut ModelFaults,
) -> Option<(Board, Vec<PictureCell>)> {
    let widths: Vec<Option<usize>> = layers.iter().map(|p| width(p, faults)).collect();
    let widths: Vec<usize> = widths.into_iter().collect::<Option<_>>()?;
    let (&columns, first) = (widths.first()?, layers.first()?);
    for (picture, &other) in layers.iter().zip(&widths) {
        if (other, picture.rows.len()) != (columns, first.rows.len()) {
            return faults.none(BoardError::LayerSize { first: first.span }.at(picture.span));
        }
    }
    let length = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let sides = [length(columns), length(first.rows.len()), length(layers.len())];
    let board = Board::new(box_shape(sides, layers.len() > 1, wrap, span, faults)?);
    let mut marks = Vec::new();
    for (z, picture) in layers.iter().enumerate() {
        for (row, y) in picture.rows.iter().zip((1..=sides[1] as i32).rev()) {
            for ((mark, span), x) in row.marks().into_iter().zip(1..) {
                let z = if layers.len() > 1 { z as i32 + 1 } else { 0 };
                let cell = board.cell_at(Vector::new(x, y, z)).expect("the board has the picture's size");
                marks.push(PictureCell { cell, mark, span });
            }
        }
    }
    Some((board, marks))
}
