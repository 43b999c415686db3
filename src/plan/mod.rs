//! Planning: every engine is asked whether it takes the job and at what cost; the cheapest whose answer can be relied on
//! gets it, and every refusal is kept with its reason.

#[allow(clippy::module_inception)]
mod plan;
mod planner;

pub use plan::{Offer, Plan, Refusal};
pub use planner::{PlanError, plan};
