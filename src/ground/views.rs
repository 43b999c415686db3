//! Grounds what a line shows to one side: the pieces with a value above all before them, and the value of the first.
//!
//! Both are sums over the cells of the line, of conditions that combine a choice on the cell with what stands before it. The
//! conditions on the cells before grow with the line, each defined by the one before it.

use super::affine::Affine;
use super::grounder::Grounder;
use super::truth::Truth;
use crate::geometry::CellId;
use crate::model::{KindSet, View};
use crate::problem::ChoiceId;

impl Grounder<'_> {
    /// Adds `weight` times what the line shows.
    pub(super) fn view(
        &mut self,
        weight: i64,
        view: View,
        line: &[CellId],
        kinds: &KindSet,
        sum: &mut Affine,
    ) {
        match view {
            View::Visible => self.visible(weight, line, kinds, sum),
            View::First => self.first(weight, line, kinds, sum),
        }
    }

    fn visible(&mut self, weight: i64, line: &[CellId], kinds: &KindSet, sum: &mut Affine) {
        let mut values: Vec<i64> =
            kinds.iter().filter_map(|k| self.model.kind(k).family.map(|f| f.1)).collect();
        values.sort_unstable();
        values.dedup();
        // For each value, the condition that a piece with at least this value stands before the cell.
        let mut hidden = vec![Truth::False; values.len()];
        for &cell in line {
            let mut here = self.valued(cell, kinds);
            for (&value, hidden) in values.iter().zip(&hidden) {
                let shown = here.iter().filter(|h| h.0 == value).map(|h| Truth::Lit(h.1.lit()));
                let shown = self.defs.any(shown);
                sum.add(weight, self.defs.all([shown, !*hidden]));
            }
            for (&value, hidden) in values.iter().zip(&mut hidden) {
                here.retain(|h| h.0 >= value);
                let tall = here.iter().map(|h| Truth::Lit(h.1.lit()));
                *hidden = self.defs.any([*hidden].into_iter().chain(tall));
            }
        }
    }

    fn first(&mut self, weight: i64, line: &[CellId], kinds: &KindSet, sum: &mut Affine) {
        let mut before = Truth::False;
        for &cell in line {
            let here = self.valued(cell, kinds);
            for &(value, choice) in &here {
                let is_first = self.defs.all([Truth::Lit(choice.lit()), !before]);
                // The product fits: the value of a line is bounded when the rule is expanded.
                sum.add(weight.saturating_mul(value), is_first);
            }
            let pieces = here.iter().map(|h| Truth::Lit(h.1.lit()));
            before = self.defs.any([before].into_iter().chain(pieces));
        }
    }

    /// Returns the choices of these kinds that cover the cell, with their values.
    fn valued(&self, cell: CellId, kinds: &KindSet) -> Vec<(i64, ChoiceId)> {
        let choices = self.choices.of_kinds(cell, kinds);
        choices.map(|c| (self.model.kind(self.choices.kind(c)).family.map_or(0, |f| f.1), c)).collect()
    }
}
