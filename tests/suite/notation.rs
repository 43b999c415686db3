//! Betza notation against `tests/data/betza_vectors.json`.

use nauck::geometry::{Board, CellId, CellSet, Mode, Shape};
use nauck::notation::{Reading, print, read};
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("../data/betza_vectors.json")).expect("valid data")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("a list")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a text")
}

/// The rays of a reading as the data write them, sorted.
fn vectors(reading: &Reading) -> Vec<(i64, i64, i64, &'static str)> {
    let letter = |mode| match mode {
        Mode::Plain => "",
        Mode::Lame => "n",
        Mode::Cannon => "p",
        Mode::Grasshopper => "g",
        Mode::Through => "through",
    };
    let rays = reading.movement.rays().iter().map(|r| {
        assert_eq!((r.from, r.step.z), (1, 0));
        (r.step.x.into(), r.step.y.into(), r.to.unwrap_or(0).into(), letter(r.mode))
    });
    let mut rays: Vec<_> = rays.collect();
    rays.sort_unstable();
    rays
}

#[test]
fn accepted_notations_have_their_vectors() {
    for case in list(&data(), "accept") {
        let notation = text(case, "betza");
        let reading = read(notation).unwrap_or_else(|errors| panic!("{notation}: {errors:?}"));
        let mut expected: Vec<(i64, i64, i64, &str)> = list(case, "attacks")
            .iter()
            .map(|v| {
                let number = |i: usize| v[i].as_i64().expect("a number");
                (number(0), number(1), number(2), v[3].as_str().expect("mechanics"))
            })
            .collect();
        expected.sort_unstable();
        assert_eq!(vectors(&reading), expected, "{notation}");
        let printed = print(&reading.movement).expect(notation);
        assert_eq!(read(&printed).expect(&printed).movement, reading.movement, "{notation} as {printed}");
    }
}

#[test]
fn rejected_notations_have_their_codes() {
    let more = [
        ("L", "ambiguous_atom"),
        ("J", "ambiguous_atom"),
        ("sF", "no_effect_direction"),
        ("vB", "no_effect_direction"),
        ("fsF", "no_effect_direction"),
        ("svN", "no_effect_direction"),
        ("vrN", "modifier_order"),
        ("npR", "modifier_order"),
        ("FX", "unknown_atom"),
        ("O3", "unknown_atom"),
        ("tN", "unsupported_modifier"),
        ("jD", "unsupported_modifier"),
        ("pW", "hopper_needs_slider"),
        ("gK", "hopper_needs_slider"),
        ("nW", "lame_needs_leaper"),
        ("W-1", "syntax"),
        ("3N", "syntax"),
        ("(4,1", "syntax"),
        ("(99999999999,1)", "syntax"),
        ("N99999999999", "syntax"),
        ("amazon", "syntax"),
    ];
    let data = data();
    let listed = list(&data, "reject").iter().map(|case| (text(case, "betza"), text(case, "error")));
    for (notation, code) in listed.chain(more) {
        let errors = read(notation).expect_err(notation);
        assert_eq!(errors[0].code, code, "{notation}: {errors:?}");
        for error in &errors {
            assert!(notation.get(error.range.clone()).is_some(), "{notation}: {error:?}");
        }
    }
}

#[test]
fn sights() {
    for case in list(&data(), "sight") {
        let size = |key: &str| u32::try_from(case[key].as_u64().expect("a number")).expect("small");
        let wrap = case["torus"].as_bool().expect("a truth value");
        let (width, height) = (size("files"), size("ranks"));
        let mut board = Board::new(Shape::Box { width, height, depth: 1, wrap_x: wrap, wrap_y: wrap });
        let cells = |key: &str| -> Vec<CellId> {
            let names = list(case, key).iter();
            names.map(|n| board.cell_named(n.as_str().expect("a name")).expect("a cell")).collect()
        };
        let (pieces, mut attacked) = (cells("pieces"), cells("attacks"));
        // A hole stops everything as a wall does.
        let walls = [cells("walls"), cells("holes")].concat();
        attacked.sort_unstable();
        for wall in walls {
            board.add_wall(wall);
        }
        let at = board.cell_named(text(case, "at")).expect("a cell");
        let movement = read(text(case, "betza")).expect("a notation").movement;
        let seen: Vec<CellId> =
            movement.attacked(&board, at, &CellSet::of(board.len(), pieces)).iter().collect();
        assert_eq!(seen, attacked, "{}", text(case, "name"));
    }
}

#[test]
fn what_is_said_about_faults() {
    let errors = read("fKJ").expect_err("two faults");
    let told: Vec<(&str, std::ops::Range<usize>)> =
        errors.iter().map(|e| (e.code, e.range.clone())).collect();
    assert_eq!(told, [("king_queen_direction", 0..1), ("ambiguous_atom", 2..3)]);
    let help = |notation: &str| read(notation).expect_err(notation)[0].help.clone().unwrap_or_default();
    assert_eq!(help("fnrN"), "write frnN");
    assert_eq!(help("pcR"), "write cpR");
    assert_eq!(help("sfN"), "write fsN");
    assert_eq!(help("ssN"), "write sN");
    assert_eq!(help("svN"), "write N");
    assert_eq!(help("fsF"), "write fF");
    assert_eq!(help("amazon"), "write QN");
    assert!(help("fK").contains("fW") && help("fK").contains("fWfF"));
    let reading = read("fmWfceF").expect("a pawn");
    assert_eq!(reading.warnings.len(), 1);
    assert_eq!(reading.warnings[0].0, 0..3);
    assert_eq!(read("mRcpR").expect("a cannon").warnings.len(), 1);
}

#[test]
fn excerpts() {
    let vectors = |notation: &str| vectors(&read(notation).expect(notation));
    let same = [
        ("N0", "NN"),
        ("K2", "Q2"),
        ("Q", "RB"),
        ("WWFF", "Q"),
        ("fN", "ffN"),
        ("(3,4)", "(4,3)"),
        ("R1", "W"),
        ("fbR", "vR"),
        ("R3", "W3"),
        ("(4,1)", "(1,4)"),
        ("lN", "llN"),
        ("rfF", "frF"),
        ("R0", "R"),
    ];
    for (a, b) in same {
        assert_eq!(vectors(a), vectors(b), "{a} {b}");
    }
    assert_eq!(vectors("NAD").len(), 16);
    assert_eq!(vectors("fsN"), [(-2, 1, 1, ""), (2, 1, 1, "")]);
    assert_eq!(vectors("rvN"), [(1, -2, 1, ""), (1, 2, 1, "")]);
    assert_eq!(vectors("hrN"), [(-2, 1, 1, ""), (-1, -2, 1, ""), (1, 2, 1, ""), (2, -1, 1, "")]);
    assert_eq!(vectors("frlN"), [(-2, -1, 1, ""), (-2, 1, 1, ""), (2, 1, 1, "")]);
}

#[test]
fn helps_for_halves_are_read() {
    for (text, wanted) in [("hlF", "F"), ("hrW", "W"), ("lhF", "lF"), ("hrhlF", "F"), ("fhW", "fW")] {
        let errors = read(text).expect_err("no half of these");
        let help = errors[0].help.as_deref().expect("a help");
        assert_eq!(help, format!("write {wanted}"), "{text}");
        assert!(read(wanted).is_ok(), "{wanted}");
    }
}
