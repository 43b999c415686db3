//! Kinds that the forbidden attacks do not tell apart: the same moves, and the same attacks forbidden on them and by them.
//! What holds of one of a class holds of all, so a thousand kinds of one sort cost as much as one.

use super::blocking::Forbidden;
use crate::geometry::Movement;
use crate::model::{Kind, KindId, Shapes};
use rustc_hash::FxHashMap;

/// All kinds by class.
pub(super) struct Classes {
    /// By kind: the least kind of its class.
    first: Vec<KindId>,
    /// The least kinds of the classes, ascending, and how many kinds each class has.
    classes: Vec<(KindId, usize)>,
}

/// What tells kinds apart: moves, whether a piece covers one cell and is in play, whom it may not attack and who may not
/// attack it.
type Sort<'a> = (&'a Movement, bool, bool, Vec<KindId>, Vec<KindId>);

impl Classes {
    /// The classes of `kinds`.
    pub(super) fn new(kinds: &[Kind], present: &[bool], forbidden: &Forbidden) -> Self {
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

    /// The least kind of the class of `kind`, which stands for it.
    pub(super) fn first(&self, kind: KindId) -> KindId {
        self.first[kind.index()]
    }

    /// The kinds that stand for the classes, ascending.
    pub(super) fn firsts(&self) -> impl Iterator<Item = KindId> + '_ {
        self.classes.iter().map(|c| c.0)
    }

    /// How many kinds the class has that `first` stands for.
    pub(super) fn size(&self, first: KindId) -> usize {
        let found = self.classes.binary_search_by_key(&first, |c| c.0);
        self.classes[found.expect("it stands for a class")].1
    }
}
