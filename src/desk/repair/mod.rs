//! Finds the fewest changes of givens and clues after which a spec has one solution.
//!
//! A spec without solutions needs a *correction set*: givens and clues without which there is a solution. A spec with several
//! needs givens of one of them that no other solution has. Both are smallest hitting sets, of the contradictions and of the
//! differences, and both are found by the same loop: take a smallest set that hits all seen so far ([`super::hitting`]), ask the
//! solver if it suffices, and if not, learn another set to hit (J. Davies and F. Bacchus, "Solving MAXSAT by solving a
//! sequence of simpler SAT instances", CP 2011).

mod change;
mod corrections;
mod distinctions;
mod intended;
mod parts;

pub use change::{Change, Repair};
pub use intended::{Misfit, diagram_of, misfits};

use super::make::{MakeError, Rival, Script, Workbench};
use crate::model::{Diagram, Model};
use crate::random::Random;

/// Finding about a spec.
#[derive(Debug)]
pub enum Finding {
    /// It has one solution, the intended one if that is stated.
    Sound,
    /// It has no solution.
    Contradictory { repairs: Vec<Repair> },
    /// The intended solution breaks these givens, clues and rules.
    IntendedBroken { misfits: Vec<Misfit> },
    /// It has the first solution, the intended one if that is stated, and the second.
    Ambiguous { solution: Diagram, rival: Diagram, repairs: Vec<Repair> },
}

/// Finds what is wrong with a spec, and its smallest repairs, smallest first.
///
/// # Errors
/// If a limit or an interrupt stops the search, or the spec is too large.
pub fn repair(script: &Script, model: &Model, bench: &Workbench<'_>) -> Result<Finding, MakeError> {
    let intended = diagram_of(model)?;
    if let Some(intended) = &intended {
        let misfits = misfits(model, bench, script, intended)?;
        if !misfits.is_empty() {
            return Ok(Finding::IntendedBroken { misfits });
        }
    }
    let solution = match intended {
        Some(intended) => Some(intended),
        None => bench.solution(model, &mut Random::new(0))?,
    };
    let Some(solution) = solution else {
        return Ok(Finding::Contradictory { repairs: corrections::corrections(script, model, bench)? });
    };
    match bench.rival(model, &solution)? {
        Rival::None => Ok(Finding::Sound),
        Rival::NotASolution => Err(MakeError::Unwritable("the solution found breaks a rule".to_owned())),
        Rival::Other(rival) => {
            let fixed = model.intended.is_some();
            let repairs = distinctions::distinctions(script, model, bench, [&solution, &rival], fixed)?;
            Ok(Finding::Ambiguous { solution, rival, repairs })
        }
    }
}
