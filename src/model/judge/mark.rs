//! Marking: the mistakes on a board that may be unfinished. A mistake is a part of a rule that no completion can satisfy, by
//! itself: the row with three stars, the two queens, not the whole rule. A finished board, on which no cell is open, has a mistake
//! exactly if the judge finds a violation. An unfinished board without mistakes need not have a completion, since the rules
//! are considered one by one.

use super::bounds::{GroupView, OpenBoard};
use super::filled::FilledBoard;
use super::{asymmetry, pairing, structure, words};
use crate::geometry::{CellId, CellSet, Movement};
use crate::model::{
    ClueMode, Diagram, Disjunction, Fact, GroupRule, Guard, KindId, KindSet, LineRuns, Model, Placement,
    Route, RouteId, Rule, RuleBody,
};
use crate::text::Span;
use smallvec::SmallVec;

/// A part of a rule, or a given, that is broken for good.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Span of the rule or given; `None` for requirements of the board itself.
    pub span: Option<Span>,
    /// Place of the part, such as `row 4`; `None` if the message says it.
    pub place: Option<String>,
    /// The fault, with the names of cells.
    pub message: String,
}

/// Returns the mistakes of a board on which further pieces may come on the cells of `open`, which are empty.
pub fn mistakes(model: &Model, diagram: &Diagram, open: &CellSet) -> Vec<Mistake> {
    let unplaceable = structure::unplaceable(model, diagram);
    if !unplaceable.is_empty() {
        return unplaceable.into_iter().map(plain).collect();
    }
    let filled = FilledBoard::new(model, diagram);
    let mut found: Vec<Mistake> = structure::placement_violations(&filled).into_iter().map(plain).collect();
    // A piece that is required on open cells may still come; a piece where none may stand is a mistake at once.
    let is_open = |span: Span| {
        let cell = |f: &Fact| match *f {
            Fact::Holds(cell, _, at) if at == span => Some(cell),
            _ => None,
        };
        let mut required = model.facts.iter().filter_map(cell).peekable();
        required.peek().is_some() && required.all(|c| open.contains(c))
    };
    let facts = structure::fact_violations(&filled).into_iter();
    found.extend(facts.filter(|v| v.span.is_none_or(|span| !is_open(span))).map(plain));
    let mut board = OpenBoard::new(filled, open.clone());
    for rule in &model.rules {
        let messages = board.broken_parts(rule);
        found.extend(messages.into_iter().map(|(part, message)| Mistake {
            span: Some(rule.span),
            place: part.and_then(|part| place_of(model, rule, part)),
            message,
        }));
    }
    found
}

/// Returns the cells on which a further piece may come: without walls, the pieces of the board, cells that the spec leaves empty,
/// and those of `empty`, which the board says are empty.
pub fn fillable_cells(model: &Model, diagram: &Diagram, empty: &[CellId]) -> CellSet {
    let mut open = CellSet::of(model.board.len(), model.board.open_cells());
    open.difference_with(&model.occupied(diagram));
    let given = model.facts.iter().filter_map(|fact| match *fact {
        Fact::Empty(cell, _) => Some(cell),
        Fact::Holds(..) => None,
    });
    let clues = model.clues.iter().filter(|_| model.clue_mode == Some(ClueMode::Empty)).map(|c| c.0);
    for cell in given.chain(clues).chain(empty.iter().copied()) {
        open.remove(cell);
    }
    open
}

fn plain(violation: super::Violation) -> Mistake {
    Mistake { span: violation.span, place: None, message: violation.message }
}

/// Names the place for which a part of a rule was expanded.
fn place_of(model: &Model, rule: &Rule, part: usize) -> Option<String> {
    let placed = rule.places.iter().find(|placed| part < placed.end)?;
    model.place_words(&placed.place)
}

/// The number of a part, if the rule has parts, and what is wrong with it.
type BrokenPart = (Option<usize>, String);

impl OpenBoard<'_> {
    fn broken_parts(&mut self, rule: &Rule) -> Vec<BrokenPart> {
        let alone = |message: String| (None, message);
        match &rule.body {
            RuleBody::Compare(all) => self.parts(all, |board, instance| {
                let broken = board.applies(instance.guard.as_ref())
                    && !board.may_hold(&instance.left, instance.relation, None);
                broken.then(|| words::instance(&mut board.filled, instance))
            }),
            RuleBody::Either(all) => self.parts(all, |board, either| {
                let broken = board.applies(either.guard.as_ref()) && !board.may_hold_either(either, None);
                broken.then(|| words::either(&mut board.filled, either))
            }),
            RuleBody::Runs(all) => self.parts(all, |board, runs| {
                (!board.runs_fit(runs)).then(|| words::runs(&mut board.filled, runs))
            }),
            RuleBody::EachGroup(all) => self.parts(all, Self::broken_group),
            RuleBody::NoAttacks(pairs) => self.attacks(pairs).into_iter().map(alone).collect(),
            RuleBody::Pair { from, to, moves } => {
                self.unpaired(from, to, moves).into_iter().map(alone).collect()
            }
            RuleBody::Symmetric(kinds) if self.open.is_empty() => {
                kinds.iter().filter_map(|&k| asymmetry(&self.filled, k)).map(alone).collect()
            }
            // The image of a piece may be missing because its cell is still open.
            RuleBody::Symmetric(_) => Vec::new(),
            RuleBody::Route(route) => self.broken_route(*route).into_iter().map(alone).collect(),
        }
    }

    fn parts<P>(
        &mut self,
        parts: &[P],
        mut broken: impl FnMut(&mut Self, &P) -> Option<String>,
    ) -> Vec<BrokenPart> {
        let one = |(i, part)| broken(self, part).map(|message| (Some(i), message));
        parts.iter().enumerate().filter_map(one).collect()
    }

    /// Returns true if the guard is met in every completion.
    fn applies(&self, guard: Option<&Guard>) -> bool {
        match guard {
            None => true,
            Some(Guard::Empty(cell)) => self.filled.is_empty(*cell) && !self.open.contains(*cell),
            Some(Guard::Occupied(cell, kinds)) => {
                self.filled.kind_at(*cell).is_some_and(|k| kinds.contains(k))
            }
        }
    }

    fn may_hold_either(&mut self, either: &Disjunction, group: Option<&GroupView<'_>>) -> bool {
        either
            .alternatives
            .iter()
            .any(|chain| chain.iter().all(|(left, relation)| self.may_hold(left, *relation, group)))
    }

    fn broken_group(&mut self, rule: &GroupRule) -> Option<String> {
        if rule.groups.what.empty && !self.open.is_empty() {
            return None;
        }
        let near = rule.groups.both_ways();
        for cells in self.filled.groups(&rule.groups, None) {
            let board = &self.filled.model.board;
            let beside = |&c: &CellId| near.attacked(board, c, &self.filled.occupied).intersects(&self.open);
            let view = GroupView { cells: &cells, closed: !cells.iter().any(beside) };
            if !self.may_hold_either(&rule.condition, Some(&view)) {
                return Some(words::group(&mut self.filled, rule, &cells));
            }
        }
        None
    }

    /// Returns the attacks that no further piece can block, one for each two pieces.
    fn attacks(&self, pairs: &[(KindId, KindId)]) -> Vec<String> {
        let model = self.filled.model;
        let kinds =
            || (0..model.kinds.len()).map(|k| KindId(k as u16)).filter(|&k| model.kind(k).line.is_none());
        // What comes between would be attacked itself.
        let hits_all = |kind: KindId| kinds().all(|other| pairs.binary_search(&(kind, other)).is_ok());
        let mut told: Vec<(usize, usize)> = Vec::new();
        for (attacker, attacked) in self.filled.forbidden_attacks(pairs) {
            let piece = &self.filled.pieces[attacker];
            let movement = &model.kind(piece.kind).movement;
            let is_certain = self.open.is_empty()
                || hits_all(piece.kind)
                || piece.cells.iter().any(|&cell| {
                    let reached = movement.attacked(&model.board, cell, &self.blocked);
                    self.filled.pieces[attacked].cells.iter().any(|&c| reached.contains(c))
                });
            if is_certain && !told.contains(&(attacked, attacker)) {
                told.push((attacker, attacked));
            }
        }
        told.into_iter().map(|(a, b)| words::attack(&self.filled, a, b)).collect()
    }

    /// Returns a piece that no partner can join any more; on a finished board, any fault of the matching.
    fn unpaired(&self, from: &KindSet, to: &KindSet, moves: &Movement) -> Option<String> {
        if self.open.is_empty() {
            return pairing::fault(&self.filled, from, to, moves);
        }
        let pieces = self.filled.pieces.iter().enumerate();
        let alone = pieces.filter(|(_, p)| from.contains(p.kind)).find(|(number, _)| {
            let mut hope = false;
            self.filled.visit_reached(*number, moves, &mut |cell| {
                let partner = self.filled.kind_at(cell).is_some_and(|k| to.contains(k));
                hope |= partner || self.open.contains(cell);
            });
            !hope
        })?;
        Some(format!("{} is left without a partner", words::piece(self.filled.model, alone.1)))
    }

    fn broken_route(&self, route: RouteId) -> Option<String> {
        if self.open.is_empty() {
            return self.filled.route_fault(route);
        }
        let model = self.filled.model;
        let of_route = |p: &&Placement| model.kind(p.kind).line.as_ref().is_some_and(|l| l.route == route);
        for piece in self.filled.pieces.iter().filter(of_route) {
            let (cell, line) = (piece.cells[0], model.kind(piece.kind).line.as_ref()?);
            for &step in &line.moves {
                let to = Route::step(&model.board, cell, step);
                let goes_on = to.is_some_and(|to| {
                    self.open.contains(to) || self.filled.linked_with(route, cell).contains(&to)
                });
                if !goes_on {
                    let (name, here) = (&model.route(route).name, model.board.cell_name(cell));
                    return Some(format!("{name} does not go on from {here}"));
                }
            }
        }
        None
    }

    /// Returns true if the open cells of the line can be filled so that its runs have the lengths.
    fn runs_fit(&self, runs: &LineRuns) -> bool {
        // For each number of runs begun and length of the last one: true if the cells so far allow it. Length 0 is a gap.
        let mut states: Vec<(usize, u32)> = vec![(0, 0)];
        for &cell in &*runs.line {
            let (open, covered) = (self.open.contains(cell), self.filled.covers(&runs.what, cell));
            let mut next: SmallVec<[(usize, u32); 8]> = SmallVec::new();
            for (begun, length) in states {
                if open || covered {
                    let (begun, length) = if length == 0 { (begun + 1, 1) } else { (begun, length + 1) };
                    if begun
                        .checked_sub(1)
                        .and_then(|i| runs.lengths.get(i))
                        .is_some_and(|&most| length <= most)
                    {
                        next.push((begun, length));
                    }
                }
                let ends = length == 0 || runs.lengths.get(begun - 1) == Some(&length);
                if (open || !covered) && ends {
                    next.push((begun, 0));
                }
            }
            next.sort_unstable();
            next.dedup();
            states = next.into_vec();
        }
        let ends = |&(begun, length): &(usize, u32)| {
            begun == runs.lengths.len() && (length == 0 || runs.lengths.last() == Some(&length))
        };
        states.iter().any(ends)
    }
}
