//! Grounds routes: the constraint that the line pieces draw one route, and conditions about its links.

use super::graphs::Links;
use super::grounder::Grounder;
use super::truth::Truth;
use crate::geometry::CellId;
use crate::model::{self, RouteId, RuleBody};
use crate::problem::{ChoiceId, LinePiece, Origin, Route, Switch};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Grounder<'_> {
    /// Returns the links that pieces of the route may use.
    pub(super) fn route_links(&mut self, route: RouteId) -> Rc<Links> {
        if let Some(known) = self.links.get(&route) {
            return known.clone();
        }
        let mut links: FxHashMap<(CellId, CellId), [Vec<ChoiceId>; 2]> = FxHashMap::default();
        for choice in self.choices.ids() {
            let Some((from, cells)) = self.line(choice, route) else { continue };
            for to in cells {
                let sides = links.entry((from.min(to), from.max(to))).or_default();
                sides[usize::from(from > to)].push(choice);
            }
        }
        let mut links: Links = links.into_iter().collect();
        links.sort_unstable();
        let links = Rc::new(links);
        self.links.insert(route, links.clone());
        links
    }

    /// Returns the cell of a piece of the route and the cells to which it leads; `None` for other choices.
    fn line(&self, choice: ChoiceId, route: RouteId) -> Option<(CellId, Vec<CellId>)> {
        let line = self.model.kind(self.choices.kind(choice)).line.as_ref().filter(|l| l.route == route)?;
        let from = self.choices.cells(choice)[0];
        let leads = line.moves.iter().map(|&m| model::Route::step(&self.model.board, from, m));
        Some((from, leads.collect::<Option<_>>()?))
    }

    /// Returns the condition that the pieces on both cells use the link. If the pieces draw a route, those on either side
    /// decide it; they need not, if that rule is left out to explain a contradiction.
    fn link(&mut self, route: RouteId, sides: &[Vec<ChoiceId>; 2]) -> Truth {
        let is_drawn = self.model.rules.iter().any(|r| matches!(r.body, RuleBody::Route(r) if r == route));
        let decisive = if is_drawn { &sides[..1] } else { &sides[..] };
        let used = decisive.iter().map(|side| self.defs.any(side.iter().map(|c| Truth::Lit(c.lit()))));
        let used: Vec<Truth> = used.collect();
        self.defs.all(used)
    }

    /// Returns the links of the route, each with its condition.
    pub(super) fn links_of(&mut self, route: RouteId) -> Vec<(CellId, CellId, Truth)> {
        let links = self.route_links(route);
        links.iter().map(|((a, b), sides)| (*a, *b, self.link(route, sides))).collect()
    }

    /// Returns the cells linked with `from` by one of these routes, each with its condition.
    pub(super) fn linked_cells(&mut self, from: CellId, routes: &[RouteId]) -> FxHashMap<CellId, Truth> {
        let mut reached: FxHashMap<CellId, Vec<Truth>> = FxHashMap::default();
        for &route in routes {
            let links = self.route_links(route);
            for ((a, b), sides) in links.iter().filter(|((a, b), _)| *a == from || *b == from) {
                let link = self.link(route, sides);
                reached.entry(if *a == from { *b } else { *a }).or_default().push(link);
            }
        }
        reached.into_iter().map(|(cell, links)| (cell, self.defs.any(links))).collect()
    }

    /// Requires that the pieces of a route draw exactly one route.
    pub(super) fn route(&mut self, id: RouteId, origin: Origin) {
        let links = self.route_links(id);
        let mut cells: Vec<CellId> = links.iter().flat_map(|((a, b), _)| [*a, *b]).collect();
        cells.sort_unstable();
        cells.dedup();
        let vertex = |cell: CellId| cells.binary_search(&cell).map_or(0, |v| v as u32);
        let mut pieces: FxHashMap<ChoiceId, LinePiece> = FxHashMap::default();
        for (number, ((a, b), sides)) in (0..).zip(links.iter()) {
            for (cell, side, other) in [(*a, &sides[0], &sides[1]), (*b, &sides[1], &sides[0])] {
                for &choice in side {
                    if other.is_empty() {
                        // Nothing leads back.
                        self.draft.clause(vec![!choice.lit()], origin);
                    }
                    let piece = pieces.entry(choice).or_insert_with(|| LinePiece {
                        placed: Switch::If(choice.lit()),
                        vertex: vertex(cell),
                        links: smallvec::SmallVec::new(),
                    });
                    piece.links.push(number);
                }
            }
        }
        let mut pieces: Vec<(ChoiceId, LinePiece)> = pieces.into_iter().collect();
        pieces.sort_unstable_by_key(|p| p.0);
        self.draft.routes.push(Route {
            closed: self.model.route(id).closed,
            vertices: cells.len() as u32,
            links: links.iter().map(|((a, b), _)| (vertex(*a), vertex(*b))).collect(),
            pieces: pieces.into_iter().map(|p| p.1).collect(),
            origin,
        });
    }
}
