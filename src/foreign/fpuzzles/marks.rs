//! The parts of f-puzzles that rules about values are: the way back from the statements that `parts` writes.

use crate::foreign::spec_board::{SpecBoard, ValueComparison, ValueRule};
use crate::syntax::ast::Relation::{self, Eq, Ge, Gt, Lt};
use serde_json::{Value, json};

/// Elements of the puzzle, each with its key.
pub(super) type Marks = Vec<(&'static str, Value)>;

/// The parts that the rules about values are; `None` if there is none for a rule.
pub(super) fn marks(board: &SpecBoard, side: usize) -> Option<Marks> {
    let (mut marks, mut lines) = (Vec::new(), Lines::default());
    for rule in &board.values {
        if !lines.take(rule) && !is_cage(rule, board) {
            marks.push(mark(rule, side)?);
        }
    }
    marks.extend(quadruples(board, side)?);
    marks.extend(lines.marks(side));
    Some(marks)
}

/// The sum of a cage; cages are written as sets of distinct digits.
fn is_cage(rule: &ValueRule, board: &SpecBoard) -> bool {
    total(rule).is_some_and(|(cells, _)| board.distinct.iter().any(|set| set == cells))
}

/// The cells and the number, if the rule says that the values on the cells add up to it.
pub(super) fn total(rule: &ValueRule) -> Option<(&[usize], i64)> {
    let [comparison] = &rule.first().filter(|_| rule.len() == 1)?[..] else { return None };
    match (&comparison.terms[..], comparison.relation) {
        ([(factor @ (1 | -1), cells)], Eq) if cells.len() > 1 => Some((cells, -comparison.constant * factor)),
        _ => None,
    }
}

/// A comparison of two cells: the factors and cells, the constant and the relation.
type Two = ([(i64, usize); 2], i64, Relation);

fn two(chain: &[ValueComparison]) -> Option<Two> {
    let [one] = chain else { return None };
    let [(p, a), (q, b)] = &one.terms[..] else { return None };
    let ([a], [b]) = (&a[..], &b[..]) else { return None };
    Some(([(*p, *a), (*q, *b)], one.constant, one.relation))
}

/// The part that a rule is by itself.
fn mark(rule: &ValueRule, side: usize) -> Option<(&'static str, Value)> {
    if let Some((cells, sum)) = total(rule) {
        return little_killer(cells, sum, side);
    }
    let pair = |a: usize, b: usize| names(&[a, b], side);
    match &rule[..] {
        [chain] => match two(chain) {
            Some(([(1, a), (1, b)], -5, Eq)) if touch(a, b, side) => {
                Some(("xv", json!({ "cells": pair(a, b), "value": "V" })))
            }
            Some(([(1, a), (1, b)], -10, Eq)) if touch(a, b, side) => {
                Some(("xv", json!({ "cells": pair(a, b), "value": "X" })))
            }
            Some(([(1, a), (-1, b)], 0, Eq)) => {
                Some(("clone", json!({ "cells": names(&[a], side), "cloneCells": names(&[b], side) })))
            }
            Some(_) => None,
            None => arrow(chain, side),
        },
        [first, second] => match (two(first), two(second)) {
            (Some(([(1, a), (-1, b)], less, Eq)), Some(([(1, c), (-1, d)], also, Eq)))
                if (a, b, less) == (d, c, also) && less < 0 && touch(a, b, side) =>
            {
                Some(("difference", json!({ "cells": pair(a, b), "value": (-less).to_string() })))
            }
            (Some(([(1, a), (r, b)], 0, Eq)), Some(([(1, c), (s, d)], 0, Eq)))
                if (a, b, r) == (d, c, s) && r < -1 && touch(a, b, side) =>
            {
                Some(("ratio", json!({ "cells": pair(a, b), "value": (-r).to_string() })))
            }
            _ => parity(rule, side),
        },
        _ => parity(rule, side),
    }
}

/// Cells with a common edge.
fn touch(a: usize, b: usize, side: usize) -> bool {
    a.abs_diff(b) == side || (a.abs_diff(b) == 1 && a / side == b / side)
}

/// A whole diagonal, with the cell outside the grid from which its arrow points.
fn little_killer(cells: &[usize], sum: i64, side: usize) -> Option<(&'static str, Value)> {
    let (first, last) = (*cells.first()?, *cells.last()?);
    let is_falling = cells.get(1)? % side > first % side;
    let step = if is_falling { side + 1 } else { side - 1 };
    let (from, to) = if is_falling { (0, side - 1) } else { (side - 1, 0) };
    let is_whole =
        cells.windows(2).all(|pair| pair[1] == pair[0] + step && pair[1] / side == pair[0] / side + 1)
            && (first / side == 0 || first % side == from)
            && (last / side == side - 1 || last % side == to);
    let column = if is_falling { first % side } else { first % side + 2 };
    let direction = if is_falling { "DR" } else { "DL" };
    let cell = format!("R{}C{column}", first / side);
    let value = json!({ "cell": cell, "direction": direction, "cells": names(cells, side), "value": sum.to_string() });
    is_whole.then_some(("littlekillersum", value))
}

/// One cell whose digit is the sum of those along a line from it.
fn arrow(chain: &[ValueComparison], side: usize) -> Option<(&'static str, Value)> {
    let [ValueComparison { terms, constant: 0, relation: Eq }] = chain else { return None };
    let cell = |term: &(i64, Vec<usize>)| (term.1.len() == 1).then(|| term.1[0]);
    let circle = terms.iter().position(|one| terms.iter().filter(|term| term.0 == one.0).count() == 1)?;
    let factor = terms[circle].0;
    let shaft = terms.iter().enumerate().filter(|(i, _)| *i != circle).map(|(_, term)| term);
    let shaft: Vec<usize> =
        shaft.map(|term| cell(term).filter(|_| term.0 == -factor)).collect::<Option<_>>()?;
    let circle = cell(&terms[circle]).filter(|_| factor.abs() == 1 && shaft.len() > 1)?;
    let line: Vec<usize> = std::iter::once(circle).chain(shaft).collect();
    let is_near = |a: usize, b: usize| (a / side).abs_diff(b / side).max((a % side).abs_diff(b % side)) == 1;
    line.windows(2)
        .all(|pair| is_near(pair[0], pair[1]))
        .then(|| ("arrow", json!({ "cells": names(&[circle], side), "lines": [names(&line, side)] })))
}

/// A cell with an odd or an even digit.
fn parity(rule: &ValueRule, side: usize) -> Option<(&'static str, Value)> {
    let value = |chain: &Vec<ValueComparison>| match &chain[..] {
        [ValueComparison { terms, constant, relation: Eq }] => match &terms[..] {
            [(1, cells)] if cells.len() == 1 => Some((cells[0], -constant)),
            _ => None,
        },
        _ => None,
    };
    let values: Vec<(usize, i64)> = rule.iter().map(value).collect::<Option<_>>()?;
    let of = |first: i64| (first..=side as i64).step_by(2);
    let (cell, first) = *values.first()?;
    let is_all = values.iter().copied().eq(of(first).map(|value| (cell, value)));
    let key = [(1, "odd"), (2, "even")].into_iter().find(|key| key.0 == first && is_all)?.1;
    Some((key, json!({ "cell": names(&[cell], side)[0] })))
}

/// Digits around corners.
fn quadruples(board: &SpecBoard, side: usize) -> Option<Marks> {
    let mut corners: Vec<(&[usize], Vec<i64>)> = Vec::new();
    for (cells, value, times) in &board.least {
        let &[a, b, c, d] = &cells[..] else { return None };
        let is_corner = touch(a, b, side) && b == a + 1 && c == a + side && d == c + 1;
        let times = usize::try_from(*times).ok().filter(|&times| is_corner && times <= 4)?;
        let values = std::iter::repeat_n(*value, times);
        match corners.iter_mut().find(|corner| corner.0 == cells) {
            Some(corner) => corner.1.extend(values),
            None => corners.push((cells, values.collect())),
        }
    }
    let one = |(cells, values): (&[usize], Vec<i64>)| {
        ("quadruple", json!({ "cells": names(cells, side), "values": values }))
    };
    Some(corners.into_iter().map(one).collect())
}

/// Rules along lines, of which each is about a few cells of its line.
#[derive(Default)]
struct Lines {
    /// Pairs of which the first has the lesser value.
    less: Vec<[usize; 2]>,
    /// Pairs whose values differ by at least five.
    far: Vec<[usize; 2]>,
    /// Ends of lines, and the cells whose values lie between them.
    between: Vec<([usize; 2], Vec<usize>)>,
}

impl Lines {
    /// Takes a rule, and returns true, if it is part of a line.
    fn take(&mut self, rule: &ValueRule) -> bool {
        let lesser = |one: &ValueComparison| match two(std::slice::from_ref(one)) {
            Some(([(1, a), (-1, b)], 0, Lt)) => Some([a, b]),
            Some(([(1, a), (-1, b)], 0, Gt)) => Some([b, a]),
            _ => None,
        };
        let pairs = rule.iter().map(|chain| chain.iter().map(lesser).collect::<Option<Vec<_>>>());
        match pairs.collect::<Option<Vec<_>>>().as_deref() {
            Some([one]) => {
                self.less.extend(one);
                return true;
            }
            Some([one, other]) => {
                let ([[a, x], [y, b]], [[c, z], [w, d]]) = (&one[..], &other[..]) else { return false };
                let is_between = (a, b) == (d, c) && [y, z, w].iter().all(|cell| *cell == x);
                if is_between {
                    match self.between.iter_mut().find(|line| line.0 == [*a, *b]) {
                        Some(line) => line.1.push(*x),
                        None => self.between.push(([*a, *b], vec![*x])),
                    }
                }
                return is_between;
            }
            _ => {}
        }
        let [first, second] = &rule[..] else { return false };
        let is_far = matches!((two(first), two(second)),
            (Some(([(1, a), (-1, b)], -5, Ge)), Some(([(1, c), (-1, d)], -5, Ge))) if (a, b) == (d, c));
        if let Some(([(_, a), (_, b)], ..)) = two(first).filter(|_| is_far) {
            self.far.push([a, b]);
        }
        is_far
    }

    fn marks(self, side: usize) -> Marks {
        let between = self.between.into_iter().map(|([a, b], inner)| [vec![a], inner, vec![b]].concat());
        [
            ("thermometer", chains(&self.less)),
            ("whispers", chains(&self.far)),
            ("betweenline", between.collect()),
        ]
        .into_iter()
        .flat_map(|(key, lines)| lines.into_iter().map(move |line| (key, line)))
        .map(|(key, line)| (key, json!({ "lines": [names(&line, side)] })))
        .collect()
    }
}

/// Joins pairs into lines as long as they go on.
fn chains(pairs: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for &[first, second] in pairs {
        match chains.iter_mut().find(|chain| chain.last() == Some(&first)) {
            Some(chain) => chain.push(second),
            None => chains.push(vec![first, second]),
        }
    }
    chains
}

/// The names of the cells, by row and column.
pub(super) fn names(cells: &[usize], side: usize) -> Vec<String> {
    cells.iter().map(|cell| format!("R{}C{}", cell / side + 1, cell % side + 1)).collect()
}
