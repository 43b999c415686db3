//! The claims on which two engines can agree, in the words of a certificate.

pub(super) const SATISFIABLE: &str = "whether there is a solution";
pub(super) const OPTIMUM: &str = "the optimum";
pub(super) const NUMBER: &str = "the number of solutions";
pub(super) const BY: &str = "the number of solutions by value";
pub(super) const ORBITS: &str = "the orbits";
pub(super) const SOLUTIONS: &str = "the solutions";
pub(super) const CUBES: &str = "the number of solutions in each cube";

pub(super) const ALL: [&str; 7] = [SATISFIABLE, OPTIMUM, NUMBER, BY, ORBITS, SOLUTIONS, CUBES];
