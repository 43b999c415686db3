//! Grounding against the literal rules: all diagrams of small boards under the judge, and all solutions of the
//! grounded problem under the oracle, must be the same; for chosen specs and for random ones.

mod families;
mod lemmas;
mod random;
mod reference;
