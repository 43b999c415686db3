//! "No attacks": lines for rides along which a set of kinds all attack each other, pairs for other attacks that nothing can
//! block, clauses for attacks that can be blocked.
//!
//! A choice excludes another when either attacks the other and that attack is forbidden, so the pairs are the symmetric
//! closure of the attacks. Lemma A ([`super::blocking`]) tells which rides may be read without blocking.

use super::Unground;
use super::blocking::{self, Sight};
use super::classes::KindClasses;
use super::draft::CliqueFamily;
use super::forbidden::ForbiddenAttacks;
use super::grounder::Grounder;
use super::runs::{CellRun, runs};
use crate::geometry::{CellId, CellSet, Mode, Movement, Vector};
use crate::model::{KindId, KindSet, Shapes};
use crate::problem::{ChoiceId, Lit, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of literals of a path written into a clause; longer paths get definitions.
const WRITTEN_OUT: usize = 12;

/// Kinds that all attack each other along a step and its opposite.
struct MutualAttackers {
    step: Vector,
    kinds: KindSet,
}

/// Attacks of a kind along one ray that no line forbids.
struct RemainingAttacks {
    ray: Movement,
    /// Kinds attacked regardless of pieces in between.
    blind: KindSet,
    /// Kinds attacked only along a clear path.
    sighted: KindSet,
}

/// Analysis of the attack rules.
struct Attacks {
    forbidden: ForbiddenAttacks,
    classes: KindClasses,
    /// Rides that may be read without blocking, for the representatives of classes.
    unblocked: FxHashSet<Sight>,
    cliques: Vec<MutualAttackers>,
}

/// Relation between kinds that exclude each other wherever both stand on one run along a step.
struct MutualExclusion<'g, 'a> {
    grounder: &'g Grounder<'a>,
    attacks: &'g Attacks,
    step: Vector,
    /// Number of steps of the longest run.
    reach: usize,
    /// Cached results for representatives of classes.
    known: FxHashMap<(KindId, KindId), bool>,
}

impl MutualExclusion<'_, '_> {
    fn holds(&mut self, j: KindId, k: KindId) -> bool {
        let (a, b) = (self.attacks.classes.first(j), self.attacks.classes.first(k));
        let (g, step, reach) = (self.grounder, self.step, self.reach);
        *self.known.entry((a, b)).or_insert_with(|| self.attacks.mutual(g, a, b, step, reach))
    }

    /// Groups the riders that exclude their own kind into sets of kinds that exclude each other.
    fn cliques(&mut self, riders: &[KindId]) -> Result<Vec<Vec<KindId>>, Unground> {
        // Each clique: the representatives of its classes, and all its kinds.
        let mut cliques: Vec<(Vec<KindId>, Vec<KindId>)> = Vec::new();
        for &k in riders {
            self.grounder.check()?;
            if !self.holds(k, k) {
                continue;
            }
            let class = self.attacks.classes.first(k);
            match cliques.iter_mut().find(|(classes, _)| classes.iter().all(|&j| self.holds(j, k))) {
                Some((classes, kinds)) => {
                    kinds.push(k);
                    if !classes.contains(&class) {
                        classes.push(class);
                    }
                }
                None => cliques.push((vec![class], vec![k])),
            }
        }
        Ok(cliques.into_iter().map(|c| c.1).collect())
    }
}

impl Attacks {
    /// Returns true if a ray of `j` never needs a clear path against `k`.
    fn is_static(&self, g: &Grounder<'_>, j: KindId, index: usize, k: KindId) -> bool {
        let ray = &g.model.kind(j).movement.rays()[index];
        !blocking::sees_blockers(ray)
            || self.unblocked.contains(&(self.classes.first(j), index, self.classes.first(k)))
    }

    /// Returns true if lines already keep `j` and `k` from standing on one run along `step`.
    fn in_lines(&self, step: Vector, j: KindId, k: KindId) -> bool {
        let along = |c: &&MutualAttackers| c.step == step || c.step == -step;
        self.cliques.iter().filter(along).any(|c| c.kinds.contains(j) && c.kinds.contains(k))
    }

    /// Returns true if a piece of `j` must not precede one of `k` on a run along `step`, at any distance up to `reach`
    /// steps.
    fn rides(&self, g: &Grounder<'_>, j: KindId, step: Vector, k: KindId, reach: usize) -> bool {
        self.forbidden.contains_key(&(j, k))
            && g.model.kind(j).movement.rays().iter().enumerate().any(|(i, r)| {
                r.step == step
                    && r.lead.is_none()
                    && r.from == 1
                    && matches!(r.mode, Mode::Plain | Mode::Through)
                    && r.to.is_none_or(|to| to as usize >= reach)
                    && self.is_static(g, j, i, k)
            })
    }

    /// Returns true if `j` and `k` exclude each other wherever both stand on one run along `step`.
    fn mutual(&self, g: &Grounder<'_>, j: KindId, k: KindId, step: Vector, reach: usize) -> bool {
        let in_order = |a, b| self.rides(g, a, step, b, reach) || self.rides(g, b, -step, a, reach);
        in_order(j, k) && in_order(k, j)
    }
}

impl Grounder<'_> {
    pub(super) fn no_attacks(&mut self, forbidden: ForbiddenAttacks) -> Result<(), Unground> {
        if forbidden.is_empty() {
            return Ok(());
        }
        let classes = KindClasses::new(&self.model.kinds, &self.present, &forbidden);
        self.check()?;
        let unblocked =
            blocking::unblocked(&self.model.kinds, &self.present, &forbidden, &classes, self.cancel)?;
        let mut attacks = Attacks { forbidden, classes, unblocked, cliques: Vec::new() };
        if !attacks.unblocked.is_empty() {
            let firsts: FxHashSet<(KindId, KindId)> = attacks.unblocked.iter().map(|s| (s.0, s.2)).collect();
            let classes = &attacks.classes;
            let pairs: usize = firsts.iter().map(|&(j, k)| classes.size(j) * classes.size(k)).sum();
            self.note(format!(
                "blocked attacks: blocking is ignored along rides for {} of {} pairs of kinds",
                pairs,
                attacks.forbidden.len()
            ));
        }
        for step in self.ride_steps(&attacks) {
            self.ride_lines(step, &mut attacks)?;
        }
        let mut plans: Vec<Vec<RemainingAttacks>> = (0..self.model.kinds.len()).map(|_| Vec::new()).collect();
        for k in attacks.classes.firsts() {
            plans[k.index()] = self.rest(k, &attacks)?;
        }
        if plans.iter().all(Vec::is_empty) {
            return Ok(());
        }
        for choice in self.choices.ids() {
            for rest in &plans[attacks.classes.first(self.choices.kind(choice)).index()] {
                self.static_attacks(choice, &rest.ray, &rest.blind);
                self.sighted_attacks(choice, &rest.ray, &rest.sighted, &attacks);
            }
            self.check()?;
        }
        Ok(())
    }

    /// Returns the steps of rides, one of each pair of opposites.
    fn ride_steps(&self, attacks: &Attacks) -> Vec<Vector> {
        // The keys are ordered by attacker, so each attacker is collected once.
        let mut attackers: Vec<KindId> = Vec::new();
        for &(j, _) in attacks.forbidden.keys() {
            if attackers.last() != Some(&j) {
                attackers.push(j);
            }
        }
        let mut steps: Vec<Vector> = attackers
            .into_iter()
            .flat_map(|j| self.model.kind(j).movement.rays())
            .filter(|r| r.lead.is_none() && r.to != Some(1) && r.from == 1)
            .filter(|r| matches!(r.mode, Mode::Plain | Mode::Through))
            .map(|r| r.step.max(-r.step))
            .collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Adds lines, and pairs of sides, along `step`.
    fn ride_lines(&mut self, step: Vector, attacks: &mut Attacks) -> Result<(), Unground> {
        let runs = runs(&self.model.board, step);
        let reach = runs.iter().map(CellRun::len).max().unwrap_or(0).saturating_sub(1);
        let riders: Vec<KindId> = (0..self.model.kinds.len() as u16)
            .map(KindId)
            .filter(|k| self.present[k.index()] && self.model.kind(*k).shapes == Shapes::Point)
            .collect();
        let known = FxHashMap::default();
        let mut mutual = MutualExclusion { grounder: self, attacks, step, reach, known };
        let cliques = mutual.cliques(&riders)?;
        let mut known = mutual.known;
        for clique in cliques {
            let kinds = KindSet::new(clique);
            let origin = attacks.origin(kinds.iter().next().expect("a clique has a kind"));
            self.clique_lines(&runs, &kinds, origin)?;
            attacks.cliques.push(MutualAttackers { step, kinds });
        }
        // Kinds that may share a line with their own kind but not with another kind.
        let crowds: Vec<KindId> = riders.into_iter().filter(|&k| !attacks.in_lines(step, k, k)).collect();
        for (i, &j) in crowds.iter().enumerate() {
            let mut mutual = MutualExclusion { grounder: self, attacks, step, reach, known };
            let rivals: Vec<KindId> =
                crowds[i + 1..].iter().copied().filter(|&k| mutual.holds(j, k)).collect();
            known = mutual.known;
            for k in rivals {
                self.sides(&runs, j, k);
                self.check()?;
            }
            self.check()?;
        }
        self.check()
    }

    fn clique_lines(&mut self, runs: &[CellRun], kinds: &KindSet, origin: Origin) -> Result<(), Unground> {
        // Every open cell is on one run.
        let mut family = CliqueFamily { disjoint: true, ..CliqueFamily::default() };
        for run in runs {
            let choices = self.choices_on(run, kinds);
            if choices.len() == 1 {
                family.singles.push(choices[0]);
            }
            family.cliques.extend(self.draft.clique(choices, false, origin));
            self.check()?;
        }
        self.draft.families.push(family);
        Ok(())
    }

    /// Returns the choices of these kinds, all on single cells, along `run`, sorted.
    pub(super) fn choices_on(&self, run: &CellRun, kinds: &KindSet) -> Vec<ChoiceId> {
        let mut choices: Vec<ChoiceId>;
        if self.cells_are_choices {
            choices = run.numbers();
        } else {
            choices = Vec::with_capacity(run.len() * kinds.len());
            run.each(|c| choices.extend(self.choices.of_kinds(c, kinds)));
        }
        if !choices.is_sorted() {
            choices.sort_unstable();
        }
        choices
    }

    /// Forbids `j` and `k` together on any run.
    fn sides(&mut self, runs: &[CellRun], j: KindId, k: KindId) {
        let (js, ks) = (KindSet::new([j]), KindSet::new([k]));
        for run in runs {
            let (left, right) = (self.choices_on(run, &js), self.choices_on(run, &ks));
            if left.len() + right.len() > 2 && !left.is_empty() && !right.is_empty() {
                self.draft.bicliques.push((left, right));
            }
        }
    }

    /// Returns the attacks of `kind` that lines do not cover; they are the same for its whole class.
    fn rest(&self, kind: KindId, attacks: &Attacks) -> Result<Vec<RemainingAttacks>, Unground> {
        let rays = self.model.kind(kind).movement.rays();
        let mut plan = Vec::new();
        for (index, ray) in rays.iter().enumerate() {
            self.check()?;
            // A straight ride stays on its run, and so does a leap along the same step.
            let stays = ray.lead.is_none() && matches!(ray.mode, Mode::Plain | Mode::Through);
            let left: Vec<KindId> = attacks
                .of(kind)
                .map(|(pair, _)| pair.1)
                .filter(|&k| self.present[k.index()] && !(stays && attacks.in_lines(ray.step, kind, k)))
                .collect();
            let (blind, sighted): (Vec<KindId>, Vec<KindId>) =
                left.into_iter().partition(|&k| attacks.is_static(self, kind, index, k));
            if !blind.is_empty() || !sighted.is_empty() {
                let ray = Movement::new([*ray], false);
                plan.push(RemainingAttacks {
                    ray,
                    blind: KindSet::new(blind),
                    sighted: KindSet::new(sighted),
                });
            }
        }
        Ok(plan)
    }

    /// Adds pairs for the attacks of `choice`, regardless of pieces in between.
    fn static_attacks(&mut self, choice: ChoiceId, ray: &Movement, on: &KindSet) {
        if on.is_empty() {
            return;
        }
        let own = self.choices.cells(choice);
        if own.len() == 1 && !ray.sees_blockers() {
            // A leap: a single step, computed without a set of cells.
            let r = ray.rays()[0];
            if r.to == Some(1) && r.mode != Mode::Lame {
                let from = own[0];
                let target = self.model.board.step(from, r.step).filter(|&t| t != from);
                for b in target.into_iter().flat_map(|t| self.choices.of_kinds(t, on)) {
                    self.draft.pair(choice, b);
                }
                return;
            }
        }
        let mut occupied = CellSet::empty(self.model.board.len());
        own.iter().for_each(|&c| {
            occupied.insert(c);
        });
        let mut targets = CellSet::empty(self.model.board.len());
        for &cell in own {
            targets.union_with(&ray.attacked(&self.model.board, cell, &occupied));
        }
        targets.difference_with(&occupied);
        for target in targets.iter() {
            for b in self.choices.of_kinds(target, on) {
                self.draft.pair(choice, b);
            }
        }
    }

    /// Adds clauses for the attacks of `choice` along clear paths.
    fn sighted_attacks(&mut self, choice: ChoiceId, ray: &Movement, on: &KindSet, attacks: &Attacks) {
        if on.is_empty() {
            return;
        }
        let own = self.choices.cells(choice).to_vec();
        let kind = self.choices.kind(choice);
        for &cell in &own {
            for way in ray.ways(&self.model.board, cell) {
                let closed = way.clear.iter().any(|c| own.contains(c)) || own.contains(&way.target);
                let attacked: Vec<ChoiceId> = self.choices.of_kinds(way.target, on).collect();
                if closed || attacked.is_empty() {
                    continue;
                }
                let Some(unless) = self.unless_open(&way.clear, way.hurdle, &own) else {
                    continue;
                };
                for b in attacked {
                    let mut lits = vec![!choice.lit(), !b.lit()];
                    lits.extend(&unless);
                    let origin = attacks.forbidden[&(kind, self.choices.kind(b))];
                    self.draft.clause(lits, origin);
                }
            }
        }
    }

    /// Returns literals of which one holds if the path is blocked; `None` if it is never open.
    fn unless_open(&mut self, clear: &[CellId], hurdle: Option<CellId>, own: &[CellId]) -> Option<Vec<Lit>> {
        use super::truth::Truth;
        let blockers = clear.iter().map(|&c| self.choices.covering(c).len()).sum::<usize>();
        let hurdle = hurdle.filter(|h| !own.contains(h));
        let (defs, choices) = (&mut self.defs, &self.choices);
        let mut unless: Vec<Lit> = Vec::new();
        if let Some(cell) = hurdle {
            match self.sights.occupied(cell, choices, defs) {
                Truth::False => return None,
                Truth::True => {}
                Truth::Lit(l) => unless.push(!l),
            }
        }
        if blockers <= WRITTEN_OUT {
            unless.extend(clear.iter().flat_map(|&c| choices.covering(c)).map(|b| b.lit()));
            return Some(unless);
        }
        match self.sights.open(clear, None, own, choices, defs) {
            Truth::False => return None,
            Truth::True => {}
            Truth::Lit(l) => unless.push(!l),
        }
        Some(unless)
    }
}

impl Attacks {
    /// Returns the forbidden attacks of `kind`.
    fn of(&self, kind: KindId) -> impl Iterator<Item = (&(KindId, KindId), &Origin)> {
        self.forbidden.range((kind, KindId(0))..=(kind, KindId(u16::MAX)))
    }

    fn origin(&self, kind: KindId) -> Origin {
        *self.of(kind).next().expect("an attacker").1
    }
}
