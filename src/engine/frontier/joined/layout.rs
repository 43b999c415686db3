//! Positions in the packed state. What is open at different times shares its position.

/// Bits of a state, within one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BitField {
    pub word: u32,
    pub shift: u32,
    /// Its values, unshifted. A field of width 0 is always 0.
    pub mask: u64,
}

/// Times from the first to the last at which something is open.
pub(super) type Interval = (u32, u32);

/// Returns the number of bits of the values up to `most`.
pub(super) fn bits(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

/// Places fields of these widths (at most 16) with these intervals. Returns them, and the number of bits.
pub(super) fn place_fields(wanted: &[(Interval, u32)]) -> (Vec<BitField>, u32) {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i].0);
    let mut fields = vec![BitField::default(); wanted.len()];
    // By bit: the time from which it is free.
    let mut free_from: Vec<u32> = Vec::new();
    for i in order {
        let ((start, end), width) = wanted[i];
        if width == 0 {
            continue;
        }
        let fits = |at: u32| {
            at % 64 + width <= 64
                && (at..at + width).all(|bit| free_from.get(bit as usize).is_none_or(|&free| free <= start))
        };
        let at = (0..).find(|&at| fits(at)).unwrap_or_default();
        if free_from.len() < (at + width) as usize {
            free_from.resize((at + width) as usize, 0);
        }
        free_from[at as usize..(at + width) as usize].fill(end + 1);
        fields[i] = BitField { word: at / 64, shift: at % 64, mask: (1 << width) - 1 };
    }
    (fields, free_from.len() as u32)
}

/// Places bytes with these intervals. Returns their numbers, and how many there are.
pub(super) fn place_bytes(wanted: &[Interval]) -> (Vec<u32>, u32) {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i]);
    let mut places = vec![0; wanted.len()];
    let mut free_from: Vec<u32> = Vec::new();
    for i in order {
        let (start, end) = wanted[i];
        let at = free_from.iter().position(|&free| free <= start).unwrap_or(free_from.len());
        if at == free_from.len() {
            free_from.push(0);
        }
        free_from[at] = end + 1;
        places[i] = at as u32;
    }
    (places, free_from.len() as u32)
}
