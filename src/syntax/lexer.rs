//! Lossless tokens of a `.puz` text: concatenated they give the text.
//!
//! The framing of statements, the formatter, the highlighter and the ends of spans all use these tokens. The grammar
//! (`grammar/puz.pest`) defines the same terminals separately; a test compares the two.
//!
//! An unclosed picture would swallow the rest of the text. Within a row of a picture, either all characters are separated
//! by single spaces or none are, so a line that begins with a statement keyword and a space is not a row. Such a line ends
//! the picture, and the token is marked unclosed.

use super::words::{PLACE_STATEMENTS, STATEMENTS};
use logos::{Lexer, Logos};

/// Kind of a token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Spaces, tabs and carriage returns.
    #[regex(r"[ \t\r]+")]
    Space,
    #[token("\n")]
    Newline,
    /// From `#` to the end of the line.
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    /// Letters, digits and underscores, starting with a letter or underscore.
    #[regex(r"[\p{Alphabetic}_][\p{Alphabetic}_0-9]*")]
    Word,
    #[regex(r"[0-9]+")]
    Number,
    /// `8x8` or `8x8x8`.
    #[regex(r"[0-9]+x[0-9]+(x[0-9]+)?")]
    Sides,
    /// `"…"` on one line.
    #[regex(r#""[^"\n]*""#)]
    Text,
    /// `"…` without a closing quote, up to the end of the line.
    #[regex(r#""[^"\n]*"#)]
    UnclosedText,
    /// `"""…"""`
    #[token(r#"""""#, picture)]
    Picture(ClosingQuotes),
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `[`
    #[token("[")]
    BracketOpen,
    /// `]`
    #[token("]")]
    BracketClose,
    /// `{`
    #[token("{")]
    BraceOpen,
    /// `}`
    #[token("}")]
    BraceClose,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `..`
    #[token("..")]
    Dots,
    /// `+ - * / %`
    #[regex(r"[-+*/%]")]
    Operator,
    /// `= != < <= > >=`
    #[regex(r"=|!=|<=?|>=?")]
    Relation,
    /// A character that the language does not use.
    Stray,
}

/// State of a picture's closing quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClosingQuotes {
    Closed,
    /// Missing; the token ends before the next statement.
    Missing,
}

/// A token: its kind and its bytes `start..end` of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Token {
    /// Returns the characters of the token.
    pub fn text(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Returns true for white space and comments.
    pub fn is_trivia(self) -> bool {
        matches!(self.kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
    }
}

/// Returns the tokens of `text`, which must be shorter than 4 GB.
pub fn tokens(text: &str) -> Vec<Token> {
    let offset = |n: usize| u32::try_from(n).expect("the text is shorter than 4 GB");
    TokenKind::lexer(text)
        .spanned()
        .map(|(kind, range)| Token {
            kind: kind.unwrap_or(TokenKind::Stray),
            start: offset(range.start),
            end: offset(range.end),
        })
        .collect()
}

/// Advances from the opening quotes to the closing ones, or to the line that shows that they are missing.
fn picture(lexer: &mut Lexer<'_, TokenKind>) -> ClosingQuotes {
    let rest = lexer.remainder();
    let mut line_start = 0;
    for line in rest.split_inclusive('\n') {
        let closing = line.find(r#"""""#);
        if line_start > 0 && begins_statement(&line[..closing.unwrap_or(line.len())]) {
            lexer.bump(line_start);
            return ClosingQuotes::Missing;
        }
        if let Some(at) = closing {
            lexer.bump(line_start + at + 3);
            return ClosingQuotes::Closed;
        }
        line_start += line.len();
    }
    lexer.bump(rest.len());
    ClosingQuotes::Missing
}

/// Returns true if a line is clearly a statement, not a row of a picture: it begins with a statement keyword and a space, or
/// contains a relation between spaces without being spaced throughout.
fn begins_statement(line: &str) -> bool {
    let end = line.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let keyword = (rest.starts_with(' ') || rest.starts_with(": "))
        && (STATEMENTS.contains(&word) || PLACE_STATEMENTS.contains(&word));
    let related = || [" = ", " != ", " < ", " <= ", " > ", " >= "].iter().any(|r| line.contains(r));
    let spaced = || line.trim().chars().enumerate().all(|(i, c)| (i % 2 == 1) == (c == ' '));
    keyword || related() && !spaced()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokens(text).into_iter().filter(|t| !t.is_trivia()).map(|t| t.kind).collect()
    }

    #[test]
    fn tokens_are_the_text() {
        for text in [
            "board 8x8 # c\n\tpiece é \"Q\" = leap(1,-2)\r\n",
            "\"\"\"\n..\n\"\"\" \"a",
            "≤ ! ~ 0x 8x8y 1..2",
        ] {
            let again: String = tokens(text).iter().map(|t| t.text(text)).collect();
            assert_eq!(again, text);
        }
    }

    #[test]
    fn kinds_of_tokens() {
        use TokenKind::*;
        assert_eq!(kinds("8x8 8 x 8 8x8x8"), [Sides, Number, Word, Number, Sides]);
        assert_eq!(kinds("1..n a1..c3"), [Number, Dots, Word, Word, Dots, Word]);
        assert_eq!(kinds("a<=b>=c!=d=e<f>g"), [Word, Relation].repeat(7)[..13]);
        assert_eq!(kinds(r#""" "a" "b"#), [Text, Text, UnclosedText]);
        assert_eq!(kinds("_ _a ~"), [Word, Word, Stray]);
    }

    #[test]
    fn an_unclosed_picture_ends_before_the_next_statement() {
        use TokenKind::*;
        let text = "board \"\"\"\n..\n..\nno attacks\npiece a = king\ngivens \"\"\"\nno.\n\"\"\"\n";
        let all = kinds(text);
        assert_eq!(&all[..4], [Word, Picture(ClosingQuotes::Missing), Word, Word]);
        assert_eq!(all.last(), Some(&Picture(ClosingQuotes::Closed)));
    }
}
