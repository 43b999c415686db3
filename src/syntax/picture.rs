//! Pictures: the rows between quotes, each character with its position.
//!
//! The first and last line break and the common indentation are dropped. A row may have single spaces between its
//! characters, either throughout or not at all: it counts as spaced if every second character is a space. Other spaces stay
//! in the row as characters. Blank rows between others become rows without cells.

use super::ast::{Picture, PictureRow};
use crate::text::{SourceId, Span};

/// Reads the picture in bytes `start..end` of `text`, the inside of its quotes.
pub(super) fn read(source: SourceId, text: &str, start: usize, end: usize) -> Picture {
    let lines = lines(&text[start..end], start);
    let indent = lines.iter().filter(|l| !l.1.trim().is_empty()).map(|l| indentation(l.1)).min().unwrap_or(0);
    let rows = lines.iter().map(|&(at, line)| row(source, at, line, indent)).collect();
    Picture { rows, span: Span::new(source, start, end) }
}

/// Returns the lines with their byte offsets, without an empty line before the first line break or after the last.
fn lines(inside: &str, start: usize) -> Vec<(usize, &str)> {
    let mut at = start;
    let mut lines = Vec::new();
    for line in inside.split('\n') {
        lines.push((at, line.trim_end_matches([' ', '\t', '\r'])));
        at += line.len() + 1;
    }
    if lines.len() > 1 && lines.last().is_some_and(|l| l.1.is_empty()) {
        lines.pop();
    }
    if inside.contains('\n') && lines.first().is_some_and(|l| l.1.is_empty()) {
        lines.remove(0);
    }
    lines
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

fn row(source: SourceId, at: usize, line: &str, indent: usize) -> PictureRow {
    let skip = indent.min(line.len());
    let (at, line) = (at + skip, &line[skip..]);
    let all: Vec<(char, u32)> =
        line.char_indices().map(|(i, c)| (c, u32::try_from(at + i).unwrap_or(u32::MAX))).collect();
    let spaced = all.len() > 1 && all.iter().enumerate().all(|(i, c)| (i % 2 == 1) == (c.0 == ' '));
    let cells = if spaced { all.into_iter().step_by(2).collect() } else { all };
    PictureRow { cells, span: Span::new(source, at, at + line.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(inside: &str) -> Vec<String> {
        let picture = read(SourceId(0), inside, 0, inside.len());
        for row in &picture.rows {
            for &(c, at) in &row.cells {
                assert!(inside[at as usize..].starts_with(c));
            }
        }
        picture.rows.iter().map(|r| r.cells.iter().map(|c| c.0).collect()).collect()
    }

    #[test]
    fn rows_of_pictures() {
        assert_eq!(rows("\n..#\n#..\n"), ["..#", "#.."]);
        assert_eq!(rows("\n    . # .\r\n    # . .\r\n    "), [".#.", "#.."]);
        assert_eq!(rows("\n  ab\n    c\n"), ["ab", "  c"]);
        assert_eq!(rows("\n..\n\n..\n"), ["..", "", ".."]);
        assert_eq!(rows("..\n.."), ["..", ".."]);
        assert_eq!(rows("###"), ["###"]);
        assert_eq!(rows("\né ü\n"), ["éü"]);
        assert_eq!(rows("\na bc\n"), ["a bc"]);
        assert_eq!(rows(""), [""]);
        assert_eq!(rows("\n"), [""; 0]);
    }
}
