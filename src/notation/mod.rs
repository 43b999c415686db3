//! Betza notation: short names for moves in chess variants (R. Betza, "Funny notation", and its dialects in XBoard and
//! Fairy-Stockfish). Only the subset that both programs read alike is accepted; notation that they read differently, or
//! that has no meaning in a static position, is an error with a suggestion.
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
//! The string is cut into tokens ([`lexer`]) and read term by term ([`mod@read`]). [`reader`] reads the parts of a [`term`],
//! whose directions [`directions`] interprets, and [`bent`] reads paths in brackets. [`printer`] is the inverse, and [`names`]
//! lists the pieces with a name of their own.

mod bent;
mod directions;
mod error;
mod lexer;
mod names;
mod printer;
mod read;
mod reader;
mod term;

pub use error::NotationError;
pub use names::{ALIASES, Alias, alias, expand};
pub use printer::{names_of, print};
pub use read::{Reading, read};
