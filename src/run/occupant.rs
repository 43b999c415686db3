//! Occupants of cells, as answers about single cells name them.

use crate::model::{KindId, Model, RouteId};

/// Something that stands on a cell: a piece of a kind, or any piece of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Occupant {
    Kind(KindId),
    Route(RouteId),
}

impl Occupant {
    /// Returns the name of the kind or of the route.
    pub fn name(self, model: &Model) -> &str {
        match self {
            Self::Kind(kind) => &model.kind(kind).name,
            Self::Route(route) => &model.route(route).name,
        }
    }
}
