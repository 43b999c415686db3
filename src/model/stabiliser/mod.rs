//! Symmetry group of a spec: the symmetries of its board that map the expanded spec to itself; and the exchangeable kinds.
//!
//! Method: the spec is encoded once so that equal statements are equal sequences of numbers ([`written::Written`]). Sets of
//! cells, sets of kinds and movements are numbered; terms are sorted and merged. A motion maps this encoding number by number,
//! so one lookup per instance decides if its image is in the spec. Cell sets are mapped once per motion, not per instance; the
//! set of all cells is never mapped. Walls, clues and givens are compared before the encoding is built: the givens of a Sudoku
//! leave only the identity, which needs no check.
//!
//! Read this file first, then [`written`] for the encoding and [`shape`] for the normal forms of moves and shapes. The group with
//! exchanges is in [`exchange`], from [`kinds`] and [`lines`].

mod exchange;
mod kinds;
mod lines;
mod shape;
mod too_large;
mod words;
mod written;

pub use exchange::{Coset, ExchangeGroup, Factor, GroupElement, exchange_group};
pub use lines::LineClass;
pub use too_large::ExchangeTooLarge;

use super::{Fact, KindId, Model, RuleBody};
use crate::geometry::{Board, CellId, Matrix, Symmetry, SymmetryKind};
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{effective, image, maps_shapes};
use std::cell::OnceCell;
use written::{EncodedModel, Motion};

/// Returns the symmetries of the board that map the whole spec to itself, the identity first. If `translations` is true, the
/// translations of a board that wraps are included. Of several motions with the same permutation of the cells (for example on
/// a board of one row), one is returned.
///
/// The comparison is syntactic, but ignores repeated rules, the sides of a comparison, walls named in a scope, and the parts of
/// a movement that cannot occur on a board of this size. Moves of a kind are compared only if a rule, an objective or the table
/// uses its attacks; shapes of tiles are always compared. Kinds are never exchanged.
pub fn stabiliser(model: &Model, translations: bool) -> Vec<Symmetry> {
    let board = &model.board;
    let candidates = if translations { board.symmetries_and_translations() } else { board.symmetries() };
    let facts: FxHashMap<CellId, Option<KindId>> =
        model.facts.iter().filter_map(|f| said(board, f)).collect();
    let written = OnceCell::new();
    let imposed = imposed_group(model);
    let mut kept: Vec<Symmetry> = Vec::new();
    // Members of `kept` by their images of a few cells: only those with equal images are compared cell by cell.
    let mut alike: FxHashMap<[CellId; 3], Vec<usize>> = FxHashMap::default();
    for symmetry in candidates {
        let keeps_rules = || {
            let written = written.get_or_init(|| EncodedModel::new(model));
            keeps_kinds(model, written, &symmetry.linear)
                && written.is_kept_by(&Motion::of_cells(model, &symmetry))
                && imposed.is_kept_by(&symmetry.cells)
        };
        let stabilises = symmetry.kind == SymmetryKind::Identity
            || (keeps_board(model, &symmetry.cells)
                && keeps_facts(model, &facts, &symmetry)
                && keeps_rules());
        let few = [0, board.len() / 2, board.len() - 1].map(|c| symmetry.cells[c]);
        if stabilises && alike.get(&few).is_none_or(|l| l.iter().all(|&k| kept[k].cells != symmetry.cells)) {
            alike.entry(few).or_default().push(kept.len());
            kept.push(symmetry);
        }
    }
    kept
}

/// Returns true if both specs have the same board, the same kinds in the same order under whatever names, and equal rules, givens
/// and objectives, in any order: then they have the same solutions. The comparison is that of [`stabiliser`].
pub fn mean_the_same(first: &Model, second: &Model) -> bool {
    let routes = |model: &Model| -> Vec<_> {
        model.routes.iter().map(|r| (r.closed, r.moves.clone(), r.pieces.clone())).collect()
    };
    let aims = |model: &Model| -> Vec<_> { model.objectives.iter().map(|o| o.maximize).collect() };
    first.board == second.board
        && kinds_alike(first, second)
        && routes(first) == routes(second)
        && aims(first) == aims(second)
        && imposed_group(first).group == imposed_group(second).group
        && EncodedModel::say_the_same(first, second)
}

/// Returns true if the kinds have the same shapes and, if anything uses them, the same moves.
fn kinds_alike(first: &Model, second: &Model) -> bool {
    let (one, other) = (EncodedModel::new(first), EncodedModel::new(second));
    let alike = |id: KindId| {
        let (a, b) = (first.kind(id), second.kind(id));
        let attacks = !(one.asks_attacks_of(id) || other.asks_attacks_of(id))
            || effective(&first.board, &a.movement) == effective(&second.board, &b.movement);
        let value = |kind: &super::Kind| kind.family.map(|family| family.1);
        attacks && a.shapes == b.shapes && a.line == b.line && value(a) == value(b)
    };
    first.kinds.len() == second.kinds.len() && (0..first.kinds.len()).all(|k| alike(KindId(k as u16)))
}

/// Returns the classes of two or more exchangeable kinds, each sorted: exchanging any two kinds of a class maps the spec to
/// itself. (Simultaneous exchanges of several kinds are not found.)
pub fn exchangeable_kinds(model: &Model) -> Vec<Vec<KindId>> {
    let mut classes = kind_classes(model, &EncodedModel::new(model));
    classes.retain(|class| class.len() > 1);
    classes
}

/// Returns the classes of exchangeable kinds, including those of one kind.
fn kind_classes(model: &Model, written: &EncodedModel<'_>) -> Vec<Vec<KindId>> {
    let mut classes: Vec<Vec<KindId>> = Vec::new();
    for kind in (0..model.kinds.len()).map(|k| KindId(k as u16)) {
        match classes.iter_mut().find(|class| exchangeable(model, written, class[0], kind)) {
            Some(class) => class.push(kind),
            None => classes.push(vec![kind]),
        }
    }
    classes
}

fn exchangeable(model: &Model, written: &EncodedModel<'_>, a: KindId, b: KindId) -> bool {
    let (first, second) = (model.kind(a), model.kind(b));
    if first.line.is_some() || second.line.is_some() {
        return false;
    }
    let attacks_alike = match (written.asks_attacks_of(a), written.asks_attacks_of(b)) {
        (true, true) => effective(&model.board, &first.movement) == effective(&model.board, &second.movement),
        (false, false) => true,
        _ => false,
    };
    let shapes_alike = maps_shapes(&model.board, &Matrix::IDENTITY, &first.shapes, &second.shapes);
    attacks_alike && shapes_alike && written.is_kept_by(&Motion::of_kinds(model, a, b))
}

/// Returns true if the moves in use and all shapes are mapped to themselves, and every line piece to one of its route.
fn keeps_kinds(model: &Model, written: &EncodedModel<'_>, linear: &Matrix) -> bool {
    let board = &model.board;
    (0..model.kinds.len()).map(|k| KindId(k as u16)).all(|id| {
        let kind = model.kind(id);
        let moves = !written.asks_attacks_of(id)
            || image(board, linear, &kind.movement) == Some(effective(board, &kind.movement));
        moves
            && maps_shapes(board, linear, &kind.shapes, &kind.shapes)
            && model.kind_image(id, linear).is_some()
    })
}

/// Returns true if a permutation of the cells maps walls, regions, clues and weights to themselves.
fn keeps_board(model: &Model, cells: &[CellId]) -> bool {
    let walls = model.board.walls();
    let walls_kept = walls.is_empty() || walls.iter().all(|c| walls.contains(cells[c.index()]));
    let kept = |clues: &[(CellId, i64)]| {
        clues.iter().all(|&(cell, number)| {
            let at = clues.binary_search_by_key(&cells[cell.index()], |c| c.0);
            at.is_ok_and(|at| clues[at].1 == number)
        })
    };
    walls_kept
        && kept(&model.clues)
        && model.clue_layers.iter().all(|l| kept(&l.clues))
        && model.weights.iter().all(|w| w.of.iter().zip(cells).all(|(n, c)| *n == w.of[c.index()]))
        && model.layers.iter().all(|l| keeps_partition(&l.of, cells))
}

/// Returns the cell and content of a fact; `None` for an empty wall, which is trivial.
fn said(board: &Board, fact: &Fact) -> Option<(CellId, Option<KindId>)> {
    match *fact {
        Fact::Holds(cell, kind, _) => Some((cell, Some(kind))),
        Fact::Empty(cell, _) => (!board.is_wall(cell)).then_some((cell, None)),
    }
}

/// Returns true if the givens are mapped to themselves.
fn keeps_facts(model: &Model, facts: &FxHashMap<CellId, Option<KindId>>, symmetry: &Symmetry) -> bool {
    let image = |what: &Option<KindId>| what.map(|kind| model.kind_image(kind, &symmetry.linear));
    facts.iter().all(|(&cell, what)| {
        let there = facts.get(&symmetry.image(cell)).map(|there| there.map(Some));
        there == Some(image(what))
    })
}

/// Returns true if the partition is preserved: cells share a part if and only if their images do, and likewise lie in no part.
fn keeps_partition(part: &[Option<u32>], cells: &[CellId]) -> bool {
    let parts = part.iter().flatten().max().map_or(0, |&m| m as usize + 1);
    let mut image_of = vec![None; parts];
    let mut taken = vec![false; parts];
    part.iter().zip(cells).all(|(&here, image)| match (here, part[image.index()]) {
        (None, None) => true,
        (Some(here), Some(there)) => match image_of[here as usize] {
            Some(known) => known == there,
            None => {
                image_of[here as usize] = Some(there);
                !std::mem::replace(&mut taken[there as usize], true)
            }
        },
        _ => false,
    })
}

/// Symmetries that the rules impose on the solutions.
struct ImposedSymmetries {
    generators: Vec<Vec<CellId>>,
    /// Group generated by them.
    group: FxHashSet<Vec<CellId>>,
}

fn imposed_group(model: &Model) -> ImposedSymmetries {
    let mut kinds: Vec<SymmetryKind> = Vec::new();
    for rule in &model.rules {
        if let RuleBody::Symmetric(imposed) = &rule.body {
            kinds.extend(imposed);
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    let generators: Vec<Vec<CellId>> =
        kinds.iter().filter_map(|&k| model.board.symmetry(k)).map(|s| s.cells).collect();
    let mut group: FxHashSet<Vec<CellId>> = FxHashSet::default();
    let mut open: Vec<Vec<CellId>> = generators.clone();
    while let Some(next) = open.pop() {
        if !group.contains(&next) {
            open.extend(generators.iter().map(|g| next.iter().map(|c| g[c.index()]).collect()));
            group.insert(next);
        }
    }
    ImposedSymmetries { generators, group }
}

impl ImposedSymmetries {
    /// Returns true if the conjugates of the generators are in the group.
    fn is_kept_by(&self, cells: &[CellId]) -> bool {
        self.generators.iter().all(|generator| {
            let mut conjugate = vec![CellId(0); generator.len()];
            for (cell, image) in generator.iter().enumerate() {
                conjugate[cells[cell].index()] = cells[image.index()];
            }
            self.group.contains(&conjugate)
        })
    }
}

#[cfg(test)]
mod soundness;
#[cfg(test)]
mod tests;
