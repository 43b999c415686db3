//! Several problems over the same choices in one solver, each of which can be switched on and off.
//!
//! Each problem receives a literal of its own, its *switch*, and every clause of the problem holds only while the switch does:
//! the selector variables of incremental SAT (N. Eén and N. Sörensson, "Temporal induction by incremental SAT solving",
//! 2003). A search assumes the switches of the problems it is about. So thousands of related questions, such as "does this
//! rule alone exclude a queen on a1", share one solver and all that it learns.

use super::linear::lit;
use super::listing::{Clauses, clauses};
use super::solver::{Batsat, SatSolver};
use super::take_clauses::TakeClauses;
use crate::engine::{Control, Stop};
use crate::problem::{ChoiceId, LoweringLimit, Problem};
use rustsat::types::Lit;

/// Number of a problem in a [`SwitchedProblems`], in the order in which they were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SwitchId(pub u32);

/// A choice, and true if it is placed.
pub type PlacedOrNot = (ChoiceId, bool);

/// Problems over the same choices.
pub struct SwitchedProblems {
    solver: Batsat,
    choices: usize,
    /// Number of variables in use.
    variables: u32,
    switches: Vec<Lit>,
}

impl SwitchedProblems {
    /// Creates it without problems: every set of the `choices` choices is a solution.
    pub fn new(choices: usize, control: &Control, seed: u64) -> Self {
        let mut solver = Batsat::new(control, seed);
        solver.reserve(choices as u32);
        Self { solver, choices, variables: choices as u32, switches: Vec::new() }
    }

    /// Adds a problem whose choice `i` is `images[i]`. While it is on, all other choices are excluded. Its objectives are
    /// ignored. Linear in the size of its clauses.
    ///
    /// # Errors
    /// If its groups and routes are too large to be written as clauses.
    pub fn add(&mut self, problem: &Problem, images: &[ChoiceId]) -> Result<SwitchId, LoweringLimit> {
        let problem = problem.lowered()?;
        let switch = self.add_clauses(&clauses(&problem), images);
        let mut possible = vec![false; self.choices];
        images.iter().for_each(|c| possible[c.index()] = true);
        let lit_of_switch = self.switches[switch.0 as usize];
        for excluded in (0..self.choices as u32).map(ChoiceId).filter(|c| !possible[c.index()]) {
            self.solver.add(&[!lit(excluded.lit()), !lit_of_switch]);
        }
        Ok(switch)
    }

    /// Adds clauses about the choices `images`, which are their first variables, and about further variables of their own.
    /// Linear in their size.
    pub fn add_clauses(&mut self, clauses: &Clauses, images: &[ChoiceId]) -> SwitchId {
        let Clauses { variables, list } = clauses;
        let switch = Lit::positive(self.variables);
        let (own, first) = (images.len() as u32, self.variables + 1);
        self.variables = first + *variables - own;
        self.solver.reserve(self.variables);
        let image = |number: i32| {
            let variable = number.unsigned_abs() - 1;
            let variable = images.get(variable as usize).map_or_else(|| first + variable - own, |c| c.0);
            Lit::new(variable, number < 0)
        };
        let mut clause = Vec::new();
        for numbers in list {
            clause.clear();
            clause.extend(numbers.iter().map(|&number| image(number)).chain([!switch]));
            self.solver.add(&clause);
        }
        self.switches.push(switch);
        SwitchId(self.switches.len() as u32 - 1)
    }

    /// Returns true if the problems `on` have a common solution that agrees with `placed`.
    ///
    /// # Errors
    /// If the control stops the search.
    pub fn solve(&mut self, on: &[SwitchId], placed: &[PlacedOrNot]) -> Result<bool, Stop> {
        let switches = on.iter().map(|s| self.switches[s.0 as usize]);
        let assumptions: Vec<Lit> = switches.chain(placed.iter().map(|&p| placement(p))).collect();
        self.solver.solve(&assumptions)
    }

    /// After [`SwitchedProblems::solve`] returned true: the solution found, ascending.
    pub fn solution(&self) -> Vec<ChoiceId> {
        let all = (0..self.choices as u32).map(ChoiceId);
        all.filter(|c| self.solver.value(lit(c.lit()))).collect()
    }

    /// After [`SwitchedProblems::solve`] returned false: problems and placements among those given that suffice for the
    /// contradiction. Often many fewer, but not always as few as possible.
    pub fn core(&self) -> (Vec<SwitchId>, Vec<PlacedOrNot>) {
        let core = self.solver.core();
        let switch = |l: &Lit| self.switches.binary_search_by_key(&l.vidx32(), |s| s.vidx32()).ok();
        let placed = |l: &Lit| (l.vidx() < self.choices).then(|| (ChoiceId(l.vidx32()), l.is_pos()));
        let mut on: Vec<SwitchId> = core.iter().filter_map(switch).map(|i| SwitchId(i as u32)).collect();
        on.sort_unstable();
        (on, core.iter().filter_map(placed).collect())
    }

    /// Adds a switch: while it is on, one of these is so.
    pub fn require_while_on(&mut self, one_of: &[PlacedOrNot]) -> SwitchId {
        let switch = Lit::positive(self.variables);
        self.variables += 1;
        self.solver.reserve(self.variables);
        let clause: Vec<Lit> = one_of.iter().map(|&p| placement(p)).chain([!switch]).collect();
        self.solver.add(&clause);
        self.switches.push(switch);
        SwitchId(self.switches.len() as u32 - 1)
    }

    /// Adds, for good, that one of these is so.
    pub fn require(&mut self, one_of: &[PlacedOrNot]) {
        let clause: Vec<Lit> = one_of.iter().map(|&p| placement(p)).collect();
        self.solver.add(&clause);
    }
}

fn placement((choice, is_placed): PlacedOrNot) -> Lit {
    let choice = lit(choice.lit());
    if is_placed { choice } else { !choice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::solutions;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        /// A problem that is on has its own solutions; one that is off excludes none.
        #[test]
        fn switches_decide(
            a in problems(Mix { objectives: false, ..Mix::EVERYTHING }),
            b in problems(Mix { objectives: false, ..Mix::EVERYTHING }),
        ) {
            let choices = a.choices.len().max(b.choices.len());
            let mut all = SwitchedProblems::new(choices, &Control::unlimited(), 0);
            for (i, problem) in [&a, &b].into_iter().enumerate() {
                let images: Vec<ChoiceId> = problem.choice_ids().collect();
                prop_assert_eq!(all.add(problem, &images), Ok(SwitchId(i as u32)));
            }
            prop_assert_eq!(all.solve(&[], &[]), Ok(true));
            let [of_a, of_b] = [&a, &b].map(solutions);
            let both = of_a.iter().filter(|s| of_b.contains(s)).count();
            for (on, count) in [(vec![0], of_a.len()), (vec![1], of_b.len()), (vec![0, 1], both)] {
                let on: Vec<SwitchId> = on.into_iter().map(SwitchId).collect();
                let found = all.solve(&on, &[]);
                prop_assert_eq!(found, Ok(count > 0));
                if count > 0 {
                    let solution = all.solution();
                    prop_assert!(!on.contains(&SwitchId(0)) || of_a.contains(&solution));
                    prop_assert!(!on.contains(&SwitchId(1)) || of_b.contains(&solution));
                } else {
                    prop_assert!(all.core().0.iter().all(|s| on.contains(s)));
                }
            }
        }
    }

    #[test]
    fn a_core_names_what_contradicts() {
        let rooks = samples::queens(4);
        let images: Vec<ChoiceId> = rooks.choice_ids().collect();
        let mut all = SwitchedProblems::new(images.len(), &Control::unlimited(), 0);
        let switches = [0, 1].map(|_| all.add(&rooks, &images).expect("no routes"));
        assert_eq!(all.solve(&switches, &[(ChoiceId(0), true)]), Ok(false), "no queen stands in a corner");
        let (on, placed) = all.core();
        assert!(!on.is_empty() && placed == [(ChoiceId(0), true)]);
        assert_eq!(all.solve(&switches, &[(ChoiceId(1), true)]), Ok(true));
        all.require(&[(ChoiceId(1), false)]);
        assert_eq!(all.solve(&switches[..1], &[(ChoiceId(1), true)]), Ok(false));
    }
}
