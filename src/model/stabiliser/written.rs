//! Encoding of a spec in numbers: equal statements are equal sequences and can be looked up.

mod same;
mod sums;

use super::shape::{effective, image};
use crate::geometry::{CellId, CellSet, Matrix, Movement, Symmetry};
use crate::model::{
    Disjunction, Fact, Filter, GroupRule, Groups, Guard, Instance, KindId, KindSet, LineRuns, LinearExpr,
    Model, Reach, RouteId, RuleBody, Term, Unit,
};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use sums::{alternatives, model_instances, relation, sums};

/// Statement encoded in numbers.
type EncodedStatement = Vec<i128>;

/// Transformation of a spec: a permutation of its cells, with the images of its kinds.
pub(super) struct Motion<'a> {
    model: &'a Model,
    /// Image of each cell; `None` if no cell moves.
    cells: Option<&'a [CellId]>,
    /// Linear map of vectors; `None` if vectors do not move along with the cells.
    linear: Option<Matrix>,
    /// Image of each kind; empty if none changes.
    kinds: Vec<KindId>,
}

impl<'a> Motion<'a> {
    fn nothing(model: &'a Model) -> Self {
        Self { model, cells: None, linear: Some(Matrix::IDENTITY), kinds: Vec::new() }
    }

    /// The symmetry must have an image of every kind.
    pub(super) fn of_cells(model: &'a Model, symmetry: &'a Symmetry) -> Self {
        let image = |k: usize| {
            let kind = KindId(k as u16);
            model.kind_image(kind, &symmetry.linear).unwrap_or(kind)
        };
        let kinds =
            if model.routes.is_empty() { Vec::new() } else { (0..model.kinds.len()).map(image).collect() };
        Self::of_both(model, symmetry, kinds)
    }

    /// A symmetry of the board that takes each kind to its image in `kinds`.
    pub(super) fn of_both(model: &'a Model, symmetry: &'a Symmetry, kinds: Vec<KindId>) -> Self {
        Self { model, cells: Some(&symmetry.cells), linear: Some(symmetry.linear), kinds }
    }

    /// The exchange of two kinds.
    pub(super) fn of_kinds(model: &'a Model, a: KindId, b: KindId) -> Self {
        let mut kinds: Vec<KindId> = (0..model.kinds.len()).map(|k| KindId(k as u16)).collect();
        kinds.swap(a.index(), b.index());
        Self { kinds, ..Self::nothing(model) }
    }

    /// A permutation of the cells that is not a rigid motion. Only a movement without steps has an image.
    pub(super) fn of_lines(model: &'a Model, cells: &'a [CellId]) -> Self {
        Self { cells: Some(cells), linear: None, ..Self::nothing(model) }
    }

    fn cell(&self, cell: CellId) -> CellId {
        self.cells.map_or(cell, |cells| cells[cell.index()])
    }

    fn kind(&self, kind: KindId) -> KindId {
        self.kinds.get(kind.index()).copied().unwrap_or(kind)
    }

    fn kinds(&self, kinds: &KindSet) -> KindSet {
        KindSet::new(kinds.iter().map(|k| self.kind(k)))
    }

    /// Returns the image of a movement, or `None` if the image is not a movement.
    fn movement(&self, moves: &Movement) -> Option<Movement> {
        match &self.linear {
            Some(linear) => image(&self.model.board, linear, moves),
            None => Some(effective(&self.model.board, moves)).filter(|moves| moves.rays().is_empty()),
        }
    }

    /// Returns the images of the cells that are not walls, sorted.
    fn cells(&self, cells: &CellSet) -> Box<[CellId]> {
        let mut image: Vec<CellId> =
            cells.iter().filter(|&c| !self.model.board.is_wall(c)).map(|c| self.cell(c)).collect();
        image.sort_unstable();
        image.into()
    }
}

/// Numbering in which equal things have equal numbers.
struct Numbering<T>(RefCell<FxHashMap<T, i128>>);

impl<T: Eq + std::hash::Hash> Numbering<T> {
    fn new() -> Self {
        Self(RefCell::default())
    }

    fn of(&self, thing: T) -> i128 {
        let mut known = self.0.borrow_mut();
        let next = known.len() as i128;
        *known.entry(thing).or_insert(next)
    }
}

/// Number of the set of all cells.
const EVERYWHERE: i128 = -1;

/// Encoding of all statements about cells and kinds, except for the board, regions and clues.
pub(super) struct EncodedModel<'a> {
    model: &'a Model,
    cell_sets: Numbering<Box<[CellId]>>,
    /// Lines in order.
    lines: Numbering<Box<[CellId]>>,
    kind_sets: Numbering<KindSet>,
    /// Kinds with their values.
    valued: Numbering<Vec<(KindId, i64)>>,
    movements: Numbering<Option<Movement>>,
    route_sets: Numbering<Vec<RouteId>>,
    instances: FxHashSet<EncodedStatement>,
    /// Facts, forbidden attacks, pairings.
    statements: FxHashSet<EncodedStatement>,
    /// Objectives and the table's expression, in order.
    sums: Vec<EncodedStatement>,
    /// For each kind, true if its attacks are used.
    asked: Vec<bool>,
}

/// Images of cell sets under one motion, by the address of the set, since rules share their sets.
type Memory = FxHashMap<*const CellSet, i128>;

impl<'a> EncodedModel<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        let empty = Self {
            model,
            cell_sets: Numbering::new(),
            lines: Numbering::new(),
            kind_sets: Numbering::new(),
            valued: Numbering::new(),
            movements: Numbering::new(),
            route_sets: Numbering::new(),
            instances: FxHashSet::default(),
            statements: FxHashSet::default(),
            sums: Vec::new(),
            asked: Vec::new(),
        };
        empty.of(model)
    }

    /// Encodes another model with the same numbers.
    fn of(self, model: &'a Model) -> Self {
        let mut written = Self { model, asked: vec![false; model.kinds.len()], ..self };
        let nothing = Motion::nothing(model);
        let mut memory = Memory::default();
        written.instances =
            model_instances(model).filter_map(|i| written.instance(i, &nothing, &mut memory)).collect();
        written.statements = written.all_statements(&nothing).into_iter().collect();
        written.sums = sums(model).map(|s| written.sum(s, &nothing, &mut memory)).collect();
        written.ask();
        written
    }

    /// Returns true if a rule, objective or table uses the attacks of `kind`.
    pub(super) fn asks_attacks_of(&self, kind: KindId) -> bool {
        self.asked[kind.index()]
    }

    /// Returns true if the motion maps the encoding to itself. A motion is injective, so it suffices that every image is
    /// among the originals.
    pub(super) fn is_kept_by(&self, motion: &Motion<'_>) -> bool {
        let mut memory = Memory::default();
        sums(self.model).zip(&self.sums).all(|(sum, form)| self.sum(sum, motion, &mut memory) == *form)
            && self.all_statements(motion).iter().all(|s| self.statements.contains(s))
            && model_instances(self.model).all(|instance| {
                self.instance(instance, motion, &mut memory).is_none_or(|i| self.instances.contains(&i))
            })
    }

    /// Returns a hash of the set of statements of the encoding's image. The motion need not be injective on kinds.
    pub(super) fn digest(&self, motion: &Motion<'_>) -> u64 {
        let hash = |form: &dyn Fn(&mut FxHasher)| {
            let mut hasher = FxHasher::default();
            form(&mut hasher);
            hasher.finish()
        };
        let mut memory = Memory::default();
        let mut said: Vec<u64> =
            self.all_statements(motion).iter().map(|s| hash(&|h| (0, s).hash(h))).collect();
        let compared = model_instances(self.model).filter_map(|i| self.instance(i, motion, &mut memory));
        said.extend(compared.map(|i| hash(&|h| (1, &i).hash(h))));
        said.sort_unstable();
        said.dedup();
        let values: Vec<_> = sums(self.model).map(|sum| self.sum(sum, motion, &mut memory)).collect();
        hash(&|h| (&said, &values).hash(h))
    }

    /// Number of statements that a motion maps.
    pub(super) fn len(&self) -> usize {
        self.instances.len() + self.statements.len() + self.sums.len()
    }

    fn ask(&mut self) {
        let mut kinds: Vec<KindId> = Vec::new();
        for rule in &self.model.rules {
            if let RuleBody::NoAttacks(pairs) = &rule.body {
                kinds.extend(pairs.iter().map(|p| p.0));
            }
        }
        let instances = model_instances(self.model).map(|i| &i.left).chain(alternatives(self.model));
        let mut last: Option<&KindSet> = None;
        for (_, term) in instances.chain(sums(self.model)).flat_map(|s| &s.terms) {
            let by = match term {
                Term::Count { filter, .. } => filter.as_ref().map(|f| &f.by),
                Term::View { .. } | Term::Groups(_) | Term::GroupSize { .. } | Term::Links { .. } => None,
                Term::Attackers { by, .. } | Term::Attacks { by, .. } => Some(by),
            };
            // Thousands of instances may name the same kinds.
            if by.is_some() && by != last {
                kinds.extend(by.into_iter().flat_map(KindSet::iter));
                last = by;
            }
        }
        for kind in kinds {
            self.asked[kind.index()] = true;
        }
    }

    fn all_statements(&self, motion: &Motion<'_>) -> Vec<EncodedStatement> {
        let mut forms = Vec::new();
        for fact in &self.model.facts {
            match *fact {
                Fact::Holds(cell, kind, _) => {
                    forms.push(vec![0, motion.cell(cell).0.into(), motion.kind(kind).0.into()]);
                }
                Fact::Empty(cell, _) if self.model.board.is_wall(cell) => {}
                Fact::Empty(cell, _) => forms.push(vec![1, motion.cell(cell).0.into()]),
            }
        }
        for rule in &self.model.rules {
            match &rule.body {
                RuleBody::NoAttacks(pairs) => forms.extend(
                    pairs.iter().map(|&(a, b)| vec![2, motion.kind(a).0.into(), motion.kind(b).0.into()]),
                ),
                RuleBody::Pair { from, to, moves } => forms.push(vec![
                    3,
                    self.kind_sets.of(motion.kinds(from)),
                    self.kind_sets.of(motion.kinds(to)),
                    self.movements.of(motion.movement(moves)),
                ]),
                RuleBody::Either(all) => {
                    forms.extend(all.iter().filter_map(|either| self.either(either, motion)));
                }
                RuleBody::Runs(all) => forms.extend(all.iter().map(|runs| self.runs(runs, motion))),
                RuleBody::EachGroup(all) => {
                    forms.extend(all.iter().map(|rule| self.group_rule(rule, motion)));
                }
                // A symmetry maps the line pieces of a route to line pieces of it, and so the route to itself.
                RuleBody::Compare(_) | RuleBody::Symmetric(_) | RuleBody::Route(_) => {}
            }
        }
        forms
    }

    fn group_rule(&self, rule: &GroupRule, motion: &Motion<'_>) -> EncodedStatement {
        let mut form = vec![6];
        let groups = self.groups(&rule.groups, motion, &mut Memory::default());
        form.extend(groups.unwrap_or([-1; 4]));
        form.extend(self.either(&rule.condition, motion).unwrap_or_default());
        form
    }

    /// Returns the image of the groups; `None` if there are none.
    fn groups(&self, groups: &Groups, motion: &Motion<'_>, memory: &mut Memory) -> Option<[i128; 4]> {
        let Groups { what, cells, .. } = groups;
        let set = self.cell_set(cells, motion, memory)?;
        if what.kinds.is_empty() && !what.empty {
            return None;
        }
        let kinds = self.kind_sets.of(motion.kinds(&what.kinds));
        let moves = self.movements.of(motion.movement(&groups.both_ways()));
        Some([i128::from(what.empty), kinds, set, moves])
    }

    /// Returns the image of alternatives, in any order; `None` if their guard is never met.
    fn either(&self, either: &Disjunction, motion: &Motion<'_>) -> Option<EncodedStatement> {
        let guard = self.guard(either.guard.as_ref(), motion)?;
        let mut memory = Memory::default();
        let mut chains: Vec<Vec<EncodedStatement>> = Vec::new();
        for chain in &either.alternatives {
            let mut forms: Vec<EncodedStatement> = Vec::new();
            for (left, compared) in chain {
                let mut form = vec![*compared as i128];
                form.extend(self.sum(left, motion, &mut memory));
                forms.push(form);
            }
            forms.sort_unstable();
            chains.push(forms);
        }
        chains.sort_unstable();
        let mut form = vec![4];
        form.extend(guard);
        for chain in chains {
            form.push(chain.len() as i128);
            for part in chain {
                form.push(part.len() as i128);
                form.extend(part);
            }
        }
        Some(form)
    }

    /// Returns the image of a line with its runs, read from the end that gives the lesser form.
    fn runs(&self, runs: &LineRuns, motion: &Motion<'_>) -> EncodedStatement {
        let mut line: Vec<CellId> = runs.line.iter().map(|&c| motion.cell(c)).collect();
        let mut lengths = runs.lengths.clone();
        if line.first() > line.last() {
            line.reverse();
            lengths.reverse();
        }
        let kinds = self.kind_sets.of(motion.kinds(&runs.what.kinds));
        let mut form = vec![5, i128::from(runs.what.empty), kinds, self.lines.of(line.into())];
        form.extend(lengths.into_iter().map(i128::from));
        form
    }

    /// Returns the image of a guard; `None` if it is never met.
    fn guard(&self, guard: Option<&Guard>, motion: &Motion<'_>) -> Option<[i128; 3]> {
        Some(match guard {
            None => [0, 0, 0],
            Some(Guard::Empty(cell) | Guard::Occupied(cell, _)) if self.model.board.is_wall(*cell) => {
                return None;
            }
            Some(Guard::Empty(cell)) => [1, motion.cell(*cell).0.into(), 0],
            Some(Guard::Occupied(_, kinds)) if kinds.is_empty() => return None,
            Some(Guard::Occupied(cell, kinds)) => {
                [2, motion.cell(*cell).0.into(), self.kind_sets.of(motion.kinds(kinds))]
            }
        })
    }

    /// Returns the image of an instance; `None` if it is trivial (its guard is never met, or it always holds).
    fn instance(
        &self,
        instance: &Instance,
        motion: &Motion<'_>,
        memory: &mut Memory,
    ) -> Option<EncodedStatement> {
        let guard = self.guard(instance.guard.as_ref(), motion)?;
        let terms = self.terms(&instance.left, motion, memory);
        let (relation, factor, constant) = relation(&terms, instance.left.constant.into(), instance.relation);
        if terms.is_empty()
            && (if relation == 0 {
                constant == 0
            } else if relation == 1 {
                constant != 0
            } else {
                constant >= 0
            })
        {
            return None;
        }
        let mut form = EncodedStatement::from(guard);
        form.extend([relation, constant]);
        for (term, coefficient) in terms {
            form.push(coefficient * factor);
            form.extend(term);
        }
        Some(form)
    }

    fn sum(&self, sum: &LinearExpr, motion: &Motion<'_>, memory: &mut Memory) -> EncodedStatement {
        let mut form = vec![sum.constant.into()];
        for (term, coefficient) in self.terms(sum, motion, memory) {
            form.push(coefficient);
            form.extend(term);
        }
        form
    }

    /// Returns the images of the terms, sorted and merged, without terms that are always 0.
    fn terms(&self, sum: &LinearExpr, motion: &Motion<'_>, memory: &mut Memory) -> Vec<([i128; 9], i128)> {
        let mut terms: Vec<([i128; 9], i128)> = sum
            .terms
            .iter()
            .filter_map(|(coefficient, term)| {
                Some((self.term(term, motion, memory)?, i128::from(*coefficient)))
            })
            .collect();
        terms.sort_unstable();
        terms.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        terms.retain(|t| t.1 != 0);
        terms
    }

    fn term(&self, term: &Term, motion: &Motion<'_>, memory: &mut Memory) -> Option<[i128; 9]> {
        match term {
            Term::Attackers { by, on } => (!by.is_empty() && !self.model.board.is_wall(*on)).then(|| {
                [0, self.kind_sets.of(motion.kinds(by)), motion.cell(*on).0.into(), 0, 0, 0, 0, 0, 0]
            }),
            Term::Attacks { by, on } => (!by.is_empty() && !on.is_empty()).then(|| {
                let (by, on) = (self.kind_sets.of(motion.kinds(by)), self.kind_sets.of(motion.kinds(on)));
                [1, by, on, 0, 0, 0, 0, 0, 0]
            }),
            Term::View { view, line, kinds } => {
                let image: Box<[CellId]> = line.iter().map(|&c| motion.cell(c)).collect();
                let value = |k: KindId| self.model.kind(k).family.map_or(0, |f| f.1);
                let mut valued: Vec<(KindId, i64)> =
                    kinds.iter().map(|k| (motion.kind(k), value(k))).collect();
                valued.sort_unstable();
                let (line, valued) = (self.lines.of(image), self.valued.of(valued));
                Some([6, *view as i128, line, valued, 0, 0, 0, 0, 0])
            }
            Term::Groups(groups) => {
                let [empty, kinds, set, moves] = self.groups(groups, motion, memory)?;
                Some([7, empty, kinds, set, moves, 0, 0, 0, 0])
            }
            Term::GroupSize { groups, of } => {
                let [empty, kinds, set, moves] = self.groups(groups, motion, memory)?;
                let is_in = groups.cells.contains(*of) && !self.model.board.is_wall(*of);
                is_in.then(|| [8, empty, kinds, set, moves, motion.cell(*of).0.into(), 0, 0, 0])
            }
            Term::Links { route, cells } => {
                let set = self.cell_set(cells, motion, memory)?;
                Some([9, set, route.0.into(), 0, 0, 0, 0, 0, 0])
            }
            Term::Count { unit, what, cells, reach, filter } => {
                let set = self.cell_set(cells, motion, memory)?;
                if what.kinds.is_empty() && !what.empty {
                    return None;
                }
                let kinds = self.kind_sets.of(motion.kinds(&what.kinds));
                // Pieces that cover a single cell have the same count in both units.
                let unit = i128::from(*unit == Unit::Cells && self.has_tiles(&what.kinds));
                let (from, moves) = self.reach(reach.as_ref(), motion);
                let (by, compared, value) = self.filter(filter.as_ref(), motion);
                Some([2 + unit, i128::from(what.empty), kinds, set, from, moves, by, compared, value])
            }
        }
    }

    fn has_tiles(&self, kinds: &KindSet) -> bool {
        kinds.iter().any(|k| self.model.kind(k).shapes != crate::model::Shapes::Point)
    }

    fn reach(&self, reach: Option<&Reach>, motion: &Motion<'_>) -> (i128, i128) {
        match reach {
            None => (-1, -1),
            Some(Reach::Moves { from, moves }) => {
                (motion.cell(*from).0.into(), self.movements.of(motion.movement(moves)))
            }
            // Numbers below those of movements.
            Some(Reach::Routes { from, routes }) => {
                (motion.cell(*from).0.into(), -2 - self.route_sets.of(routes.clone()))
            }
        }
    }

    fn filter(&self, filter: Option<&Filter>, motion: &Motion<'_>) -> (i128, i128, i128) {
        filter.map_or((-1, -1, 0), |f| {
            (self.kind_sets.of(motion.kinds(&f.by)), f.relation as i128, f.value.into())
        })
    }

    /// Returns the number of the image of a set; `None` for the empty set.
    fn cell_set(&self, cells: &Arc<CellSet>, motion: &Motion<'_>, memory: &mut Memory) -> Option<i128> {
        const NOWHERE: i128 = -2;
        let number = *memory.entry(Arc::as_ptr(cells)).or_insert_with(|| {
            let board = &self.model.board;
            let open = if board.walls().is_empty() {
                cells.len()
            } else {
                let mut open = CellSet::clone(cells);
                open.difference_with(board.walls());
                open.len()
            };
            match open {
                0 => NOWHERE,
                n if n == board.len() - board.walls().len() => EVERYWHERE,
                _ => self.cell_sets.of(motion.cells(cells)),
            }
        });
        (number != NOWHERE).then_some(number)
    }
}
