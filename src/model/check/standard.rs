//! Standard pieces, defined in the language itself.

use crate::syntax::ast::{Moves, StatementKind};
use crate::syntax::parse;
use crate::text::SourceId;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// Text that defines the standard pieces. Every statement has the form `piece name "S" = moves`.
pub const TEXT: &str = include_str!("../standard.puz");

/// Source number of the standard text. No diagnostic ever points there.
const SOURCE: SourceId = SourceId(u16::MAX);

#[derive(Clone, Debug)]
pub(super) struct StandardPiece {
    pub(super) symbol: Option<char>,
    /// Its moves; every name in them is that of another standard piece.
    pub(super) moves: Moves,
}

/// The statement of a piece, which takes one line, and its meaning once it is known. A spec names few of the pieces, and
/// reading them all takes longer than reading the spec.
struct StandardLine {
    text: &'static str,
    piece: OnceLock<Option<StandardPiece>>,
}

fn lines() -> &'static FxHashMap<&'static str, StandardLine> {
    static LINES: OnceLock<FxHashMap<&'static str, StandardLine>> = OnceLock::new();
    LINES.get_or_init(|| {
        let name = |line: &'static str| line.strip_prefix("piece ")?.split_whitespace().next();
        let entry = |text| Some((name(text)?, StandardLine { text, piece: OnceLock::new() }));
        TEXT.lines().filter_map(entry).collect()
    })
}

/// Returns the standard piece whose moves lead to the neighbors that a plain word names: `beside` and `touching`.
pub(super) fn neighbors(word: &str) -> Option<Arc<str>> {
    match word {
        "beside" => Some(Arc::from("wazir")),
        "touching" => Some(Arc::from("king")),
        _ => None,
    }
}

/// Returns true if a standard piece has this name.
pub(super) fn is_piece(name: &str) -> bool {
    lines().contains_key(name)
}

/// Returns the standard piece of this name.
pub(super) fn piece(name: &str) -> Option<&'static StandardPiece> {
    let line = lines().get(name)?;
    line.piece.get_or_init(|| read(line.text)).as_ref()
}

/// Returns the names of all standard pieces, sorted.
pub(super) fn names() -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = lines().keys().map(|&name| name.into()).collect();
    names.sort_unstable();
    names
}

fn read(text: &str) -> Option<StandardPiece> {
    let (file, _) = parse(SOURCE, text);
    match file.statements.into_iter().next()?.kind {
        StatementKind::Piece { symbol, moves, .. } => {
            Some(StandardPiece { symbol: symbol.and_then(|s| s.node.chars().next()), moves })
        }
        _ => None,
    }
}

/// Returns the names of the standard pieces with their letters, in source order.
pub fn standard_pieces() -> Vec<(Arc<str>, Option<char>)> {
    let (file, _) = parse(SOURCE, TEXT);
    file.statements
        .into_iter()
        .filter_map(|statement| match statement.kind {
            StatementKind::Piece { name, symbol, .. } => {
                Some((name.node, symbol.and_then(|s| s.node.chars().next())))
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_no_fault() {
        let (file, faults) = parse(SOURCE, TEXT);
        assert_eq!(faults, []);
        assert_eq!(
            names().len(),
            file.statements.len(),
            "every statement is a piece on one line, no name twice"
        );
        for (name, symbol) in standard_pieces() {
            assert_eq!(piece(&name).map(|p| p.symbol), Some(symbol), "{name}");
        }
    }
}
