//! Brute force: all diagrams of a tiny board, and those that are solutions by the literal rules alone.

use nauck::geometry::CellId;
use nauck::model::{Diagram, KindId, Model, Placement, Shapes, judge, objective_values};
use std::collections::BTreeSet;

/// Solutions and optimum of a model by the literal rules.
pub struct Truth {
    /// All solutions; with objectives, all optimal ones.
    pub solutions: BTreeSet<Diagram>,
    /// Optimal values of the objectives, if there are objectives and a solution.
    pub best: Option<Vec<i64>>,
}

/// Solves `model` by brute force; `None` if there are more than `most` diagrams.
pub fn truth(model: &Model, most: usize) -> Option<Truth> {
    let placements = placements(model);
    let mut diagrams = Vec::new();
    fill(&placements, model.board.len(), 0, &mut Vec::new(), &mut diagrams, most)?;
    let mut kept: Vec<(Vec<i64>, Diagram)> = Vec::new();
    for diagram in diagrams {
        if judge(model, &diagram).is_empty() {
            kept.push((objective_values(model, &diagram), diagram));
        }
    }
    let goodness = |values: &[i64]| -> Vec<i64> {
        let sign = |o: &nauck::model::Objective| if o.maximize { 1 } else { -1 };
        model.objectives.iter().zip(values).map(|(o, v)| sign(o) * v).collect()
    };
    let best = kept.iter().map(|(values, _)| values.clone()).max_by_key(|values| goodness(values));
    let solutions = kept.into_iter().filter(|(v, _)| Some(v) == best.as_ref()).map(|(_, d)| d).collect();
    Some(Truth { solutions, best: best.filter(|_| !model.objectives.is_empty()) })
}

/// For each cell, the placements that have it as their first cell, ignoring rules and facts.
fn placements(model: &Model) -> Vec<Vec<Placement>> {
    let mut bare = model.clone();
    bare.rules.clear();
    bare.facts.clear();
    let mut found = vec![Vec::new(); model.board.len()];
    for (number, kind) in model.kinds.iter().enumerate() {
        let sizes: Vec<usize> = match &kind.shapes {
            Shapes::Point => vec![1],
            Shapes::Tile(orientations) => orientations.iter().map(Vec::len).collect(),
        };
        for mask in 0..1u32 << model.board.len() {
            if !sizes.contains(&(mask.count_ones() as usize)) {
                continue;
            }
            let cells =
                (0..model.board.len()).filter(|i| mask >> i & 1 == 1).map(CellId::from_index).collect();
            let placement = Placement { kind: KindId(number as u16), cells };
            if judge(&bare, &Diagram::new([placement.clone()])).is_empty()
                && stays_on_board(model, &placement)
            {
                found[placement.cells[0].index()].push(placement);
            }
        }
    }
    found
}

/// Returns false for a line piece that leads off the board or onto a wall; no route has one.
fn stays_on_board(model: &Model, placement: &Placement) -> bool {
    let open = |to: Option<CellId>| to.is_some_and(|c| !model.board.is_wall(c));
    let line = &model.kind(placement.kind).line;
    line.iter().flat_map(|l| &l.moves).all(|&m| open(model.board.step(placement.cells[0], m)))
}

/// Adds every diagram in which `chosen` decides the cells before `cell`.
fn fill(
    placements: &[Vec<Placement>],
    cells: usize,
    cell: usize,
    chosen: &mut Vec<Placement>,
    diagrams: &mut Vec<Diagram>,
    most: usize,
) -> Option<()> {
    if cell == cells {
        diagrams.push(Diagram::new(chosen.iter().cloned()));
        return (diagrams.len() <= most).then_some(());
    }
    fill(placements, cells, cell + 1, chosen, diagrams, most)?;
    for placement in &placements[cell] {
        if chosen.iter().all(|p| p.cells.iter().all(|c| !placement.cells.contains(c))) {
            chosen.push(placement.clone());
            fill(placements, cells, cell + 1, chosen, diagrams, most)?;
            chosen.pop();
        }
    }
    Some(())
}
