//! Statements for setters: `vary` and `intended`. They are checked, but no solution depends on them.

use super::class::Class;
use super::compiler::Compiler;
use super::error::{BoardError, NameError, RuleError};
use super::expressions::Variables;
use super::faults::ModelFaults;
use super::numbers::Numbers;
use super::pictures::{PictureCell, PictureMark, lay};
use crate::geometry::CellId;
use crate::model::{CellContents, Intended, KindId, KindSet, Vary};
use crate::syntax::ast::{Expr, Name, Picture, PieceSet, Statement, StatementKind, Varied};
use crate::text::{Span, Spanned};

/// Memory per cell of the intended solution.
const CELL_BYTES: u64 = 8;
/// Characters allowed in the intended solution.
const ALLOWED: &str = "`.` or `-` for empty, or the symbol of a piece";

impl Compiler<'_, '_> {
    /// Returns the parts that `puzzle make` chooses.
    pub(super) fn varies(
        &mut self,
        statements: &[Statement],
        faults: &mut ModelFaults,
    ) -> Vec<Spanned<Vary>> {
        let mut found: Vec<Spanned<Vary>> = Vec::new();
        for statement in statements {
            let (StatementKind::Vary(varied), span) = (&statement.kind, statement.span) else { continue };
            if !self.site.sound {
                break;
            }
            let Some(vary) = self.varied(varied, span, statements, faults) else { continue };
            let walls = |v: &Vary| matches!(v, Vary::Walls(_));
            match found.iter().find(|f| walls(&f.node) && walls(&vary)) {
                Some(first) => {
                    faults.push(NameError::Twice { statement: "vary walls", first: first.span }.at(span));
                }
                None => found.push(Spanned::new(vary, span)),
            }
        }
        found
    }

    fn varied(
        &mut self,
        varied: &Varied,
        span: Span,
        statements: &[Statement],
        faults: &mut ModelFaults,
    ) -> Option<Vary> {
        Some(match varied {
            Varied::Givens { of, pattern } => {
                let of = self.given_contents(of.as_ref(), faults);
                let pattern = self.symmetries(pattern, faults);
                Vary::Givens { of: of?, pattern: pattern? }
            }
            Varied::Clues(None) => {
                let listed = statements.iter().any(|s| is_list(&s.kind));
                if !listed && self.site.clue_layers.is_empty() && self.site.clue_mode.is_none() {
                    return faults.none(RuleError::NothingToVary { what: "clues" }.at(span));
                }
                Vary::Clues(None)
            }
            Varied::Clues(Some(name)) => self.varied_clues(name, statements, faults)?,
            Varied::Regions { layer, sizes, scattered } => {
                let layer = self.varied_layer(layer.as_ref(), span, faults);
                let sizes = match sizes {
                    None => None,
                    Some(range) => Some(self.region_sizes(range, faults)?),
                };
                Vary::Regions { layer: layer?, sizes, scattered: *scattered }
            }
            Varied::Walls(number) => {
                let most = self.site.board.len() as i64;
                let number = match number {
                    None => None,
                    Some(expr) => Some(self.varied_number(expr, "walls", most, faults)?),
                };
                Vary::Walls(number.map(|n| n as u64))
            }
        })
    }

    /// The pieces that may be given; those of routes are drawn as lines, and only named ones are given.
    fn given_contents(&mut self, of: Option<&PieceSet>, faults: &mut ModelFaults) -> Option<CellContents> {
        let Some(set) = of else {
            let placed = |k: &KindId| self.army.kinds[k.index()].line.is_none();
            let kinds = KindSet::new(KindSet::all(self.army.kinds.len()).iter().filter(placed));
            return Some(CellContents { kinds, empty: false });
        };
        let pieces = self.pieces(set, &Variables::default(), faults)?;
        Some(CellContents { kinds: KindSet::new(pieces.fixed), empty: pieces.empty })
    }

    fn varied_clues(
        &mut self,
        name: &Name,
        statements: &[Statement],
        faults: &mut ModelFaults,
    ) -> Option<Vary> {
        let vary = Vary::Clues(Some(name.node.clone()));
        if self.site.clue_layers.iter().any(|l| l.name == name.node) {
            return Some(vary);
        }
        let listed = |s: &Statement| match &s.kind {
            StatementKind::RegionList { layer, .. } => layer.node == name.node,
            _ => false,
        };
        match self.names.get(&name.node) {
            // A layer with an error has already been reported.
            Some((Class::ClueLayer, _)) => None,
            _ if statements.iter().any(listed) => Some(vary),
            Some((Class::Layer, _)) => faults.none(RuleError::NothingToVary { what: "clues" }.at(name.span)),
            _ => faults.none(self.names.misuse(&name.node, &[Class::ClueLayer], &[]).at(name.span)),
        }
    }

    fn varied_layer(&self, name: Option<&Name>, span: Span, faults: &mut ModelFaults) -> Option<usize> {
        let layers = &self.site.layers;
        match name {
            Some(name) => self.layer(name, faults),
            None => match layers.iter().position(|l| &*l.name == "region") {
                Some(layer) => Some(layer),
                None if layers.len() == 1 => Some(0),
                None if layers.is_empty() => {
                    faults.none(RuleError::NothingToVary { what: "regions" }.at(span))
                }
                None => {
                    let layers = layers.iter().map(|l| l.name.clone()).collect();
                    faults.none(RuleError::WhichRegions { layers }.at(span))
                }
            },
        }
    }

    fn region_sizes(&self, (from, to): &(Expr, Expr), faults: &mut ModelFaults) -> Option<(i64, i64)> {
        let most = self.site.board.len() as i64;
        let mut number = |expr| self.varied_number(expr, "cells", most, faults);
        let (least, greatest) = (number(from), number(to));
        let (least, greatest) = (least?, greatest?);
        if least > greatest {
            let span = from.span.to(to.span);
            return faults.none(RuleError::EmptyRange { from: least, to: greatest }.at(span));
        }
        Some((least, greatest))
    }

    fn varied_number(
        &self,
        expr: &Expr,
        what: &'static str,
        most: i64,
        faults: &mut ModelFaults,
    ) -> Option<i64> {
        let number = Numbers::new(self.names, self.params).of(expr, faults)?;
        if !(1..=most).contains(&number) {
            return faults.none(RuleError::VariedNumber { what, number, most }.at(expr.span));
        }
        Some(number)
    }

    /// Returns the solution that the author intends.
    pub(super) fn intended(
        &mut self,
        statements: &[Statement],
        faults: &mut ModelFaults,
    ) -> Option<Spanned<Intended>> {
        let mut found: Option<Spanned<Intended>> = None;
        for statement in statements {
            let StatementKind::Intended(pictures) = &statement.kind else { continue };
            match &found {
                _ if !self.site.sound => {}
                Some(first) => {
                    let twice = NameError::Twice { statement: "intended", first: first.span };
                    faults.push(twice.at(statement.span));
                }
                None => {
                    let cells = self.intended_cells(pictures, faults);
                    found = Some(Spanned::new(cells, statement.span));
                }
            }
        }
        found
    }

    fn intended_cells(&self, pictures: &[Picture], faults: &mut ModelFaults) -> Intended {
        let board = &self.site.board;
        let mut cells: Intended = Vec::new();
        for mark in lay(pictures, board, faults).unwrap_or_default() {
            let wall = board.is_wall(mark.cell);
            match mark.mark {
                PictureMark::Character('.' | '-') => {}
                PictureMark::Character('#') if wall => {}
                // A clue may be drawn on its wall.
                PictureMark::Character('0'..='9') | PictureMark::Number(_) if wall => {}
                _ => match self.intended_kind(&mark) {
                    Ok(_) if wall => {
                        let (cell, wall) = (board.cell_name(mark.cell), self.site.wall_span(mark.cell));
                        faults.push(BoardError::GivenOnWall { cell, wall }.at(mark.span));
                    }
                    Ok(kind) => cells.push((mark.cell, kind)),
                    Err(error) => faults.push(error.at(mark.span)),
                },
            }
        }
        if let Some(picture) = pictures.first() {
            let _ = faults.spend_bytes(CELL_BYTES * cells.len() as u64, picture.span);
        }
        cells.sort_unstable_by_key(|c: &(CellId, KindId)| c.0);
        cells
    }

    fn intended_kind(&self, mark: &PictureCell) -> Result<KindId, BoardError> {
        match mark.mark {
            PictureMark::Character(character) => {
                self.army.symbols.get(&character).copied().ok_or_else(|| {
                    let kinds = self.army.kinds.iter().filter(|k| k.line.is_none());
                    let symbols = kinds.map(|k| (k.symbol, k.name.clone())).collect();
                    BoardError::UnknownSymbol { character, allowed: ALLOWED, symbols }
                })
            }
            PictureMark::Number(number) => {
                let families = 0..self.army.families.len();
                let members: Vec<KindId> =
                    families.filter_map(|family| self.army.member(family, number)).collect();
                match members.as_slice() {
                    [kind] => Ok(*kind),
                    found => {
                        let kinds = found.iter().map(|k| self.army.kinds[k.index()].name.clone()).collect();
                        Err(BoardError::GivenNumber { number, kinds })
                    }
                }
            }
        }
    }
}

fn is_list(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::ClueList { .. }
            | StatementKind::Runs { .. }
            | StatementKind::SideList { .. }
            | StatementKind::RegionList { .. }
    )
}
