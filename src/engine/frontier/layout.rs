//! Position of each slot in the packed state.
//!
//! The *near* slots move through a window as through a shift register. They are sorted by closing time: those that close
//! next are at the top, and new ones enter at the bottom. On a board without wrap-around, the decision of a cell then has
//! the same effect on the state in every row. So the moves between states can be computed for one row and reused for all,
//! and sorted lists of states stay nearly sorted. The *far* slots are open for a long time (totals; the first row of a
//! torus, which the last row meets). They have fixed positions above the window. The longest lifetime that counts as near
//! is found by trying several.
//!
//! ```text
//!   far, fixed      near, moves up as slots close
//! [ total | … ] [ closes next … closes last, not yet open ]
//! ```

use super::slots::Slot;
use super::wide_key::WIDTHS;

/// Number of slots placed beyond which only a sample of the lifetimes is tried.
const MOST_TRIED: usize = 20_000;

/// Positions of all slots.
#[derive(Clone, Debug)]
pub(super) struct StateLayout {
    /// Number of bits of the window.
    pub window: u32,
    /// Number of bits of the whole state.
    pub bits: u32,
    /// By slot: its position.
    pub places: Vec<SlotPosition>,
    /// By time: total bits of the near slots that have closed before. It has one more entry than there are decisions.
    pub base: Vec<u32>,
}

/// Position of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotPosition {
    /// In the window, this many bits after the first slot that closes.
    Near(u32),
    /// Fixed at this bit.
    Far(u32),
}

impl StateLayout {
    /// Creates the layout for `steps` decisions. It makes as many slots near as fit in about one and a half times the
    /// minimum number of bits, since far slots that occupy the same position in turn make the rows differ. `least` bits are open at once.
    pub fn new(slots: &[Slot], steps: usize, least: u32) -> Self {
        let mut lifetimes: Vec<u32> = slots.iter().map(|s| s.close - s.open).collect();
        lifetimes.push(0);
        lifetimes.sort_unstable();
        lifetimes.dedup();
        // With many lifetimes, the board does not suit this engine, and a small sample is enough.
        let is_cheap = lifetimes.len() <= 64 && lifetimes.len() * slots.len() <= MOST_TRIED;
        let stride = if is_cheap { 1 } else { lifetimes.len().div_ceil(12) };
        let mut layouts = lifetimes
            .iter()
            .rev()
            .step_by(stride)
            .map(|&longest| Self::with(slots, steps, longest))
            .peekable();
        if let Some(first) = layouts.next_if(|first| first.bits <= enough(least)) {
            return first;
        }
        let mut all: Vec<Self> = layouts.collect();
        let fewest = all.iter().map(|l| l.bits).min().expect("there is always the lifetime 0");
        let chosen = all.iter().position(|l| l.bits <= enough(fewest)).expect("the fewest are few enough");
        all.swap_remove(chosen)
    }

    /// Returns the lowest bit of `slot` at decision `time`, before the window moves.
    pub fn position(&self, slot: usize, width: u32, time: u32) -> u32 {
        match self.places[slot] {
            SlotPosition::Near(offset) => self.window - (offset - self.base[time as usize]) - width,
            SlotPosition::Far(bit) => bit,
        }
    }

    /// Returns the number of bits by which the window moves after decision `time`.
    pub fn shift(&self, time: u32) -> u32 {
        self.base[time as usize + 1] - self.base[time as usize]
    }

    fn with(slots: &[Slot], steps: usize, longest: u32) -> Self {
        let is_near = |s: &Slot| s.close - s.open <= longest;
        let mut order: Vec<usize> = (0..slots.len()).filter(|&i| is_near(&slots[i])).collect();
        order.sort_by_key(|&i| (slots[i].close, slots[i].open, i));
        let mut places = vec![SlotPosition::Near(0); slots.len()];
        let mut base = vec![0; steps + 1];
        let mut offset = 0;
        for &i in &order {
            places[i] = SlotPosition::Near(offset);
            offset += slots[i].width;
            base[slots[i].close as usize + 1] = offset;
        }
        for t in 1..base.len() {
            base[t] = base[t].max(base[t - 1]);
        }
        let reach = |&i: &usize| {
            let SlotPosition::Near(offset) = places[i] else { return 0 };
            // A slot moves up the window until it closes, so it is lowest when it opens.
            offset + slots[i].width - base[slots[i].open as usize]
        };
        let window = order.iter().map(reach).max().unwrap_or(0);
        let bits = settle_far(slots, &|s| !is_near(s), window, &mut places);
        Self { window, bits, places, base }
    }
}

/// Number of bits that a layout may have if `fewest` are the fewest possible.
fn enough(fewest: u32) -> u32 {
    let word = WIDTHS.into_iter().find(|&word| fewest <= word).unwrap_or(u32::MAX);
    word.min(fewest + 4 + fewest / 2)
}

/// Gives every far slot the lowest free bits above the window, and returns the total number of bits.
fn settle_far(
    slots: &[Slot],
    is_far: &dyn Fn(&Slot) -> bool,
    window: u32,
    places: &mut [SlotPosition],
) -> u32 {
    let mut far: Vec<usize> = (0..slots.len()).filter(|&i| is_far(&slots[i])).collect();
    far.sort_by_key(|&i| (slots[i].open, i));
    // Ascending: lowest bit, width, closing time.
    let mut taken: Vec<(u32, u32, u32)> = Vec::new();
    let mut bits = window;
    for i in far {
        let slot = &slots[i];
        taken.retain(|t| t.2 >= slot.open);
        let (mut bit, mut at) = (window, 0);
        while let Some(t) = taken.get(at).filter(|t| bit + slot.width > t.0) {
            bit = bit.max(t.0 + t.1);
            at += 1;
        }
        places[i] = SlotPosition::Far(bit);
        taken.insert(at, (bit, slot.width, slot.close));
        bits = bits.max(bit + slot.width);
    }
    bits
}
