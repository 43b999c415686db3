//! Where each field stands in the packed state.
//!
//! The *near* fields move through a window like through a shift register: sorted by closing time, those that
//! close next stand highest, new ones come in from below. On a board without wrap-around the decision of a
//! cell then does the same to the state in every row, which is what lets the moves between states be computed
//! for one row and used for all, and sorted lists of states stay nearly sorted. The *far* fields, open for
//! long (totals; the first row of a torus, which the last row meets), have fixed places above the window.
//! Which lifetime is near is tried out.
//!
//! ```text
//!   far, fixed      near, moves up as fields close
//! [ total | … ] [ closes next … closes last, not yet open ]
//! ```

use super::field::Field;
use super::key::Key;

/// Bits of a state in one machine word.
const WORD: u32 = <u64 as Key>::BITS;

/// Places of all fields.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Bits of the window.
    pub window: u32,
    /// Bits of all.
    pub bits: u32,
    /// By field: its place.
    pub places: Vec<Place>,
    /// By time: the bits of near fields that have closed before; one entry more than decisions.
    pub base: Vec<u32>,
}

/// The place of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the window, so many bits after the first field that closes.
    Near(u32),
    /// At this bit, for good.
    Far(u32),
}

impl Layout {
    /// The layout for `steps` decisions: as many near fields as some more bits than the fewest allow, since
    /// far fields that follow each other in one place make the rows differ.
    pub fn new(fields: &[Field], steps: usize) -> Self {
        let mut lifetimes: Vec<u32> = fields.iter().map(|f| f.close() - f.open()).collect();
        lifetimes.push(0);
        lifetimes.sort_unstable();
        lifetimes.dedup();
        // Beyond some dozens of lifetimes the board is no board for this engine; a sample will do.
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

    /// The lowest bit of `field` at decision `time`, before the window moves.
    pub fn position(&self, field: usize, width: u32, time: u32) -> u32 {
        match self.places[field] {
            Place::Near(offset) => self.window - (offset - self.base[time as usize]) - width,
            Place::Far(bit) => bit,
        }
    }

    /// By how much the window moves after decision `time`.
    pub fn shift(&self, time: u32) -> u32 {
        self.base[time as usize + 1] - self.base[time as usize]
    }

    fn with(fields: &[Field], steps: usize, longest: u32) -> Self {
        let is_near = |f: &Field| f.close() - f.open() <= longest;
        let mut order: Vec<usize> = (0..fields.len()).filter(|&i| is_near(&fields[i])).collect();
        order.sort_by_key(|&i| (fields[i].close(), fields[i].open(), i));
        let mut places = vec![Place::Near(0); fields.len()];
        let mut base = vec![0; steps + 1];
        let mut offset = 0;
        for &i in &order {
            places[i] = Place::Near(offset);
            offset += fields[i].width();
            base[fields[i].close() as usize + 1] = offset;
        }
        for t in 1..base.len() {
            base[t] = base[t].max(base[t - 1]);
        }
        let reach = |&i: &usize| {
            let Place::Near(offset) = places[i] else { return 0 };
            // A field moves down the window until it closes: it reaches lowest when it opens.
            offset + fields[i].width() - base[fields[i].open() as usize]
        };
        let window = order.iter().map(reach).max().unwrap_or(0);
        let bits = settle_far(fields, &|f| !is_near(f), window, &mut places);
        Self { window, bits, places, base }
    }
}

/// Gives every far field the lowest free bits above the window; returns the bits of all.
fn settle_far(fields: &[Field], is_far: &dyn Fn(&Field) -> bool, window: u32, places: &mut [Place]) -> u32 {
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
        places[i] = Place::Far(bit);
        taken.push((bit, field.width(), field.close()));
        bits = bits.max(bit + field.width());
    }
    bits
}

/// By time: the bits that are open after that decision.
pub(super) fn open_by_time(fields: &[Field], steps: usize) -> Vec<u32> {
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
