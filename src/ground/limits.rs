//! The limits of grounding, each with the words for it. They keep a hostile spec from using memory without bound;
//! no sensible spec comes near them.

use super::TooLarge;

/// Choices of one problem.
pub(super) const CHOICES: u64 = 8_000_000;
/// Cells of tiles that are laid to see whether they fit.
pub(super) const TRIED: u64 = 50_000_000;
/// Cells that tiles cover, over all places where they may lie.
pub(super) const COVERED: u64 = 16_000_000;
/// Entries of all lists of pairs, each pair counted twice.
pub(super) const PAIRS: u64 = 16_000_000;
/// Defined variables.
pub(super) const DEFINITIONS: u64 = 2_000_000;
/// Literals in clauses and sums together, and in definitions together.
pub(super) const LITERALS: u64 = 20_000_000;
/// Choices in lines together.
pub(super) const MEMBERS: u64 = 100_000_000;
/// Absolute values of the coefficients of one sum, added up.
pub(super) const WEIGHT: u64 = 1 << 60;
/// Entries of all permutations of the group, where orbits are not asked for: above this the group is left out.
pub(super) const GROUP_UNASKED: u64 = 4_000_000;
/// Entries of all permutations of the group, where they are.
pub(super) const GROUP: u64 = 100_000_000;
/// Rounds of leaving out choices that can never hold.
pub(super) const ROUNDS: usize = 6;
/// Above so many choices there is one such round only.
pub(super) const ROUNDS_CHOICES: usize = 200_000;

/// An error where `needed` passes `limit`.
pub(super) fn check(what: &'static str, needed: u64, limit: u64) -> Result<(), TooLarge> {
    if needed > limit { Err(TooLarge { what, needed, limit }) } else { Ok(()) }
}
