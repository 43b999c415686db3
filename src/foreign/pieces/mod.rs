//! Pieces from other programs: positions in FEN, custom pieces of `variants.ini`, and names of Popeye.

pub(super) mod popeye;
pub(super) mod position;
pub(super) mod variants;
