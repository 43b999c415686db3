//! Estimate of the states from strips of the board: its first columns, with all rows.
//!
//! Where constraints close after a few rows and then decide the last of their choices (windows with a given number of pieces), the
//! first rows, in which nothing is decided yet, have many times the states of later ones, and do not tell how many. Strips do: the
//! logarithm of their states grows evenly with the number of columns, as the logarithm of the largest eigenvalue of a transfer matrix
//! does with the width of the board.

use super::field::{Content, StateField};
use super::form::FrontierForm;
use super::key::Key;
use super::period::Period;
use super::step;
use super::walk::LayerWalk;
use super::walk_work::WalkWork;
use crate::engine::control::{Control, Limits};
use std::sync::Arc;

/// States that the walks through all strips may visit.
const BUDGET: u64 = 60_000;

/// Rows within which all constraints close.
const ROWS: usize = 4;

/// Binary logarithms of the work of a walk: states and steps per column, and the states of the largest layer.
type WorkByColumn = [f64; 3];

/// Returns the work of the whole walk as strips of growing width tell it, or `None` if they tell nothing. (On 32 boards with windows of
/// 2 x 2 to 3 x 3 cells, between a quarter of the states and six times as many.)
pub(super) fn whole<K: Key>(form: &FrontierForm) -> Option<WalkWork> {
    let columns = form.period.0;
    if !form.is_by_cells || !form.order.len().is_multiple_of(columns) || !is_decided_soon(form) {
        return None;
    }
    let (mut left, mut seen) = (BUDGET, Vec::new());
    for width in 1..columns {
        let Some(work) = walk::<K>(&strip(form, width)?, left) else { break };
        left = left.saturating_sub(work.nodes as u64);
        seen.push(by_column(&work, width));
    }
    let [.., before, last] = &seen[..] else { return None };
    let ahead = (columns - seen.len()) as f64;
    let [nodes, search, widest] = std::array::from_fn(|i| (last[i] + (last[i] - before[i]) * ahead).exp2());
    Some(WalkWork { nodes: nodes * columns as f64, search: search * columns as f64, widest })
}

fn by_column(work: &WalkWork, width: usize) -> WorkByColumn {
    [work.nodes / width as f64, work.search / width as f64, work.widest].map(f64::log2)
}

/// True if all constraints close soon, and one in ten of them then decides the last of its choices.
fn is_decided_soon(form: &FrontierForm) -> bool {
    let length = |field: &StateField| (field.close() - field.open()) as usize;
    let deciding = form.fields.iter().filter(|field| field.decides_last()).count();
    10 * deciding >= form.fields.len() && form.fields.iter().all(|f| length(f) < ROWS * form.period.0)
}

/// Returns the form of the first `width` columns, without the constraints that read others as well. Of choices that
/// exclude each other, those that are left still do.
fn strip(form: &FrontierForm, width: usize) -> Option<FrontierForm> {
    let row = form.period.0;
    let place = |time: u32| {
        let (line, at) = (time as usize / row, time as usize % row);
        (at < width).then(|| (line * width + at) as u32)
    };
    let narrowed = |field: &StateField| {
        let times: Vec<u32> = field.times.iter().filter_map(|&time| place(time)).collect();
        let is_left = match field.content {
            Content::Blocked => place(field.close()).is_some() && times.len() > 1,
            Content::Clique { exactly: false } => times.len() > 1,
            _ => times.len() == field.times.len(),
        };
        is_left.then(|| StateField { times, content: field.content.clone() })
    };
    let fields: Vec<StateField> = form.fields.iter().filter_map(narrowed).collect();
    let order = form.order.chunks(row).flat_map(|line| &line[..width]).copied().collect();
    FrontierForm::of_fields(order, fields, Period(width)).ok()
}

/// Walks through a strip; `None` if that takes more than `most` states.
fn walk<K: Key>(form: &FrontierForm, most: u64) -> Option<WalkWork> {
    if form.layout.bits > K::BITS {
        return None;
    }
    let control = Control::new(Arc::default(), Limits { nodes: Some(most), ..Limits::default() });
    let steps = step::compile::<K>(form);
    let mut walk = LayerWalk::new(&steps, form.period, 1);
    let mut work = WalkWork::NONE;
    while !walk.is_over() {
        walk.advance(&control).ok()?;
        work.note(&walk);
    }
    Some(work)
}

#[cfg(test)]
mod tests {
    use super::super::Frontier;
    use super::*;
    use crate::engine::{CountOnly, Engine, Job, Query};
    use crate::problem::{Problem, samples};

    /// A square of side `n` with `pieces` pieces in each window of `width` x `height` cells, or at most as many.
    fn windows(n: u32, (width, height): (u32, u32), pieces: i64, exactly: bool) -> Problem {
        let mut problem = samples::free(n, n, 1);
        let cells = |x: u32, y: u32| (0..width * height).map(move |i| (y + i / width) * n + x + i % width);
        let places = (0..=n - height).flat_map(|y| (0..=n - width).map(move |x| (x, y)));
        let least = if exactly { pieces } else { 0 };
        let sums = places.map(|(x, y)| samples::sum(cells(x, y), least, pieces)).collect();
        problem.edit(|p| p.linears = sums);
        problem
    }

    fn form(problem: &Problem) -> FrontierForm {
        FrontierForm::new(problem).expect("it fits").expect("not trivial")
    }

    #[test]
    fn strips_tell_the_states_of_windows() {
        for (n, window, pieces) in [(12, (2, 2), 2), (14, (3, 2), 4), (9, (3, 3), 2), (18, (3, 3), 8)] {
            let problem = windows(n, window, pieces, true);
            let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
            let run = Frontier.run(&job, &Control::unlimited(), &mut CountOnly).expect("no fault");
            let told = whole::<u64>(&form(&problem)).expect("windows close soon").nodes;
            let ratio = told / run.stats.nodes as f64;
            assert!((0.2..5.0).contains(&ratio), "{n} {window:?}: {told} of {}", run.stats.nodes);
        }
    }

    #[test]
    fn strips_tell_nothing_about_others() {
        assert!(whole::<u64>(&form(&windows(12, (2, 2), 2, false))).is_none(), "nothing decides a choice");
        assert!(whole::<u64>(&form(&windows(12, (6, 6), 18, true))).is_none(), "they stay open");
        assert!(whole::<u64>(&form(&samples::latin(5, 5))).is_none(), "cells have several choices");
    }
}
