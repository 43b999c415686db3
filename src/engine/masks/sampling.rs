//! Estimates of the number of independent sets by random dives (Knuth, Mathematics of Computation 29, 1975).

use super::offsets;
use crate::problem::Exclusions;
use crate::random::Random;

/// Limit on the total steps of the dives of an estimate.
pub(super) const DIVE_WORK: usize = 100_000;
/// Maximum number of these dives, and the number made whatever they cost.
const DIVES: u32 = 100;
const LEAST_DIVES: u32 = 4;

/// Open choices, from which those that a placed choice excludes are removed.
#[derive(Clone)]
struct OpenList {
    open: Vec<u32>,
    /// For each choice, its index in the list, if it is open.
    at: Vec<Option<u32>>,
}

impl OpenList {
    fn new(members: &[u32], choices: usize) -> Self {
        let mut at = vec![None; choices];
        members.iter().zip(0..).for_each(|(&c, i)| at[c as usize] = Some(i));
        Self { open: members.to_vec(), at }
    }

    fn remove(&mut self, c: u32) {
        let Some(i) = self.at[c as usize].take() else { return };
        self.open.swap_remove(i as usize);
        if let Some(&moved) = self.open.get(i as usize) {
            self.at[moved as usize] = Some(i);
        }
    }

    fn place(&mut self, c: u32, exclusions: &Exclusions) {
        self.remove(c);
        exclusions[c as usize].iter().for_each(|&k| self.remove(k));
    }
}

/// Estimated number of independent subsets of `members` of each size up to `most`.
///
/// A dive places random open members one after another. A set of size k is reached in k! orders; the product of the numbers
/// of open members, divided by k!, has therefore the number of these sets as its mean. It varies far less than dives
/// into the tree of the search, whose branches differ much in size.
pub(super) fn sets_by_size(exclusions: &Exclusions, members: &[u32], most: usize, seed: u64) -> Vec<f64> {
    let full = OpenList::new(members, exclusions.len());
    let mut random = Random::new(seed);
    let mut sums = vec![0.0; most + 1];
    let (mut dives, mut work) = (0u32, 0);
    while dives < DIVES && (dives < LEAST_DIVES || work < DIVE_WORK) {
        dives += 1;
        work += exclusions.len();
        let mut list = full.clone();
        let mut weight = 1.0;
        for (size, sum) in sums.iter_mut().enumerate() {
            *sum += weight;
            if list.open.is_empty() {
                break;
            }
            weight *= list.open.len() as f64 / (size + 1) as f64;
            let next = list.open[random.below(list.open.len())];
            list.place(next, exclusions);
            work += exclusions[next as usize].len();
        }
    }
    sums.iter().map(|s| s / f64::from(dives)).collect()
}

/// Share of the sets of `size` members that are visited on the way to those of `wanted` members, as if all cliques were
/// alike: the ones that leave few gaps among the first cliques, since each further member needs a clique of its own.
pub(super) fn early_share(cliques: usize, size: usize, wanted: usize) -> f64 {
    let gaps = cliques.saturating_sub(wanted);
    let chance = |j: usize| (size + gaps - j) as f64 / (cliques - j) as f64;
    (0..size.min(cliques)).map(|j| chance(j).min(1.0)).product()
}

/// Estimates for [`independent`](super::independent).
pub(super) struct SetEstimate {
    pub(super) steps: f64,
    /// Number of sets, unless they are counted.
    pub(super) sets: f64,
}

/// Estimates the search for sets with these numbers of each class, whose `cliques` are given by their number. The last class is
/// not enumerated if the sets are `counted`. The dives take about `most_work` steps.
pub(super) fn steps(
    exclusions: &Exclusions,
    classes: &[Vec<u32>],
    cliques: &[usize],
    numbers: &[u32],
    counted: bool,
    seed: u64,
    most_work: usize,
) -> SetEstimate {
    let full: Vec<OpenList> = classes.iter().map(|c| OpenList::new(c, exclusions.len())).collect();
    let mut random = Random::new(seed);
    let words = classes.iter().map(Vec::len).max().unwrap_or(0).div_ceil(64) as f64;
    let each = 0.4 + 0.1 * words * classes.len() as f64;
    let by_offsets = classes.last().is_some_and(|class| offsets::are_few(exclusions, class));
    // To look for neighbors in the last class takes longer than a placement.
    let look = if by_offsets { (1.5 + 0.5 * words, 0.0) } else { (1.0, 0.12 * words) };
    let (mut steps, mut squares, mut sets, mut dives, mut work) = (0.0f64, 0.0, 0.0, 0u32, 0);
    while dives < DIVES && (dives < LEAST_DIVES || work < most_work) {
        dives += 1;
        work += exclusions.len() * classes.len();
        let lists = full.clone();
        let mut dive = Dive { exclusions, lists, look, weight: 1.0, placed: 0.0, looked: 0.0, work: 0 };
        for (class, &number) in numbers.iter().enumerate() {
            if counted && class + 1 == classes.len() {
                dive.count(class, number as usize, &mut random);
            } else {
                dive.place(class, cliques[class], numbers, &mut random);
            }
        }
        work += dive.work;
        sets += dive.weight;
        let dived = dive.placed * each + dive.looked;
        steps += dived;
        squares += dived * dived;
    }
    let dives = f64::from(dives);
    SetEstimate { steps: cautious_mean(steps, squares, dives, 1.0), sets: sets / dives }
}

/// The mean of what dives found, from the sum and the sum of squares, and some standard errors more: the sum may rest on few
/// dives, and those that would have made it larger were missed (tilings).
pub(super) fn cautious_mean(sum: f64, squares: f64, dives: f64, errors: f64) -> f64 {
    let mean = sum / dives;
    let error = ((squares / dives - mean * mean).max(0.0) / dives).sqrt();
    mean + errors * error
}

/// A dive: the choices open in each class, the number of sets that it stands for, the placements estimated so far, and the steps in
/// the last class.
struct Dive<'a> {
    exclusions: &'a Exclusions,
    lists: Vec<OpenList>,
    /// Steps of a look for neighbors in the last class, and those for each of its open members.
    look: (f64, f64),
    weight: f64,
    placed: f64,
    looked: f64,
    work: usize,
}

impl Dive<'_> {
    fn set(&mut self, c: u32) {
        self.lists.iter_mut().for_each(|list| list.place(c, self.exclusions));
        self.work += self.exclusions[c as usize].len() * self.lists.len();
    }

    /// Places choices of a class in any order, as in [`sets_by_size`], until too few of a later class are open.
    fn place(&mut self, class: usize, cliques: usize, numbers: &[u32], random: &mut Random) {
        for size in 1..=numbers[class] {
            let open = &self.lists[class].open;
            self.weight *= open.len() as f64 / f64::from(size);
            self.placed += self.weight * early_share(cliques, size as usize, numbers[class] as usize);
            if open.is_empty() {
                // No set of this size: the weight is 0.
                return;
            }
            let next = open[random.below(open.len())];
            self.set(next);
            let few = |(list, &number): (&OpenList, &u32)| list.open.len() < number as usize;
            if self.lists.iter().zip(numbers).skip(class + 1).any(few) {
                self.weight = 0.0;
                return;
            }
        }
    }

    /// Places all but two of `left` members of the last class, along the tree of the search: it branches on members with two
    /// open neighbors only, and leaves out those before them. The first branches are by far the largest, so the dive takes
    /// a branch with a probability that grows like the number of sets that may be below it.
    fn count(&mut self, class: usize, mut left: usize, random: &mut Random) {
        while left > 1 && self.weight > 0.0 {
            let look = self.look.0 + self.look.1 * self.lists[class].open.len() as f64;
            self.looked += self.weight * look;
            if left == 2 {
                return;
            }
            let mut rest = self.lists[class].clone();
            let mut members = rest.open.clone();
            members.sort_unstable();
            let (mut tried, mut sizes) = (Vec::new(), Vec::new());
            for c in members {
                let near = &self.exclusions[c as usize];
                let open = near.iter().filter(|&&k| k != c && rest.at[k as usize].is_some()).count();
                if rest.open.len() >= left && open > 1 {
                    tried.push(c);
                    rest.remove(c);
                    sizes.push((rest.open.len() - open + 1) as f64);
                }
                self.work += near.len() / 4;
            }
            self.looked += self.weight * look * tried.len() as f64;
            if tried.is_empty() {
                return;
            }
            let largest = sizes.iter().copied().fold(1.0, f64::max);
            let shares: Vec<f64> = sizes.iter().map(|s| (s / largest).powi(left as i32 - 1)).collect();
            let (next, share) = random.weighted(&shares);
            self.weight /= share;
            tried[..next].iter().for_each(|&c| self.lists[class].remove(c));
            self.set(tried[next]);
            left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn numbers_of_kings() {
        let problem = samples::peaceful(3, 3, &samples::king());
        let members: Vec<u32> = (0..9).collect();
        let sets = sets_by_size(problem.exclusions(), &members, 5, 0);
        for (estimated, exact) in sets.iter().zip([1.0, 9.0, 16.0, 8.0, 1.0, 0.0]) {
            assert!((estimated - exact).abs() <= 0.5 + 0.25 * exact, "{sets:?}");
        }
    }
}
