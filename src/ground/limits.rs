//! Limits of grounding. They keep a hostile spec from using unbounded memory; sensible specs stay far below them.

use super::TooLarge;

/// Choices of one problem.
pub(super) const CHOICES: u64 = 8_000_000;
/// Cells of tiles tried for a fit.
pub(super) const TRIED: u64 = 50_000_000;
/// Cells covered by tiles, over all their places.
pub(super) const COVERED: u64 = 16_000_000;
/// Entries of all lists of pairs; each pair counts twice.
pub(super) const PAIRS: u64 = 16_000_000;
/// Defined variables of one problem.
pub(super) const DEFINITIONS: u64 = 2_000_000;
/// Literals in clauses and sums, and separately in definitions.
pub(super) const LITERALS: u64 = 20_000_000;
/// Choices in all cliques.
pub(super) const MEMBERS: u64 = 100_000_000;
/// Sum of the absolute coefficients of one sum.
pub(super) const WEIGHT: u64 = 1 << 60;
/// Entries of all permutations of the group if orbits are not requested; above this, the group is omitted.
pub(super) const GROUP_UNASKED: u64 = 4_000_000;
/// Entries of all permutations of the group if orbits are requested.
pub(super) const GROUP: u64 = 100_000_000;
/// Entries of all permutations of a group with exchanges, if orbits are told apart solution by solution.
pub(super) const EXCHANGES: u64 = 30_000_000;
/// Rounds of removing impossible choices.
pub(super) const ROUNDS: usize = 6;
/// Number of choices above which there is only one such round.
pub(super) const ROUNDS_CHOICES: usize = 200_000;

/// Returns an error if `needed` exceeds `limit`.
pub(super) fn check(what: &'static str, needed: u64, limit: u64) -> Result<(), TooLarge> {
    if needed > limit { Err(TooLarge { what, needed, limit }) } else { Ok(()) }
}
