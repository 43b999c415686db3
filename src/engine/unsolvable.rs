//! A job that was found to have no solution when it was prepared.

use super::{Control, End, EngineError, Job, Run, Search, Sink, exhaust};
use num_bigint::BigUint;

/// See the [module](self).
pub(super) struct Unsolvable<'a> {
    pub job: Job<'a>,
}

impl Search for Unsolvable<'_> {
    fn run(&self, control: &Control, _sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let ((), ended) = exhaust(control, |_| ((), Ok(())));
        Ok(Run::new(End::of(ended, self.job.query, &BigUint::ZERO)))
    }
}
