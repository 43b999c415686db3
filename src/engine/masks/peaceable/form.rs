//! The form of a peaceable problem: two armies, as large as possible in a given ratio, or one of a given size and the other
//! as large as possible, where choices exclude each other only across the armies, and the lines that its search branches on.
//!
//! A *line* here is a complete bipartite part of the conflicts: every white on it excludes every black on it. Lines are
//! taken from the problem where it knows them, after a check. Conflicts that they leave uncovered are covered by cliques
//! of cells grown greedily, else by one white and all it excludes.

use super::super::choice_linear::ChoiceLinear;
use super::super::mask::Mask;
use super::sizes::ArmySizes;
use crate::problem::Exclusions;
use crate::problem::{ChoiceId, Permutation, Problem};
use rustc_hash::FxHashMap;

/// A line: its whites and its blacks, by index in their army.
pub(super) type Line<const W: usize> = [Mask<W>; 2];

/// A problem of two armies, as masks.
pub(super) struct PeaceableArmies<const W: usize> {
    /// Choices of each army, ascending.
    pub(super) members: [Vec<u32>; 2],
    /// Sizes that they may have.
    pub(super) sizes: ArmySizes,
    /// Lines that together cover every conflict.
    pub(super) lines: Vec<Line<W>>,
    /// Sets of pairwise disjoint lines, by index.
    pub(super) families: Vec<Vec<usize>>,
    /// Elements of the problem's group that do not exchange the armies, the identity first.
    pub(super) group: Vec<Permutation>,
    /// The same with the exchange of the armies, if that is a symmetry and they have the same size.
    pub(super) wide_group: Vec<Permutation>,
}

/// Returns the two armies if one sum relates their sizes, every choice is in one of them, and the only objective grows with
/// them.
pub(super) fn classes(problem: &Problem) -> Option<([Vec<u32>; 2], ArmySizes)> {
    let shaped = problem.clauses.is_empty() && problem.cliques.iter().all(|l| !l.exactly);
    let ([sum], [objective]) = (&problem.linears[..], &problem.objectives[..]) else { return None };
    if !shaped || !objective.maximize {
        return None;
    }
    let sum = ChoiceLinear::new(&sum.terms, sum.lo, sum.hi, sum.guard);
    let (members, sizes) = ArmySizes::of(&sum, problem.choices.len())?;
    let value = ChoiceLinear::new(&objective.terms, i64::MIN, i64::MAX, None);
    let mut worth = vec![0i64; problem.choices.len()];
    value.terms.iter().for_each(|&(w, c)| worth[c as usize] = w);
    let flat = |m: &Vec<u32>| m.windows(2).all(|p| worth[p[0] as usize] == worth[p[1] as usize]);
    let each = |m: &Vec<u32>| m.first().map_or(0, |&c| worth[c as usize]);
    let gain = sizes.gain([each(&members[0]), each(&members[1])])?;
    (members.iter().all(flat) && gain > 0).then_some((members, sizes))
}

impl<const W: usize> PeaceableArmies<W> {
    pub(super) fn new(problem: &Problem, members: [Vec<u32>; 2], sizes: ArmySizes) -> Option<Self> {
        let exclusions = problem.exclusions();
        let mut places = vec![(0usize, 0usize); problem.choices.len()];
        for (side, m) in members.iter().enumerate() {
            m.iter().enumerate().for_each(|(i, &c)| places[c as usize] = (side, i));
        }
        let mut excluded = [vec![Mask::<W>::EMPTY; members[0].len()], vec![Mask::EMPTY; members[1].len()]];
        for (c, list) in exclusions.iter().enumerate() {
            let (side, i) = places[c];
            for &(other, j) in list.iter().map(|&k| &places[k as usize]) {
                if other == side {
                    return None;
                }
                excluded[side][i].insert(j);
            }
        }
        let lines = lines(problem, &members, &places, &excluded);
        let families = families(&lines);
        let stays = |g: &&Permutation| g.iter().enumerate().all(|(c, d)| places[c].0 == places[d.index()].0);
        let group: Vec<Permutation> = problem.group.iter().filter(stays).cloned().collect();
        let mut wide_group = group.clone();
        let partners = partners(problem, &members).filter(|_| sizes.are_equal());
        if let Some(other) = partners.filter(|o| is_symmetry(o, exclusions)) {
            let exchanged = |g: &Permutation| g.iter().map(|c| ChoiceId(other[c.index()])).collect();
            wide_group.extend(group.iter().map(exchanged));
        }
        Some(Self { members, sizes, lines, families, group, wide_group })
    }
}

/// Returns true if a permutation of the choices preserves the conflicts.
fn is_symmetry(permutation: &[u32], exclusions: &Exclusions) -> bool {
    let image = |list: &[u32]| {
        let mut image: Vec<u32> = list.iter().map(|&k| permutation[k as usize]).collect();
        image.sort_unstable();
        image
    };
    (0..exclusions.len()).all(|c| image(&exclusions[c]) == exclusions[permutation[c] as usize])
}

/// Maps each choice to the one of the other army on the same cells, if each has exactly one.
fn partners(problem: &Problem, members: &[Vec<u32>; 2]) -> Option<Vec<u32>> {
    if members[0].len() != members[1].len() {
        return None;
    }
    let cells = |c: &u32| problem.choices.cells(ChoiceId(*c));
    let black: FxHashMap<_, u32> = members[1].iter().map(|c| (cells(c), *c)).collect();
    let mut other = vec![u32::MAX; problem.choices.len()];
    for w in &members[0] {
        let b = *black.get(cells(w))?;
        if other[b as usize] != u32::MAX {
            return None;
        }
        (other[*w as usize], other[b as usize]) = (b, *w);
    }
    Some(other)
}

/// Lines that together cover every conflict.
fn lines<const W: usize>(
    problem: &Problem,
    members: &[Vec<u32>; 2],
    places: &[(usize, usize)],
    excluded: &[Vec<Mask<W>>; 2],
) -> Vec<Line<W>> {
    let mut cover = LineCover { excluded, uncovered: excluded[0].clone(), lines: Vec::new() };
    for (left, right) in &problem.bicliques {
        for (whites, blacks) in [(left, right), (right, left)] {
            let side = |list: &Vec<ChoiceId>, s: usize| {
                let on = list.iter().map(|c| places[c.index()]).filter(|p| p.0 == s);
                Mask::of(on.map(|p| p.1))
            };
            cover.add([side(whites, 0), side(blacks, 1)]);
        }
    }
    cover.add_board(problem, places);
    if partners(problem, members).is_some_and(|other| {
        let number = |w: &u32| places[other[*w as usize] as usize].1;
        members[0].iter().enumerate().all(|(i, w)| number(w) == i)
    }) {
        cover.grow();
    }
    for (w, blacks) in excluded[0].iter().enumerate() {
        if !cover.uncovered[w].is_empty() {
            cover.add([Mask::of([w]), *blacks]);
        }
    }
    cover.lines
}

/// Lines so far, and the conflicts they do not cover.
struct LineCover<'a, const W: usize> {
    excluded: &'a [Vec<Mask<W>>; 2],
    /// For each white, the blacks that it excludes but no line covers.
    uncovered: Vec<Mask<W>>,
    lines: Vec<Line<W>>,
}

impl<const W: usize> LineCover<'_, W> {
    /// Adds `line` if it is complete and covers a new conflict.
    fn add(&mut self, line: Line<W>) {
        let complete = line[0].iter().all(|w| line[1].without(&self.excluded[0][w]).is_empty());
        if complete && line[0].iter().any(|w| !self.uncovered[w].and(&line[1]).is_empty()) {
            line[0].iter().for_each(|w| self.uncovered[w] = self.uncovered[w].without(&line[1]));
            self.lines.push(line);
        }
    }

    /// Tries the board's rows, columns and diagonals.
    fn add_board(&mut self, problem: &Problem, places: &[(usize, usize)]) {
        let board = &problem.board;
        let mut on = vec![[Mask::EMPTY; 2]; board.len()];
        for (choice, &(side, m)) in problem.choices.iter().zip(places) {
            if let [cell] = choice.cells[..] {
                on[cell.index()][side].insert(m);
            }
        }
        let all = [board.rows(), board.columns(), board.falling_diagonals(), board.rising_diagonals()];
        for cells in all.concat().iter().filter(|l| l.len() > 1) {
            let mut line = [Mask::EMPTY; 2];
            for cell in cells {
                (0..2).for_each(|s| line[s] = line[s].or(&on[cell.index()][s]));
            }
            self.add(line);
        }
    }

    /// Covers pairs of different cells by cliques of cells; white `i` and black `i` must be on the same cell.
    fn grow(&mut self) {
        let near: Vec<Mask<W>> = (0..self.uncovered.len())
            .map(|x| {
                let mut near = self.excluded[0][x].and(&self.excluded[1][x]);
                near.remove(x);
                near
            })
            .collect();
        for x in 0..near.len() {
            while let Some(y) = self.uncovered[x].and(&near[x]).first() {
                let mut clique = Mask::of([x, y]);
                let mut common = near[x].and(&near[y]);
                while let Some(z) =
                    common.iter().max_by_key(|&z| (near[z].and(&common).len(), usize::MAX - z))
                {
                    clique.insert(z);
                    common = common.and(&near[z]);
                }
                // Where white and black may share a cell, the clique is not a line, but its two halves are.
                let all = clique.iter().all(|z| self.excluded[0][z].has(z));
                let half = |keep: usize| Mask::of(clique.iter().filter(|&z| (z == x) == (keep == 0)));
                let parts =
                    if all { vec![[clique, clique]] } else { vec![[half(0), half(1)], [half(1), half(0)]] };
                parts.into_iter().for_each(|p| self.add(p));
            }
        }
    }
}

/// Groups lines into sets of pairwise disjoint lines, the long ones first.
fn families<const W: usize>(lines: &[Line<W>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(lines[i][0].len() + lines[i][1].len()), i));
    let mut families: Vec<(Line<W>, Vec<usize>)> = Vec::new();
    for i in order {
        let apart = |f: &&mut (Line<W>, Vec<usize>)| (0..2).all(|s| f.0[s].and(&lines[i][s]).is_empty());
        match families.iter_mut().find(apart) {
            Some((used, list)) => {
                (0..2).for_each(|s| used[s] = used[s].or(&lines[i][s]));
                list.push(i);
            }
            None => families.push((lines[i], vec![i])),
        }
    }
    let wide = families.into_iter().map(|f| f.1).filter(|l| l.len() > 2);
    wide.take(6).collect()
}
