//! Builds the site of a spec: sorts the characters of the board picture, and adds the walls and the regions.

use super::boards;
use super::error::{BoardError, NameError};
use super::faults::ModelFaults;
use super::layers;
use super::locations::Locator;
use super::names::DeclaredNames;
use super::params::Parameters;
use super::pictures::{PictureCell, PictureMark, lay};
use super::regions;
use super::site::Site;
use crate::geometry::{Board, CellSet, Shape};
use crate::model::ClueMode;
use crate::syntax::ast::{Area, Statement, StatementKind};
use crate::text::{Span, Spanned};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Memory per wall or clue of a picture, in the lists and tables of a [`Site`].
const MARK_BYTES: u64 = 80;

impl Site {
    /// Builds the site that these statements declare.
    pub(super) fn build(
        statements: &[Statement],
        names: &DeclaredNames,
        params: &Parameters,
        faults: &mut ModelFaults,
    ) -> Self {
        let drawn = boards::build(statements, names, params, faults);
        let sound = drawn.is_some();
        let (board, marks) = drawn.unwrap_or_else(|| (Board::new(Shape::rectangle(1, 1)), Vec::new()));
        let in_space = boards::in_space(statements);
        if in_space && let Some((_, span)) = names.get("z") {
            faults.push(NameError::Reserved { name: Arc::from("z") }.at(span));
        }
        let mut site = Self {
            open: Arc::new(CellSet::empty(board.len())),
            board,
            sound,
            in_space,
            clues: Vec::new(),
            clue_mode: clue_mode(statements, faults),
            layers: Vec::new(),
            clue_layers: Vec::new(),
            weights: Vec::new(),
            symbols: Vec::new(),
            digits: Vec::new(),
            clue_marks: FxHashMap::default(),
            wall_marks: FxHashMap::default(),
            wall_areas: Vec::new(),
        };
        site.read_marks(marks, faults);
        let mut said_walls = Vec::new();
        site.layers = regions::layers(statements, names, params, &site, &mut said_walls, faults);
        let mut repeated_walls = Vec::new();
        layers::read(statements, names, &mut site, &mut repeated_walls, faults);
        site.add_walls(statements, names, params, faults);
        let allowed = [(said_walls, regions::ALLOWED), (repeated_walls, layers::ALLOWED)];
        for (marks, allowed) in allowed {
            for mark in marks.into_iter().filter(|m| !site.board.is_wall(m.cell)) {
                faults.push(mark.not_allowed(allowed));
            }
        }
        let mut open = CellSet::full(site.board.len());
        open.difference_with(site.board.walls());
        site.open = Arc::new(open);
        site
    }

    /// Sorts the characters of the board picture into walls, clues and symbols.
    fn read_marks(&mut self, marks: Vec<PictureCell>, faults: &mut ModelFaults) {
        let mut first_digit = None;
        let kept = marks.iter().filter(|mark| mark.mark != PictureMark::Character('.')).count() as u64;
        if let Some(mark) = marks.first()
            && faults.spend_bytes(kept * MARK_BYTES, mark.span).is_none()
        {
            return;
        }
        for mark in marks {
            let number = match mark.mark {
                PictureMark::Character('.') => continue,
                PictureMark::Character('#') => {
                    self.board.add_wall(mark.cell);
                    self.wall_marks.insert(mark.cell, mark.span);
                    continue;
                }
                PictureMark::Character(c) => c.to_digit(10).map(i64::from),
                PictureMark::Number(number) => Some(number),
            };
            match number {
                Some(number) => {
                    first_digit.get_or_insert(mark.span);
                    self.clues.push((mark.cell, number));
                    self.clue_marks.insert(mark.cell, mark.span);
                    self.digits.push(mark);
                }
                None => self.symbols.push(mark),
            }
        }
        self.clues.sort_unstable();
        match (&self.clue_mode, first_digit) {
            (Some(Spanned { node: ClueMode::Walls, .. }), _) => {
                for mark in &self.digits {
                    self.board.add_wall(mark.cell);
                    self.wall_marks.insert(mark.cell, mark.span);
                }
            }
            (None, Some(span)) => faults.push(BoardError::DigitsWithoutClues.at(span)),
            _ => {}
        }
    }

    fn add_walls(
        &mut self,
        statements: &[Statement],
        names: &DeclaredNames,
        params: &Parameters,
        faults: &mut ModelFaults,
    ) {
        for statement in statements {
            let StatementKind::Walls(area) = &statement.kind else { continue };
            match area {
                Area::Location(location) => {
                    let locator = Locator::new(self, names, params);
                    let Some(cells) = locator.cells(location, faults) else { continue };
                    for cell in cells.iter() {
                        self.board.add_wall(cell);
                    }
                    self.wall_areas.push((cells, location.span));
                }
                Area::Pictures(pictures) => {
                    if !self.sound {
                        continue;
                    }
                    for mark in lay(pictures, &self.board, faults).unwrap_or_default() {
                        match mark.mark {
                            PictureMark::Character('.') => {}
                            PictureMark::Character('#') => {
                                self.board.add_wall(mark.cell);
                                self.wall_marks.entry(mark.cell).or_insert(mark.span);
                            }
                            _ => faults.push(mark.not_allowed("`.` for a cell or `#` for a wall")),
                        }
                    }
                }
            }
        }
    }
}

fn clue_mode(statements: &[Statement], faults: &mut ModelFaults) -> Option<Spanned<ClueMode>> {
    let mut found: Option<(Spanned<ClueMode>, Span)> = None;
    for statement in statements {
        if let StatementKind::Clues(mode) = &statement.kind {
            match &found {
                Some((_, first)) => {
                    faults.push(NameError::Twice { statement: "clues are", first: *first }.at(statement.span))
                }
                None => found = Some((mode.clone(), statement.span)),
            }
        }
    }
    found.map(|f| f.0)
}
