//! Prints movements in Betza notation: `R`, `B`, `Q`, `K` where they apply, riders by doubling, others by range.
//! Terms stand in order of mechanic, unlimited first, near vectors first.

use super::directions::{images, kept};
use super::read;
use crate::geometry::{Mode, Movement, Vector};
use std::collections::BTreeMap;

/// Directions, from the fewest letters; the first that keeps the right vectors is taken.
const TOKENS: [&str; 25] = [
    "", "f", "b", "l", "r", "s", "v", "fr", "fl", "br", "bl", "rf", "lf", "rb", "lb", "fs", "bs", "rv", "lv",
    "fh", "bh", "lh", "rh", "hr", "hl",
];

/// Three sides of four. Oblique vectors are given term by term instead, which everybody reads alike.
const SIDES: [&str; 4] = ["frl", "brl", "fbr", "fbl"];

/// Rays that differ in their step alone: how many steps (without limit first), and what all steps have in common.
type Group = (Mode, Limit, (i32, i32));

/// As a [`Group`], with the square of its vector's length to sort by.
type Order = (Mode, Limit, i64, (i32, i32));

/// The last step; without limit is the least, so that riders come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Limit {
    None,
    Steps(u32),
}

/// The canonical notation for the movement; `None` where the notation has none (rides through pieces, rides from a second
/// step on, steps in space, staying).
pub fn print(movement: &Movement) -> Option<String> {
    let mut groups: BTreeMap<Order, Vec<Vector>> = BTreeMap::new();
    for ray in movement.rays() {
        if ray.from != 1 || ray.step.z != 0 || ray.mode == Mode::Through {
            return None;
        }
        let (x, y) = (ray.step.x.checked_abs()?, ray.step.y.checked_abs()?);
        let (long, short) = (x.max(y), x.min(y));
        let length = i64::from(long) * i64::from(long) + i64::from(short) * i64::from(short);
        let limit = ray.to.map_or(Limit::None, Limit::Steps);
        groups.entry((ray.mode, limit, length, (long, short))).or_default().push(ray.step);
    }
    let groups: Vec<(Group, Vec<Vector>)> =
        groups.into_iter().map(|((mode, limit, _, vector), steps)| ((mode, limit, vector), steps)).collect();
    let notation = joined(&groups)?;
    // What is printed is read again, so that it cannot say anything else.
    read(&notation).ok().filter(|r| r.movement == *movement && r.warnings.is_empty()).map(|_| notation)
}

/// Terms one after the other. A full wazir and a full ferz of one range are a king or queen.
fn joined(groups: &[(Group, Vec<Vector>)]) -> Option<String> {
    let mut notation = String::new();
    let mut rest = groups;
    while let Some((((mode, limit, vector), steps), behind)) = rest.split_first() {
        rest = behind;
        let royal = *vector == (1, 0)
            && steps.len() == 4
            && behind
                .first()
                .is_some_and(|((m, l, v), s)| (m, l) == (mode, limit) && *v == (1, 1) && s.len() == 4);
        if royal {
            rest = &behind[1..];
            notation.push_str(mechanic(*mode));
            notation.push_str(&match limit {
                Limit::None => "Q".to_owned(),
                Limit::Steps(1) => "K".to_owned(),
                Limit::Steps(n) => format!("Q{n}"),
            });
        } else {
            notation.push_str(&terms(*mode, *limit, *vector, steps)?);
        }
    }
    Some(notation)
}

/// One term where some direction says it, else one for each step.
fn terms(mode: Mode, limit: Limit, (long, short): (i32, i32), steps: &[Vector]) -> Option<String> {
    let atom = atom(limit, long, short);
    let term = |steps: &[Vector]| {
        let says = |letters: &&&str| kept(letters, long, short).is_ok_and(|kept| kept == steps);
        let sides = if short == 0 { &SIDES[..] } else { &[] };
        TOKENS.iter().chain(sides).find(says).map(|letters| format!("{letters}{}{atom}", mechanic(mode)))
    };
    let mut sorted = steps.to_vec();
    sorted.sort_unstable();
    debug_assert!(sorted.iter().all(|v| images(long, short).contains(v)));
    term(&sorted).or_else(|| sorted.iter().map(|&step| term(&[step])).collect())
}

fn mechanic(mode: Mode) -> &'static str {
    match mode {
        Mode::Plain | Mode::Through => "",
        Mode::Lame => "n",
        Mode::Cannon => "p",
        Mode::Grasshopper => "g",
    }
}

/// The atom with its range.
fn atom(limit: Limit, long: i32, short: i32) -> String {
    let letter = match (long, short) {
        (1, 0) if limit == Limit::None => return "R".to_owned(),
        (1, 1) if limit == Limit::None => return "B".to_owned(),
        (1, 0) => "W",
        (1, 1) => "F",
        (2, 0) => "D",
        (2, 1) => "N",
        (2, 2) => "A",
        (3, 0) => "H",
        (3, 1) => "C",
        (3, 2) => "Z",
        (3, 3) => "G",
        _ => "",
    };
    match (letter, limit) {
        ("", Limit::None) => format!("({long},{short})0"),
        ("", Limit::Steps(1)) => format!("({long},{short})"),
        ("", Limit::Steps(n)) => format!("({long},{short}){n}"),
        (letter, Limit::None) => letter.repeat(2),
        (letter, Limit::Steps(1)) => letter.to_owned(),
        (letter, Limit::Steps(n)) => format!("{letter}{n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Ray;

    #[test]
    fn canonical_forms() {
        let cases = [
            ("WWFF", Some("Q")),
            ("FW", Some("K")),
            ("N0", Some("NN")),
            ("NQ", Some("QN")),
            ("(1,4)0", Some("(4,1)0")),
            ("K2", Some("Q2")),
            ("R1", Some("W")),
            ("ffN", Some("fN")),
            ("fFW", Some("WfF")),
            ("nNcpRWW", Some("RnNpR")),
            ("frblN", Some("blNfrN")),
            ("fhNfrlRK", None),
        ];
        for (notation, printed) in cases {
            let movement = read(notation).expect(notation).movement;
            let again = print(&movement).expect(notation);
            assert_eq!(read(&again).expect(&again).movement, movement);
            if let Some(printed) = printed {
                let sorted = |s: &str| read(s).expect(s).movement;
                assert_eq!(sorted(&again), sorted(printed));
                assert_eq!(again, printed, "{notation}");
            }
        }
        let through = Ray { mode: Mode::Through, ..Ray::ride(Vector::flat(1, 0)) };
        assert_eq!(print(&Movement::new([through], false)), None);
    }
}
