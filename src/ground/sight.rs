//! Attackers of a cell: the ways of every ray, enumerated from the attacked end, and their conditions.
//!
//! A way is a source, the cells in between that must be empty, and for hoppers a hurdle. Its condition is a literal over
//! shared definitions: "this cell is occupied", "these cells are clear" (clear cells are defined as the sequence without
//! its last cell, and that cell clear, so sequences on one line share their beginnings).

use super::choices::IndexedChoices;
use super::truth::{Definitions, Truth};
use crate::geometry::{AttackPath, Board, CellId, CellSet, Mode, Movement, Ray, Vector};
use crate::model::{KindSet, Model};
use crate::problem::ChoiceId;
use rustc_hash::FxHashMap;

/// Conditions on occupied cells, each created once.
pub(super) struct Sights {
    occupied: Vec<Option<Truth>>,
    clear: FxHashMap<Vec<CellId>, Truth>,
}

impl Sights {
    pub fn new(cells: usize) -> Self {
        Self { occupied: vec![None; cells], clear: FxHashMap::default() }
    }

    /// Returns the condition that `cell` is occupied.
    pub fn occupied(&mut self, cell: CellId, choices: &IndexedChoices, defs: &mut Definitions) -> Truth {
        if let Some(known) = self.occupied[cell.index()] {
            return known;
        }
        let truth = defs.any(choices.covering(cell).iter().map(|c| Truth::Lit(c.lit())));
        self.occupied[cell.index()] = Some(truth);
        truth
    }

    /// Returns the condition that all of `cells`, which must be sorted, are empty.
    fn clear(&mut self, cells: &[CellId], choices: &IndexedChoices, defs: &mut Definitions) -> Truth {
        let Some((&last, rest)) = cells.split_last() else {
            return Truth::True;
        };
        if let Some(&known) = self.clear.get(cells) {
            return known;
        }
        let before = self.clear(rest, choices, defs);
        let free = !self.occupied(last, choices, defs);
        let truth = defs.all([before, free]);
        self.clear.insert(cells.to_vec(), truth);
        truth
    }

    /// Returns the condition that the way is open for a piece that covers the cells `own`, which block it and serve as
    /// hurdles.
    pub fn open(
        &mut self,
        clear: &[CellId],
        hurdle: Option<CellId>,
        own: &[CellId],
        choices: &IndexedChoices,
        defs: &mut Definitions,
    ) -> Truth {
        if clear.iter().any(|c| own.contains(c)) {
            return Truth::False;
        }
        let mut sorted: Vec<CellId> =
            clear.iter().copied().filter(|&c| !choices.covering(c).is_empty()).collect();
        sorted.sort_unstable();
        let clear = self.clear(&sorted, choices, defs);
        let hurdle = match hurdle {
            Some(h) if !own.contains(&h) => self.occupied(h, choices, defs),
            _ => Truth::True,
        };
        defs.all([clear, hurdle])
    }

    /// Returns the pieces of `by` that may attack `on`, ascending, each with the condition for its attack if it is placed.
    /// With `blind`, other pieces do not block (except for hoppers and lame leapers).
    pub fn attackers(
        &mut self,
        model: &Model,
        by: &KindSet,
        on: CellId,
        blind: bool,
        choices: &IndexedChoices,
        defs: &mut Definitions,
    ) -> Vec<(ChoiceId, Truth)> {
        let mut found: Vec<(ChoiceId, Truth)> = Vec::new();
        for kind in by.iter() {
            for ray in model.kind(kind).movement.rays() {
                sources(&model.board, ray, on, |source, clear, hurdle| {
                    for &choice in choices.covering(source) {
                        let own = choices.cells(choice);
                        if choices.kind(choice) != kind || own.contains(&on) {
                            continue;
                        }
                        let truth = if blind && ray.mode == Mode::Plain {
                            if clear.iter().any(|c| own.contains(c)) { Truth::False } else { Truth::True }
                        } else {
                            self.open(clear, hurdle, own, choices, defs)
                        };
                        found.push((choice, truth));
                    }
                });
            }
        }
        merged(found, defs)
    }

    /// Returns the cells that a piece with `moves` on `from` would attack, each with its condition.
    pub fn reached(
        &mut self,
        board: &Board,
        from: CellId,
        moves: &Movement,
        choices: &IndexedChoices,
        defs: &mut Definitions,
    ) -> FxHashMap<CellId, Truth> {
        let mut found = Vec::new();
        if moves.stays() {
            found.push((from, Truth::True));
        }
        if moves.sees_blockers() {
            for AttackPath { target, clear, hurdle, .. } in moves.ways(board, from) {
                found.push((target, self.open(&clear, hurdle, &[], choices, defs)));
            }
        } else {
            let cells = moves.attacked(board, from, &CellSet::empty(board.len()));
            found.extend(cells.iter().map(|c| (c, Truth::True)));
        }
        merged(found, defs).into_iter().collect()
    }
}

/// Merges conditions with equal keys by disjunction, and drops those that never hold.
pub(super) fn merged<T: Copy + Ord>(mut found: Vec<(T, Truth)>, defs: &mut Definitions) -> Vec<(T, Truth)> {
    found.sort_unstable();
    found
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, defs.any(same.iter().map(|s| s.1))))
        .filter(|(_, truth)| *truth != Truth::False)
        .collect()
}

/// Visits every way by which `ray` attacks `on`: its source, the cells that must be clear, and its hurdle.
pub(super) fn sources(
    board: &Board,
    ray: &Ray,
    on: CellId,
    mut visit: impl FnMut(CellId, &[CellId], Option<CellId>),
) {
    if board.is_wall(on) {
        return;
    }
    if ray.mode == Mode::Lame {
        return lame_source(board, ray, on, visit);
    }
    if let Some(lead) = ray.lead {
        return bent_sources(board, ray, lead, on, visit);
    }
    // Backward from the target; a wall may be a source (a clue cell with sight), but nothing passes it.
    let mut between: Vec<CellId> = Vec::new();
    let mut at = on;
    let mut steps = 0;
    while ray.to.is_none_or(|to| steps < to) {
        let Some(source) = board.step(at, -ray.step).filter(|&s| s != on) else {
            return;
        };
        steps += 1;
        if steps >= ray.from {
            visit_by(ray.mode, source, &between, &mut visit);
        }
        if board.is_wall(source) {
            return;
        }
        between.push(source);
        at = source;
    }
}

/// Visits the ways from `source` to a target with these cells in between, listed from the target.
fn visit_by(
    mode: Mode,
    source: CellId,
    between: &[CellId],
    visit: &mut impl FnMut(CellId, &[CellId], Option<CellId>),
) {
    match mode {
        Mode::Through => visit(source, &[], None),
        Mode::Plain => visit(source, between, None),
        Mode::Grasshopper if between.is_empty() => {}
        Mode::Grasshopper => visit(source, &between[1..], Some(between[0])),
        Mode::Cannon => {
            for hurdle in 0..between.len() {
                let mut clear = between.to_vec();
                let hurdle = clear.remove(hurdle);
                visit(source, &clear, Some(hurdle));
            }
        }
        Mode::Lame => {}
    }
}

/// Does the same as [`sources`] for a ray with first step `lead`: goes backward along the repeated step, and tries every
/// cell as the bend. A ray ends before it returns to its bend or its start.
fn bent_sources(
    board: &Board,
    ray: &Ray,
    lead: Vector,
    on: CellId,
    mut visit: impl FnMut(CellId, &[CellId], Option<CellId>),
) {
    let mut between: Vec<CellId> = Vec::new();
    let mut bend = on;
    let mut steps = 1;
    while ray.to.is_none_or(|to| steps <= to) {
        let apart = |s: &CellId| *s != on && !between.contains(s);
        if let Some(source) = board.step(bend, -lead).filter(|s| steps >= ray.from && apart(s)) {
            visit_by(ray.mode, source, &between, &mut visit);
        }
        let Some(before) = board.step(bend, -ray.step).filter(|&c| c != on && !board.is_wall(c)) else {
            return;
        };
        between.push(before);
        bend = before;
        steps += 1;
    }
}

fn lame_source(
    board: &Board,
    ray: &Ray,
    on: CellId,
    mut visit: impl FnMut(CellId, &[CellId], Option<CellId>),
) {
    let Some(source) = board.step(on, -ray.step).filter(|&s| s != on) else {
        return;
    };
    let path: Option<Vec<CellId>> =
        Ray::lame_path(ray.step).map(|v| board.step(source, v).filter(|&c| !board.is_wall(c))).collect();
    if let Some(mut path) = path {
        path.retain(|&c| c != source);
        visit(source, &path, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use std::collections::BTreeSet;

    /// The ways found from the attacked end equal those found from the attacker.
    #[test]
    fn sources_are_ways_reversed() {
        let mut walled = Board::new(Shape::rectangle(5, 4));
        walled.add_wall(walled.cell_named("c2").expect("on the board"));
        let torus = Board::new(Shape::Box { width: 4, height: 3, depth: 1, wrap_x: true, wrap_y: true });
        let hex = Board::new(Shape::Hex { edge: 3 });
        for board in [walled, torus, hex] {
            for step in [Vector::flat(1, 0), Vector::flat(1, 1), Vector::flat(-1, 2), Vector::flat(2, 2)] {
                for mode in [Mode::Plain, Mode::Through, Mode::Lame, Mode::Cannon, Mode::Grasshopper] {
                    for (from, to) in [(1, None), (1, Some(1)), (2, Some(3))] {
                        let single = mode == Mode::Lame;
                        let hopper = matches!(mode, Mode::Cannon | Mode::Grasshopper);
                        if (single && to != Some(1)) || (hopper && to.is_some()) {
                            continue;
                        }
                        check(&board, Ray { mode, from, to, ..Ray::ride(step) });
                        for lead in [(1, 1), (1, 0), (0, 2), (-1, 0)].map(|(x, y)| Vector::flat(x, y)) {
                            if !single {
                                check(&board, Ray { mode, from, to, ..Ray::bent(lead, step) });
                            }
                        }
                    }
                }
            }
        }
    }

    fn check(board: &Board, ray: Ray) {
        let movement = Movement::new([ray], false);
        let sorted = |mut cells: Vec<CellId>| {
            cells.sort_unstable();
            cells
        };
        let mut forward = BTreeSet::new();
        for from in board.cells() {
            for way in movement.ways(board, from) {
                forward.insert((from, way.target, sorted(way.clear), way.hurdle));
            }
        }
        let mut backward = BTreeSet::new();
        for on in board.cells() {
            for ray in movement.rays() {
                sources(board, ray, on, |source, clear, hurdle| {
                    backward.insert((source, on, sorted(clear.to_vec()), hurdle));
                });
            }
        }
        assert_eq!(forward, backward, "{ray:?}");
    }
}
