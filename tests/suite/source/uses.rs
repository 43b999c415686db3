//! Paths in source: those of `use` trees, one for each name, and those inline in code.

use super::tokens::{Token, closing};

/// Path as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Its names in order. A name after `::` at the very start is an external crate and keeps the `::`.
    pub segments: Vec<String>,
    /// Name that a `use` gives it: `*` for all names in it, `None` for a path inline in code.
    pub name: Option<String>,
    /// Names of the inline modules of the file that contain it.
    pub within: Vec<String>,
    /// Byte offset of its start.
    pub start: usize,
}

/// Every path of one name or more, in order. A call of a macro is a path whose last name ends with `!`.
pub fn paths(tokens: &[Token<'_>]) -> Vec<Path> {
    let mut reader = Reader { tokens, at: 0, within: Vec::new(), found: Vec::new() };
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.found
}

struct Reader<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    /// Inline modules with the index of their closing brace.
    within: Vec<(String, usize)>,
    found: Vec<Path>,
}

impl Reader<'_, '_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.text)
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(Token::is_word)
    }

    fn step(&mut self) {
        self.within.retain(|(_, end)| *end > self.at);
        match self.text(self.at) {
            // `impl Trait + use<'a>` imports nothing.
            "use" if self.text(self.at + 1) != "<" => {
                self.at += 1;
                self.tree(&[]);
            }
            "mod" if self.is_word(self.at + 1) && self.text(self.at + 2) == "{" => {
                let end = closing(self.tokens, self.at + 2);
                self.within.push((self.text(self.at + 1).to_owned(), end));
                self.at += 3;
            }
            "::" if self.is_word(self.at + 1) && !self.continues(self.at) => self.inline(),
            _ if self.is_word(self.at) && !self.is_member(self.at) => self.inline(),
            _ => self.at += 1,
        }
    }

    /// Returns true if the `::` at this index continues a path or a type.
    fn continues(&self, at: usize) -> bool {
        at > 0 && (self.is_word(at - 1) || matches!(self.text(at - 1), ">" | "]" | ")" | "}"))
    }

    /// Returns true if the word at this index is a field, a method or part of a path that started before.
    fn is_member(&self, at: usize) -> bool {
        let range = at > 1 && self.text(at - 2) == ".";
        at > 0 && (self.text(at - 1) == "::" || self.text(at - 1) == "." && !range)
    }

    fn inline(&mut self) {
        let start = self.tokens[self.at].start;
        let mut segments = Vec::new();
        if self.text(self.at) == "::" {
            self.at += 1;
            segments.push(format!("::{}", self.text(self.at)));
        } else {
            segments.push(self.text(self.at).to_owned());
        }
        self.at += 1;
        while self.text(self.at) == "::" && self.is_word(self.at + 1) {
            segments.push(self.text(self.at + 1).to_owned());
            self.at += 2;
        }
        let end = self.tokens[self.at - 1].end();
        let is_macro = self.tokens.get(self.at).is_some_and(|t| t.text == "!" && t.start == end);
        if is_macro && matches!(self.text(self.at + 1), "(" | "[" | "{") {
            segments.last_mut().expect("one name or more").push('!');
        }
        self.push(segments, None, start);
    }

    /// Reads one tree of a `use`, all of whose paths start with `prefix`.
    fn tree(&mut self, prefix: &[String]) {
        let start = self.tokens.get(self.at).map_or(0, |t| t.start);
        let mut segments = prefix.to_vec();
        let mut external = false;
        loop {
            match self.text(self.at) {
                "::" => external = segments.is_empty(),
                "{" => return self.group(&segments),
                "*" => {
                    self.at += 1;
                    return self.push(segments, Some("*".to_owned()), start);
                }
                _ if self.is_word(self.at) => {
                    let mark = if std::mem::take(&mut external) { "::" } else { "" };
                    segments.push(format!("{mark}{}", self.text(self.at)));
                    if self.text(self.at + 1) != "::" {
                        self.at += 1;
                        return self.leaf(segments, start);
                    }
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn group(&mut self, prefix: &[String]) {
        let end = closing(self.tokens, self.at);
        self.at += 1;
        while self.at < end {
            let before = self.at;
            self.tree(prefix);
            if self.text(self.at) == "," || self.at == before {
                self.at += 1;
            }
        }
        self.at = end + 1;
    }

    fn leaf(&mut self, mut segments: Vec<String>, start: usize) {
        if segments.len() > 1 && segments.last().is_some_and(|s| s == "self") {
            segments.pop();
        }
        let mut name = segments.last().cloned().unwrap_or_default();
        if self.text(self.at) == "as" {
            name = self.text(self.at + 1).to_owned();
            self.at += 2;
        }
        self.push(segments, Some(name.trim_start_matches("::").to_owned()), start);
    }

    fn push(&mut self, segments: Vec<String>, name: Option<String>, start: usize) {
        let within = self.within.iter().map(|w| w.0.clone()).collect();
        self.found.push(Path { segments, name, within, start });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    /// Paths of two names or more, and those of `use`.
    fn found(source: &str) -> Vec<String> {
        let all = paths(&tokens(source));
        let long = all.iter().filter(|p| p.segments.len() > 1 || p.name.is_some());
        let show = |p: &Path| {
            let alias = p.name.as_ref().filter(|n| Some(*n) != p.segments.last());
            let alias = alias.map(|n| format!(" as {n}")).unwrap_or_default();
            let within = p.within.iter().map(|w| format!("{w}: ")).collect::<String>();
            format!("{within}{}{alias}", p.segments.join("::"))
        };
        long.map(show).collect()
    }

    #[test]
    fn trees_of_use() {
        for (source, expected) in [
            ("use crate::{a::{b, c}, d};", &["crate::a::b", "crate::a::c", "crate::d"][..]),
            ("use super::super::x;", &["super::super::x"]),
            ("pub(crate) use a::{self, b as c, d::*,};", &["a", "a::b as c", "a::d as *"]),
            (
                "use std::{fs, thread}; use std::time::Instant;",
                &["std::fs", "std::thread", "std::time::Instant"],
            ),
            ("use ::miette::{Report};", &["::miette::Report"]),
            ("use {a::b, c};", &["a::b", "c"]),
            ("use a as _; use r#type::b;", &["a as _", "r#type::b"]),
            ("use a::{\n  // use no::comment,\n  b, /* c, */ d };", &["a::b", "a::d"]),
            ("fn f() { use a::b::*; c() }", &["a::b as *"]),
            ("use a::{{b, c::{d}}, e}; x::y", &["a::b", "a::c::d", "a::e", "x::y"]),
        ] {
            assert_eq!(found(source), expected, "{source}");
        }
    }

    #[test]
    fn paths_inline() {
        for (source, expected) in [
            ("let x = crate::a::b(std::fs::read(p)?);", &["crate::a::b", "std::fs::read"][..]),
            ("<T as crate::x::Y<u8>>::f() + Vec::<a::B>::new()", &["crate::x::Y", "a::B"]),
            ("fn f() -> impl A + use<'a> { b::c }", &["b::c"]),
            ("x = ::log::info(y); t.a::<b::C>().d; 0..e::F", &["::log::info", "b::C", "e::F"]),
            ("m!(\"use no::string\", r#\"no::raw\"#, 'n', a::b!{ c::d })", &["a::b!", "c::d"]),
            ("#[derive(thiserror::Error)] struct S(pub(in super::a) u8);", &["thiserror::Error", "super::a"]),
            ("macro_rules! m { ($x:path) => { $crate::a::b!($x) } }", &["crate::a::b!"]),
            ("a != b::c; d!=e::f; if !(g::h)", &["b::c", "e::f", "g::h"]),
        ] {
            assert_eq!(found(source), expected, "{source}");
        }
    }

    #[test]
    fn inline_modules_are_named() {
        let source = "mod a { use super::b; mod c { use d::e; } f::g } use h::i;";
        assert_eq!(found(source), ["a: super::b", "a: c: d::e", "a: f::g", "h::i"]);
    }
}
