//! Two armies of equal size, as large as possible, that leave each other in peace: the [`form`] of such a problem, and the
//! [`search`] in it.

mod form;
mod search;

pub(super) use search::prepare;
