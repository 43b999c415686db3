//! Linear constraints over choices: the form of every constraint but conflicts in the general search.

use crate::problem::Lit;

/// `guard ⇒ lo <= Σ weight · choice <= hi`.
#[derive(Clone, Debug)]
pub(super) struct ChoiceLinear {
    /// Weights (never 0) and choices.
    pub(super) terms: Vec<(i64, u32)>,
    pub(super) lo: i64,
    pub(super) hi: i64,
    /// The literal under which it binds, if it is conditional.
    pub(super) guard: Option<Lit>,
    /// The largest absolute weight.
    pub(super) widest: i64,
}

impl ChoiceLinear {
    /// Creates a constraint from weights on literals. Bounds outside the range of the terms are moved to just outside it.
    pub(super) fn new(terms: &[(i64, Lit)], lo: i64, hi: i64, guard: Option<Lit>) -> Self {
        let shift: i64 = terms.iter().filter(|(_, l)| !l.is_positive()).map(|(w, _)| w).sum();
        let signed = |&(w, l): &(i64, Lit)| (if l.is_positive() { w } else { -w }, l.var().0);
        let terms: Vec<(i64, u32)> = terms.iter().filter(|t| t.0 != 0).map(signed).collect();
        let (least, most) = span(&terms);
        let bound = |b: i64| b.saturating_sub(shift).clamp(least - 1, most + 1);
        let widest = terms.iter().map(|t| t.0.abs()).max().unwrap_or(0);
        Self { lo: bound(lo), hi: bound(hi), terms, guard, widest }
    }
}

/// Least and greatest value of the terms.
pub(super) fn span(terms: &[(i64, u32)]) -> (i64, i64) {
    let part = |sign: i64| terms.iter().map(|t| t.0).filter(|w| w * sign > 0).sum();
    (part(-1), part(1))
}
