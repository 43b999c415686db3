//! Custom pieces of Fairy-Stockfish's `variants.ini`, which XBoard's programs read too: lines `customPiece1 = a:mNcK` in the section
//! of a variant. They become a part, a file of pieces without a board. Only captures count as attacks, so moves without capture
//! are dropped; a comment shows the notation as it was.

use crate::foreign::refusal::Refusal;
use crate::notation;
use std::collections::BTreeSet;
use std::fmt::Write;

const KEY: &str = "customPiece";

/// Returns true if the text has a custom piece.
pub(in crate::foreign) fn is_variants(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(KEY))
}

/// Writes the part, not yet in the standard layout.
pub(in crate::foreign) fn write(text: &str) -> Result<String, Refusal> {
    let mut spec = String::from("# Pieces of variants.ini. Their attacks are their captures.\n");
    let mut variant = String::from("custom");
    let (mut names, mut letters) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            variant = name_of(section.split([':', ']']).next().unwrap_or_default());
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|(key, _)| key.starts_with(KEY)) else {
            continue;
        };
        let value = value.split(['#', ';']).next().unwrap_or_default().trim();
        let (letter, betza) =
            value.split_once(':').ok_or_else(|| Refusal::Piece(format!("{}={value}", key.trim())))?;
        let (letter, betza) = (letter.trim(), betza.trim());
        let mut letter = letter.chars().filter(char::is_ascii_alphabetic);
        let (Some(letter), None) = (letter.next(), letter.next()) else {
            return Err(Refusal::Piece(value.to_owned()));
        };
        let name = format!("{variant}_{}", letter.to_ascii_lowercase());
        if !names.insert(name.clone()) {
            return Err(Refusal::Piece(format!("{value} (twice in its variant)")));
        }
        let big = letter.to_ascii_uppercase();
        let symbol = if letters.insert(big) { format!("\"{big}\" ") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(spec, "piece {name} {symbol}= {}", moves(betza)?);
    }
    Ok(spec)
}

/// The captures of a notation.
fn moves(betza: &str) -> Result<String, Refusal> {
    let reading = notation::read(betza).map_err(|faults| {
        let why = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
        Refusal::Notation(betza.to_owned(), why)
    })?;
    match notation::print(&reading.movement).filter(|_| !reading.movement.is_empty()) {
        Some(captures) if captures == betza => Ok(format!("betza \"{captures}\"")),
        Some(captures) => Ok(format!("betza \"{captures}\"  # {betza}")),
        None => Ok(format!("none  # {betza}")),
    }
}

/// The name of a variant as a name of the language.
fn name_of(section: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = section.trim().chars().take(40).map(letter).collect();
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { format!("variant_{name}") }
}
