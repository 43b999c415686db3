//! Converts a draft to a problem: removes repeated clauses, cliques within others, conflicts within cliques and unused
//! definitions, turns clauses into conflicts where possible, and finds choices that the result shows to be impossible.

use super::Unground;
use super::cancel::CancelCallback;
use super::choices::IndexedChoices;
use super::cliques_of::CliquesOf;
use super::draft::Draft;
use super::propagate::propagate;
use super::sums;
use super::truth::Definitions;
use crate::geometry::Board;
use crate::problem::{ChoiceId, Clique, Conflicts, Definition, Lit, Objective, ProblemParts, Switch, Var};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::sync::Arc;

/// The contents of a problem without its group, and choices that are in none of its solutions.
pub(super) struct TidyProblem {
    pub parts: ProblemParts,
    pub impossible: Vec<ChoiceId>,
}

pub(super) fn problem(
    board: Arc<Board>,
    kinds: usize,
    choices: IndexedChoices,
    defs: Definitions,
    mut draft: Draft,
    (objectives, by): (Vec<Objective>, Option<Objective>),
    cancel: &CancelCallback<'_>,
) -> Result<TidyProblem, Unground> {
    clauses(&mut draft, &defs, cancel)?;
    draft.check()?;
    cancel.ask()?;
    draft.linears.sort_unstable_by(|a, b| (a.origin, a).cmp(&(b.origin, b)));
    draft.linears.dedup_by(|a, b| (&a.terms, a.lo, a.hi, a.guard) == (&b.terms, b.lo, b.hi, b.guard));
    cancel.ask()?;
    let mut impossible = drop_implied(&mut draft.cliques, choices.list.len());
    cancel.ask()?;
    let of = OnceCell::new();
    let of = || of.get_or_init(|| CliquesOf::new(&draft.cliques, choices.list.len()));
    if !draft.linears.is_empty() {
        let implied = sums::reduce(&mut draft.linears, &draft.cliques, of());
        impossible.extend(implied.impossible);
        draft.pairs.extend(implied.pairs);
    }
    cancel.ask()?;
    let mut conflicts = Conflicts::of_pairs(choices.list.len(), &draft.pairs);
    let units = draft.clauses.iter().any(|(lits, _)| lits.len() == 1);
    cancel.ask()?;
    if units || !conflicts.is_empty() || !impossible.is_empty() {
        let of = of();
        let share = |a: &[u32], b: &[u32]| a.iter().any(|l| b.contains(l));
        conflicts.retain(|a, b| !share(of.of(a), of.of(b)));
        let clauses = draft.clauses.iter().map(|c| &c.0[..]);
        impossible = propagate(&impossible, clauses, &draft.cliques, &conflicts, of);
    }
    impossible.sort_unstable();
    let mut parts = ProblemParts {
        board,
        kinds,
        choices: choices.list,
        definitions: defs.into_list(),
        graphs: draft.graphs,
        cliques: draft.cliques,
        conflicts,
        bicliques: draft.bicliques,
        tight: draft.tight,
        clauses: draft.clauses,
        linears: draft.linears,
        matchings: draft.matchings,
        connectivities: draft.connectivities,
        routes: draft.routes,
        objectives,
        by,
        group: Vec::new(),
    };
    cancel.ask()?;
    used_definitions(&mut parts);
    Ok(TidyProblem { parts, impossible })
}

/// Expands definitions in clauses, sorts them, drops those that always hold or are repeated, and turns "not both" into
/// pairs.
fn clauses(draft: &mut Draft, defs: &Definitions, cancel: &CancelCallback<'_>) -> Result<(), Unground> {
    let mut seen: FxHashSet<Vec<Lit>> = FxHashSet::default();
    for (lits, origin) in std::mem::take(&mut draft.clauses) {
        cancel.check()?;
        let Some(lits) = flat(&lits, defs) else {
            continue;
        };
        let excluded = |l: &Lit| !l.is_positive() && defs.is_choice(*l);
        if let [a, b] = lits[..]
            && excluded(&a)
            && excluded(&b)
        {
            draft.pair(ChoiceId(a.var().0), ChoiceId(b.var().0));
        } else if seen.insert(lits.clone()) {
            draft.clauses.push((lits, origin));
        }
    }
    Ok(())
}

/// Returns the clause with its disjunctions expanded (and with a negated conjunction expanded if it is the only literal),
/// sorted; `None` if it always holds. Only one level is expanded: runs of clear cells are chains that many clauses share.
fn flat(lits: &[Lit], defs: &Definitions) -> Option<Vec<Lit>> {
    let mut flat = Vec::with_capacity(lits.len());
    for &lit in lits {
        match defs.of(lit) {
            Some(Definition::Any(parts)) if lit.is_positive() => flat.extend_from_slice(parts),
            Some(Definition::All(parts)) if !lit.is_positive() && lits.len() == 1 => {
                flat.extend(parts.iter().map(|&p| !p));
            }
            _ => flat.push(lit),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    flat.windows(2).all(|w| w[0].var() != w[1].var()).then_some(flat)
}

/// Drops implied cliques. Returns choices that cannot hold: those outside an exact clique but in a clique that contains it.
fn drop_implied(cliques: &mut Vec<Clique>, choices: usize) -> Vec<ChoiceId> {
    // Exact cliques sort first, so that they are kept.
    cliques.sort_by(|a, b| (&a.choices, !a.exactly, a.origin).cmp(&(&b.choices, !b.exactly, b.origin)));
    cliques.dedup_by(|later, kept| later.choices == kept.choices);
    let mut impossible = Vec::new();
    let mut redundant = vec![false; cliques.len()];
    each_within(cliques, choices, |inner, outer| {
        let clique = &cliques[inner];
        if clique.exactly {
            let outside = |c: &&ChoiceId| clique.choices.binary_search(c).is_err();
            impossible.extend(cliques[outer].choices.iter().filter(outside));
        } else {
            redundant[inner] = true;
        }
    });
    let mut at = 0;
    cliques.retain(|_| {
        at += 1;
        !redundant[at - 1]
    });
    cliques.sort_by(|a, b| (a.origin, &a.choices).cmp(&(b.origin, &b.choices)));
    impossible
}

/// Calls `visit` with the indices of every clique and of every longer clique that contains it. The cliques must be sorted by
/// their choices, without duplicates. A clique that contains another contains its first choice, so those are looked up in all
/// cliques: one lookup per entry, which suffices on most boards.
fn each_within(cliques: &[Clique], choices: usize, mut visit: impl FnMut(usize, usize)) {
    // The cliques that begin with choice c have the numbers from `begun[c]` to `begun[c + 1]`.
    let mut begun = vec![0_u32; choices + 1];
    cliques.iter().filter_map(|l| l.choices.first()).for_each(|c| begun[c.index() + 1] += 1);
    begun[0] = cliques.iter().take_while(|l| l.choices.is_empty()).count() as u32;
    for c in 0..choices {
        begun[c + 1] += begun[c];
    }
    for (outer, clique) in cliques.iter().enumerate() {
        for (at, first) in clique.choices.iter().enumerate() {
            let begin = begun[first.index()] as usize..begun[first.index() + 1] as usize;
            for (inner, number) in cliques[begin.clone()].iter().zip(begin) {
                let is_shorter = inner.choices.len() < clique.choices.len();
                if is_shorter && contains(&clique.choices[at..], &inner.choices) {
                    visit(number, outer);
                }
            }
        }
    }
}

/// Returns true if sorted `large` contains all of sorted `small`.
fn contains(large: &[ChoiceId], small: &[ChoiceId]) -> bool {
    let mut rest = large;
    small.iter().all(|s| match rest.binary_search(s) {
        Ok(at) => {
            rest = &rest[at + 1..];
            true
        }
        Err(_) => false,
    })
}

/// Keeps the definitions that constraints use, directly or indirectly, and renumbers them.
fn used_definitions(problem: &mut ProblemParts) {
    let choices = problem.choices.len() as u32;
    let mut definitions = std::mem::take(&mut problem.definitions);
    let mut used = vec![false; definitions.len()];
    let mark = |l: &mut Lit, used: &mut [bool]| {
        if let Some(i) = l.var().0.checked_sub(choices) {
            used[i as usize] = true;
        }
    };
    each_literal(problem, |l| mark(l, &mut used));
    // Definitions refer only to earlier ones, so one backward pass finds all.
    for i in (0..definitions.len()).rev() {
        if used[i] {
            each_part(&mut definitions[i], |l| mark(l, &mut used));
        }
    }
    let mut number = Vec::with_capacity(used.len());
    let mut next = choices;
    for &u in &used {
        number.push(next);
        next += u32::from(u);
    }
    let renumber = |l: &mut Lit| {
        if let Some(i) = l.var().0.checked_sub(choices) {
            let positive = Lit::positive(Var(number[i as usize]));
            *l = if l.is_positive() { positive } else { !positive };
        }
    };
    each_literal(problem, renumber);
    let mut at = 0;
    definitions.retain(|_| {
        at += 1;
        used[at - 1]
    });
    for definition in &mut definitions {
        each_part(definition, renumber);
    }
    problem.definitions = definitions;
}

fn each_part(definition: &mut Definition, visit: impl FnMut(&mut Lit)) {
    match definition {
        Definition::All(lits) | Definition::Any(lits) => lits.iter_mut().for_each(visit),
        Definition::AtLeast(terms, _) => terms.iter_mut().map(|t| &mut t.1).for_each(visit),
        // Its literals are those of the graph.
        Definition::Linked { .. } => {}
    }
}

/// Visits every literal of all constraints and objectives. Cliques and pairs contain only choices, no definitions.
fn each_literal(problem: &mut ProblemParts, mut visit: impl FnMut(&mut Lit)) {
    problem.clauses.iter_mut().flat_map(|c| &mut c.0).for_each(&mut visit);
    for sum in &mut problem.linears {
        sum.terms.iter_mut().map(|t| &mut t.1).for_each(&mut visit);
        sum.guard.iter_mut().for_each(&mut visit);
    }
    for graph in &mut problem.graphs {
        graph.vertices.iter_mut().filter_map(Switch::lit_mut).for_each(&mut visit);
    }
    for connectivity in &mut problem.connectivities {
        connectivity.guard.iter_mut().for_each(&mut visit);
    }
    for route in &mut problem.routes {
        route.pieces.iter_mut().filter_map(|p| p.placed.lit_mut()).for_each(&mut visit);
    }
    for matching in &mut problem.matchings {
        matching.edges.iter_mut().filter_map(|e| e.2.as_mut()).for_each(&mut visit);
    }
    for objective in problem.objectives.iter_mut().chain(&mut problem.by) {
        objective.terms.iter_mut().map(|t| &mut t.1).for_each(&mut visit);
    }
}
