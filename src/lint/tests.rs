//! Tests of each lint, and of near misses.

use super::*;
use crate::model::check::Overrides;
use crate::text::{NoFiles, Source};

/// Returns the name of each lint and the characters it marks.
fn found(text: &str) -> Vec<(String, String)> {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "a".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &NoFiles);
    assert!(syntax.is_empty() && faults.is_empty(), "{syntax:?} {faults:?}\n{text}");
    let (model, _) = spec.model(&Overrides::new()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let name = |lint: &Lint| {
        format!("{:?}", lint.kind).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
    };
    lints(&spec, &model, &sources).iter().map(|l| (name(l), text[l.span.range()].to_owned())).collect()
}

#[test]
fn suspicious_specs() {
    let queens = "board 4 x 4\nuse queen\n";
    for (text, name, marked) in [
        ("param n = 4\nboard 4 x 4\nuse queen\nno attacks", "UnusedParameter", "n"),
        ("board 4 x 4\nuse queen, rook\ncount queen = 1", "UnusedPiece", "rook"),
        ("board 4 x 4\nuse queen\npiece odd = king\ncount queen = 1", "UnusedPiece", "odd"),
        ("board 4 x 4\nuse queen\npieces d[1..3] = none\ncount queen = 1", "UnusedPiece", "d"),
        ("board 4 x 4\nuse queen\nregions box = blocks 2 x 2\nno attacks", "UnusedRegions", "box"),
        ("board 2 x 1\nuse queen\nno attacks\nregions \"AB\"", "UnusedRegions", "regions"),
        ("board \"1..\"\nuse queen\nclues are cells\nno attacks", "UnusedClues", "clues are cells"),
        ("board \"#..\"\nregions \"ABB\"\nuse queen\neach region: count queen = 1", "RegionWithoutCell", "A"),
    ] {
        assert_eq!(found(text), [(name.to_owned(), marked.to_owned())], "{text}");
    }
    for (rule, name, marked) in [
        ("count queen = 17", "NeverHolds", "count queen = 17"),
        ("17 <= count queen", "NeverHolds", "17 <= count queen"),
        ("count queen + count empty != 16", "NeverHolds", "count queen + count empty != 16"),
        ("each row: count queen > 4", "NeverHolds", "count queen > 4"),
        ("columns: count queen = [1, _, 5, 1]", "NeverHolds", "5"),
        ("place queen at a1, a2\ncount queen = 1", "NeverHolds", "count queen = 1"),
        ("keep empty row 1\ncount queen in row 1 >= 1", "NeverHolds", "count queen in row 1 >= 1"),
        ("each window 5 x 1: count queen = 1", "NoPlace", "each window 5 x 1"),
        ("each clue c: count queen within king = c", "NoPlace", "each clue c"),
        ("pieces d[1..3] = none\ncount queen = 1\neach d v in 3..2: count v = 3", "NoPlace", "3..2"),
        ("path wire[1] by king\ncount queen = 1\neach wire w in 2..3: count w = 3", "NoPlace", "2..3"),
        ("count queen in cells where x > 4 = 0", "EmptyArea", "cells where x > 4"),
        ("in cells where x > 4: count queen = 0", "EmptyArea", "in cells where x > 4"),
        ("in b2..c3, each row: count queen = 1", "EmptyPlace", "in b2..c3, each row"),
        ("walls row 1\nrows: count queen = [1, 1, 1, 1]", "EmptyPlace", "1"),
        ("no attacks\ncount queen = 1\n no attacks among queen", "SaidTwice", "no attacks among queen"),
        ("count queen <= 3\ncount queen = 2", "Looser", "count queen <= 3"),
        ("each row: count queen = 1\neach row: 2 > count queen", "Looser", "each row: 2 > count queen"),
        (
            "symmetric under half turn\ncount queen = 2\nsymmetric under half turn",
            "SaidTwice",
            "symmetric under half turn",
        ),
        ("no attacks\nexpect solutions >= 0", "IdleExpectation", "solutions >= 0"),
        ("no attacks\nexpect unique, solutions = 2", "ExpectationsClash", "solutions = 2"),
        ("no attacks\nexpect none\nexpect orbits >= 1", "ExpectationsClash", "orbits >= 1"),
    ] {
        let text = format!("{queens}{rule}");
        assert_eq!(found(&text), [(name.to_owned(), marked.to_owned())], "{text}");
    }
}

/// Pieces without moves are guarded by plain `no attacks` like any other.
#[test]
fn guarded_blockers() {
    let board = "board 4 x 4\nuse queen\npiece stone = none\nno attacks\n";
    for rules in [
        "count queen = 5\ncount stone = 1",
        "each row: count queen = 2\ncount stone = 4",
        "in row 1: count queen > 1\ncount stone = 4",
        "count stone = 1\neach stone: attackers >= 1",
        "place stone at b2\neach stone: attackers queen = 1",
        "place stone at b2\nplace queen at b4",
    ] {
        let text = format!("{board}{rules}");
        assert_eq!(found(&text), [("GuardedBlocker".to_owned(), "no attacks".to_owned())], "{text}");
    }
    for rules in [
        "count queen = 4\ncount stone = 1",
        "count queen = 5\ncount stone = 1\nexpect none",
        "walls b2, c3\ncount queen >= 5\ncount stone = 1",
        "each stone: attackers >= 1\ncount queen = 1",
        "in a1..b2, each stone: attackers >= 1\ncount stone = 1",
        "place stone at b2\nplace queen at c4",
        "place stone at b1\nplace queen at b4\nwalls b3",
    ] {
        let text = format!("{board}{rules}");
        assert_eq!(found(&text), [], "{text}");
    }
    let among = board.replace("no attacks", "no attacks among queen");
    assert_eq!(found(&format!("{among}count queen = 5\ncount stone = 1")), []);
    let idle = "board 4 x 4\npiece stone = none\nno attacks\ncount stone = 2";
    assert_eq!(found(idle), [("NothingAttacks".to_owned(), "no attacks".to_owned())]);
    let routes = "board 3 x 3\nloop tour by wazir\nno attacks";
    assert_eq!(found(routes), [("NothingAttacks".to_owned(), "no attacks".to_owned())]);
    let within = "board 4 x 4\nuse rook\npiece stone = none\nno attacks within kinds\ncount stone = 2";
    assert_eq!(found(within), []);
}

#[test]
fn near_misses() {
    for text in [
        "board 4 x 4\nuse queen, rook\nno attacks",
        "board 2 x 1\nuse queen, rook\nregions \"AB\"\nplace queen at a1",
        "board 4 x 4\nuse queen\npiece amazon = queen + knight\ncount amazon = 1",
        "board 4 x 4\nuse rook\ntile T \"##\"\ngivens \"\"\"\nT T . .\n. . . .\n. . . .\n. . . .\n\"\"\"\ncount rook = 1",
        "param n = 4\nparam k = n\nboard n x n\nuse queen\ncount queen = k\ncount queen <= n",
        "board 4 x 4\nuse queen\ncount queen = 16",
        "board 4 x 4\nuse queen\ncount queen = 17\nexpect none",
        "board 4 x 4\ntile t \"##\"\nplace t at a1, b1, c1, d1\ncount t = 2",
        "board 4 x 4\nuse queen\neach empty cell: attackers >= 1\nmaximize count empty",
        "board 4 x 4\nuse queen\neach row: count queen = 1\neach column: count queen = 1",
        "board 4 x 4\nuse queen\ncount queen >= 2\ncount queen <= 4",
        "board 4 x 4\nuse queen\ncount queen != 3\ncount queen <= 3",
        "board 4 x 4\nuse queen\nno attacks\nmaximize count queen\nexpect optimum = 4, solutions = 2, orbits = 1",
        "board 4 x 4\nuse queen\neach row, in a1..c3: count queen <= 1",
        "board \"1..\"\nuse queen\nclues are cells\neach clue: count queen = 1",
        "board \"1..\"\nuse queen\nclues are cells\neach group of empty: count empty in clues = 1",
        "board \"1..\"\nuse queen\nclues are cells\nconnected queen\ncount queen in clues >= 0",
        "board \"1..\"\npath walk by wazir through clues\nclues are cells",
        "board 3 x 3\nuse queen\nclues are cells\neach clue c: count queen within king = c\nvary clues",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}
