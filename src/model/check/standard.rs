//! The standard pieces: a text in the language itself, read once.

use crate::syntax::ast::{Moves, StatementKind};
use crate::syntax::parse;
use crate::text::SourceId;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// The text; its statements are all of the form `piece name "S" = moves`.
pub const TEXT: &str = include_str!("../standard.puz");

/// Number of the standard text, which is no user's source: no diagnostic ever points there.
const SOURCE: SourceId = SourceId(u16::MAX);

/// A standard piece.
#[derive(Clone, Debug)]
pub(super) struct StandardPiece {
    /// Its letter.
    pub(super) symbol: Option<char>,
    /// Its moves, whose names are those of other standard pieces.
    pub(super) moves: Moves,
}

/// The standard pieces by name.
pub(super) fn pieces() -> &'static FxHashMap<Arc<str>, StandardPiece> {
    static PIECES: OnceLock<FxHashMap<Arc<str>, StandardPiece>> = OnceLock::new();
    PIECES.get_or_init(|| {
        let (file, _) = parse(SOURCE, TEXT);
        file.statements
            .into_iter()
            .filter_map(|statement| match statement.kind {
                StatementKind::Piece { name, symbol, moves } => {
                    let symbol = symbol.and_then(|s| s.node.chars().next());
                    Some((name.node, StandardPiece { symbol, moves }))
                }
                _ => None,
            })
            .collect()
    })
}

/// Names of the standard pieces in the order of the text, with their letters.
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
        assert_eq!(pieces().len(), file.statements.len(), "every statement is a piece, no name twice");
    }
}
