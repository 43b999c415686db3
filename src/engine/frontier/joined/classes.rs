//! Effects of the fillings of a site, and classes of the earlier links that leave the same effects.
//!
//! Which earlier links of a vertex are used matters only as far as it decides between effects. (On a tour through every
//! cell it is their number alone that matters: line pieces with the same later links then have the same effect.) The
//! classes are the states of an automaton that reads the links in order.

use super::layered::{DEAD, LayeredBuilder};
use super::parts::Parts;
use super::step::SiteEffect;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Effects of a filling, apart from the choices that do it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct EffectKey {
    /// Later links that it uses, and those within the site.
    links: u64,
    /// Vertices at which a route ends.
    ends: u64,
    /// By vertex: the number of earlier links.
    used: Vec<u8>,
    /// Vertices of graphs that are on.
    on: u64,
    /// Constraints and the letters that they read.
    pub letters: Vec<(u32, u16)>,
    goal: u64,
    by: u64,
}

impl EffectKey {
    /// Returns it in the form of a step.
    pub fn compiled(&self, number: u32, times: u64, ops: Range<u32>) -> SiteEffect {
        let &Self { links, ends, on, goal, by, .. } = self;
        SiteEffect { number, times, ops, links, ends, on, goal, by }
    }
}

/// The effects of a site.
#[derive(Debug)]
pub(super) struct EffectClasses {
    pub all: Vec<EffectKey>,
    /// By filling: its effect.
    pub of: Vec<u32>,
}

impl EffectClasses {
    /// Returns the effects of the site at time `t`.
    pub fn new(parts: &Parts<'_>, t: usize) -> Self {
        let mut letters = vec![Vec::new(); parts.sites.all[t].fillings.len()];
        for (number, sum) in (0..).zip(&parts.sums) {
            if let Ok(at) = sum.parts.binary_search_by_key(&(t as u32), |p| p.time) {
                letters.iter_mut().zip(&sum.parts[at].letter_of).for_each(|(l, &of)| l.push((number, of)));
            }
        }
        let mut known: FxHashMap<EffectKey, u32> = FxHashMap::default();
        let (mut all, mut of) = (Vec::new(), Vec::new());
        for (i, letters) in letters.into_iter().enumerate() {
            let drawn = &parts.drawn[t][i];
            let key = EffectKey {
                links: drawn.late,
                ends: drawn.ends,
                used: drawn.used.clone(),
                on: on(parts, t, i),
                letters,
                goal: parts.goal.as_ref().map_or(0, |g| g.adds[t][i]),
                by: parts.by.as_ref().map_or(0, |b| b.adds[t][i]),
            };
            let fresh = all.len() as u32;
            let number = *known.entry(key.clone()).or_insert(fresh);
            if number == fresh {
                all.push(key);
            }
            of.push(number);
        }
        Self { all, of }
    }
}

/// Returns the vertices of graphs at the site at time `t` that are on in a filling, as a set.
fn on(parts: &Parts<'_>, t: usize, filling: usize) -> u64 {
    let filling = &parts.sites.all[t].fillings[filling];
    let here = parts.graphs_at(t);
    here.iter().enumerate().fold(0, |on, (bit, vertex)| {
        on | u64::from(vertex.is_none_or(|lit| parts.sites.value(lit, filling))) << bit
    })
}

/// Effects with the numbers of their fillings.
type Leaf = Vec<(u32, u64)>;

/// Classes of the earlier links of a site.
#[derive(Debug)]
pub(super) struct LinkClasses {
    /// True if the number of used links is read off the byte of the single vertex.
    pub is_counted: bool,
    /// Number of values of the field of the class.
    pub stride: u32,
    /// By link, by letter (0 unused, 1 used), by class: the value of the field after, or [`DEAD`].
    pub rows: Vec<[Vec<u16>; 2]>,
    /// By class after all links: where its effects are in `listed`.
    pub effects: Vec<Range<usize>>,
    /// Effects, with the number of fillings that have them.
    pub listed: Leaf,
}

impl LinkClasses {
    /// Returns the classes of the site at time `t`.
    ///
    /// # Errors
    /// The reason why there are too many.
    pub fn new(parts: &Parts<'_>, t: usize, effects: &EffectClasses) -> Result<Self, String> {
        let (drawing, drawn) = (&parts.drawings[t], &parts.drawn[t]);
        let letters = vec![2; drawing.early.len()];
        let next = |level: usize, fillings: &Vec<u32>, letter: usize| {
            let agrees = |f: &&u32| drawn[**f as usize].early >> level & 1 == letter as u64;
            let left: Vec<u32> = fillings.iter().filter(agrees).copied().collect();
            (!left.is_empty()).then_some(left)
        };
        let finish = |fillings: &Vec<u32>| {
            let mut times = BTreeMap::new();
            fillings.iter().for_each(|&f| *times.entry(effects.of[f as usize]).or_insert(0) += 1);
            Some(times.into_iter().collect::<Leaf>())
        };
        let all = (0..drawn.len() as u32).collect();
        let built = LayeredBuilder { letters: &letters, next: &next, finish: &finish }.build(all)?;
        let Some(automaton) = built else { unreachable!("every site has a filling") };
        let is_counted = drawing.vertices.len() == 1;
        let count = |level: usize, fillings: &Vec<u32>| {
            let used = drawn[fillings[0] as usize].early & ((1u128 << level) - 1) as u64;
            if is_counted { used.count_ones() } else { 0 }
        };
        // By level, by code: the number of used links, and what the field says beside it.
        let mut places: Vec<Vec<(u32, u32)>> = Vec::new();
        for (level, states) in automaton.states.iter().enumerate() {
            let mut extra = [0; 3];
            let place = |state: &Option<Vec<u32>>| {
                let Some(fillings) = state else { return (0, 0) };
                let used = count(level, fillings);
                extra[used as usize] += 1;
                (used, extra[used as usize] - 1)
            };
            places.push(states.iter().map(place).collect());
        }
        let stride = places.iter().flatten().map(|p| p.1 + 1).max().unwrap_or(1);
        let size = (if is_counted { 3 * stride } else { stride }) as usize;
        let index = |(used, extra): (u32, u32)| (used * stride + extra) as usize;
        let mut rows = Vec::with_capacity(automaton.rows.len());
        for (level, row) in automaton.rows.iter().enumerate() {
            let mut own = [vec![DEAD; size], vec![DEAD; size]];
            for (own, row) in own.iter_mut().zip(row) {
                for (code, &to) in row.iter().enumerate().filter(|(_, to)| **to != DEAD) {
                    own[index(places[level][code])] = places[level + 1][usize::from(to)].1 as u16;
                }
            }
            rows.push(own);
        }
        let mut classes = vec![0..0; size];
        let mut listed = Vec::new();
        let last = places.len() - 1;
        for (&place, leaf) in places[last].iter().zip(&automaton.results) {
            let start = listed.len();
            listed.extend(leaf);
            classes[index(place)] = start..listed.len();
        }
        Ok(Self { is_counted, stride, rows, effects: classes, listed })
    }
}
