//! One decision, compiled to masks over the packed state.

use super::automaton::{DEAD, TransitionTable};
use super::block_sort::{BlockPart, BlockSort};
use super::exchange::ExchangeClass;
use super::field::{Content, StateField};
use super::form::FrontierForm;
use super::key::Key;
use super::slots::SlotLink;

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
    /// Bits copied before the choice is decided.
    forks: Vec<BitMove<K>>,
    /// Bits that are 0 after the decision and set another to 0.
    merges: Vec<BitMove<K>>,
    /// Mask of the bits that stay: all but the slots that close here.
    keep: K,
    /// Bits that are 0 then and set another to 1 (see [`subsume`](super::subsume)).
    implied: Vec<BitMove<K>>,
    near: K,
    shift: u32,
    /// Contents that may be permuted, and are sorted.
    sorts: Vec<BlockSort<K>>,
    /// True if there are no lookups, forks, merges and sorts.
    is_plain: bool,
}

impl<K: Key> LayerStep<K> {
    /// Returns the state after the choice is decided as `bit` (0 or 1), or `NONE` if that violates a constraint.
    // The inner loop of every walk: left to the compiler, it is sometimes not inlined, which costs a third of the time.
    #[inline(always)]
    pub fn apply(&self, state: K, bit: usize) -> K {
        if !self.is_plain {
            return self.apply_all(state, bit);
        }
        let arm = &self.arms[bit];
        if !arm.possible || state & arm.forbid != K::ZERO || state & arm.need != arm.need {
            return K::NONE;
        }
        self.closed(state | arm.set)
    }

    /// Returns the state without the slots that close here and with room for those that open next.
    #[inline(always)]
    fn closed(&self, state: K) -> K {
        let mut next = state & self.keep;
        let waiting = !next;
        for implied in &self.implied {
            next = next | implied.of(waiting);
        }
        (next & !self.near) | ((next & self.near) << self.shift)
    }

    /// Work for a state, as a multiple of that of a step without lookups, implied bits and sorts (by the time per state on 120 specs).
    pub fn weight(&self) -> f64 {
        let sorted: usize = self.sorts.iter().map(BlockSort::parts).sum();
        1.0 + self.lookups.len() as f64 / 10.0 + self.implied.len() as f64 / 20.0 + sorted as f64 / 12.0
    }

    /// Does what `apply` does, with all parts of the step.
    fn apply_all(&self, state: K, bit: usize) -> K {
        let arm = &self.arms[bit];
        let mut next = state;
        for fork in &self.forks {
            next = next | fork.of(state);
        }
        if !arm.possible || next & arm.forbid != K::ZERO || next & arm.need != arm.need {
            return K::NONE;
        }
        next = next | arm.set;
        for lookup in &self.lookups {
            let field = K::mask(lookup.position, lookup.width);
            let code = (next & field).bits(lookup.position);
            let to = lookup.rows[code as usize][bit];
            if to == DEAD {
                return K::NONE;
            }
            next = (next & !field) | (K::from(to) << lookup.position);
        }
        let decided = next;
        for merge in &self.merges {
            next = next & !merge.of(!decided);
        }
        next = self.closed(next);
        for sort in &self.sorts {
            next = sort.sorted(next);
        }
        next
    }
}

/// Bits that have an effect on others at the same distance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BitMove<K> {
    from: K,
    /// Distances to the other bits; one of them is 0.
    up: u32,
    down: u32,
}

impl<K: Key> BitMove<K> {
    /// Returns the bits at the other ends of those of `bits`.
    #[inline]
    fn of(&self, bits: K) -> K {
        ((bits & self.from) << self.up) >> self.down
    }

    /// Adds the move from the bit at `from` to the one at `to`.
    fn add(all: &mut Vec<Self>, from: u32, to: u32) {
        let (up, down) = (to.saturating_sub(from), from.saturating_sub(to));
        let bit = K::mask(from, 1);
        match all.iter_mut().find(|m| (m.up, m.down) == (up, down)) {
            Some(same) => same.from = same.from | bit,
            None => all.push(Self { from: bit, up, down }),
        }
    }
}

/// Compiles the decisions of `form`.
pub(super) fn compile<K: Key>(form: &FrontierForm) -> Vec<LayerStep<K>> {
    let (layout, slots) = (&form.layout, &form.slots);
    let near = low_bits::<K>(layout.window);
    let blank = Arm { possible: true, forbid: K::ZERO, need: K::ZERO, set: K::ZERO };
    let mut all: Vec<LayerStep<K>> = (0..form.order.len() as u32)
        .map(|time| LayerStep {
            arms: [blank.clone(), blank.clone()],
            lookups: Vec::new(),
            forks: Vec::new(),
            merges: Vec::new(),
            keep: !K::ZERO,
            implied: Vec::new(),
            near,
            shift: layout.shift(time),
            sorts: Vec::new(),
            is_plain: false,
        })
        .collect();
    for (i, field) in form.fields.iter().enumerate() {
        let times = field.times.iter().enumerate();
        for (place, &time) in times.take_while(|(_, t)| slots.is_reading(i, **t)) {
            let position = slots.at(i, time).map(|slot| layout.position(slot, field.width(), time));
            read(&mut all[time as usize], field, place, position);
        }
    }
    for (i, slot) in slots.all.iter().enumerate() {
        let step = &mut all[slot.close as usize];
        step.keep = step.keep & !K::mask(layout.position(i, slot.width, slot.close), slot.width);
    }
    let ends = |link: &SlotLink| [link.from, link.to].map(|slot| layout.position(slot, 1, link.time));
    for (links, of) in [
        (&slots.forks, (|step| &mut step.forks) as fn(&mut LayerStep<K>) -> &mut Vec<BitMove<K>>),
        (&slots.merges, |step| &mut step.merges),
        (&slots.implied, |step| &mut step.implied),
    ] {
        for link in links {
            let [from, to] = ends(link);
            BitMove::add(of(&mut all[link.time as usize]), from, to);
        }
    }
    for step in &mut all {
        step.is_plain = step.lookups.is_empty() && step.forks.is_empty() && step.merges.is_empty();
    }
    all
}

/// Lets the steps sort the contents of these classes, given by time.
pub(super) fn sort<K: Key>(steps: &mut [LayerStep<K>], form: &FrontierForm, classes: &[Vec<ExchangeClass>]) {
    for (time, (step, classes)) in steps.iter_mut().zip(classes).enumerate() {
        let part = |&slot: &usize| {
            let width = form.slots.all[slot].width;
            BlockPart { position: form.layout.position(slot, width, time as u32 + 1), width }
        };
        for class in classes {
            let members: Vec<Vec<BlockPart>> = class.iter().map(|m| m.iter().map(part).collect()).collect();
            step.sorts.extend(BlockSort::new(members));
        }
        step.is_plain &= step.sorts.is_empty();
    }
}

fn low_bits<K: Key>(count: u32) -> K {
    (0..count).fold(K::ZERO, |mask, i| mask | K::mask(i, 1))
}

/// Adds to `step` the effect of `field`, for which the step is decision number `place`. A field without a slot has no
/// `position`.
fn read<K: Key>(step: &mut LayerStep<K>, field: &StateField, place: usize, position: Option<u32>) {
    let closes = place + 1 == field.times.len();
    let bit = position.map_or(K::ZERO, |position| K::mask(position, 1));
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
            if closes {
                demand(&mut step.arms[1 - satisfies], bit);
            } else {
                step.arms[satisfies].set = step.arms[satisfies].set | bit;
            }
        }
        Content::Linear(automaton) => {
            let (position, width) = (position.unwrap_or(0), field.width());
            step.lookups.push(Lookup { position, width, rows: automaton.stages()[place].clone() });
        }
    }
}

/// Requires the bit to be 1. A field without bits is never satisfied.
fn demand<K: Key>(arm: &mut Arm<K>, bit: K) {
    if bit == K::ZERO {
        arm.possible = false;
    }
    arm.need = arm.need | bit;
}
