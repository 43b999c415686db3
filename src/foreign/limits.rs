//! Limits on the sides of an imported board. A picture of one column would read the digits of a number as cells.

pub(super) const MIN_SIDE: usize = 2;
pub(super) const MAX_SIDE: usize = 60;
