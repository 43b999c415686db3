//! A seed that decides which solutions are found first: the choices are renumbered in an order given by the seed, so that any
//! engine tries them in another order. Solutions are passed on under the old numbers.

use crate::engine::{Sink, Translation};
use crate::problem::{ChoiceId, Problem};
use crate::random::Random;

/// A problem with renumbered choices.
pub(super) struct RelabelledProblem {
    pub problem: Problem,
    /// By new number: the old one.
    order: Vec<ChoiceId>,
}

impl RelabelledProblem {
    pub fn new(problem: &Problem, seed: u64) -> Self {
        let mut order: Vec<ChoiceId> = problem.choice_ids().collect();
        shuffle(&mut order, seed);
        Self { problem: problem.relabelled(&order), order }
    }

    /// Translates a solution back to the old numbers.
    pub fn original(&self, solution: &[ChoiceId]) -> Vec<ChoiceId> {
        let mut old: Vec<ChoiceId> = solution.iter().map(|c| self.order[c.index()]).collect();
        old.sort_unstable();
        old
    }

    /// Returns a sink for solutions under the new numbers that passes them to `sink` under the old ones.
    pub fn sink<'a>(&'a self, sink: &'a mut dyn Sink) -> impl Sink + 'a {
        Translation { original: |solution: &[ChoiceId]| self.original(solution), sink }
    }
}

fn shuffle(order: &mut [ChoiceId], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..order.len()).rev() {
        order.swap(last, (random.draw() % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Collect, Control, ENGINES, Engine, Evidence, Job, Query};
    use crate::problem::samples;

    #[test]
    fn other_numbers_have_the_same_solutions() {
        let problems =
            [samples::queens(5), samples::most_queens_knights(3), samples::domination(4, &samples::queen())];
        for problem in problems {
            let size = problem.choices.len() as u32;
            // Seven is coprime to the sizes.
            let order: Vec<ChoiceId> = (0..size).map(|i| ChoiceId((i * 7 + 3) % size)).collect();
            let other = problem.relabelled(&order);
            let solutions = |problem: &Problem, engine: &&dyn Engine| {
                let job = Job { problem, query: Query::All, seed: 0, threads: 1 };
                let prepared =
                    engine.admit(&job).ok().filter(|p| p.bid().evidence == Evidence::Exhaustive)?;
                let mut found = Collect::default();
                prepared.run(&Control::unlimited(), &mut found).expect("it runs");
                Some(found.solutions)
            };
            let mut compared = 0;
            for engine in ENGINES {
                let (Some(mut whole), Some(mut images)) =
                    (solutions(&problem, engine), solutions(&other, engine))
                else {
                    continue;
                };
                for image in &mut images {
                    image.iter_mut().for_each(|c| *c = order[c.index()]);
                    image.sort_unstable();
                    assert!(problem.holds(image), "{}", engine.name());
                }
                whole.sort();
                images.sort();
                assert_eq!(images, whole, "{}", engine.name());
                compared += 1;
            }
            assert!(compared >= 3, "{compared}");
        }
    }
}
