//! Bound on two armies: every family of disjoint lines assigns each line to one army, so a knapsack over the family tells if
//! both can still reach the wanted sizes.

use super::super::mask::Mask;
use super::form::PeaceableArmies;

/// Bound on the sizes that both armies can still reach, and the choice of the line to branch on.
pub(super) struct ArmyBound<'a, const W: usize> {
    armies: &'a PeaceableArmies<W>,
    /// For each family, the choices on none of its lines.
    beside: Vec<[Mask<W>; 2]>,
    /// For each number of whites gained so far, the maximum number of blacks.
    most: Vec<i32>,
    next: Vec<i32>,
}

impl<'a, const W: usize> ArmyBound<'a, W> {
    pub(super) fn new(armies: &'a PeaceableArmies<W>) -> Self {
        let beside = armies.families.iter().map(|family| {
            std::array::from_fn(|s| {
                let all = Mask::of(0..armies.members[s].len());
                family.iter().fold(all, |m, &l| m.without(&armies.lines[l][s]))
            })
        });
        let room = armies.members[0].len() + 2;
        Self { armies, beside: beside.collect(), most: vec![0; room], next: vec![0; room] }
    }

    /// Additions in one look at the bound, about.
    pub(super) fn additions(&self) -> usize {
        let lines: usize = self.armies.families.iter().map(Vec::len).sum();
        (lines + 1) * (self.most.len() / 16 + 1)
    }

    /// Returns true if the bound lets both armies reach the sizes `wanted`.
    pub(super) fn reaches(&mut self, free: &[Mask<W>; 2], wanted: [u32; 2]) -> bool {
        free.iter().zip(wanted).all(|(f, size)| f.len() >= size)
            && (0..self.beside.len()).all(|f| self.divides(f, free, wanted))
    }

    /// Returns true if family `f` can be divided so that both armies reach the sizes `wanted`.
    fn divides(&mut self, f: usize, free: &[Mask<W>; 2], wanted: [u32; 2]) -> bool {
        let beside = [0, 1].map(|s| self.beside[f][s].and(&free[s]).len() as usize);
        let need = (wanted[0] as usize).saturating_sub(beside[0]);
        let mut reach = 0;
        self.most[0] = beside[1] as i32;
        for &l in &self.armies.families[f] {
            let [w, b] = [0, 1].map(|s| self.armies.lines[l][s].and(&free[s]).len() as usize);
            if w == 0 {
                self.most[..=reach].iter_mut().for_each(|m| *m += b as i32);
                continue;
            }
            let longer = (reach + w).min(need);
            self.next[..=longer].fill(i32::MIN / 2);
            for x in 0..=reach {
                let black = self.most[x];
                let y = (x + w).min(need);
                self.next[y] = self.next[y].max(black);
                self.next[x] = self.next[x].max(black + b as i32);
            }
            std::mem::swap(&mut self.most, &mut self.next);
            reach = longer;
        }
        reach == need && self.most[need] >= wanted[1] as i32
    }

    /// The line wanted by both that costs most, if there is one.
    pub(super) fn branch(&self, free: &[Mask<W>; 2]) -> Option<usize> {
        let mut best = None;
        for (l, line) in self.armies.lines.iter().enumerate() {
            let [w, b] = [0, 1].map(|s| line[s].and(&free[s]).len());
            let score = w.min(b) * 4096 + w + b;
            if w > 0 && b > 0 && best.is_none_or(|(s, _)| s < score) {
                best = Some((score, l));
            }
        }
        best.map(|b| b.1)
    }
}
