//! The kernel of [`single`](super::single): independent sets of one class of choices, each found once, with their sizes
//! within bounds. A clique of the class (a row of queens) therefore holds one choice or none.
//!
//! The members are packed into words, clique after clique, and a set is extended only by members behind its last one.
//! Empty cliques thus cost nothing, and words behind the last member are dropped during the descent, each number of words
//! being its own instance of the code. A set's extensions by one member are a popcount: the sets of the greatest size, and
//! those that end in the last clique, are never visited. The sizes of all sets are counted in one search.
//!
//! Lemma. Let k more members be needed and m cliques still have open members. The next member lies in one of the first
//! m - k + 1 of these: each later member lies in a clique of its own behind it.

use super::monitor::Monitor;
use super::starts::Start;
use crate::engine::Halt;
use crate::problem::Exclusions;

/// Number of cliques for each member needed from which on the last cliques are not left out.
const MANY: usize = 8;
/// Greatest size of a set: the depth of the recursion.
pub(super) const MOST_SIZE: usize = 256;
/// Largest number of members.
pub(super) const MOST_MEMBERS: usize = 64 * 32;

/// Members of a class, packed into words, the first member in the highest word.
pub(super) struct Sets {
    words: usize,
    /// Choices by word and bit.
    choices: Vec<u32>,
    /// For each choice, its word and bit.
    places: Vec<Option<(usize, usize)>>,
    /// The cliques in order.
    cliques: Vec<Vec<u64>>,
    /// For each word, the members that a member leaves behind it, by bit, in as many words as its instance has.
    leaves: Vec<Vec<u64>>,
    /// Members that leave any.
    inner: Vec<u64>,
}

/// Sizes of the sets wanted, and their values in the problem's `by`.
pub(super) struct Sizes {
    /// For each size, its value, if it is wanted.
    wanted: Vec<Option<i64>>,
    least: usize,
    most: usize,
}

impl Sizes {
    /// Sizes with their values. Returns `None` if there are none.
    pub(super) fn new(sizes: impl IntoIterator<Item = (usize, i64)>) -> Option<Self> {
        let mut wanted = Vec::new();
        for (size, value) in sizes {
            wanted.resize(wanted.len().max(size + 1), None);
            wanted[size] = Some(value);
        }
        let least = wanted.iter().position(Option::is_some)?;
        Some(Self { most: wanted.len() - 1, wanted, least })
    }

    pub(super) fn least(&self) -> usize {
        self.least
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }
}

/// Number of words of the instance that runs through word `word`.
fn instance(word: usize) -> usize {
    INSTANCES.into_iter().find(|&w| w > word).unwrap_or(word + 1)
}

impl Sets {
    /// Packs at most [`MOST_MEMBERS`] members, split into cliques.
    pub(super) fn new(exclusions: &Exclusions, cliques: &[Vec<u32>]) -> Self {
        let members: usize = cliques.iter().map(Vec::len).sum();
        let words = members.div_ceil(64).checked_sub(1).map_or(0, instance);
        let place = |i: usize| {
            let bit = i + 64 * words - members;
            (words - 1 - bit / 64, bit % 64)
        };
        let mut sets = Self {
            words,
            choices: vec![u32::MAX; 64 * words],
            places: vec![None; exclusions.len()],
            cliques: vec![vec![0; words]; cliques.len()],
            leaves: (0..words).map(|w| vec![0; 64 * instance(w)]).collect(),
            inner: vec![0; words],
        };
        for (i, (clique, c)) in
            cliques.iter().zip(0..).flat_map(|(q, i)| q.iter().map(move |&c| (i, c))).enumerate()
        {
            let (word, bit) = place(i);
            sets.choices[64 * word + bit] = c;
            sets.places[c as usize] = Some((word, bit));
            sets.cliques[clique][word] |= 1 << bit;
        }
        let all: Vec<u64> = (0..words).map(|w| sets.cliques.iter().fold(0, |all, q| all | q[w])).collect();
        for (word, bit) in (0..members).map(place) {
            let width = instance(word);
            let leaves = &mut sets.leaves[word][bit * width..][..=word];
            leaves.copy_from_slice(&all[..=word]);
            leaves[word] &= !1 << bit;
            for &k in &exclusions[sets.choices[64 * word + bit] as usize] {
                if let Some((w, b)) = sets.places[k as usize].filter(|p| p.0 <= word) {
                    leaves[w] &= !(1 << b);
                }
            }
            if leaves.iter().any(|&w| w != 0) {
                sets.inner[word] |= 1 << bit;
            }
        }
        sets
    }

    /// All members, then those that remain without the first of `rings`, the first two, and so on.
    pub(super) fn rests(&self, rings: &[Vec<u32>]) -> Vec<Vec<u64>> {
        let all = (0..self.words).map(|w| self.cliques.iter().fold(0, |all, q| all | q[w])).collect();
        let mut rests: Vec<Vec<u64>> = vec![all];
        for ring in rings {
            let mut rest = rests[rests.len() - 1].clone();
            self.exclude(ring, &mut rest);
            rests.push(rest);
        }
        rests
    }

    fn exclude(&self, choices: &[u32], mask: &mut [u64]) {
        for (word, bit) in choices.iter().filter_map(|&c| self.places[c as usize]) {
            mask[word] &= !(1 << bit);
        }
    }

    /// Finds the sets of the wanted sizes that consist of the start and of members of `rest`.
    ///
    /// # Errors
    /// Any halt that the monitor reports.
    pub(super) fn search(
        &self,
        exclusions: &Exclusions,
        start: &Start,
        rest: &[u64],
        sizes: &Sizes,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Halt> {
        let size = start.placed.len();
        let mut open = rest.to_vec();
        self.exclude(&start.placed, &mut open);
        start.placed.iter().for_each(|&c| self.exclude(&exclusions[c as usize], &mut open));
        let shown = monitor.delivers();
        let windows = self.windows(&open, size, sizes, shown);
        if size > sizes.most || windows.is_empty() && size < sizes.least {
            return Ok(());
        }
        let mut found = vec![0; sizes.most + 1];
        found[size] = 1;
        let mut dive = Dive {
            sets: self,
            sizes,
            windows,
            base: size,
            monitor,
            placed: start.placed.clone(),
            nodes: 0,
            found,
        };
        if shown {
            dive.show(size)?;
        }
        let ended = match (size == sizes.most, shown) {
            (true, _) => Ok(()),
            (false, true) => dispatch::<true>(&open, size, &mut dive),
            (false, false) => dispatch::<false>(&open, size, &mut dive),
        };
        ended.and(dive.report())
    }

    /// For each size from `size` on, the members by which a set of that size is extended; empty if the least size is
    /// out of reach.
    fn windows(&self, open: &[u64], size: usize, sizes: &Sizes, shown: bool) -> Vec<u64> {
        let meets = |q: &&Vec<u64>| q.iter().zip(open).any(|(q, o)| q & o != 0);
        let cliques: Vec<&Vec<u64>> = self.cliques.iter().filter(meets).collect();
        let needed = |size: usize| sizes.least.saturating_sub(size);
        if needed(size) > cliques.len() {
            return Vec::new();
        }
        let all = if shown { vec![!0; self.words] } else { self.inner.clone() };
        let mut windows = Vec::with_capacity(self.words * (sizes.most - size.min(sizes.most)));
        for size in size..sizes.most {
            let from = windows.len();
            windows.extend(&all);
            // Where few members are needed, the last cliques are few among many.
            if needed(size) > 1 && MANY * needed(size) > cliques.len() {
                for clique in &cliques[cliques.len() + 1 - needed(size)..] {
                    windows[from..].iter_mut().zip(*clique).for_each(|(w, q)| *w &= !q);
                }
            }
        }
        windows
    }
}

/// A search under way.
struct Dive<'a, 'p> {
    sets: &'a Sets,
    sizes: &'a Sizes,
    /// For each size from `base` on, the members by which a set of that size is extended.
    windows: Vec<u64>,
    base: usize,
    monitor: &'a mut Monitor<'p>,
    /// The members of the set, kept only if solutions are delivered.
    placed: Vec<u32>,
    /// Placements not yet reported.
    nodes: u64,
    /// Sets of each size not yet reported, if solutions are not delivered.
    found: Vec<u64>,
}

impl Dive<'_, '_> {
    #[cold]
    fn report(&mut self) -> Result<(), Halt> {
        if !self.monitor.delivers() {
            for (found, value) in self.found.iter_mut().zip(&self.sizes.wanted) {
                let found = std::mem::take(found);
                if let Some(value) = value.filter(|_| found > 0) {
                    self.monitor.count_valued(found, value);
                }
            }
        }
        self.monitor.ticks(std::mem::take(&mut self.nodes))
    }

    /// Delivers the set, if sets of this size are wanted.
    fn show(&mut self, size: usize) -> Result<(), Halt> {
        if self.sizes.wanted[size].is_none() {
            return Ok(());
        }
        self.monitor.placed(&self.placed)
    }
}

/// Set of members still allowed, in a fixed number of words.
trait OpenWords: Copy {
    /// Visits every set that extends one of the given size, which is below the greatest, by members of this set.
    fn extend<const SHOWN: bool>(&self, size: usize, dive: &mut Dive<'_, '_>) -> Result<(), Halt>;
}

impl OpenWords for [u64; 0] {
    #[inline]
    fn extend<const SHOWN: bool>(&self, _: usize, dive: &mut Dive<'_, '_>) -> Result<(), Halt> {
        if dive.nodes >= dive.monitor.stride() { dive.report() } else { Ok(()) }
    }
}

/// The code for `$w` words: runs through the words from `$less` on, then continues with `$less` words.
macro_rules! extend {
    ($($w:literal $less:literal),*) => {
        /// Numbers of words with an instance of the code.
        const INSTANCES: [usize; [$($w),*].len()] = [$($w),*];

        $( impl OpenWords for [u64; $w] {
            fn extend<const SHOWN: bool>(&self, size: usize, dive: &mut Dive<'_, '_>) -> Result<(), Halt> {
                let sets = dive.sets;
                if !SHOWN && size + 1 >= dive.sizes.least {
                    let found: u32 = self[$less..].iter().map(|w| w.count_ones()).sum();
                    dive.found[size + 1] += u64::from(found);
                }
                if SHOWN || size + 1 < dive.sizes.most {
                    let window = (size - dive.base) * sets.words;
                    for word in ($less..$w).rev() {
                        let mut candidates = self[word] & dive.windows[window + word];
                        let leaves = &sets.leaves[word][..];
                        while candidates != 0 {
                            let bit = candidates.trailing_zeros() as usize;
                            candidates &= candidates - 1;
                            dive.nodes += 1;
                            let leaves: &[u64; $w] = leaves[bit * $w..][..$w].try_into().expect("as long");
                            let mut next = *self;
                            next.iter_mut().zip(leaves).for_each(|(n, l)| *n &= l);
                            let more = size + 1 < dive.sizes.most && next != [0; $w];
                            if SHOWN {
                                dive.placed.push(sets.choices[64 * word + bit]);
                                dive.show(size + 1)?;
                            }
                            if more {
                                next.extend::<SHOWN>(size + 1, dive)?;
                            }
                            if SHOWN {
                                dive.placed.pop();
                            }
                        }
                    }
                }
                let mut fewer = [0; $less];
                fewer.copy_from_slice(&self[..$less]);
                fewer.extend::<SHOWN>(size, dive)
            }
        } )*

        /// Runs the instance for the right number of words.
        fn dispatch<const SHOWN: bool>(open: &[u64], size: usize, dive: &mut Dive<'_, '_>) -> Result<(), Halt> {
            match open.len() {
                0 => Ok(()),
                $( $w => <[u64; $w]>::try_from(open).expect("of that length").extend::<SHOWN>(size, dive), )*
                _ => unreachable!("wider classes are not taken"),
            }
        }
    };
}

extend!(1 0, 2 1, 3 2, 4 3, 6 4, 8 6, 12 8, 16 12, 24 16, 32 24);
