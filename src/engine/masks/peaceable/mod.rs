//! Two armies that leave each other in peace, as large as possible in a ratio of their [`sizes`], or one as large as possible
//! beside another of a given size: the [`form`] of such a problem, and the [`search`] in it.

mod estimate;
mod form;
mod greedy;
mod search;
mod sizes;

pub(super) use search::prepare;
