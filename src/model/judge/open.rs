//! Kinds that may still be added on each cell: the configs of R. K. W. Hui's essay on queens and knights (Vector 21.3), for
//! every rule that limits attacks from above. A rule that requires more attacks (`attackers >= 1`) forbids nothing, since
//! later pieces may satisfy it.

use super::filled::FilledBoard;
use crate::geometry::{CellId, Mode, Vector};
use crate::model::{
    CoveredCells, Diagram, Instance, KindId, KindSet, LinearExpr, Model, Placement, Relation, RuleBody,
    Shapes, Term,
};

/// Returns, for each cell, the kinds that could be added there without breaking a rule about attacks, given the pieces placed
/// (blocking included). `None` for walls and occupied cells.
///
/// A kind may be added if the board then has no new forbidden attack and breaks no further limit on numbers of attacks or
/// attackers (`each piece: attackers <= 1`). A tile may be added on a cell if one of its placements that cover the cell may.
pub fn open_kinds(model: &Model, diagram: &Diagram) -> Vec<Option<KindSet>> {
    let mut pairs: Vec<(KindId, KindId)> = Vec::new();
    for rule in &model.rules {
        if let RuleBody::NoAttacks(forbidden) = &rule.body {
            pairs.extend(forbidden);
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let filled = FilledBoard::new(model, diagram);
    let mut open: Vec<Option<Vec<KindId>>> =
        model.board.cells().map(|c| filled.is_empty(c).then(Vec::new)).collect();
    let mut limits = AttackLimits::new(model, diagram);
    let mut trial = Trial::new(filled, &pairs);
    for kind in (0..model.kinds.len()).map(|k| KindId(k as u16)) {
        for cell in model.board.open_cells() {
            for piece in placements(model, kind, cell) {
                let wanted = |c: &CellId| open[c.index()].as_ref().is_some_and(|k| k.last() != Some(&kind));
                if piece.cells.iter().any(wanted) && trial.allows(&piece) && limits.allow(&piece) {
                    for cell in &piece.cells {
                        if let Some(kinds) = &mut open[cell.index()]
                            && kinds.last() != Some(&kind)
                        {
                            kinds.push(kind);
                        }
                    }
                }
            }
        }
    }
    open.into_iter().map(|kinds| kinds.map(KindSet::new)).collect()
}

/// Returns the placements of `kind` with the first vector of a shape on `cell`.
fn placements(model: &Model, kind: KindId, cell: CellId) -> Vec<Placement> {
    let Shapes::Tile(orientations) = &model.kind(kind).shapes else {
        return vec![Placement::point(kind, cell)];
    };
    let place = |shape: &Vec<Vector>| {
        let anchor = *shape.first()?;
        let cells: Option<CoveredCells> = shape.iter().map(|&v| model.board.step(cell, v - anchor)).collect();
        let mut cells = cells?;
        cells.sort_unstable();
        cells.windows(2).all(|w| w[0] != w[1]).then_some(Placement { kind, cells })
    };
    orientations.iter().filter_map(place).collect()
}

/// Upper limits on numbers of attacks.
struct AttackLimits<'a> {
    model: &'a Model,
    diagram: &'a Diagram,
    /// Limits in the form `left <= 0`.
    limits: Vec<Instance>,
    /// For each limit, true if it currently holds.
    kept: Vec<bool>,
}

impl<'a> AttackLimits<'a> {
    fn new(model: &'a Model, diagram: &'a Diagram) -> Self {
        let instances = model.rules.iter().flat_map(|rule| match &rule.body {
            RuleBody::Compare(instances) => instances.as_slice(),
            _ => &[],
        });
        let limits: Vec<Instance> = instances.filter_map(limit).collect();
        let mut filled = FilledBoard::new(model, diagram);
        let kept = limits.iter().map(|l| filled.holds(l)).collect();
        Self { model, diagram, limits, kept }
    }

    /// Returns true if adding `piece` breaks no limit that currently holds.
    fn allow(&mut self, piece: &Placement) -> bool {
        if self.limits.is_empty() {
            return true;
        }
        let diagram = Diagram::new(self.diagram.placements().iter().cloned().chain([piece.clone()]));
        let mut filled = FilledBoard::new(self.model, &diagram);
        self.limits.iter().zip(&self.kept).all(|(limit, kept)| !kept || filled.holds(limit))
    }
}

/// Returns the upper limit that a comparison sets on a number of attacks, if any.
fn limit(instance: &Instance) -> Option<Instance> {
    let LinearExpr { terms, constant } = &instance.left;
    if terms.is_empty()
        || !terms.iter().all(|(_, t)| matches!(t, Term::Attackers { .. } | Term::Attacks { .. }))
    {
        return None;
    }
    let sign = if terms.iter().all(|(c, _)| *c >= 0) {
        1
    } else if terms.iter().all(|(c, _)| *c <= 0) {
        -1
    } else {
        return None;
    };
    // Upper bounds on a nonnegative combination or, with the signs reversed, lower bounds on a nonpositive one.
    let strict = match (instance.relation, sign) {
        (Relation::Le | Relation::Eq, 1) | (Relation::Ge | Relation::Eq, -1) => 0,
        (Relation::Lt, 1) | (Relation::Gt, -1) => 1,
        _ => return None,
    };
    let terms = terms.iter().map(|(c, t)| Some((c.checked_mul(sign)?, t.clone()))).collect::<Option<_>>()?;
    let constant = constant.checked_mul(sign)?.checked_add(strict)?;
    let left = LinearExpr { terms, constant };
    Some(Instance { guard: instance.guard.clone(), left, relation: Relation::Le })
}

/// Filled board on which additions are tested.
struct Trial<'a> {
    filled: FilledBoard<'a>,
    pairs: &'a [(KindId, KindId)],
    /// For each kind, the kinds that must not attack it.
    enemies: Vec<KindSet>,
    /// True if an added piece may create attacks between others (as a hurdle), or if there are tiles.
    hurdles: bool,
}

impl<'a> Trial<'a> {
    fn new(filled: FilledBoard<'a>, pairs: &'a [(KindId, KindId)]) -> Self {
        let kinds = 0..filled.model.kinds.len();
        let enemies = kinds
            .map(|k| KindSet::new(pairs.iter().filter(|(_, attacked)| attacked.index() == k).map(|p| p.0)))
            .collect();
        let hopper = |mode: Mode| matches!(mode, Mode::Cannon | Mode::Grasshopper);
        let hurdles = filled
            .model
            .kinds
            .iter()
            .any(|k| k.movement.rays().iter().any(|r| hopper(r.mode)) || k.shapes != Shapes::Point);
        Self { filled, pairs, enemies, hurdles }
    }

    /// Returns true if `piece` can be added without a new forbidden attack.
    fn allows(&mut self, piece: &Placement) -> bool {
        if piece.cells.iter().any(|&c| !self.filled.is_empty(c)) {
            return false;
        }
        if self.hurdles { self.allows_literally(piece) } else { self.allows_on(piece.kind, piece.cells[0]) }
    }

    /// Fast test without hurdles: only attacks on and by the new piece are new, and those on it do not depend on it.
    fn allows_on(&mut self, kind: KindId, cell: CellId) -> bool {
        let enemies = std::mem::take(&mut self.enemies[kind.index()]);
        let attacked = self.filled.attackers(&enemies, cell) > 0;
        self.enemies[kind.index()] = enemies;
        let mut attacks = false;
        let (filled, pairs) = (&self.filled, self.pairs);
        filled.model.kind(kind).movement.visit_attacked(
            &filled.model.board,
            cell,
            &filled.occupied,
            &mut |target| {
                let other = filled.kind_at(target);
                attacks |= other.is_some_and(|other| pairs.binary_search(&(kind, other)).is_ok());
            },
        );
        !attacked && !attacks
    }

    /// General test on the board with the piece added.
    fn allows_literally(&self, piece: &Placement) -> bool {
        let model = self.filled.model;
        let before = self.named_attacks(&self.filled);
        let diagram = Diagram::new(self.filled.pieces.iter().cloned().chain([piece.clone()]));
        let after = self.named_attacks(&FilledBoard::new(model, &diagram));
        after.iter().all(|attack| before.contains(attack))
    }

    fn named_attacks(&self, filled: &FilledBoard<'_>) -> Vec<(Placement, Placement)> {
        let name = |(a, b): (usize, usize)| (filled.pieces[a].clone(), filled.pieces[b].clone());
        filled.forbidden_attacks(self.pairs).into_iter().map(name).collect()
    }
}
