//! Explanation of the word at a place, as Markdown.

use super::outline::NameClass;
use super::spec_document::SpecDocument;
use super::words::help;
use crate::geometry::Movement;
use crate::model::check::{Overrides, Spec, standard_pieces};
use crate::model::{Kind, Model, Shapes};
use crate::notation;
use crate::report::{draw_movement, draw_tile, movement_lines, movement_title};
use crate::syntax::lexer::TokenKind;
use crate::text::{NoFiles, Source, SourceId, Sources, Span};

/// Explanation of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Span of the part.
    pub span: Span,
    /// The explanation, as Markdown.
    pub markdown: String,
}

impl SpecDocument {
    /// Explains the name, the word or the Betza notation at byte `at` of `source`.
    pub fn hover(&self, source: SourceId, at: usize) -> Option<Hover> {
        if let Some(found) = self.name_at(source, at) {
            let definition = self.definition(source, at)?;
            return Some(Hover { span: found.span, markdown: self.name_words(&found.name, definition) });
        }
        let (text, outline) = self.text_and_outline(source)?;
        let (statement, i) = outline.token_at(u32::try_from(at).ok()?)?;
        let token = statement.tokens[i];
        let word = token.text(text);
        let markdown = match token.kind {
            TokenKind::Word if statement.is_keyword(i, text) => word_words(word)?,
            TokenKind::Word => fenced(&standard_lines(word)?),
            TokenKind::Text if i > 0 && statement.tokens[i - 1].text(text) == "betza" => {
                let notation = word.trim_matches('"');
                fenced(&movement_card('@', notation, &notation::read(notation).ok()?.movement))
            }
            _ => return None,
        };
        Some(Hover { span: Span { source, start: token.start, end: token.end }, markdown })
    }

    /// The declaration of a name and what the model knows of it.
    fn name_words(&self, name: &str, definition: Span) -> String {
        let symbol = self.symbols().find(|s| s.span == definition);
        let statement = symbol.and_then(|s| {
            let text = &self.sources().find(s.statement.source)?.text;
            text.get(s.statement.range())
        });
        let mut parts: Vec<String> = statement.map(|s| format!("```puz\n{s}\n```")).into_iter().collect();
        match symbol.map(|s| s.class) {
            Some(NameClass::Variable) => parts.push(format!("`{name}` is a variable of this statement")),
            Some(NameClass::Parameter) => {
                let params = self.model().map(|m| m.params.as_slice()).unwrap_or_default();
                let value = params.iter().find(|(known, _)| **known == *name);
                parts.extend(value.map(|(_, value)| format!("`{name}` is {value} unless `-p` sets it")));
            }
            _ => parts.extend(self.kind_lines(name).map(|lines| fenced(&lines))),
        }
        parts.join("\n\n")
    }

    /// Drawing of the kind, the first member of the family, or the standard piece with this name.
    fn kind_lines(&self, name: &str) -> Option<Vec<String>> {
        let in_play = self.model().and_then(|model| {
            let family = model.families.iter().find(|f| *f.name == *name);
            let id = model.kind_named(name).or_else(|| family?.members.first().copied())?;
            Some(kind_card(model.kind(id)))
        });
        in_play.or_else(|| standard_lines(name))
    }
}

fn word_words(word: &str) -> Option<String> {
    let told = help(word)?;
    Some(format!("**{word}**: {}\n\n```puz\n{}\n```", told.meaning, told.example))
}

fn fenced(lines: &[String]) -> String {
    format!("```text\n{}\n```", lines.join("\n"))
}

/// Drawing of a standard piece.
fn standard_lines(name: &str) -> Option<Vec<String>> {
    standard_pieces().iter().find(|(known, _)| **known == *name)?;
    let model = standard(name)?;
    model.kinds.first().map(kind_card)
}

/// Model with this standard piece as its kind.
fn standard(name: &str) -> Option<Model> {
    let mut sources = Sources::new();
    let text = format!("board 8 x 8\nuse {name}\n");
    let root = sources.add(Source { name: "<pieces>".into(), text: text.into() });
    let (spec, _, _) = Spec::read(&mut sources, root, &NoFiles);
    spec.model(&Overrides::new()).ok().map(|(model, _)| model)
}

fn kind_card(kind: &Kind) -> Vec<String> {
    let title = format!("{} {}", kind.name, kind.symbol);
    match &kind.shapes {
        Shapes::Tile(shapes) => {
            let title = format!("{title}, a tile with {} orientations", shapes.len());
            std::iter::once(title).chain(shapes.first().map(|s| draw_tile(s)).unwrap_or_default()).collect()
        }
        Shapes::Point => movement_card(kind.symbol, &title, &kind.movement),
    }
}

fn movement_card(symbol: char, title: &str, movement: &Movement) -> Vec<String> {
    let mut lines = vec![movement_title(title, movement)];
    lines.extend(draw_movement(symbol, movement));
    lines.extend(movement_lines(movement));
    lines
}
