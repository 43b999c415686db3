//! The solutions that attain a bound on the first objective. Where rows hold at most two pieces each, at most 2n pieces
//! fit, and 2n of them fill every row: a problem of exact sums, usually far easier than the best of all values. If it
//! has solutions, they are the optimal ones; if it has none, the best value is below the bound. Choices that exclude each other in
//! pairs are gathered into cliques, which bound too: of four cells of a square, one holds a king. Where lines of several
//! directions with weights bound the number better than whole lines do ([`super::fractional`]), that number is sought; from below,
//! demands that overlap bound with weights ([`super::demands`]); and where the grounding knows what follows from a bound that is
//! attained ([`super::TightBound`]), that is added.

use super::capacity::{BoundedSets, FractionalBound, SetFamily, SetSource};
use super::demand::{Demand, DemandBound, Demands};
use super::odd_cycles::odd_cycles;
use super::{
    ChoiceId, Clique, Conflicts, Cube, Linear, Lit, Objective, Origin, Problem, ProblemAtBound, ProblemParts,
    ReducedProblem, RestrictedProblem, TightBound,
};
use std::sync::{Arc, OnceLock};

/// Total length of the lists of exclusions beyond which they are not built here.
const MOST_EXCLUSIONS: usize = 1_000_000;
/// A bound from below is sought if the first times as much is at least the second times what a greedy search takes.
const GREEDY: (i64, i64) = (5, 3);
/// Number of neighbors examined in the search for cliques of pairs, beyond which it is given up.
const MOST_LOOKS: usize = 300_000;

impl Problem {
    /// Returns the problem of attaining the bound on the first objective, computed at the first call; `None` if the
    /// objective does not count choices, or if no family of sets bounds it.
    pub fn at_bound(&self) -> Option<&ProblemAtBound> {
        self.derived.at_bound.get_or_init(|| at_bound(self).map(Arc::new)).as_deref()
    }

    /// Returns a lower bound on the number of choices that hold among those that the first objective counts, computed at the first
    /// call; `None` if it does not count choices, or if no demands bound it.
    pub(crate) fn fewest(&self) -> Option<&DemandBound> {
        let bound = || {
            let (_, counted) = counted(self.objectives.first()?, self.choices.len())?;
            self.demands()?.bound(&counted).map(Arc::new)
        };
        self.derived.fewest.get_or_init(bound).as_deref()
    }

    /// Returns the demands on its choices, collected at the first call; `None` if there are too many.
    fn demands(&self) -> Option<&Demands> {
        self.derived.demands.get_or_init(|| Demands::of(self).map(Arc::new)).as_deref()
    }
}

impl ProblemAtBound {
    /// Returns the problem of attaining the next worse value, if solutions of `whole` do not attain this one; computed at the first
    /// call. `None` if there are obviously none.
    pub fn worse(&self, whole: &Problem) -> Option<&Self> {
        self.worse.get_or_init(|| worse(whole, self.value).map(Arc::new)).as_deref()
    }
}

fn at_bound(whole: &Problem) -> Option<ProblemAtBound> {
    let objective = whole.objectives.first()?;
    let (weight, counted) = counted(objective, whole.choices.len())?;
    let above = objective.maximize == (weight > 0);
    let with_cliques = if above { with_cliques_of_pairs(whole) } else { None };
    let whole = with_cliques.as_ref().unwrap_or(whole);
    let (total, consequences) = if above { most(whole, &counted) } else { fewest(whole, &counted) }?;
    let value = weight.checked_mul(total)?.checked_add(objective.constant)?;
    match attaining(whole, &counted, total, consequences) {
        Ok(restricted) => Some(with_value(restricted, value)),
        Err(Unattained::Impossible) => worse(whole, value),
        Err(Unattained::Unhelpful) => None,
    }
}

/// Returns an upper bound on how many of `counted` hold.
fn most(whole: &Problem, counted: &[ChoiceId]) -> Option<(i64, Consequences)> {
    let sets = BoundedSets::small(whole.choices.len(), &whole.cliques, &whole.linears, std::iter::empty())?;
    if !sets.sides().0 {
        return None;
    }
    // Where most of the bound is choices in no set, it is rarely attained.
    let is_likely = |f: &&SetFamily| 2 * (f.rest.len() as i64) < f.total;
    let total = sets.covers(counted).iter().filter(is_likely).map(|f| f.total).min()?;
    Some(match sets.fractional(counted, total) {
        Some(FractionalBound { total: fewer, full, out }) => {
            (fewer, Consequences { full, out, is_new: fewer < total, ..Consequences::default() })
        }
        None => (total, Consequences::default()),
    })
}

/// Returns a lower bound on how many of `counted` hold.
fn fewest(whole: &Problem, counted: &[ChoiceId]) -> Option<(i64, Consequences)> {
    let clauses = whole.clauses.iter().map(|clause| &clause.0[..]);
    let sets = BoundedSets::small(whole.choices.len(), &whole.cliques, &whole.linears, clauses)?;
    let total = sets.packings(counted).iter().map(|f| f.total).max().unwrap_or(0);
    let more = whole.fewest().filter(|more| more.total >= total && !more.exact.is_empty());
    let (total, consequences) = match more.cloned() {
        Some(DemandBound { total: more, exact }) => {
            (more, Consequences { exact, is_new: more > total, ..Consequences::default() })
        }
        None => (total, Consequences::default()),
    };
    // Where demands meet so often that a greedy search takes many more, the bound is rarely attained.
    let is_likely = |demands: &Demands| GREEDY.0 * total >= GREEDY.1 * demands.greedy(whole.choices.len());
    (total > 0 && whole.demands().is_some_and(is_likely)).then_some((total, consequences))
}

/// Returns the same problem with cliques instead of pairs that exclude each other: of a clique at most one holds, which bounds better,
/// and of an odd cycle less than half.
/// `None` if there are no such pairs, if lines bound already, or if cliques are not found quickly.
fn with_cliques_of_pairs(whole: &Problem) -> Option<Problem> {
    let is_line = |clique: &Clique| clique.choices.len() > whole.kinds;
    if whole.conflicts.is_empty() || !whole.bicliques.is_empty() || whole.cliques.iter().any(is_line) {
        return None;
    }
    let found = whole.cliques_of_pairs(MOST_LOOKS)?;
    if found.iter().any(|clique| clique.len() < 2) {
        return None;
    }
    let mut parts = whole.clone().into_parts();
    parts.conflicts = Conflicts::none(parts.choices.len());
    parts.cliques.extend(found.iter().map(|choices| Clique {
        choices: choices.clone(),
        exactly: false,
        origin: Origin::BOARD,
    }));
    parts.linears.extend(odd_cycles(whole).into_iter().map(|cycle| Linear {
        hi: cycle.most as i64,
        terms: cycle.choices.into_iter().map(|c| (1, c.lit())).collect(),
        lo: 0,
        guard: None,
        origin: Origin::BOARD,
    }));
    Some(Problem::new(parts))
}

/// Returns the problem of attaining the value that is one step worse than `value`; `None` if there are obviously no solutions.
fn worse(whole: &Problem, value: i64) -> Option<ProblemAtBound> {
    let objective = whole.objectives.first()?;
    let (weight, counted) = counted(objective, whole.choices.len())?;
    let value = value.checked_add(if objective.maximize { -weight.abs() } else { weight.abs() })?;
    let total = value.checked_sub(objective.constant)? / weight;
    if !(0..=counted.len() as i64).contains(&total) {
        return None;
    }
    let consequences = Consequences { is_new: true, ..Consequences::default() };
    let restricted = attaining(whole, &counted, total, consequences).ok()?;
    Some(with_value(restricted, value))
}

fn with_value(restricted: RestrictedProblem, value: i64) -> ProblemAtBound {
    let members = restricted.problem.choice_ids().map(|c| vec![restricted.original(c)]).collect();
    let placed = restricted.solution(&[]);
    let reduced = ReducedProblem { problem: restricted.problem, members, placed };
    ProblemAtBound { reduced, value, worse: OnceLock::new() }
}

/// Returns the common weight of the choices that `objective` counts, and these choices, ascending.
fn counted(objective: &Objective, choices: usize) -> Option<(i64, Vec<ChoiceId>)> {
    let weight = objective.terms.first()?.0;
    let alike = |t: &(i64, Lit)| t.0 == weight && t.1.is_positive() && t.1.var().index() < choices;
    let counted = objective.terms.iter().map(|t| ChoiceId(t.1.var().0)).collect();
    objective.terms.iter().all(alike).then_some((weight, counted))
}

/// Consequences of a bound that is attained.
#[derive(Default)]
struct Consequences {
    /// Constraints whose upper bound is attained.
    full: Vec<SetSource>,
    /// Demands that are met exactly.
    exact: Vec<Demand>,
    /// Choices that do not hold.
    out: Vec<ChoiceId>,
    /// True if no family of whole sets bounds as well.
    is_new: bool,
}

/// Reason why solutions that attain a bound are not sought.
enum Unattained {
    /// There are obviously none.
    Impossible,
    /// The sets of a family must be full, but this tells nothing more about them, and nothing else is known.
    Unhelpful,
}

/// Returns the problem of the solutions of `whole` with `total` of the choices `counted`.
fn attaining(
    whole: &Problem,
    counted: &[ChoiceId],
    total: i64,
    Consequences { full, exact, out, is_new }: Consequences,
) -> Result<RestrictedProblem, Unattained> {
    let mut parts = whole.clone().into_parts();
    parts.objectives.remove(0);
    let terms = counted.iter().map(|c| (1, c.lit())).collect();
    parts.linears.push(Linear { terms, lo: total, hi: total, guard: None, origin: Origin::BOARD });
    // That the set of all is full is known.
    let is_news = |size: usize| usize::from(size < counted.len());
    let mut filled: usize =
        full.into_iter().filter_map(|source| make_full(&mut parts, source)).map(is_news).sum();
    filled +=
        exact.into_iter().filter_map(|demand| make_exact(&mut parts, demand)).map(is_news).sum::<usize>();
    let clauses = parts.clauses.len();
    parts.clauses.extend(out.iter().map(|c| (vec![!c.lit()], Origin::BOARD)));
    filled += parts.count_constraints().fill();
    let tight = parts.tight.take().filter(|t| t.most == total && counted.len() == parts.choices.len());
    if filled == 0 && parts.clauses.len() == clauses && !is_new && tight.is_none() {
        return Err(Unattained::Unhelpful);
    }
    // The lemma adds only units: choices that must hold, and choices that cannot.
    let mut cube = Cube::whole();
    for (lits, _) in parts.clauses.drain(clauses..) {
        let lit = *lits.first().ok_or(Unattained::Impossible)?;
        let side = if lit.is_positive() { &mut cube.placed } else { &mut cube.dropped };
        side.push(ChoiceId(lit.var().0));
    }
    if let Some(TightBound { most: _, occupied, single }) = tight {
        let some = |set: Vec<ChoiceId>| (set.into_iter().map(ChoiceId::lit).collect(), Origin::BOARD);
        parts.clauses.extend(occupied.into_iter().map(some));
        let one = |choices| Clique { choices, exactly: false, origin: Origin::BOARD };
        parts.cliques.extend(single.into_iter().map(one));
    }
    cube.dropped.extend(shut_out(whole, &parts));
    for side in [&mut cube.placed, &mut cube.dropped] {
        side.sort_unstable();
        side.dedup();
    }
    Problem::new(parts).within(&cube).ok_or(Unattained::Impossible)
}

/// Demands that as many choices of a set hold as may. Returns its size, if it was not exact before.
fn make_full(parts: &mut ProblemParts, source: SetSource) -> Option<usize> {
    match source {
        SetSource::Clique(i) => {
            let clique = &mut parts.cliques[i];
            (!std::mem::replace(&mut clique.exactly, true)).then_some(clique.choices.len())
        }
        SetSource::Linear(i) => {
            let linear = &mut parts.linears[i];
            (std::mem::replace(&mut linear.lo, linear.hi) < linear.hi).then_some(linear.terms.len())
        }
        SetSource::Clause(_) => None,
    }
}

/// Adds the constraint that a demand is met exactly. Returns the number of its choices, unless that is known.
fn make_exact(parts: &mut ProblemParts, demand: Demand) -> Option<usize> {
    let Demand { terms, least, source, is_plain } = demand;
    let size = terms.len();
    match source {
        SetSource::Clique(_) => return None,
        SetSource::Linear(i) if is_plain => {
            let linear = &mut parts.linears[i];
            return (std::mem::replace(&mut linear.hi, linear.lo) > linear.lo).then_some(size);
        }
        _ if least == 1 => {
            let choices = terms.into_iter().map(|term| term.0).collect();
            parts.cliques.push(Clique { choices, exactly: true, origin: Origin::BOARD });
        }
        _ => {
            let terms = terms.into_iter().map(|(c, weight)| (weight, c.lit())).collect();
            parts.linears.push(Linear { terms, lo: least, hi: least, guard: None, origin: Origin::BOARD });
        }
    }
    Some(size)
}

/// Returns the choices of `whole` that exclude every choice of a set of which `parts` needs one: they are in no solution.
fn shut_out(whole: &Problem, parts: &ProblemParts) -> Vec<ChoiceId> {
    if whole.exclusion_bound() > MOST_EXCLUSIONS {
        return Vec::new();
    }
    let exact = parts.cliques.iter().filter(|clique| clique.exactly).map(|clique| clique.choices.clone());
    let is_choice = |lit: &Lit| lit.is_positive() && lit.var().index() < whole.choices.len();
    let clauses = parts.clauses.iter().map(|(lits, _)| lits).filter(|lits| lits.iter().all(is_choice));
    let needed = exact.chain(clauses.map(|lits| lits.iter().map(|lit| ChoiceId(lit.var().0)).collect()));
    let mut excluded = vec![0; whole.choices.len()];
    let mut out = Vec::new();
    for set in needed {
        let others = || set.iter().flat_map(|c| &whole.exclusions()[c.index()]);
        others().for_each(|&d| excluded[d as usize] += 1);
        out.extend(others().filter(|&&d| excluded[d as usize] == set.len()).map(|&d| ChoiceId(d)));
        others().for_each(|&d| excluded[d as usize] = 0);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Choices, Conflicts, samples};
    use super::*;
    use crate::geometry::CellId;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples::solutions;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn no_solution_is_better_and_none_at_the_bound_is_lost(
            mut problem in problems(Mix { objectives: false, ..Mix::WITHOUT_GRAPHS }),
            maximize: bool,
        ) {
            let choices = problem.choices.len() as u32;
            problem.edit(|p| p.objectives = vec![count(1, maximize, 0..choices)]);
            check(&problem);
        }
    }

    /// Compares the solutions at the bound with those of the whole; returns their number.
    fn check(p: &Problem) -> usize {
        let sign = if p.objectives[0].maximize { 1 } else { -1 };
        let value = |s: &Vec<ChoiceId>| sign * p.objective_values(s)[0];
        let all = solutions(p);
        let Some(at_bound) = p.at_bound() else { return 0 };
        assert!(all.iter().all(|s| value(s) <= sign * at_bound.value), "it is a bound");
        let of = |at: &ProblemAtBound| {
            let problem = &at.reduced.problem;
            let mut found: Vec<_> = solutions(problem).iter().map(|s| at.reduced.solution(s)).collect();
            found.sort();
            found
        };
        let with = |wanted: i64| {
            let mut expected: Vec<_> = all.iter().filter(|s| value(s) == sign * wanted).cloned().collect();
            expected.sort();
            expected
        };
        let found = of(at_bound);
        assert_eq!(found, with(at_bound.value));
        let mut at = at_bound;
        while let Some(worse) = at.worse(p) {
            assert!(sign * worse.value < sign * at.value);
            assert_eq!(of(worse), with(worse.value));
            at = worse;
        }
        found.len()
    }

    fn count(weight: i64, maximize: bool, choices: impl Iterator<Item = u32>) -> Objective {
        let terms = choices.map(|c| (weight, ChoiceId(c).lit())).collect();
        Objective { maximize, terms, constant: 3 }
    }

    #[test]
    fn queens_fill_the_rows() {
        for (n, solutions) in [(3, 0), (4, 2)] {
            let mut p = samples::queens(n);
            p.edit(|p| {
                p.cliques.iter_mut().for_each(|l| l.exactly = false);
                p.objectives = vec![count(2, true, 0..n * n)];
            });
            assert_eq!(p.at_bound().expect("rows bound it").value, 2 * i64::from(n) + 3);
            assert_eq!(check(&p), solutions);
        }
    }

    #[test]
    fn what_follows_from_a_bound_is_added() {
        let mut p = samples::free(4, 1, 1);
        let all = (0..4).map(|c| (1, ChoiceId(c).lit())).collect();
        p.edit(|p| {
            p.linears = vec![Linear { terms: all, lo: 0, hi: 2, guard: None, origin: Origin(0) }];
            p.conflicts = Conflicts::of_pairs(4, &[(ChoiceId(2), ChoiceId(3)), (ChoiceId(1), ChoiceId(2))]);
            p.objectives = vec![count(1, true, 0..4)];
        });
        assert!(p.at_bound().is_none(), "a sum alone tells nothing");
        let (occupied, single) = (vec![vec![ChoiceId(0), ChoiceId(1)]], vec![vec![ChoiceId(2), ChoiceId(3)]]);
        p.edit(|p| p.tight = Some(TightBound { most: 2, occupied, single }));
        assert_eq!(check(&p), 4);
        let at_bound = &p.at_bound().expect("it is known").reduced.problem;
        assert_eq!((at_bound.clauses.len(), at_bound.cliques.len()), (1, 2), "a pair is a clique too");
        p.edit(|p| p.objectives = vec![count(1, true, 0..3)]);
        assert_eq!(check(&p), 2, "the bound is one on the number of all choices");
    }

    /// Kings exclude each other only in pairs, and the four cells of a square are a clique.
    #[test]
    fn cliques_of_pairs_bound_too() {
        let mut kings = samples::peaceful(4, 4, &samples::king());
        kings.edit(|p| p.objectives = vec![count(1, true, 0..16)]);
        assert_eq!(kings.at_bound().expect("squares bound it").value, 4 + 3);
        assert_eq!(check(&kings), 79);
    }

    /// Each tile covers one cell of each diagonal family, whose 12 cells bound the number; with weights, all 36 cells do.
    #[test]
    fn cells_that_bound_together_are_full() {
        let mut p = samples::free(6, 6, 1).into_parts();
        let cell = |x: u32, y: u32| CellId(6 * y + x);
        let steps = |a: u32, b: u32| {
            [[cell(a, b), cell(a + 1, b), cell(a + 2, b)], [cell(b, a), cell(b, a + 1), cell(b, a + 2)]]
        };
        let tiles: Vec<[CellId; 3]> = (0..4).flat_map(|a| (0..6).flat_map(move |b| steps(a, b))).collect();
        p.choices = Choices::default();
        tiles.iter().for_each(|cells| p.choices.push(0, cells));
        p.conflicts = Conflicts::none(tiles.len());
        p.group = vec![p.choice_ids().collect()];
        let with = |cell: CellId| p.choice_ids().filter(|c| p.choices.cells(*c).contains(&cell)).collect();
        p.cliques =
            (0..36).map(|i| Clique { choices: with(CellId(i)), exactly: false, origin: Origin(0) }).collect();
        p.objectives = vec![count(1, true, 0..tiles.len() as u32)];
        let p = Problem::new(p);
        let at_bound = p.at_bound().expect("cells bound it");
        assert_eq!(at_bound.value, 12 + 3);
        let cells = &at_bound.reduced.problem.cliques;
        assert!(cells.len() == 36 && cells.iter().all(|cell| cell.exactly));
    }

    #[test]
    fn a_bound_from_below_far_from_a_greedy_cover_is_not_sought() {
        let kings = samples::domination(4, &samples::king());
        assert_eq!(kings.at_bound().expect("four kings reach disjoint sets").value, 4);
        assert!(check(&kings) > 0);
        let queens = samples::domination(4, &samples::queen());
        assert!(queens.at_bound().is_none(), "no two reach disjoint sets, and a greedy search takes two");
    }

    /// No two of the demands are disjoint; the rooks of a solution with so few attack each other nowhere.
    #[test]
    fn demands_that_overlap_bound_with_weights() {
        let mut rooks = samples::free(4, 4, 1);
        rooks.edit(|p| {
            let of = |c: u32| (0..16).filter(move |&d| d != c && (d / 4 == c / 4 || d % 4 == c % 4));
            p.linears = (0..16)
                .map(|c| Linear { guard: Some(!ChoiceId(c).lit()), ..samples::sum(of(c), 2, i64::MAX) })
                .collect();
            p.objectives = vec![count(1, false, 0..16)];
        });
        assert_eq!(rooks.at_bound().expect("weights bound it").value, 4 + 3);
        assert_eq!(check(&rooks), 24);
    }

    #[test]
    fn pieces_that_exclude_a_full_row_are_left_out() {
        let mut p = samples::free(3, 2, 2);
        let at = |kind: u16, x: u32, y: u32| samples::at(&p, kind, CellId(3 * y + x));
        let row = |y: u32| -> Vec<ChoiceId> { (0..3).map(|x| at(0, x, y)).collect() };
        let first: Vec<u32> = (0..2).flat_map(row).map(|c| c.0).collect();
        let pairs: Vec<_> = row(1).into_iter().map(|c| (c, at(1, 0, 0))).collect();
        let rows = [row(0), row(1)].map(|choices| Clique { choices, exactly: false, origin: Origin(0) });
        p.edit(|p| {
            p.cliques.extend(rows);
            p.conflicts = Conflicts::of_pairs(12, &pairs);
            p.objectives = vec![count(1, true, first.into_iter())];
        });
        assert!(check(&p) > 0);
        let at_bound = &p.at_bound().expect("rows bound it").reduced.problem;
        assert_eq!(at_bound.choices.len(), 11);
    }

    #[test]
    fn rows_of_a_triangle_bound_together() {
        let cells: Vec<(u32, u32)> = (0..5).flat_map(|x| (0..5 - x).map(move |y| (x, y))).collect();
        let row = |has: &dyn Fn((u32, u32)) -> bool| Clique {
            choices: (0..15).map(ChoiceId).filter(|c| has(cells[c.index()])).collect(),
            exactly: false,
            origin: Origin(0),
        };
        let mut p = samples::free(15, 1, 1);
        p.edit(|p| {
            p.cliques = (0..5)
                .flat_map(|i| [row(&|c| c.0 == i), row(&|c| c.1 == i), row(&|c| c.0 + c.1 == i)])
                .filter(|row| row.choices.len() > 1)
                .collect();
            p.objectives = vec![count(1, true, 0..15)];
        });
        assert_eq!(p.at_bound().expect("rows bound it").value, 3 + 3, "three of five rows");
        assert!(check(&p) > 0);
        let at_bound = p.at_bound().expect("rows bound it");
        assert_eq!(at_bound.worse(&p).expect("fewer").value, at_bound.value - 1);
    }

    #[test]
    fn sums_bound_both_ways() {
        let row = |y: u32, lo, hi| {
            let terms = (4 * y..4 * y + 4).map(|c| (1, ChoiceId(c).lit())).collect();
            Linear { terms, lo, hi, guard: None, origin: Origin(0) }
        };
        let mut p = samples::free(4, 3, 1);
        p.edit(|p| p.linears = (0..3).map(|y| row(y, 1, 2)).collect());
        for (objective, solutions) in [
            (count(1, true, 0..12), 216),
            (count(-1, true, 0..12), 64),
            (count(1, false, 0..12), 64),
            (count(1, true, 0..8), 36 * 10),
            // Half of the last row is not bounded by its sum, so all of that half must hold.
            (count(1, true, 0..10), 36),
        ] {
            p.edit(|p| p.objectives = vec![objective]);
            assert_eq!(check(&p), solutions);
        }
        // Cells that no row contains bound nothing.
        p.edit(|p| {
            p.linears.pop();
            p.objectives = vec![count(1, true, 0..12)];
        });
        assert!(p.at_bound().is_none());
    }
}
