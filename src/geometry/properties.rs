//! Property tests of boards, movements and symmetries.

use super::{Board, CellId, CellSet, Mode, Movement, Ray, Shape, SymmetryKind, Vector};
use proptest::prelude::*;

fn shapes() -> impl Strategy<Value = Shape> {
    let flat = (1..7_u32, 1..7_u32, any::<bool>(), any::<bool>())
        .prop_map(|(width, height, wrap_x, wrap_y)| Shape::Box { width, height, depth: 1, wrap_x, wrap_y });
    let solid = (1..4_u32, 1..4_u32, 2..4_u32).prop_map(|(width, height, depth)| Shape::Box {
        width,
        height,
        depth,
        wrap_x: false,
        wrap_y: false,
    });
    prop_oneof![3 => flat, 1 => solid, 1 => (1..4_u32).prop_map(|edge| Shape::Hex { edge })]
}

fn rays() -> impl Strategy<Value = Ray> {
    let modes = prop_oneof![
        Just(Mode::Plain),
        Just(Mode::Through),
        Just(Mode::Lame),
        Just(Mode::Cannon),
        Just(Mode::Grasshopper)
    ];
    let steps = || (-3..4_i32, -3..4_i32, -1..2_i32).prop_filter("a null step", |s| *s != (0, 0, 0));
    let vector = |(x, y, z)| Vector::new(x, y, z);
    let ranges = (1..4_u32, prop::option::of(0..4_u32));
    (prop::option::of(steps()), steps(), modes, ranges).prop_map(move |(lead, step, mode, (from, more))| {
        let ray = Ray { mode, ..Ray::ride(vector(step)) };
        match mode {
            Mode::Plain | Mode::Through => {
                Ray { lead: lead.map(vector), from, to: more.map(|m| from + m), ..ray }
            }
            Mode::Lame => Ray { to: Some(1), ..ray },
            Mode::Cannon | Mode::Grasshopper => ray,
        }
    })
}

/// Generates one mark per cell, true for about one in four.
fn marks() -> impl Strategy<Value = Vec<bool>> {
    prop::collection::vec(prop::bool::weighted(0.25), 64)
}

fn set(board: &Board, marks: &[bool]) -> CellSet {
    CellSet::of(board.len(), board.cells().filter(|c| marks[c.index() % marks.len()]))
}

fn walled(shape: Shape, marks: &[bool]) -> Board {
    let mut board = Board::new(shape);
    for wall in set(&board, marks).iter() {
        board.add_wall(wall);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// The literal definition agrees with the ways that grounding enumerates.
    #[test]
    fn attacked_is_the_union_of_ways(
        shape in shapes(), walls in marks(), pieces in marks(),
        rays in prop::collection::vec(rays(), 1..4), stay in any::<bool>(),
    ) {
        let board = walled(shape, &walls);
        let mut occupied = set(&board, &pieces);
        occupied.difference_with(board.walls());
        let movement = Movement::new(rays, stay);
        for from in board.cells() {
            let mut by_ways = CellSet::empty(board.len());
            for way in movement.ways(&board, from) {
                prop_assert!(way.target != from && !board.is_wall(way.target));
                prop_assert!(way.clear.iter().all(|&c| c != from && !board.is_wall(c)));
                if way.clear.iter().all(|&c| !occupied.contains(c))
                    && way.hurdle.is_none_or(|h| occupied.contains(h))
                {
                    by_ways.insert(way.target);
                }
            }
            if stay {
                by_ways.insert(from);
            }
            prop_assert_eq!(movement.attacked(&board, from, &occupied), by_ways);
        }
    }

    /// A walk visits the same cells as repeated single steps.
    #[test]
    fn walks_are_steps(shape in shapes(), walls in marks(), ray in rays()) {
        let board = walled(shape, &walls);
        for from in board.cells() {
            let (mut at, mut visited) = (from, Vec::new());
            let free = |c: &CellId, visited: &[CellId]| {
                *c != from && visited.first() != Some(c) && !board.is_wall(*c)
            };
            let mut step = ray.lead.unwrap_or(ray.step);
            while let Some(next) = board.step(at, step).filter(|c| free(c, &visited)) {
                visited.push(next);
                (at, step) = (next, ray.step);
            }
            visited.truncate(ray.to.map_or(usize::MAX, |n| n as usize));
            let walked: Vec<CellId> = board.walk(from, &ray).collect();
            let distinct: std::collections::BTreeSet<&CellId> = walked.iter().collect();
            prop_assert_eq!(distinct.len(), walked.len());
            prop_assert_eq!(walked, visited);
        }
    }

    /// Merging ranges does not change a movement.
    #[test]
    fn a_movement_is_the_union_of_its_rays(
        shape in shapes(), pieces in marks(), rays in prop::collection::vec(rays(), 1..6),
    ) {
        let board = Board::new(shape);
        let occupied = set(&board, &pieces);
        let movement = Movement::new(rays.clone(), false);
        for from in board.cells() {
            let mut all = CellSet::empty(board.len());
            for &ray in &rays {
                all.union_with(&Movement::new([ray], false).attacked(&board, from, &occupied));
            }
            prop_assert_eq!(movement.attacked(&board, from, &occupied), all);
        }
    }

    /// A symmetry is a permutation that maps steps to steps and attacks to attacks.
    #[test]
    fn symmetries_preserve_steps_and_attacks(
        shape in shapes(), pieces in marks(), rays in prop::collection::vec(rays(), 1..3),
    ) {
        let board = Board::new(shape);
        let occupied = set(&board, &pieces);
        // A lame path follows the axes of the square, which a hexagon does not have.
        let lame = |r: &Ray| r.mode == Mode::Lame && shape.is_hex();
        let movement = Movement::new(rays.into_iter().filter(|r| !lame(r)), false);
        for symmetry in board.symmetries_and_translations() {
            let images: CellSet = CellSet::of(board.len(), symmetry.cells.iter().copied());
            prop_assert_eq!(images.len(), board.len());
            let mapped = movement.mapped(&symmetry.linear);
            let of = |s: &CellSet| CellSet::of(board.len(), s.iter().map(|c| symmetry.image(c)));
            for cell in board.cells() {
                for ray in movement.rays() {
                    let there = board.step(cell, ray.step).map(|c| symmetry.image(c));
                    prop_assert_eq!(board.step(symmetry.image(cell), symmetry.linear.apply(ray.step)), there);
                }
                let attacked = of(&movement.attacked(&board, cell, &occupied));
                prop_assert_eq!(mapped.attacked(&board, symmetry.image(cell), &of(&occupied)), attacked);
            }
        }
    }

    /// The product of two symmetries is a symmetry, of cells and of vectors alike.
    #[test]
    fn symmetries_are_a_group(shape in shapes()) {
        let group = Board::new(shape).symmetries_and_translations();
        prop_assert_eq!(group[0].kind, SymmetryKind::Identity);
        for a in group.iter().take(48) {
            for b in group.iter().take(48) {
                let cells: Vec<CellId> = b.cells.iter().map(|&c| a.image(c)).collect();
                let linear = a.linear.after(&b.linear);
                prop_assert!(group.iter().any(|g| g.cells == cells && g.linear == linear));
            }
        }
    }
}

#[test]
fn lame_paths() {
    let path = |x, y| Ray::lame_path(Vector::flat(x, y)).map(|v| (v.x, v.y)).collect::<Vec<_>>();
    assert_eq!(path(1, 2), [(0, 1)]);
    assert_eq!(path(-3, 2), [(-1, 0), (-2, 1)]);
    assert_eq!(path(3, 1), [(1, 0), (2, 0)]);
    assert_eq!(path(2, 2), [(1, 1)]);
    assert_eq!(path(1, 0), []);
    assert_eq!(Ray::lame_path(Vector::new(0, 0, 3)).count(), 2);
}

#[test]
fn symmetries_by_name_are_those_of_the_list() {
    for shape in [Shape::rectangle(4, 4), Shape::rectangle(3, 2), Shape::Hex { edge: 3 }] {
        let board = Board::new(shape);
        for symmetry in board.symmetries() {
            assert_eq!(board.symmetry(symmetry.kind), Some(symmetry));
        }
    }
    assert_eq!(Board::new(Shape::rectangle(3, 2)).symmetry(SymmetryKind::Rotation(90)), None);
}

#[test]
fn steps_beyond_all_bounds_lead_nowhere() {
    let board = Board::new(Shape::Box { width: 3, height: 3, depth: 1, wrap_x: true, wrap_y: false });
    assert_eq!(board.step(CellId(0), Vector::flat(0, i32::MAX)), None);
    assert_eq!(board.step(CellId(0), Vector::flat(i32::MIN, i32::MIN)), None);
    assert_eq!(board.step(CellId(0), Vector::flat(3_000_000, 0)), Some(CellId(0)));
}
