//! Items: the parts of a file, of an inline module, of an `impl` or of a trait.

use super::tokens::{Kind, Token, closing};

/// Item with its tokens.
#[derive(Clone, Copy, Debug)]
pub struct Item<'t, 'a> {
    /// Outer attributes.
    pub attributes: &'t [Token<'a>],
    /// The item without its attributes.
    pub tokens: &'t [Token<'a>],
    /// Index in `tokens` of the word that says what it is, such as `fn`.
    keyword: usize,
}

impl<'t, 'a> Item<'t, 'a> {
    /// Word that says what it is: `fn`, `struct`, `impl`, `use`, …
    pub fn keyword(&self) -> &'a str {
        self.tokens.get(self.keyword).map_or("", |t| t.text)
    }

    /// Its name; `None` for `use` and `impl`.
    pub fn name(&self) -> Option<&'a str> {
        let has_name = !matches!(self.keyword(), "use" | "impl" | "extern");
        let mut after = self.tokens.get(self.keyword + 1..)?.iter().skip_while(|t| t.text == "!");
        after.next().filter(|t| has_name && t.is_word()).map(|t| t.text)
    }

    /// Returns true for `pub` alone, without a restriction.
    pub fn is_public(&self) -> bool {
        self.tokens[0].text == "pub" && self.tokens.get(1).is_none_or(|t| t.text != "(")
    }

    /// Returns true if an attribute hides it from the documentation.
    pub fn is_hidden(&self) -> bool {
        is_hidden(self.attributes)
    }

    /// Tokens between the braces of its body, and those before them. Without a body, all are before.
    pub fn head_and_body(&self) -> (&'t [Token<'a>], &'t [Token<'a>]) {
        match self.tokens.iter().position(|t| t.text == "{") {
            Some(open) => (&self.tokens[..open], &self.tokens[open + 1..closing(self.tokens, open)]),
            None => (self.tokens, &[]),
        }
    }
}

/// Returns true if the tokens contain an attribute that hides something from the documentation.
pub fn is_hidden(tokens: &[Token<'_>]) -> bool {
    tokens.windows(3).any(|w| w[0].text == "doc" && w[1].text == "(" && w[2].text == "hidden")
}

/// Items in order, macro calls included.
pub fn items<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<Item<'t, 'a>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let start = after_attributes(tokens, at);
        let end = end(tokens, start).max(start + 1).min(tokens.len());
        if start < end {
            let tokens_of_it = &tokens[start..end];
            let keyword = keyword(tokens_of_it);
            found.push(Item { attributes: &tokens[at..start], tokens: tokens_of_it, keyword });
        }
        at = end.max(at + 1);
    }
    found
}

/// Tokens without what is compiled for tests only: whatever follows `#[cfg(test)]`, `#[cfg(all(test, …))]` or `#[test]`.
pub fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let (mut kept, mut at) = (Vec::with_capacity(tokens.len()), 0);
    while at < tokens.len() {
        let start = after_attributes(tokens, at);
        if start > at && is_for_tests(&tokens[at..start]) {
            at = end(tokens, start).max(start);
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// Returns true if one of the attributes restricts what follows to tests.
pub fn is_for_tests(attributes: &[Token<'_>]) -> bool {
    let texts: Vec<&str> = attributes.iter().map(|t| t.text).collect();
    let starts = |pattern: &[&str]| texts.windows(pattern.len()).any(|w| w == pattern);
    let all = ["cfg", "(", "all", "("];
    let among_all = texts.windows(4).position(|w| w == all).is_some_and(|at| {
        let open = at + 3;
        let inside = &attributes[open..closing(attributes, open)];
        inside.iter().enumerate().any(|(i, t)| t.text == "test" && (i < 2 || inside[i - 2].text != "not"))
    });
    starts(&["[", "test", "]"]) || starts(&["cfg", "(", "test", ")"]) || among_all
}

/// Index after the outer and inner attributes at `at`.
fn after_attributes(tokens: &[Token<'_>], mut at: usize) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text);
    while text(at) == "#" {
        let open = at + if text(at + 1) == "!" { 2 } else { 1 };
        if text(open) != "[" {
            break;
        }
        at = closing(tokens, open) + 1;
    }
    at
}

/// Index of the word that says what the item is.
fn keyword(tokens: &[Token<'_>]) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text);
    let mut at = 0;
    if text(at) == "pub" {
        at = if text(1) == "(" { closing(tokens, 1) + 1 } else { 1 };
    }
    loop {
        match text(at) {
            "async" | "unsafe" | "default" if tokens.get(at + 1).is_some_and(Token::is_word) => at += 1,
            "const" if matches!(text(at + 1), "fn" | "unsafe" | "async" | "extern") => at += 1,
            "extern" if tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Literal) => at += 2,
            _ => return at,
        }
    }
}

/// Index after the item, statement, field, variant or arm at `start`.
fn end(tokens: &[Token<'_>], start: usize) -> usize {
    let kind = tokens.get(start..).map_or("", |rest| rest.get(keyword(rest)).map_or("", |t| t.text));
    let is_item =
        matches!(kind, "fn" | "struct" | "enum" | "union" | "trait" | "impl" | "mod" | "macro_rules");
    let to_semicolon = matches!(kind, "use" | "const" | "static" | "type" | "let");
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].text {
            "(" | "[" => at = closing(tokens, at),
            "{" => {
                at = closing(tokens, at);
                if !to_semicolon {
                    return at + 1;
                }
            }
            ";" => return at + 1,
            "," if !is_item && !to_semicolon => return at + 1,
            ")" | "]" | "}" => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn kept(source: &str) -> String {
        let tokens = tokens(source);
        without_tests(&tokens).iter().map(|t| t.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tests_are_left_out_wherever_they_stand() {
        for (source, rest) in [
            ("a(); #[cfg(test)] mod tests { use b; fn c() {} } fn d() {}", "a ( ) ; fn d ( ) { }"),
            ("#[cfg(test)] mod tests; mod e;", "mod e ;"),
            ("#[cfg(test)] pub(crate) mod tests; mod e;", "mod e ;"),
            ("#[cfg(test)] #[allow(x)] use a::{b, c}; use d;", "use d ;"),
            ("#[allow(x)] #[cfg(test)] use a; use d;", "use d ;"),
            ("#[cfg(test)] const A: [u8; 2] = [S { a, b }, 1]; b", "b"),
            ("#[cfg(test)] fn f<A, B>(a: A) -> [B; 2] where A: B { x } y", "y"),
            ("struct S { #[cfg(test)] a: Vec<u8>, b: u8 }", "struct S { b : u8 }"),
            ("struct S { b: u8, #[cfg(test)] a: u8 }", "struct S { b : u8 , }"),
            ("#[cfg(all(test, unix))] fn f() {} g", "g"),
            ("#[test] fn f() {} g", "g"),
            ("#![cfg(test)] fn f() {}", ""),
        ] {
            assert_eq!(kept(source), rest, "{source}");
        }
        for source in ["#[cfg(not(test))] mod a;", "#[cfg(all(unix, not(test)))] mod a;", "#[test_case] f"] {
            assert_eq!(
                kept(source).len(),
                tokens(source).iter().map(|t| t.text.len() + 1).sum::<usize>() - 1
            );
        }
    }

    #[test]
    fn items_have_keywords_and_names() {
        let source = "//! Docs.\n#![deny(x)] use a::{b}; pub(in crate::x) struct S<T>(T); pub const fn f() -> [u8; 2] { ; }\n\
                      #[doc(hidden)] pub mod m { fn inner() {} } unsafe extern \"C\" fn g(); impl<T> A for S<T> where T: B {}\n\
                      macro_rules! r { () => { struct No; } } call! { x } pub const C: S = S { a: 1 }; pub async fn h() {}";
        let tokens = tokens(source);
        let found = items(&tokens);
        let found: Vec<(&str, Option<&str>, bool)> =
            found.iter().map(|i| (i.keyword(), i.name(), i.is_public() && !i.is_hidden())).collect();
        let expected = [
            ("use", None, false),
            ("struct", Some("S"), false),
            ("fn", Some("f"), true),
            ("mod", Some("m"), false),
            ("fn", Some("g"), false),
            ("impl", None, false),
            ("macro_rules", Some("r"), false),
            ("call", None, false),
            ("const", Some("C"), true),
            ("fn", Some("h"), true),
        ];
        assert_eq!(found, expected);
    }
}
