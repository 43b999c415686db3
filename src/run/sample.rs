//! Solutions drawn at random: each with equal probability, independently of the others, with replacement.
//!
//! A solution is drawn by its rank in canonical order, a number below the number of solutions from the generator of the
//! seed. So the same seed draws the same solutions, by whatever method and engine they are found: in the sorted list of all,
//! or by [`unrank`](super::unrank).

use super::error::RunError;
use super::inquiry::{Inquiry, Settled, Subject};
use super::order;
use super::outcome::{Outcome, OutcomeInput};
use super::present::{Presenter, Show};
use super::request::Request;
use super::survey::{Extent, Survey};
use super::unrank::{LISTED, UnrankFailure, Unranking};
use crate::engine::{Progress, Stop};
use crate::ground::GroundedProblem;
use crate::model::Model;
use crate::problem::ChoiceId;
use crate::random::Random;
use num_bigint::BigUint;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Method of drawing. Both are exact: no solution is likelier than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleMethod {
    /// From the list of all solutions.
    List,
    /// By counting the solutions of parts of the problem.
    Counts,
}

/// Result of drawing solutions.
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) outcome: Outcome,
    pub(super) method: Option<SampleMethod>,
}

impl Sample {
    /// Returns the outcome: the number of solutions, and as those shown the number of draws.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns the method; `None` if there is no solution, or a limit came before the first draw.
    pub fn method(&self) -> Option<SampleMethod> {
        self.method
    }
}

/// Draws `number` solutions of `model`, with an objective of the optimal ones, and passes them to `show` as they are drawn.
/// Of `request` the seed, the limits, the engine, the threads and the host apply.
///
/// # Errors
/// As for a run.
pub fn sample(
    model: &Model,
    request: &Request,
    number: u64,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
    show: &mut dyn Show,
) -> Result<Sample, RunError> {
    let inquiry = Inquiry::new(model, request, interrupt, progress)?;
    let grounded = match &inquiry.context.grounded {
        Ok(grounded) => grounded,
        Err(stop) => return Ok(Sample { outcome: inquiry.stopped(*stop), method: None }),
    };
    let subject = match inquiry.settle(grounded)? {
        Settled::Subject(subject) => subject,
        Settled::Unsettled(run, engine) => {
            return Ok(Sample { outcome: Outcome::new(inquiry.input(None, run, engine)), method: None });
        }
    };
    let survey = Survey::new(&inquiry, &subject.problem)?;
    Draw { inquiry: &inquiry, grounded, subject }.run(survey, number, show)
}

struct Draw<'a> {
    inquiry: &'a Inquiry<'a>,
    grounded: &'a GroundedProblem,
    subject: Box<Subject<'a>>,
}

impl Draw<'_> {
    fn run(&self, survey: Survey, number: u64, show: &mut dyn Show) -> Result<Sample, RunError> {
        let Survey { mut list, extent, mut run, engine } = survey;
        let total = run.count.clone();
        let method = match extent {
            Extent::Stopped => None,
            _ if total == BigUint::ZERO => None,
            Extent::Listed => Some(SampleMethod::List),
            Extent::Counted => Some(SampleMethod::Counts),
        };
        let mut presenter = self.inquiry.presenter(self.grounded, show);
        let mut cut = None;
        match method {
            None => {}
            Some(SampleMethod::List) => {
                order::sort(&mut list, self.grounded);
                let take =
                    |rank: &BigUint| Ok(list[usize::try_from(rank).expect("below the length")].clone());
                cut = self.draw(&total, number, &mut presenter, take)?;
            }
            Some(SampleMethod::Counts) => {
                let problem = &*self.subject.problem;
                let mut unranking =
                    Unranking::new(self.inquiry, self.grounded, problem, total.clone(), LISTED);
                let take = |rank: &BigUint| unranking.solution(rank.clone());
                cut = self.draw(&total, number, &mut presenter, take)?;
                run.stats.nodes += unranking.nodes;
            }
        }
        if let Some((diagram, violations)) = presenter.fault.take() {
            return Err(RunError::Wrong { engine, diagram, violations });
        }
        let (shown, left_out) = (presenter.shown, presenter.left_out);
        let input = self.inquiry.input(Some(&self.subject), run, engine);
        let outcome = Outcome::new(OutcomeInput { shown, left_out, cut, ..input });
        Ok(Sample { outcome, method: method.filter(|_| shown > 0 || number == 0) })
    }

    /// Draws ranks and passes their solutions on. Returns the limit that came first.
    fn draw(
        &self,
        total: &BigUint,
        number: u64,
        presenter: &mut Presenter<'_>,
        mut take: impl FnMut(&BigUint) -> Result<Vec<ChoiceId>, UnrankFailure>,
    ) -> Result<Option<Stop>, RunError> {
        let mut random = Random::new(self.inquiry.request.seed);
        for drawn in 0..number {
            if presenter.is_cut() {
                presenter.left_out += number - drawn;
                return Ok(presenter.cut());
            }
            match take(&below(total, &mut random)) {
                Ok(solution) if presenter.present(&solution).is_break() => return Ok(None),
                Ok(_) => {}
                Err(UnrankFailure::Stopped(stop)) => return Ok(Some(stop)),
                Err(UnrankFailure::Fault(fault)) => return Err(fault.into()),
            }
        }
        Ok(None)
    }
}

/// Draws a number below `bound`, which is positive, each with the same probability: numbers of as many bits as `bound - 1` has
/// are drawn until one is small enough, on average fewer than two.
fn below(bound: &BigUint, random: &mut Random) -> BigUint {
    let bits = (bound - 1_u32).bits();
    loop {
        let words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| (random.draw() >> 32) as u32).collect();
        let extra = words.len() as u64 * 32 - bits;
        let drawn = BigUint::new(words) >> extra;
        if drawn < *bound {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_drawn_as_often() {
        let mut random = Random::new(7);
        for bound in [1_u32, 2, 3, 5, 8, 9] {
            let mut seen = vec![0_u32; bound as usize];
            for _ in 0..1000 * bound {
                let drawn = below(&bound.into(), &mut random);
                seen[usize::try_from(&drawn).expect("below the bound")] += 1;
            }
            assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{bound}: {seen:?}");
        }
        let large = BigUint::from(1_u32) << 200_u32;
        let drawn: Vec<BigUint> = (0..50).map(|_| below(&large, &mut random)).collect();
        assert!(drawn.iter().all(|d| *d < large) && drawn.iter().any(|d| d.bits() == 200));
    }
}
