//! Notation errors.

use std::ops::Range;

/// A fault in a notation.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationError {
    /// Range of bytes in the notation.
    pub range: Range<usize>,
    /// Stable code, such as `ambiguous_atom`.
    pub code: &'static str,
    /// Description of the fault, a clause.
    pub message: String,
    pub help: Option<String>,
    /// Range to replace and its replacement, if there is only one.
    pub(super) fix: Option<(Range<usize>, String)>,
}

impl NotationError {
    pub(super) fn new(code: &'static str, range: Range<usize>, message: impl Into<String>) -> Self {
        Self { range, code, message: message.into(), help: None, fix: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn fix(self, range: Range<usize>, instead: String) -> Self {
        Self { fix: Some((range, instead)), ..self }
    }

    /// A letter that the dialects read differently.
    pub(super) fn ambiguous(letter: &str, range: Range<usize>) -> Self {
        let readings = match letter {
            "L" => "the zebra in XBoard and the camel in Fairy-Stockfish",
            _ => "the camel in XBoard and the zebra in Fairy-Stockfish",
        };
        Self::new("ambiguous_atom", range, format!("{letter} is {readings}"))
            .help("write C (3,1) for the camel or Z (3,2) for the zebra")
    }

    /// A capital letter that names no atom.
    pub(super) fn unknown_atom(letter: &str, range: Range<usize>) -> Self {
        Self::new("unknown_atom", range, format!("unknown atom {letter}"))
            .help("the atoms are W F D N A H C Z G K R B Q and vectors such as (4,1)")
    }

    /// A modifier without a meaning in a static position.
    pub(super) fn unsupported(letter: &str, range: Range<usize>) -> Self {
        let error = Self::new(
            "unsupported_modifier",
            range,
            format!("modifier {letter} has no meaning in a static position"),
        );
        match letter {
            "a" => error.help("list the vectors instead, as (dx,dy); write a bent ride as [F?R]"),
            "y" => error.help("write a bent ride as [F?R]"),
            "o" => error.help("use a cylinder or torus board instead"),
            _ => error,
        }
    }

    /// A leg of a path that is meaningless or ambiguous here.
    pub(super) fn leg(range: Range<usize>, message: impl Into<String>) -> Self {
        Self::new("bracket_leg", range, message)
    }

    /// A character that the notation does not use.
    pub(super) fn stray(text: &str, range: Range<usize>) -> Self {
        let error = Self::new("syntax", range, format!("unexpected {text:?} in Betza notation"));
        match text {
            "(" => error.help("write a vector as two numbers in parentheses without spaces: (4,1)"),
            " " => error.help("write the notation without spaces"),
            "?" | "-" | "]" => error.help("write a path of two legs in brackets: [F?R]"),
            _ => error,
        }
    }
}
