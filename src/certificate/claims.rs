//! What two engines can agree on, in the words of a certificate.

/// Whether there is a solution.
pub(super) const SATISFIABLE: &str = "whether there is a solution";
/// The best values.
pub(super) const OPTIMUM: &str = "the optimum";
/// The number of solutions.
pub(super) const NUMBER: &str = "the number of solutions";
/// The table of `find number by`.
pub(super) const BY: &str = "the number of solutions by value";
/// The table of orbits.
pub(super) const ORBITS: &str = "the orbits";
/// The solutions themselves.
pub(super) const SOLUTIONS: &str = "the solutions";
/// The number of solutions in each cube.
pub(super) const CUBES: &str = "the number of solutions in each cube";

/// All of them.
pub(super) const ALL: [&str; 7] = [SATISFIABLE, OPTIMUM, NUMBER, BY, ORBITS, SOLUTIONS, CUBES];
