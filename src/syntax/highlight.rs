//! Syntax highlighting: assigns each token one of a few shades.
//!
//! The editor grammar (`editors/vscode`) assigns the same shades by its own patterns; a test compares the two over all specs
//! of the project.

use super::lexer::{Token, TokenKind, tokens};
use super::words::{RESERVED, STATEMENTS, begins_statement, is_move_word, is_place_word};

/// Highlighting class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shade {
    /// White space, brackets, commas and colons.
    Plain,
    /// From `#` to the end of the line.
    Comment,
    /// A statement keyword at the start of a line.
    Statement,
    /// Any other reserved word.
    Word,
    /// A name, including cell names.
    Name,
    /// A number, or sides such as `8x8`.
    Number,
    /// Quoted text and pictures.
    Text,
    /// An operator, a relation, or `..`.
    Sign,
    /// A character that the language does not use.
    Stray,
}

/// Splits the text into pieces of one shade each; concatenated they give the text.
pub fn shades(text: &str) -> Vec<(Shade, &str)> {
    let all = tokens(text);
    let mut shades: Vec<(Shade, &str)> = Vec::with_capacity(all.len());
    let mut is_first = true;
    // The previous word or sign.
    let mut before = "";
    for (i, token) in all.iter().enumerate() {
        let word = token.text(text);
        let begins = is_first
            && token.kind == TokenKind::Word
            && (STATEMENTS.contains(&word) || begins_statement(word, after(i, &all, text)));
        let shade = if begins { Shade::Statement } else { shade(i, &all, text, before) };
        shades.push((shade, word));
        before = if token.is_trivia() { before } else { word };
        is_first = token.kind == TokenKind::Newline || is_first && token.kind == TokenKind::Space;
    }
    shades
}

/// Returns the shade of token `at` of `all`, which begins no statement; `before` is the previous word or sign.
fn shade(at: usize, all: &[Token], text: &str, before: &str) -> Shade {
    use TokenKind::*;
    let token = all[at];
    match token.kind {
        Space | Newline | Open | Close | BracketOpen | BracketClose | BraceOpen | BraceClose | Comma
        | Colon => Shade::Plain,
        Comment => Shade::Comment,
        Word => {
            let word = token.text(text);
            let soft = is_place_word(word, before, after(at, all, text)) || is_move_word(word, before);
            if RESERVED.contains(&word) || soft { Shade::Word } else { Shade::Name }
        }
        Number | Sides => Shade::Number,
        Text | UnclosedText | Picture(_) => Shade::Text,
        Dots | Operator | Relation => Shade::Sign,
        Stray => Shade::Stray,
    }
}

/// Returns the word or sign after token `at`; an empty text at the end.
fn after<'t>(at: usize, all: &[Token], text: &'t str) -> &'t str {
    all[at + 1..].iter().find(|t| !t.is_trivia()).map_or("", |t| t.text(text))
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
        let fen = |text| shades(text).into_iter().find(|s| s.1 == "fen").map(|s| s.0);
        assert_eq!(fen("givens fen \"8\""), Some(Shade::Word));
        assert_eq!(fen("piece fen \"F\" = king"), Some(Shade::Name));
    }

    #[test]
    fn words_of_one_place_are_names_elsewhere() {
        let of = |text: &'static str, word: &str| shades(text).into_iter().find(|s| s.1 == word).map(|s| s.0);
        let table = [
            ("tiles rect[1..4] = rectangles", "tiles", Shade::Statement),
            ("tiles rect[1..4] = rectangles", "rectangles", Shade::Word),
            ("sum digit in own row = 4", "sum", Shade::Statement),
            ("sum digit in own row = 4", "own", Shade::Word),
            ("each cage: sum {a, b} = 4", "sum", Shade::Word),
            ("each cage: distinct digit", "distinct", Shade::Word),
            ("rows: runs of black = [1]", "runs", Shade::Word),
            ("rows: runs of black = [1]", "of", Shade::Word),
            ("from left: visible digit = [1]", "left", Shade::Word),
            ("from left: first letter = [1]", "first", Shade::Word),
            ("loop tour by knight through every cell", "loop", Shade::Statement),
            ("loop tour by knight through every cell", "every", Shade::Word),
            ("path walk by king from a1 avoiding b2..c3", "path", Shade::Statement),
            ("path walk by king from a1 avoiding b2..c3", "avoiding", Shade::Word),
            ("path walk by king avoiding row 3", "avoiding", Shade::Word),
            ("count end walk in row 1 = 2", "end", Shade::Word),
            ("place end walk at a1", "end", Shade::Word),
            ("connected empty by king", "connected", Shade::Statement),
            ("each group of island: cells island = 3", "group", Shade::Word),
            ("groups of island = 3", "groups", Shade::Statement),
            ("in a1..b2: links fence = 3", "links", Shade::Word),
            ("vary regions letter scattered", "scattered", Shade::Word),
            ("vary regions scattered", "scattered", Shade::Word),
            ("regions scattered = blocks 2 x 2", "scattered", Shade::Name),
            ("weights gold \"1 2\"", "weights", Shade::Statement),
            ("maximize sum gold under queen", "sum", Shade::Word),
            ("param end = 3", "end", Shade::Name),
            ("count piece in avoiding A = 3", "avoiding", Shade::Name),
            ("param every = 3", "every", Shade::Name),
            ("param sum = 3", "sum", Shade::Name),
            ("count queen = sum or 2", "sum", Shade::Name),
            ("piece own = king", "own", Shade::Name),
            ("param first = left", "first", Shade::Name),
            ("param first = left", "left", Shade::Name),
            ("use tiles", "tiles", Shade::Name),
        ];
        for (text, word, shade) in table {
            assert_eq!(of(text, word), Some(shade), "`{word}` in `{text}`");
        }
    }
}
