//! Puzzles from other programs: a URL in the style of puzz.link and pzprv3, or a Sudoku of f-puzzles and SudokuPad, becomes a
//! spec. Nothing is fetched, since such a URL holds the whole puzzle. What the language cannot say, and what is not read, is
//! refused by name.

mod codes;
mod drawing;
mod fpuzzles;
mod genre;
mod limits;
mod refusal;
mod spec_board;
#[cfg(test)]
mod tests;
mod url;
mod write;

pub use refusal::Refusal;
pub use spec_board::{Given, SpecBoard};

use crate::syntax::format::format;
use crate::text::{Source, Sources};
use genre::GENRES;
use url::Body;

/// A puzzle in a foreign format, guessed from a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The text in the foreign format.
    pub text: String,
    /// What it would be imported as, in several words. The guess is right if one of these means the same as the spec.
    pub specs: Vec<String>,
}

/// The spec of the puzzle in a URL or in JSON, in the standard layout.
pub fn import(text: &str) -> Result<String, Refusal> {
    let spec = match fpuzzles::json_of(text) {
        Some(puzzle) => fpuzzles::write(&puzzle?)?,
        None => {
            let (name, rest) = url::genre_and_rest(text)?;
            let genre = genre::named(name)?;
            (genre.spec)(&genre.read(&Body::read(rest)?)?)?
        }
    };
    laid_out(&spec)
}

/// URLs of puzz.link whose puzzles show the same board as a spec, one for each genre that can.
pub fn puzzlink(board: &SpecBoard) -> Vec<Guess> {
    let guess = |genre: &genre::Genre| {
        let puzzle = genre.write(&genre.guess(board)?)?;
        let text = format!("https://puzz.link/p?{puzzle}");
        let spec = import(&text).ok()?;
        let reworded = genre.reword.map(|reword| reword(&spec, board));
        Some(Guess { text, specs: [Some(spec), reworded].into_iter().flatten().collect() })
    };
    GENRES.iter().filter_map(guess).collect()
}

/// Names of the genres that are read and written.
pub fn genres() -> impl Iterator<Item = &'static str> {
    GENRES.iter().map(genre::Genre::name)
}

fn laid_out(spec: &str) -> Result<String, Refusal> {
    let id = Sources::new().add(Source { name: "<import>".into(), text: spec.into() });
    format(id, spec).map_err(|_| Refusal::NoSpec)
}
