//! Steps to a solution, shown one by one: a recorded search (`told`, its `tree`), or the steps of a person, as `frame`s on a
//! self-contained `page` with buttons.

mod frame;
mod page;
mod told;
mod tree;

pub use frame::StepFrame;
pub use page::StepPage;
pub use told::ToldTrace;
