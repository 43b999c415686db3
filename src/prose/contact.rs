//! Moves that say no more than how two pieces touch.

use crate::geometry::{Movement, Vector};

/// Distance at which pieces with given moves attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contact {
    /// By a common side.
    Side,
    /// By a side or a corner.
    Touch,
    /// By a corner alone.
    Corner,
}

impl Contact {
    /// Returns the contact that the moves are about, if they are those of a wazir, king or ferz.
    pub fn of(movement: &Movement) -> Option<Self> {
        let leaps = movement.leaps().filter(|l| !l.is_empty() && !movement.stays())?;
        let steps = |v: &Vector| v.x.abs() + v.y.abs() + v.z.abs();
        let flat = leaps.iter().all(|v| v.x.abs() <= 1 && v.y.abs() <= 1 && v.z == 0);
        match (leaps.len(), flat) {
            (4, true) if leaps.iter().all(|v| steps(v) == 1) => Some(Self::Side),
            (4, true) if leaps.iter().all(|v| steps(v) == 2) => Some(Self::Corner),
            (8, true) => Some(Self::Touch),
            _ => None,
        }
    }

    /// Returns the verb of two things in this contact, and that of two that are not.
    pub fn verbs(self) -> (&'static str, &'static str) {
        match self {
            Self::Side => ("share a side", "share a side"),
            Self::Touch => ("touch, at a side or a corner", "touch, not even at a corner"),
            Self::Corner => ("touch at a corner", "touch at a corner"),
        }
    }
}
