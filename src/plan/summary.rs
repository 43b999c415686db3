//! A plan as plain data, for reports.

use crate::engine::Bid;

/// An engine that does not admit the job, or may not be given it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Name of the engine.
    pub engine: &'static str,
    pub reason: String,
}

/// The engines of a plan and their answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanSummary {
    /// Engines that admit the job, the chosen one first, then by bid. Empty if the run was stopped before any was asked.
    pub offers: Vec<(&'static str, Bid)>,
    /// Engines that do not admit it.
    pub refusals: Vec<Refusal>,
    /// Engines that were not asked.
    pub unasked: Vec<&'static str>,
}
