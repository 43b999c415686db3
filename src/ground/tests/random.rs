//! Random small models: every kind of rule, term, guard and move.

use super::reference::{all_diagrams, check};
use crate::geometry::{Board, CellId, CellSet, Mode, Movement, Ray, Shape, SymmetryKind, Vector};
use crate::model::samples::{compare, kind, model, nowhere};
use crate::model::{
    CellContents, Disjunction, Fact, Filter, Guard, Instance, KindId, KindSet, LineRuns, LinearExpr, Model,
    Objective, Reach, Relation, Rule, RuleBody, Shapes, Term, Unit, View,
};
use std::sync::Arc;

/// Linear congruential generator (Knuth's MMIX); uses the high bits.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn between(&mut self, a: i64, b: i64) -> i64 {
        a + self.below((b - a + 1) as u64) as i64
    }

    /// A row or column, read from either end.
    fn pick_line(&mut self, board: &Board) -> Arc<[CellId]> {
        let lines = if self.one_in(2) { board.rows() } else { board.columns() };
        let mut line = lines[self.below(lines.len() as u64) as usize].clone();
        if self.one_in(2) {
            line.reverse();
        }
        line.into()
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

fn board(dice: &mut Dice) -> Board {
    let wrapped = |width, height, wrap_x, wrap_y| Shape::Box { width, height, depth: 1, wrap_x, wrap_y };
    let shape = dice.pick(&[
        Shape::rectangle(3, 2),
        Shape::rectangle(2, 4),
        Shape::rectangle(3, 3),
        Shape::rectangle(7, 1),
        wrapped(4, 2, true, false),
        wrapped(3, 3, true, true),
        Shape::Hex { edge: 2 },
        Shape::Box { width: 2, height: 2, depth: 2, wrap_x: false, wrap_y: false },
    ]);
    let mut board = Board::new(shape);
    if dice.one_in(3) {
        board.add_wall(CellId(dice.below(board.len() as u64) as u32));
    }
    board
}

fn movement(dice: &mut Dice) -> Movement {
    let mut rays = Vec::new();
    for _ in 0..dice.below(4) {
        let step = dice.pick(&[(1, 0), (0, 1), (1, 1), (1, -1), (1, 2), (2, 0)]);
        let vector = Vector::flat(step.0, step.1);
        let mode = dice.pick(&[
            Mode::Plain,
            Mode::Plain,
            Mode::Plain,
            Mode::Plain,
            Mode::Through,
            Mode::Lame,
            Mode::Cannon,
            Mode::Grasshopper,
        ]);
        let (from, to) = match mode {
            Mode::Lame => (1, Some(1)),
            Mode::Cannon | Mode::Grasshopper => (1, None),
            _ => dice.pick(&[(1, None), (1, None), (1, Some(1)), (1, Some(2)), (2, None)]),
        };
        let straight = matches!(mode, Mode::Lame | Mode::Cannon | Mode::Grasshopper) || !dice.one_in(4);
        let lead = (!straight).then(|| dice.pick(&[(1, 1), (0, 1), (-1, 1), (2, 1)]));
        let lead = lead.map(|(x, y)| Vector::flat(x, y));
        rays.push(Ray { lead, step: vector, mode, from, to });
        if !dice.one_in(4) {
            rays.push(Ray { lead: lead.map(|v| -v), step: -vector, mode, from, to });
        }
    }
    Movement::new(rays, false)
}

fn kind_set(dice: &mut Dice, kinds: usize) -> KindSet {
    KindSet::new((0..kinds as u16).map(KindId).filter(|_| !dice.one_in(3)))
}

fn cells(dice: &mut Dice, board: &Board) -> CellSet {
    let all = dice.one_in(2);
    CellSet::of(board.len(), board.cells().filter(|_| all || dice.one_in(2)))
}

fn relation(dice: &mut Dice) -> Relation {
    use Relation as R;
    dice.pick(&[R::Eq, R::Ne, R::Lt, R::Le, R::Gt, R::Ge, R::Ge, R::Le])
}

fn term(dice: &mut Dice, m: &Model) -> Term {
    let (kinds, cells_of) = (m.kinds.len(), m.board.len() as u64);
    match dice.below(7) {
        6 => Term::View {
            view: dice.pick(&[View::Visible, View::First]),
            line: dice.pick_line(&m.board),
            kinds: valued(dice, m),
        },
        0 => Term::Attackers { by: kind_set(dice, kinds), on: CellId(dice.below(cells_of) as u32) },
        1 => Term::Attacks { by: kind_set(dice, kinds), on: kind_set(dice, kinds) },
        _ => {
            let reach = dice.one_in(4).then(|| {
                let moves = movement(dice);
                let moves = Movement::new(moves.rays().iter().copied(), dice.one_in(2));
                Reach::Moves { from: CellId(dice.below(cells_of) as u32), moves }
            });
            let filter = dice.one_in(4).then(|| Filter {
                by: kind_set(dice, kinds),
                relation: relation(dice),
                value: dice.between(0, 2),
            });
            let what = CellContents { kinds: kind_set(dice, kinds), empty: dice.one_in(4) };
            let unit = dice.pick(&[Unit::Pieces, Unit::Cells]);
            Term::Count { unit, what, cells: Arc::new(cells(dice, &m.board)), reach, filter }
        }
    }
}

/// A set of members of the family.
fn valued(dice: &mut Dice, m: &Model) -> KindSet {
    let has_value = |k: &KindId| m.kind(*k).family.is_some();
    KindSet::new(kind_set(dice, m.kinds.len()).iter().filter(has_value))
}

/// Runs that the line may have, or not.
fn line_runs(dice: &mut Dice, m: &Model) -> LineRuns {
    let what = CellContents { kinds: kind_set(dice, m.kinds.len()), empty: dice.one_in(4) };
    let lengths = (0..dice.below(3)).map(|_| 1 + dice.below(2) as u32).collect();
    LineRuns { line: dice.pick_line(&m.board), what, lengths }
}

fn disjunction(dice: &mut Dice, m: &Model) -> Disjunction {
    let chain = |dice: &mut Dice| -> Vec<(LinearExpr, Relation)> {
        (0..1 + dice.below(2)).map(|_| (linear(dice, m), relation(dice))).collect()
    };
    Disjunction { guard: guard(dice, m), alternatives: (0..1 + dice.below(3)).map(|_| chain(dice)).collect() }
}

fn linear(dice: &mut Dice, m: &Model) -> LinearExpr {
    let terms = (0..1 + dice.below(2)).map(|_| (dice.pick(&[1, 1, 1, -1, 2]), term(dice, m))).collect();
    LinearExpr { terms, constant: dice.between(-3, 1) }
}

fn rule(dice: &mut Dice, m: &Model) -> Rule {
    let kinds = m.kinds.len();
    let body = match dice.below(14) {
        12 => RuleBody::Either((0..1 + dice.below(2)).map(|_| disjunction(dice, m)).collect()),
        13 => RuleBody::Runs((0..1 + dice.below(2)).map(|_| line_runs(dice, m)).collect()),
        0..=3 => {
            let all = dice.one_in(2);
            let mut pairs = Vec::new();
            for j in 0..kinds as u16 {
                for k in 0..kinds as u16 {
                    if all || dice.one_in(2) {
                        pairs.push((KindId(j), KindId(k)));
                    }
                }
            }
            RuleBody::NoAttacks(pairs)
        }
        4 => RuleBody::Pair { from: kind_set(dice, kinds), to: kind_set(dice, kinds), moves: movement(dice) },
        5 if dice.one_in(2) => {
            let found = m.board.symmetries();
            let kinds: Vec<SymmetryKind> = found.iter().map(|s| s.kind).collect();
            RuleBody::Symmetric(vec![dice.pick(&kinds)])
        }
        6 => dominated(dice, m),
        _ => {
            let instances = (0..1 + dice.below(3)).map(|_| Instance {
                guard: guard(dice, m),
                left: linear(dice, m),
                relation: relation(dice),
            });
            return compare(instances.collect());
        }
    };
    Rule::whole(body, nowhere())
}

fn guard(dice: &mut Dice, m: &Model) -> Option<Guard> {
    let cell = CellId(dice.below(m.board.len() as u64) as u32);
    match dice.below(4) {
        0 if !m.board.is_wall(cell) => Some(Guard::Empty(cell)),
        1 => Some(Guard::Occupied(cell, kind_set(dice, m.kinds.len()))),
        _ => None,
    }
}

/// `each empty cell: attackers P >= 1` and similar rules.
fn dominated(dice: &mut Dice, m: &Model) -> RuleBody {
    let by = kind_set(dice, m.kinds.len());
    let (relation, constant) =
        dice.pick(&[(Relation::Ge, -1), (Relation::Le, -1), (Relation::Eq, 0), (Relation::Gt, 0)]);
    let empty = dice.one_in(2);
    let instances = m.board.open_cells().map(|on| Instance {
        guard: empty.then_some(Guard::Empty(on)),
        left: LinearExpr { terms: vec![(1, Term::Attackers { by: by.clone(), on })], constant },
        relation,
    });
    RuleBody::Compare(instances.collect())
}

fn random_model(seed: u64) -> Model {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    dice.below(2);
    let board = board(&mut dice);
    let most = if board.len() > 7 { 2 } else { 3 };
    let shared = movement(&mut dice);
    let kinds = (0..1 + dice.below(most)).map(|i| {
        let moves = if dice.one_in(2) { shared.clone() } else { movement(&mut dice) };
        let mut kind = kind(["a", "b", "c"][i as usize], moves);
        kind.family = (!dice.one_in(4)).then(|| (0, dice.between(-1, 3)));
        if dice.one_in(5) && !board.shape().is_spatial() {
            let shape = dice.pick(&[(1, 0), (0, 1), (1, 1)]);
            let second = Vector::flat(shape.0, shape.1);
            kind.shapes = Shapes::Tile(vec![vec![Vector::ZERO, second]]);
        }
        kind
    });
    let mut m = model(board.clone(), kinds.collect());
    for _ in 0..1 + dice.below(3) {
        let rule = rule(&mut dice, &m);
        m.rules.push(rule);
    }
    if dice.one_in(4) {
        let cell = CellId(dice.below(board.len() as u64) as u32);
        let kind = KindId(dice.below(m.kinds.len() as u64) as u16);
        m.facts.push(if dice.one_in(2) {
            Fact::Empty(cell, nowhere())
        } else {
            Fact::Holds(cell, kind, nowhere())
        });
    }
    for _ in 0..dice.below(6).saturating_sub(3) {
        let value = linear(&mut dice, &m);
        m.objectives.push(Objective { maximize: dice.one_in(2), value, span: nowhere() });
    }
    m
}

/// Checks that grounding and judge agree on `seeds`.
fn check_seeds(seeds: std::ops::Range<u64>) {
    let (mut solvable, mut checked) = (0, 0);
    for seed in seeds {
        let m = random_model(seed);
        if all_diagrams(&m).len() > 20_000 {
            continue;
        }
        checked += 1;
        solvable += usize::from(check(&m, &format!("seed {seed}")) > 0);
    }
    assert!(solvable * 3 > checked, "{solvable} of {checked} have solutions");
}

#[test]
fn random_models() {
    check_seeds(0..400);
}

#[test]
#[ignore = "a minute"]
fn many_random_models() {
    check_seeds(400..6000);
}
