//! The public interface of the library, as its documentation shows it, compared with `tests/api.txt`: each public item with
//! its public fields, variants, methods and hand-written traits. A change there is a change for every program that uses the
//! library, and belongs in the changelog. `UPDATE_API=1 cargo test --test suite api` regenerates the file.

use super::source::{Item, Kind, Module, Path, Token, Tree, closing, is_hidden, items, paths, tokens};
use super::specs::project;
use std::fs;

/// Limit on the number of lines.
const MOST: usize = 213;

/// Lines of the interface, each with the path by which programs use the item.
struct Listing<'t> {
    tree: &'t Tree,
    found: Vec<String>,
}

impl Listing<'_> {
    /// Lists what a module shows under `path`.
    fn module(&mut self, module: &Module, path: &str) {
        let tokens = module.tokens();
        for item in items(&tokens).iter().filter(|i| i.is_public() && !i.is_hidden()) {
            match (item.keyword(), item.name()) {
                ("use", _) => {
                    for used in paths(item.tokens).iter().filter(|p| p.name.is_some()) {
                        self.reexport(&self.tree.absolute(module, used), path, used);
                    }
                }
                ("mod", Some(name)) => {
                    let inner = [&module.path[..], &[name.to_owned()]].concat();
                    let inner = self.tree.module(&inner).expect("a public module has a file");
                    self.module(inner, &format!("{path}::{name}"));
                }
                (_, Some(name)) => self.item(module, item, &format!("{path}::{name}")),
                (_, None) => {}
            }
        }
    }

    fn reexport(&mut self, absolute: &[String], path: &str, used: &Path) {
        let name = used.name.as_deref().unwrap_or_default();
        let definition = self.tree.definition(absolute);
        if let Some(module) = self.tree.module(&definition[1..]) {
            return self.module(module, &format!("{path}::{name}"));
        }
        let (last, around) = definition.split_last().expect("a path has names");
        let module = self.tree.module(&around[1..]).unwrap_or_else(|| panic!("no module of {definition:?}"));
        let tokens = module.tokens();
        let items = items(&tokens);
        let item = items.iter().find(|i| i.name() == Some(last) && i.keyword() != "mod");
        let item = item.unwrap_or_else(|| panic!("{} does not define `{last}`", module.file));
        self.item(module, item, &format!("{path}::{name}"));
    }

    fn item(&mut self, module: &Module, item: &Item<'_, '_>, path: &str) {
        let mut members = members(item);
        let definition = [&module.path[..], &[item.name().unwrap_or_default().to_owned()]].concat();
        for other in self.tree.production() {
            let tokens = other.tokens();
            for implementation in items(&tokens).iter().filter(|i| i.keyword() == "impl") {
                let (of_trait, subject) = implemented(implementation);
                let subject = self.tree.definition(&self.tree.absolute(other, &subject));
                if subject[0] == "crate" && subject[1..] == definition[..] {
                    members.extend(match of_trait {
                        Some(name) => vec![format!("impl {name}")],
                        None => methods(implementation.head_and_body().1, |i| i.is_public()),
                    });
                }
            }
        }
        self.found.push(format!("{path}: {}{}", derived(item), head(item)));
        self.found.extend(members.iter().map(|member| format!("{path}: {member}")));
    }
}

/// Public fields, variants, or functions of a trait.
fn members(item: &Item<'_, '_>) -> Vec<String> {
    let (_, body) = item.head_and_body();
    match item.keyword() {
        "struct" => {
            fields(body).iter().filter_map(|f| text(f).strip_prefix("pub ").map(str::to_owned)).collect()
        }
        "enum" => fields(body).iter().map(|variant| text(variant)).collect(),
        "trait" => methods(body, |_| true),
        _ => Vec::new(),
    }
}

/// Declarations of these items that the documentation shows.
fn methods(body: &[Token<'_>], shown: impl Fn(&Item<'_, '_>) -> bool) -> Vec<String> {
    let items = items(body);
    let shown = items.iter().filter(|i| shown(i) && !i.is_hidden());
    shown.map(head).collect()
}

/// Declaration without its visibility, its body and its value.
fn head(item: &Item<'_, '_>) -> String {
    let (head, _) = item.head_and_body();
    let value = head.iter().position(|t| t.text == "=").filter(|_| item.keyword() == "const");
    let head = text(&head[..value.unwrap_or(head.len())]);
    head.strip_prefix("pub ").unwrap_or(&head).trim_end_matches(';').trim_end().to_owned()
}

/// The attributes that derive traits.
fn derived(item: &Item<'_, '_>) -> String {
    let attributes = item.attributes.split(|t| t.text == "#");
    let derives = attributes.filter(|a| a.get(1).is_some_and(|t| t.text == "derive"));
    derives.map(|a| format!("#{} ", text(a))).collect()
}

/// Trait, if there is one, and the type of an `impl`.
fn implemented(item: &Item<'_, '_>) -> (Option<String>, Path) {
    let (head, _) = item.head_and_body();
    let start = if head[1].text == "<" { 1 + angles(&head[1..]) } else { 1 };
    let end = head.iter().position(|t| t.text == "where").unwrap_or(head.len());
    let head = &head[start..end];
    let bound = |at: usize| head.get(at + 1).is_some_and(|t| t.text == "<");
    let split = (0..head.len()).find(|&at| head[at].text == "for" && !bound(at));
    let subject = split.map_or(head, |at| &head[at + 1..]);
    let named = subject.iter().position(|t| t.kind == Kind::Word && !matches!(t.text, "mut" | "dyn"));
    let subject = paths(&subject[named.unwrap_or(0)..]).into_iter().next();
    (split.map(|at| text(&head[..at])), subject.expect("an `impl` names a type"))
}

/// Number of tokens of a list in angle brackets.
fn angles(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        let is_arrow = at > 0 && matches!(tokens[at - 1].text, "-" | "=");
        match token.text {
            "<" => depth += 1,
            ">" if !is_arrow => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Fields or variants that the documentation shows.
fn fields<'t, 'a>(body: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, token) in body.iter().enumerate() {
        let is_arrow = at > 0 && matches!(body[at - 1].text, "-" | "=");
        match token.text {
            "(" | "[" | "{" | "<" => depth += 1,
            ">" if is_arrow => {}
            ")" | "]" | "}" | ">" => depth -= 1,
            "," if depth == 0 => {
                found.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&body[start..]);
    found.retain(|tokens| !tokens.is_empty() && !is_hidden(tokens));
    found
}

/// Source of the tokens on one line, without attributes.
fn text(tokens: &[Token<'_>]) -> String {
    let mut line = String::new();
    let (mut at, mut end) = (0, 0);
    while let Some(token) = tokens.get(at) {
        if token.text == "#" {
            at = closing(tokens, at + 1) + 1;
            continue;
        }
        if !line.is_empty() && end < token.start {
            line.push(' ');
        }
        line += token.text;
        (at, end) = (at + 1, token.end());
    }
    line.replace("( ", "(").replace(", )", ")").replace(", }", " }")
}

#[test]
fn the_public_interface_is_recorded() {
    let tree = Tree::read();
    let mut listing = Listing { tree: &tree, found: Vec::new() };
    listing.module(tree.module(&[]).expect("the root"), "nauck");
    let mut lines = listing.found;
    lines.sort();
    let found: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let file = project().join("tests/api.txt");
    if std::env::var_os("UPDATE_API").is_some() {
        fs::write(&file, &found).expect("a writable file");
    }
    let recorded = fs::read_to_string(&file).expect("a readable file").replace("\r\n", "\n");
    let only = |a: &str, b: &str| {
        let lines = a.lines().filter(|line| !b.lines().any(|other| other == *line));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (new, gone) = (only(&found, &recorded), only(&recorded, &found));
    assert!(found == recorded, "tests/api.txt is out of date (UPDATE_API=1)\nnew:\n{new}\ngone:\n{gone}");
    assert!(lines.len() <= MOST, "{} public items; the limit is {MOST}", lines.len());
}

#[test]
fn items_are_listed_as_documentation_shows_them() {
    let source = "#[derive(Clone)] pub struct S<T: A<u8>> { /// Docs, more.
                  pub a: BTreeMap<T, u8>, b: u8, #[doc(hidden)] pub c: u8, #[x(y)] pub d: fn(u8) -> Vec<u8>, }
                  pub enum E { A(#[from] F), B { x: u8, y: u8, }, #[default] C }
                  pub trait R: Sized { fn f(&self, a: u8,
 ) -> Self; const C: u8; fn g() { h() } }
                  impl<T: Fn(u8) -> u8> a::R<T> for &mut b::S<T> where T: X {}
                  impl S<u8> { pub const N: u8 = 1; pub fn f(&self) -> u8 { 1 } fn g() {} #[doc(hidden)] pub fn h() {} }";
    let tokens = tokens(source);
    let items = items(&tokens);
    assert_eq!(derived(&items[0]) + &head(&items[0]), "#[derive(Clone)] struct S<T: A<u8>>");
    assert_eq!(members(&items[0]), ["a: BTreeMap<T, u8>", "d: fn(u8) -> Vec<u8>"]);
    assert_eq!(members(&items[1]), ["A(F)", "B { x: u8, y: u8 }", "C"]);
    assert_eq!(members(&items[2]), ["fn f(&self, a: u8) -> Self", "const C: u8", "fn g()"]);
    let (of_trait, subject) = implemented(&items[3]);
    assert_eq!((of_trait.as_deref(), subject.segments.join("::").as_str()), (Some("a::R<T>"), "b::S"));
    let (of_trait, subject) = implemented(&items[4]);
    assert_eq!((of_trait, subject.segments), (None, vec!["S".to_owned()]));
    let (_, body) = items[4].head_and_body();
    assert_eq!(methods(body, |i| i.is_public()), ["const N: u8", "fn f(&self) -> u8"]);
}
