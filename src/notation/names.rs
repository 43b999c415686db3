//! Names of pieces with their notation. Sources: the piece lists of Popeye, Fairy-Stockfish (`variants.ini`) and XBoard,
//! and V. Kotěšovec's titles in the OEIS.

use std::fmt::Write as _;

/// A known piece name with its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// Name, as an identifier of the language.
    pub name: &'static str,
    /// Notation of the piece.
    pub betza: &'static str,
    /// Usual capital letter, if any.
    pub letter: Option<char>,
    /// Note for users who know another piece by this name.
    pub note: Option<&'static str>,
}

const fn named(name: &'static str, betza: &'static str) -> Alias {
    Alias { name, betza, letter: None, note: None }
}

const fn lettered(name: &'static str, betza: &'static str, letter: char) -> Alias {
    Alias { name, betza, letter: Some(letter), note: None }
}

const fn noted(name: &'static str, betza: &'static str, note: &'static str) -> Alias {
    Alias { name, betza, letter: None, note: Some(note) }
}

/// All known names; among names for the same notation, the usual one comes first.
pub static ALIASES: &[Alias] = &[
    lettered("king", "K", 'K'),
    lettered("queen", "Q", 'Q'),
    lettered("rook", "R", 'R'),
    lettered("bishop", "B", 'B'),
    lettered("knight", "N", 'N'),
    lettered("pawn", "fF", 'P'),
    lettered("wazir", "W", 'W'),
    lettered("ferz", "F", 'F'),
    named("fers", "F"),
    lettered("dabbaba", "D", 'D'),
    lettered("alfil", "A", 'A'),
    lettered("threeleaper", "H", 'H'),
    lettered("camel", "C", 'C'),
    lettered("zebra", "Z", 'Z'),
    lettered("tripper", "G", 'G'),
    named("giraffe", "(4,1)"),
    named("antelope", "(4,3)"),
    named("root_25_leaper", "(5,0)(4,3)"),
    named("bucephalus", "(5,0)(4,3)"),
    named("root_50_leaper", "(5,5)(7,1)"),
    named("nightrider", "NN"),
    named("camelrider", "CC"),
    named("zebrarider", "ZZ"),
    named("wazirrider", "R"),
    named("fersrider", "B"),
    named("dabbabarider", "DD"),
    named("alfilrider", "AA"),
    named("griffon", "[F?R]"),
    named("gryphon", "[F?R]"),
    named("manticore", "[W?B]"),
    named("gnu", "NC"),
    named("bison", "CZ"),
    named("okapi", "NZ"),
    named("squirrel", "NAD"),
    named("mann", "K"),
    named("commoner", "K"),
    named("waran", "RNN"),
    named("amazon", "QN"),
    noted("superqueen", "QN", "the OEIS calls the amazon (queen and knight) superqueen"),
    named("empress", "RN"),
    named("chancellor", "RN"),
    named("princess", "BN"),
    noted(
        "archbishop",
        "BN",
        "archbishop is bishop and knight here as in Fairy-Stockfish, but another piece in Popeye; princess is unambiguous",
    ),
    named("centaur", "KN"),
    named("gold", "WfF"),
    named("silver", "FfW"),
    named("lance", "fR"),
    named("shogi_knight", "ffN"),
    named("dragon_horse", "BW"),
    named("bers", "RF"),
    noted("dragon", "NfF", "dragon is knight and pawn here as in Popeye; bishop and wazir is dragon_horse"),
    named("mao", "nN"),
    named("horse", "nN"),
    named("xiangqi_elephant", "nA"),
    named("janggi_elephant", "nZ"),
    noted(
        "elephant",
        "nA",
        "elephant is the xiangqi elephant here, but a compound rider in Popeye; xiangqi_elephant is unambiguous",
    ),
    named("pao", "cpR"),
    named("cannon", "cpR"),
    named("vao", "cpB"),
    named("leo", "cpQ"),
    named("grasshopper", "gQ"),
    named("soldier", "fsW"),
    named("banner", "RcpRnN"),
];

/// Returns the alias with that name; spaces and hyphens count as `_`.
pub fn alias(name: &str) -> Option<&'static Alias> {
    let name = name.replace([' ', '-'], "_");
    ALIASES.iter().find(|a| a.name == name)
}

/// Returns the notation for pieces named as in problem databases: names, `2:4-leaper`, `leaper[2,4]`, `rider[2,4]`, and
/// sums of these with `+`.
pub fn expand(text: &str) -> Option<String> {
    let mut notation = String::new();
    for part in text.split('+') {
        let part = part.trim();
        if let Some(alias) = alias(part) {
            notation.push_str(alias.betza);
        } else if let Some((a, b)) = bracketed(part, "leaper[").or_else(|| ratio(part)) {
            write!(notation, "({},{})", a.max(b), a.min(b)).ok()?;
        } else {
            let (a, b) = bracketed(part, "rider[")?;
            write!(notation, "({},{})0", a.max(b), a.min(b)).ok()?;
        }
    }
    Some(notation)
}

fn bracketed(part: &str, opening: &str) -> Option<(u32, u32)> {
    let (a, b) = part.strip_prefix(opening)?.strip_suffix(']')?.split_once(',')?;
    Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
}

fn ratio(part: &str) -> Option<(u32, u32)> {
    let (a, b) = part.strip_suffix("-leaper")?.split_once(':')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings() {
        assert_eq!(expand("queen + rider[1,3]").as_deref(), Some("Q(3,1)0"));
        assert_eq!(expand("2:4-leaper").as_deref(), Some("(4,2)"));
        assert_eq!(expand("leaper[2,5]").as_deref(), Some("(5,2)"));
        assert_eq!(expand("queen + rook[1]"), None);
    }
}
