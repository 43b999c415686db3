//! Possible placements: every kind on every open cell, every tile in every orientation at every place, except those that
//! the facts forbid directly.

use super::{TooLarge, limits};
use crate::geometry::{Board, CellId, Vector};
use crate::model::{ClueMode, CoveredCells, Fact, KindId, KindSet, Model, Route, Shapes};
use crate::problem::{self, ChoiceId};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A kind on cells: a choice without a number.
pub(super) type ChoicePlace = (u16, CoveredCells);

/// Numbered choices, with an index by cell.
pub(super) struct IndexedChoices {
    /// Choices by number: sorted by least cell, then kind, then cells.
    pub list: problem::Choices,
    /// Start of each cell's entries in `covering`, with one more entry at the end.
    starts: Vec<u32>,
    covering: Vec<ChoiceId>,
}

/// State that the facts allow on a cell.
#[derive(Clone, Copy, PartialEq)]
enum CellDomain {
    Any,
    Only(KindId),
    Nothing,
}

impl IndexedChoices {
    /// Creates the choices of `model` without those in `dropped`.
    pub fn of(model: &Model, dropped: &FxHashSet<ChoicePlace>) -> Result<Self, TooLarge> {
        let open = open_cells(model);
        let points = model.kinds.iter().all(|k| k.shapes == Shapes::Point);
        let list = if points { points_on(model, &open)? } else { places_on(model, &open)? };
        limits::check("placing the pieces", list.len() as u64, limits::CHOICES)?;
        Ok(Self::indexed(without(list, dropped), model.board.len()))
    }

    fn indexed(list: problem::Choices, cells: usize) -> Self {
        let mut starts = vec![0_u32; cells + 1];
        for cell in list.iter().flat_map(|c| c.cells) {
            starts[cell.index() + 1] += 1;
        }
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        if list.all_points() {
            // They are numbered by cell.
            let covering = (0..list.len() as u32).map(ChoiceId).collect();
            return Self { list, starts, covering };
        }
        let mut next = starts.clone();
        let mut covering = vec![ChoiceId(0); starts[cells] as usize];
        for (i, choice) in list.iter().enumerate() {
            for cell in choice.cells {
                let at = &mut next[cell.index()];
                covering[*at as usize] = ChoiceId(i as u32);
                *at += 1;
            }
        }
        Self { list, starts, covering }
    }

    /// Returns the choices that cover `cell`, ascending.
    pub fn covering(&self, cell: CellId) -> &[ChoiceId] {
        &self.covering[self.starts[cell.index()] as usize..self.starts[cell.index() + 1] as usize]
    }

    /// Returns the choice of `kind` on `cell`; all choices must be on single cells.
    pub fn at(&self, cell: CellId, kind: KindId) -> Option<ChoiceId> {
        let here = self.covering(cell);
        // On a cell they are numbered by kind, and often all kinds are there.
        let expected = here.get(kind.index()).filter(|&&c| self.kind(c) == kind);
        let search = || here.binary_search_by_key(&kind, |c| self.kind(*c)).ok().map(|i| here[i]);
        expected.copied().or_else(search)
    }

    /// Returns true if the choices have the numbers of the board's cells: a single kind, which may stand on every cell.
    pub fn are_cells(&self) -> bool {
        let one_kind =
            self.list.iter().next().is_some_and(|first| self.list.iter().all(|c| c.kind == first.kind));
        self.list.all_points() && self.list.len() + 1 == self.starts.len() && one_kind
    }

    /// Returns the choices that cover `cell` and are of one of `kinds`.
    pub fn of_kinds<'a>(&'a self, cell: CellId, kinds: &'a KindSet) -> impl Iterator<Item = ChoiceId> + 'a {
        self.covering(cell).iter().copied().filter(|c| kinds.contains(self.kind(*c)))
    }

    pub fn kind(&self, choice: ChoiceId) -> KindId {
        KindId(self.list.kind(choice))
    }

    pub fn cells(&self, choice: ChoiceId) -> &[CellId] {
        self.list.cells(choice)
    }

    pub fn ids(&self) -> impl Iterator<Item = ChoiceId> + use<> {
        (0..self.list.len() as u32).map(ChoiceId)
    }

    /// For each kind, returns true if it has a choice.
    pub fn present(&self, kinds: usize) -> Vec<bool> {
        let mut present = vec![false; kinds];
        for choice in self.list.iter() {
            present[usize::from(choice.kind)] = true;
        }
        present
    }
}

impl CellDomain {
    fn fits(self, kind: KindId) -> bool {
        self == Self::Any || self == Self::Only(kind)
    }
}

/// Returns true if a piece of `kind` on `cell` leads only to open cells of the board.
fn leads_onto_the_board(model: &Model, kind: KindId, cell: CellId) -> bool {
    let leads = |&m: &Vector| Route::step(&model.board, cell, m).is_some();
    model.kind(kind).line.as_ref().is_none_or(|line| line.moves.iter().all(leads))
}

/// Lists kinds on single cells, in order.
fn points_on(model: &Model, open: &[CellDomain]) -> Result<problem::Choices, TooLarge> {
    let on = |open: &CellDomain| match open {
        CellDomain::Any => model.kinds.len() as u64,
        CellDomain::Only(_) => 1,
        CellDomain::Nothing => 0,
    };
    let needed: u64 = open.iter().map(on).sum();
    limits::check("placing the pieces", needed, limits::CHOICES)?;
    let mut list = problem::Choices::with_capacity(needed as usize);
    for (cell, &open) in model.board.cells().zip(open) {
        let fits = |&k: &u16| open.fits(KindId(k)) && leads_onto_the_board(model, KindId(k), cell);
        for kind in (0..model.kinds.len() as u16).filter(fits) {
            list.push(kind, &[cell]);
        }
    }
    Ok(list)
}

fn places_on(model: &Model, open: &[CellDomain]) -> Result<problem::Choices, TooLarge> {
    let mut all: Vec<ChoicePlace> = Vec::new();
    let (mut tried, mut covered) = (0u64, 0u64);
    for (kind, id) in model.kinds.iter().zip((0..).map(KindId)) {
        let fits = |c: CellId| open[c.index()].fits(id) && leads_onto_the_board(model, id, c);
        match &kind.shapes {
            Shapes::Point => all
                .extend(model.board.cells().filter(|&c| fits(c)).map(|c| (id.0, SmallVec::from_elem(c, 1)))),
            Shapes::Tile(orientations) => {
                for shape in orientations {
                    for (cells, steps) in places(&model.board, shape, fits) {
                        tried += steps;
                        limits::check("finding places for the tiles", tried, limits::TRIED)?;
                        let Some(cells) = cells else { continue };
                        covered += cells.len() as u64;
                        limits::check("the cells under all tiles", covered, limits::COVERED)?;
                        all.push((id.0, cells));
                    }
                    limits::check("placing the pieces", all.len() as u64, limits::CHOICES)?;
                }
            }
        }
    }
    all.sort_unstable_by(|a, b| (a.1[0], a.0, &a.1).cmp(&(b.1[0], b.0, &b.1)));
    all.dedup();
    let mut list = problem::Choices::with_capacity(all.len());
    all.iter().for_each(|(kind, cells)| list.push(*kind, cells));
    Ok(list)
}

fn without(list: problem::Choices, dropped: &FxHashSet<ChoicePlace>) -> problem::Choices {
    if dropped.is_empty() {
        return list;
    }
    let mut left = problem::Choices::with_capacity(list.len());
    let is_dropped = |c: &problem::Choice<'_>| dropped.contains(&(c.kind, SmallVec::from_slice(c.cells)));
    for choice in list.iter().filter(|c| !is_dropped(c)) {
        left.push(choice.kind, choice.cells);
    }
    left
}

fn open_cells(model: &Model) -> Vec<CellDomain> {
    let mut open = vec![CellDomain::Any; model.board.len()];
    for wall in model.board.walls().iter() {
        open[wall.index()] = CellDomain::Nothing;
    }
    if model.clue_mode != Some(ClueMode::Cells) {
        for (cell, _) in &model.clues {
            open[cell.index()] = CellDomain::Nothing;
        }
    }
    for fact in &model.facts {
        match *fact {
            Fact::Empty(cell, _) => open[cell.index()] = CellDomain::Nothing,
            Fact::Holds(cell, kind, _) => {
                let at = &mut open[cell.index()];
                // Two different kinds leave nothing; the facts then contradict each other.
                *at = if *at == CellDomain::Any || *at == CellDomain::Only(kind) {
                    CellDomain::Only(kind)
                } else {
                    CellDomain::Nothing
                };
            }
        }
    }
    open
}

/// Tries to place one orientation with its first cell on each cell of the board, and counts the cells tried. A tile that
/// would overlap itself around an edge does not fit.
fn places<'a>(
    board: &'a Board,
    shape: &'a [Vector],
    fits: impl Fn(CellId) -> bool + Copy + 'a,
) -> impl Iterator<Item = (Option<CoveredCells>, u64)> + 'a {
    board.cells().map(move |first| {
        let mut cells = CoveredCells::new();
        for &v in shape {
            match board.step(first, v - shape[0]).filter(|&c| fits(c)) {
                Some(cell) => cells.push(cell),
                None => return (None, cells.len() as u64 + 1),
            }
        }
        let steps = cells.len() as u64;
        cells.sort_unstable();
        (cells.windows(2).all(|w| w[0] != w[1]).then_some(cells), steps)
    })
}
