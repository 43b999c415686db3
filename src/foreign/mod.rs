//! Puzzles from other programs, and back: a URL in the style of puzz.link and pzprv3 or of Penpa+, a Sudoku of f-puzzles and
//! SudokuPad, a chess position, or pieces, become a spec. Nothing is fetched, since such a URL holds the whole puzzle. What the
//! language cannot say, and what is not read, is refused by name.
//!
//! Between a format and a spec stands a [`Drawing`], the same for all formats of a [`Genre`]. `codes` reads and writes it in URLs,
//! `penpa` on the sheet of Penpa+, and `genre` makes the spec of it. A writer starts from a [`SpecBoard`], from which each genre
//! guesses a drawing; the caller compares the spec that the guess becomes with its own.

mod codes;
mod drawing;
mod fpuzzles;
mod genre;
mod limits;
mod penpa;
mod pieces;
mod refusal;
mod spec_board;
#[cfg(test)]
mod tests;
mod url;
mod write;

pub use refusal::Refusal;
pub use spec_board::{Given, SpecBoard, ValueComparison, ValueRule};

use crate::syntax::format::format;
use crate::text::{Source, Sources};
use drawing::Drawing;
use genre::{GENRES, Genre};
use pieces::{popeye, position, variants};
use url::Body;

/// A puzzle in a foreign format, guessed from a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The text in the foreign format.
    pub text: String,
    /// The specs as which it could be imported, which say the same in different words. The guess is right if one of them
    /// means the same as the spec.
    pub specs: Vec<String>,
}

/// Returns true if the text holds what is imported, and is not the name of a file.
pub fn is_foreign(text: &str) -> bool {
    text.contains('?')
        || text.starts_with("https://")
        || popeye::names_of(text).is_some()
        || position::rows_of(text).is_some()
}

/// The spec of the puzzle in a URL, in JSON, or in another form above, in the standard layout.
pub fn import(text: &str) -> Result<String, Refusal> {
    let spec = if let Some(puzzle) = fpuzzles::json_of(text) {
        fpuzzles::write(&puzzle?)?
    } else if let Some(packed) = penpa::packed_of(text) {
        penpa::write(packed)?
    } else if let Some(names) = popeye::names_of(text) {
        popeye::write(names)?
    } else if variants::is_variants(text) {
        variants::write(text)?
    } else if let Some(rows) = position::rows_of(text) {
        position::write(&rows)?
    } else {
        let (name, rest) = url::genre_and_rest(text)?;
        let genre = genre::named(name)?;
        (genre.spec)(&genre.read(&Body::read(rest)?)?)?
    };
    laid_out(&spec)
}

/// URLs of puzz.link whose puzzles show the same board as a spec, one for each genre that can.
pub fn puzzlink(board: &SpecBoard) -> Vec<Guess> {
    guesses(board, |genre, drawing| Some(format!("https://puzz.link/p?{}", genre.write(drawing)?)))
}

/// URLs of Penpa+, likewise.
pub fn penpa(board: &SpecBoard) -> Vec<Guess> {
    let title = board.title.as_deref().unwrap_or_default();
    guesses(board, |genre, drawing| penpa::url(genre, drawing, title))
}

/// URLs of f-puzzles with the Sudoku on a board, one for each set of attacks that it can exclude.
pub fn fpuzzles(board: &SpecBoard) -> Vec<Guess> {
    fpuzzles::guesses(board)
}

fn guesses(board: &SpecBoard, write: impl Fn(&Genre, &Drawing) -> Option<String>) -> Vec<Guess> {
    let guess = |genre: &Genre| {
        let text = write(genre, &genre.guess(board)?)?;
        let spec = import(&text).ok()?;
        let reworded = genre.reword.map(|reword| reword(&spec, board));
        Some(Guess { text, specs: [Some(spec), reworded].into_iter().flatten().collect() })
    };
    GENRES.iter().filter_map(guess).collect()
}

/// Names of the genres that are read and written.
pub fn genres() -> impl Iterator<Item = &'static str> {
    GENRES.iter().map(Genre::name)
}

fn laid_out(spec: &str) -> Result<String, Refusal> {
    let id = Sources::new().add(Source { name: "<import>".into(), text: spec.into() });
    format(id, spec).map_err(|_| Refusal::NoSpec)
}
