//! The parts of a URL: `…?GENRE/[v:VARIANT/][FLAGS/]COLUMNS/ROWS/BODY`. The address before `?` does not matter. The format is that of
//! pzprv3 and pzprjs.

use super::limits::{MAX_SIDE, MIN_SIDE};
use super::refusal::Refusal;

/// A board and what the body says of it; neither flags nor variants are left.
#[derive(Debug)]
pub(super) struct Body<'a> {
    pub columns: usize,
    pub rows: usize,
    pub codes: &'a str,
}

/// The name of the genre in a URL, and what follows it.
pub(super) fn genre_and_rest(url: &str) -> Result<(&str, &str), Refusal> {
    let (_, puzzle) = url.trim().split_once('?').ok_or(Refusal::NotAPuzzle)?;
    let (genre, rest) = puzzle.split_once('/').ok_or(Refusal::NotAPuzzle)?;
    Ok((genre.strip_suffix("_edit").or_else(|| genre.strip_suffix("_play")).unwrap_or(genre), rest))
}

impl<'a> Body<'a> {
    /// Reads what follows the genre.
    pub fn read(rest: &'a str) -> Result<Self, Refusal> {
        let (first, _) = rest.split_once('/').ok_or(Refusal::NotAPuzzle)?;
        if let Some(variant) = first.strip_prefix("v:") {
            return Err(Refusal::Variant(variant.to_owned()));
        }
        if !is_number(first) {
            return Err(Refusal::Flags(first.to_owned()));
        }
        let mut parts = rest.splitn(3, '/');
        let (columns, rows) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        match (side(columns), side(rows)) {
            (Some(columns), Some(rows)) => {
                Ok(Self { columns, rows, codes: parts.next().ok_or(Refusal::NotAPuzzle)? })
            }
            _ => Err(Refusal::Sides(format!("{columns}/{rows}"))),
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn side(text: &str) -> Option<usize> {
    let side = if is_number(text) { text.parse().ok()? } else { return None };
    (MIN_SIDE..=MAX_SIDE).contains(&side).then_some(side)
}
