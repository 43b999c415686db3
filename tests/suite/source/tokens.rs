//! Tokens of Rust source, as far as paths and items need them. Comments and white space are left out.

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Keyword or identifier, raw ones included.
    Word,
    /// String, character or number.
    Literal,
    /// Lifetime or label.
    Lifetime,
    /// `::`, or one character.
    Punctuation,
}

/// Token with its place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// Byte offset of its start.
    pub start: usize,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// Tokens of the text, which compiles.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut start) = (Vec::new(), 0);
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let (kind, length) = scan(rest, first);
        if let Some(kind) = kind {
            tokens.push(Token { kind, text: &rest[..length], start });
        }
        start += length;
    }
    tokens
}

/// Kind and length of the token, or of the comment or white space, at the start of `rest`.
fn scan(rest: &str, first: char) -> (Option<Kind>, usize) {
    if first.is_whitespace() {
        (None, first.len_utf8())
    } else if rest.starts_with("//") {
        (None, rest.find('\n').unwrap_or(rest.len()))
    } else if rest.starts_with("/*") {
        (None, block_comment(rest))
    } else if let Some(length) = string(rest) {
        (Some(Kind::Literal), length)
    } else if first == '\'' {
        character_or_lifetime(rest)
    } else if first.is_ascii_digit() {
        (Some(Kind::Literal), number(rest))
    } else if is_word(first) {
        let raw = if rest.starts_with("r#") { 2 } else { 0 };
        (Some(Kind::Word), raw + word(&rest[raw..]))
    } else {
        (Some(Kind::Punctuation), if rest.starts_with("::") { 2 } else { first.len_utf8() })
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

fn number(rest: &str) -> usize {
    let whole = word(rest);
    let fraction = rest[whole..].strip_prefix('.').filter(|f| f.starts_with(|c: char| c.is_ascii_digit()));
    whole + fraction.map_or(0, |f| 1 + word(f))
}

/// Length of a block comment; they nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// Length of a string or byte character with any prefix, if `rest` starts with one.
fn string(rest: &str) -> Option<usize> {
    let prefix = rest.find(|c| !matches!(c, 'b' | 'c' | 'r')).filter(|&p| p <= 2)?;
    let (prefix, body) = rest.split_at(prefix);
    if prefix == "b" && body.starts_with('\'') {
        return Some(1 + quoted(body, '\''));
    }
    if !prefix.contains('r') {
        return body.starts_with('"').then(|| prefix.len() + quoted(body, '"'));
    }
    let hashes = body.len() - body.trim_start_matches('#').len();
    let text = body[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(prefix.len() + hashes + 1 + text.find(&end).map_or(text.len(), |at| at + end.len()))
}

/// Length up to the closing quote, which is not escaped.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

fn character_or_lifetime(rest: &str) -> (Option<Kind>, usize) {
    let mut after = rest.chars().skip(1);
    let is_character = after.next() == Some('\\') || after.next() == Some('\'');
    if is_character {
        (Some(Kind::Literal), quoted(rest, '\''))
    } else {
        (Some(Kind::Lifetime), 1 + word(&rest[1..]))
    }
}

/// Index of the bracket that closes the one at `open`.
pub fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|t| t.text).collect()
    }

    #[test]
    fn comments_are_left_out() {
        let source = "a // use b;\n/* use c; /* nested */ \" */ d /// use e;\n//! use f";
        assert_eq!(texts(source), ["a", "d"]);
        assert_eq!(texts("a / b /**/ /= c"), ["a", "/", "b", "/", "=", "c"]);
    }

    #[test]
    fn strings_are_one_token() {
        for literal in [
            r#""use a::b;""#,
            r#""\" use a; \\""#,
            r##"r#"use "a" // b"#"##,
            r#"r"\""#,
            r#"br"use a""#,
            r#"b"\"""#,
            r#"c"use""#,
            "\"// no comment\"",
            "\"two\nlines\"",
            "'\"'",
            "'\\''",
            "b'\\''",
            "'/'",
            "'é'",
        ] {
            let source = format!("x({literal}) y");
            assert_eq!(texts(&source), ["x", "(", literal, ")", "y"]);
            assert_eq!(tokens(&source)[2].kind, Kind::Literal);
        }
    }

    #[test]
    fn lifetimes_are_no_characters() {
        let source = "&'a str, 'outer: loop {} <'_> 'b' b'c'";
        let found: Vec<&str> =
            tokens(source).iter().filter(|t| t.kind == Kind::Lifetime).map(|t| t.text).collect();
        assert_eq!(found, ["'a", "'outer", "'_"]);
    }

    #[test]
    fn words_and_numbers() {
        assert_eq!(texts("r#type::bcr crate r br"), ["r#type", "::", "bcr", "crate", "r", "br"]);
        assert_eq!(texts("0..n 1.5 1.max(2) 0x_ff 1e6 t.0.1"), {
            ["0", ".", ".", "n", "1.5", "1", ".", "max", "(", "2", ")", "0x_ff", "1e6", "t", ".", "0.1"]
        });
    }

    #[test]
    fn brackets_close() {
        let source = "f(\")\", [')', {}])";
        assert_eq!(closing(&tokens(source), 1), tokens(source).len() - 1);
    }
}
