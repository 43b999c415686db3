//! The period of a board: its rows repeat the same decisions.

/// Number of decisions after which steps and layers may repeat: those of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period(pub usize);
