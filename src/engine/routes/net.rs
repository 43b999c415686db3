//! The routes of a problem as one net: links between vertices, and the line pieces of each vertex as bits of a mask. What
//! concerns a single vertex (a cell that must be visited, a given, turns only) becomes its first mask; everything else
//! becomes a row.

use super::rows::{self, Head, Rows};
use crate::engine::Decline;
use crate::problem::{Definition, Lit, Problem, Route, Switch, Var};

/// Set of the line pieces of a vertex, one bit each.
pub(super) type Pieces = u128;

/// Bit for no piece.
pub(super) const OFF: Pieces = 1;

/// Number of pieces that a mask has room for.
const MOST_PIECES: usize = 127;

/// A link at one of its vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Incidence {
    pub(super) link: u32,
    /// Vertex at the other end.
    pub(super) other: u32,
    /// Pieces of the vertex that use the link.
    pub(super) uses: Pieces,
}

/// A route and its vertices, which have consecutive numbers.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) closed: bool,
    pub(super) first: u32,
    pub(super) end: u32,
}

/// Vertices and links of all routes.
#[derive(Clone, Debug, Default)]
pub(super) struct Net {
    pub(super) spans: Vec<Span>,
    /// Route of each vertex.
    pub(super) span_of: Vec<u32>,
    /// Ends of each link.
    pub(super) links: Vec<[u32; 2]>,
    /// Places of each link in `incidences`, by end.
    pub(super) sides: Vec<[u32; 2]>,
    incidences: Vec<Incidence>,
    /// Start of the incidences of each vertex, and one more entry.
    starts: Vec<u32>,
    /// Pieces of each vertex, and [`OFF`].
    pub(super) all: Vec<Pieces>,
    /// Pieces that each vertex may have.
    pub(super) allowed: Vec<Pieces>,
    /// Pieces of each vertex with one link; none for a closed route.
    pub(super) ends: Vec<Pieces>,
    /// Pieces of each vertex that occur in rows.
    pub(super) watched: Vec<Pieces>,
    /// Variable of each piece, by vertex and bit.
    piece_vars: Vec<u32>,
    piece_starts: Vec<u32>,
    /// Vertex and bit of each variable; the vertex is `u32::MAX` for a variable that is no piece.
    places: Vec<(u32, u8)>,
    /// Number of choices of the problem.
    pub(super) choices: usize,
    /// Choices that are no pieces, ascending.
    pub(super) others: Vec<u32>,
    /// Rows of the objectives, and of the expression to count by.
    pub(super) objectives: Vec<u32>,
    pub(super) by: Option<u32>,
}

impl Net {
    /// Translates a problem.
    ///
    /// # Errors
    /// If a vertex has too many pieces, or a weight is too large.
    pub(super) fn new(problem: &Problem) -> Result<(Self, Rows), Decline> {
        let mut builder = Builder::new(problem);
        for route in &problem.routes {
            builder.route(route)?;
        }
        builder.constraints(problem)?;
        builder.finish(problem)
    }

    pub(super) fn vertices(&self) -> usize {
        self.all.len()
    }

    pub(super) fn vars(&self) -> usize {
        self.places.len()
    }

    pub(super) fn incidences(&self, vertex: u32) -> &[Incidence] {
        &self.incidences[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// Returns the incidence of a link at one of its ends.
    pub(super) fn side(&self, link: u32, end: usize) -> &Incidence {
        &self.incidences[self.sides[link as usize][end] as usize]
    }

    /// Returns the variable of a piece, whose bit is not 0.
    pub(super) fn piece_var(&self, vertex: u32, bit: u32) -> usize {
        self.piece_vars[(self.piece_starts[vertex as usize] + bit - 1) as usize] as usize
    }

    /// Returns the vertex and the bit of a variable that is a piece.
    pub(super) fn place(&self, var: usize) -> Option<(u32, Pieces)> {
        let (vertex, bit) = self.places[var];
        (vertex != u32::MAX).then_some((vertex, 1 << bit))
    }
}

struct Builder {
    net: Net,
    rows: Rows,
    /// Pieces of each vertex: variable and links.
    pieces: Vec<Vec<(u32, Vec<u32>)>>,
}

const NOWHERE: (u32, u8) = (u32::MAX, 0);

fn heavy(fits: bool) -> Result<(), Decline> {
    if fits { Ok(()) } else { Err(Decline::new("the weights of a sum are too large")) }
}

impl Builder {
    fn new(problem: &Problem) -> Self {
        let net = Net {
            places: vec![NOWHERE; problem.var_count()],
            choices: problem.choices.len(),
            ..Net::default()
        };
        Self { net, rows: Rows::default(), pieces: Vec::new() }
    }

    /// Adds the vertices, links and pieces of a route.
    fn route(&mut self, route: &Route) -> Result<(), Decline> {
        let (first, span) = (self.pieces.len() as u32, self.net.spans.len() as u32);
        let first_link = self.net.links.len() as u32;
        let end = first + route.vertices;
        self.net.spans.push(Span { closed: route.closed, first, end });
        self.net.span_of.resize(end as usize, span);
        self.pieces.resize(end as usize, Vec::new());
        self.net.links.extend(route.links.iter().map(|&(x, y)| [first + x, first + y]));
        for piece in route.pieces.iter().filter(|p| p.placed != Switch::Off) {
            let vertex = first + piece.vertex;
            let bit = self.pieces[vertex as usize].len() + 1;
            if bit > MOST_PIECES {
                let message = format!("a cell has more than {MOST_PIECES} line pieces");
                return Err(Decline::new(message));
            }
            let var = self.piece(piece.placed, (vertex, bit as u8))?;
            let links = piece.links.iter().map(|l| first_link + l).collect();
            self.pieces[vertex as usize].push((var, links));
        }
        Ok(())
    }

    /// Returns the variable of a piece: its choice, unless that is another piece already, or a new variable that is equal
    /// to the switch.
    fn piece(&mut self, placed: Switch, place: (u32, u8)) -> Result<u32, Decline> {
        if let Switch::If(lit) = placed
            && lit.is_positive()
            && lit.var().index() < self.net.choices
            && self.net.places[lit.var().index()] == NOWHERE
        {
            self.net.places[lit.var().index()] = place;
            return Ok(lit.var().0);
        }
        let var = self.net.places.len() as u32;
        self.net.places.push(place);
        let term = placed.lit().map(|l| (1, l));
        let bound = i64::from(term.is_some());
        heavy(self.rows.push(term.as_slice(), (bound, i64::MAX), Head::Defines(Lit::positive(Var(var)))))?;
        Ok(var)
    }

    fn constraints(&mut self, problem: &Problem) -> Result<(), Decline> {
        self.net.all = self.pieces.iter().map(|p| Pieces::MAX >> (MOST_PIECES - p.len())).collect();
        self.net.allowed = self.net.all.clone();
        for (number, definition) in problem.definitions.iter().enumerate() {
            self.define(definition, Lit::positive(problem.defined(number)))?;
        }
        for clique in &problem.cliques {
            let terms: Vec<(i64, Lit)> = clique.choices.iter().map(|c| (1, c.lit())).collect();
            self.bound(&terms, (i64::from(clique.exactly), 1))?;
        }
        for (lits, _) in &problem.clauses {
            let lits = distinct(lits);
            if !lits.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
                let terms: Vec<(i64, Lit)> = lits.into_iter().map(|l| (1, l)).collect();
                self.bound(&terms, (1, i64::MAX))?;
            }
        }
        for c in problem.choice_ids() {
            for &d in problem.conflicts[c.index()].iter().filter(|d| **d >= c) {
                let terms = [(1, c.lit()), (1, d.lit())];
                self.bound(if c == d { &terms[..1] } else { &terms }, (0, i64::from(c != d)))?;
            }
        }
        for linear in &problem.linears {
            let bounds = (linear.lo, linear.hi);
            match linear.guard {
                None => self.bound(&linear.terms, bounds)?,
                Some(guard) => heavy(self.rows.push(&linear.terms, bounds, Head::If(guard)))?,
            }
        }
        Ok(())
    }

    fn define(&mut self, definition: &Definition, head: Lit) -> Result<(), Decline> {
        let sum = |lits: &[Lit]| distinct(lits).into_iter().map(|l| (1, l)).collect::<Vec<_>>();
        let (terms, bound) = match definition {
            Definition::All(lits) => {
                // A literal and its negation are never both true, so their sum stays below the bound.
                let terms = sum(lits);
                let bound = terms.len() as i64;
                (terms, bound)
            }
            Definition::Any(lits) => (sum(lits), 1),
            Definition::AtLeast(terms, bound) => (terms.clone(), *bound),
            Definition::Linked { .. } => return Err(Decline::new("it does not support groups")),
        };
        heavy(self.rows.push(&terms, (bound, i64::MAX), Head::Defines(head)))
    }

    /// Requires `lo <= sum of terms <= hi`: of the mask of a vertex if all terms are its pieces, or else as a row.
    fn bound(&mut self, terms: &[(i64, Lit)], (lo, hi): (i64, i64)) -> Result<(), Decline> {
        let place = |lit: Lit| self.net.places[lit.var().index()];
        let vertex = terms.first().map_or(u32::MAX, |t| place(t.1).0);
        if vertex == u32::MAX || terms.iter().any(|t| place(t.1).0 != vertex) {
            return heavy(self.rows.push(terms, (lo, hi), Head::Always));
        }
        heavy(rows::fits(terms))?;
        // Sum without a piece, and what each piece adds to it.
        let mut without = 0i64;
        let mut change = [0i64; MOST_PIECES + 1];
        for &(weight, lit) in terms {
            without += if lit.is_positive() { 0 } else { weight };
            change[usize::from(place(lit).1)] += if lit.is_positive() { weight } else { -weight };
        }
        let mask = &mut self.net.allowed[vertex as usize];
        for (bit, change) in change.iter().enumerate() {
            if !(lo..=hi).contains(&(without + change)) {
                *mask &= !(1 << bit);
            }
        }
        Ok(())
    }

    fn finish(mut self, problem: &Problem) -> Result<(Net, Rows), Decline> {
        for objective in &problem.objectives {
            self.net.objectives.push(self.rows.len() as u32);
            heavy(self.rows.push(&objective.terms, (i64::MIN, i64::MAX), Head::Always))?;
        }
        if let Some(by) = &problem.by {
            self.net.by = Some(self.rows.len() as u32);
            heavy(self.rows.push(&by.terms, (i64::MIN, i64::MAX), Head::Always))?;
        }
        self.rows.link(self.net.vars());
        self.incidences();
        self.pieces();
        self.net.others =
            (0..self.net.choices as u32).filter(|&c| self.net.places[c as usize] == NOWHERE).collect();
        Ok((self.net, self.rows))
    }

    fn incidences(&mut self) {
        let net = &mut self.net;
        let mut at = vec![Vec::new(); self.pieces.len()];
        for (link, &[x, y]) in net.links.iter().enumerate() {
            at[x as usize].push((link as u32, y));
            at[y as usize].push((link as u32, x));
        }
        net.sides = vec![[0; 2]; net.links.len()];
        net.starts.push(0);
        for (vertex, list) in at.into_iter().enumerate() {
            for (link, other) in list {
                let used = |p: &&(usize, &(u32, Vec<u32>))| p.1.1.contains(&link);
                let uses = self.pieces[vertex].iter().enumerate();
                let uses = uses.filter(|p| used(&p)).fold(0, |mask, p| mask | 2 << p.0);
                let end = usize::from(net.links[link as usize][1] == vertex as u32);
                net.sides[link as usize][end] = net.incidences.len() as u32;
                net.incidences.push(Incidence { link, other, uses });
            }
            net.starts.push(net.incidences.len() as u32);
        }
    }

    fn pieces(&mut self) {
        let net = &mut self.net;
        for (vertex, pieces) in self.pieces.iter().enumerate() {
            net.piece_starts.push(net.piece_vars.len() as u32);
            let (mut ends, mut watched) = (0, 0);
            for (index, (var, links)) in pieces.iter().enumerate() {
                let bit: Pieces = 2 << index;
                ends |= if links.len() == 1 { bit } else { 0 };
                watched |= if self.rows.occurrences(*var as usize).is_empty() { 0 } else { bit };
                net.piece_vars.push(*var);
            }
            if net.spans[net.span_of[vertex] as usize].closed {
                net.allowed[vertex] &= !ends;
                ends = 0;
            }
            net.ends.push(ends);
            net.watched.push(watched);
        }
    }
}

/// Returns the literals in order, each once.
fn distinct(lits: &[Lit]) -> Vec<Lit> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}
