//! Names of pieces in Popeye, the program for chess problems (`py-engl.txt`), as definitions of pieces: a part, a file without a board.
//! A piece is left out if its captures are not exactly one of the moves of the language: bouncers, locusts, pieces that turn
//! at their hurdle, hoppers over several hurdles, roses and zigzag riders.

use crate::foreign::refusal::Refusal;
use std::fmt::Write;

/// The word that introduces a list of names.
const MARK: &str = "popeye:";

/// Names of Popeye, with names and moves in the language. A Chinese piece captures beyond one hurdle, as a lion does.
const PIECES: &[(&str, &str, &str)] = &[
    ("15", "leaper_1_5", "leap (1, 5)"),
    ("16", "leaper_1_6", "leap (1, 6)"),
    ("24", "leaper_2_4", "leap (2, 4)"),
    ("25", "leaper_2_5", "leap (2, 5)"),
    ("35", "leaper_3_5", "leap (3, 5)"),
    ("36", "leaper_3_6", "leap (3, 6)"),
    ("37", "leaper_3_7", "leap (3, 7)"),
    ("al", "alfil", "leap (2, 2)"),
    ("am", "amazon", "ride orthogonal + ride diagonal + leap (1, 2)"),
    ("an", "antelope", "leap (3, 4)"),
    ("b", "bishop", "ride diagonal"),
    ("bh", "bishop_hopper", "ride diagonal behind one"),
    ("bi", "bison", "leap (1, 3) + leap (2, 3)"),
    ("bl", "bishop_lion", "ride diagonal over one"),
    ("bp", "berolina_pawn", "leap only (0, 1)"),
    ("bu", "root_25_leaper", "leap (0, 5), (3, 4)"),
    ("ca", "camel", "leap (1, 3)"),
    ("ch", "camelrider_hopper", "ride (1, 3) behind one"),
    ("cr", "camelrider", "ride (1, 3)"),
    ("da", "dabbaba", "leap (0, 2)"),
    ("du", "dummy", "none"),
    ("em", "empress", "ride orthogonal + leap (1, 2)"),
    ("et", "elephant", "ride orthogonal + ride diagonal + ride (1, 2)"),
    ("fe", "ferz", "leap diagonal"),
    ("fr", "ferzrider", "ride diagonal"),
    ("g", "grasshopper", "ride orthogonal behind one + ride diagonal behind one"),
    ("gh", "gnurider_hopper", "ride (1, 2) behind one + ride (1, 3) behind one"),
    ("gi", "giraffe", "leap (1, 4)"),
    ("gl", "gral", "leap (2, 2) + ride orthogonal behind one"),
    ("gn", "gnu", "leap (1, 2) + leap (1, 3)"),
    ("gr", "gnurider", "ride (1, 2) + ride (1, 3)"),
    ("k", "king", "leap orthogonal + leap diagonal"),
    ("le", "leo", "ride orthogonal over one + ride diagonal over one"),
    ("li", "lion", "ride orthogonal over one + ride diagonal over one"),
    ("ma", "mao", "leap (1, 2) lame"),
    ("n", "nightrider", "ride (1, 2)"),
    ("na", "nao", "ride (1, 2) over one"),
    ("nh", "nightrider_hopper", "ride (1, 2) behind one"),
    ("nl", "nightrider_lion", "ride (1, 2) over one"),
    ("ok", "okapi", "leap (1, 2) + leap (2, 3)"),
    ("p", "pawn", "leap only (1, 1), (-1, 1)"),
    ("pa", "pao", "ride orthogonal over one"),
    ("pr", "princess", "ride diagonal + leap (1, 2)"),
    ("q", "queen", "ride orthogonal + ride diagonal"),
    ("r", "rook", "ride orthogonal"),
    ("rf", "root_50_leaper", "leap (5, 5), (1, 7)"),
    ("rh", "rook_hopper", "ride orthogonal behind one"),
    ("rl", "rook_lion", "ride orthogonal over one"),
    ("s", "knight", "leap (1, 2)"),
    ("sq", "squirrel", "leap (1, 2) + leap (0, 2) + leap (2, 2)"),
    ("va", "vao", "ride diagonal over one"),
    ("wa", "waran", "ride orthogonal + ride (1, 2)"),
    ("we", "wazir", "leap orthogonal"),
    ("wr", "wazirrider", "ride orthogonal"),
    ("z", "zebra", "leap (2, 3)"),
    ("zh", "zebrarider_hopper", "ride (2, 3) behind one"),
    ("zr", "zebrarider", "ride (2, 3)"),
];

/// The names if `text` is a list of them.
pub(in crate::foreign) fn names_of(text: &str) -> Option<&str> {
    let (mark, names) = text.split_at_checked(MARK.len())?;
    mark.eq_ignore_ascii_case(MARK).then_some(names)
}

/// Writes the part, not yet in the standard layout. Names are separated by blanks or commas, in either case.
pub(in crate::foreign) fn write(names: &str) -> Result<String, Refusal> {
    let mut spec = String::new();
    let mut written = Vec::new();
    for name in names.split([' ', ',', '\t', '\n', '\r']).filter(|name| !name.is_empty()) {
        let known = PIECES.iter().find(|piece| piece.0.eq_ignore_ascii_case(name));
        let (short, name, moves) = known.ok_or_else(|| Refusal::Walk {
            name: name.to_owned(),
            known: PIECES.iter().map(|piece| piece.0).collect(),
        })?;
        if !written.contains(short) {
            written.push(*short);
            // Writing to a string cannot fail.
            let _ = writeln!(spec, "piece {name} = {moves}  # {} in Popeye", short.to_uppercase());
        }
    }
    if written.is_empty() { Err(Refusal::NotAPuzzle) } else { Ok(spec) }
}
