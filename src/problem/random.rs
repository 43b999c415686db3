//! Small random problems for the engines' tests: every kind of constraint, shrinkable.

use super::{
    ChoiceId, Clique, Definition, Linear, Lit, Matching, Objective, Origin, Problem, ProblemParts, Var,
    samples,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Kinds of constraints that may occur.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) definitions: bool,
    pub(crate) matchings: bool,
    /// Clauses with negative literals.
    pub(crate) negative: bool,
    /// Sums with guards, negative weights, negative literals, weights over 1.
    pub(crate) general_sums: bool,
    pub(crate) objectives: bool,
}

impl Mix {
    pub(crate) const EVERYTHING: Self =
        Self { definitions: true, matchings: true, negative: true, general_sums: true, objectives: true };
}

type RawLit = (u16, bool);
type RawTerms = Vec<(i64, RawLit)>;
type RawSum = (RawTerms, i64, i64, (bool, bool), Option<RawLit>);
type RawMatching = (u32, u32, Vec<(u16, u16, Option<RawLit>)>);

/// Raw data of a problem; numbers are taken modulo the valid range.
#[derive(Clone, Debug)]
struct RawProblem {
    choices: u32,
    cliques: Vec<(u32, bool)>,
    conflicts: Vec<(u16, u16)>,
    definitions: Vec<(u8, RawTerms, i64)>,
    clauses: Vec<Vec<RawLit>>,
    sums: Vec<RawSum>,
    matchings: Vec<RawMatching>,
    objectives: Vec<(bool, RawTerms, i64)>,
    by: RawTerms,
}

fn raw_lit() -> impl Strategy<Value = RawLit> {
    (any::<u16>(), prop::bool::weighted(0.7))
}

fn raw_terms() -> impl Strategy<Value = RawTerms> {
    let weight =
        prop_oneof![4 => Just(1i64), 1 => Just(-1i64), 1 => 2i64..5, 1 => -4i64..-1, 1 => Just(1000i64)];
    prop_oneof![
        3 => vec((weight, raw_lit()), 0..6),
        1 => vec((Just(1), raw_lit()), 3..9),
        1 => vec((prop_oneof![Just(1i64), Just(-1i64)], raw_lit()), 4..9),
    ]
}

fn raw() -> impl Strategy<Value = RawProblem> {
    let cliques = vec((any::<u32>(), prop::bool::weighted(0.3)), 0..4);
    let conflicts = vec(any::<(u16, u16)>(), 0..5);
    let definitions = vec((0u8..3, raw_terms(), -2i64..4), 0..4);
    let clauses = vec(vec(raw_lit(), 1..4), 0..3);
    let open = (prop::bool::weighted(0.7), prop::bool::weighted(0.7));
    let sums = vec((raw_terms(), -2i64..3, 0i64..4, open, prop::option::of(raw_lit())), 0..3);
    let edges = vec((any::<u16>(), any::<u16>(), prop::option::of(raw_lit())), 0..8);
    let matchings = vec((any::<u32>(), any::<u32>(), edges), 0..2);
    let objectives = vec((any::<bool>(), raw_terms(), -5i64..5), 0..3);
    (2u32..9, cliques, conflicts, definitions, clauses, sums, matchings, objectives, raw_terms()).prop_map(
        |(choices, cliques, conflicts, definitions, clauses, sums, matchings, objectives, by)| RawProblem {
            choices,
            cliques,
            conflicts,
            definitions,
            clauses,
            sums,
            matchings,
            objectives,
            by,
        },
    )
}

/// Generates random problems of that mix, with 2 to 8 choices on a board of one row.
pub(crate) fn problems(mix: Mix) -> impl Strategy<Value = Problem> {
    raw().prop_map(move |raw| build(&raw, mix))
}

fn build(raw: &RawProblem, mix: Mix) -> Problem {
    let mut p = samples::free(raw.choices, 1, 1).into_parts();
    if mix.definitions {
        raw.definitions.iter().for_each(|d| define(&mut p, d));
    }
    for &(mask, exactly) in &raw.cliques {
        p.cliques.push(Clique { choices: chosen(&p, mask), exactly, origin: Origin(1) });
    }
    let choice = |raw_choice: u16| ChoiceId(u32::from(raw_choice) % raw.choices);
    let pairs = raw.conflicts.iter().map(|&(a, b)| (choice(a), choice(b)));
    p.conflicts.add(pairs.filter(|(a, b)| a != b));
    for clause in &raw.clauses {
        let lits = clause.iter().map(|&l| if mix.negative { lit(&p, l) } else { choice_lit(&p, l) });
        p.clauses.push((lits.collect(), Origin(2)));
    }
    for (terms, lo, width, (low, high), guard) in &raw.sums {
        let general = mix.general_sums;
        let terms = if general { terms_of(&p, terms) } else { plain_terms(&p, terms) };
        let (lo, hi) = (if *low { *lo } else { i64::MIN }, if *high { lo + width } else { i64::MAX });
        let guard = guard.filter(|_| general).map(|g| lit(&p, g));
        p.linears.push(Linear { terms, lo, hi, guard, origin: Origin(3) });
    }
    if mix.matchings {
        raw.matchings.iter().for_each(|m| matching(&mut p, m));
    }
    if mix.objectives {
        for (maximize, terms, constant) in &raw.objectives {
            let terms = terms_of(&p, terms);
            p.objectives.push(Objective { maximize: *maximize, terms, constant: *constant });
        }
    }
    p.by = Some(Objective { maximize: true, terms: terms_of(&p, &raw.by), constant: 0 });
    Problem::new(p)
}

fn chosen(p: &ProblemParts, mask: u32) -> Vec<ChoiceId> {
    p.choice_ids().filter(|c| mask >> c.0 & 1 == 1).collect()
}

fn lit(p: &ProblemParts, (number, positive): RawLit) -> Lit {
    let l = Lit::positive(Var(u32::from(number) % p.var_count() as u32));
    if positive { l } else { !l }
}

fn choice_lit(p: &ProblemParts, (number, _): RawLit) -> Lit {
    Lit::positive(Var(u32::from(number) % p.choices.len() as u32))
}

fn tidy(mut terms: Vec<(i64, Lit)>) -> Vec<(i64, Lit)> {
    terms.sort_by_key(|t| t.1);
    terms.dedup_by_key(|t| t.1.var());
    terms
}

fn terms_of(p: &ProblemParts, terms: &RawTerms) -> Vec<(i64, Lit)> {
    tidy(terms.iter().map(|&(w, l)| (w, lit(p, l))).collect())
}

fn plain_terms(p: &ProblemParts, terms: &RawTerms) -> Vec<(i64, Lit)> {
    tidy(terms.iter().map(|&(_, l)| (1, choice_lit(p, l))).collect())
}

fn define(p: &mut ProblemParts, (which, terms, bound): &(u8, RawTerms, i64)) {
    let lits = terms.iter().map(|&(_, l)| lit(p, l)).collect();
    let definition = match which {
        0 => Definition::All(lits),
        1 => Definition::Any(lits),
        _ => Definition::AtLeast(terms_of(p, terms), *bound),
    };
    p.definitions.push(definition);
}

fn matching(p: &mut ProblemParts, (left, right, edges): &RawMatching) {
    let n = p.choices.len() as u16;
    let edge = |&(a, b, open): &(u16, u16, Option<RawLit>)| {
        (ChoiceId(u32::from(a % n)), ChoiceId(u32::from(b % n)), open.map(|l| lit(p, l)))
    };
    let edges = edges.iter().map(edge).collect();
    p.matchings.push(Matching { left: chosen(p, *left), right: chosen(p, *right), edges, origin: Origin(4) });
}
