//! Grounding against the literal rules: the diagrams of small boards accepted by the judge must equal the solutions of the
//! grounded problem found by the oracle, for selected and for random specs.

mod families;
mod lemmas;
mod random;
mod reference;
