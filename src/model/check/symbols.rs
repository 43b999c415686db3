//! Symbols of kinds: written in the spec, or assigned.
//!
//! Written symbols come first, then the letters of standard pieces and the digits of families' values 0 to 9. Every other
//! kind takes the first free letter of its name in upper case, or else any free character. (Other members of families take
//! any letter, from A on.)

use super::error::PieceError;
use super::faults::ModelFaults;
use crate::syntax::ast::QuotedText;
use crate::text::{Span, is_combining, is_hidden};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Symbol requested by a kind.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// The symbol written in the spec.
    Written(QuotedText),
    /// The letter of a standard piece, if free.
    Standard(char),
    /// The digit of a family's value, or else any letter.
    Member(i64),
    /// A letter of the kind's name.
    Name,
}

/// Characters reserved in pictures and lists.
const TAKEN: [char; 4] = ['.', '#', '-', '_'];

/// Assigns the symbols of the kinds, in order. `clue` is a digit in the board picture, if any; digits are then clues there.
pub(super) fn assign(kinds: &[(Arc<str>, Wish)], clue: Option<Span>, faults: &mut ModelFaults) -> Vec<char> {
    let mut symbols: Vec<Option<char>> = vec![None; kinds.len()];
    let mut owners: FxHashMap<char, Span> = FxHashMap::default();
    for (slot, (_, wish)) in symbols.iter_mut().zip(kinds) {
        if let Wish::Written(text) = wish {
            *slot = written(text, clue, &owners, faults);
            if let Some(c) = *slot {
                owners.insert(c, text.span);
            }
        }
    }
    let mut used: rustc_hash::FxHashSet<char> = owners.into_keys().collect();
    for (slot, (_, wish)) in symbols.iter_mut().zip(kinds) {
        let wanted = match wish {
            Wish::Standard(letter) => Some(*letter),
            Wish::Member(value) => u32::try_from(*value).ok().and_then(|v| char::from_digit(v, 10)),
            _ => None,
        };
        if let Some(c) = wanted.filter(|&c| used.insert(c)) {
            *slot = Some(c);
        }
    }
    let mut pool = pool();
    symbols
        .into_iter()
        .zip(kinds)
        .map(|(slot, (name, wish))| {
            slot.unwrap_or_else(|| {
                let own = match wish {
                    Wish::Member(_) => None,
                    _ => letters_of(name).find(|c| !used.contains(c)),
                };
                let symbol = own.or_else(|| pool.find(|c| !used.contains(c))).unwrap_or('?');
                used.insert(symbol);
                symbol
            })
        })
        .collect()
}

fn letters_of(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase())
}

/// Far more letters than there can be kinds.
fn pool() -> impl Iterator<Item = char> {
    ('A'..='Z')
        .chain('a'..='z')
        .chain('\u{391}'..='\u{3c9}')
        .chain('\u{410}'..='\u{44f}')
        .chain('\u{4e00}'..='\u{9fff}')
        .filter(|c| c.is_alphabetic())
}

fn written(
    text: &QuotedText,
    clue: Option<Span>,
    owners: &FxHashMap<char, Span>,
    faults: &mut ModelFaults,
) -> Option<char> {
    let mut characters = text.node.chars();
    let (Some(symbol), None) = (characters.next(), characters.next()) else {
        return faults.none(PieceError::SymbolLength { found: text.node.clone() }.at(text.span));
    };
    if is_hidden(symbol) || is_combining(symbol) {
        return faults.none(PieceError::SymbolHidden { symbol }.at(text.span));
    }
    if TAKEN.contains(&symbol) || symbol.is_whitespace() {
        return faults.none(PieceError::SymbolTaken { symbol }.at(text.span));
    }
    if let (Some(clue), true) = (clue, symbol.is_ascii_digit()) {
        return faults.none(PieceError::SymbolIsClue { symbol, clue }.at(text.span));
    }
    if let Some(&first) = owners.get(&symbol) {
        return faults.none(PieceError::SymbolTwice { symbol, first }.at(text.span));
    }
    Some(symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_chosen_in_order_of_wishes() {
        let kinds = [
            ("knook", Wish::Name),
            ("king", Wish::Standard('K')),
            ("digit[9]", Wish::Member(9)),
            ("digit[10]", Wish::Member(10)),
            ("kk", Wish::Name),
        ];
        let kinds: Vec<(Arc<str>, Wish)> = kinds.map(|(n, w)| (Arc::from(n), w)).to_vec();
        let symbols: String = assign(&kinds, None, &mut ModelFaults::default()).iter().collect();
        assert_eq!(symbols, "NK9AB");
    }
}
