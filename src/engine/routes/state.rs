//! State of the search: which pieces each vertex may still have, which links are in or out, the paths of the links that are
//! in, and the ranges of the rows' sums. Every change is on a trail.
//!
//! Each end of a path knows the other end, its mate (a vertex without links in is a path of length 1). A link that joins
//! two paths joins their far ends; a link between mates closes the route.

use super::net::{Net, OFF, Pieces};
use super::rows::Rows;

/// A contradiction: no solution has what was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

pub(super) type Consistent = Result<(), Contradiction>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkState {
    Open,
    In,
    Out,
}

/// Far end of a path, as known by one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mate {
    pub(super) vertex: u32,
    /// Number of vertices of the path.
    pub(super) length: u32,
}

/// Knowledge of a route as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Vertices that must have a piece.
    pub(super) on: u32,
    /// Vertices with a link that is in.
    pub(super) touched: u32,
    /// Vertices that are ends, and those that may be.
    pub(super) ends: u32,
    pub(super) possible_ends: u32,
    /// True once the links that are in form the whole route.
    pub(super) complete: bool,
}

/// An entry of the trail: what was there before.
#[derive(Clone, Copy, Debug)]
enum Change {
    Alive(u32, Pieces),
    Seen(u32, Pieces),
    Link(u32),
    Degree(u32),
    Mate(u32, Mate),
    Tally(u32, Tally),
    Value(u32),
}

/// Ranges of the rows' sums.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// Least and greatest value that each sum can still have.
    pub(super) range: Vec<(i64, i64)>,
    /// Bounds of each row; those of objectives change during the search.
    pub(super) bounds: Vec<(i64, i64)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
}

#[derive(Clone, Debug)]
pub(super) struct State<'a> {
    pub(super) net: &'a Net,
    pub(super) rows: &'a Rows,
    /// Pieces that each vertex may have.
    pub(super) alive: Vec<Pieces>,
    /// The same at the time when its consequences were last drawn.
    seen: Vec<Pieces>,
    pub(super) links: Vec<LinkState>,
    /// Number of links of each vertex that are in.
    pub(super) degree: Vec<u8>,
    /// Valid for the ends of paths.
    pub(super) mates: Vec<Mate>,
    pub(super) tallies: Vec<Tally>,
    pub(super) values: Vec<Option<bool>>,
    pub(super) sums: Sums,
    queue: Vec<u32>,
    queued: Vec<bool>,
    trail: Vec<Change>,
}

impl<'a> State<'a> {
    /// Creates the state in which nothing is decided, with everything queued.
    pub(super) fn new(net: &'a Net, rows: &'a Rows) -> Self {
        let vertices = net.vertices() as u32;
        let possible = |first: u32, end: u32| {
            net.ends[first as usize..end as usize].iter().filter(|e| **e != 0).count() as u32
        };
        let tallies = net
            .spans
            .iter()
            .map(|s| Tally { possible_ends: possible(s.first, s.end), ..Tally::default() })
            .collect();
        Self {
            net,
            rows,
            alive: net.allowed.clone(),
            seen: net.all.clone(),
            links: vec![LinkState::Open; net.links.len()],
            degree: vec![0; vertices as usize],
            mates: (0..vertices).map(|vertex| Mate { vertex, length: 1 }).collect(),
            tallies,
            values: vec![None; net.vars()],
            sums: Sums::new(rows),
            queue: (0..vertices).rev().collect(),
            queued: vec![true; vertices as usize],
            trail: Vec::new(),
        }
    }

    /// Returns the present length of the trail, for [`Self::undo`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back every change since `mark`, and forgets what is queued.
    pub(super) fn undo(&mut self, mark: usize) {
        while let Some(v) = self.queue.pop() {
            self.queued[v as usize] = false;
        }
        self.sums.clear();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Alive(v, pieces)) => self.alive[v as usize] = pieces,
                Some(Change::Seen(v, pieces)) => self.seen[v as usize] = pieces,
                Some(Change::Link(l)) => self.links[l as usize] = LinkState::Open,
                Some(Change::Degree(v)) => self.degree[v as usize] -= 1,
                Some(Change::Mate(v, mate)) => self.mates[v as usize] = mate,
                Some(Change::Tally(s, tally)) => self.tallies[s as usize] = tally,
                Some(Change::Value(var)) => self.release(var as usize),
                None => {}
            }
        }
    }

    /// Returns the next vertex whose pieces have changed.
    pub(super) fn next_vertex(&mut self) -> Option<u32> {
        let v = self.queue.pop()?;
        self.queued[v as usize] = false;
        Some(v)
    }

    /// Replaces what was seen of a vertex, and returns it.
    pub(super) fn see(&mut self, v: u32) -> Pieces {
        let before = std::mem::replace(&mut self.seen[v as usize], self.alive[v as usize]);
        self.trail.push(Change::Seen(v, before));
        before
    }

    /// Leaves a vertex these pieces only.
    pub(super) fn restrict(&mut self, v: u32, to: Pieces) -> Consistent {
        let before = self.alive[v as usize];
        let now = before & to;
        if now == before {
            return Ok(());
        }
        if now == 0 {
            return Err(Contradiction);
        }
        self.trail.push(Change::Alive(v, before));
        self.alive[v as usize] = now;
        if !std::mem::replace(&mut self.queued[v as usize], true) {
            self.queue.push(v);
        }
        Ok(())
    }

    pub(super) fn is_on(&self, v: u32) -> bool {
        self.alive[v as usize] & OFF == 0
    }

    /// Returns true if `v` is an end of an open route.
    pub(super) fn is_end(&self, v: u32) -> bool {
        self.alive[v as usize] & !self.net.ends[v as usize] == 0
    }

    /// Changes the tally of a route.
    pub(super) fn tally(&mut self, span: u32, change: impl FnOnce(&mut Tally)) {
        self.trail.push(Change::Tally(span, self.tallies[span as usize]));
        change(&mut self.tallies[span as usize]);
    }

    /// Puts an open link in or out.
    pub(super) fn decide(&mut self, link: u32, to: LinkState) -> Consistent {
        self.trail.push(Change::Link(link));
        self.links[link as usize] = to;
        let net = self.net;
        let [x, y] = net.links[link as usize];
        let uses = [0, 1].map(|end| net.side(link, end).uses);
        if to == LinkState::Out {
            self.restrict(x, !uses[0])?;
            return self.restrict(y, !uses[1]);
        }
        self.restrict(x, uses[0])?;
        self.restrict(y, uses[1])?;
        self.join(x, y)
    }

    /// Joins the paths that end in `x` and `y`, which a link now connects.
    fn join(&mut self, x: u32, y: u32) -> Consistent {
        let span = self.net.span_of[x as usize];
        let closed = self.net.spans[span as usize].closed;
        let new = [x, y].iter().filter(|v| self.degree[**v as usize] == 0).count() as u32;
        for v in [x, y] {
            self.degree[v as usize] += 1;
            self.trail.push(Change::Degree(v));
        }
        if new > 0 {
            self.tally(span, |t| t.touched += new);
        }
        let (a, b) = (self.mates[x as usize], self.mates[y as usize]);
        if a.vertex == y {
            return if closed { self.complete(span, a.length) } else { Err(Contradiction) };
        }
        let length = a.length + b.length;
        self.set_mate(a.vertex, Mate { vertex: b.vertex, length });
        self.set_mate(b.vertex, Mate { vertex: a.vertex, length });
        if !closed || length < self.tallies[span as usize].on {
            self.keep_apart(a.vertex, b.vertex)?;
        }
        if !closed && self.is_end(a.vertex) && self.is_end(b.vertex) {
            self.complete(span, length)?;
        }
        Ok(())
    }

    fn set_mate(&mut self, v: u32, mate: Mate) {
        self.trail.push(Change::Mate(v, self.mates[v as usize]));
        self.mates[v as usize] = mate;
    }

    /// Takes out the link between two vertices, if there is one.
    fn keep_apart(&mut self, a: u32, b: u32) -> Consistent {
        let between = self.net.incidences(a).iter().find(|i| i.other == b).map(|i| i.link);
        match between {
            Some(link) if self.links[link as usize] == LinkState::Open => self.decide(link, LinkState::Out),
            _ => Ok(()),
        }
    }

    /// Takes the path or cycle of `length` vertices that has just been finished as the whole route.
    pub(super) fn complete(&mut self, span: u32, length: u32) -> Consistent {
        if self.tallies[span as usize].complete {
            return Ok(());
        }
        if self.tallies[span as usize].touched != length {
            return Err(Contradiction);
        }
        self.tally(span, |t| t.complete = true);
        let net = self.net;
        let vertices = net.spans[span as usize].first..net.spans[span as usize].end;
        for v in vertices {
            if self.degree[v as usize] == 0 {
                self.restrict(v, OFF)?;
            }
        }
        Ok(())
    }

    /// Sets a variable: the pieces of its vertex if it is a piece, or else its value.
    pub(super) fn set(&mut self, var: usize, to: bool) -> Consistent {
        match self.net.place(var) {
            Some((vertex, bit)) => self.restrict(vertex, if to { bit } else { !bit }),
            None => self.assign(var, to),
        }
    }

    /// Gives a variable its value, and its rows their ranges.
    pub(super) fn assign(&mut self, var: usize, to: bool) -> Consistent {
        match self.values[var] {
            Some(value) if value == to => return Ok(()),
            Some(_) => return Err(Contradiction),
            None => {}
        }
        self.values[var] = Some(to);
        self.trail.push(Change::Value(var as u32));
        let rows = self.rows;
        for o in rows.occurrences(var) {
            self.sums.narrow(o.row, o.weight, o.positive == to, 1);
            self.sums.push(o.row);
        }
        Ok(())
    }

    fn release(&mut self, var: usize) {
        let Some(value) = self.values[var].take() else { return };
        let rows = self.rows;
        for o in rows.occurrences(var) {
            self.sums.narrow(o.row, o.weight, o.positive == value, -1);
        }
    }

    /// Returns the value of a literal if it is known.
    pub(super) fn value(&self, lit: crate::problem::Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|v| v == lit.is_positive())
    }
}

impl Sums {
    fn new(rows: &Rows) -> Self {
        let range =
            |row| rows.terms(row).iter().fold((0, 0), |(lo, hi), t| (lo + t.0.min(0), hi + t.0.max(0)));
        let all = 0..rows.len();
        Self {
            range: all.clone().map(range).collect(),
            bounds: all.map(|row| (rows.row(row).lo, rows.row(row).hi)).collect(),
            queue: (0..rows.len() as u32).collect(),
            queued: vec![true; rows.len()],
        }
    }

    /// Changes the range when a literal of this weight becomes true or false; with `sign` -1, takes that back.
    fn narrow(&mut self, row: u32, weight: i64, literal: bool, sign: i64) {
        let (least, greatest) = &mut self.range[row as usize];
        let value = if literal { weight } else { 0 };
        *least += sign * (value - weight.min(0));
        *greatest += sign * (value - weight.max(0));
    }

    pub(super) fn push(&mut self, row: u32) {
        if !std::mem::replace(&mut self.queued[row as usize], true) {
            self.queue.push(row);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let row = self.queue.pop()?;
        self.queued[row as usize] = false;
        Some(row)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
