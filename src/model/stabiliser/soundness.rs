//! Symmetries of random models on random diagrams: the judge must give a diagram and its image the same result.

use super::{exchange_group, exchangeable_kinds, stabiliser};
use crate::geometry::{Board, CellId, CellSet, Mode, Movement, Ray, Shape, Vector};
use crate::model::samples::*;
use crate::model::{
    CellContents, Diagram, Disjunction, Fact, Filter, GroupRule, Groups, Guard, Instance, KindId, KindSet,
    LineRuns, LinearExpr, Model, Objective, Placement, Reach, Relation, Route, RouteId, Rule, RuleBody, Term,
    View, judge, objective_values,
};
use std::sync::Arc;

/// Deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn cell(&mut self, model: &Model) -> CellId {
        CellId::from_index(self.below(model.board.len() as u64) as usize)
    }

    fn movement(&mut self) -> Movement {
        let symmetric = [knight(), queen(), leaps(1, 1), rides(1, 0), leaps(0, 2)];
        match self.below(7) {
            kind @ 0..5 => symmetric[kind as usize].clone(),
            5 => Movement::new([Ray::leap(Vector::flat(0, 1)), Ray::ride(Vector::flat(1, 1))], false),
            _ => {
                let hop = |v| Ray { mode: Mode::Grasshopper, ..Ray::ride(v) };
                Movement::new(images(1, 0).into_iter().map(hop), false)
            }
        }
    }

    fn relation(&mut self) -> Relation {
        [Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge, Relation::Lt][self.below(5) as usize]
    }

    fn cells(&mut self, model: &Model) -> CellSet {
        let lines = match self.below(4) {
            0 => model.board.rows(),
            1 => model.board.columns(),
            2 => model.board.falling_diagonals(),
            _ => return CellSet::full(model.board.len()),
        };
        let line = self.below(lines.len() as u64) as usize;
        CellSet::of(model.board.len(), lines[line].clone())
    }

    fn line(&mut self, model: &Model) -> Arc<[CellId]> {
        let lines = if self.below(2) == 0 { model.board.rows() } else { model.board.columns() };
        let mut line = lines[self.below(lines.len() as u64) as usize].clone();
        if self.below(2) == 0 {
            line.reverse();
        }
        line.into()
    }

    fn term(&mut self, model: &Model) -> Term {
        let by = [kinds(&[0]), kinds(&[1]), kinds(&[0, 1])][self.below(3) as usize].clone();
        match self.below(10) {
            7 => Term::Groups(self.groups(model)),
            8 => Term::GroupSize { groups: self.groups(model), of: self.cell(model) },
            9 if !model.routes.is_empty() => {
                Term::Links { route: RouteId(0), cells: Arc::new(self.cells(model)) }
            }
            6 => {
                let view = [View::Visible, View::First][self.below(2) as usize];
                Term::View { view, line: self.line(model), kinds: by }
            }
            0 => Term::Attackers { by, on: self.cell(model) },
            1 => Term::Attacks { by: kinds(&[0]), on: by },
            choice => {
                let Term::Count { unit, mut what, cells, .. } = count(&[0], self.cells(model)) else {
                    unreachable!("a count")
                };
                what.kinds = by.clone();
                what.empty = self.below(4) == 0;
                let reach = match choice {
                    2 => Some(Reach::Moves { from: self.cell(model), moves: self.movement() }),
                    4 if !model.routes.is_empty() => {
                        Some(Reach::Routes { from: self.cell(model), routes: vec![RouteId(0)] })
                    }
                    _ => None,
                };
                if let (5, Some(route)) = (choice, model.routes.first()) {
                    what.kinds = KindSet::new(route.pieces.iter().filter(|_| self.below(2) == 0));
                }
                let filter = (choice == 3).then_some(Filter { by, relation: Relation::Eq, value: 0 });
                Term::Count { unit, what, cells, reach, filter }
            }
        }
    }

    fn groups(&mut self, model: &Model) -> Groups {
        let only = Movement::new([Ray::leap(Vector::flat(1, 0)), Ray::leap(Vector::flat(1, 1))], false);
        let moves = [leaps(1, 0), leaps(1, 1), leaps(1, 2), only][self.below(4) as usize].clone();
        let what = CellContents { kinds: kinds(&[self.below(2) as u16]), empty: self.below(3) == 0 };
        Groups { what, cells: Arc::new(self.cells(model)), moves }
    }

    fn disjunction(&mut self, model: &Model) -> Disjunction {
        let chain = |random: &mut Self| {
            let terms = vec![(1, random.term(model))];
            let left = LinearExpr { terms, constant: random.below(3) as i64 - 1 };
            vec![(left, random.relation())]
        };
        let alternatives = (0..=self.below(2)).map(|_| chain(self)).collect();
        Disjunction { guard: None, alternatives }
    }

    fn rule(&mut self, model: &Model) -> Rule {
        let body = match self.below(9) {
            7 if !model.routes.is_empty() => RuleBody::Route(RouteId(0)),
            8 => RuleBody::EachGroup(vec![GroupRule {
                groups: self.groups(model),
                condition: self.disjunction(model),
            }]),
            5 => {
                let what = CellContents { kinds: kinds(&[self.below(2) as u16]), empty: self.below(4) == 0 };
                let lengths = (0..self.below(3)).map(|_| 1 + self.below(2) as u32).collect();
                RuleBody::Runs(vec![LineRuns { line: self.line(model), what, lengths }])
            }
            6 => RuleBody::Either(vec![self.disjunction(model)]),
            0 => RuleBody::NoAttacks(vec![(KindId(0), KindId(1)), (KindId(1), KindId(0))]),
            1 => RuleBody::Pair { from: kinds(&[0]), to: kinds(&[1]), moves: self.movement() },
            2 => {
                let group = model.board.symmetries();
                RuleBody::Symmetric(vec![group[self.below(group.len() as u64) as usize].kind])
            }
            _ => {
                let guard = match self.below(4) {
                    0 => Some(Guard::Empty(self.cell(model))),
                    1 => Some(Guard::Occupied(self.cell(model), kinds(&[0]))),
                    _ => None,
                };
                let terms =
                    (0..=self.below(2)).map(|_| (self.below(3) as i64 - 1, self.term(model))).collect();
                let left = LinearExpr { terms, constant: self.below(3) as i64 - 1 };
                RuleBody::Compare(vec![Instance { guard, left, relation: self.relation() }])
            }
        };
        Rule::whole(body, nowhere())
    }

    fn model(&mut self) -> Model {
        let (wrap_x, wrap_y) = (self.below(4) == 0, self.below(4) == 0);
        let (width, height) = (2 + self.below(2) as u32, 1 + self.below(3) as u32);
        let board = Board::new(Shape::Box { width, height, depth: 1, wrap_x, wrap_y });
        let first = self.movement();
        let second = if self.below(2) == 0 { first.clone() } else { self.movement() };
        let mut model = model(board, vec![kind("one", first), kind("two", second)]);
        for (kind, value) in model.kinds.iter_mut().zip([1, 2]) {
            kind.family = Some((0, value));
        }
        if self.below(3) == 0 {
            let diagonal = self.below(3) == 0;
            add_route(&mut model, self.below(2) == 0, if diagonal { images(1, 1) } else { images(1, 0) });
        }
        if self.below(3) == 0 {
            let wall = self.cell(&model);
            model.board.add_wall(wall);
        }
        if self.below(4) == 0 {
            let cell = self.cell(&model);
            model.facts.push(Fact::Holds(cell, KindId(0), nowhere()));
        }
        for _ in 0..=self.below(2) {
            let rule = self.rule(&model);
            model.rules.push(rule);
        }
        if self.below(3) == 0 {
            let value = LinearExpr { terms: vec![(1, self.term(&model))], constant: 0 };
            model.objectives.push(Objective { maximize: true, value, span: nowhere() });
        }
        model
    }

    /// Sometimes returns a loop of the route over four cells.
    fn ring(&mut self, model: &Model) -> Vec<Placement> {
        let Some(route) = model.routes.first().filter(|_| self.below(2) == 0) else { return Vec::new() };
        let board = &model.board;
        let any = |random: &mut Self| route.moves[random.below(route.moves.len() as u64) as usize];
        let (a, b) = (any(self), any(self));
        let (back, down) = (Route::back(board, a), Route::back(board, b));
        let mut cell = self.cell(model);
        let mut pieces = Vec::new();
        // Each cell leads back to the one before it and on to the next.
        for (before, next) in [(b, a), (back, b), (down, back), (a, down)] {
            let kind = model.kinds.iter().position(|k| {
                k.line.as_ref().is_some_and(|l| {
                    l.moves.len() == 2 && l.moves.contains(&before) && l.moves.contains(&next)
                })
            });
            let (Some(kind), Some(to)) = (kind, Route::step(board, cell, next)) else { return Vec::new() };
            pieces.push(Placement::point(KindId(kind as u16), cell));
            cell = to;
        }
        pieces
    }

    fn diagram(&mut self, model: &Model) -> Diagram {
        let filled = 1 + self.below(4);
        let mut pieces = self.ring(model);
        let taken: Vec<CellId> = pieces.iter().map(|p| p.cells[0]).collect();
        let kinds = if taken.is_empty() { model.kinds.len() as u64 } else { 2 };
        for cell in model.board.open_cells().filter(|c| !taken.contains(c)) {
            if self.below(4) < filled {
                pieces.push(Placement::point(KindId(self.below(kinds) as u16), cell));
            }
        }
        Diagram::new(pieces)
    }
}

#[test]
fn nobody_can_tell_a_diagram_from_its_image() {
    let mut random = Random(2024);
    let (mut tried, mut exchanged, mut combined, mut lines) = (0, 0, 0, 0);
    for _ in 0..3000 {
        let model = random.model();
        let group = stabiliser(&model, true);
        let classes = exchangeable_kinds(&model);
        let exchanges = exchange_group(&model, true).expect("a small spec");
        let elements = exchanges.elements();
        assert_eq!(exchanges.order(), elements.len().into());
        for _ in 0..8 {
            let diagram = random.diagram(&model);
            let meaning = |d: &Diagram| (judge(&model, d).is_empty(), objective_values(&model, d));
            let expected = meaning(&diagram);
            for symmetry in &group[1..] {
                let turned = |kind| model.kind_image(kind, &symmetry.linear).expect("the spec is kept");
                let placed = diagram.placements().iter();
                let image = placed.map(|p| Placement::point(turned(p.kind), symmetry.image(p.cells[0])));
                assert_eq!(
                    meaning(&Diagram::new(image)),
                    expected,
                    "{} {model:#?} {diagram:?}",
                    symmetry.kind
                );
                tried += 1;
            }
            for element in &elements[1..] {
                let (cells, kinds) = exchanges.images(&model, element);
                let placed = diagram.placements().iter();
                let image =
                    placed.map(|p| Placement::point(kinds[p.kind.index()], cells[p.cells[0].index()]));
                let words = exchanges.words(&model, element);
                assert_eq!(meaning(&Diagram::new(image)), expected, "{words} {model:#?} {diagram:?}");
                combined += usize::from(element.coset > 0 && kinds.first() == Some(&KindId(1)));
                lines += usize::from(words.contains("columns") || words.contains("rows"));
            }
            if !classes.is_empty() {
                let other = |kind: KindId| if kind.0 < 2 { KindId(1 - kind.0) } else { kind };
                let image = diagram.placements().iter().map(|p| Placement::point(other(p.kind), p.cells[0]));
                assert_eq!(meaning(&Diagram::new(image)), expected, "{model:#?} {diagram:?}");
                exchanged += 1;
            }
        }
    }
    assert!(tried > 10_000 && exchanged > 1000, "{tried} {exchanged}");
    assert!(combined > 0 && lines > 0, "{combined} {lines}");
}
