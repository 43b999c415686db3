//! Merge of several runs by a loser tree: each inner node keeps the greater of the two images that met there, so the next
//! image costs one comparison per level (D. Knuth, The Art of Computer Programming, volume 3, 5.4.1).

use super::key::Key;
use super::moves::MoveSource;
use super::runs::{ImageRun, images};
use super::step::LayerStep;

/// Iterator over the images of runs in ascending order; equal ones in any order.
pub(super) struct LoserTree<I, K> {
    /// By run: its remaining images.
    coming: Vec<I>,
    /// By run: source of its image in the tree.
    sources: Vec<MoveSource>,
    /// By inner node, from 1: the image that lost there, and its run.
    losers: Vec<(K, u32)>,
    /// The smallest image, and its run.
    winner: (K, u32),
}

/// Creates the merge of these runs of `states`.
pub(super) fn loser_tree<'s, K: Key>(
    runs: &[ImageRun],
    states: &'s [K],
    step: &'s LayerStep<K>,
) -> LoserTree<impl Iterator<Item = (K, MoveSource)> + use<'s, K>, K> {
    LoserTree::new(runs.iter().map(|run| images(run, states, step)).collect())
}

impl<K: Key, I: Iterator<Item = (K, MoveSource)>> LoserTree<I, K> {
    fn new(coming: Vec<I>) -> Self {
        let leaves = coming.len().next_power_of_two();
        let sources = vec![MoveSource::new(0, 0); leaves];
        let mut loser_tree =
            Self { coming, sources, losers: vec![(K::NONE, 0); leaves], winner: (K::NONE, 0) };
        loser_tree.winner = loser_tree.meet(1);
        loser_tree
    }

    /// Plays the matches below `node` and returns the winner.
    fn meet(&mut self, node: usize) -> (K, u32) {
        if let Some(run) = node.checked_sub(self.losers.len()) {
            return (self.draw(run), run as u32);
        }
        let (a, b) = (self.meet(2 * node), self.meet(2 * node + 1));
        self.losers[node] = a.max(b);
        a.min(b)
    }

    /// Returns the next image of `run`, or `NONE` if it is exhausted.
    #[inline]
    fn draw(&mut self, run: usize) -> K {
        let Some((image, source)) = self.coming.get_mut(run).and_then(I::next) else { return K::NONE };
        self.sources[run] = source;
        image
    }
}

impl<K: Key, I: Iterator<Item = (K, MoveSource)>> Iterator for LoserTree<I, K> {
    type Item = (K, MoveSource);

    #[inline]
    fn next(&mut self) -> Option<(K, MoveSource)> {
        let (image, run) = self.winner;
        if image == K::NONE {
            return None;
        }
        let source = self.sources[run as usize];
        let mut best = (self.draw(run as usize), run);
        let mut node = (self.losers.len() + run as usize) / 2;
        while node > 0 {
            let other = self.losers[node];
            let wins = other.0 < best.0;
            self.losers[node] = if wins { best } else { other };
            best = if wins { other } else { best };
            node /= 2;
        }
        self.winner = best;
        Some((image, source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_come_in_order_from_any_number_of_runs() {
        for runs in 0..10 {
            let coming: Vec<_> = (0..runs)
                .map(|r| (0..5 * r).map(move |i| ((3 * i + r % 4) as u64, MoveSource::new(r, 0))))
                .collect();
            let mut expected: Vec<u64> = coming.iter().cloned().flatten().map(|(image, _)| image).collect();
            expected.sort_unstable();
            let found: Vec<(u64, MoveSource)> = LoserTree::new(coming).collect();
            assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), expected);
            assert!(found.iter().all(|(image, source)| *image % 3 == source.place() as u64 % 4 % 3));
        }
    }
}
