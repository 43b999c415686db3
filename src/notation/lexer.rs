//! Tokens of Betza notation.

use logos::Logos;
use std::ops::Range;

/// A token. Letters that mean nothing here are tokens as well, so that the reader can say what they mean elsewhere.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Only the first move of a piece.
    #[token("i")]
    Initial,
    /// A direction.
    #[regex("[fblrsvh]")]
    Direction,
    /// A mode of moving: without capture, with capture, en passant.
    #[regex("[mce]")]
    Mode,
    /// Lame, cannon or grasshopper.
    #[regex("[npg]")]
    Mechanic,
    /// A modifier of some dialect that a static position gives no meaning.
    #[regex("[atjyzqoudx]")]
    Unsupported,
    /// An atom by letter.
    #[regex("[WFDNAHCZGKRBQ]")]
    Atom,
    /// A letter that the dialects use for different atoms.
    #[regex("[LJ]")]
    Ambiguous,
    /// Another capital letter.
    #[regex("[EIMOPSTUVXY]")]
    Unknown,
    /// An atom by its vector.
    #[regex(r"\([0-9]+,[0-9]+\)")]
    Vector,
    /// A range.
    #[regex("[0-9]+")]
    Digits,
    /// Opens a path of two legs.
    #[token("[")]
    Open,
    /// Closes it.
    #[token("]")]
    Close,
    /// Between two legs: the piece may stop there.
    #[token("?")]
    MayStop,
    /// Between two legs: the piece must go on.
    #[token("-")]
    GoesOn,
    /// XBoard's spelling of `[F-R]` and `[W-B]`.
    #[regex("yafs[FW]")]
    Again,
    /// Anything else.
    Stray,
}

/// The tokens of `notation` with their bytes; they cover it without gaps.
pub(super) fn tokens(notation: &str) -> Vec<(Token, Range<usize>)> {
    Token::lexer(notation).spanned().map(|(token, range)| (token.unwrap_or(Token::Stray), range)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_everything() {
        for text in ["RcpRnN", "(4,1)0", "f N-é*(", "(1,", "", "knight", "FX12", "FyafsF", "[F?sR3]", "yaf"]
        {
            let joined: String = tokens(text).into_iter().map(|(_, range)| &text[range]).collect();
            assert_eq!(joined, text);
        }
        assert_eq!(tokens("(4,12)").len(), 1);
        assert_eq!(tokens("FyafsF").len(), 2);
    }
}
