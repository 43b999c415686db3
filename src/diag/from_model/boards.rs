//! Errors in boards, pictures and locations.

use crate::diag::wording::{Wording, meant, plural};
use crate::model::check::BoardError as E;
use std::sync::Arc;

pub(super) fn tell(error: &E) -> Wording {
    match error {
        E::NoBoard => Wording::new("spec::no_board", "the spec has no board", "here or in an included file")
            .help("add a line such as `board 8 x 8`"),
        E::BoardSides { found } => Wording::new(
            "spec::board_sides",
            format!("a board has two or three sides, not {found}"),
            "this board",
        )
        .help("write `board 8 x 8`, or `board 4 x 4 x 4` for layers"),
        E::SideTooShort { length } => Wording::new(
            "spec::side_too_short",
            format!("a side must be at least 1, not {length}"),
            "too short",
        ),
        E::BoardTooLarge { cells, limit } => Wording::new(
            "spec::board_too_large",
            format!("the board has {cells} cells; the limit is {limit}"),
            "too large",
        ),
        E::WrapInSpace => Wording::new(
            "spec::wrap_in_space",
            "a board with layers cannot wrap",
            "only flat boards can wrap",
        ),
        E::LayerSize { first } => {
            Wording::new("spec::layer_size", "layers differ in size", "differs from the first layer")
                .also(*first, "the first layer")
        }
        E::EmptyPicture => {
            Wording::new("spec::empty_picture", "the picture is empty", "nothing is drawn here")
        }
        E::RaggedRow { expected, found, other } => Wording::new(
            "spec::ragged_row",
            format!("this row has {}; expected {expected}", plural(*found, "character")),
            format!("{found} here"),
        )
        .also(*other, format!("{expected} here")),
        E::PictureLayers { expected, found } => picture_layers(*expected, *found),
        E::PictureHeight { expected, found } => Wording::new(
            "spec::picture_height",
            format!("the picture has {}; the board has {expected}", plural(*found, "row")),
            format!("{} here", plural(*found, "row")),
        ),
        E::PictureCharacter { character, allowed } => Wording::new(
            "spec::picture_character",
            format!("`{character}` has no meaning in this picture"),
            "this character",
        )
        .help(format!("draw {allowed}")),
        E::PictureNumber { number, allowed } => Wording::new(
            "spec::picture_number",
            format!("the number {number} has no meaning in this picture"),
            "this number",
        )
        .help(format!("draw {allowed}")),
        E::GivenNumber { number, kinds } if kinds.is_empty() => Wording::new(
            "spec::given_number",
            format!("no family has a member with the value {number}"),
            "this number",
        )
        .help("declare one: `pieces digit[1..16] = none`"),
        E::GivenNumber { number, kinds } => Wording::new(
            "spec::given_number",
            format!("{number} is the value of several kinds: {}", kinds.join(", ")),
            "this number",
        )
        .help(format!("write `place {} at …` instead", kinds[0])),
        E::UnknownSymbol { character, allowed, symbols } => unknown_symbol(*character, allowed, symbols),
        E::DigitsWithoutClues => Wording::new(
            "spec::digits_without_clues",
            "the board picture has clue digits, but there is no `clues are` statement",
            "a clue digit",
        )
        .help(
            "add `clues are walls`, `clues are cells` or `clues are empty`; \
                 if the digit is a piece, draw it in `givens`",
        ),
        E::FlatBoardOnly { what } => Wording::new(
            "spec::flat_board_only",
            format!("{what} need a flat board of squares"),
            "not on this board",
        ),
        E::SquaresOnly { what } => Wording::new(
            "spec::squares_only",
            format!("{what} has no meaning on this board"),
            "only for flat boards of squares",
        ),
        E::SquareBoardOnly { what } => Wording::new(
            "spec::square_board_only",
            format!("`{what}` needs a flat board with equal sides"),
            "not on this board",
        )
        .help("use a condition instead: `cells where x = y`"),
        E::BlocksDoNotDivide { width, height, columns, rows } => Wording::new(
            "spec::blocks_do_not_divide",
            format!("blocks of {width} x {height} do not fill a board of {columns} x {rows}"),
            "must divide the board",
        ),
        E::OffBoard { cell, columns, rows, corner } => off_board(cell, (*columns, *rows), corner),
        E::LineOffBoard { row, limit } => {
            let word = if *row { "row" } else { "column" };
            Wording::new(
                "spec::line_off_board",
                format!("the board has no such {word}"),
                format!("{word}s are numbered 1 to {limit}"),
            )
        }
        E::Dimensions { expected, found } => Wording::new(
            "spec::dimensions",
            format!("expected {expected} numbers on this board, found {found}"),
            format!("{found} here"),
        ),
        E::GivenOnWall { cell, wall } => Wording::new(
            "spec::given_on_wall",
            format!("nothing can stand on `{cell}`: it is a wall"),
            "given here",
        )
        .also(*wall, "the wall"),
        E::Fen { message, help } => {
            Wording::new("spec::fen", message.clone(), "in this position").maybe_help(help.clone())
        }
        E::GivenTwice { cell, given, before, first } => {
            let word =
                |k: &Option<Arc<str>>| k.as_ref().map_or_else(|| "empty".to_owned(), |k| format!("`{k}`"));
            Wording::new(
                "spec::given_twice",
                format!("`{cell}` is given as {} and as {}", word(before), word(given)),
                format!("{} here", word(given)),
            )
            .also(*first, format!("{} here", word(before)))
        }
    }
}

fn picture_layers(expected: usize, found: usize) -> Wording {
    let pictures = if found == 1 { "is 1 picture".to_owned() } else { format!("are {found} pictures") };
    let message = format!("the board has {}, but there {pictures}", plural(expected, "layer"));
    Wording::new("spec::picture_layers", message, "expected one picture per layer").help(match expected {
        1 => "this board is flat: draw one picture",
        _ => "draw one picture per layer, `\"\"\" … \"\"\" \"\"\" … \"\"\"`, layer A first",
    })
}

fn off_board(cell: &str, (columns, rows): (u32, u32), corner: &str) -> Wording {
    let told = Wording::new(
        "spec::off_board",
        format!("`{cell}` is not on the board"),
        format!("the board has {} and {}", plural(columns as usize, "column"), plural(rows as usize, "row")),
    );
    // On a board with layers, a cell's name begins with the capital letter of its layer.
    if !corner.starts_with(|c: char| c.is_ascii_uppercase()) {
        return told.help(format!("the cell at the top right is `{corner}`"));
    }
    if cell.starts_with(|c: char| c.is_ascii_lowercase()) {
        return told.help(format!("on a board with layers the layer comes first: `A{cell}`"));
    }
    told.help(format!("the cell at the top right of the last layer is `{corner}`"))
}

fn unknown_symbol(character: char, allowed: &str, symbols: &[(char, Arc<str>)]) -> Wording {
    let told = Wording::new(
        "spec::unknown_symbol",
        format!("no kind has the symbol `{character}`"),
        "this character",
    );
    if symbols.is_empty() {
        return told.help("no kinds are declared; add a line such as `use queen`");
    }
    // The most likely mistake is a symbol in the wrong case.
    let other: Vec<String> = symbols.iter().map(|(s, _)| s.to_string()).collect();
    if let Some((symbol, name)) = symbols.iter().find(|(s, _)| s.to_lowercase().eq(character.to_lowercase()))
    {
        return told.help(format!("`{symbol}` is {name}"));
    }
    let shown: Vec<String> = symbols.iter().take(12).map(|(s, name)| format!("`{s}` {name}")).collect();
    let near = meant(&character.to_string(), &other);
    told.help(near.unwrap_or_else(|| format!("draw {allowed}: {}", shown.join(", "))))
}
