//! Locations: named sets of cells.

use super::class::Class;
use super::error::{BoardError, NameError, RuleError};
use super::faults::ModelFaults;
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use super::site::Site;
use crate::geometry::{Board, CellId, CellSet, Shape, Vector};
use crate::syntax::ast::{Axis, CellRef, ColumnRef, Condition, Expr, ExprKind, Location, LocationPart, Name};
use crate::text::Span;
use std::sync::Arc;

/// Resolver of locations to cells.
pub(super) struct Locator<'a> {
    pub(super) site: &'a Site,
    pub(super) names: &'a DeclaredNames,
    pub(super) params: &'a Parameters,
    /// Name of the scope's clue, which has no value in a location.
    pub(super) clue: Option<&'a str>,
    /// Names that the scopes bind, with their values at one place.
    pub(super) bound: &'a [(Arc<str>, i64)],
}

impl<'a> Locator<'a> {
    /// Creates a locator for statements without scopes.
    pub(super) fn new(site: &'a Site, names: &'a DeclaredNames, params: &'a Parameters) -> Self {
        Self { site, names, params, clue: None, bound: &[] }
    }

    /// Returns the cells of `location`, walls included.
    pub(super) fn cells(&self, location: &Location, faults: &mut ModelFaults) -> Option<CellSet> {
        // A set is stored in words of 64 cells.
        faults.spend_steps(self.site.board.len() as u64 / 64 + 1, location.span)?;
        let mut set = CellSet::empty(self.site.board.len());
        let mut sound = true;
        for part in &location.parts {
            if !matches!(part.node, LocationPart::Cell(_) | LocationPart::Rectangle(..)) {
                faults.spend_steps(self.steps(&part.node), part.span)?;
            }
            sound &= self.add(&part.node, part.span, &mut set, faults).is_some();
        }
        sound.then_some(set)
    }

    /// Returns the cell if `location` is a single cell.
    pub(super) fn single(&self, location: &Location, cells: &CellSet) -> Option<CellId> {
        match location.parts.as_slice() {
            [part] if matches!(part.node, LocationPart::Cell(_)) => cells.iter().next(),
            _ => None,
        }
    }

    /// Number of steps for scanning the board for `place`.
    fn steps(&self, place: &LocationPart) -> u64 {
        let each = if let LocationPart::Where(condition) = place { size(condition) } else { 1 };
        each.saturating_mul(self.site.board.len() as u64)
    }

    fn numbers(&self) -> Numbers<'_> {
        let (names, params) = (self.names, self.params);
        Numbers { names, params, coordinates: None, clue: self.clue, bound: self.bound }
    }

    fn add(
        &self,
        place: &LocationPart,
        span: Span,
        set: &mut CellSet,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let board = &self.site.board;
        match place {
            LocationPart::Cell(cell) => {
                if let Some(cell) = self.cell(cell, faults)? {
                    set.insert(cell);
                }
            }
            LocationPart::Rectangle(a, b) => {
                let (a, b) = (self.cell(a, faults), self.cell(b, faults));
                if let (Some(a), Some(b)) = (a?, b?) {
                    faults.spend_steps(self.rectangle_size(a, b), span)?;
                    self.add_rectangle(a, b, set);
                }
            }
            LocationPart::Row(number) => {
                let row = self.numbers().of(number, faults)?;
                self.add_line(row, Axis::Rows, number.span, set, faults)?;
            }
            LocationPart::Column(ColumnRef::Number(number)) => {
                let column = self.numbers().of(number, faults)?;
                self.add_line(column, Axis::Columns, number.span, set, faults)?;
            }
            LocationPart::Column(ColumnRef::Letters(letters)) => {
                let column = Board::column_number(&letters.node).map_or(i64::MAX, |n| i64::from(n) + 1);
                self.add_line(column, Axis::Columns, letters.span, set, faults)?;
            }
            LocationPart::Region(layer, region) => self.add_region(layer, region, set, faults)?,
            LocationPart::Clues(layer) => self.add_clues(layer.as_ref(), set, faults)?,
            LocationPart::Own(_) => return faults.none(RuleError::NeedsCell { word: "own" }.at(span)),
            LocationPart::Border => add_all(set, board.border()),
            LocationPart::Corners => add_all(set, board.corners()),
            LocationPart::Diagonal => {
                self.square("diagonal", span, faults)?;
                add_all(set, board.main_diagonal());
            }
            LocationPart::Antidiagonal => {
                self.square("antidiagonal", span, faults)?;
                add_all(set, board.main_antidiagonal());
            }
            LocationPart::Where(condition) => {
                for cell in board.cells() {
                    if self.holds(condition, cell, faults)? {
                        set.insert(cell);
                    }
                }
            }
        }
        Some(())
    }

    /// Resolves a cell. The outer `None` is an error; the inner `None` is a cell of a board that itself has an error.
    fn cell(&self, cell: &CellRef, faults: &mut ModelFaults) -> Option<Option<CellId>> {
        match cell {
            CellRef::Named(name) => self.named_cell(name, faults),
            CellRef::Numbers(numbers, span) => self.numbered_cell(numbers, *span, faults),
        }
    }

    fn named_cell(&self, name: &Name, faults: &mut ModelFaults) -> Option<Option<CellId>> {
        // On a board in space with a single layer, the layer's letter is allowed.
        let flat = self.site.in_space && !self.site.board.shape().is_spatial();
        let written = name.node.strip_prefix('A').filter(|_| flat).unwrap_or(&name.node);
        match self.site.board.cell_named(written) {
            Some(cell) => Some(Some(cell)),
            None if !self.site.sound => Some(None),
            None => faults.none(self.off_board(name.node.to_string()).at(name.span)),
        }
    }

    fn off_board(&self, cell: String) -> BoardError {
        let board = &self.site.board;
        let (columns, rows, _) = board.shape().extent();
        // The corner in the message is the last cell of the top row of the last layer.
        let last = board.cells().max_by_key(|&c| {
            let v = board.coordinate(c);
            (v.z, v.y, v.x)
        });
        let corner = last.map_or_else(String::new, |c| board.cell_name(c));
        BoardError::OffBoard { cell, columns, rows, corner }
    }

    fn numbered_cell(
        &self,
        numbers: &[Expr],
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Option<CellId>> {
        let values: Vec<Option<i64>> = numbers.iter().map(|n| self.numbers().of(n, faults)).collect();
        let values: Vec<i64> = values.into_iter().collect::<Option<_>>()?;
        if !self.site.sound {
            return Some(None);
        }
        let expected = if self.site.in_space { 3 } else { 2 };
        if values.len() != expected {
            return faults.none(BoardError::Dimensions { expected, found: values.len() }.at(span));
        }
        match self.at_numbers(&values) {
            Some(cell) => Some(Some(cell)),
            None => {
                let words: Vec<String> = values.iter().map(i64::to_string).collect();
                faults.none(self.off_board(format!("({})", words.join(", "))).at(span))
            }
        }
    }

    fn at_numbers(&self, values: &[i64]) -> Option<CellId> {
        let board = &self.site.board;
        let small = |n: i64| i32::try_from(n).ok().filter(|&n| n >= 1);
        let (x, y) = (small(values[0])?, small(values[1])?);
        if board.shape().is_hex() {
            let (columns, _, _) = board.shape().extent();
            if x as u32 > columns {
                return None;
            }
            return board.cell_named(&format!("{}{y}", Board::column_name(x as u32 - 1)));
        }
        let z = match (values.get(2), board.shape().is_spatial()) {
            (None, _) | (Some(1), false) => 0,
            (Some(&z), _) => small(z)?,
        };
        board.cell_at(Vector::new(x, y, z))
    }

    /// Number of cells of the rectangle, including cells off the board.
    fn rectangle_size(&self, a: CellId, b: CellId) -> u64 {
        let (a, b) = (self.site.board.coordinate(a), self.site.board.coordinate(b));
        let side = |a: i32, b: i32| u64::from(a.abs_diff(b)) + 1;
        side(a.x, b.x).saturating_mul(side(a.y, b.y)).saturating_mul(side(a.z, b.z))
    }

    fn add_rectangle(&self, a: CellId, b: CellId, set: &mut CellSet) {
        let board = &self.site.board;
        let (a, b) = (board.coordinate(a), board.coordinate(b));
        for x in a.x.min(b.x)..=a.x.max(b.x) {
            for y in a.y.min(b.y)..=a.y.max(b.y) {
                for z in a.z.min(b.z)..=a.z.max(b.z) {
                    if let Some(cell) = board.cell_at(Vector::new(x, y, z)) {
                        set.insert(cell);
                    }
                }
            }
        }
    }

    fn add_line(
        &self,
        number: i64,
        axis: Axis,
        span: Span,
        set: &mut CellSet,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        if !self.site.sound {
            return Some(());
        }
        let board = &self.site.board;
        let (columns, rows, _) = board.shape().extent();
        let limit = i64::from(if axis == Axis::Rows { rows } else { columns });
        if !(1..=limit).contains(&number) {
            return faults.none(BoardError::LineOffBoard { row: axis == Axis::Rows, limit }.at(span));
        }
        // Hexagons have their center at (0, 0), boxes their corner at (1, 1).
        let lowest = if board.shape().is_hex() { -(rows as i64 - 1) / 2 } else { 1 };
        let wanted = lowest + number - 1;
        for cell in board.cells() {
            let v = board.coordinate(cell);
            if i64::from(if axis == Axis::Rows { v.y } else { v.x }) == wanted {
                set.insert(cell);
            }
        }
        Some(())
    }

    fn add_clues(&self, layer: Option<&Name>, set: &mut CellSet, faults: &mut ModelFaults) -> Option<()> {
        let Some(name) = layer else {
            add_all(set, self.site.clues.iter().map(|c| c.0).collect());
            return Some(());
        };
        match self.site.clue_layers.iter().find(|l| l.name == name.node) {
            Some(layer) => add_all(set, layer.clues.iter().map(|c| c.0).collect()),
            // A declared layer with an error has already been reported.
            None if matches!(self.names.get(&name.node), Some((Class::ClueLayer, _))) => return None,
            None => {
                return faults.none(self.names.misuse(&name.node, &[Class::ClueLayer], &[]).at(name.span));
            }
        }
        Some(())
    }

    fn add_region(
        &self,
        layer: &Name,
        region: &Name,
        set: &mut CellSet,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let Some(found) = self.site.layer(&layer.node) else {
            // A declared layer with an error has already been reported.
            if matches!(self.names.get(&layer.node), Some((Class::Layer, _))) {
                return if self.site.sound { None } else { Some(()) };
            }
            return faults.none(self.names.misuse(&layer.node, &[Class::Layer], &[]).at(layer.span));
        };
        let Some(number) = found.regions.iter().position(|r| *r == region.node) else {
            return faults.none(
                NameError::UnknownRegion {
                    layer: found.name.clone(),
                    name: region.node.clone(),
                    declared: found.span,
                    known: found.regions.clone(),
                }
                .at(region.span),
            );
        };
        for cell in self.site.board.cells() {
            if found.of[cell.index()] == Some(number as u32) {
                set.insert(cell);
            }
        }
        Some(())
    }

    fn square(&self, what: &'static str, span: Span, faults: &mut ModelFaults) -> Option<()> {
        match self.site.board.shape() {
            Shape::Box { width, height, depth: 1, .. } if width == height => Some(()),
            _ => faults.none(BoardError::SquareBoardOnly { what }.at(span)),
        }
    }

    fn holds(&self, condition: &Condition, cell: CellId, faults: &mut ModelFaults) -> Option<bool> {
        match condition {
            Condition::Compare(a, relation, b) => {
                let coordinates = Some(cell_numbers(self.site, cell));
                let mut numbers = Numbers { coordinates, ..self.numbers() };
                let (a, b) = (numbers.of(a, faults), numbers.of(b, faults));
                Some(relation.holds(a?, b?))
            }
            Condition::And(a, b) => {
                let (a, b) = (self.holds(a, cell, faults), self.holds(b, cell, faults));
                Some(a? && b?)
            }
            Condition::Or(a, b) => {
                let (a, b) = (self.holds(a, cell, faults), self.holds(b, cell, faults));
                Some(a? || b?)
            }
            Condition::Not(a) => Some(!self.holds(a, cell, faults)?),
        }
    }
}

/// Number of numbers, operators and comparisons in a condition.
fn size(condition: &Condition) -> u64 {
    match condition {
        Condition::Compare(a, _, b) => 1 + terms(a) + terms(b),
        Condition::And(a, b) | Condition::Or(a, b) => 1 + size(a) + size(b),
        Condition::Not(a) => 1 + size(a),
    }
}

/// Number of numbers, names and operators in an expression.
fn terms(expr: &Expr) -> u64 {
    match &expr.kind {
        ExprKind::Neg(inner) => 1 + terms(inner),
        ExprKind::Binary(_, a, b) => 1 + terms(a) + terms(b),
        ExprKind::Call(_, arguments) => 1 + arguments.iter().map(terms).sum::<u64>(),
        _ => 1,
    }
}

fn add_all(set: &mut CellSet, cells: Vec<CellId>) {
    for cell in cells {
        set.insert(cell);
    }
}

/// Returns the coordinates of `cell` as written in `(x, y)`, with a third on boards with layers. On a hexagon, `y` counts
/// from the lowest cell of the column, as in the cell's name.
fn cell_numbers(site: &Site, cell: CellId) -> (i64, i64, Option<i64>) {
    let board = &site.board;
    let v = board.coordinate(cell);
    match board.shape() {
        Shape::Hex { edge } => {
            let e = edge as i32 - 1;
            let lowest = (-e).max(-e - v.x);
            (i64::from(v.x + e) + 1, i64::from(v.y - lowest) + 1, None)
        }
        // A single layer is layer 1; its board coordinate is 0.
        _ => (i64::from(v.x), i64::from(v.y), site.in_space.then_some(i64::from(v.z.max(1)))),
    }
}

/// Returns true if the location names the line or region of the scope's cell.
pub(super) fn names_own(location: &Location) -> bool {
    location.parts.iter().any(|p| matches!(p.node, LocationPart::Own(_)))
}

/// Returns true if the location uses one of `names` as a number.
pub(super) fn uses(location: &Location, names: &[Name]) -> bool {
    let expr = |e: &Expr| expr_uses(e, names);
    let cell = |c: &CellRef| matches!(c, CellRef::Numbers(numbers, _) if numbers.iter().any(expr));
    location.parts.iter().any(|part| match &part.node {
        LocationPart::Cell(a) => cell(a),
        LocationPart::Rectangle(a, b) => cell(a) || cell(b),
        LocationPart::Row(number) | LocationPart::Column(ColumnRef::Number(number)) => expr(number),
        LocationPart::Where(condition) => condition_uses(condition, names),
        LocationPart::Column(ColumnRef::Letters(_))
        | LocationPart::Region(..)
        | LocationPart::Border
        | LocationPart::Corners
        | LocationPart::Diagonal
        | LocationPart::Antidiagonal
        | LocationPart::Clues(_)
        | LocationPart::Own(_) => false,
    })
}

fn condition_uses(condition: &Condition, names: &[Name]) -> bool {
    match condition {
        Condition::Compare(a, _, b) => expr_uses(a, names) || expr_uses(b, names),
        Condition::And(a, b) | Condition::Or(a, b) => condition_uses(a, names) || condition_uses(b, names),
        Condition::Not(a) => condition_uses(a, names),
    }
}

fn expr_uses(expr: &Expr, names: &[Name]) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => names.iter().any(|n| n.node == *name),
        ExprKind::Neg(inner) => expr_uses(inner, names),
        ExprKind::Binary(_, a, b) => expr_uses(a, names) || expr_uses(b, names),
        ExprKind::Call(_, arguments) => arguments.iter().any(|a| expr_uses(a, names)),
        _ => false,
    }
}
