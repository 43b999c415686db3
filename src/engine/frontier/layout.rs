//! Position of each field in the packed state.
//!
//! The *near* fields move through a window as through a shift register. They are sorted by closing time: those that close
//! next are at the top, and new ones enter at the bottom. On a board without wrap-around, the decision of a cell then has
//! the same effect on the state in every row. So the moves between states can be computed for one row and reused for all,
//! and sorted lists of states stay nearly sorted. The *far* fields are open for a long time (totals; the first row of a
//! torus, which the last row meets). They have fixed positions above the window. The longest lifetime that counts as near
//! is found by trying several.
//!
//! ```text
//!   far, fixed      near, moves up as fields close
//! [ total | … ] [ closes next … closes last, not yet open ]
//! ```

use super::field::StateField;
use super::key::Key;

/// Bits of a state that fits one machine word.
const WORD: u32 = <u64 as Key>::BITS;

/// Positions of all fields.
#[derive(Clone, Debug)]
pub(super) struct StateLayout {
    /// Number of bits of the window.
    pub window: u32,
    /// Number of bits of the whole state.
    pub bits: u32,
    /// By field: its position.
    pub places: Vec<FieldPosition>,
    /// By time: total bits of the near fields that have closed before. It has one more entry than there are decisions.
    pub base: Vec<u32>,
}

/// Position of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldPosition {
    /// In the window, this many bits after the first field that closes.
    Near(u32),
    /// Fixed at this bit.
    Far(u32),
}

impl StateLayout {
    /// Creates the layout for `steps` decisions. It makes as many fields near as fit in about one and a half times the
    /// minimum number of bits, since far fields that occupy the same position in turn make the rows differ.
    pub fn new(fields: &[StateField], steps: usize) -> Self {
        let mut lifetimes: Vec<u32> = fields.iter().map(|f| f.close() - f.open()).collect();
        lifetimes.push(0);
        lifetimes.sort_unstable();
        lifetimes.dedup();
        // With more than a few dozen lifetimes, the board does not suit this engine, and a sample is enough.
        let stride = lifetimes.len().div_ceil(64);
        let mut all: Vec<Self> = lifetimes
            .iter()
            .rev()
            .step_by(stride)
            .map(|&longest| Self::with(fields, steps, longest))
            .collect();
        let fewest = all.iter().map(|l| l.bits).min().expect("there is always the lifetime 0");
        let generous = fewest + 4 + fewest / 2;
        let most = if fewest <= WORD { generous.min(WORD) } else { generous };
        let chosen = all.iter().position(|l| l.bits <= most).expect("the fewest are few enough");
        all.swap_remove(chosen)
    }

    /// Returns the lowest bit of `field` at decision `time`, before the window moves.
    pub fn position(&self, field: usize, width: u32, time: u32) -> u32 {
        match self.places[field] {
            FieldPosition::Near(offset) => self.window - (offset - self.base[time as usize]) - width,
            FieldPosition::Far(bit) => bit,
        }
    }

    /// Returns the number of bits by which the window moves after decision `time`.
    pub fn shift(&self, time: u32) -> u32 {
        self.base[time as usize + 1] - self.base[time as usize]
    }

    fn with(fields: &[StateField], steps: usize, longest: u32) -> Self {
        let is_near = |f: &StateField| f.close() - f.open() <= longest;
        let mut order: Vec<usize> = (0..fields.len()).filter(|&i| is_near(&fields[i])).collect();
        order.sort_by_key(|&i| (fields[i].close(), fields[i].open(), i));
        let mut places = vec![FieldPosition::Near(0); fields.len()];
        let mut base = vec![0; steps + 1];
        let mut offset = 0;
        for &i in &order {
            places[i] = FieldPosition::Near(offset);
            offset += fields[i].width();
            base[fields[i].close() as usize + 1] = offset;
        }
        for t in 1..base.len() {
            base[t] = base[t].max(base[t - 1]);
        }
        let reach = |&i: &usize| {
            let FieldPosition::Near(offset) = places[i] else { return 0 };
            // A field moves up the window until it closes, so it is lowest when it opens.
            offset + fields[i].width() - base[fields[i].open() as usize]
        };
        let window = order.iter().map(reach).max().unwrap_or(0);
        let bits = settle_far(fields, &|f| !is_near(f), window, &mut places);
        Self { window, bits, places, base }
    }
}

/// Gives every far field the lowest free bits above the window, and returns the total number of bits.
fn settle_far(
    fields: &[StateField],
    is_far: &dyn Fn(&StateField) -> bool,
    window: u32,
    places: &mut [FieldPosition],
) -> u32 {
    let mut far: Vec<usize> = (0..fields.len()).filter(|&i| is_far(&fields[i])).collect();
    far.sort_by_key(|&i| (fields[i].open(), i));
    let mut taken: Vec<(u32, u32, u32)> = Vec::new(); // lowest bit, width, closing time
    let mut bits = window;
    for i in far {
        let field = &fields[i];
        taken.retain(|t| t.2 >= field.open());
        taken.sort_unstable();
        let mut bit = window;
        for t in &taken {
            if bit + field.width() <= t.0 {
                break;
            }
            bit = bit.max(t.0 + t.1);
        }
        places[i] = FieldPosition::Far(bit);
        taken.push((bit, field.width(), field.close()));
        bits = bits.max(bit + field.width());
    }
    bits
}

/// Returns, by time, the number of bits open after that decision.
pub(super) fn open_by_time(fields: &[StateField], steps: usize) -> Vec<u32> {
    let mut change = vec![0i64; steps];
    for field in fields {
        change[field.open() as usize] += i64::from(field.width());
        change[field.close() as usize] -= i64::from(field.width());
    }
    let mut open = 0;
    change
        .iter()
        .map(|c| {
            open += c;
            open as u32
        })
        .collect()
}
