//! Counting with a memo of states.

use super::{Bits, NONE, Pick, has};
use crate::engine::cover::memo::{Memo, Tally};
use crate::engine::{Control, Stop};

impl<const W: usize> Bits<W> {
    /// The number of solutions; `Err` with what was counted so far where `control` stops it.
    ///
    /// A state is what is still active: as long as no item may be covered more than once, everything else follows.
    pub(super) fn count_all(&mut self, control: &Control, memo: &mut Memo) -> Result<Tally, (Stop, Tally)> {
        let mut open: Vec<(Option<Box<[u64]>>, Tally)> = Vec::new();
        let mut down = std::mem::replace(&mut self.fresh, false);
        let mut value = Tally::ZERO;
        loop {
            if down {
                if let Err(stop) = self.tick(control) {
                    open.iter().for_each(|level| value.add(&level.1));
                    return Err((stop, value));
                }
                let state = match self.pick() {
                    Pick::Dead => Err(Tally::ZERO),
                    Pick::Solution => Err(Tally::ONE),
                    pick => self.recall(memo).map(|state| (pick, state)),
                };
                match state {
                    Err(known) => (value, down) = (known, false),
                    Ok((pick, state)) => {
                        self.branch(&pick);
                        open.push((state, Tally::ZERO));
                    }
                }
                continue;
            }
            let Some(top) = open.last_mut() else { return Ok(value) };
            top.1.add(&value);
            down = self.resume();
            if !down {
                let (state, total) = open.pop().expect("there is a top");
                state.into_iter().for_each(|s| memo.put(s, &total));
                value = total;
            } else {
                value = Tally::ZERO;
            }
        }
    }

    /// The number of solutions with each of the options `starts`, so many times; the memo serves all of them.
    pub(super) fn count_from(
        &mut self,
        starts: &[(u32, u32)],
        control: &Control,
        memo: &mut Memo,
    ) -> Result<Tally, (Stop, Tally)> {
        let mut total = Tally::ZERO;
        let broken = !self.fresh;
        for &(option, times) in starts {
            if broken || !has(&self.active, option) {
                continue;
            }
            self.push(NONE, option);
            self.take(option);
            self.fresh = true;
            match self.count_all(control, memo) {
                Ok(tally) => total.add(&tally.times(times)),
                Err((stop, tally)) => {
                    total.add(&tally.times(times));
                    return Err((stop, total));
                }
            }
            self.take_back(option);
            self.active = self.levels.pop().expect("the level of the start").active;
        }
        self.fresh = false;
        Ok(total)
    }

    /// What the memo knows of this state, or (as `Ok`) the state to remember it by, if the memo is in use.
    fn recall(&self, memo: &mut Memo) -> Result<Option<Box<[u64]>>, Tally> {
        if !memo.in_use() {
            return Ok(None);
        }
        let state: &[u64] = if self.by_items { &self.needy } else { &self.active };
        match memo.get(state) {
            Some(known) => Err(known),
            None => Ok(memo.in_use().then(|| state.into())),
        }
    }
}
