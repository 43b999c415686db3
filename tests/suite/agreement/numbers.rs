//! Random specs with rules about values, weights, layers of clues, runs and views.

use super::tiny::{Ground, MOVES, TILES, Tiny, WRAPS, pick, rule};
use proptest::collection::vec;
use proptest::prelude::*;

/// Rules about values, weights, layers of clues, runs and views, each with the word by which it is counted. Those that do not
/// fit the board are left out of the spec.
pub const NUMBERS: &[(&str, &str)] = &[
    ("sum v", "sum v = 3"),
    ("sum v", "each row: sum v <= 2"),
    ("sum v", "each column: sum {P0, P1} in border - sum v in a1 >= 1"),
    ("sum v", "maximize sum v where attackers = 0"),
    ("sum v", "rows: sum v = [1, _]"),
    ("v at", "v at a1 < v at b1"),
    ("v at", "v at a1 <= v at a2 <= v at b2"),
    ("v at", "v at a2 + 2 * v at (2, 1) != 3"),
    ("v at", "each row: {P0, P1} at b1 >= count P0"),
    ("each v", "each v d: d * count d <= 2"),
    ("each v", "each v d in 2..3: count d = 1"),
    ("each v", "each v d: count d in row d >= 1"),
    ("each v", "each v d in 1..1: attacks v[d] on v[d + 1] = 1"),
    ("each v", "each column, each v d: count d in (d, 1)..(d, 2) = d - 1"),
    ("under", "sum gold under P0 >= 2"),
    ("under", "each row: sum gold under {P0, empty} <= 4"),
    ("under", "minimize sum gold under piece where attackers P0 = 0"),
    ("under", "each region: sum gold under v in a1..b2 != 1"),
    ("distinct", "distinct v"),
    ("distinct", "each column: distinct v"),
    ("distinct", "each side: distinct {P0, P1}"),
    ("distinct", "each P1: distinct piece"),
    (" or ", "each row: count P0 = 0 or 2"),
    (" or ", "each cell: count P0 within stay = 0 or attackers >= 1"),
    (" or ", "count P0 = 1 or count P1 >= 2 or count empty = 3 or 4"),
    (" or ", "each empty cell: attackers P0 = 1 or count P1 within king >= 1"),
    (" or ", "each hint h: count P0 within king = h or h + 1"),
    (" or ", "each row: 1 <= count P0 <= 1 or count P1 = 0"),
    ("hint", "each hint h: count P0 within king + stay = h"),
    ("hint", "each hint h: count piece within wazir >= h"),
    ("hint", "in row 1, each hint h: count P0 in row 2 <= h"),
    ("hint", "count P0 in clues hint >= 1"),
    ("own", "each hint h: count P1 in own row, own column <= h"),
    ("own", "each cell: count P0 in own region <= 1"),
    ("own", "each P0: count P1 in own row >= 1"),
    ("own", "each row, each cell: count piece in own side <= 1"),
    ("{A:", "region: count P0 <= {A: 1, B: 2}"),
    ("{A:", "region: cells {P0, P1} = {A: 1}"),
    ("{A:", "region: sum v >= {A: 1, C: 1}"),
    ("runs of", "rows: runs of P0 = [1]"),
    ("runs of", "rows: runs of P0 = [1 1, _]"),
    ("runs of", "rows: runs of piece = [1, 2]"),
    ("runs of", "rows: runs of {P0, empty} = [_, 1, 2]"),
    ("runs of", "columns: runs of P0 = [0, 1]"),
    ("runs of", "columns: runs of empty = [1, _, 2]"),
    ("runs of", "columns: runs of P1 = [1, 1, 0]"),
    ("visible", "from left: visible v = [1, 2]"),
    ("visible", "from right: visible v >= [1, _, 1]"),
    ("visible", "from top: visible {P0, P1} = [_, 1]"),
    ("visible", "from bottom: visible v <= [1, 0, 2]"),
    ("visible", "from left: visible v != [1]"),
    ("first", "from left: first v = [1, 2]"),
    ("first", "from right: first v >= [1, _, 0]"),
    ("first", "from top: first {P0, P1} = [_, 2]"),
    ("first", "from bottom: first v <= [1, 0, 2]"),
    ("first", "from top: first v != [1]"),
];

/// Strategy for flat boards of these sizes, with a layer of clues.
pub(super) fn hinted(sizes: &'static [(usize, usize)]) -> impl Strategy<Value = Ground> {
    (pick(sizes), pick(WRAPS), vec(0u8..24, 9)).prop_map(|((width, height), wrap, signs)| Ground::Flat {
        width,
        height,
        wrap,
        signs,
        clues: None,
    })
}

/// Strategy for random specs with rules about values, weights, clues, runs and views on flat boards.
pub fn numbers() -> impl Strategy<Value = Tiny> {
    const SMALL: &[(usize, usize)] = &[(3, 2), (2, 3), (2, 2), (3, 2), (2, 3), (4, 1), (1, 4), (5, 1)];
    let tile = proptest::option::weighted(0.15, (pick(TILES), 0..MOVES.len()));
    let statements = vec(pick(NUMBERS).prop_map(|(_, rule)| rule.to_owned()), 1..5);
    (
        hinted(SMALL),
        vec(pick(MOVES), 1..=3),
        proptest::bool::weighted(0.8),
        tile,
        statements,
        proptest::option::of(rule()),
    )
        .prop_map(|(board, kinds, valued, tile, mut statements, rule)| {
            statements.extend(rule);
            let tile = tile.map(|((picture, turning), moves)| (picture, turning, moves)).filter(|_| !valued);
            Tiny { board, kinds, valued, tile, statements }
        })
}
