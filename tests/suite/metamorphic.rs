//! Equivalent specs have the same answer: with the board turned or reflected, kinds renamed, statements reordered, or rules
//! moved to a separate file.

use super::specs::{model_with, outcome, spec_of};
use nauck::run::{Discard, Query, Request, run};
use nauck::text::{LoadError, Loader, NoFiles, Source};

/// Rows of a picture, top row first.
type Picture = Vec<Vec<char>>;

fn picture(rows: &[&str]) -> Picture {
    rows.iter().map(|row| row.chars().collect()).collect()
}

fn turned(p: &Picture) -> Picture {
    (0..p[0].len()).map(|x| p.iter().rev().map(|row| row[x]).collect()).collect()
}

fn reflected(p: &Picture) -> Picture {
    p.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn words(p: &Picture) -> String {
    let rows: Vec<String> = p.iter().map(|row| row.iter().collect()).collect();
    format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
}

/// Optimum, number of solutions, and orbits with their sizes.
type Answer = (Option<Vec<i64>>, String, String);

fn answer(text: &str, loader: &dyn Loader) -> Answer {
    let spec = spec_of(text, "spec.puz", loader).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let model = model_with(&spec, &[]);
    let found = outcome(&model, &Request { query: Query::All, orbits: true, ..Request::of(&model) });
    let orbits = found.orbits().expect("orbits were asked for").to_string();
    (found.best().map(<[i64]>::to_vec), found.count().to_string(), orbits)
}

/// Rules that are invariant under symmetries of the board.
const RULES: &[&str] = &[
    "piece queen \"Q\" = ride orthogonal + ride diagonal",
    "piece horse \"H\" = betza \"nN\"",
    "clues are walls",
    "each clue c: count piece within king <= c",
    "each region: count piece <= 2",
    "no attacks between queen, horse",
    "no attacks among queen",
    "each empty cell: attackers >= 1",
    "each straight line: count queen <= 1",
    "minimize count piece",
    "maximize count horse",
];

/// [`RULES`] with a bent rider and a hopper.
fn bent_rules() -> Vec<&'static str> {
    let mut rules = RULES.to_vec();
    rules[0] = "piece queen \"Q\" = ride diagonal then orthogonal outward";
    rules[1] = "piece horse \"H\" = leap (1, 2) lame + ride diagonal over one";
    rules
}

const BOARD: &[&str] = &[".1..", "...#", "2...", "...."];
const REGIONS: &[&str] = &["AABB", "AABC", "ADCC", "DDDC"];

fn text(board: &Picture, regions: &Picture, rules: &[&str]) -> String {
    format!("board {}\nregions {}\n{}\n", words(board), words(regions), rules.join("\n"))
}

#[test]
fn turning_and_reflecting() {
    for rules in [RULES.to_vec(), bent_rules()] {
        let (mut board, mut regions) = (picture(BOARD), picture(REGIONS));
        let first = answer(&text(&board, &regions, &rules), &NoFiles);
        assert_ne!(first.1, "0");
        for _ in 0..4 {
            (board, regions) = (turned(&board), turned(&regions));
            assert_eq!(answer(&text(&board, &regions, &rules), &NoFiles), first);
            assert_eq!(answer(&text(&reflected(&board), &reflected(&regions), &rules), &NoFiles), first);
        }
    }
}

#[test]
fn order_and_names() {
    let (board, regions) = (picture(BOARD), picture(REGIONS));
    let first = answer(&text(&board, &regions, RULES), &NoFiles);
    // The order of the objectives matters, so it is kept.
    let mut reversed: Vec<&str> = RULES.iter().rev().copied().collect();
    reversed.swap(0, 1);
    let whole = text(&board, &regions, &reversed);
    assert_eq!(answer(&whole, &NoFiles), first);
    let last = format!("{}\nregions {}\nboard {}\n", reversed.join("\n"), words(&regions), words(&board));
    assert_eq!(answer(&last, &NoFiles), first);
    let renamed = whole.replace("queen", "a_first").replace("horse", "queen").replace("a_first", "horse");
    assert_eq!(answer(&renamed, &NoFiles), first);
    let letters = whole.replace("AA", "ZZ").replace('A', "Z").replace('B', "A");
    assert_eq!(answer(&letters, &NoFiles), first);
}

/// Loader with the single file `rules.puz`.
struct Rules(String);

impl Loader for Rules {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        if path != "rules.puz" {
            return Err(LoadError::Missing);
        }
        Ok(Source { name: path.into(), text: self.0.as_str().into() })
    }
}

#[test]
fn rules_in_a_file_of_their_own() {
    let (board, regions) = (picture(BOARD), picture(REGIONS));
    let first = answer(&text(&board, &regions, RULES), &NoFiles);
    let rules = Rules(RULES.join("\n") + "\nexpect none\nfind number\n");
    assert_eq!(answer(&text(&board, &regions, &["include \"rules.puz\""]), &rules), first);
}

#[test]
fn one_layer_is_the_flat_board() {
    let rules = "no attacks\neach row: count queen <= 1\nmaximize count queen\n";
    for (flat, layer) in [("1 x 1", "1 x 1 x 1"), ("4 x 4", "4 x 4 x 1"), ("3 x 5", "3 x 5 x 1")] {
        let flat = format!("board {flat}\nuse queen\n{rules}");
        let moves = "ride (1, 0, 0) + ride (1, 1, 0) + ride (1, 1, 1)";
        let layer = format!("board {layer}\npiece queen = {moves}\n{rules}");
        assert_eq!(answer(&flat, &NoFiles), answer(&layer, &NoFiles), "{layer}");
    }
}

/// Specs whose problems fall into parts that are images of each other.
const MIRRORED: &[&str] = &[
    "board 6 x 6\nuse bishop\nno attacks\n",
    "board 5 x 5\nwalls c1, c2, c3, c4, c5\nuse knight, king\nno attacks\n",
    "board 4 x 4 wrap columns\npiece camel \"C\" = leap (2, 2)\nno attacks\n",
];

/// A constant shifts the values and changes nothing else, with each engine that takes the job.
#[test]
fn constants_shift_values() {
    let count = |text: String, engine: Option<&str>| {
        let spec = spec_of(&text, "spec.puz", &NoFiles).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        let model = model_with(&spec, &[]);
        let mut request = Request { engine: engine.map(str::to_owned), ..Request::of(&model) };
        if !model.objectives.is_empty() {
            request.query = Query::Count;
        }
        // An engine may decline the job.
        let found = run(&model, &request, &Default::default(), &mut Discard).ok()?;
        let by: Vec<(i64, String)> =
            found.by().into_iter().flatten().map(|(value, number)| (*value, number.to_string())).collect();
        Some((found.best().map(<[i64]>::to_vec), found.count().to_string(), by))
    };
    for spec in MIRRORED {
        for engine in [None, Some("oracle"), Some("masks"), Some("frontier"), Some("sat")] {
            let plain = count(format!("{spec}maximize count piece\n"), engine);
            let shifted = count(format!("{spec}maximize count piece + 5\n"), engine);
            assert!(engine.is_some() || plain.is_some(), "{spec}");
            let up = plain.map(|(best, n, by)| (best.map(|b| vec![b[0] + 5]), n, by));
            assert_eq!(shifted, up, "{engine:?} {spec}");
            let plain = count(format!("{spec}find number by count piece\n"), engine);
            let shifted = count(format!("{spec}find number by count piece - 2\n"), engine);
            assert!(engine.is_some() || plain.is_some(), "{spec}");
            let down =
                plain.map(|(best, n, by)| (best, n, by.into_iter().map(|(v, n)| (v - 2, n)).collect()));
            assert_eq!(shifted, down, "{engine:?} {spec}");
        }
    }
}
