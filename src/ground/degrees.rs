//! Bounds on the number of riders of which each is attacked only so often.

use super::affine::Affine;
use super::draft::ConstraintCondition;
use super::grounder::Grounder;
use super::runs::runs;
use super::truth::Truth;
use crate::geometry::{CellId, Mode, Ray, Vector};
use crate::model::{Guard, Instance, KindId, KindSet, Relation, RuleBody, Term};
use crate::problem::{ChoiceId, Origin, TightBound};
use rustc_hash::FxHashMap;

/// A rule that every piece is attacked at most `most` times.
struct DegreeBound {
    most: i64,
    /// True if every piece is attacked exactly so often.
    is_exact: bool,
    origin: Origin,
}

impl Grounder<'_> {
    /// **Lemma H (attack degrees).** Let the edges of the board not meet, and let every piece ride without limit along ±d₁ … ±dₘ,
    /// no two of which are parallel. Let the cells without walls form Lᵢ maximal runs along dᵢ. If every piece is attacked
    /// by at most k pieces, the number N of pieces satisfies k·N ≥ Σᵢ 2·(N − Lᵢ).
    ///
    /// *Proof.* If there are p > 0 pieces on a run, each and the next attack each other, which makes 2·(p − 1) attacks along dᵢ. The
    /// sum over the runs is at least 2·(N − Lᵢ). Two pieces are on a common run of at most one direction, so no attack is
    /// counted twice. ∎
    ///
    /// The same holds for some of the directions, so N ≤ 2·Σ Lᵢ / (2·m − k) wherever 2·m > k. For example, at most 4n/3 queens
    /// that are attacked at most once each fit on an n × n board: rows and columns give N ≤ 4n / (4 − 1).
    ///
    /// If every piece is attacked by exactly k others and all attacks are mutual, k·N is twice the number of pairs. So N is even
    /// if k is odd.
    ///
    /// Let N be such a bound that is attained, and d the difference k·N − Σ 2·(N − Lᵢ) over some of the directions. By the proof,
    /// d is at least twice the number of runs along these without pieces, and each run along another direction with p > 0 pieces adds
    /// 2·(p − 1). So if d < 2, every run along these has a piece, and no run along another more than one.
    ///
    /// Adds the least of these bounds, with what follows where it is attained.
    pub(super) fn attack_degrees(&mut self) {
        let Some(bound) = self.degree_bound() else { return };
        let lines = self.lines_of_riders();
        let most = riders(&lines, bound.most).filter(|&most| most < self.choices.list.len() as i64);
        let Some(most) = most else { return };
        let is_even = bound.is_exact && bound.most % 2 == 1 && self.attacks_are_mutual();
        let (most, why) = match most % 2 {
            1 if is_even => (most - 1, "their number is even and "),
            _ => (most, ""),
        };
        self.note(format!("attacks: at most {most} pieces, since {why}{}", none_attacked_more(bound.most)));
        let mut sum = Affine::default();
        self.choices.ids().for_each(|c| sum.add(1, Truth::Lit(c.lit())));
        let Ok(sum) = sum.normal() else { return };
        let always = ConstraintCondition::Always;
        self.draft.bound(sum, (0, i128::from(most)), &always, bound.origin, &mut self.defs);
        self.draft.tight = Some(tight_bound(lines, bound.most, most));
    }

    /// The bound that a rule sets for the pieces on all cells, if there is one.
    fn degree_bound(&self) -> Option<DegreeBound> {
        let present = self.present_kinds();
        if present.is_empty() || !self.choices.list.all_points() {
            return None;
        }
        (0..).zip(&self.model.rules).find_map(|(i, rule)| {
            let RuleBody::Compare(instances) = &rule.body else { return None };
            let bounds: FxHashMap<CellId, (i64, bool)> =
                instances.iter().filter_map(|instance| most_attackers(instance, &present)).collect();
            let cells = self.model.board.open_cells().filter(|&c| !self.choices.covering(c).is_empty());
            let bounds: Vec<(i64, bool)> = cells.map(|c| bounds.get(&c).copied()).collect::<Option<_>>()?;
            let most = bounds.iter().map(|bound| bound.0).max()?;
            let is_exact = bounds.iter().all(|bound| *bound == (most, true));
            // Pieces that are not attacked at all exclude each other, which says more.
            (most > 0).then_some(DegreeBound { most, is_exact, origin: Origin(i) })
        })
    }

    /// Returns true if a piece always attacks each piece that attacks it.
    fn attacks_are_mutual(&self) -> bool {
        let present = self.present_kinds();
        let rays = |kind: KindId| self.model.kind(kind).movement.rays();
        let is_returned = |ray: &Ray| {
            let back = Ray { step: -ray.step, ..*ray };
            ray.lead.is_none()
                && matches!(ray.mode, Mode::Plain | Mode::Through)
                && present.iter().all(|kind| rays(kind).contains(&back))
        };
        present.iter().all(|kind| rays(kind).iter().all(is_returned))
    }

    fn present_kinds(&self) -> KindSet {
        let kinds = (0..self.present.len() as u16).map(KindId);
        KindSet::new(kinds.filter(|kind| self.present[kind.index()]))
    }

    /// For each direction of Lemma H, the choices on each run; the direction with fewest runs first. Runs without choices are
    /// left out, as if they were walls.
    fn lines_of_riders(&self) -> Vec<Vec<Vec<ChoiceId>>> {
        let board = &self.model.board;
        if board.shape().wraps() {
            return Vec::new();
        }
        let present = self.present_kinds();
        let choices = |step| runs(board, step).iter().map(|run| self.choices_on(run, &present)).collect();
        let mut lines: Vec<Vec<Vec<ChoiceId>>> = self.directions().into_iter().map(choices).collect();
        lines.iter_mut().for_each(|runs| runs.retain(|run| !run.is_empty()));
        lines.sort_by_key(Vec::len);
        lines
    }

    /// Vectors along which every piece rides in both directions, one of each pair, no two parallel.
    fn directions(&self) -> Vec<Vector> {
        let rides = |kind: KindId, step: Vector| {
            self.model.kind(kind).movement.rays().iter().any(|ray| {
                let is_unlimited = ray.lead.is_none() && ray.from == 1 && ray.to.is_none();
                is_unlimited && matches!(ray.mode, Mode::Plain | Mode::Through) && ray.step == step
            })
        };
        let present = self.present_kinds();
        let Some(first) = present.iter().next() else { return Vec::new() };
        let mut directions: Vec<Vector> = Vec::new();
        for step in self.model.kind(first).movement.rays().iter().map(|ray| ray.step) {
            let is_common = present.iter().all(|kind| rides(kind, step) && rides(kind, -step));
            if is_common && !directions.iter().any(|&d| are_parallel(d, step)) {
                directions.push(step);
            }
        }
        directions
    }
}

/// The greatest number of pieces of which each is attacked at most `degree` times.
fn riders(lines: &[Vec<Vec<ChoiceId>>], degree: i64) -> Option<i64> {
    let mut sum = 0;
    let bounds = (2..).step_by(2).zip(lines).filter_map(|(attacks, runs)| {
        sum += runs.len() as i64;
        let rest = i64::checked_sub(attacks, degree).filter(|rest| *rest > 0)?;
        Some(2 * sum / rest)
    });
    bounds.min()
}

/// Consequences of `most` pieces of which each is attacked at most `degree` times.
fn tight_bound(mut lines: Vec<Vec<Vec<ChoiceId>>>, degree: i64, most: i64) -> TightBound {
    let mut difference = i128::from(degree) * i128::from(most);
    let mut is_tight = |runs: &Vec<Vec<ChoiceId>>| {
        difference -= 2 * (i128::from(most) - runs.len() as i128);
        difference < 2
    };
    let (occupied, single) = match lines.iter().position(&mut is_tight) {
        Some(last) => {
            let others = lines.split_off(last + 1).into_iter().flatten();
            (lines.concat(), others.filter(|run| run.len() > 1).collect())
        }
        None => (Vec::new(), Vec::new()),
    };
    TightBound { most, occupied, single }
}

fn none_attacked_more(degree: i64) -> String {
    match degree {
        1 => "none is attacked more than once".to_owned(),
        2 => "none is attacked more than twice".to_owned(),
        _ => format!("none is attacked more than {degree} times"),
    }
}

fn contains(kinds: &KindSet, part: &KindSet) -> bool {
    part.iter().all(|kind| kinds.contains(kind))
}

/// The cell of a piece, the greatest number of its attackers that the comparison allows, and if it allows no other number; if
/// it is about all pieces.
fn most_attackers(instance: &Instance, present: &KindSet) -> Option<(CellId, (i64, bool))> {
    let Some(Guard::Occupied(cell, kinds)) = &instance.guard else { return None };
    let mut terms = instance.left.terms.iter().filter(|term| term.0 != 0);
    let (weight, Term::Attackers { by, on }) = terms.next()? else { return None };
    if terms.next().is_some() || on != cell || !contains(kinds, present) || !contains(by, present) {
        return None;
    }
    // weight · attackers ≤ room
    let (weight, room) = match (weight.signum(), instance.relation) {
        (1, Relation::Eq | Relation::Le) => (*weight, instance.left.constant.checked_neg()?),
        (1, Relation::Lt) => (*weight, instance.left.constant.checked_neg()?.checked_sub(1)?),
        (-1, Relation::Eq | Relation::Ge) => (weight.checked_neg()?, instance.left.constant),
        (-1, Relation::Gt) => (weight.checked_neg()?, instance.left.constant.checked_sub(1)?),
        _ => return None,
    };
    let is_exact = instance.relation == Relation::Eq && room % weight == 0;
    (room >= 0).then(|| (*cell, (room / weight, is_exact)))
}

fn are_parallel(a: Vector, b: Vector) -> bool {
    let cross = |p: i32, q: i32, r: i32, s: i32| i64::from(p) * i64::from(s) == i64::from(q) * i64::from(r);
    cross(a.x, a.y, b.x, b.y) && cross(a.x, a.z, b.x, b.z) && cross(a.y, a.z, b.y, b.z)
}
