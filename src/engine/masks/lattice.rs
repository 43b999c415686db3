//! Levels that lie like the rows of a board on which queens stand: of two levels k apart, each choice excludes the one in its
//! own column and those k columns to either side, and near levels perhaps some more (a knight's leaps), the same wherever
//! it stands. What excludes what then comes from shifting, and no table of it is read ([`shifts`](super::shifts)).
//!
//! That it is so is checked choice by choice, so nothing is assumed of the problem or its board.

/// Leaps may go over so many levels.
pub(super) const FARTHEST_LEAP: usize = 3;
/// A torus may be so wide: its diagonals are kept twice in a word.
const WIDEST_TORUS: usize = 32;

/// How levels lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    /// Choices of a level.
    pub(super) width: usize,
    /// Whether columns left of the first are the last ones.
    pub(super) wraps: bool,
    /// By bit: the bits excluded besides a queen's, one to three levels on.
    pub(super) leaps: Vec<[u64; FARTHEST_LEAP]>,
    /// The farthest level that a leap reaches.
    pub(super) reach: usize,
}

impl Lattice {
    /// Where the levels, each with its choices in the order of their bits, lie so.
    pub(super) fn new(kills: &[Vec<u32>], levels: &[Vec<u32>]) -> Option<Self> {
        let width = levels.first()?.len();
        if width > 64 || levels.len() > 64 || levels.iter().any(|l| l.len() != width) {
            return None;
        }
        let excluded = Excluded::new(kills, levels);
        let plain = Self::read(&excluded, width, levels.len(), false);
        plain.or_else(|| Self::read(&excluded, width, levels.len(), true).filter(|_| width <= WIDEST_TORUS))
    }

    /// Reads the leaps off the levels from which they can be seen, and compares all levels with them.
    fn read(excluded: &Excluded, width: usize, levels: usize, wraps: bool) -> Option<Self> {
        let mut lattice = Self { width, wraps, leaps: vec![[0; FARTHEST_LEAP]; width], reach: 0 };
        for (bit, leaps) in lattice.leaps.iter_mut().enumerate() {
            for on in (1..=FARTHEST_LEAP).filter(|&on| on < levels) {
                leaps[on - 1] = excluded.at(0, bit, on) & !queen(width, wraps, bit, on);
            }
        }
        let reaches = |on: &usize| lattice.leaps.iter().any(|l| l[on - 1] != 0);
        lattice.reach = (1..=FARTHEST_LEAP).rev().find(reaches).unwrap_or(0);
        let alike = (0..levels).all(|from| {
            (from + 1..levels).all(|to| {
                (0..width).all(|bit| excluded.at(from, bit, to) == lattice.excludes(bit, to - from))
            })
        });
        alike.then_some(lattice)
    }

    /// What a choice excludes so many levels on.
    fn excludes(&self, bit: usize, on: usize) -> u64 {
        let leaps = self.leaps[bit].get(on - 1).copied().unwrap_or(0);
        queen(self.width, self.wraps, bit, on) | leaps
    }
}

/// What a queen excludes so many levels on.
fn queen(width: usize, wraps: bool, bit: usize, on: usize) -> u64 {
    let column = |x: i64| {
        let (n, inside) = (width as i64, (0..width as i64).contains(&x));
        if wraps {
            1 << x.rem_euclid(n)
        } else if inside {
            1 << x
        } else {
            0
        }
    };
    let (x, k) = (bit as i64, on as i64);
    column(x) | column(x - k) | column(x + k)
}

/// By level, bit and later level: the bits excluded there.
struct Excluded {
    width: usize,
    levels: usize,
    masks: Vec<u64>,
}

impl Excluded {
    fn new(kills: &[Vec<u32>], levels: &[Vec<u32>]) -> Self {
        let width = levels[0].len();
        let mut places = vec![None; kills.len()];
        for (level, choices) in levels.iter().enumerate() {
            choices.iter().enumerate().for_each(|(bit, &c)| places[c as usize] = Some((level, bit)));
        }
        let mut masks = vec![0; levels.len() * width * levels.len()];
        for (i, &c) in levels.iter().flatten().enumerate() {
            for (level, bit) in kills[c as usize].iter().filter_map(|&k| places[k as usize]) {
                masks[i * levels.len() + level] |= 1 << bit;
            }
        }
        Self { width, levels: levels.len(), masks }
    }

    fn at(&self, level: usize, bit: usize, later: usize) -> u64 {
        self.masks[(level * self.width + bit) * self.levels + later]
    }
}

#[cfg(test)]
mod tests {
    use super::super::net::kills;
    use super::*;
    use crate::geometry::{Board, Shape};
    use crate::problem::{Problem, samples};

    fn lattice(problem: &Problem, n: u32) -> Option<Lattice> {
        let levels: Vec<Vec<u32>> = (0..n).map(|x| (x * n..(x + 1) * n).collect()).collect();
        Lattice::new(&kills(problem), &levels)
    }

    fn torus(n: u32) -> Problem {
        let shape = Shape::Box { width: n, height: n, depth: 1, wrap_x: true, wrap_y: true };
        let mut problem = samples::on_board(Board::new(shape), 1);
        samples::forbid(&mut problem, 0, &samples::queen(), 0);
        problem
    }

    #[test]
    fn who_lies_so() {
        let reach = |p: &Problem, n| lattice(p, n).map(|l| (l.reach, l.wraps));
        assert_eq!(reach(&samples::queens(7), 7), Some((0, false)));
        let amazon = samples::queen().union(&samples::leaper(1, 2));
        assert_eq!(reach(&samples::peaceful(7, 7, &amazon), 7), Some((2, false)));
        let far = samples::queen().union(&samples::leaper(1, 4));
        assert_eq!(reach(&samples::peaceful(7, 7, &far), 7), None);
        assert_eq!(reach(&torus(7), 7), Some((0, true)));
        assert_eq!(reach(&samples::peaceful(7, 7, &samples::rider(1, 0)), 7), None);
        let mut marred = samples::queens(7);
        marred.conflicts.add([(crate::problem::ChoiceId(0), crate::problem::ChoiceId(40))]);
        assert_eq!(reach(&marred, 7), None);
    }
}
