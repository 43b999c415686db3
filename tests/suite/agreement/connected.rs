//! Random specs with rules about connected sets, groups and routes.

use super::numbers::hinted;
use super::tiny::{MOVES, Tiny, pick, rule};
use proptest::collection::vec;
use proptest::prelude::*;

/// Rules about connected sets and groups, each with the word by which it is counted.
pub const GROUPS: &[(&str, &str)] = &[
    ("connected", "connected P0"),
    ("connected", "connected empty"),
    ("connected", "connected {P0, P1} by king"),
    ("connected", "connected {P0, empty} by ferz"),
    ("connected", "each region: connected P0"),
    ("connected", "each row: connected piece"),
    ("connected", "in border: connected empty by leap only (1, 1)"),
    ("connected", "each kind k: connected k by leap (1, 2)"),
    ("groups of", "groups of P0 = 2"),
    ("groups of", "groups of empty by king <= 2"),
    ("groups of", "each column: groups of P0 >= 1"),
    ("groups of", "groups of P0 - groups of P1 = 1"),
    ("groups of", "2 * groups of {P0, empty} != 2"),
    ("groups of", "groups of P0 = 1 or groups of P1 by ferz = 2"),
    ("groups of", "maximize groups of P0 by king"),
    ("groups of", "find number by groups of empty - count P0"),
    ("group of", "each P0: group of P0 = 2"),
    ("group of", "each hint h: group of {P0, empty} = h"),
    ("group of", "each hint h: group of P0 + count P1 within wazir >= h"),
    ("group of", "each empty cell: group of empty by ferz >= 2"),
    ("group of", "each cell: group of P0 = 0 or 2"),
    ("group of", "each P1: group of piece <= group of P1 by king + 1"),
    ("each group", "each group of P0: count P0 = 2"),
    ("each group", "each group of P0 by king: cells P0 <= 3"),
    ("each group", "each group of empty: count empty in clues hint <= 1"),
    ("each group", "each row, each group of piece: cells piece <= 2"),
    ("each group", "each group of {P0, P1}: count P0 = count P1"),
    ("each group", "each group of {P0, P1}: count P0 = 1 or count P1 >= 2"),
    ("each group", "each region, each group of piece by king: groups of P0 <= 1"),
    ("each group", "each group of {P0, empty}: connected empty by king"),
    ("each group", "each group of {P0, empty}: 2 * groups of P0 - count empty <= 1"),
    ("each group", "each kind k, each group of k: count k where attackers k = 0 >= 1"),
    ("each group", "in border, each group of empty: cells empty != 2"),
];

/// Routes, and rules about a route `r`.
const ROUTES: &[&str] = &[
    "loop r by wazir",
    "loop r by king",
    "loop r by leap (1, 2)",
    "loop r by wazir through every cell",
    "loop r \"R\" by wazir avoiding a1",
    "path r by wazir",
    "path r by ferz",
    "path r by leap only (1, 0), (0, 1), (1, 1)",
    "path r by wazir from a1",
    "path r by king from a1 to b2",
    "path r by wazir through every cell",
    "path r by wazir through row 1 avoiding a2",
    "path r by leap (1, 2) through corners",
];

/// Rules that may follow a route, each with the word by which it is counted.
pub const ALONG: &[(&str, &str)] = &[
    ("count r", "count r >= 4"),
    ("count r", "each row: count r in column a, column b != 1"),
    ("count r", "maximize count r - count P0"),
    ("turn r", "count turn r <= 2"),
    ("turn r", "place turn r at a1"),
    ("turn r", "each P0: count turn r within king <= 1"),
    ("straight r", "count straight r = 1"),
    ("straight r", "each cell: count straight r within stay <= count turn r within r"),
    ("straight r", "each hint h: count straight r within stay <= h"),
    ("end r", "each row: count {end r, P0} >= 1"),
    ("end r", "count end r in border = 2"),
    ("within r", "each hint h: count r within r = h"),
    ("within r", "each cell: count turn r within r <= 1"),
    ("within r", "each r: count straight r within r = 1 or 2"),
    ("links r", "links r = 3"),
    ("links r", "in a1..b2: links r <= 2"),
    ("links r", "each row: links r >= 1"),
    ("links r", "each region: links r - count r = 0 or -1"),
    ("links r", "each group of empty: count empty - links r = 1"),
    ("links r", "find number by links r in row 1"),
    ("place r", "place r at a1"),
    ("place r", "place r at b1, a2"),
    ("of r", "groups of {r, P0} = 1"),
    ("of r", "connected empty"),
    ("of r", "each group of r by king: count turn r >= 2"),
    ("path s", "path s by wazir from b1"),
    ("path s", "path s by king"),
];

/// Strategy for random specs with rules about connected sets and groups.
pub fn groups() -> impl Strategy<Value = Tiny> {
    const SMALL: &[(usize, usize)] = &[(3, 3), (3, 2), (2, 3), (4, 2), (2, 2), (5, 1), (3, 3)];
    let statements = vec(pick(GROUPS).prop_map(|(_, rule)| rule.to_owned()), 1..4);
    (hinted(SMALL), vec(pick(MOVES), 1..=2), statements, proptest::option::of(rule())).prop_map(
        |(board, kinds, mut statements, rule)| {
            statements.extend(rule);
            Tiny { board, kinds, valued: false, tile: None, statements }
        },
    )
}

/// Strategy for random specs with a route and rules about it.
pub fn routes() -> impl Strategy<Value = Tiny> {
    const SMALL: &[(usize, usize)] = &[(3, 2), (2, 3), (2, 2), (4, 1), (3, 2), (2, 2)];
    let statements = vec(pick(ALONG).prop_map(|(_, rule)| rule.to_owned()), 1..4);
    let groups = proptest::option::weighted(0.3, pick(GROUPS).prop_map(|(_, rule)| rule.to_owned()));
    (hinted(SMALL), vec(pick(MOVES), 1..=1), pick(ROUTES), statements, groups).prop_map(
        |(board, kinds, route, mut statements, groups)| {
            statements.insert(0, route.to_owned());
            statements.extend(groups);
            Tiny { board, kinds, valued: false, tile: None, statements }
        },
    )
}
