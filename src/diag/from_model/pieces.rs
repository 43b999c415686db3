//! Faults of pieces: moves, families, tiles, symbols.

use super::Told;
use crate::model::check::ModelError as E;

pub(super) fn tell(error: &E) -> Option<Told> {
    Some(match error {
        E::NullVector { .. } => Told::new("a vector must lead somewhere", "leads nowhere")
            .help("for a piece's own cell write `stay` (after `within` only)"),
        E::VectorTooLong { limit, .. } => {
            Told::new(format!("numbers of a vector are at most {limit}"), "too long")
        }
        E::RideRange { from, to, .. } => ride_range(*from, *to),
        E::NoPath { .. } => Told::new("only a leap over at least one cell can be lame", "passes no cell")
            .help("leave `lame` out here"),
        E::StayInMoves { .. } => {
            Told::new("a piece does not attack its own cell", "`stay` is for `within` alone")
                .help("leave `stay` out here")
        }
        E::TileAsMoves { name, declared, .. } => {
            Told::new(format!("`{name}` is a tile, and a tile's name is no moves"), "moves are needed here")
                .also(*declared, "the tile")
        }
        E::Notation { code, message, help, .. } => {
            Told::new(format!("{message} ({code})"), "in this notation").maybe_help(help.clone())
        }
        E::NotationWarning { message, .. } => Told::new(message.clone(), "left out"),
        E::PieceNote { note, .. } => Told::new(*note, "this name"),
        E::NotAFamily { name, declared, .. } => {
            Told::new(format!("`{name}` is no family, so it has no members"), "an index")
                .also(*declared, "declared here")
                .help(format!("write `{name}`"))
        }
        E::NotAMember { name, value, low, high, declared, .. } => {
            Told::new(format!("`{name}[{value}]` does not exist"), format!("values are {low} to {high}"))
                .also(*declared, "the family")
        }
        E::EmptyFamily { name, low, high, .. } => {
            Told::new(format!("the family `{name}` has no members"), format!("from {low} to {high}"))
        }
        E::FamilyHere { name, .. } => {
            Told::new(format!("`{name}` is a family, and one kind is needed"), "which of them?")
                .help(format!("write `{name}[1]`"))
        }
        E::EmptyTile { .. } => {
            Told::new("a tile covers at least one cell", "no `#` in this picture").help("draw its cells `#`")
        }
        E::SymbolLength { found, .. } => Told::new("a symbol is one character", symbol_length(found)),
        E::SymbolTaken { symbol, .. } => {
            Told::new(format!("`{symbol}` has a meaning of its own in pictures"), "cannot be a symbol")
                .help("take a letter, or a sign such as `*`")
        }
        E::SymbolHidden { symbol, .. } => Told::new(
            format!(
                "the character U+{:04X} takes no room of its own, so it cannot be a symbol",
                u32::from(*symbol)
            ),
            "not seen on a board",
        )
        .help("take a letter, or a sign such as `*`"),
        E::SymbolIsClue { symbol, clue, .. } => Told::new(
            format!("`{symbol}` is a digit, and digits in the board picture are clues"),
            "cannot be a symbol here",
        )
        .also(*clue, "a clue"),
        E::SymbolTwice { symbol, first, .. } => {
            Told::new(format!("two kinds have the symbol `{symbol}`"), "the second").also(*first, "the first")
        }
        _ => return None,
    })
}

fn ride_range(from: i64, to: Option<i64>) -> Told {
    match to {
        Some(to) if from >= 1 => {
            let label = if to < 0 { "a ride has no negative steps" } else { "ends before it begins" };
            Told::new(format!("a ride from step {from} to step {to} attacks nothing"), label)
        }
        _ => Told::new(format!("the first step of a ride is 1, not {from}"), "this ride"),
    }
}

fn symbol_length(found: &str) -> String {
    match found.chars().count() {
        0 => "this is empty".to_owned(),
        n => format!("this has {n}"),
    }
}
