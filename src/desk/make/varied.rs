//! The free parts of a spec, summed up.

use super::error::MakeError;
use crate::geometry::{Board, CellId, Symmetry};
use crate::model::{CellContents, Model, Vary};
use std::sync::Arc;

/// The free parts of a spec.
#[derive(Clone, Debug, Default)]
pub(super) struct VariedParts {
    /// Pieces that may be given, with the symmetries of their cells.
    pub givens: Vec<(CellContents, Vec<Symmetry>)>,
    /// Names of layers or lists of clues; `None` for all.
    pub clues: Vec<Option<Arc<str>>>,
    pub regions: Vec<VariedLayer>,
    /// Number of further walls, if walls vary and it is stated.
    pub walls: Option<Option<u64>>,
}

/// A layer of regions that varies.
#[derive(Clone, Debug)]
pub(super) struct VariedLayer {
    pub name: Arc<str>,
    /// Number of regions that the spec draws.
    pub drawn: usize,
    /// Least and greatest number of cells of a region.
    pub sizes: Option<(usize, usize)>,
    /// True if regions need not be connected.
    pub scattered: bool,
}

impl VariedParts {
    pub fn of(model: &Model) -> Result<Self, MakeError> {
        let mut parts = Self::default();
        for vary in &model.varies {
            match &vary.node {
                Vary::Givens { of, pattern } => {
                    let symmetries = pattern.iter().filter_map(|&kind| model.board.symmetry(kind));
                    parts.givens.push((of.clone(), symmetries.collect()));
                }
                Vary::Clues(name) => parts.clues.push(name.clone()),
                Vary::Regions { layer, sizes, scattered } => {
                    let layer = &model.layers[*layer];
                    parts.regions.push(VariedLayer {
                        name: layer.name.clone(),
                        drawn: layer.regions.len(),
                        sizes: sizes.map(|(a, b)| (a as usize, b as usize)),
                        scattered: *scattered,
                    });
                }
                Vary::Walls(number) => parts.walls = Some(*number),
            }
        }
        if model.varies.is_empty() { Err(MakeError::NothingVaries) } else { Ok(parts) }
    }

    /// Returns true if givens or clues vary, which can single out any solution.
    pub fn has_hints(&self) -> bool {
        !self.givens.is_empty() || !self.clues.is_empty()
    }
}

/// Returns the cells that the symmetries map `cell` to, itself included.
pub(super) fn orbit(board: &Board, symmetries: &[Symmetry], cell: CellId) -> Vec<CellId> {
    let mut orbit = vec![cell];
    let mut at = 0;
    while at < orbit.len() {
        for symmetry in symmetries {
            let image = symmetry.image(orbit[at]);
            if !orbit.contains(&image) && !board.is_wall(image) {
                orbit.push(image);
            }
        }
        at += 1;
    }
    orbit
}
