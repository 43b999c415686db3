//! Ways to divide the choices into parallel lines or kinds.

use super::form::FrontierForm;
use crate::problem::{ChoiceId, Problem};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Choices of a line or kind, each as a number that corresponding choices have in common, and its time; ascending.
pub(super) type Line = Vec<(usize, u32)>;

/// Parallel lines, or the kinds.
pub(super) type Axis = Vec<Line>;

/// Returns the ways to divide the choices: by kind, and by each coordinate if all choices are single cells.
pub(super) fn axes(problem: &Problem, form: &FrontierForm) -> Vec<Axis> {
    let mut axes = Vec::new();
    let axis_of = |key: &dyn Fn(ChoiceId) -> (i32, (u16, Vec<i32>))| {
        let mut numbers = FxHashMap::default();
        let mut lines: BTreeMap<i32, Line> = BTreeMap::new();
        let choice = |(time, &var)| Some((time, problem.choice_of(var)?));
        for (time, choice) in form.order.iter().enumerate().filter_map(choice) {
            let (line, rest) = key(choice);
            let fresh = numbers.len();
            let number = *numbers.entry(rest).or_insert(fresh);
            lines.entry(line).or_default().push((number, time as u32));
        }
        let mut axis: Axis = lines.into_values().collect();
        axis.iter_mut().for_each(|line| line.sort_unstable());
        axis
    };
    let choice = |c: ChoiceId| problem.choices.get(c);
    axes.push(axis_of(&|c| {
        let cells = choice(c).cells.iter().map(|cell| cell.index() as i32).collect();
        (i32::from(choice(c).kind), (0, cells))
    }));
    if problem.choices.all_points() {
        let at = |c: ChoiceId| {
            let v = problem.board.coordinate(choice(c).cells[0]);
            [v.x, v.y, v.z]
        };
        for coordinate in 0..3 {
            axes.push(axis_of(&|c| {
                let mut rest = at(c).to_vec();
                let line = rest.remove(coordinate);
                (line, (choice(c).kind, rest))
            }));
        }
    }
    axes.retain(|axis| axis.len() > 1);
    axes
}
