//! Evidence for more solutions than can be listed: their number in each cube, found by two engines of different families,
//! with the sums of their hashes if there are few enough to enumerate.

use super::{Files, IssueError, Issuer};
use crate::certificate::digest::{HashSum, MOST_HASHED, SolutionDigest, cube_placements};
use crate::certificate::document::{CertifiedCube, CertifiedEvidence, SecondRun};
use crate::certificate::second::{CUBES, independent};
use crate::engine::{Control, Denial, Job, Query};
use crate::model::{Diagram, Placement};
use crate::problem::{Objective, Problem};
use crate::report::placement_value;
use crate::run::{Status, job, run, tabulate};
use num_bigint::BigUint;
use std::sync::Arc;

/// By cube: the number of solutions, and the sum of their hashes if known.
type Sums = Vec<(String, Option<String>)>;

struct CubeSums {
    sums: Sums,
    engines: String,
}

impl Issuer<'_> {
    /// Evidence for many solutions: sums by cube from two engines, and with an objective a proof that none is better.
    pub(super) fn cubes(&self, values: Vec<i64>) -> Result<(CertifiedEvidence, Files), IssueError> {
        let cubes = cube_placements(self.grounded);
        let first = self.sums(&cubes, None)?.ok_or(IssueError::Stopped)?;
        let (second, unproved) = self.again(&cubes, &first)?;
        let first = first.sums;
        let withs = cubes.iter().map(|p| Some(placement_value(self.about.model, p))).chain([None]);
        let cubes = withs.zip(first).map(|(with, (solutions, sha256_sum))| CertifiedCube {
            with,
            solutions,
            sha256_sum,
        });
        let evidence = CertifiedEvidence {
            cubes: Some(cubes.collect()),
            unproved: Some(unproved),
            second,
            ..CertifiedEvidence::default()
        };
        if values.is_empty() {
            return Ok((evidence, None));
        }
        let unproved = evidence.unproved.clone();
        let second = evidence.second.clone();
        let (evidence, files) = self.prove(evidence, &Denial { values, better: true, listed: Vec::new() })?;
        Ok((CertifiedEvidence { unproved, second: second.or(evidence.second.clone()), ..evidence }, files))
    }

    /// The same sums by an engine of another family than those that answered and those that found `first`, and why there is
    /// no proof.
    fn again(
        &self,
        cubes: &[Placement],
        first: &CubeSums,
    ) -> Result<(Option<SecondRun>, String), IssueError> {
        let unproved = "the solutions are too many to be listed".to_owned();
        let by_cube = self.by_cube(cubes);
        // Offers are sought for the job that will run: an engine that only counts cannot add up hashes.
        let (problem, query) =
            if self.hashes() { (&self.grounded.problem, Query::All) } else { (&by_cube, Query::CountBy(())) };
        let job = Job { query, problem, ..job(self.grounded, self.request) };
        let answered = format!("{} + {}", self.outcome.engine(), first.engines);
        let engine = match independent(&job, &answered) {
            Ok(offers) => offers[0].engine,
            Err(reasons) => return Ok((None, format!("{unproved}; no second engine takes it: {reasons}"))),
        };
        let name = engine.name();
        match self.sums(cubes, Some(name))? {
            None => Ok((None, format!("{unproved}; {name} was stopped before it had counted them"))),
            Some(again) if again.sums == first.sums => {
                let agrees_on = vec![CUBES.to_owned()];
                let method = engine.family().name().to_owned();
                Ok((Some(SecondRun { engine: name.to_owned(), method, agrees_on }), unproved))
            }
            Some(_) => Err(IssueError::Disagreement(format!(
                "{} and {name} disagree on the number of solutions by cube",
                first.engines
            ))),
        }
    }

    /// Returns true if the solutions are few enough to enumerate.
    fn hashes(&self) -> bool {
        *self.outcome.count() <= MOST_HASHED.into()
    }

    /// The problem whose solutions are counted by cube.
    fn by_cube(&self, cubes: &[Placement]) -> Problem {
        let mut parts = self.grounded.problem.clone().into_parts();
        let line = self.grounded.choices(&Diagram::new(cubes.iter().cloned())).unwrap_or_default();
        let terms = line.iter().zip(1..).map(|(c, i)| (i, c.lit())).collect();
        parts.by = Some(Objective { maximize: true, terms, constant: 0 });
        // The numbers by cube are not invariant under the spec's symmetries.
        parts.group.truncate(1);
        Problem::new(parts)
    }

    /// By cube the number of solutions and, if there are few enough, the sum of their hashes; `None` if a limit came first.
    fn sums(&self, cubes: &[Placement], engine: Option<&str>) -> Result<Option<CubeSums>, IssueError> {
        let request = self.all(engine);
        if self.hashes() {
            let mut digest = SolutionDigest::new(self.about.model, cubes, 0);
            let again = run(self.about.model, &request, &self.about.interrupt, &mut digest)?;
            let told = |s: &HashSum| (s.count.to_string(), Some(s.hash()));
            let whole = again.status() == Status::Complete;
            let sums = whole.then(|| digest.sums().iter().map(told).collect());
            return self.whole(sums, again.engine().to_owned());
        }
        let problem = self.by_cube(cubes);
        let control = Control::new(Arc::clone(&self.about.interrupt), request.limits);
        let (run, engines) = tabulate(&problem, &request, &control)?;
        if run.end.exhausted().is_none() {
            return Ok(None);
        }
        let number = |i: i64| run.by.get(&i).map_or_else(|| "0".to_owned(), ToString::to_string);
        let last = cubes.len() as i64;
        self.whole(Some((1..=last).chain([0]).map(|i| (number(i), None)).collect()), engines)
    }

    /// Checks that the sums add up to the answer.
    fn whole(&self, sums: Option<Sums>, engines: String) -> Result<Option<CubeSums>, IssueError> {
        let Some(sums) = sums else { return Ok(None) };
        let total: BigUint = sums.iter().filter_map(|s| s.0.parse::<BigUint>().ok()).sum();
        if total == *self.outcome.count() {
            return Ok(Some(CubeSums { sums, engines }));
        }
        let (engine, count) = (self.outcome.engine(), self.outcome.count());
        Err(IssueError::Disagreement(format!(
            "{engine} counted {count} solutions, but the cubes have {total}"
        )))
    }
}
