//! Random specs on tiny boards, as text, with every construct of the language that works there.
//!
//! Rules refer to kinds as `P0`, `P1`, `P2`. Names are filled in last, so a spec stays valid when shrinking removes a kind.

use proptest::collection::vec;
use proptest::prelude::*;

/// A spec before it is written out.
#[derive(Clone, Debug)]
pub struct Tiny {
    pub(super) board: Ground,
    pub(super) kinds: Vec<(&'static str, &'static str)>,
    /// True if the kinds are the members of a family, `v[1]` and so on, with the moves of the first.
    pub(super) valued: bool,
    pub(super) tile: Option<(&'static str, &'static str, usize)>,
    pub(super) statements: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) enum Ground {
    Flat { width: usize, height: usize, wrap: &'static str, signs: Vec<u8>, clues: Option<&'static str> },
    Hex,
    Space,
}

const SIDES: &[(usize, usize)] = &[
    (3, 3),
    (3, 2),
    (2, 3),
    (2, 2),
    (4, 2),
    (2, 4),
    (5, 1),
    (1, 6),
    (4, 1),
    (1, 1),
    (3, 3),
    (3, 2),
    (2, 3),
    (2, 2),
];
pub(super) const WRAPS: &[&str] = &["", "", "", "wrap both", "wrap rows", "wrap columns"];

pub(super) fn pick<T: Copy + std::fmt::Debug + 'static>(
    list: &'static [T],
) -> impl Strategy<Value = T> + Clone {
    proptest::sample::select(list)
}

fn ground() -> impl Strategy<Value = Ground> {
    let flat = (
        pick(SIDES),
        pick(WRAPS),
        vec(0u8..24, 9),
        proptest::option::weighted(0.2, pick(&["walls", "cells", "empty"])),
    )
        .prop_map(|((width, height), wrap, signs, clues)| Ground::Flat {
            width,
            height,
            wrap,
            signs,
            clues,
        });
    prop_oneof![12 => flat, 1 => Just(Ground::Hex), 1 => Just(Ground::Space)]
}

/// Moves on flat boards, each with its counterpart in space.
pub(super) const MOVES: &[(&str, &str)] = &[
    ("ride orthogonal", "ride (1, 0, 0)"),
    ("ride orthogonal + ride diagonal", "ride (1, 0, 0) + ride (1, 1, 0)"),
    ("ride diagonal", "ride (1, 1, 1)"),
    ("none", "none"),
    ("leap orthogonal", "leap (1, 0, 0)"),
    ("leap orthogonal + leap diagonal", "leap (1, 0, 0) + leap (1, 1, 0)"),
    ("leap (1, 2)", "leap (1, 1, 1)"),
    ("leap (2, 0) + leap diagonal", "leap only (1, 0, 0), (0, 1, 1)"),
    ("leap only (1, 1), (-1, 1)", "leap only (1, 1, 0)"),
    ("ride only (0, 1)", "ride only (0, 0, 1)"),
    ("ride only (1, 0), (1, 1)", "ride only (1, 0, 0), (1, 1, 0)"),
    ("ride (1, 2)", "ride (1, 1, 0)"),
    ("ride orthogonal through", "ride (1, 0, 0) through"),
    ("ride orthogonal from 2 to 3", "ride (1, 0, 0) from 1 to 1"),
    ("ride diagonal up to 1 + leap (2, 0)", "leap (1, 1, 0)"),
    ("ride diagonal through + leap (0, 2)", "ride (1, 1, 0) through"),
    ("ride orthogonal from 2 to 2 through", "leap (1, 0, 0)"),
    ("ride diagonal then orthogonal outward", "ride (1, 1, 0) then (1, 0, 0) outward"),
    ("ride orthogonal then diagonal outward", "ride (1, 0, 0) then (1, 1, 0)"),
    ("ride orthogonal then diagonal from 2 to 2", "ride (1, 1, 1) then (1, 0, 0) outward through"),
    ("ride only (1, 1), (-1, 0) then (0, 1), (1, 0)", "ride only (1, 0, 0) then (0, 0, 1)"),
    (
        "ride diagonal then orthogonal outward up to 2 + ride orthogonal",
        "ride (1, 0, 0) then (0, 1, 0) up to 2",
    ),
    ("ride orthogonal then orthogonal through", "none"),
    ("ride orthogonal over one", "ride (1, 0, 0) over one"),
    ("ride diagonal behind one", "ride (1, 1, 0) behind one"),
    ("betza \"[F-R]\"", "leap (0, 2, 0) lame"),
    ("betza \"[W?sR]fr[D?B]\"", "none"),
    ("betza \"nD\"", "none"),
    ("betza \"nN\"", "none"),
    ("betza \"nA\"", "none"),
    ("betza \"cpR\"", "none"),
    ("betza \"gQ\"", "none"),
    ("betza \"cpQ\"", "none"),
    ("betza \"gR\"", "none"),
    ("betza \"fWfF\"", "none"),
    ("betza \"hrN\"", "none"),
    ("betza \"RcpB\"", "none"),
];

/// Tiles: a picture and the keyword after it.
pub(super) const TILES: &[(&str, &str)] = &[
    ("\"##\"", ""),
    ("\"##\"", "fixed"),
    ("\"\"\"\n#.\n##\n\"\"\"", "turn"),
    ("\"###\"", ""),
    ("\"#.#\"", ""),
    ("\"\"\"\n.#\n#.\n\"\"\"", ""),
    ("\"##\" or \"#\"", "fixed"),
    ("\"#\" or \"\"\"\n##\n#.\n\"\"\"", ""),
];

const SETS: &[&str] = &["P0", "P1", "P2", "piece", "{P0, P1}", "{P1, P2}", "P0", "P1"];
const COUNTED: &[&str] = &["P0", "P1", "P2", "piece", "{P0, P1}", "{P1, P2}", "empty", "{P0, empty}"];
const REACH: &[&str] = &[
    "wazir",
    "ferz + stay",
    "king",
    "rook",
    "P0",
    "bishop + stay",
    "ride (1, 0) through",
    "betza \"nD\"",
    "betza \"gQ\"",
    "betza \"cpR\"",
    "ride diagonal then orthogonal outward",
    "ride orthogonal then diagonal",
];
const PLACES: &[&str] = &[
    "a1",
    "a1..b2",
    "b1, a2",
    "row 1",
    "column a",
    "border",
    "corners",
    "diagonal",
    "antidiagonal",
    "region A",
    "cells where x = y",
    "cells where x + y > 3 or x = 1",
    "c3",
    "(2, 2)",
];
const RELATIONS: &[&str] = &["=", "<=", ">=", "=", "<=", ">=", "!=", "<", ">"];
/// Scopes that are one or more sets of cells and bind no single cell.
const AREAS: &[&str] = &[
    "each row",
    "each column",
    "each diagonal",
    "each falling diagonal",
    "each rising diagonal",
    "each window 2 x 2",
    "each window 2 x 1",
    "each straight line",
    "each region",
    "each side",
    "in a1..b2",
    "in border",
    "in row 1",
    "in column b, a1",
    "each row, each kind k",
    "each kind k",
    "in diagonal, each kind k",
    "each row, each column",
    "each region, each row",
];
/// Scopes that bind a cell.
const CELLS: &[&str] = &[
    "each cell",
    "each empty cell",
    "each piece",
    "each P0",
    "each P1",
    "each P2",
    "each clue c",
    "each clue c",
    "in a1",
    "in border, each cell",
    "in diagonal, each empty cell",
    "each cell, each kind k",
    "each row, each P0",
    "each region, each cell",
];

/// A count with its optional clauses; with `cell`, there is a cell for `within` to start from.
fn counted(cell: bool) -> impl Strategy<Value = String> {
    let within = proptest::option::weighted(if cell { 0.6 } else { 0.01 }, pick(REACH))
        .prop_map(move |m| m.filter(|_| cell));
    let place = proptest::option::weighted(0.2, pick(PLACES));
    let filter = proptest::option::weighted(0.2, (proptest::option::of(pick(SETS)), pick(RELATIONS), 0..3));
    (pick(&["count", "count", "count", "cells"]), pick(COUNTED), within, place, filter).prop_map(
        |(unit, what, within, place, filter)| {
            let mut text = format!("{unit} {what}");
            if let Some(moves) = within {
                text += &format!(" within {moves}");
            }
            if let Some(place) = place {
                text += &format!(" in {place}");
            }
            if let Some((by, relation, number)) = filter {
                text += &format!(" where attackers {} {relation} {number}", by.unwrap_or(""));
            }
            text
        },
    )
}

fn term(cell: bool) -> BoxedStrategy<String> {
    let attacks = proptest::option::of((pick(SETS), pick(SETS)))
        .prop_map(|pair| pair.map_or("attacks".to_owned(), |(a, b)| format!("attacks {a} on {b}")));
    let attackers = proptest::option::of(pick(SETS))
        .prop_map(|by| by.map_or("attackers".to_owned(), |by| format!("attackers {by}")));
    if cell {
        prop_oneof![3 => counted(true), 4 => attackers].boxed()
    } else {
        prop_oneof![8 => counted(false), 1 => attacks].boxed()
    }
}

/// A sum of one or two terms.
fn sum(cell: bool) -> BoxedStrategy<String> {
    let pair = (term(cell), pick(&["+", "-", "- 2 *", "+ 3 *"]), term(cell));
    prop_oneof![4 => term(cell), 1 => pair.prop_map(|(a, sign, b)| format!("{a} {sign} {b}"))].boxed()
}

fn comparison(cell: bool) -> BoxedStrategy<String> {
    let simple = (sum(cell), pick(RELATIONS), 0..4).prop_map(|(s, r, n)| format!("{s} {r} {n}"));
    let chain = (0..2, sum(cell), 1..4).prop_map(|(a, s, b)| format!("{a} <= {s} <= {b}"));
    let two = (sum(cell), pick(RELATIONS), sum(cell)).prop_map(|(a, r, b)| format!("{a} {r} {b}"));
    prop_oneof![5 => simple, 1 => chain, 1 => two].boxed()
}

pub(super) fn rule() -> impl Strategy<Value = String> {
    let area = (pick(AREAS), comparison(false)).prop_map(|(scope, c)| {
        let c = if scope.ends_with('k') { c.replacen("P0", "k", 1) } else { c };
        format!("{scope}: {c}")
    });
    let cell = (pick(CELLS), comparison(true), any::<bool>()).prop_map(|(scope, c, clue)| {
        let mut c = if scope.ends_with('k') { c.replacen("P0", "k", 1) } else { c };
        // Replaces a number on the right of a comparison, not one in the name of a cell.
        if let Some((head, number)) = c.rsplit_once(' ')
            && (scope.ends_with('c') && clue && head.ends_with(['=', '<', '>']))
            && number.bytes().all(|b| b.is_ascii_digit())
        {
            c = format!("{head} c");
        }
        format!("{scope}: {c}")
    });
    let attacks = pick(&[
        "no attacks",
        "no attacks",
        "no attacks among P0",
        "no attacks among P0, P1",
        "no attacks between P0, P1",
        "no attacks between P0, {P1, P2}",
        "no attacks within kinds",
        "attacks = 1",
        "attacks P0 on P1 <= 1",
    ]);
    let pair =
        (pick(SETS), pick(SETS), pick(REACH)).prop_map(|(a, b, m)| format!("pair {a} with {b} within {m}"));
    let symmetric = pick(&[
        "half turn",
        "quarter turn",
        "mirror left-right",
        "mirror top-bottom",
        "mirror diagonal",
        "mirror antidiagonal",
        "half turn, mirror diagonal",
    ])
    .prop_map(|s| format!("symmetric under {s}"));
    let list = (
        pick(&["rows", "columns"]),
        pick(COUNTED),
        pick(RELATIONS),
        pick(&["[1, _, 1]", "[1, 2]", "[_, 1, 0]", "[0, _]", "[2, 1, 1]"]),
    )
        .prop_map(|(side, what, relation, list)| format!("{side}: count {what} {relation} {list}"));
    let given = (pick(&["place P0 at", "place P1 at", "keep empty"]), pick(PLACES))
        .prop_map(|(g, p)| format!("{g} {p}"));
    prop_oneof![
        5 => comparison(false),
        5 => area,
        7 => cell,
        5 => attacks.prop_map(str::to_owned),
        1 => pair,
        1 => symmetric,
        1 => list,
        1 => given,
    ]
}

fn question() -> impl Strategy<Value = String> {
    let value =
        || (sum(false), pick(&["", "", " + 3", " - 2"])).prop_map(|(s, constant)| format!("{s}{constant}"));
    let objective = (pick(&["maximize", "minimize"]), value()).prop_map(|(verb, s)| format!("{verb} {s}"));
    prop_oneof![3 => objective, 1 => value().prop_map(|s| format!("find number by {s}"))]
}

/// Strategy for random specs.
pub fn tiny() -> impl Strategy<Value = Tiny> {
    let tile = proptest::option::weighted(0.15, (pick(TILES), 0..MOVES.len()));
    (ground(), vec(pick(MOVES), 1..=3), tile, vec(rule(), 1..5), vec(question(), 0..3)).prop_map(
        |(board, kinds, tile, mut statements, questions)| {
            statements.extend(questions);
            let tile = tile.map(|((picture, turning), moves)| (picture, turning, moves));
            Tiny { board, kinds, valued: false, tile, statements }
        },
    )
}

impl Ground {
    /// Number of cells that are not walls.
    fn open_cells(&self) -> usize {
        match self {
            Self::Flat { width, height, signs, .. } => {
                signs[..width * height].iter().filter(|&&s| s > 0).count()
            }
            Self::Hex => 7,
            Self::Space => 8,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Hex => "board hex 2\n".to_owned(),
            Self::Space => "board 2 x 2 x 2\n".to_owned(),
            Self::Flat { width, height, wrap, signs, clues } => flat(*width, *height, wrap, signs, *clues),
        }
    }
}

/// Text of a flat board: a picture, its clues and two layers of regions.
fn flat(width: usize, height: usize, wrap: &str, signs: &[u8], clues: Option<&str>) -> String {
    let picture = |sign: &dyn Fn(usize, u8) -> char| -> String {
        let row = |y: usize| {
            (0..width).map(|x| sign(y * width + x, signs[y * width + x])).collect::<String>() + "\n"
        };
        (0..height).map(row).collect()
    };
    let board = picture(&|_, s| match s {
        0 => '#',
        1..=3 if clues.is_some() => char::from(b'0' + (s - 1)),
        _ => '.',
    });
    let regions = picture(&|i, s| {
        if s % 7 == 6 { '.' } else { char::from(b'A' + ((i + usize::from(s) / 8) % 3) as u8) }
    });
    let halves = picture(&|i, _| if i * 2 < width * height { 'a' } else { 'b' });
    let mut text = format!(
        "board \"\"\"\n{board}\"\"\" {wrap}\nregions \"\"\"\n{regions}\"\"\"\nregions side \"\"\"\n{halves}\"\"\"\n"
    );
    let hints = picture(&|_, s| if s % 5 == 4 { char::from(b'0' + s % 3) } else { '.' });
    let treatment = ["", " are empty", " are cells"][usize::from(signs[0] % 3)];
    let gold: Vec<String> = signs[..width * height]
        .chunks(width)
        .map(|row| row.iter().map(|&s| (i32::from(s % 6) - 2).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    text += &format!(
        "clues hint \"\"\"\n{hints}\"\"\"{treatment}\nweights gold \"\"\"\n{}\n\"\"\"\n",
        gold.join("\n")
    );
    if let Some(mode) = clues {
        text += &format!("clues are {mode}\n");
    }
    text
}

impl Tiny {
    /// Text of the spec. Leaves out statements that `sound` rejects on this board, such as those about clues on a board
    /// without clues or about a cell beyond the edge.
    pub fn text(&self, sound: &dyn Fn(&str) -> bool) -> String {
        let space = matches!(self.board, Ground::Space);
        let hex = matches!(self.board, Ground::Hex);
        let cells = self.board.open_cells();
        // Few enough kinds to enumerate all diagrams.
        let most = match cells {
            7.. => 2,
            _ => 3,
        };
        let mut text = self.board.text();
        let moves = |index: (&'static str, &'static str)| match index {
            (_, spatial) if space => spatial,
            (flat, _) if hex && flat.starts_with("betza") => "leap only (1, 0)",
            (flat, _) => flat,
        };
        let mut names = Vec::new();
        if self.valued {
            let members = self.kinds.len().min(most).max(2);
            text += &format!("pieces v[1..{members}] = {}\n", moves(self.kinds[0]));
            names.extend((1..=members).map(|value| format!("v[{value}]")));
        } else {
            for (i, &kind) in self.kinds.iter().take(most).enumerate() {
                text += &format!("piece k{i} = {}\n", moves(kind));
                names.push(format!("k{i}"));
            }
        }
        if let Some((picture, turning, index)) = self.tile.filter(|_| !space && !hex) {
            names.truncate(1);
            text = text.replace("piece k1", "piece spare").replace("piece k2", "piece rest");
            text = text
                .lines()
                .filter(|l| !l.starts_with("piece spare") && !l.starts_with("piece rest"))
                .map(|l| format!("{l}\n"))
                .collect();
            text += &format!("tile tt {picture} {turning} = {}\n", MOVES[index].0);
            names.push("tt".to_owned());
        }
        for statement in &self.statements {
            let mut line = statement.clone();
            for i in 0..3 {
                line = line.replace(&format!("P{i}"), &names[i % names.len()]);
            }
            let longer = format!("{text}{line}\n");
            if sound(&longer) {
                text = longer;
            }
        }
        text
    }
}
