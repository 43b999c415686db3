//! Tokens of Betza notation.

use logos::Logos;
use std::ops::Range;

/// A token. Letters without a meaning here are tokens too, so that the reader can name their meaning elsewhere.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotationToken {
    /// Restriction to the first move of a piece.
    #[token("i")]
    Initial,
    #[regex("[fblrsvh]")]
    Direction,
    /// Mode of moving: without capture, with capture, en passant.
    #[regex("[mce]")]
    Mode,
    /// Lame, cannon or grasshopper.
    #[regex("[npg]")]
    Mechanic,
    /// Modifier of some dialect that has no meaning in a static position.
    #[regex("[atjyzqoudx]")]
    Unsupported,
    #[regex("[WFDNAHCZGKRBQ]")]
    Atom,
    /// Letter that the dialects use for different atoms.
    #[regex("[LJ]")]
    Ambiguous,
    /// Any other capital letter.
    #[regex("[EIMOPSTUVXY]")]
    Unknown,
    /// Atom by its vector.
    #[regex(r"\([0-9]+,[0-9]+\)")]
    Vector,
    #[regex("[0-9]+")]
    Digits,
    /// Start of a two-leg path.
    #[token("[")]
    Open,
    /// End of a two-leg path.
    #[token("]")]
    Close,
    /// Separator of two legs: the piece may stop there.
    #[token("?")]
    MayStop,
    /// Separator of two legs: the piece must continue.
    #[token("-")]
    GoesOn,
    /// XBoard's spelling of `[F-R]` and `[W-B]`.
    #[regex("yafs[FW]")]
    Again,
    Stray,
}

/// Returns the tokens of `notation` with their ranges, which cover it without gaps.
pub(super) fn tokens(notation: &str) -> Vec<(NotationToken, Range<usize>)> {
    NotationToken::lexer(notation)
        .spanned()
        .map(|(token, range)| (token.unwrap_or(NotationToken::Stray), range))
        .collect()
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
