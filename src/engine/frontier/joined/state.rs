//! Packed states, and the ways in which links and groups change them.

use super::layout::BitField;

/// Byte of a vertex of a route that two used links have reached. A vertex that none has reached is 0; that of an end of a
/// line piece by piece drawn so far is the number of the byte at the other end, plus 1.
pub(super) const FULL: u8 = 255;

/// Byte of a vertex at one end of a line whose other end is an end of the route.
pub(super) const END: u8 = 254;

/// Maximum number of bytes of a state.
pub(super) const MOST_BYTES: u32 = 8 * WORDS[WORDS.len() - 1] as u32;

/// Numbers of words for which there is a type of states.
pub(super) const WORDS: [usize; 5] = [1, 2, 4, 8, 16];

/// A packed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const W: usize>(pub [u64; W]);

/// The bytes of a route.
#[derive(Clone, Debug)]
pub(super) struct RouteBytes {
    pub closed: bool,
    pub first: u32,
    pub count: u32,
    /// Bit that says that the route is complete.
    pub complete: BitField,
    /// Time at which the last vertex that must be visited has its first link, or is decided without one: no route is
    /// complete before.
    pub earliest: u32,
}

impl<const W: usize> State<W> {
    pub const EMPTY: Self = Self([0; W]);

    #[inline]
    pub fn get(&self, field: BitField) -> u64 {
        self.0[field.word as usize] >> field.shift & field.mask
    }

    #[inline]
    pub fn set(&mut self, field: BitField, value: u64) {
        let word = &mut self.0[field.word as usize];
        *word = *word & !(field.mask << field.shift) | value << field.shift;
    }

    #[inline]
    pub fn byte(&self, at: u32) -> u8 {
        (self.0[at as usize / 8] >> (8 * (at % 8))) as u8
    }

    #[inline]
    pub fn set_byte(&mut self, at: u32, value: u8) {
        let word = &mut self.0[at as usize / 8];
        *word = *word & !(0xFF << (8 * (at % 8))) | u64::from(value) << (8 * (at % 8));
    }

    /// Uses the link between the vertices with the bytes `a` and `b`, neither of them full, at `time`. Returns false if
    /// the result is part of no route.
    #[inline]
    pub fn link(&mut self, route: &RouteBytes, a: u32, b: u32, time: u32) -> bool {
        let (mate_a, mate_b) = (self.byte(a), self.byte(b));
        let end_a = if mate_a == 0 { (a - route.first) as u8 + 1 } else { mate_a };
        let end_b = if mate_b == 0 { (b - route.first) as u8 + 1 } else { mate_b };
        if mate_a != 0 {
            self.set_byte(a, FULL);
        }
        if mate_b != 0 {
            self.set_byte(b, FULL);
        }
        if u32::from(mate_a) == b - route.first + 1 {
            return route.closed && self.finish(route, time);
        }
        if end_a == END && end_b == END {
            return self.finish(route, time);
        }
        self.put_mate(route, end_a, end_b);
        self.put_mate(route, end_b, end_a);
        true
    }

    #[inline]
    fn put_mate(&mut self, route: &RouteBytes, end: u8, mate: u8) {
        if end != END {
            self.set_byte(route.first + u32::from(end) - 1, mate);
        }
    }

    /// Ends an open route at the vertex with the byte `at`, which one link has reached. Returns false if the result is
    /// part of no route.
    pub fn end(&mut self, route: &RouteBytes, at: u32, time: u32) -> bool {
        let mate = self.byte(at);
        self.set_byte(at, 0);
        if mate == END {
            return self.finish(route, time);
        }
        self.put_mate(route, mate, END);
        (route.first..route.first + route.count).filter(|&b| self.byte(b) == END).count() <= 2
    }

    /// Completes the route, unless another line is open or a vertex cannot be visited any more.
    fn finish(&mut self, route: &RouteBytes, time: u32) -> bool {
        let rest = route.first..route.first + route.count;
        if time < route.earliest || self.get(route.complete) == 1 {
            return false;
        }
        self.set(route.complete, 1);
        rest.into_iter().all(|b| matches!(self.byte(b), 0 | FULL))
    }

    /// Switches on the vertex with the byte `at` and joins it with those of its neighbours that are on. The byte of a
    /// vertex that is on is the least number of a byte in its group, plus 1.
    #[inline]
    pub fn switch_on(&mut self, bytes: (u32, u32), at: u32, neighbours: &[u32]) {
        let mut label = (at - bytes.0) as u8 + 1;
        self.set_byte(at, label);
        for &neighbour in neighbours {
            let other = self.byte(neighbour);
            if other != 0 && other != label {
                let (from, to) = (label.max(other), label.min(other));
                self.relabel(bytes, from, to);
                label = to;
            }
        }
    }

    fn relabel(&mut self, (first, count): (u32, u32), from: u8, to: u8) {
        for at in first..first + count {
            if self.byte(at) == from {
                self.set_byte(at, to);
            }
        }
    }

    /// Forgets the vertex with the byte `at`. Returns true if it was the last of its group.
    #[inline]
    pub fn leave(&mut self, (first, count): (u32, u32), at: u32) -> bool {
        let label = self.byte(at);
        if label == 0 {
            return false;
        }
        self.set_byte(at, 0);
        let Some(next) = (first..first + count).find(|&b| self.byte(b) == label) else { return true };
        if u32::from(label) == at - first + 1 {
            self.relabel((first, count), label, (next - first) as u8 + 1);
        }
        false
    }

    /// Returns true if all these bytes are 0.
    pub fn are_clear(&self, (first, count): (u32, u32)) -> bool {
        (first..first + count).all(|at| self.byte(at) == 0)
    }
}
