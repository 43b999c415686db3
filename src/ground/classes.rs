//! Classes of kinds that the forbidden attacks do not distinguish: kinds with the same moves and the same forbidden attacks
//! on and by them. Results for one kind hold for its whole class, so a thousand equal kinds cost as much as one.

use super::forbidden::ForbiddenAttacks;
use crate::geometry::Movement;
use crate::model::{Kind, KindId, Shapes};
use rustc_hash::FxHashMap;

pub(super) struct KindClasses {
    /// Least kind of each kind's class.
    first: Vec<KindId>,
    /// Least kind of each class, ascending, and the number of kinds in the class.
    classes: Vec<(KindId, usize)>,
}

/// Properties that distinguish kinds: moves, single-cell shape, presence in play, kinds it must not attack, and kinds that
/// must not attack it.
type Sort<'a> = (&'a Movement, bool, bool, Vec<KindId>, Vec<KindId>);

impl KindClasses {
    pub(super) fn new(kinds: &[Kind], present: &[bool], forbidden: &ForbiddenAttacks) -> Self {
        let mut attacked = vec![Vec::new(); kinds.len()];
        let mut attackers = vec![Vec::new(); kinds.len()];
        for &(j, k) in forbidden.keys() {
            attacked[j.index()].push(k);
            attackers[k.index()].push(j);
        }
        let mut known: FxHashMap<Sort<'_>, usize> = FxHashMap::default();
        let mut all = Self { first: Vec::with_capacity(kinds.len()), classes: Vec::new() };
        for (i, kind) in kinds.iter().enumerate() {
            let is_point = kind.shapes == Shapes::Point;
            let (on, by) = (std::mem::take(&mut attacked[i]), std::mem::take(&mut attackers[i]));
            let class = *known.entry((&kind.movement, is_point, present[i], on, by)).or_insert_with(|| {
                all.classes.push((KindId(i as u16), 0));
                all.classes.len() - 1
            });
            all.classes[class].1 += 1;
            all.first.push(all.classes[class].0);
        }
        all
    }

    /// Returns the representative of the class of `kind`: its least kind.
    pub(super) fn first(&self, kind: KindId) -> KindId {
        self.first[kind.index()]
    }

    /// Returns the representatives of all classes, ascending.
    pub(super) fn firsts(&self) -> impl Iterator<Item = KindId> + '_ {
        self.classes.iter().map(|c| c.0)
    }

    /// Returns the size of the class represented by `first`.
    pub(super) fn size(&self, first: KindId) -> usize {
        let found = self.classes.binary_search_by_key(&first, |c| c.0);
        self.classes[found.expect("it stands for a class")].1
    }
}
