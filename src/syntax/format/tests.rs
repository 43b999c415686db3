//! Tests of the layout.

use super::*;

fn laid(text: &str) -> String {
    let once = format(SourceId(0), text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    assert_eq!(format(SourceId(0), &once).as_deref(), Ok(&*once), "not the same when formatted again");
    once
}

#[test]
fn statements_and_blank_lines() {
    let text = "\n\n# c\n\n\n  board   8x8 \t# d  \r\n\n\n\nuse queen ,\n   king\n # e\nno  attacks";
    assert_eq!(laid(text), "# c\n\nboard 8 x 8  # d\n\nuse queen, king\n# e\nno attacks\n");
    assert_eq!(laid(""), "");
    assert_eq!(laid("\n \n"), "");
    assert_eq!(laid("#a"), "#a\n");
}

#[test]
fn pictures_are_drawn_anew() {
    let board = "board \"\"\"\n    ..#\n    . . .\n  \"\"\"   wrap both\n";
    assert_eq!(laid(board), "board \"\"\"\n. . #\n. . .\n\"\"\" wrap both\n");
    let layers = "givens \"\"\"Q.\n..\"\"\"\n";
    assert_eq!(laid(layers), "givens \"\"\"\nQ .\n. .\n\"\"\"\n");
    assert_eq!(laid("tile L \"\"\"\n# .\n# #\n\"\"\" fixed"), "tile L \"\"\"\n#.\n##\n\"\"\" fixed\n");
    assert_eq!(
        laid("walls \"\"\"\n.#\n\"\"\"   \"\"\"\n#.\n\"\"\""),
        "walls \"\"\"\n. #\n\"\"\" \"\"\"\n# .\n\"\"\"\n"
    );
}

#[test]
fn no_line_is_broken_between_pictures() {
    let text = std::format!("board \"\"\"\n. .\n\"\"\" \"\"\"\n. {}\n\"\"\"\n", "a".repeat(100));
    assert_eq!(laid(&text), text);
}

#[test]
fn doubtful_pictures_stay() {
    for picture in ["\"\"\"\n  a bc\n    d\n\"\"\"", "\"\"\"\n  a\"\"b\n  \"\"\"", "\"\"\"\n\ta\tb\n\"\"\""] {
        assert_eq!(laid(&std::format!("regions   {picture}")), std::format!("regions {picture}\n"));
    }
    assert_eq!(laid("regions \"\"\"\"\"\""), "regions \"\"\"\n\n\"\"\"\n");
    assert_eq!(laid("regions \"\"\"\n\"\"\""), "regions \"\"\"\n\"\"\"\n");
}

#[test]
fn columns() {
    let pieces = "piece queen \"Q\" = king # a\npiece amazon \"A\" = king\npiece camel = king # b\npiece nightrider = king\n\
        \npiece a=king\n";
    assert_eq!(
        laid(pieces),
        "piece queen  \"Q\" = king  # a\npiece amazon \"A\" = king\npiece camel      = king  # b\npiece nightrider = king\n\
        \npiece a = king\n"
    );
    let long = "walls cells where x + y > 12345 and x > 12345 and y > 12345 or x < 3 # long";
    let text = std::format!("use king # short\n{long}\nno attacks # other");
    assert_eq!(
        laid(&text),
        std::format!("use king    # short\n{}\nno attacks  # other\n", long.replace(" #", "  #"))
    );
}

#[test]
fn long_statements_fill_lines() {
    let list = "expect solutions = [".to_owned() + &"1234567, ".repeat(24) + "1] for n in 1..25";
    let laid = laid(&list);
    let lines: Vec<&str> = laid.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|l| l.len() <= WIDTH) && lines[1].starts_with("    1234567"), "{laid}");
}

#[test]
fn comments_within_statements_keep_their_places() {
    let text =
        "use king, # a\n# b\n\n  queen,rook\neach row,   # c\n    each digit d:\n  count d =\n 1 # e\n";
    assert_eq!(
        laid(text),
        "use king,  # a\n    # b\n    queen, rook\neach row,  # c\n    each digit d: count d = 1  # e\n"
    );
    assert_eq!(laid("count {a, # x\nb} = 2"), "count {a,  # x\n    b} = 2\n");
}

#[test]
fn line_endings_stay() {
    assert_eq!(
        laid("board  \"\"\"\r\n..\r\n\"\"\"\r\nuse king\n"),
        "board \"\"\"\r\n. .\r\n\"\"\"\r\nuse king\r\n"
    );
    assert_eq!(laid("regions \"\"\"\r\na bc\r\n\"\"\""), "regions \"\"\"\r\na bc\r\n\"\"\"\r\n");
}

#[test]
fn faults_are_told() {
    assert!(matches!(format(SourceId(0), "bord 8 x 8"), Err(FormatError::Faults(f)) if f.len() == 1));
}
