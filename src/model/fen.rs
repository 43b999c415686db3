//! Boards in Forsyth–Edwards notation (FEN), the notation of chess positions: rows from the top separated by `/`, a number
//! for a run of empty squares, a symbol for a piece.
//!
//! Only the first field gives the pieces. The other fields (side to move, castling, en passant, two clocks) may follow, as
//! in files of chess programs; anything else after the first space is an error. Numbers may have several digits, since
//! boards may be wider than chess boards.

use super::{Kind, KindId};
use crate::geometry::{Board, CellId};
use std::ops::Range;

/// Error in a FEN, with the bytes concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    pub message: String,
    /// Suggested remedy, if known.
    pub help: Option<String>,
    /// Byte range in the text.
    pub range: Range<usize>,
}

impl FenFault {
    fn new(message: impl Into<String>, range: Range<usize>) -> Self {
        Self { message: message.into(), help: None, range }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Piece on its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenPiece {
    /// Cell of the piece.
    pub cell: CellId,
    /// Kind of the piece.
    pub kind: KindId,
    /// Byte range of its letter.
    pub range: Range<usize>,
}

/// Maximum number of reported errors per text.
const MAX_FAULTS: usize = 20;

/// Reads the pieces of a FEN on `board`, row by row from the top, in one pass over the text and the board's rows.
///
/// # Errors
/// Returns all errors of the text in order, or a single error if FEN does not support the board.
pub fn read_fen(board: &Board, kinds: &[Kind], text: &str) -> Result<Vec<FenPiece>, Vec<FenFault>> {
    if board.shape().is_hex() || board.shape().is_spatial() {
        let words = "FEN supports only flat boards of squares";
        return Err(vec![FenFault::new(words, 0..text.len())]);
    }
    let (placement, fields) = text.split_once(' ').unwrap_or((text, ""));
    let mut reader = FenReader { kinds, pieces: Vec::new(), faults: Vec::new() };
    reader.rows(placement, &board.rows());
    reader.fields(fields, placement.len() + 1);
    if reader.faults.is_empty() { Ok(reader.pieces) } else { Err(reader.faults) }
}

struct FenReader<'a> {
    kinds: &'a [Kind],
    pieces: Vec<FenPiece>,
    faults: Vec<FenFault>,
}

impl FenReader<'_> {
    fn fault(&mut self, fault: FenFault) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    fn rows(&mut self, text: &str, rows: &[Vec<CellId>]) {
        let found = text.split('/').count();
        let mut at = 0;
        for (i, row) in text.split('/').enumerate() {
            match rows.get(i) {
                Some(cells) => self.row(row, at, cells),
                None => {
                    let words = format!("the board has {}, not {found}", count(rows.len(), "row"));
                    // The range covers the surplus rows and the `/` before them.
                    self.fault(FenFault::new(words, at - 1..text.len()));
                    return;
                }
            }
            at += row.len() + 1;
        }
        if found < rows.len() {
            let words = format!("the board has {}, not {found}", count(rows.len(), "row"));
            self.fault(FenFault::new(words, 0..text.len()).help("write every row, separated by `/`"));
        }
    }

    /// Reads one row, which begins at byte `start`.
    fn row(&mut self, row: &str, start: usize, cells: &[CellId]) {
        let (mut column, mut past) = (0usize, None);
        let mut characters = row.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let mut end = at + character.len_utf8();
            if character.is_ascii_digit() {
                while let Some((next, _)) = characters.next_if(|(_, c)| c.is_ascii_digit()) {
                    end = next + 1;
                }
                let digits = &row[at..end];
                if character == '0' {
                    let words = format!("`{digits}` is not a number of squares");
                    self.fault(FenFault::new(words, start + at..start + end));
                }
                // A number that overflows exceeds the length of any row.
                column = column.saturating_add(digits.parse().unwrap_or(usize::MAX));
            } else {
                self.piece(character, start + at..start + end, cells.get(column));
                column = column.saturating_add(1);
            }
            if column > cells.len() {
                past.get_or_insert(at);
            }
        }
        let squares = count(cells.len(), "square");
        match past {
            Some(past) => {
                let words = format!("a row has {squares}, but this one has more");
                self.fault(FenFault::new(words, start + past..start + row.len()));
            }
            None if column < cells.len() => {
                let words = format!("a row has {squares}, but this one has {column}");
                let help = format!("write a number for empty squares: `{}`", cells.len() - column);
                self.fault(FenFault::new(words, start..start + row.len()).help(help));
            }
            None => {}
        }
    }

    fn piece(&mut self, symbol: char, range: Range<usize>, cell: Option<&CellId>) {
        let kind = self.kinds.iter().position(|k| k.symbol == symbol && k.line.is_none());
        match (kind, cell) {
            (Some(kind), Some(&cell)) => {
                self.pieces.push(FenPiece { cell, kind: KindId(kind as u16), range });
            }
            // Beyond the end of the row, which is reported elsewhere.
            (Some(_), None) => {}
            (None, _) => {
                let fault = self.unknown(symbol, range);
                self.fault(fault);
            }
        }
    }

    fn unknown(&self, symbol: char, range: Range<usize>) -> FenFault {
        // Line pieces have no symbols.
        let mut kinds = self.kinds.iter().filter(|k| k.line.is_none());
        let all_upper = kinds.clone().all(|k| !k.symbol.is_lowercase());
        let other = kinds.clone().find(|k| k.symbol.to_lowercase().eq(symbol.to_lowercase()));
        let Some(other) = other else {
            let shown: Vec<String> =
                kinds.by_ref().take(12).map(|k| format!("`{}` {}", k.symbol, k.name)).collect();
            let help = match shown.is_empty() {
                true => "a position shows no routes; place them in a picture: `givens \"\"\"`".to_owned(),
                false => format!("the symbols are {}", shown.join(", ")),
            };
            return FenFault::new(format!("no kind has the symbol `{symbol}`"), range).help(help);
        };
        if all_upper {
            let words = format!("`{symbol}` is lower case, but all symbols of this spec are upper case");
            return FenFault::new(words, range).help(format!("write `{}` for {}", other.symbol, other.name));
        }
        FenFault::new(format!("no kind has the symbol `{symbol}`"), range)
            .help(format!("`{}` is {}", other.symbol, other.name))
    }

    /// Checks the fields after the first, which begin at byte `start`.
    fn fields(&mut self, text: &str, start: usize) {
        let mut at = start;
        let mut number = 0;
        for field in text.split(' ') {
            if !field.is_empty() {
                if !FIELDS.get(number).is_some_and(|(_, fits)| fits(field)) {
                    let words = match FIELDS.get(number) {
                        Some((what, _)) => format!("this is not {what}"),
                        None => "a FEN has six fields".to_owned(),
                    };
                    let fault = FenFault::new(words, at..at + field.len());
                    return self.fault(fault.help("remove everything after the board"));
                }
                number += 1;
            }
            at += field.len() + 1;
        }
    }
}

/// Name of a field, and a test for its form.
type Field = (&'static str, fn(&str) -> bool);

/// Fields after the board.
const FIELDS: [Field; 5] = [
    ("the side to move, `w` or `b`", |f| matches!(f, "w" | "b")),
    ("castling rights, such as `KQkq` or `-`", |f| {
        f == "-"
            || f.len() <= 4
                && f.bytes().all(|b| matches!(b, b'K' | b'Q' | b'k' | b'q' | b'A'..=b'H' | b'a'..=b'h'))
    }),
    ("an en passant square, such as `e3` or `-`", |f| {
        let mut bytes = f.bytes();
        f == "-" || bytes.next().is_some_and(|b| b.is_ascii_lowercase()) && is_number(&f[1..])
    }),
    ("a number of halfmoves", is_number),
    ("a move number", is_number),
];

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::check::Spec;
    use crate::text::{NoFiles, Source, Sources};

    fn model(text: &str) -> Model {
        let mut sources = Sources::new();
        let root = sources.add(Source { name: "test".into(), text: text.into() });
        let (spec, ..) = Spec::read(&mut sources, root, &NoFiles);
        spec.model(&Vec::new()).expect("sound").0
    }

    fn pieces(model: &Model, text: &str) -> String {
        let pieces = read_fen(&model.board, &model.kinds, text).unwrap_or_else(|f| panic!("{text}: {f:?}"));
        let name = |p: &FenPiece| format!("{}{}", model.kind(p.kind).symbol, model.board.cell_name(p.cell));
        pieces.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rows_are_read_from_the_top() {
        let small = model("board 4 x 3\nuse queen, knight\n");
        assert_eq!(pieces(&small, "Q3/4/2NQ"), "Qa3 Nc1 Qd1");
        assert_eq!(pieces(&small, "4/4/4 w KQkq e3 0 1"), "");
        assert_eq!(pieces(&small, "1Q2/4/4 b -"), "Qb3");
        let wide = model("board 12 x 1\nuse queen\n");
        assert_eq!(pieces(&wide, "10QQ"), "Qk1 Ql1");
        assert_eq!(pieces(&wide, "12"), "");
        let two = model("board 2 x 1\npiece white \"Q\" = queen\npiece black \"q\" = queen\n");
        assert_eq!(pieces(&two, "qQ"), "qa1 Qb1");
    }

    #[test]
    fn faults_mark_their_characters() {
        let routes = model("board 4 x 3\nloop tour \"T\" by wazir\n");
        let model = model("board 4 x 3\nuse queen, knight\n");
        for (text, marked, words) in [
            ("", "", "3 rows, not 1"),
            ("4/4", "4/4", "3 rows, not 2"),
            ("4/4/4/4", "/4", "3 rows, not 4"),
            ("3/4/4", "3", "this one has 3"),
            ("/4/4", "", "this one has 0"),
            ("4/2N2/4", "2", "has more"),
            ("4/99999999999999999999999/4", "99999999999999999999999", "has more"),
            ("4/0Q3/4", "0", "not a number of squares"),
            ("4/q3/4", "q", "all symbols of this spec are upper case"),
            ("4/R3/4", "R", "no kind has the symbol `R`"),
            ("4/é3/4", "é", "no kind"),
            ("4/4/4 x", "x", "side to move"),
            ("4/4/4 w KQkqK", "KQkqK", "castling"),
            ("4/4/4 w - 3", "3", "en passant"),
            ("4/4/4 w - - 0 1 7", "7", "six fields"),
        ] {
            let faults = read_fen(&model.board, &model.kinds, text).expect_err(text);
            let found = faults.iter().find(|f| f.message.contains(words));
            let found = found.unwrap_or_else(|| panic!("{text}: {faults:?}"));
            assert_eq!(&text[found.range.clone()], marked, "{text}");
        }
        let faults = read_fen(&routes.board, &routes.kinds, "4/T3/4").expect_err("a route");
        assert!(faults[0].help.as_ref().is_some_and(|h| h.contains("picture")), "{faults:?}");
        let many = read_fen(&model.board, &model.kinds, &"x".repeat(1000)).expect_err("long");
        assert!(many.len() <= MAX_FAULTS);
    }
}
