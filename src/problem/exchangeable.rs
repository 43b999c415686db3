//! Kinds that may be permuted at will.

use super::ChoiceId;

/// Kinds that may be permuted at will.
#[derive(Debug)]
pub(super) struct ExchangeableKinds {
    /// By kind its choices, on corresponding cells.
    pub choices: Vec<Vec<ChoiceId>>,
    /// For each choice of the problem its position in these lists, if it is there.
    place: Vec<Option<(usize, usize)>>,
}

impl ExchangeableKinds {
    /// Creates the kinds with these choices, in a problem with `count` choices.
    pub fn new(count: usize, choices: Vec<Vec<ChoiceId>>) -> Self {
        let mut place = vec![None; count];
        for (kind, own) in choices.iter().enumerate() {
            own.iter().enumerate().for_each(|(at, c)| place[c.index()] = Some((kind, at)));
        }
        Self { choices, place }
    }

    /// Returns the number of the choice's kind; `None` if it is not one of these.
    pub fn kind(&self, choice: ChoiceId) -> Option<usize> {
        self.place[choice.index()].map(|place| place.0)
    }

    /// Returns the image of a choice if kind `order[i]` takes the place of kind i.
    pub fn image(&self, choice: ChoiceId, order: &[usize]) -> ChoiceId {
        match self.place[choice.index()] {
            Some((kind, at)) => self.choices[order[kind]][at],
            None => choice,
        }
    }
}
