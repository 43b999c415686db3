//! Direction letters: the images of an atom's vector that they select.
//!
//! Letters are read from the left, longest token first, and the selections of all tokens are joined. The tokens depend on
//! the class of the atom: along a line (`W`), along a diagonal (`F`), or oblique (`N`).

use crate::geometry::Vector;

/// Class of an atom's vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomClass {
    /// `(m, 0)`
    Orthogonal,
    /// `(m, m)`
    Diagonal,
    /// `(m, n)`
    Oblique,
}

impl AtomClass {
    pub(super) fn of(long: i32, short: i32) -> Self {
        match (long, short) {
            (_, 0) => Self::Orthogonal,
            (m, n) if m == n => Self::Diagonal,
            _ => Self::Oblique,
        }
    }
}

/// Returns all images of `(long, short)` under the symmetries of the square, sorted.
pub(super) fn images(long: i32, short: i32) -> Vec<Vector> {
    let mut images = Vec::new();
    for (x, y) in [(long, short), (short, long)] {
        for (sign_x, sign_y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            images.push(Vector::flat(x * sign_x, y * sign_y));
        }
    }
    images.sort_unstable();
    images.dedup();
    images
}

/// Fault in direction letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DirectionFault {
    /// The letter at this index has no effect; the replacement for all letters.
    NoEffect(usize, String),
    /// `h` at this index needs an oblique atom.
    NeedsOblique(usize),
    /// The letters from this index on are in the wrong order; the corrected letters.
    Order(usize, String),
}

/// Returns the images of `(long, short)` that `letters` select, sorted; all of them if there are no letters.
pub(super) fn kept(letters: &str, long: i32, short: i32) -> Result<Vec<Vector>, DirectionFault> {
    let class = AtomClass::of(long, short);
    let all = images(long, short);
    if letters.is_empty() {
        return Ok(all);
    }
    if let (Some(at), true) = (letters.find('h'), class != AtomClass::Oblique) {
        return Err(DirectionFault::NeedsOblique(at));
    }
    let tokens = match class {
        AtomClass::Orthogonal => letters.char_indices().map(|(at, _)| &letters[at..=at]).collect(),
        AtomClass::Diagonal => diagonal_tokens(letters)?,
        AtomClass::Oblique => oblique_tokens(letters)?,
    };
    Ok(all.into_iter().filter(|&v| tokens.iter().any(|token| keeps(class, token, v))).collect())
}

/// Cuts the letters into tokens: of two letters if `pair` accepts them, else of one.
fn cut(letters: &str, pair: fn(&str) -> bool) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = letters;
    while !rest.is_empty() {
        let length = if rest.len() > 1 && pair(&rest[..2]) { 2 } else { 1 };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    tokens
}

/// Returns true for two sides that meet in a corner.
fn is_corner(pair: &str) -> bool {
    matches!(pair, "fr" | "fl" | "br" | "bl" | "rf" | "lf" | "rb" | "lb")
}

fn is_doubled(pair: &str) -> bool {
    matches!(pair, "ff" | "bb" | "ll" | "rr")
}

fn diagonal_tokens(letters: &str) -> Result<Vec<&str>, DirectionFault> {
    match letters.find(['s', 'v']) {
        Some(at) => Err(DirectionFault::NoEffect(at, letters.replace(['s', 'v'], ""))),
        None => Ok(cut(letters, |pair| is_corner(pair) || is_doubled(pair))),
    }
}

fn oblique_tokens(letters: &str) -> Result<Vec<&str>, DirectionFault> {
    let tokens = cut(letters, |pair| {
        let half = matches!(pair, "fh" | "bh" | "lh" | "rh" | "hr" | "hl");
        is_corner(pair) || is_doubled(pair) || half || matches!(pair, "fs" | "bs" | "rv" | "lv")
    });
    let mut at = 0;
    for (i, token) in tokens.iter().enumerate() {
        let alone = tokens.len() == 1;
        let next = tokens.get(i + 1).and_then(|t| t.chars().next());
        // The two programs disagree about letters that follow `s`, `v` or `h`.
        match (*token, next) {
            ("s", Some('f' | 'b')) | ("v", Some('r' | 'l')) | ("h", Some('f' | 'b')) => {
                return Err(DirectionFault::Order(at, swapped(letters, at)));
            }
            ("h", _) => return Err(DirectionFault::NoEffect(at, letters.replacen('h', "", 1))),
            ("s" | "v", _) if !alone => return Err(DirectionFault::NoEffect(at, without(&tokens))),
            ("hr" | "hl", _) if !alone => return Err(DirectionFault::NoEffect(at, (*token).to_owned())),
            _ => at += token.len(),
        }
    }
    Ok(tokens)
}

/// Swaps the letter at `at` with the one after it.
fn swapped(letters: &str, at: usize) -> String {
    format!("{}{}{}{}", &letters[..at], &letters[at + 1..at + 2], &letters[at..=at], &letters[at + 2..])
}

/// Returns the most likely meaning of letters in which an `s` or `v` is not alone.
fn without(tokens: &[&str]) -> String {
    match (tokens.contains(&"s"), tokens.contains(&"v")) {
        (true, true) => String::new(),
        (true, false) => "s".to_owned(),
        _ => "v".to_owned(),
    }
}

/// Returns true if a token selects the vector of an atom of that class.
fn keeps(class: AtomClass, token: &str, v: Vector) -> bool {
    let sideways = v.x.abs() > v.y.abs();
    let mut letters = token.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return false };
    match (class, second) {
        (AtomClass::Oblique, None) => match first {
            's' => sideways,
            'v' => !sideways,
            _ => on_side(first, v) && along(first) == sideways,
        },
        (AtomClass::Oblique, Some(second)) => match (first, second) {
            ('h', 'r' | 'l') => chiral(second, v),
            (_, 'h') => on_side(first, v),
            (_, 's') => on_side(first, v) && sideways,
            (_, 'v') => on_side(first, v) && !sideways,
            _ => on_side(first, v) && on_side(second, v) && along(second) == sideways,
        },
        (_, None) => match first {
            's' => sideways,
            'v' => !sideways,
            _ => on_side(first, v),
        },
        (_, Some(second)) => on_side(first, v) && on_side(second, v),
    }
}

/// Returns true if the vector has a component toward that side.
fn on_side(side: char, v: Vector) -> bool {
    match side {
        'f' => v.y > 0,
        'b' => v.y < 0,
        'r' => v.x > 0,
        _ => v.x < 0,
    }
}

/// Returns true for the sides left and right.
fn along(side: char) -> bool {
    matches!(side, 'r' | 'l')
}

/// Returns true for the four oblique vectors that are rotations of the one right (or left) of straight ahead.
fn chiral(hand: char, v: Vector) -> bool {
    let steep = v.y.abs() > v.x.abs();
    let same_signs = (v.x > 0) == (v.y > 0);
    (steep == same_signs) == (hand == 'r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights() {
        let of = |letters: &str| -> Vec<(i32, i32)> {
            kept(letters, 2, 1).expect("a direction").iter().map(|v| (v.x, v.y)).collect()
        };
        assert_eq!(of("hr"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(of("hl"), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
        assert_eq!(of("frl"), [(-2, -1), (-2, 1), (2, 1)]);
        assert_eq!(of("fs"), [(-2, 1), (2, 1)]);
        assert_eq!(of("rv"), [(1, -2), (1, 2)]);
        assert_eq!(of("rf"), [(1, 2)]);
        assert_eq!(of("lh"), [(-2, -1), (-2, 1), (-1, -2), (-1, 2)]);
    }

    #[test]
    fn faults() {
        assert_eq!(kept("sf", 2, 1), Err(DirectionFault::Order(0, "fs".into())));
        assert_eq!(kept("vr", 3, 1), Err(DirectionFault::Order(0, "rv".into())));
        assert_eq!(kept("ss", 2, 1), Err(DirectionFault::NoEffect(0, "s".into())));
        assert_eq!(kept("sv", 2, 1), Err(DirectionFault::NoEffect(0, String::new())));
        assert_eq!(kept("fs", 1, 1), Err(DirectionFault::NoEffect(1, "f".into())));
        assert_eq!(kept("fh", 1, 0), Err(DirectionFault::NeedsOblique(1)));
        assert_eq!(kept("hf", 2, 1), Err(DirectionFault::Order(0, "fh".into())));
    }
}
