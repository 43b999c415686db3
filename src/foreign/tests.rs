use super::codes::{numbers, numbers_to_four};
use super::drawing::Clue;
use super::{Refusal, import};
use Clue::{None as Free, Number, Open};
use proptest::prelude::*;

#[test]
fn numbers_skip_cells_and_have_up_to_four_digits() {
    let read = numbers("g5-1f+100=001.h", 9).expect("a body");
    assert_eq!(read.0, [Free, Number(5), Number(31), Number(256), Number(4097), Open, Free, Free, Free]);
    assert_eq!(numbers("z", 19), Err(Refusal::TooLong));
    assert_eq!(numbers("1g2", 2), Ok((vec![Number(1), Free], "2")));
    assert_eq!(numbers("1-2", 2), Err(Refusal::Truncated));
    assert_eq!(numbers("-+1", 2), Err(Refusal::Code("+1".to_owned())));
    assert_eq!(numbers("1A", 2), Err(Refusal::Code("A".to_owned())));
}

#[test]
fn numbers_to_four_hold_the_cells_after_them() {
    let read = numbers_to_four("47c.g", 9).expect("a body");
    assert_eq!(read.0, [Number(4), Number(2), Free, Number(2), Free, Free, Open, Free, Free]);
    assert_eq!(numbers_to_four("f", 9), Err(Refusal::Code("f".to_owned())));
    assert_eq!(numbers_to_four("g1", 1), Ok((vec![Free], "1")));
}

proptest! {
    #[test]
    fn any_text_is_imported_or_refused(text in ".*") {
        let _ = import(&text);
    }

    #[test]
    fn any_body_is_imported_or_refused(
        genre in "[a-z]{4,8}|fillomino|heyawake|hitori|kurodoko|lightup|mashu|mines|nonogram|norinori|numlin|nurikabe|shikaku|simpleloop|slither|starbattle|sudoku|tents|yajilin",
        sides in "[249]/[249]|[0-9]{1,3}/[0-9]{1,3}",
        codes in "[0-9a-z.+=-]{0,20}|\\PC{0,5}",
    ) {
        if let Err(refusal) = import(&format!("?{genre}/{sides}/{codes}")) {
            prop_assert!(refusal != Refusal::NoSpec, "{genre}/{sides}/{codes}");
        }
    }
}

/// A Sudoku of 4 x 4 with this part.
fn sudoku_with(part: &str) -> String {
    let cell = "{}";
    let row = format!("[{}]", [cell; 4].join(","));
    format!("{{\"size\":4,\"grid\":[{}]{part}}}", [row.as_str(); 4].join(","))
}

#[test]
fn constraints_of_f_puzzles_are_statements() {
    for (part, statements) in [
        (r#""diagonal+":true"#, "in d4, c3, b2, a1: distinct digit"),
        (r#""diagonal-":true"#, "in a4, b3, c2, d1: distinct digit"),
        (r#""killercage":[{"cells":["R1C1","R2C1"],"value":"5"}]"#, "in a4, a3: sum digit = 5"),
        (r#""thermometer":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#, "digit at a4 < digit at b4 < digit at b3"),
        (
            r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2","R1C3"]]}]"#,
            "digit at a4 = digit at b4 + digit at c4",
        ),
        (
            r#""ratio":[{"cells":["R1C1","R1C2"]}]"#,
            "digit at a4 = 2 * digit at b4 or digit at b4 = 2 * digit at a4",
        ),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"V"}]"#, "digit at a4 + digit at b4 = 5"),
        (r#""odd":[{"cell":"R4C4"}]"#, "digit at d1 = 1 or 3"),
        (r#""minimum":[{"cell":"R1C1"}]"#, "digit at a4 < digit at a3\ndigit at a4 < digit at b4"),
        (
            r#""quadruple":[{"cells":["R1C1","R1C2"],"values":[3,3,1]}]"#,
            "count digit[1] >= 1\nin a4, b4: count digit[3] >= 2",
        ),
        (r#""antiknight":true"#, "pieces digit[1..4] = knight"),
        (r#""antiknight":true,"antiking":true"#, "pieces digit[1..4] = knight + king"),
        (r#""extraregion":[{"cells":["R1C1","R2C2"]}]"#, "in a4, b3: distinct digit"),
        (
            r#""whispers":[{"lines":[["R1C1","R1C2"]]}]"#,
            "digit at a4 >= digit at b4 + 5 or digit at b4 >= digit at a4 + 5",
        ),
        (r#""ruleset":"Normal rules.\nAlso\u0007 mine.""#, "# Normal rules.\n# Also mine.\n"),
        (r#""disjointgroups":true"#, "each spot: distinct digit"),
    ] {
        let spec = import(&sudoku_with(&format!(",{part}"))).expect(part);
        assert!(spec.contains(statements), "{part}:\n{spec}");
    }
}

#[test]
fn what_f_puzzles_says_beyond_that_is_refused_by_name() {
    for (part, why) in [
        (r#","sandwichsum":[{"cell":"R0C1","value":"7"}]"#, Refusal::Part("sandwichsum".to_owned())),
        (r#","negative":["ratio"]"#, Refusal::Part("negative".to_owned())),
        (r#","odd":[{"cell":"R9C1"}]"#, Refusal::Json("`R9C1` is no cell of this grid".to_owned())),
        (r#","size":40"#, Refusal::Json("`size` is a number from 2 to 16".to_owned())),
    ] {
        assert_eq!(import(&sudoku_with(part)), Err(why), "{part}");
    }
    assert!(matches!(import("{\"grid\":"), Err(Refusal::Json(_))));
    assert_eq!(import("https://f-puzzles.com/?load=%%%"), Err(Refusal::NotPacked));
    let long = format!("https://f-puzzles.com/?load={}", "N".repeat(20_000));
    assert_eq!(import(&long), Err(Refusal::TooMuch(16_384)));
}

#[test]
fn urls_hold_the_same_puzzle_as_files() {
    let json = sudoku_with(r#","odd":[{"cell":"R4C4"}]"#);
    let packed = lz_str::compress_to_base64(json.as_str());
    let escaped = packed.replace('+', "%2B").replace('/', "%2F");
    for url in [
        format!("https://f-puzzles.com/?load={escaped}"),
        format!("https://www.f-puzzles.com/?load={packed}&x"),
        format!("https://sudokupad.app/?puzzleid=fpuzzles{escaped}"),
        format!("https://sudokupad.app/fpuz{packed}"),
    ] {
        assert_eq!(import(&url), import(&json), "{url}");
    }
}

proptest! {
    #[test]
    fn any_f_puzzle_is_imported_or_refused(
        key in "[a-z+-]{2,12}|odd|ratio|arrow|thermometer|killercage|clone|quadruple|betweenline",
        value in r#"true|7|"x"|\[\]|\[1\]|\[\{"cell":"R[0-9]C[0-9]"\}\]|\[\{"cells":\["R1C1","R[1-5]C2"\],"value":"?[0-9x]"?\}\]|\[\{"cells":\["R1C1"\],"lines":\[\["R1C1","R1C[0-5]"\]\]\}\]"#,
    ) {
        if let Err(refusal) = import(&sudoku_with(&format!(",\"{key}\":{value}"))) {
            prop_assert!(refusal != Refusal::NoSpec, "{key} {value}");
        }
    }
}
