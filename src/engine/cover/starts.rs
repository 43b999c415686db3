//! Symmetry by first choices. Options that an exchange of interchangeable parts (kinds, rows, columns) maps to each other
//! lead to equally many solutions, so one of them is tried, with the number of them as its weight. The first choices of a
//! Latin square become its first row and its first column, with weight n! (n - 1)!.
//!
//! Lemma: let P be the chosen options and g a symmetry that maps P to itself. Then g maps the solutions that contain P and
//! an option o one-to-one onto those that contain P and g(o). So among the options of an item that is to be covered exactly
//! once more, one of every orbit is enough, weighted with the number of the orbit's options that the item still has. The
//! symmetries need not keep the item. Those used here are the exchanges of members without a chosen option, which fix P,
//! and the symmetries of the board that map P to itself.
//!
//! Growing ends where symmetry no longer saves anything, or at limits; the searches that start there need not handle it.
//! Starts that leave the same rest of the table (active options, bounds left) are merged, and their weights added.

use super::kernel::Decision;
use super::memo::SolutionCount;
use super::table::CoverTable;
use crate::problem::{ChoiceId, ExchangeClass, Permutation, Problem};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Maximum number of starts.
const MOST_STARTS: usize = 1024;
/// Maximum number of options and places looked at, about 20 ms.
const MOST_LOOKS: usize = 10_000_000;

/// First choices of a search, and the number of first choices that they stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) steps: Vec<Decision>,
    pub(super) weight: SolutionCount,
}

/// Returns starts that together, with their weights, stand for all solutions; `None` if symmetry saves nothing. `group` has
/// the symmetries of the board to use in addition.
pub(super) fn starts(
    problem: &Problem,
    table: &CoverTable,
    classes: &[ExchangeClass],
    group: &[Permutation],
) -> Option<Vec<Start>> {
    if classes.is_empty() || table.broken {
        return None;
    }
    let mut grower = Grower::new(problem, table, classes, group);
    let mut layer = vec![Growth::root(table)];
    let mut done = Vec::new();
    while !layer.is_empty() {
        let mut longer = Layer::default();
        for growth in layer {
            match grower.branches(&growth, done.len() + longer.growths.len()) {
                None => done.push(growth),
                Some(branches) => {
                    for (option, times) in branches {
                        longer.add(growth.with(option, times, &grower));
                    }
                }
            }
        }
        layer = longer.growths;
    }
    let start = |g: Growth| Start { steps: g.chosen.iter().map(|&o| (o, true)).collect(), weight: g.weight };
    grower.saved.then(|| done.into_iter().map(start).collect())
}

/// First choices with what they leave of the table.
struct Growth {
    chosen: Vec<u32>,
    weight: SolutionCount,
    rest: Rest,
}

/// The rest of a table. It determines the number of completions.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Rest {
    /// By option: true if it may still be chosen.
    active: Vec<bool>,
    /// By item: the number of times it must, and may, still be covered.
    items: Vec<(u32, u32)>,
    /// By row: the sum of the chosen options.
    sums: Vec<i64>,
}

impl Growth {
    fn root(table: &CoverTable) -> Self {
        let active = table.banned.iter().map(|b| !b).collect();
        let items = table.items.iter().map(|i| (i.lo, i.hi)).collect();
        let sums = vec![0; table.rows.len()];
        Self { chosen: Vec::new(), weight: SolutionCount::ONE, rest: Rest { active, items, sums } }
    }

    /// Returns the growth with one more option, of `times` that are equivalent.
    fn with(&self, option: u32, times: u32, grower: &Grower<'_>) -> Self {
        let mut rest = self.rest.clone();
        rest.active[option as usize] = false;
        for &i in &grower.items_of[option as usize] {
            let (need, room) = &mut rest.items[i as usize];
            *need = need.saturating_sub(1);
            *room -= 1;
            if *room == 0 {
                grower.table.items[i as usize].options.iter().for_each(|&o| rest.active[o as usize] = false);
            }
        }
        for &(row, w) in &grower.rows_of[option as usize] {
            rest.sums[row as usize] += w;
        }
        let weight = self.weight.times(&SolutionCount::Small(times.into()));
        Self { chosen: [&self.chosen[..], &[option]].concat(), weight, rest }
    }
}

/// Growths of one length, those with the same rest merged.
#[derive(Default)]
struct Layer {
    growths: Vec<Growth>,
    at: FxHashMap<Rest, usize>,
}

impl Layer {
    fn add(&mut self, growth: Growth) {
        let at = *self.at.entry(growth.rest.clone()).or_insert(self.growths.len());
        match self.growths.get_mut(at) {
            Some(same) => same.weight.add(&growth.weight),
            None => self.growths.push(growth),
        }
    }
}

/// The table, prepared for growing.
struct Grower<'a> {
    table: &'a CoverTable,
    classes: &'a [ExchangeClass],
    /// By class, then by choice: its member, and its number there.
    places: Vec<Vec<Option<(u32, u32)>>>,
    group: &'a [Permutation],
    items_of: Vec<Vec<u32>>,
    rows_of: Vec<Vec<(u32, i64)>>,
    /// Scratch: by option, the item at which it was last seen as a representative.
    seen: Vec<u32>,
    looks: usize,
    /// True if a branch was saved.
    saved: bool,
}

impl<'a> Grower<'a> {
    fn new(
        problem: &Problem,
        table: &'a CoverTable,
        classes: &'a [ExchangeClass],
        group: &'a [Permutation],
    ) -> Self {
        let mut items_of = vec![Vec::new(); table.options];
        for (i, item) in (0..).zip(&table.items) {
            item.options.iter().for_each(|&o| items_of[o as usize].push(i));
        }
        let mut rows_of = vec![Vec::new(); table.options];
        for (r, row) in (0..).zip(&table.rows) {
            row.terms.iter().for_each(|&(o, w)| rows_of[o as usize].push((r, w)));
        }
        let places = classes.iter().map(|class| {
            let mut places = vec![None; problem.choices.len()];
            for (m, member) in (0..).zip(&class.members) {
                (0..).zip(member).for_each(|(i, c)| places[c.index()] = Some((m, i)));
            }
            places
        });
        let places = places.collect();
        let seen = vec![u32::MAX; table.options];
        Self { table, classes, places, group, items_of, rows_of, seen, looks: 0, saved: false }
    }

    /// Returns the options to try next, each with the number of equivalent ones, itself included; `None` if growing ends
    /// here. There are `open` other growths.
    fn branches(&mut self, growth: &Growth, open: usize) -> Option<Vec<(u32, u32)>> {
        if self.looks > MOST_LOOKS || open > MOST_STARTS {
            return None;
        }
        let (first, looks) = self.representatives(growth)?;
        self.looks += looks;
        let mut best: Option<((usize, Reverse<usize>), u32)> = None;
        self.seen.fill(u32::MAX);
        for (i, item) in (0..).zip(&self.table.items) {
            let (need, room) = growth.rest.items[i as usize];
            if need == 0 {
                continue;
            }
            let (mut total, mut orbits) = (0, 0);
            for &o in item.options.iter().filter(|&&o| growth.rest.active[o as usize]) {
                let seen = &mut self.seen[first[o as usize] as usize];
                orbits += usize::from(std::mem::replace(seen, i) != i);
                total += 1;
            }
            self.looks += item.options.len();
            if total < need as usize {
                return Some(Vec::new());
            }
            let rank = (orbits, Reverse(total));
            if (need, room) == (1, 1) && best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, i));
            }
        }
        let ((orbits, Reverse(total)), item) = best?;
        if orbits == total && total > 1 {
            return None;
        }
        self.saved |= orbits < total;
        let options = self.table.items[item as usize].options.iter();
        let mut found: Vec<(u32, u32, u32)> = Vec::with_capacity(orbits);
        for &o in options.filter(|&&o| growth.rest.active[o as usize]) {
            match found.iter_mut().find(|f| f.0 == first[o as usize]) {
                Some(same) => same.2 += 1,
                None => found.push((first[o as usize], o, 1)),
            }
        }
        Some(found.into_iter().map(|(_, o, times)| (o, times)).collect())
    }

    /// Returns, by class, the members that may be exchanged without moving a chosen option; classes with fewer than two are
    /// left out.
    fn exchanges(&self, chosen: &[u32]) -> Vec<FreeMembers<'_>> {
        let mut all = Vec::new();
        for (class, places) in self.classes.iter().zip(&self.places) {
            let mut free = vec![true; class.members.len()];
            chosen.iter().filter_map(|&o| places[o as usize]).for_each(|(m, _)| free[m as usize] = false);
            if free.iter().filter(|f| **f).count() > 1 {
                let first = free.iter().position(|f| *f).expect("two are free");
                all.push(FreeMembers { first: &class.members[first], free, places });
            }
        }
        all
    }

    /// Returns, for each active option, an option to which symmetries that keep the chosen options map it, and the work of
    /// finding them. Equal results mean equivalent options. `None` if no members are left to exchange.
    fn representatives(&self, growth: &Growth) -> Option<(Vec<u32>, usize)> {
        let exchanges = self.exchanges(&growth.chosen);
        if exchanges.is_empty() {
            return None;
        }
        let keeps =
            |g: &&Permutation| growth.chosen.iter().all(|&o| growth.chosen.contains(&g[o as usize].0));
        let group: Vec<&Permutation> = self.group.iter().filter(keeps).collect();
        let exchanged = |o: u32| exchanges.iter().fold(o, |o, free| free.image(o));
        let first = |o: u32| group.iter().map(|g| exchanged(g[o as usize].0)).fold(exchanged(o), u32::min);
        let options = (0u32..).zip(&growth.rest.active);
        let first: Vec<u32> = options.map(|(o, active)| if *active { first(o) } else { o }).collect();
        let looks = first.len() * (1 + exchanges.len()) * (1 + group.len());
        Some((first, looks))
    }
}

/// Members of a class without a chosen option.
struct FreeMembers<'a> {
    /// The choices of the first of them.
    first: &'a [ChoiceId],
    free: Vec<bool>,
    places: &'a [Option<(u32, u32)>],
}

impl FreeMembers<'_> {
    /// Returns the option to which the exchange of its member with the first one maps `option`.
    fn image(&self, option: u32) -> u32 {
        match self.places[option as usize] {
            Some((member, at)) if self.free[member as usize] => self.first[at as usize].0,
            _ => option,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn the_first_row_and_column_of_a_latin_square() {
        // Every cell has one kind, and every kind is once in each row and column.
        let latin = samples::interchangeable((4, 4, 4), 0b11111, &[]);
        let table = CoverTable::new(&latin).expect("a cover");
        let found = starts(&latin, &table, &latin.exchange_classes(false), &[]).expect("symmetric");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].weight, SolutionCount::Small(24 * 6));
        // With a given, one member of each class is used.
        let given = samples::interchangeable((4, 4, 4), 0b11111, &[0]);
        let table = CoverTable::new(&given).expect("a cover");
        let found = starts(&given, &table, &given.exchange_classes(false), &[]).expect("symmetric");
        assert_eq!(found.iter().map(|s| s.weight.clone()).collect::<Vec<_>>(), [SolutionCount::Small(36)]);
    }
}
