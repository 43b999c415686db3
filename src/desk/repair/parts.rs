//! The givens and clues of a model, each with everything that depends on it.

use crate::model::Model;
use crate::run::{Demand, demands};
use crate::text::Span;
use std::collections::BTreeMap;

/// A given or a clue as it is written: all demands with the same place in the text.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub span: Span,
    /// Sorted.
    pub demands: Vec<Demand>,
}

impl Part {
    /// Returns the givens and clues of `model`, in the order of the text.
    pub fn all(model: &Model) -> Vec<Self> {
        let mut parts: BTreeMap<Span, Vec<Demand>> = BTreeMap::new();
        for demand in demands(model) {
            if !matches!(demand, Demand::Rule(_)) {
                parts.entry(demand.span(model)).or_default().push(demand);
            }
        }
        let sorted = |mut demands: Vec<Demand>| {
            demands.sort_unstable();
            demands
        };
        parts.into_iter().map(|(span, demands)| Self { span, demands: sorted(demands) }).collect()
    }

    /// Returns the rules that depend on no given and no clue.
    pub fn rules(model: &Model) -> Vec<Demand> {
        demands(model).into_iter().filter(|d| matches!(d, Demand::Rule(_))).collect()
    }

    /// Returns `rules` and the demands of these parts, sorted.
    pub fn with<'p>(rules: &[Demand], parts: impl Iterator<Item = &'p Self>) -> Vec<Demand> {
        let mut all = rules.to_vec();
        parts.for_each(|p| all.extend_from_slice(&p.demands));
        all.sort_unstable();
        all
    }
}
