//! What each part of a text is to the eye: the lexer's tokens in a few shades.
//!
//! The grammar for editors (`editors/vscode`) names the same shades by its own patterns; a test compares both over all
//! specs of the project.

use super::lexer::{Token, TokenKind, tokens};
use super::words::{RESERVED, STATEMENTS};

/// How a token is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shade {
    /// White space, brackets, commas and colons.
    Plain,
    /// From `#` to the end of the line.
    Comment,
    /// A word that can begin a statement, where it is the first of its line.
    Statement,
    /// Another word of the language.
    Word,
    /// A name, or the name of a cell.
    Name,
    /// A number, or sides such as `8x8`.
    Number,
    /// Text in quotes, and pictures.
    Text,
    /// A sign that computes or compares, and `..`.
    Sign,
    /// A character that the language does not use.
    Stray,
}

/// The text in pieces of one shade each; together they are the text.
pub fn shades(text: &str) -> Vec<(Shade, &str)> {
    let all = tokens(text);
    let mut shades: Vec<(Shade, &str)> = Vec::with_capacity(all.len());
    let mut is_first = true;
    for (i, token) in all.iter().enumerate() {
        let word = token.text(text);
        let begins = is_first && token.kind == TokenKind::Word && STATEMENTS.contains(&word);
        let shade = if begins { Shade::Statement } else { shade(*token, text, all.get(i + 1)) };
        shades.push((shade, word));
        is_first = token.kind == TokenKind::Newline || is_first && token.kind == TokenKind::Space;
    }
    shades
}

fn shade(token: Token, text: &str, next: Option<&Token>) -> Shade {
    use TokenKind::*;
    match token.kind {
        Space | Newline | Open | Close | BracketOpen | BracketClose | BraceOpen | BraceClose | Comma
        | Colon => Shade::Plain,
        Comment => Shade::Comment,
        Word => {
            let word = token.text(text);
            let indexed = next.is_some_and(|n| n.kind == BracketOpen);
            if RESERVED.contains(&word) || indexed && matches!(word, "leaper" | "rider") {
                Shade::Word
            } else {
                Shade::Name
            }
        }
        Number | Sides => Shade::Number,
        Text | UnclosedText | Picture(_) => Shade::Text,
        Dots | Operator | Relation => Shade::Sign,
        Stray => Shade::Stray,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_of_tokens() {
        let text = "board 8x8 # c\n piece a \"Q\" = leaper[1,2] + rider ~";
        let shown = shades(text);
        let seen: Vec<(Shade, &str)> = shown.iter().copied().filter(|s| s.0 != Shade::Plain).collect();
        assert_eq!(
            seen,
            [
                (Shade::Statement, "board"),
                (Shade::Number, "8x8"),
                (Shade::Comment, "# c"),
                (Shade::Statement, "piece"),
                (Shade::Name, "a"),
                (Shade::Text, "\"Q\""),
                (Shade::Sign, "="),
                (Shade::Word, "leaper"),
                (Shade::Number, "1"),
                (Shade::Number, "2"),
                (Shade::Sign, "+"),
                (Shade::Name, "rider"),
                (Shade::Stray, "~"),
            ]
        );
        assert_eq!(shown.iter().map(|s| s.1).collect::<String>(), text);
    }
}
