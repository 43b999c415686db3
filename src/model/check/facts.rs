//! Givens: `place`, `keep empty`, `givens`, symbols in the board picture, and clue cells that stay empty.

use super::army::Army;
use super::error::BoardError;
use super::faults::ModelFaults;
use super::locations::Locator;
use super::names::DeclaredNames;
use super::params::Parameters;
use super::pictures::{PictureCell, PictureMark, lay};
use super::site::Site;
use crate::geometry::CellId;
use crate::model::{ClueMode, Fact, FenFault, KindId, read_fen};
use crate::syntax::ast::{KindRef, Location, QuotedText, Statement, StatementKind};
use crate::text::{Span, Spanned};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Steps charged for a lookup of a cell in the table.
const ADD_STEPS: u64 = 4;
/// Memory per fact, in the list and in the table by cell.
const FACT_BYTES: u64 = 64;

/// Collects facts without duplicates or contradictions.
struct Gatherer<'g, 'a> {
    names: &'a DeclaredNames,
    params: &'a Parameters,
    site: &'a Site,
    army: &'g Army<'a>,
    facts: Vec<Fact>,
    /// For each cell, the given kind (`None`: empty) and its span.
    known: FxHashMap<CellId, (Option<KindId>, Span)>,
}

/// Collects the facts of these statements in source order, after those of clue cells and the board picture.
pub(super) fn gather<'a>(
    statements: &[Statement],
    names: &'a DeclaredNames,
    params: &'a Parameters,
    site: &'a Site,
    army: &Army<'a>,
    faults: &mut ModelFaults,
) -> Vec<Fact> {
    let mut gatherer = Gatherer { names, params, site, army, facts: Vec::new(), known: FxHashMap::default() };
    if let Some(Spanned { node: ClueMode::Empty, .. }) = site.clue_mode {
        for mark in &site.digits {
            gatherer.add(mark.cell, None, mark.span, faults);
        }
    }
    for layer in site.clue_layers.iter().filter(|l| l.mode == ClueMode::Empty) {
        for (&(cell, _), &span) in layer.clues.iter().zip(&layer.spans) {
            if !site.board.is_wall(cell) {
                gatherer.add(cell, None, span, faults);
            }
        }
    }
    for mark in &site.symbols {
        gatherer.symbol(
            mark,
            "`.` for a cell, `#` for a wall, a digit for a clue, or the symbol of a piece",
            faults,
        );
    }
    for statement in statements {
        match &statement.kind {
            StatementKind::Place { kind, at } => gatherer.place(kind, at, faults),
            StatementKind::KeepEmpty(location) => gatherer.keep_empty(location, faults),
            StatementKind::Givens(pictures) if site.sound => {
                for mark in lay(pictures, &site.board, faults).unwrap_or_default() {
                    gatherer.given(&mark, faults);
                }
            }
            StatementKind::GivensFen(text) if site.sound => gatherer.fen(text, faults),
            _ => {}
        }
    }
    gatherer.facts
}

impl Gatherer<'_, '_> {
    fn place(&mut self, kind: &KindRef, at: &Location, faults: &mut ModelFaults) {
        let kind = self.army.single(kind, self.names, self.params, faults);
        for part in &at.parts {
            // Part by part, so that a conflict points at the cell and not at the whole list.
            let location = Location { parts: vec![part.clone()], span: part.span };
            if let (Some(cells), Some(kind)) = (self.locator().cells(&location, faults), kind) {
                if faults.spend_steps(ADD_STEPS * cells.len() as u64, part.span).is_none() {
                    return;
                }
                for cell in cells.iter() {
                    self.add(cell, Some(kind), part.span, faults);
                }
            }
        }
    }

    fn keep_empty(&mut self, location: &Location, faults: &mut ModelFaults) {
        for part in &location.parts {
            let single = Location { parts: vec![part.clone()], span: part.span };
            let Some(cells) = self.locator().cells(&single, faults) else { continue };
            if faults.spend_steps(ADD_STEPS * cells.len() as u64, part.span).is_none() {
                return;
            }
            for cell in cells.iter() {
                if !self.site.board.is_wall(cell) {
                    self.add(cell, None, part.span, faults);
                }
            }
        }
    }

    fn locator(&self) -> Locator<'_> {
        Locator::new(self.site, self.names, self.params)
    }

    fn given(&mut self, mark: &PictureCell, faults: &mut ModelFaults) {
        let wall = self.site.board.is_wall(mark.cell);
        match mark.mark {
            PictureMark::Character('.') => {}
            PictureMark::Character('#' | '-') if wall => {}
            PictureMark::Character('-') => self.add(mark.cell, None, mark.span, faults),
            PictureMark::Character(_) => {
                self.symbol(mark, "`.` for unknown, `-` for empty, or the symbol of a piece", faults);
            }
            PictureMark::Number(number) => self.member(mark, number, faults),
        }
    }

    /// Adds the member of a family that a number names.
    fn member(&mut self, mark: &PictureCell, number: i64, faults: &mut ModelFaults) {
        let army = self.army;
        let members = (0..army.families.len()).filter_map(|family| army.member(family, number));
        match members.collect::<Vec<_>>().as_slice() {
            [kind] => self.add(mark.cell, Some(*kind), mark.span, faults),
            found => {
                let kinds = found.iter().map(|k| army.kinds[k.index()].name.clone()).collect();
                faults.push(BoardError::GivenNumber { number, kinds }.at(mark.span));
            }
        }
    }

    /// Adds the pieces of a chess position. Its other squares stay unknown, as with `.` in a picture.
    fn fen(&mut self, text: &QuotedText, faults: &mut ModelFaults) {
        let start = text.span.start as usize;
        let at = |range: &Range<usize>| Span::new(text.span.source, start + range.start, start + range.end);
        if faults.spend_steps(self.site.board.len() as u64, text.span).is_none() {
            return;
        }
        match read_fen(&self.site.board, &self.army.kinds, &text.node) {
            Ok(pieces) => {
                for piece in pieces {
                    self.add(piece.cell, Some(piece.kind), at(&piece.range), faults);
                }
            }
            Err(found) => {
                for FenFault { message, help, range } in found {
                    faults.push(BoardError::Fen { message, help }.at(at(&range)));
                }
            }
        }
    }

    fn symbol(&mut self, mark: &PictureCell, allowed: &'static str, faults: &mut ModelFaults) {
        let PictureMark::Character(character) = mark.mark else {
            faults.push(mark.not_allowed(allowed));
            return;
        };
        match self.army.symbols.get(&character) {
            Some(&kind) => self.add(mark.cell, Some(kind), mark.span, faults),
            None if faults.is_full() => {}
            None => {
                let symbols = self.army.kinds.iter().map(|k| (k.symbol, k.name.clone())).collect();
                faults.push(BoardError::UnknownSymbol { character, allowed, symbols }.at(mark.span));
            }
        }
    }

    fn add(&mut self, cell: CellId, kind: Option<KindId>, span: Span, faults: &mut ModelFaults) {
        if !self.site.sound {
            return;
        }
        let name = || self.site.board.cell_name(cell);
        if faults.is_full() {
            return;
        }
        if self.site.board.is_wall(cell) {
            let wall = self.site.wall_span(cell);
            faults.push(BoardError::GivenOnWall { cell: name(), wall }.at(span));
            return;
        }
        if let Some(&(other, first)) = self.known.get(&cell) {
            if other != kind {
                let word = |k: Option<KindId>| k.map(|k| self.army.kinds[k.index()].name.clone());
                let (given, before) = (word(kind), word(other));
                faults.push(BoardError::GivenTwice { cell: name(), given, before, first }.at(span));
            }
            return;
        }
        if faults.spend_bytes(FACT_BYTES, span).is_none() {
            return;
        }
        self.known.insert(cell, (kind, span));
        self.facts.push(match kind {
            Some(kind) => Fact::Holds(cell, kind, span),
            None => Fact::Empty(cell, span),
        });
    }
}
