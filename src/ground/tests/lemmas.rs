//! Tests of the lemmas on blocking against all fillings of small boards.

use super::reference::all_diagrams;
use crate::geometry::{Board, CellSet, Movement, Ray, Shape, Vector};
use crate::ground::blocking::{Sight, sees_as_attacks, unblocked};
use crate::ground::cancel::CancelCallback;
use crate::ground::classes::KindClasses;
use crate::ground::forbidden::ForbiddenAttacks;
use crate::ground::ground;
use crate::model::samples::{compare, kind, kinds, knight, model, queen, rides};
use crate::model::{Diagram, Guard, Instance, KindId, KindSet, LinearExpr, Model, Relation, Term, UpTo};
use crate::problem::{ChoiceId, Origin, Problem};

/// Movements for two kinds.
fn movements() -> Vec<Movement> {
    let short = Movement::new([Ray { to: Some(2), ..Ray::ride(Vector::flat(1, 0)) }], false);
    let late = Movement::new([Ray { from: 2, ..Ray::ride(Vector::flat(1, 0)) }], false);
    let through = Movement::new(
        rides(1, 0).rays().iter().map(|r| Ray { mode: crate::geometry::Mode::Through, ..*r }),
        false,
    );
    let [(a, b), (c, d)] = [((1, 1), (1, 0)), ((-1, 0), (-1, 1))];
    let bent = |(x, y), (u, v)| Ray::bent(Vector::flat(x, y), Vector::flat(u, v));
    let gryphon = Movement::new([bent(a, b), bent(c, d), Ray::ride(Vector::flat(-1, 0))], false);
    let skips = Movement::new([Ray { from: 2, ..bent(a, b) }, Ray { from: 2, ..bent(c, d) }], false);
    vec![rides(1, 0), queen(), Movement::default(), short, late, through, knight(), gryphon, skips]
}

fn boards() -> Vec<Board> {
    let wide = Shape::rectangle(4, 2);
    let cylinder = Shape::Box { width: 4, height: 2, depth: 1, wrap_x: true, wrap_y: false };
    vec![Board::new(wide), Board::new(cylinder)]
}

/// Returns true if some piece of kind `j` attacks a `k` along ray `index`, with or without blocking.
fn attacks(model: &Model, diagram: &Diagram, (j, index, k): Sight, blocked: bool) -> bool {
    let ray = Movement::new([model.kind(j).movement.rays()[index]], false);
    let occupied = if blocked { model.occupied(diagram) } else { CellSet::empty(model.board.len()) };
    let of = |kind: KindId| diagram.placements().iter().filter(move |p| p.kind == kind);
    of(j).any(|p| {
        let seen = ray.attacked(&model.board, p.cells[0], &occupied);
        of(k).any(|q| seen.contains(q.cells[0]))
    })
}

#[test]
fn blocked_attacks() {
    let (mut used, mut tried) = (0, 0);
    for board in boards() {
        let all = movements();
        for (i, a) in all.iter().enumerate() {
            for b in &all[i..] {
                let m = model(board.clone(), vec![kind("a", a.clone()), kind("b", b.clone())]);
                let diagrams = all_diagrams(&m);
                for bits in 1..16_u16 {
                    tried += 1;
                    used += usize::from(check_lemma_a(&m, &diagrams, bits));
                }
            }
        }
    }
    assert!(used > tried / 8, "{used} of {tried}: the lemma applies somewhere");
}

/// Checks Lemma A for the forbidden pairs given by `bits`; returns true if it applies to some triple.
fn check_lemma_a(m: &Model, diagrams: &[Diagram], bits: u16) -> bool {
    let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let forbidden: ForbiddenAttacks = pairs
        .iter()
        .enumerate()
        .filter(|(i, _)| bits >> i & 1 == 1)
        .map(|(_, &(j, k))| ((KindId(j), KindId(k)), Origin(0)))
        .collect();
    let classes = KindClasses::new(&m.kinds, &[true, true], &forbidden);
    let always = || true;
    let cancel = CancelCallback::new(&always);
    let kept = unblocked(&m.kinds, &[true, true], &forbidden, &classes, &cancel).expect("it is wanted");
    // A triple of representatives stands for all kinds of their classes.
    let all = |of: KindId| [KindId(0), KindId(1)].into_iter().filter(|&i| classes.first(i) == of).collect();
    let mut sights: Vec<Sight> = Vec::new();
    for (j, r, k) in kept {
        let (js, ks): (Vec<KindId>, Vec<KindId>) = (all(j), all(k));
        sights.extend(js.iter().flat_map(|&j| ks.iter().map(move |&k| (j, r, k))));
    }
    let kept = sights;
    for d in diagrams.iter().filter(|_| !kept.is_empty()) {
        let literal = forbidden
            .keys()
            .any(|&(j, k)| (0..m.kind(j).movement.rays().len()).any(|r| attacks(m, d, (j, r, k), true)));
        if !literal {
            let seen = kept.iter().find(|&&s| attacks(m, d, s, false));
            assert!(seen.is_none(), "{seen:?} {bits} {:?} {d:?}", m.kinds);
        }
    }
    !kept.is_empty()
}

#[test]
fn blocked_attackers() {
    let (mut used, mut refuted) = (0, 0);
    for board in boards() {
        let all = movements();
        for a in &all {
            for b in &all {
                let m = model(board.clone(), vec![kind("a", a.clone()), kind("b", b.clone())]);
                let diagrams = all_diagrams(&m);
                for by in [&[0][..], &[0, 1]] {
                    let by = kinds(by);
                    let applies = sees_as_attacks(&m.kinds, &[true, true], &by);
                    let same = diagrams.iter().all(|d| {
                        m.board.cells().all(|c| {
                            let attacked = |blocked| {
                                d.placements().iter().any(|p| {
                                    let occupied =
                                        if blocked { m.occupied(d) } else { CellSet::empty(m.board.len()) };
                                    by.contains(p.kind)
                                        && m.kind(p.kind)
                                            .movement
                                            .attacked(&m.board, p.cells[0], &occupied)
                                            .contains(c)
                                })
                            };
                            attacked(true) == attacked(false)
                        })
                    });
                    assert!(same || !applies, "{:?}", m.kinds);
                    used += usize::from(applies);
                    refuted += usize::from(!same);
                }
            }
        }
    }
    assert!(used > 0 && refuted > 0, "the lemma applies somewhere and is needed somewhere");
}

/// Lemma H: the bounds cut off no solution, on boards of several forms, and one-way, short and mixed riders have none.
#[test]
fn attack_degrees() {
    let through = Movement::new(
        rides(1, 0).rays().iter().map(|r| Ray { mode: crate::geometry::Mode::Through, ..*r }),
        false,
    );
    let one_way = Movement::new([Ray::ride(Vector::flat(1, 0))], false);
    let mut walled = Board::new(Shape::rectangle(3, 3));
    walled.add_wall(walled.cells().nth(4).expect("nine cells"));
    let cylinder = Board::new(Shape::Box { width: 4, height: 2, depth: 1, wrap_x: true, wrap_y: false });
    let boards = [Board::new(Shape::rectangle(4, 3)), walled, cylinder];
    let armies = [vec![rides(1, 0)], vec![queen()], vec![through], vec![rides(1, 0), queen()], vec![one_way]];
    let (mut used, mut even, mut tight) = ([0; 5], 0, 0);
    for board in &boards {
        for (army, used) in armies.iter().zip(&mut used) {
            if army.len() > 1 && board.len() > 9 {
                continue;
            }
            for (degree, relation) in (0..=3).flat_map(|d| [(d, Relation::Ge), (d, Relation::Eq)]) {
                let all = army.iter().map(|m| kind("a", m.clone())).collect();
                let m = attacked(model(board.clone(), all), degree, relation);
                super::reference::check(&m, "attack degrees");
                let grounded = ground(&m, UpTo::default()).expect("small");
                tight += attaining(&grounded.problem);
                let lemmas = grounded.lemmas;
                *used += usize::from(lemmas.iter().any(|lemma| lemma.starts_with("attacks:")));
                even += usize::from(lemmas.iter().any(|lemma| lemma.contains("is even")));
            }
        }
    }
    assert!(used[..4].iter().all(|used| *used > 1) && used[4] == 0 && even > 0, "{used:?} {even}");
    assert!(tight > 1, "{tight}");
}

/// Checks what is said to follow from a bound that is attained; returns the number of solutions about which something is said.
fn attaining(problem: &Problem) -> usize {
    let Some(bound) = &problem.tight else { return 0 };
    let holding = |set: &[ChoiceId], s: &[ChoiceId]| set.iter().filter(|c| s.contains(c)).count();
    let all = crate::problem::samples::solutions(problem);
    let attaining: Vec<_> = all.iter().filter(|s| s.len() as i64 == bound.most).collect();
    for s in &attaining {
        assert!(bound.occupied.iter().all(|set| holding(set, s) > 0), "{bound:?} {s:?}");
        assert!(bound.single.iter().all(|set| holding(set, s) < 2), "{bound:?} {s:?}");
    }
    if bound.sets().next().is_some() { attaining.len() } else { 0 }
}

/// The model with the rule that each piece is attacked so often: at most (`Ge`) or exactly (`Eq`).
fn attacked(mut m: Model, degree: i64, relation: Relation) -> Model {
    let present = KindSet::all(m.kinds.len());
    let bound = |cell| Instance {
        guard: Some(Guard::Occupied(cell, present.clone())),
        left: LinearExpr {
            terms: vec![(-1, Term::Attackers { by: present.clone(), on: cell })],
            constant: degree,
        },
        relation,
    };
    m.rules.push(compare(m.board.open_cells().map(bound).collect()));
    m
}
