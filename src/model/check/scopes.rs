//! Scopes: the places for which a rule is expanded.
//!
//! Scopes over sets of cells are intersected; an empty intersection is a place like any other (`count … = 1` fails there).
//! A scope over cells runs over the cells of that intersection only. A rule may have at most one scope over cells.

use super::army::{Bound, Meaning, unknown_kind};
use super::class::Class;
use super::compiler::{Area, Compiler, LineFamily};
use super::error::{BoardError, NameError, NumberError, PieceError, RuleError};
use super::expressions::Variables;
use super::faults::ModelFaults;
use super::groups::GroupNode;
use super::limits::{MAX_INSTANCES, MAX_LINE_STEPS};
use super::numbers::Numbers;
use crate::geometry::CellId;
use crate::model::{KindSet, RouteId};
use crate::syntax::ast::{Expr, KindRef, Name, Scope, ScopeVariable};
use crate::text::{Span, Spanned};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CellScope {
    /// Every cell that is not a wall.
    All,
    /// Every empty cell that is not a wall.
    Empty,
    /// Every cell covered by a piece of one of these kinds.
    Occupied(KindSet),
    /// The cells with a clue in the board picture, or in a layer.
    Clues(Option<usize>),
}

/// Resolved scopes of a rule.
#[derive(Default)]
pub(super) struct Scopes {
    /// Product of the sets of cells; `None` if no scope is a set.
    pub(super) areas: Option<Vec<Area>>,
    /// The cell named by a scope such as `in a1`.
    pub(super) single: Option<CellId>,
    /// Scope over the cells within each area.
    pub(super) cells: Option<CellScope>,
    /// Range of each kind variable.
    pub(super) kinds: Vec<Vec<Bound>>,
    /// Groups for each of which the rule holds.
    pub(super) groups: Option<GroupNode>,
    /// Names bound by the scopes.
    pub(super) variables: Variables,
    cell_span: Option<Span>,
    /// True if there is a scope over cells, even with an error.
    promised: bool,
    sets: usize,
}

impl Compiler<'_, '_> {
    /// Resolves the scopes of a rule. The flag is true if none has an error.
    pub(super) fn scopes(&mut self, written: &[Spanned<Scope>], faults: &mut ModelFaults) -> (Scopes, bool) {
        let mut scopes = Scopes::default();
        let mut sound = true;
        for (at, scope) in written.iter().enumerate() {
            sound &= match (&scope.node, written.get(at + 1)) {
                (Scope::Groups(_), Some(next)) => {
                    faults.push(RuleError::GroupsNotLast { next: next.span }.at(scope.span));
                    false
                }
                _ => self.scope(&scope.node, scope.span, &mut scopes, faults).is_some(),
            };
        }
        if scopes.sets != 1 || scopes.cells.is_some() {
            scopes.single = None;
        }
        scopes.variables.cell = scopes.cells.is_some() || scopes.single.is_some() || scopes.promised;
        if scopes.variables.in_group {
            scopes.single = None;
            scopes.variables.cell = false;
        }
        (scopes, sound)
    }

    fn scope(
        &mut self,
        scope: &Scope,
        span: Span,
        scopes: &mut Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        match scope {
            Scope::Rows => self.narrow_to(&[LineFamily::Rows], span, scopes, faults),
            Scope::Columns => self.narrow_to(&[LineFamily::Columns], span, scopes, faults),
            Scope::Diagonals { falling, rising } => {
                self.not_hex("diagonals", span, faults)?;
                let both = [(*falling, LineFamily::Falling), (*rising, LineFamily::Rising)];
                let wanted: Vec<LineFamily> = both.iter().filter(|b| b.0).map(|b| b.1).collect();
                self.narrow_to(&wanted, span, scopes, faults)
            }
            Scope::Windows(sides) => {
                let lines = self.window(sides, span, faults)?;
                self.narrow_to(&[lines], span, scopes, faults)
            }
            Scope::StraightLines => {
                self.affordable_lines(span, faults)?;
                self.narrow_to(&[LineFamily::Straight], span, scopes, faults)
            }
            Scope::Cells => cell_scope(CellScope::All, span, scopes, faults),
            Scope::EmptyCells => cell_scope(CellScope::Empty, span, scopes, faults),
            Scope::Groups(groups) => {
                // The rule is about groups even if they have an error.
                scopes.variables.in_group = true;
                let node = self.group_node(groups, &scopes.variables, faults);
                if let Some(cells) = scopes.cell_span {
                    return faults.none(RuleError::CellsAndGroups { cells }.at(span));
                }
                scopes.groups = Some(node?);
                Some(())
            }
            Scope::Pieces => {
                let all = KindSet::all(self.army.kinds.len());
                cell_scope(CellScope::Occupied(all), span, scopes, faults)
            }
            Scope::Clues(variable) => {
                // A variable with an error is still declared, so its uses cause no further errors.
                let mut sound = Some(());
                if let Some(name) = variable {
                    sound = self.new_variable(name, Class::ClueNumber, scopes, faults);
                    scopes.variables.clue = Some(name.clone());
                }
                cell_scope(CellScope::Clues(None), span, scopes, faults).and(sound)
            }
            Scope::Kinds(variable) => {
                let all = self.army.declared_kinds().map(Bound::Kind).collect();
                self.run_over(variable, all, false, scopes, faults)
            }
            Scope::Named(reference, variable) => {
                self.named_scope(reference, variable.as_ref(), span, scopes, faults)
            }
            Scope::In(location) => {
                let (area, single) = self.location(location, None, faults)?;
                scopes.single = single;
                self.intersect(vec![area], span, scopes, faults)
            }
        }
    }

    fn named_scope(
        &mut self,
        reference: &KindRef,
        variable: Option<&ScopeVariable>,
        span: Span,
        scopes: &mut Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let name = &reference.name;
        if let Some((Class::ClueLayer, _)) = self.names.get(&name.node) {
            return self.clue_scope(reference, variable, span, scopes, faults);
        }
        if let Some((Class::Layer, declared)) = self.names.get(&name.node) {
            if let Some(variable) = variable {
                let layer = name.node.clone();
                return faults.none(RuleError::LayerVariable { layer, declared }.at(variable.name.span));
            }
            if let Some(index) = &reference.index {
                let (name, span) = (name.node.clone(), index.span);
                return faults.none(PieceError::NotAFamily { name, declared }.at(span));
            }
            // A layer with an error is not in the site.
            let layer = self.site.layers.iter().position(|l| l.name == name.node)?;
            return self.narrow_to(&[LineFamily::Layer(layer)], span, scopes, faults);
        }
        if let (None, Some(i)) = (variable, scopes.variables.kinds.iter().position(|v| v.node == name.node)) {
            let declared = scopes.variables.kinds[i].span;
            let name = name.node.clone();
            return faults.none(RuleError::VariableScope { name, declared }.at(reference.span));
        }
        if let (Some(variable), true) = (variable, self.names_route(reference, &scopes.variables)) {
            let routes = self.scope_routes(reference, variable, faults);
            let range = routes.iter().flatten().map(|&r| Bound::Route(r)).collect();
            let run = self.run_over(&variable.name, range, false, scopes, faults);
            return routes.and(run);
        }
        let mut kinds = self.scope_kinds(reference, faults);
        match variable {
            Some(variable) => {
                let is_family = matches!(self.army.meaning(&name.node), Some(Meaning::Family(_)));
                if let Some((from, to)) = &variable.range {
                    kinds = kinds.and_then(|kinds| self.members(name, &kinds, is_family, (from, to), faults));
                }
                // An unknown name may be a layer of clues, whose numbers are used as values and whose scopes are cells.
                let is_unknown = self.army.meaning(&name.node).is_none();
                scopes.promised |= is_unknown;
                let is_family = is_family || is_unknown;
                // The variable is declared even if its range has an error.
                let range = kinds.iter().flat_map(KindSet::iter).map(Bound::Kind).collect();
                let run = self.run_over(&variable.name, range, is_family, scopes, faults);
                kinds.and(run)
            }
            None => {
                scopes.promised = true;
                cell_scope(CellScope::Occupied(kinds?), span, scopes, faults)
            }
        }
    }

    /// `each NAME c`: the cells with a clue in a layer.
    fn clue_scope(
        &mut self,
        reference: &KindRef,
        variable: Option<&ScopeVariable>,
        span: Span,
        scopes: &mut Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let name = &reference.name;
        if let Some(index) = &reference.index {
            let declared = self.names.get(&name.node).map_or(span, |n| n.1);
            return faults.none(PieceError::NotAFamily { name: name.node.clone(), declared }.at(index.span));
        }
        let mut sound = Some(());
        if let Some(variable) = variable {
            sound = self.new_variable(&variable.name, Class::ClueNumber, scopes, faults);
            scopes.variables.clue = Some(variable.name.clone());
            if let Some((from, to)) = &variable.range {
                let name = name.node.clone();
                sound = faults.none(RuleError::RangeWithoutFamily { name }.at(from.span.to(to.span)));
            }
        }
        scopes.promised = true;
        // A layer with an error, or of a spec without a board, is not in the site.
        let layer = self.site.clue_layers.iter().position(|l| l.name == name.node)?;
        cell_scope(CellScope::Clues(Some(layer)), span, scopes, faults).and(sound)
    }

    /// Returns the members of a family whose values are in a range.
    fn members(
        &mut self,
        family: &Name,
        kinds: &KindSet,
        is_family: bool,
        (from, to): (&Expr, &Expr),
        faults: &mut ModelFaults,
    ) -> Option<KindSet> {
        if !is_family {
            let name = family.node.clone();
            return faults.none(RuleError::RangeWithoutFamily { name }.at(from.span.to(to.span)));
        }
        let mut numbers = Numbers::new(self.names, self.params);
        let (low, high) = (numbers.of(from, faults), numbers.of(to, faults));
        let range = low?..=high?;
        Some(KindSet::new(kinds.iter().filter(|&k| range.contains(&self.value_of(k)))))
    }

    /// Returns the routes over which a variable runs.
    fn scope_routes(
        &mut self,
        reference: &KindRef,
        variable: &ScopeVariable,
        faults: &mut ModelFaults,
    ) -> Option<Vec<RouteId>> {
        let mut routes = self.route_set(reference, &Variables::default(), faults)?.fixed;
        if let Some((from, to)) = &variable.range {
            let mut numbers = Numbers::new(self.names, self.params);
            let (low, high) = (numbers.of(from, faults), numbers.of(to, faults));
            let range = low?..=high?;
            let number = |r: &RouteId| self.army.routes[r.index()].family.as_ref().map(|f| f.1);
            if routes.iter().any(|r| number(r).is_none()) {
                let name = reference.name.node.clone();
                return faults.none(RuleError::RangeWithoutFamily { name }.at(from.span.to(to.span)));
            }
            routes.retain(|r| number(r).is_some_and(|n| range.contains(&n)));
        }
        Some(routes)
    }

    fn scope_kinds(&mut self, reference: &KindRef, faults: &mut ModelFaults) -> Option<KindSet> {
        let name = &reference.name;
        match (self.army.meaning(&name.node), &reference.index) {
            (Some(meaning), None) => Some(self.army.kinds_of(meaning)),
            (Some(Meaning::Route(_) | Meaning::RouteFamily(_)), Some(_)) => {
                let set = self.route_set(reference, &Variables::default(), faults)?;
                let pieces = set.fixed.iter().flat_map(|&r| self.army.line_pieces(r, None));
                Some(KindSet::new(pieces))
            }
            (Some(Meaning::Kind(_) | Meaning::Family(_)), Some(_)) => {
                let (names, params) = (self.names, self.params);
                self.army.single(reference, names, params, faults).map(|k| KindSet::new([k]))
            }
            (None, _) => faults.none(self.unknown_scope(&name.node).at(name.span)),
        }
    }

    /// Returns the error for a name that is not a scope.
    fn unknown_scope(&self, name: &Arc<str>) -> NameError {
        match unknown_kind(name, self.names) {
            NameError::Unknown { name, mut known, .. } => {
                known.extend(self.names.of_classes(&[Class::Layer, Class::ClueLayer]));
                known.extend(
                    ["row", "column", "diagonal", "window", "cell", "piece", "kind", "clue"].map(Arc::from),
                );
                NameError::Unknown { class: Class::Scope, name, known }
            }
            NameError::WrongClass { name, class, declared, .. } => {
                NameError::WrongClass { name, class, wanted: Class::Scope, declared }
            }
            other => other,
        }
    }

    fn run_over(
        &mut self,
        variable: &Name,
        range: Vec<Bound>,
        valued: bool,
        scopes: &mut Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let sound = self.new_variable(variable, Class::Variable, scopes, faults);
        scopes.variables.kinds.push(variable.clone());
        scopes.variables.valued.push(valued);
        scopes.variables.routes.push(range.iter().any(|b| b.route().is_some()));
        scopes.kinds.push(range);
        sound
    }

    fn new_variable(
        &self,
        name: &Name,
        class: Class,
        scopes: &Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        if matches!(&*name.node, "x" | "y") {
            return faults.none(NameError::Reserved { name: name.node.clone() }.at(name.span));
        }
        let own = scopes.variables.kinds.iter().chain(&scopes.variables.clue).find(|v| v.node == name.node);
        let taken = match own {
            Some(variable) => Some((Class::Variable, variable.span)),
            None => self.names.get(&name.node),
        };
        match taken {
            None => Some(()),
            Some((other, first)) => faults
                .none(NameError::Duplicate { name: name.node.clone(), class, other, first }.at(name.span)),
        }
    }

    fn not_hex(&self, what: &str, span: Span, faults: &mut ModelFaults) -> Option<()> {
        if self.site.sound && self.site.board.shape().is_hex() {
            return faults.none(BoardError::SquaresOnly { what: format!("a scope over {what}") }.at(span));
        }
        Some(())
    }

    fn window(&mut self, sides: &[Expr], span: Span, faults: &mut ModelFaults) -> Option<LineFamily> {
        let mut numbers = Numbers::new(self.names, self.params);
        let values: Vec<Option<i64>> = sides.iter().map(|s| numbers.of(s, faults)).collect();
        let values: Vec<i64> = values.into_iter().collect::<Option<_>>()?;
        if !self.site.sound {
            return Some(LineFamily::Windows([1; 3]));
        }
        self.not_hex("windows", span, faults)?;
        let spatial = self.site.in_space;
        if values.len() != 2 && !(spatial && values.len() == 3) {
            let expected = if spatial { 3 } else { 2 };
            return faults.none(BoardError::Dimensions { expected, found: values.len() }.at(span));
        }
        let mut window = [1; 3];
        for ((side, &value), expr) in window.iter_mut().zip(&values).zip(sides) {
            if value < 1 {
                return faults.none(BoardError::SideTooShort { length: value }.at(expr.span));
            }
            *side = u32::try_from(value).unwrap_or(u32::MAX);
        }
        let steps = window.iter().fold(self.site.board.len() as u64, |n, &s| n.saturating_mul(s.into()));
        let (w, h, d) = self.site.board.shape().extent();
        let fits = window[0] <= w && window[1] <= h && window[2] <= d;
        if fits && steps > MAX_LINE_STEPS {
            return faults
                .none(NumberError::LinesTooLong { what: "windows", limit: MAX_LINE_STEPS }.at(span));
        }
        Some(LineFamily::Windows(window))
    }

    fn narrow_to(
        &mut self,
        lines: &[LineFamily],
        span: Span,
        scopes: &mut Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let mut all = Vec::new();
        for &lines in lines {
            all.extend_from_slice(&self.line_areas(lines, span, faults)?);
        }
        self.intersect(all, span, scopes, faults)
    }

    /// Replaces the areas so far by their product with `more`.
    fn intersect(
        &mut self,
        more: Vec<Area>,
        span: Span,
        scopes: &mut Scopes,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        scopes.sets += 1;
        let Some(known) = scopes.areas.take() else {
            scopes.areas = Some(more);
            return Some(());
        };
        if (known.len() as u64).saturating_mul(more.len() as u64) > MAX_INSTANCES {
            return faults
                .none(NumberError::TooMany { what: "rule instances", limit: MAX_INSTANCES }.at(span));
        }
        let size = known.len() * more.len();
        self.affords_sets(size as u64, span, faults)?;
        let mut product = Vec::with_capacity(size);
        for a in &known {
            for b in &more {
                product.push(self.intersection(a, b, span, faults)?);
            }
        }
        scopes.areas = Some(product);
        Some(())
    }
}

fn cell_scope(cells: CellScope, span: Span, scopes: &mut Scopes, faults: &mut ModelFaults) -> Option<()> {
    if let (Some(_), Some(first)) = (&scopes.cells, scopes.cell_span) {
        return faults.none(RuleError::TwoCells { first }.at(span));
    }
    scopes.cells = Some(cells);
    scopes.cell_span = Some(span);
    Some(())
}
