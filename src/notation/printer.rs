//! Prints movements in Betza notation: `R`, `B`, `Q`, `K` where they apply, riders by doubling, others by range. Terms are
//! ordered by mechanic, then unlimited ones first, then near vectors first.

use super::bent::{BendAngle, Path, far, paths, shape};
use super::directions::{images, kept};
use super::names::{ALIASES, Alias};
use super::read::read;
use crate::geometry::{Mode, Movement, Vector};
use std::collections::BTreeMap;

/// Direction letters, shortest first; the first that selects the right vectors is used.
const TOKENS: [&str; 25] = [
    "", "f", "b", "l", "r", "s", "v", "fr", "fl", "br", "bl", "rf", "lf", "rb", "lb", "fs", "bs", "rv", "lv",
    "fh", "bh", "lh", "rh", "hr", "hl",
];

/// Three of the four sides. Oblique vectors get one term each instead, which every program reads alike.
const SIDES: [&str; 4] = ["frl", "brl", "fbr", "fbl"];

/// Common part of rays that differ only in their step: mode, limit and shape of the step.
type RayGroup = (Mode, Limit, (i32, i32));

/// A [`RayGroup`] with the square of its vector's length as a sort key.
type RayGroupKey = (Mode, Limit, i64, (i32, i32));

/// Last step; unlimited sorts first, so riders come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Limit {
    None,
    Steps(u32),
}

/// Straight rides that start at their second step, and bent rides, by their limit and the shapes of their first and
/// repeated steps.
type Bends = BTreeMap<(Limit, (i32, i32), (i32, i32)), Vec<Path>>;

/// Returns the canonical notation for the movement; `None` if there is none (rides through pieces, rides from a third step
/// on, bends after oblique steps, steps in space, staying).
pub fn print(movement: &Movement) -> Option<String> {
    let mut groups: BTreeMap<RayGroupKey, Vec<Vector>> = BTreeMap::new();
    let mut bends = Bends::new();
    for ray in movement.rays() {
        if ray.step.z != 0 || ray.mode == Mode::Through || ray.lead.is_some_and(|lead| lead.z != 0) {
            return None;
        }
        let limit = ray.to.map_or(Limit::None, Limit::Steps);
        if ray.from == 2 && ray.mode == Mode::Plain {
            let path = (ray.lead.unwrap_or(ray.step), ray.step);
            bends.entry((limit, checked_shape(path.0)?, checked_shape(path.1)?)).or_default().push(path);
            continue;
        }
        if ray.from != 1 || ray.lead.is_some() {
            return None;
        }
        let (long, short) = checked_shape(ray.step)?;
        let length = i64::from(long) * i64::from(long) + i64::from(short) * i64::from(short);
        groups.entry((ray.mode, limit, length, (long, short))).or_default().push(ray.step);
    }
    let mut groups: Vec<(RayGroup, Vec<Vector>)> =
        groups.into_iter().map(|((mode, limit, _, vector), steps)| ((mode, limit, vector), steps)).collect();
    let mut behind = String::new();
    for (&(limit, lead, step), paths) in &bends {
        behind.push_str(&bent(limit, lead, step, paths, &mut groups)?);
    }
    let notation = joined(&groups)? + &behind;
    // Reading the result back ensures that it means the same.
    read(&notation).ok().filter(|r| r.movement == *movement && r.warnings.is_empty()).map(|_| notation)
}

fn checked_shape(v: Vector) -> Option<(i32, i32)> {
    let (x, y) = (v.x.checked_abs()?, v.y.checked_abs()?);
    Some((x.max(y), x.min(y)))
}

/// Returns the terms of paths in brackets. If the piece leaps to every bend it may stop there; leaps that the terms include
/// are removed from `groups`.
fn bent(
    limit: Limit,
    lead: (i32, i32),
    step: (i32, i32),
    all: &[Path],
    groups: &mut Vec<(RayGroup, Vec<Vector>)>,
) -> Option<String> {
    let leaps = groups.iter().position(|g| g.0 == (Mode::Plain, Limit::Steps(1), lead));
    let may_stop = leaps.is_some_and(|at| all.iter().all(|path| groups[at].1.contains(&path.0)));
    if let Some(at) = leaps.filter(|_| may_stop)
        && groups[at].1.iter().all(|leap| all.iter().any(|path| path.0 == *leap))
    {
        groups.remove(at);
    }
    let range = match limit {
        Limit::None => Limit::None,
        Limit::Steps(n) => Limit::Steps(n.checked_sub(1)?),
    };
    let (sign, first, second) = (if may_stop { '?' } else { '-' }, leg(lead), atom(range, step.0, step.1));
    let mut text = String::new();
    let mut left = all.len();
    for (turn, letter) in [(BendAngle::Outward, ""), (BendAngle::Sideways, "s")] {
        let possible = paths(lead, step, turn);
        let chosen: Vec<Vector> = all.iter().filter(|p| possible.contains(p)).map(|&p| far(p)).collect();
        if let Some(&some) = chosen.first() {
            left -= chosen.len();
            let (long, short) = shape(some);
            let path = format!("[{first}{sign}{letter}{second}]");
            text.push_str(&chosen_by(&chosen, (long, short), &|letters| format!("{letters}{path}"))?);
        }
    }
    (left == 0).then_some(text)
}

/// Returns the atom of a first leg.
fn leg((long, short): (i32, i32)) -> String {
    atom(Limit::Steps(1), long, short)
}

/// Joins the terms. A full wazir and a full ferz of one range become a king or queen.
fn joined(groups: &[(RayGroup, Vec<Vector>)]) -> Option<String> {
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

/// Returns one term if some direction selects exactly these steps, else one term per step.
fn terms(mode: Mode, limit: Limit, (long, short): (i32, i32), steps: &[Vector]) -> Option<String> {
    let atom = atom(limit, long, short);
    chosen_by(steps, (long, short), &|letters| format!("{letters}{}{atom}", mechanic(mode)))
}

/// Returns the terms that select `steps` among the images of a vector by directions.
fn chosen_by(steps: &[Vector], (long, short): (i32, i32), write: &impl Fn(&str) -> String) -> Option<String> {
    let term = |steps: &[Vector]| {
        let says = |letters: &&&str| kept(letters, long, short).is_ok_and(|kept| kept == steps);
        let sides = if short == 0 { &SIDES[..] } else { &[] };
        TOKENS.iter().chain(sides).find(says).map(|letters| write(letters))
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

/// Returns the atom with its range.
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

/// Returns the known names of this movement, the usual one first.
pub fn names_of(movement: &Movement) -> Vec<&'static str> {
    let same = |alias: &&Alias| read(alias.betza).is_ok_and(|reading| reading.movement == *movement);
    // A movement that cannot be printed has no name; this quick test covers most movements of a spec.
    if print(movement).is_none() {
        return Vec::new();
    }
    ALIASES.iter().filter(same).map(|alias| alias.name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::names::alias;
    use super::*;
    use crate::geometry::Ray;

    #[test]
    fn every_alias_can_be_read() {
        for (i, alias) in ALIASES.iter().enumerate() {
            let reading = read(alias.betza).expect(alias.betza);
            assert!(names_of(&reading.movement).contains(&alias.name), "{}", alias.name);
            assert!(ALIASES[..i].iter().all(|a| a.name != alias.name), "{}", alias.name);
        }
        assert_eq!(alias("dragon horse").map(|a| a.betza), Some("BW"));
        assert_eq!(names_of(&read("Q").expect("a queen").movement), ["queen"]);
    }

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
            ("FyafsF", Some("[F?R]")),
            ("yafsW", Some("[W-B]")),
            ("F[F-R]W", Some("W[F?R]")),
            ("B[F?R]", Some("B[F-R]")),
            ("[F?B]", Some("B")),
            ("[F-B]", Some("[F-B]")),
            ("[W-W2]", Some("[W-W2]")),
            ("fr[W?B2]", Some("fr[W?F2]")),
            ("v[F?R][D?sR]", Some("v[F?R][D?sR]")),
            ("[W?sR][W-R]", None),
            ("[(4,0)-DD]", Some("[(4,0)-DD]")),
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
