//! Counting with a memo of states.

use super::{Bits, Pick};
use crate::engine::Control;
use crate::engine::cover::kernel::CountResult;
use crate::engine::cover::memo::{CountMemo, SolutionCount};

impl<const W: usize> Bits<W> {
    /// Counts the solutions of the cube until `control` stops it.
    ///
    /// The set of active options is the state: if no item may be covered more than once, it determines everything else.
    pub(super) fn count_all(&mut self, control: &Control, memo: &CountMemo) -> CountResult {
        // A memo makes later branches cheaper than earlier ones.
        let unmeasured = control.unmeasured();
        let mut open: Vec<(Option<Box<[u64]>>, SolutionCount)> = Vec::new();
        let mut down = std::mem::replace(&mut self.fresh, false);
        let mut value = SolutionCount::ZERO;
        loop {
            if down {
                if let Err(stop) = self.tick(if memo.in_use() { &unmeasured } else { control }) {
                    open.iter().for_each(|level| value.add(&level.1));
                    return (value, Err(stop));
                }
                let state = match self.pick() {
                    Pick::Dead => Err(SolutionCount::ZERO),
                    Pick::Solution => Err(SolutionCount::ONE),
                    pick => self.recall(memo).map(|state| (pick, state)),
                };
                match state {
                    Err(known) => (value, down) = (known, false),
                    Ok((pick, state)) => {
                        self.branch(&pick);
                        open.push((state, SolutionCount::ZERO));
                    }
                }
                continue;
            }
            let Some(top) = open.last_mut() else {
                return (value, self.check(control));
            };
            top.1.add(&value);
            down = self.resume();
            if !down {
                let (state, total) = open.pop().expect("there is a top");
                state.into_iter().for_each(|s| memo.put(s, &total));
                value = total;
            } else {
                value = SolutionCount::ZERO;
            }
        }
    }

    /// Returns, as `Err`, the number known for this state, or, as `Ok`, the key to store it under if the memo is in use.
    fn recall(&self, memo: &CountMemo) -> Result<Option<Box<[u64]>>, SolutionCount> {
        if !memo.in_use() {
            return Ok(None);
        }
        match memo.get(self.key()) {
            Some(known) => Err(known),
            None => Ok(memo.in_use().then(|| self.key().into())),
        }
    }

    /// Returns true if the [key](Self::key) determines the number of solutions.
    pub(super) fn is_plain(&self) -> bool {
        self.rows.is_empty() && !self.multiple.contains(&true)
    }

    /// The state: the items that need covering if they determine the active options, else these.
    pub(super) fn key(&self) -> &[u64] {
        if self.by_items { &self.needy } else { &self.active }
    }
}
