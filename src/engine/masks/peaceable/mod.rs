//! Two armies that leave each other in peace, as large as possible in a ratio of their [`sizes`], or one as large as possible
//! beside another of a given size: the [`form`] of such a problem, the [`search`] in it, and the [`strategy`] that prepares it.

mod bound;
mod estimate;
mod form;
mod greedy;
mod search;
mod sizes;
mod state;
mod strategy;

pub(super) use strategy::prepare;
