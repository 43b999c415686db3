//! Betza notation, the chess variant world's short names for moves (R. Betza, "Funny notation", and the XBoard and
//! Fairy-Stockfish dialects of it). The subset read here is what those two programs read alike; whatever they read
//! apart, or what means nothing in a position that stands still, is an error with a suggestion.
//!
//! ```text
//! piece = term , { term } ;
//! term  = [ "i" ] , { mode } , { dir } , { mode } , ( [ "n" | "p" | "g" ] , atom , [ range ] | path )
//!       | "yafsF" | "yafsW" ;
//! path  = "[" , atom , ( "?" | "-" ) , [ "s" ] , atom , [ range ] , "]" ;
//! mode  = "m" | "c" | "e" ;
//! dir   = "f" | "b" | "l" | "r" | "s" | "v" | "h" ;
//! atom  = "W" | "F" | "D" | "N" | "A" | "H" | "C" | "Z" | "G" | "K" | "R" | "B" | "Q" | "(" int "," int ")" ;
//! range = digits | same-letter-again ;
//! ```
//!
//! The string is cut into tokens ([`lexer`]), read term by term ([`reader`]) with the directions of each atom worked out
//! in [`directions`] and paths in brackets in [`bent`]; [`print()`] goes the other way.

mod bent;
mod directions;
mod error;
mod lexer;
mod names;
mod printer;
mod reader;
mod term;

pub use error::NotationError;
pub use names::{ALIASES, Alias, alias, expand, names_of};
pub use printer::print;
pub use reader::read;

use crate::geometry::Movement;

/// What a notation says.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The attacks.
    pub movement: Movement,
    /// Warnings: byte range in the notation, and words.
    pub warnings: Vec<(std::ops::Range<usize>, String)>,
}
