//! The difficulty of a puzzle, from its steps.
//!
//! A step with r demands has the weight 2^(r-1) - 1: nothing for one demand, and each further demand doubles what there is to
//! hold in mind. The grade is log2(1 + the sum of the weights), so a puzzle with one step of r demands has about the grade
//! r - 1, and a puzzle with many such steps is somewhat harder. `docs/grading.md` defines it for users.

use super::fault::DeskFault;
use super::step::Step;
use super::stepper::Stepper;
use crate::engine::Stop;

/// Number of demands in a step above which a person would rather try and see.
pub const BEYOND_SIGHT: usize = 6;

/// Weights beyond this many demands do not grow any more.
const MOST_WEIGHED: usize = 40;

/// Numbers about the steps of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The difficulty: 0 if no step needs more than one demand.
    pub number: f64,
    /// Number of steps by number of demands; the first entry is for one demand.
    pub sizes: Vec<usize>,
}

impl Grade {
    /// Returns the grade of a puzzle with these steps.
    pub fn of(steps: &[Step]) -> Self {
        let mut sizes = Vec::new();
        for step in steps {
            let size = step.because.len().max(1);
            sizes.resize(sizes.len().max(size), 0);
            sizes[size - 1] += 1;
        }
        let weight = |more: usize| (1u64 << more.min(MOST_WEIGHED)) as f64 - 1.0;
        let sum: f64 = sizes.iter().enumerate().map(|(more, &count)| count as f64 * weight(more)).sum();
        Self { number: (1.0 + sum).log2(), sizes }
    }

    /// Number of steps that need more demands than a person sees.
    pub fn guesses(&self) -> usize {
        self.sizes.iter().skip(BEYOND_SIGHT).sum()
    }
}

/// Returns the grade of the puzzle from the position of the stepper on; `None` if it has several solutions.
///
/// # Errors
/// If a limit comes first.
pub fn grade(mut stepper: Stepper<'_>) -> Result<Option<Grade>, DeskFault> {
    if !stepper.is_unique() {
        return Ok(None);
    }
    let mut steps = Vec::new();
    while let Some(step) = stepper.next_step().map_err(|stop: Stop| DeskFault::Stopped(stop))? {
        steps.push(step);
    }
    Ok(Some(Grade::of(&steps)))
}
