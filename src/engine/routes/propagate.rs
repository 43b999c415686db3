//! Consequences of the decisions, to a fixpoint: a link that all pieces of a vertex use is in, one that none uses is out; an
//! open route has two ends; the bounds of the rows decide the literals that are too heavy.

use super::net::{OFF, Pieces};
use super::rows::Head;
use super::state::{Consistent, Contradiction, LinkState, State};

impl State<'_> {
    /// Draws the consequences of the problem alone.
    pub(super) fn start(&mut self) -> Consistent {
        for span in 0..self.net.spans.len() as u32 {
            if !self.net.spans[span as usize].closed {
                self.ends_left(span)?;
            }
        }
        self.propagate()
    }

    /// Draws all consequences.
    pub(super) fn propagate(&mut self) -> Consistent {
        loop {
            if let Some(v) = self.next_vertex() {
                self.visit(v)?;
            } else if let Some(row) = self.sums.pop() {
                self.check_row(row as usize)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Draws the consequences of a change of a vertex's pieces.
    fn visit(&mut self, v: u32) -> Consistent {
        let before = self.see(v);
        let now = self.alive[v as usize];
        self.count(v, before, now)?;
        let net = self.net;
        if net.watched[v as usize] != 0 {
            self.tell(v, before, now)?;
        }
        for incidence in net.incidences(v) {
            if self.links[incidence.link as usize] != LinkState::Open {
                continue;
            }
            // Joining paths may have narrowed the vertex again.
            let now = self.alive[v as usize];
            if now & incidence.uses == 0 {
                self.decide(incidence.link, LinkState::Out)?;
            } else if now & !incidence.uses == 0 {
                self.decide(incidence.link, LinkState::In)?;
            }
        }
        Ok(())
    }

    /// Tells the rows which pieces have become false, and which true.
    fn tell(&mut self, v: u32, before: Pieces, now: Pieces) -> Consistent {
        let watched = self.net.watched[v as usize];
        let mut gone = before & !now & watched;
        while gone != 0 {
            self.assign(self.net.piece_var(v, gone.trailing_zeros()), false)?;
            gone &= gone - 1;
        }
        if now.is_power_of_two() && now & watched != 0 {
            self.assign(self.net.piece_var(v, now.trailing_zeros()), true)?;
        }
        Ok(())
    }

    /// Updates the tally of the vertex's route.
    fn count(&mut self, v: u32, before: Pieces, now: Pieces) -> Consistent {
        let span = self.net.span_of[v as usize];
        if before & OFF != 0 && now & OFF == 0 {
            self.tally(span, |t| t.on += 1);
        }
        let ends = self.net.ends[v as usize];
        if ends == 0 {
            return Ok(());
        }
        if before & ends != 0 && now & ends == 0 {
            self.tally(span, |t| t.possible_ends -= 1);
            self.ends_left(span)?;
        }
        if before & !ends != 0 && now & !ends == 0 {
            self.tally(span, |t| t.ends += 1);
            let mate = self.mates[v as usize];
            if self.degree[v as usize] > 0 && self.is_end(mate.vertex) {
                self.complete(span, mate.length)?;
            }
            self.ends_found(span)?;
        }
        Ok(())
    }

    /// Makes the last two vertices that can be ends of a route its ends.
    fn ends_left(&mut self, span: u32) -> Consistent {
        let left = self.tallies[span as usize].possible_ends;
        match left {
            0 | 1 => Err(Contradiction),
            2 => self.for_ends(span, |state, v, ends| state.restrict(v, ends)),
            _ => Ok(()),
        }
    }

    /// Once two ends of a route are known, no other vertex is one.
    fn ends_found(&mut self, span: u32) -> Consistent {
        let found = self.tallies[span as usize].ends;
        if found < 2 {
            return Ok(());
        }
        if found > 2 {
            return Err(Contradiction);
        }
        self.for_ends(span, |state, v, ends| if state.is_end(v) { Ok(()) } else { state.restrict(v, !ends) })
    }

    /// Does something with each vertex that may be an end of a route.
    fn for_ends(
        &mut self,
        span: u32,
        mut act: impl FnMut(&mut Self, u32, Pieces) -> Consistent,
    ) -> Consistent {
        let net = self.net;
        let vertices = net.spans[span as usize].first..net.spans[span as usize].end;
        for v in vertices {
            let ends = net.ends[v as usize];
            if self.alive[v as usize] & ends != 0 {
                act(self, v, ends)?;
            }
        }
        Ok(())
    }

    /// Draws the consequences of the range of a row's sum.
    fn check_row(&mut self, row: usize) -> Consistent {
        let (least, greatest) = self.sums.range[row];
        let (mut lo, mut hi) = self.sums.bounds[row];
        match self.rows.row(row).head {
            Head::Always => {}
            Head::If(guard) => match self.value(guard) {
                Some(true) => {}
                None if least > hi || greatest < lo => {
                    return self.set(guard.var().index(), !guard.is_positive());
                }
                _ => return Ok(()),
            },
            Head::Defines(head) => match self.value(head) {
                Some(true) => {}
                Some(false) if lo == i64::MIN => return Err(Contradiction),
                Some(false) => (lo, hi) = (i64::MIN, lo - 1),
                None if least >= lo => return self.set(head.var().index(), true),
                None if greatest < lo => return self.set(head.var().index(), false),
                None => return Ok(()),
            },
        }
        if least > hi || greatest < lo {
            return Err(Contradiction);
        }
        self.force(row, lo, hi)
    }

    /// Decides the literals whose weight exceeds what the bounds leave. Decisions may narrow the range meanwhile; as each of
    /// them puts the row back into the queue, nothing is missed.
    fn force(&mut self, row: usize, lo: i64, hi: i64) -> Consistent {
        let (least, greatest) = self.sums.range[row];
        // A bound that matters is within the range, so its distance from the other end does not overflow.
        let room = |bounded: bool, room: i64| if bounded { room } else { i64::MAX };
        let down = room(lo > least, greatest.saturating_sub(lo));
        let up = room(hi < greatest, hi.saturating_sub(least));
        let rows = self.rows;
        if rows.row(row).heaviest <= down.min(up) {
            return Ok(());
        }
        for &(weight, lit) in rows.terms(row) {
            if self.value(lit).is_some() {
                continue;
            }
            if weight.abs() > down {
                self.set(lit.var().index(), lit.is_positive() == (weight > 0))?;
            }
            if weight.abs() > up {
                self.set(lit.var().index(), lit.is_positive() == (weight < 0))?;
            }
        }
        Ok(())
    }
}
