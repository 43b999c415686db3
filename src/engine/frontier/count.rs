//! Counts along the layers: the number of solutions, by the value of a weight if requested.

use super::estimate::Projection;
use super::form::Weights;
use super::key::Key;
use super::moves::raise;
use super::period::Period;
use super::repetition::Repetition;
use super::step::LayerStep;
use super::tables::Counts;
use super::walk::LayerWalk;
use crate::engine::control::{Control, Stop};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Memory limit for tables in bytes, if none is given.
pub(super) const DEFAULT_MEMORY: u64 = 4 << 30;

/// Result of a count.
#[derive(Clone, Debug, Default)]
pub(super) struct FrontierCount {
    /// By value of the weight: the number of solutions.
    pub by: BTreeMap<i64, BigUint>,
    /// States of all layers.
    pub nodes: u64,
    /// States of the largest layer.
    pub widest: u64,
    /// Rows that repeat.
    pub repetition: Repetition,
}

/// Counts the solutions by the value of `weights`; without weights, all under the value 0.
///
/// # Errors
/// When `control` stops it.
pub(super) fn count<K: Key>(
    steps: &[LayerStep<K>],
    period: Period,
    weights: Option<&Weights>,
    mut projection: Projection,
    threads: usize,
    control: &Control,
) -> Result<FrontierCount, Stop> {
    let mut walk = LayerWalk::new(steps, period, threads);
    let mut counts = Counts::one();
    let mut highest = vec![0u64];
    let mut found = FrontierCount::default();
    while !walk.is_over() {
        let adds = weights.map_or([0, 0], |w| w.adds[walk.time()]);
        let before = walk.states().len();
        let moves = walk.advance(control)?;
        let states = walk.states().len();
        found.nodes += before as u64;
        found.widest = found.widest.max(states as u64);
        found.repetition.pass(&walk, period);
        let mut degrees = 1;
        if weights.is_some() {
            highest = raise(&highest, &moves, states, adds, threads);
            degrees = highest.iter().max().map_or(1, |d| d + 1);
        }
        let next = states as u64 * counts.bytes_per_state() / counts.degrees() as u64 * degrees;
        make_way(&mut walk, before as u64 * counts.bytes_per_state() + next, control)?;
        counts.step(&moves, states, adds.map(|a| a as usize), degrees as usize, threads);
        projection.note(&walk);
        control.finished_evenly(projection.finished(&walk));
    }
    let constant = weights.map_or(0, |w| w.constant);
    let totals = counts.by_degree((0..walk.states().len()).map(|i| (i, constant)));
    found.by = totals.into_iter().collect();
    Ok(found)
}

/// Checks that the next step, with tables of `bytes` bytes, stays within the memory limit. Drops the cached moves of the
/// walk if necessary.
pub(super) fn make_way<K: Key>(
    walk: &mut LayerWalk<'_, K>,
    bytes: u64,
    control: &Control,
) -> Result<(), Stop> {
    let limit = control.memory_limit().unwrap_or(DEFAULT_MEMORY);
    let bytes = bytes + walk.bytes_to_advance();
    if walk.bytes() + bytes > limit {
        walk.forget();
    }
    if bytes > limit { Err(Stop::Memory) } else { Ok(()) }
}
