//! Sums of facts as masks, and the values that they can still reach.

use super::super::mask::Mask;
use super::form::FactSum;

/// A sum of facts within bounds.
#[derive(Clone)]
pub(super) struct MaskSum<const W: usize> {
    /// The facts of each weight.
    weights: Vec<(i64, Mask<W>)>,
    pub(super) lo: i64,
    pub(super) hi: i64,
    /// A fact, and the value for which the bounds apply.
    guard: Option<(u32, bool)>,
}

/// Facts at a node.
pub(super) struct Facts<const W: usize> {
    /// Those that hold.
    pub(super) now: Mask<W>,
    /// Those that do not hold, but may once more choices are placed.
    pub(super) soon: Mask<W>,
}

impl<const W: usize> MaskSum<W> {
    /// A sum without bounds.
    pub(super) fn new(terms: &[(i64, u32)]) -> Self {
        let mut weights: Vec<(i64, Mask<W>)> = Vec::new();
        for &(weight, fact) in terms {
            match weights.iter_mut().find(|w| w.0 == weight) {
                Some((_, facts)) => facts.insert(fact as usize),
                None => weights.push((weight, Mask::of([fact as usize]))),
            }
        }
        Self { weights, lo: i64::MIN, hi: i64::MAX, guard: None }
    }

    pub(super) fn of(sum: &FactSum) -> Self {
        Self { lo: sum.lo, hi: sum.hi, guard: sum.guard, ..Self::new(&sum.terms) }
    }

    /// The same sum within these bounds.
    pub(super) fn within(self, lo: i64, hi: i64) -> Self {
        Self { lo, hi, ..self }
    }

    /// Number of different weights.
    pub(super) fn width(&self) -> usize {
        self.weights.len()
    }

    /// Value where exactly the facts `now` hold.
    #[inline]
    pub(super) fn value(&self, now: &Mask<W>) -> i64 {
        self.weights.iter().map(|(w, facts)| w * i64::from(facts.and(now).len())).sum()
    }

    /// By how much the value rises and falls at most once facts among `soon` hold.
    #[inline]
    pub(super) fn changes(&self, soon: &Mask<W>) -> (i64, i64) {
        let (mut rise, mut fall) = (0, 0);
        for (w, facts) in &self.weights {
            let change = w * i64::from(facts.and(soon).len());
            if *w > 0 {
                rise += change;
            } else {
                fall -= change;
            }
        }
        (rise, fall)
    }

    /// Returns true if the value is out of bounds where the facts `now` hold, and whatever else does. Only for sums that
    /// [`Self::is_one_way`].
    #[inline]
    pub(super) fn is_spent(&self, now: &Mask<W>) -> bool {
        let value = self.value(now);
        if self.weights[0].0 > 0 { value > self.hi } else { value < self.lo }
    }

    /// The same sum, whose bounds always apply.
    pub(super) fn unconditional(self) -> Self {
        Self { guard: None, ..self }
    }

    /// Returns true if a fact more raises the value. Only for sums that [`Self::is_one_way`].
    pub(super) fn rises(&self) -> bool {
        self.weights[0].0 > 0
    }

    /// Returns true if one of these facts is a term.
    pub(super) fn concerns(&self, facts: &Mask<W>) -> bool {
        self.weights.iter().any(|(_, own)| !own.and(facts).is_empty())
    }

    /// Returns true if no fact more may hold where the facts `now` do. Only for sums that [`Self::rises`].
    #[inline]
    pub(super) fn is_full(&self, now: &Mask<W>) -> bool {
        let least = self.weights.iter().map(|w| w.0).min().unwrap_or(0);
        self.value(now) + least > self.hi
    }

    /// Returns true if more facts can only raise the value, or only lower it, and the bounds always apply.
    pub(super) fn is_one_way(&self) -> bool {
        let rising = self.weights.first().is_some_and(|w| w.0 > 0);
        self.guard.is_none() && !self.weights.is_empty() && self.weights.iter().all(|w| (w.0 > 0) == rising)
    }

    /// Returns true if the constraint holds where exactly the facts `now` do.
    #[inline]
    pub(super) fn holds(&self, now: &Mask<W>) -> bool {
        let applies = self.guard.is_none_or(|(fact, value)| now.has(fact as usize) == value);
        !applies || (self.lo..=self.hi).contains(&self.value(now))
    }

    /// Returns true if the bounds apply whatever is placed besides.
    #[inline]
    pub(super) fn applies(&self, facts: &Facts<W>) -> bool {
        self.guard.is_none_or(|(fact, value)| {
            let fact = fact as usize;
            facts.now.has(fact) == value && (value || !facts.soon.has(fact))
        })
    }
}
