//! Layers: the states that some prefix of decisions reaches, in order of discovery, with a hash table to find them.

use super::state::State;

/// Marks a free place of the table.
const FREE: u32 = u32::MAX;

/// The states between two decisions.
#[derive(Debug)]
pub(super) struct StateLayer<const W: usize> {
    pub states: Vec<State<W>>,
    /// Numbers of states by hash, with linear probing; its length is a power of two, at least twice the number of states.
    table: Vec<u32>,
}

impl<const W: usize> StateLayer<W> {
    /// Memory of one more state, with up to four places of the table, in bytes.
    pub const BYTES_PER_STATE: usize = size_of::<State<W>>() + 4 * size_of::<u32>();

    /// Creates an empty layer.
    pub fn new() -> Self {
        Self { states: Vec::new(), table: vec![FREE; 1 << 4] }
    }

    /// Returns the number of `state`, which is added if it is new.
    #[inline]
    pub fn number(&mut self, state: State<W>) -> usize {
        let mask = self.table.len() - 1;
        let mut at = hash(&state) & mask;
        loop {
            match self.table[at] {
                FREE => break,
                number if self.states[number as usize] == state => return number as usize,
                _ => at = (at + 1) & mask,
            }
        }
        let number = self.states.len();
        self.table[at] = number as u32;
        self.states.push(state);
        if 2 * self.states.len() > self.table.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        self.table.clear();
        self.table.resize(mask + 1, FREE);
        for (number, state) in self.states.iter().enumerate() {
            let mut at = hash(state) & mask;
            while self.table[at] != FREE {
                at = (at + 1) & mask;
            }
            self.table[at] = number as u32;
        }
    }

    /// Drops the table, which a layer no longer needs once it is complete.
    pub fn seal(&mut self) {
        self.table = Vec::new();
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<State<W>>() + self.table.len() * size_of::<u32>()) as u64
    }

    /// Memory used besides while `more` states are added, in bytes.
    pub fn bytes_to_grow(&self, more: usize) -> u64 {
        let states = self.states.len() + more;
        let table = if 2 * states > self.table.len() { 4 * states } else { 0 };
        (to_grow(&self.states, states) * size_of::<State<W>>() + table * size_of::<u32>()) as u64
    }
}

/// Returns the greatest capacity that a vector gets while it grows to this length, or 0 if it has enough.
pub(super) fn to_grow<T>(items: &Vec<T>, length: usize) -> usize {
    if length > items.capacity() { 2 * length } else { 0 }
}

#[inline]
fn hash<const W: usize>(state: &State<W>) -> usize {
    let mut hash = 0u64;
    for &word in &state.0 {
        let product = u128::from(hash.rotate_left(23) ^ word ^ 0x2545_F491_4F6C_DD1D) * 0x9E37_79B9_7F4A_7C15;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash as usize
}
