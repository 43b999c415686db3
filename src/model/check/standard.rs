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

/// Returns the standard pieces by name.
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

/// Returns the standard piece whose moves lead to the neighbors that a plain word names: `beside` and `touching`.
pub(super) fn neighbors(word: &str) -> Option<Arc<str>> {
    match word {
        "beside" => Some(Arc::from("wazir")),
        "touching" => Some(Arc::from("king")),
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
        assert_eq!(pieces().len(), file.statements.len(), "every statement is a piece, no name twice");
    }
}
