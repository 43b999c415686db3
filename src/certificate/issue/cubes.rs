//! Evidence for more solutions than can be listed: how many there are in each cube, found by two engines of different
//! families, with the sums of their hashes where they are not too many to be met one by one.

use super::{Files, Issuer, MOST_LISTED, Unissued};
use crate::certificate::Digest;
use crate::certificate::digest::{Sum, cube_placements};
use crate::certificate::document::{Cube, Evidence, SecondRun};
use crate::certificate::second::independent;
use crate::engine::{Ask, Control, Denial, End, Job};
use crate::model::{Diagram, Placement};
use crate::problem::Objective;
use crate::report::placement_value;
use crate::run::{Status, job, run, tabulate};
use num_bigint::BigUint;
use std::sync::Arc;

/// Up to so many solutions are all met again to add up their hashes; beyond they are only counted.
const MOST_HASHED: u64 = 5_000_000;

/// By cube: how many solutions, and the sum of their hashes where it is known.
type Sums = Vec<(String, Option<String>)>;

impl Issuer<'_> {
    /// Many solutions: their sums by cube, by two engines; and a proof that none is better, where that is a question.
    pub(super) fn cubes(&self, values: Vec<i64>) -> Result<(Evidence, Files), Unissued> {
        let cubes = cube_placements(self.grounded);
        let first = self.sums(&cubes, None)?.ok_or(Unissued::Stopped)?;
        let (second, unproved) = self.again(&cubes, &first)?;
        let withs = cubes.iter().map(|p| Some(placement_value(self.about.model, p))).chain([None]);
        let cubes =
            withs.zip(first).map(|(with, (solutions, sha256_sum))| Cube { with, solutions, sha256_sum });
        let evidence = Evidence {
            cubes: Some(cubes.collect()),
            unproved: Some(unproved),
            second,
            ..Evidence::default()
        };
        if values.is_empty() {
            return Ok((evidence, None));
        }
        let unproved = evidence.unproved.clone();
        let second = evidence.second.clone();
        let (evidence, files) = self.prove(evidence, &Denial { values, better: true, listed: Vec::new() })?;
        Ok((Evidence { unproved, second: second.or(evidence.second.clone()), ..evidence }, files))
    }

    /// The same sums by an engine of another family, and why there is no proof.
    fn again(&self, cubes: &[Placement], first: &Sums) -> Result<(Option<SecondRun>, String), Unissued> {
        let unproved = format!("there are more than {MOST_LISTED} solutions to be denied");
        let plain = Job { ask: Ask::CountBy, ..job(&self.grounded.problem, self.request) };
        let engine = match independent(&plain, self.outcome.engine()) {
            Ok(offers) => offers[0].engine,
            Err(reasons) => return Ok((None, format!("{unproved}; no second engine takes it: {reasons}"))),
        };
        let name = engine.name();
        match self.sums(cubes, Some(name))? {
            None => Ok((None, format!("{unproved}; {name} was stopped before it had counted them"))),
            Some(again) if again == *first => {
                let agrees_on = vec!["the number of solutions in each cube".to_owned()];
                let method = engine.family().name().to_owned();
                Ok((Some(SecondRun { engine: name.to_owned(), method, agrees_on }), unproved))
            }
            Some(_) => Err(Unissued::Disagreement(format!(
                "{} and {name} do not agree on the solutions in cubes",
                self.outcome.engine()
            ))),
        }
    }

    /// By cube the number of solutions and, where they are not too many, the sum of their hashes; `None` where a limit came.
    fn sums(&self, cubes: &[Placement], engine: Option<&str>) -> Result<Option<Sums>, Unissued> {
        let request = self.all(engine);
        if *self.outcome.count() <= MOST_HASHED.into() {
            let mut digest = Digest::new(self.about.model, cubes, 0);
            let again = run(self.about.model, &request, &self.about.interrupt, &mut digest)?;
            let told = |s: &Sum| (s.count.to_string(), Some(s.hash()));
            let whole = again.status() == Status::Complete;
            return self.whole(whole.then(|| digest.sums().iter().map(told).collect()));
        }
        let mut problem = self.grounded.problem.clone();
        let line = self.grounded.choices(&Diagram::new(cubes.iter().cloned())).unwrap_or_default();
        let terms = line.iter().zip(1..).map(|(c, i)| (i, c.lit())).collect();
        problem.by = Some(Objective { maximize: true, terms, constant: 0 });
        // Numbers by cube are not the same under the spec's symmetries.
        problem.group.truncate(1);
        let control = Control::new(Arc::clone(&self.about.interrupt), request.limits);
        let (run, _) = tabulate(&problem, &request, &control)?;
        if run.end != End::Complete {
            return Ok(None);
        }
        let number = |i: i64| run.by.get(&i).map_or_else(|| "0".to_owned(), ToString::to_string);
        let last = cubes.len() as i64;
        self.whole(Some((1..=last).chain([0]).map(|i| (number(i), None)).collect()))
    }

    /// The sums, which must come to what was answered.
    fn whole(&self, sums: Option<Sums>) -> Result<Option<Sums>, Unissued> {
        let Some(sums) = sums else { return Ok(None) };
        let total: BigUint = sums.iter().filter_map(|s| s.0.parse::<BigUint>().ok()).sum();
        if total == *self.outcome.count() {
            return Ok(Some(sums));
        }
        let (engine, count) = (self.outcome.engine(), self.outcome.count());
        Err(Unissued::Disagreement(format!("{engine} counted {count} solutions, and the cubes have {total}")))
    }
}
