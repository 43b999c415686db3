//! Puzzles from other programs: a URL in the style of puzz.link and pzprv3, or a Sudoku of f-puzzles and SudokuPad, becomes a
//! spec. Nothing is fetched, since such a URL holds the whole puzzle. What the language cannot say, and what is not read, is
//! refused by name.

mod codes;
mod fpuzzles;
mod genre;
mod limits;
mod refusal;
#[cfg(test)]
mod tests;
mod url;

pub use refusal::Refusal;

use crate::syntax::format::format;
use crate::text::{Source, Sources};
use url::Body;

/// The spec of the puzzle in a URL or in JSON, in the standard layout.
pub fn import(text: &str) -> Result<String, Refusal> {
    let spec = match fpuzzles::json_of(text) {
        Some(puzzle) => fpuzzles::write(&puzzle?)?,
        None => {
            let (name, rest) = url::genre_and_rest(text)?;
            let genre = genre::named(name)?;
            (genre.write)(&Body::read(rest)?)?
        }
    };
    let id = Sources::new().add(Source { name: "<import>".into(), text: spec.as_str().into() });
    format(id, &spec).map_err(|_| Refusal::NoSpec)
}
