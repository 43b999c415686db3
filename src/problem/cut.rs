//! Cuts a problem into cubes: at an exact clique (one cube for each of its choices), or else at the choice that excludes
//! most (one cube with it, one without it), in both cases together with the images under the group. One cube of every orbit is
//! listed, with the size of the orbit as its weight.

use super::preplace::{self, WeightedFilling};
use super::{ChoiceId, Clique, Cube, Problem};
use rustc_hash::FxHashMap;

/// Limit on the estimated number of cubes of a cut, up to symmetry.
const MOST: usize = 1 << 13;

impl Problem {
    /// Returns disjoint cubes that together, counted with their weights, contain all solutions; a single cube if there is
    /// no place to cut. With `fold`, one cube is listed for all that symmetries or exchanges of kinds map to each other.
    pub fn cut(&self, fold: bool) -> Vec<Cube> {
        if let Some(pinned) = self.pinned().filter(|_| fold) {
            return vec![pinned.cube(&Cube::whole()).expect("its weight is that of the pinned problem")];
        }
        // The cubes of problems with matchings keep the choices that they decide.
        let decided = self.decided();
        let place = self.clique_to_cut(&decided, fold).or_else(|| self.choice_to_cut(&decided, fold));
        let Some(place) = place else { return vec![Cube::whole()] };
        let excluded = self.excluded_at(&place);
        let exclude = |a: u32, b: u32| excluded[a as usize].binary_search(&b).is_ok();
        let Some(fillings) = place.fillings(&exclude) else { return vec![Cube::whole()] };
        let kept = if fold {
            preplace::up_to(fillings, &self.group)
        } else {
            fillings.into_iter().map(|f| (f, 1)).collect()
        };
        kept.into_iter().map(|filling| place.cube(filling)).collect()
    }

    /// Returns the images under the group of the exact clique of open choices with the fewest fillings (by estimate).
    fn clique_to_cut(&self, decided: &[bool], fold: bool) -> Option<CutPlace> {
        let is_open = |l: &&Clique| l.choices.iter().all(|c| !decided[c.index()]);
        let cliques = self.cliques.iter().filter(|l| l.exactly && l.choices.len() > 1).filter(is_open);
        let mut best: Option<(f64, Vec<Vec<u32>>)> = None;
        for clique in cliques {
            let own: Vec<u32> = clique.choices.iter().map(|c| c.0).collect();
            let images = if fold { preplace::orbit(&own, &self.group) } else { vec![own] };
            let fillings = images.iter().map(|i| i.len() as f64).product::<f64>();
            let least = best.as_ref().map_or(MOST as f64 * self.group.len() as f64, |b| b.0);
            if fillings < least {
                best = Some((fillings, images));
            }
        }
        best.map(|(_, cliques)| CutPlace::Cliques(cliques))
    }

    /// Returns the images under the group of the open choice that affects most others.
    fn choice_to_cut(&self, decided: &[bool], fold: bool) -> Option<CutPlace> {
        let mut weight = vec![0usize; self.choices.len()];
        for clique in &self.cliques {
            clique.choices.iter().for_each(|c| weight[c.index()] += clique.choices.len() - 1);
        }
        for (c, others) in self.conflicts.iter().enumerate() {
            weight[c] += others.len();
        }
        for lit in self.clauses.iter().flat_map(|(lits, _)| lits) {
            if let Some(weight) = weight.get_mut(lit.var().index()) {
                *weight += 1;
            }
        }
        // Sums are ignored: they matter least, and a choice that excludes nothing is still a candidate.
        let open = (0..weight.len()).filter(|&c| !decided[c]);
        let first = open.max_by_key(|&c| (weight[c], std::cmp::Reverse(c)))? as u32;
        let mut images = vec![first];
        if fold {
            images.extend(self.group.iter().map(|g| g[first as usize].0));
            images.sort_unstable();
            images.dedup();
        }
        (images.len() < MOST.ilog2() as usize).then_some(CutPlace::Choices(images))
    }

    /// For each choice at `place`, returns those at `place` that it excludes, ascending; empty for all other choices.
    fn excluded_at(&self, place: &CutPlace) -> Vec<Vec<u32>> {
        let here: FxHashMap<u32, ()> = place.choices().map(|c| (c, ())).collect();
        let mut excluded = vec![Vec::new(); self.choices.len()];
        for clique in &self.cliques {
            let met: Vec<u32> = clique.choices.iter().map(|c| c.0).filter(|c| here.contains_key(c)).collect();
            for &c in &met {
                excluded[c as usize].extend(met.iter().filter(|&&d| d != c));
            }
        }
        for &c in here.keys() {
            let others = self.conflicts[c as usize].iter().map(|d| d.0);
            excluded[c as usize].extend(others.filter(|d| here.contains_key(d)));
            excluded[c as usize].sort_unstable();
            excluded[c as usize].dedup();
        }
        excluded
    }
}

/// Place of a cut.
enum CutPlace {
    /// Cliques with exactly one choice each.
    Cliques(Vec<Vec<u32>>),
    /// Choices that are placed or not.
    Choices(Vec<u32>),
}

impl CutPlace {
    fn choices(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::Cliques(cliques) => Box::new(cliques.iter().flatten().copied()),
            Self::Choices(choices) => Box::new(choices.iter().copied()),
        }
    }

    /// Returns all ways to fill the place; `None` if there are too many.
    fn fillings(&self, exclude: &impl Fn(u32, u32) -> bool) -> Option<Vec<Vec<u32>>> {
        let all = match self {
            Self::Cliques(cliques) => preplace::fillings(cliques, exclude),
            Self::Choices(choices) => subsets(choices, exclude),
        };
        (all.len() <= MOST * 8).then_some(all)
    }

    fn cube(&self, (filling, weight): WeightedFilling) -> Cube {
        let dropped = match self {
            Self::Cliques(_) => Vec::new(),
            Self::Choices(all) => {
                all.iter().copied().filter(|c| !filling.contains(c)).map(ChoiceId).collect()
            }
        };
        Cube { placed: filling.into_iter().map(ChoiceId).collect(), dropped, weight }
    }
}

/// Returns the subsets of `choices` without conflicts.
fn subsets(choices: &[u32], exclude: &impl Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for &c in choices {
        let fits = |s: &&Vec<u32>| s.iter().all(|&d| !exclude(d, c));
        let with: Vec<Vec<u32>> = all.iter().filter(fits).map(|s| [s.as_slice(), &[c]].concat()).collect();
        all.extend(with);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::{Matching, Origin, samples};
    use super::*;

    fn count(p: &Problem) -> usize {
        let choices = p.choices.len();
        assert!(choices <= 16, "small problems only");
        let chosen = |set: u32| p.choice_ids().filter(|c| set >> c.0 & 1 == 1).collect::<Vec<_>>();
        (0u32..1 << choices).filter(|&set| p.holds(&chosen(set))).count()
    }

    /// Counts the solutions of `p` cube by cube, after `depth` nested cuts.
    fn counted(p: &Problem, fold: bool, depth: u32) -> usize {
        if depth == 0 {
            return count(p);
        }
        let part = |cube: &Cube| {
            let part = p.within(cube).map_or(0, |r| counted(&r.problem, fold, depth - 1));
            cube.weight as usize * part
        };
        p.cut(fold).iter().map(part).sum()
    }

    #[test]
    fn cubes_are_all_there_is() {
        for (p, name) in [
            (samples::queens(4), "queens"),
            (samples::peaceful(4, 4, &samples::king()), "kings"),
            (samples::domination(4, &samples::leaper(1, 0)), "domination"),
            (samples::peaceful(4, 3, &samples::rider(1, 1)), "bishops"),
            (samples::latin(2, 4), "symbols"),
        ] {
            for (fold, depth) in [(false, 1), (false, 3), (true, 1), (true, 2), (true, 3)] {
                assert_eq!(counted(&p, fold, depth), count(&p), "{name}, fold {fold}, depth {depth}");
            }
        }
    }

    #[test]
    fn decided_choices_are_not_cut_again() {
        // With a matching, every choice stays in the problem of a cube.
        let mut p = samples::free(3, 1, 2);
        let (left, right) = ([0, 2, 4].map(ChoiceId).to_vec(), [1, 3, 5].map(ChoiceId).to_vec());
        let edges = left.iter().flat_map(|&l| right.iter().map(move |&r| (l, r, None))).collect();
        p.edit(|p| p.matchings.push(Matching { left, right, edges, origin: Origin(0) }));
        assert!(count(&p) > 1 && counted(&p, false, 4) == count(&p));
        let mut part = p;
        for cuts in 0..7 {
            let cubes = part.cut(false);
            let is_last = cubes == [Cube::whole()];
            assert_eq!(is_last, part.decided().iter().all(|&d| d), "after {cuts} cuts");
            if is_last {
                return;
            }
            part = part.within(cubes.last().expect("a cube")).expect("no contradiction").problem;
        }
        panic!("six choices take six cuts at most");
    }

    #[test]
    fn solutions_of_a_cube_are_solutions_of_the_whole() {
        let p = samples::queens(4);
        for cube in p.cut(false) {
            let Some(part) = p.within(&cube) else { continue };
            let own = &part.problem;
            for set in 0u32..1 << own.choices.len() {
                let chosen: Vec<ChoiceId> = own.choice_ids().filter(|c| set >> c.0 & 1 == 1).collect();
                let whole = part.solution(&chosen);
                assert_eq!(own.holds(&chosen), p.holds(&whole));
                assert!(cube.placed.iter().all(|c| whole.contains(c)));
            }
        }
    }
}
