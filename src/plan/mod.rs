//! Planning: every engine is asked if it admits the job and at what cost. The job goes to the cheapest engine whose answer
//! is reliable; refusals are kept with their reasons.

mod pinned;
#[allow(clippy::module_inception)]
mod plan;
mod planner;
mod reformed;
mod summary;

pub use plan::{Offer, Plan};
pub use planner::{PlanError, can_wait, plan, plan_with_components};
pub use summary::{PlanSummary, Refusal};
