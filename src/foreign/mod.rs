//! Puzzles from other programs: a URL in the style of puzz.link and pzprv3 becomes a spec. Nothing is fetched, since such a URL
//! holds the whole puzzle. What the language cannot say, and what is not read, is refused by name.

mod codes;
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

/// The spec of the puzzle in a URL, in the standard layout.
pub fn import(url: &str) -> Result<String, Refusal> {
    let (name, rest) = url::genre_and_rest(url)?;
    let genre = genre::named(name)?;
    let text = (genre.write)(&Body::read(rest)?)?;
    let id = Sources::new().add(Source { name: "<import>".into(), text: text.as_str().into() });
    format(id, &text).map_err(|_| Refusal::NoSpec)
}
