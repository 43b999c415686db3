//! One decision, compiled to masks over the packed state.

use super::automaton::{DEAD, TransitionTable};
use super::field::{Content, StateField};
use super::key::Key;
use super::layout::StateLayout;
use super::subsume;

/// Effect of one value of the decided choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Arm<K> {
    possible: bool,
    /// Bits that must be 0.
    forbid: K,
    /// Bits that must be 1.
    need: K,
    /// Bits that become 1.
    set: K,
}

/// A field updated by a transition table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lookup {
    position: u32,
    width: u32,
    rows: TransitionTable,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct LayerStep<K> {
    arms: [Arm<K>; 2],
    lookups: Vec<Lookup>,
    /// Mask of the bits that stay: all but the fields that close here.
    keep: K,
    /// Pairs of bits: if the first is 0, the second becomes 1 (see [`subsume`]).
    implied: Vec<(K, K)>,
    near: K,
    shift: u32,
}

impl<K: Key> LayerStep<K> {
    /// Returns the state after the choice is decided as `bit` (0 or 1), or `NONE` if that violates a constraint.
    #[inline]
    pub fn apply(&self, state: K, bit: usize) -> K {
        let arm = &self.arms[bit];
        if !arm.possible || state & arm.forbid != K::ZERO || state & arm.need != arm.need {
            return K::NONE;
        }
        let mut next = state | arm.set;
        for lookup in &self.lookups {
            let field = K::mask(lookup.position, lookup.width);
            let code = ((next & field) >> lookup.position).low();
            let to = lookup.rows[code as usize][bit];
            if to == DEAD {
                return K::NONE;
            }
            next = (next & !field) | (K::from(to) << lookup.position);
        }
        next = next & self.keep;
        for &(open, satisfied) in &self.implied {
            if next & open == K::ZERO {
                next = next | satisfied;
            }
        }
        (next & !self.near) | ((next & self.near) << self.shift)
    }
}

pub(super) fn compile<K: Key>(
    fields: &[StateField],
    layout: &StateLayout,
    steps: usize,
) -> Vec<LayerStep<K>> {
    let near = low_bits::<K>(layout.window);
    let blank = Arm { possible: true, forbid: K::ZERO, need: K::ZERO, set: K::ZERO };
    let mut all: Vec<LayerStep<K>> = (0..steps as u32)
        .map(|time| LayerStep {
            arms: [blank.clone(), blank.clone()],
            lookups: Vec::new(),
            keep: !K::ZERO,
            implied: Vec::new(),
            near,
            shift: layout.shift(time),
        })
        .collect();
    for (i, field) in fields.iter().enumerate() {
        for place in 0..field.times.len() {
            let time = field.times[place];
            let position = layout.position(i, field.width(), time);
            read(&mut all[time as usize], field, place, position);
        }
    }
    let bit = |field: usize, time: u32| K::mask(layout.position(field, 1, time), 1);
    for (time, open, satisfied) in subsume::implications(fields) {
        all[time as usize].implied.push((bit(open, time), bit(satisfied, time)));
    }
    all
}

fn low_bits<K: Key>(count: u32) -> K {
    (0..count).fold(K::ZERO, |mask, i| mask | K::mask(i, 1))
}

/// Adds to `step` the effect of `field`, for which the step is decision number `place`.
fn read<K: Key>(step: &mut LayerStep<K>, field: &StateField, place: usize, position: u32) {
    let closes = place + 1 == field.times.len();
    let bit = K::mask(position, field.width().min(1));
    match &field.content {
        Content::Blocked if closes => step.arms[1].forbid = step.arms[1].forbid | bit,
        Content::Blocked => step.arms[1].set = step.arms[1].set | bit,
        Content::Clique { exactly } => {
            step.arms[1].forbid = step.arms[1].forbid | bit;
            if !closes {
                step.arms[1].set = step.arms[1].set | bit;
            } else if *exactly {
                demand(&mut step.arms[0], bit);
            }
        }
        Content::Clause(values) => {
            let satisfies = usize::from(values[place]);
            step.arms[satisfies].set = step.arms[satisfies].set | bit;
            if closes {
                demand(&mut step.arms[1 - satisfies], bit);
            }
        }
        Content::Linear(automaton) => {
            step.lookups.push(Lookup { position, width: field.width(), rows: automaton.rows(place).clone() });
        }
    }
    if closes {
        step.keep = step.keep & !K::mask(position, field.width());
    }
}

/// Requires the bit to be 1. A field without bits is never satisfied.
fn demand<K: Key>(arm: &mut Arm<K>, bit: K) {
    if bit == K::ZERO {
        arm.possible = false;
    }
    arm.need = arm.need | bit;
}
