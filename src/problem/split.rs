//! A problem as a product: parts that no constraint connects (bishops on the two colours of squares). Their numbers of
//! solutions multiply and their optima add up. One sum over all parts (`count bishop = n`) may remain as a link: then the
//! parts are counted by its value, and the tables are convolved.

use super::{
    ChoiceId, Choices, Conflicts, Definition, Line, Lit, Matching, Objective, Permutation, Problem, Sum, Var,
};

/// Parts with fewer choices than this are put together.
const SMALL: usize = 12;

/// A problem taken apart.
#[derive(Clone, Debug)]
pub struct Split {
    /// The parts, at least two, in the order of their least choices.
    pub parts: Vec<Part>,
    /// The constraint that speaks of several parts, where there is one; the parts' `by` is what each adds to it.
    pub link: Option<Sum>,
}

/// One part.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part as a problem of its own. Its objectives have the whole's constant in the first part only.
    pub problem: Problem,
    /// By choice of the part: the choice of the whole.
    pub choices: Vec<ChoiceId>,
    /// An earlier part of which this one is the image under a symmetry of the whole.
    pub image_of: Option<usize>,
}

impl Problem {
    /// The problem in parts; `None` where it hangs together (or where taking it apart would not help).
    pub fn split(&self) -> Option<Split> {
        if self.clauses.iter().any(|(lits, _)| lits.is_empty()) {
            return None;
        }
        if let Some(split) = self.split_without(None) {
            return Some(split);
        }
        if !self.objectives.is_empty() || self.by.is_some() {
            return None;
        }
        let loose = |s: &Sum| s.guard.is_none() && s.terms.len() * 2 > self.choices.len();
        let widest = (0..self.sums.len()).filter(|&i| loose(&self.sums[i]));
        self.split_without(Some(widest.max_by_key(|&i| self.sums[i].terms.len())?))
    }

    fn split_without(&self, link: Option<usize>) -> Option<Split> {
        let part_of = self.parts(link)?;
        let count = part_of.iter().max().map_or(0, |m| m + 1);
        let mut parts: Vec<Part> = (0..count).map(|p| self.part(p, &part_of, link)).collect();
        for p in 1..count {
            parts[p].image_of = (0..p)
                .find(|&q| parts[q].image_of.is_none() && self.maps(&parts[q].choices, p, &part_of, link));
        }
        Some(Split { parts, link: link.map(|i| self.sums[i].clone()) })
    }

    /// Whether some symmetry takes these choices to part `p` and keeps the link.
    fn maps(&self, from: &[ChoiceId], p: usize, part_of: &[usize], link: Option<usize>) -> bool {
        let keeps_link = |g: &Permutation| {
            link.is_none_or(|i| {
                let sum = &self.sums[i];
                let image = |l: Lit| {
                    let c = l.var().index();
                    if c >= self.choices.len() {
                        return l;
                    }
                    if l.is_positive() { g[c].lit() } else { !g[c].lit() }
                };
                let mut terms: Vec<(i64, Lit)> = sum.terms.iter().map(|&(w, l)| (w, image(l))).collect();
                terms.sort_by_key(|t| t.1);
                terms == sum.terms
            })
        };
        self.group.iter().any(|g| from.iter().all(|c| part_of[g[c.index()].index()] == p) && keeps_link(g))
    }

    /// By variable: its part, parts numbered by their least variables, small ones put together; `None` for one part.
    fn parts(&self, link: Option<usize>) -> Option<Vec<usize>> {
        let mut sets = Sets::new(self.var_count());
        // Neighbours first, then long lines across: on a board that hangs together few more are needed.
        let step = |l: &Line| l.choices.get(1).map_or(0, |second| second.0.abs_diff(l.choices[0].0));
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by_key(|l| (step(l), std::cmp::Reverse(l.choices.len())));
        for line in lines {
            sets.join_all(line.choices.iter().map(|c| c.index()));
            if sets.count <= 1 {
                return None;
            }
        }
        for (c, others) in self.conflicts.iter().enumerate() {
            for d in others {
                sets.join(c, d.index());
            }
        }
        for (i, d) in self.definitions.iter().enumerate() {
            let own = self.defined(i).index();
            sets.join_all(std::iter::once(own).chain(definition_vars(d)));
        }
        for (lits, _) in &self.clauses {
            sets.join_all(lits.iter().map(|l| l.var().index()));
        }
        for (i, sum) in self.sums.iter().enumerate().filter(|(i, _)| Some(*i) != link) {
            let _ = i;
            sets.join_all(
                sum.terms.iter().map(|(_, l)| l.var().index()).chain(sum.guard.map(|g| g.var().index())),
            );
        }
        for m in &self.matchings {
            sets.join_all(m.left.iter().chain(&m.right).map(|c| c.index()));
            let conditions = m.edges.iter().filter_map(|e| e.2).map(|l| l.var().index());
            sets.join_all(m.left.first().map(|c| c.index()).into_iter().chain(conditions));
        }
        sets.numbered(&self.decided())
    }

    /// By choice: whether a unit clause says all there is to say of it.
    fn decided(&self) -> Vec<bool> {
        let mut decided = vec![false; self.choices.len()];
        for (lits, _) in &self.clauses {
            if let [lit] = lits[..]
                && let Some(choice) = decided.get_mut(lit.var().index())
            {
                *choice = true;
            }
        }
        decided
    }

    fn part(&self, p: usize, part_of: &[usize], link: Option<usize>) -> Part {
        let choices: Vec<ChoiceId> = self.choice_ids().filter(|c| part_of[c.index()] == p).collect();
        let defined: Vec<usize> =
            (0..self.definitions.len()).filter(|&d| part_of[self.choices.len() + d] == p).collect();
        let mut number = vec![u32::MAX; self.var_count()];
        for (i, c) in choices.iter().enumerate() {
            number[c.index()] = i as u32;
        }
        for (i, &d) in defined.iter().enumerate() {
            number[self.choices.len() + d] = (choices.len() + i) as u32;
        }
        let cut = Cut { whole: self, number, first: p == 0 };
        Part { problem: cut.problem(&choices, &defined, link), choices, image_of: None }
    }
}

fn definition_vars(definition: &Definition) -> Box<dyn Iterator<Item = usize> + '_> {
    match definition {
        Definition::All(lits) | Definition::Any(lits) => Box::new(lits.iter().map(|l| l.var().index())),
        Definition::AtLeast(terms, _) => Box::new(terms.iter().map(|(_, l)| l.var().index())),
    }
}

/// Disjoint sets of variables, as a forest.
struct Sets {
    /// By variable: itself for a root, else a lesser one of its set.
    above: Vec<u32>,
    /// How many sets there are.
    count: usize,
}

impl Sets {
    fn new(vars: usize) -> Self {
        Self { above: (0..vars as u32).collect(), count: vars }
    }

    fn root(&mut self, v: usize) -> usize {
        let mut v = v as u32;
        loop {
            let above = self.above[v as usize];
            if above == v {
                return v as usize;
            }
            let next = self.above[above as usize];
            self.above[v as usize] = next;
            v = next;
        }
    }

    /// Joins two sets and gives the root.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (a, b) = (self.root(a), self.root(b));
        self.count -= usize::from(a != b);
        self.above[a.max(b)] = a.min(b) as u32;
        a.min(b)
    }

    fn join_all(&mut self, mut vars: impl Iterator<Item = usize>) {
        if let Some(first) = vars.next() {
            vars.fold(first, |root, v| self.join(root, v));
        }
    }

    /// Parts by variable; definitions of nothing but constants go to the first. Choices that are `decided` and hang on nothing
    /// else are one part together, which alone is no reason to take anything apart.
    fn numbered(mut self, decided: &[bool]) -> Option<Vec<usize>> {
        let choices = decided.len();
        let mut size = vec![0usize; self.above.len()];
        for v in 0..choices {
            size[self.root(v)] += 1;
        }
        let mut number = vec![usize::MAX; self.above.len()];
        let (mut count, mut open, mut settled) = (0, None, None);
        for root in (0..choices).filter(|&v| size[v] > 0) {
            let is_settled = size[root] == 1 && decided[root];
            let pool = if is_settled { &mut settled } else { &mut open };
            let (part, held) = match *pool {
                Some((part, held)) if size[root] < SMALL && (is_settled || held < SMALL) => (part, held),
                _ => {
                    count += 1;
                    (count - 1, 0)
                }
            };
            if size[root] < SMALL {
                *pool = Some((part, held + size[root]));
            }
            number[root] = part;
        }
        if count <= 1 + usize::from(settled.is_some()) {
            return None;
        }
        let part_of = |v| match number[self.root(v)] {
            usize::MAX => 0,
            part => part,
        };
        Some((0..number.len()).map(part_of).collect())
    }
}

/// Cuts a part out of the whole.
struct Cut<'a> {
    whole: &'a Problem,
    /// By variable of the whole: its number in the part, `u32::MAX` elsewhere.
    number: Vec<u32>,
    first: bool,
}

impl Cut<'_> {
    fn has(&self, v: usize) -> bool {
        self.number[v] != u32::MAX
    }

    fn choice(&self, c: ChoiceId) -> ChoiceId {
        ChoiceId(self.number[c.index()])
    }

    fn lit(&self, l: Lit) -> Lit {
        let positive = Lit::positive(Var(self.number[l.var().index()]));
        if l.is_positive() { positive } else { !positive }
    }

    fn terms(&self, terms: &[(i64, Lit)]) -> Vec<(i64, Lit)> {
        terms.iter().filter(|(_, l)| self.has(l.var().index())).map(|&(w, l)| (w, self.lit(l))).collect()
    }

    fn objective(&self, o: &Objective) -> Objective {
        let constant = if self.first { o.constant } else { 0 };
        Objective { maximize: o.maximize, terms: self.terms(&o.terms), constant }
    }

    fn definition(&self, d: &Definition) -> Definition {
        let lits = |lits: &[Lit]| lits.iter().map(|&l| self.lit(l)).collect();
        match d {
            Definition::All(l) => Definition::All(lits(l)),
            Definition::Any(l) => Definition::Any(lits(l)),
            Definition::AtLeast(terms, bound) => Definition::AtLeast(self.terms(terms), *bound),
        }
    }

    fn sum(&self, s: &Sum) -> Option<Sum> {
        let here = s.terms.first().map(|(_, l)| l.var().index()).or(s.guard.map(|g| g.var().index()));
        if !here.map_or(self.first, |v| self.has(v)) {
            return None;
        }
        Some(Sum { terms: self.terms(&s.terms), guard: s.guard.map(|g| self.lit(g)), ..s.clone() })
    }

    fn line(&self, line: &Line) -> Option<Line> {
        let here = line.choices.first().map_or(self.first, |c| self.has(c.index()));
        let choices = || line.choices.iter().map(|&c| self.choice(c)).collect();
        here.then(|| Line { choices: choices(), exactly: line.exactly, origin: line.origin })
    }

    fn matching(&self, m: &Matching) -> Option<Matching> {
        let here = m.left.first().or(m.right.first()).map_or(self.first, |c| self.has(c.index()));
        let side = |side: &[ChoiceId]| side.iter().map(|&c| self.choice(c)).collect();
        let edge = |e: &(ChoiceId, ChoiceId, Option<Lit>)| {
            (self.choice(e.0), self.choice(e.1), e.2.map(|l| self.lit(l)))
        };
        here.then(|| Matching {
            left: side(&m.left),
            right: side(&m.right),
            edges: m.edges.iter().map(edge).collect(),
            origin: m.origin,
        })
    }

    fn problem(&self, choices: &[ChoiceId], defined: &[usize], link: Option<usize>) -> Problem {
        let whole = self.whole;
        let conflicts = |c: &ChoiceId| {
            let own = self.choice(*c);
            whole.conflicts[c.index()].iter().map(move |&d| (own, self.choice(d)))
        };
        let pairs: Vec<(ChoiceId, ChoiceId)> = choices.iter().flat_map(conflicts).collect();
        let mut own = Choices::with_capacity(choices.len());
        choices.iter().map(|&c| whole.choices.get(c)).for_each(|c| own.push(c.kind, c.cells));
        let side = |side: &[ChoiceId]| -> Vec<ChoiceId> {
            side.iter().filter(|c| self.has(c.index())).map(|&c| self.choice(c)).collect()
        };
        let sums = whole.sums.iter().enumerate().filter(|(i, _)| Some(*i) != link);
        let by = match link {
            Some(i) => {
                Some(Objective { maximize: false, terms: self.terms(&whole.sums[i].terms), constant: 0 })
            }
            None => whole.by.as_ref().map(|o| self.objective(o)),
        };
        Problem {
            board: whole.board.clone(),
            kinds: whole.kinds,
            conflicts: Conflicts::of_pairs(own.len(), &pairs),
            choices: own,
            definitions: defined.iter().map(|&d| self.definition(&whole.definitions[d])).collect(),
            lines: whole.lines.iter().filter_map(|l| self.line(l)).collect(),
            bicliques: whole
                .bicliques
                .iter()
                .map(|(a, b)| (side(a), side(b)))
                .filter(|(a, b)| !a.is_empty() && !b.is_empty())
                .collect(),
            clauses: whole
                .clauses
                .iter()
                .filter(|(lits, _)| self.has(lits[0].var().index()))
                .map(|(lits, origin)| (lits.iter().map(|&l| self.lit(l)).collect(), *origin))
                .collect(),
            sums: sums.filter_map(|(_, s)| self.sum(s)).collect(),
            matchings: whole.matchings.iter().filter_map(|m| self.matching(m)).collect(),
            objectives: whole.objectives.iter().map(|o| self.objective(o)).collect(),
            by,
            group: self.group(choices),
        }
    }

    /// The symmetries of the whole that keep the part, each once.
    fn group(&self, choices: &[ChoiceId]) -> Vec<Permutation> {
        let mut kept: Vec<Permutation> = Vec::new();
        for g in &self.whole.group {
            if choices.iter().all(|c| self.has(g[c.index()].index())) {
                let own: Permutation = choices.iter().map(|c| self.choice(g[c.index()])).collect();
                if !kept.contains(&own) {
                    kept.push(own);
                }
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ChoiceId, Line, Origin, Problem, samples};

    #[test]
    fn bishops_fall_into_two_colours() {
        let bishop = samples::rider(1, 1);
        let split = samples::peaceful(6, 6, &bishop).split().expect("two colours");
        assert_eq!(split.parts.len(), 2);
        assert!(split.link.is_none());
        let mut counted = samples::peaceful(5, 5, &bishop);
        samples::count(&mut counted, 0, 3, 3);
        let split = counted.split().expect("linked by the count");
        assert_eq!(split.parts.iter().map(|p| p.choices.len()).collect::<Vec<_>>(), [13, 12]);
        assert!(split.link.is_some());
        assert!(samples::queens(5).split().is_none());
    }

    #[test]
    fn what_is_decided_is_no_part_of_its_own() {
        let mut decided = samples::free(6, 6, 1);
        let origin = Origin(0);
        // More than a small part has.
        decided.clauses.extend((0..20).map(|c| (vec![ChoiceId(c).lit()], origin)));
        let line = |from, to| Line { choices: (from..to).map(ChoiceId).collect(), exactly: false, origin };
        decided.lines.push(line(20, 36));
        assert!(decided.split().is_none());
        decided.lines = vec![line(20, 33), line(33, 36)];
        let sizes =
            |p: &Problem| p.split().map(|s| s.parts.iter().map(|p| p.choices.len()).collect::<Vec<_>>());
        assert_eq!(sizes(&decided), Some(vec![20, 13, 3]));
    }
}
