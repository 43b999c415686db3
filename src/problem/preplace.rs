//! Symmetry by pre-placement. A set of exact cliques that the group maps to itself is filled in all ways; one filling of
//! every orbit is kept, with the size of the orbit as its weight. The search that completes a filling need not handle
//! symmetry. (The border ring of the 27-queens project: Preußer and Engelhardt, Journal of Signal Processing Systems 88,
//! 2017; here for any cliques and any group.)

use super::{ChoiceId, Permutation};
use rustc_hash::FxHashSet;

/// A filling, ascending, and the size of its orbit.
pub(crate) type WeightedFilling = (Vec<u32>, u64);

/// Returns the images of `clique` under the group, without duplicates, `clique` first, the others sorted.
pub(crate) fn orbit(clique: &[u32], group: &[Permutation]) -> Vec<Vec<u32>> {
    let mut images: Vec<Vec<u32>> = group.iter().map(|g| image(clique, g)).collect();
    images.sort_unstable();
    images.dedup();
    images.retain(|i| i != clique);
    images.insert(0, clique.to_vec());
    images
}

/// Returns the image of a set, ascending.
pub(crate) fn image(set: &[u32], g: &[ChoiceId]) -> Vec<u32> {
    let mut image: Vec<u32> = set.iter().map(|&c| g[c as usize].0).collect();
    image.sort_unstable();
    image
}

/// Returns every way to place exactly one choice on each of `cliques` such that no two `exclude` each other.
pub(crate) fn fillings(cliques: &[Vec<u32>], exclude: &impl Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for clique in cliques {
        let mut longer = Vec::new();
        for filling in all {
            extend(&filling, clique, exclude, &mut longer);
        }
        all = longer;
    }
    all
}

fn extend(filling: &[u32], clique: &[u32], exclude: &impl Fn(u32, u32) -> bool, out: &mut Vec<Vec<u32>>) {
    if filling.iter().any(|c| clique.contains(c)) {
        out.push(filling.to_vec());
        return;
    }
    let fits = |c: &u32| filling.iter().all(|&d| !exclude(d, *c));
    for &c in clique.iter().filter(|c| fits(c)) {
        let mut longer = filling.to_vec();
        let at = longer.partition_point(|&d| d < c);
        longer.insert(at, c);
        out.push(longer);
    }
}

/// Returns one filling of each orbit, with the orbit's size.
pub(crate) fn up_to(fillings: Vec<Vec<u32>>, group: &[Permutation]) -> Vec<WeightedFilling> {
    if group.len() <= 1 {
        return fillings.into_iter().map(|f| (f, 1)).collect();
    }
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut kept = Vec::new();
    for filling in fillings {
        if seen.contains(&filling) {
            continue;
        }
        let before = seen.len();
        seen.extend(group.iter().map(|g| image(&filling, g)));
        kept.push((filling, (seen.len() - before) as u64));
    }
    kept
}
