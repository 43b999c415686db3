//! Errors in pieces: moves, families, tiles, symbols.

use crate::diag::wording::Wording;
use crate::model::check::PieceError as E;

pub(super) fn tell(error: &E) -> Wording {
    match error {
        E::NullVector => Wording::new("spec::null_vector", "a vector cannot be zero", "zero vector")
            .help("for a piece's own cell write `stay` (after `within` only)"),
        E::VectorTooLong { limit } => Wording::new(
            "spec::vector_too_long",
            format!("the numbers of a vector are at most {limit}"),
            "too large",
        ),
        E::RideRange { from, to } => ride_range(*from, *to),
        E::NoPath => {
            Wording::new("spec::no_path", "a lame leap must pass over at least one cell", "passes no cell")
                .help("remove `lame` here")
        }
        E::LeapsOnly { offer } => Wording::new(
            "spec::leaps_only",
            "the steps of groups and routes are leaps: no rides, and no lame leaps",
            "not such a leap",
        )
        .maybe_help(offer.as_ref().map(|offer| format!("write `{offer}`"))),
        E::NoLeap => Wording::new("spec::no_leap", "there is no leap from cell to cell", "no move")
            .help("write `by wazir` for the cells that share a side, or `by king` for all around"),
        E::RouteJoined { name } => Wording::new(
            "spec::route_joined",
            format!("`within {name}` cannot be joined with other moves"),
            "a route",
        )
        .help(format!("count twice: `count piece within {name} + count piece within king`")),
        E::StayInMoves => Wording::new(
            "spec::stay_in_moves",
            "a piece does not attack its own cell",
            "`stay` is allowed only after `within`",
        )
        .help("remove `stay` here"),
        E::TileAsMoves { name, declared } => Wording::new(
            "spec::tile_as_moves",
            format!("`{name}` is a tile and cannot be used as moves"),
            "expected moves",
        )
        .also(*declared, "the tile"),
        E::Notation { code, message, help } => {
            Wording::new("spec::notation", format!("{message} ({code})"), "in this notation")
                .maybe_help(help.clone())
        }
        E::NotationWarning { message } => Wording::new("spec::notation_warning", message.clone(), "ignored"),
        E::PieceNote { note } => Wording::new("spec::piece_note", *note, "this name"),
        E::NotAFamily { name, declared } => Wording::new(
            "spec::not_a_family",
            format!("`{name}` is not a family and has no members"),
            "unexpected index",
        )
        .also(*declared, "declared here")
        .help(format!("write `{name}`")),
        E::NotAMember { name, value, low, high, declared } => Wording::new(
            "spec::not_a_member",
            format!("`{name}[{value}]` does not exist"),
            format!("values are {low} to {high}"),
        )
        .also(*declared, "the family"),
        E::EmptyFamily { name, low, high } => Wording::new(
            "spec::empty_family",
            format!("the family `{name}` has no members"),
            format!("from {low} to {high}"),
        ),
        E::FamilyHere { name } => Wording::new(
            "spec::family_here",
            format!("`{name}` is a family; expected one kind"),
            "which member?",
        )
        .help(format!("write `{name}[1]`")),
        E::TileArea { area, limit } => Wording::new(
            "spec::tile_area",
            format!("there is no tile of {area} cells in this family"),
            "this area",
        )
        .help(format!("on this board the areas are 1 to {limit}")),
        E::StandardWithoutMoves { name } => Wording::new(
            "spec::standard_without_moves",
            format!("`{name}` is a standard piece, but is declared here without moves"),
            "declared without moves",
        )
        .help(format!("write `use {name}`, or `piece {name} = none` for a piece that attacks nothing")),
        E::EmptyTile => {
            Wording::new("spec::empty_tile", "a tile must cover at least one cell", "no `#` in this picture")
                .help("draw its cells as `#`")
        }
        E::SymbolLength { found } => {
            Wording::new("spec::symbol_length", "a symbol must be one character", symbol_length(found))
        }
        E::SymbolTaken { symbol } => Wording::new(
            "spec::symbol_taken",
            format!("`{symbol}` is reserved in pictures"),
            "cannot be a symbol",
        )
        .help("use a letter or a sign such as `*`"),
        E::SymbolHidden { symbol } => Wording::new(
            "spec::symbol_hidden",
            format!(
                "the character U+{:04X} is hidden or combining and cannot be a symbol",
                u32::from(*symbol)
            ),
            "not visible on a board",
        )
        .help("use a letter or a sign such as `*`"),
        E::SymbolIsClue { symbol, clue } => Wording::new(
            "spec::symbol_is_clue",
            format!("`{symbol}` is a digit, and digits in the board picture are clues"),
            "cannot be a symbol here",
        )
        .also(*clue, "a clue"),
        E::SymbolTwice { symbol, first } => {
            Wording::new("spec::symbol_twice", format!("duplicate symbol `{symbol}`"), "second use")
                .also(*first, "first use")
        }
    }
}

fn ride_range(from: i64, to: Option<i64>) -> Wording {
    match to {
        Some(to) if from >= 1 => {
            let label = if to < 0 { "the last step cannot be negative" } else { "ends before it begins" };
            Wording::new(
                "spec::ride_range",
                format!("a ride from step {from} to step {to} attacks nothing"),
                label,
            )
        }
        _ => Wording::new(
            "spec::ride_range",
            format!("the first step of a ride must be at least 1, not {from}"),
            "this ride",
        ),
    }
}

fn symbol_length(found: &str) -> String {
    match found.chars().count() {
        0 => "this is empty".to_owned(),
        n => format!("this has {n}"),
    }
}
