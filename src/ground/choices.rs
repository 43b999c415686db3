//! What may be placed: every kind on every open cell, every tile in every orientation at every place, without
//! what the facts forbid at once.

use super::{TooLarge, limits};
use crate::geometry::{Board, CellId, Vector};
use crate::model::{ClueMode, Fact, KindId, KindSet, Model, Shapes};
use crate::problem::{Choice, ChoiceId};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The numbered choices, with an index by cell.
pub(super) struct Choices {
    /// By number: sorted by least cell, then kind, then cells.
    pub list: Vec<Choice>,
    /// By cell: where its choices start in `covering`; one entry more than cells.
    starts: Vec<u32>,
    covering: Vec<ChoiceId>,
}

/// What the facts leave open on a cell.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Any,
    Only(KindId),
    Nothing,
}

impl Choices {
    /// The choices of `model` without those in `dropped`.
    pub fn of(model: &Model, dropped: &FxHashSet<Choice>) -> Result<Self, TooLarge> {
        let open = open_cells(model);
        let mut list: Vec<Choice> = Vec::new();
        for (k, kind) in model.kinds.iter().enumerate() {
            let id = KindId(k as u16);
            let fits = |c: CellId| open[c.index()] == Open::Any || open[c.index()] == Open::Only(id);
            match &kind.shapes {
                Shapes::Point => list.extend(
                    model.board.cells().filter(|&c| fits(c)).map(|c| choice(id, SmallVec::from_elem(c, 1))),
                ),
                Shapes::Tile(orientations) => {
                    for shape in orientations {
                        list.extend(places(&model.board, shape, fits).map(|cells| choice(id, cells)));
                        limits::check("placing the pieces", list.len() as u64, limits::CHOICES)?;
                    }
                }
            }
            limits::check("placing the pieces", list.len() as u64, limits::CHOICES)?;
        }
        if !dropped.is_empty() {
            list.retain(|c| !dropped.contains(c));
        }
        list.sort_unstable_by(|a, b| (a.cells[0], a.kind, &a.cells).cmp(&(b.cells[0], b.kind, &b.cells)));
        list.dedup();
        Ok(Self::indexed(list, model.board.len()))
    }

    fn indexed(list: Vec<Choice>, cells: usize) -> Self {
        let mut starts = vec![0_u32; cells + 1];
        for cell in list.iter().flat_map(|c| &c.cells) {
            starts[cell.index() + 1] += 1;
        }
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut covering = vec![ChoiceId(0); starts[cells] as usize];
        for (i, choice) in list.iter().enumerate() {
            for cell in &choice.cells {
                let at = &mut next[cell.index()];
                covering[*at as usize] = ChoiceId(i as u32);
                *at += 1;
            }
        }
        Self { list, starts, covering }
    }

    /// The choices that cover `cell`, ascending.
    pub fn covering(&self, cell: CellId) -> &[ChoiceId] {
        &self.covering[self.starts[cell.index()] as usize..self.starts[cell.index() + 1] as usize]
    }

    /// Those of them that are of one of `kinds`.
    pub fn of_kinds<'a>(&'a self, cell: CellId, kinds: &'a KindSet) -> impl Iterator<Item = ChoiceId> + 'a {
        self.covering(cell).iter().copied().filter(|c| kinds.contains(self.kind(*c)))
    }

    /// The kind of `choice`.
    pub fn kind(&self, choice: ChoiceId) -> KindId {
        KindId(self.list[choice.index()].kind)
    }

    /// The cells of `choice`.
    pub fn cells(&self, choice: ChoiceId) -> &[CellId] {
        &self.list[choice.index()].cells
    }

    /// All choices in order.
    pub fn ids(&self) -> impl Iterator<Item = ChoiceId> + use<> {
        (0..self.list.len() as u32).map(ChoiceId)
    }

    /// By kind: whether it has a choice at all.
    pub fn present(&self, kinds: usize) -> Vec<bool> {
        let mut present = vec![false; kinds];
        for choice in &self.list {
            present[usize::from(choice.kind)] = true;
        }
        present
    }
}

fn choice(kind: KindId, cells: SmallVec<[CellId; 1]>) -> Choice {
    Choice { kind: kind.0, cells }
}

fn open_cells(model: &Model) -> Vec<Open> {
    let mut open = vec![Open::Any; model.board.len()];
    for wall in model.board.walls().iter() {
        open[wall.index()] = Open::Nothing;
    }
    if model.clue_mode != Some(ClueMode::Cells) {
        for (cell, _) in &model.clues {
            open[cell.index()] = Open::Nothing;
        }
    }
    for fact in &model.facts {
        match *fact {
            Fact::Empty(cell, _) => open[cell.index()] = Open::Nothing,
            Fact::Holds(cell, kind, _) => {
                let at = &mut open[cell.index()];
                // Two different kinds leave nothing; the facts then cannot both be met.
                *at = if *at == Open::Any || *at == Open::Only(kind) {
                    Open::Only(kind)
                } else {
                    Open::Nothing
                };
            }
        }
    }
    open
}

/// The places of one orientation: its first cell on each cell of the board. A tile that would meet itself
/// around an edge has no place there.
fn places<'a>(
    board: &'a Board,
    shape: &'a [Vector],
    fits: impl Fn(CellId) -> bool + Copy + 'a,
) -> impl Iterator<Item = SmallVec<[CellId; 1]>> + 'a {
    board.cells().filter_map(move |first| {
        let mut cells: SmallVec<[CellId; 1]> = SmallVec::new();
        for &v in shape {
            cells.push(board.step(first, v - shape[0]).filter(|&c| fits(c))?);
        }
        cells.sort_unstable();
        cells.windows(2).all(|w| w[0] != w[1]).then_some(cells)
    })
}
