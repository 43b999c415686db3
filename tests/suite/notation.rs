//! Tests of Betza notation with the data of `tests/data/betza_vectors.json`.

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

/// Rays of a reading in the format of the data, sorted.
fn vectors(reading: &Reading) -> Vec<(i64, i64, i64, &'static str)> {
    let letter = |mode| match mode {
        Mode::Plain => "",
        Mode::Lame => "n",
        Mode::Cannon => "p",
        Mode::Grasshopper => "g",
        Mode::Through => "through",
    };
    let rays = reading.movement.rays().iter().map(|r| {
        assert_eq!((r.lead, r.from, r.step.z), (None, 1, 0));
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
        // A hole blocks like a wall.
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
fn one_error_has_the_whole_corrected_notation() {
    for (notation, whole) in [
        ("nfW", "fW"),
        ("fnrN", "frnN"),
        ("sfN", "fsN"),
        ("pcR", "cpR"),
        ("nfNWsfNpcR", "fnNWfsNcpR"),
        ("fsFvrNRR", "fFrvNR"),
        ("QnsfN", "QfsnN"),
        ("cfmF[F?R]sv[W?B]", "cfmF[F?R][W?B]"),
    ] {
        let errors = read(notation).expect_err(notation);
        assert_eq!(errors.len(), 1, "{notation}: {errors:?}");
        assert_eq!(errors[0].help, Some(format!("write {whole}")), "{notation}");
    }
    // A fault without a correction has a separate error.
    let errors = read("nfNL").expect_err("two faults");
    assert_eq!(errors.iter().map(|e| e.code).collect::<Vec<_>>(), ["modifier_order", "ambiguous_atom"]);
    // Also for long notations.
    let errors = read(&"nfN".repeat(3000)).expect_err("out of order");
    assert_eq!(
        (errors.len(), errors[0].help.as_deref()),
        (1, Some(&*format!("write {}", "fnN".repeat(3000))))
    );
}

#[test]
fn corrected_notations_are_read() {
    for case in list(&data(), "reject") {
        for error in read(text(case, "betza")).expect_err("a fault") {
            if let ("modifier_order" | "no_effect_direction", Some(help)) = (error.code, &error.help)
                && let Some(instead) = help.strip_prefix("write ").filter(|h| !h.starts_with("a term"))
            {
                assert!(read(instead).is_ok(), "{instead}");
            }
        }
    }
}

#[test]
fn modes_stand_before_directions_as_well() {
    for (before, behind) in [("mfFcfW", "fmFfcW"), ("cfrnN", "frcnN"), ("mcfF", "fmcF"), ("ecfF", "fecF")] {
        let (a, b) = (read(before).expect(before), read(behind).expect(behind));
        assert_eq!((a.movement, a.warnings.len()), (b.movement, b.warnings.len()), "{before}");
    }
    let reading = read("mfFcfWimfnA").expect("a pawn");
    assert_eq!(vectors(&reading), [(0, 1, 1, "")]);
    assert_eq!(read("fmrW").expect_err("split")[0].help.as_deref(), Some("write frmW"));
    assert_eq!(read("mfK").expect_err("a king")[0].range, 1..2);
}

#[test]
fn what_is_left_out_and_why() {
    let warning = |notation: &str| read(notation).expect(notation).warnings[0].1.clone();
    assert_eq!(warning("iR"), "iR applies only to a first move; it is ignored");
    assert_eq!(warning("fmW"), "fmW moves without attacking; it is ignored");
    assert_eq!(warning("imR"), "imR moves without attacking; it is ignored");
    assert_eq!(warning("KeF"), "eF captures only en passant; it is ignored");
    assert_eq!(
        warning("KmWiRmDiceN"),
        "mW, mD move without attacking; iR, iceN apply only to a first move; they are ignored"
    );
    assert_eq!(warning("i[F?R]"), "i[F?R] applies only to a first move; it is ignored");
}

/// Step to the right and step up.
type Pair = (i32, i32);

/// Independent implementation of bent rides: a leap to a first cell, then steps up to and including the first piece.
fn bent_by_hand(board: &Board, at: (i32, i32), occupied: &CellSet, legs: &[(Pair, Pair)]) -> CellSet {
    let cell = |(x, y): (i32, i32)| board.cell_at(nauck::geometry::Vector::flat(x, y));
    let mut attacked = CellSet::empty(board.len());
    for &(lead, step) in legs {
        let mut place = (at.0 + lead.0, at.1 + lead.1);
        while let Some(here) = cell(place).filter(|&c| !board.is_wall(c)) {
            attacked.insert(here);
            if occupied.contains(here) {
                break;
            }
            place = (place.0 + step.0, place.1 + step.1);
        }
    }
    attacked
}

#[test]
fn griffon_and_manticore_by_hand() {
    let mut board = Board::new(Shape::rectangle(7, 6));
    board.add_wall(board.cell_named("e5").expect("a cell"));
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let griffon: Vec<_> = signs.iter().flat_map(|&(a, b)| [((a, b), (a, 0)), ((a, b), (0, b))]).collect();
    let manticore: Vec<_> = signs.iter().flat_map(|&(a, b)| [((a, 0), (a, b)), ((0, b), (a, b))]).collect();
    let mut seed = 7_u64;
    for (notations, legs) in [(["[F?R]", "FyafsF"], griffon), (["[W?B]", "WyafsW"], manticore)] {
        for _ in 0..200 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = seed >> 20 & seed >> 9;
            let occupied =
                CellSet::of(board.len(), board.open_cells().filter(|c| bits >> (c.index() % 40) & 1 == 1));
            let at = ((seed >> 33) as i32 % 7 + 1, (seed >> 40) as i32 % 6 + 1);
            let from = board.cell_at(nauck::geometry::Vector::flat(at.0, at.1)).expect("a cell");
            let wanted = bent_by_hand(&board, at, &occupied, &legs);
            for notation in notations {
                let movement = read(notation).expect(notation).movement;
                assert_eq!(movement.attacked(&board, from, &occupied), wanted, "{notation} {at:?}");
            }
        }
    }
}

#[test]
fn paths_in_brackets() {
    let seen = |notation: &str, pieces: &[&str]| -> String {
        let board = Board::new(Shape::rectangle(8, 8));
        let cell = |name: &&str| board.cell_named(name).expect("a cell");
        let occupied = CellSet::of(board.len(), pieces.iter().map(cell));
        let movement = read(notation).expect(notation).movement;
        let printed = print(&movement).expect(notation);
        assert_eq!(read(&printed).expect(&printed).movement, movement, "{notation} as {printed}");
        let attacked = movement.attacked(&board, cell(&"d4"), &occupied);
        let mut names: Vec<String> = attacked.iter().map(|c| board.cell_name(c)).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(seen("fr[F?R]", &[]), "e5 f5 g5 h5");
    assert_eq!(seen("fr[F-R]", &[]), "f5 g5 h5");
    assert_eq!(seen("fr[F?R]", &["e5"]), "e5");
    assert_eq!(seen("fr[F-R]", &["e5"]), "");
    assert_eq!(seen("fr[F?R2]", &["g5"]), "e5 f5 g5");
    assert_eq!(seen("fr[W?B]", &[]), "e4 f5 g6 h7");
    assert_eq!(seen("f[W-B]", &[]), "a8 b7 c6 e6 f7 g8");
    assert_eq!(seen("fr[D?B]", &["e4"]), "f4 g5 h6");
    assert_eq!(seen("[W-F]", &["d5"]), "b3 b5 c2 e2 f3 f5");
    assert_eq!(seen("rf[W?sR]", &[]), "e4 e5 e6 e7 e8");
    assert_eq!(seen("f[W-R]", &[]), "d6 d7 d8");
    assert_eq!(seen("fr[F-B]", &["e5"]), "");
    for (notation, code) in [
        ("[F?R", "syntax"),
        ("F?R", "syntax"),
        ("F]", "syntax"),
        ("[]", "bracket_leg"),
        ("[FR]", "bracket_leg"),
        ("[F?]", "bracket_leg"),
        ("[?R]", "bracket_leg"),
        ("[F?R?B]", "bracket_leg"),
        ("[F?[W?B]]", "bracket_leg"),
        ("[N?R]", "bracket_leg"),
        ("[F?N]", "bracket_leg"),
        ("[K?R]", "bracket_leg"),
        ("[F?Q]", "bracket_leg"),
        ("[R?B]", "bracket_leg"),
        ("[F2?R]", "bracket_leg"),
        ("[vW?B]", "bracket_leg"),
        ("[W?fB]", "bracket_leg"),
        ("[F?sR]", "bracket_leg"),
        ("[mF?R]", "bracket_leg"),
        ("[F?pR]", "bracket_leg"),
        ("n[F?R]", "bracket_leg"),
        ("[F?R]3", "bracket_leg"),
        ("yafsF3", "bracket_leg"),
        ("fyafsF", "bracket_leg"),
        ("sf[F?R]", "modifier_order"),
        ("[F?L]", "ambiguous_atom"),
        ("yafsN", "unsupported_modifier"),
        ("t[FR]", "unsupported_modifier"),
    ] {
        let errors = read(notation).expect_err(notation);
        assert_eq!(errors[0].code, code, "{notation}: {errors:?}");
        assert!(errors.iter().all(|e| notation.get(e.range.clone()).is_some()), "{notation}");
    }
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
