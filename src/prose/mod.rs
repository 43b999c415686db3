//! The rules of a spec in plain English, for worksheets and for people who do not read specs.
//!
//! A spec may say its rules itself (`rules "…"`). Otherwise each statement becomes a sentence, made from the syntax tree with the
//! names and numbers of the model. First comes the task ([`pieces`]), then the rules in the order of the spec ([`rules`] on
//! [`scopes`] and [`amounts`]); statements that say the same of several places share a [`sentence`]. Names become [`nouns`].
//!
//! The sentences are made by rules alone, so the same spec has the same words everywhere. Common forms have words of their own
//! (`each row: count star = 2` is "Each row holds exactly two stars."); any other form is a comparison of noun phrases, which is
//! less elegant but complete.

mod amounts;
mod contact;
mod moves;
mod nouns;
mod pieces;
mod rules;
mod scopes;
mod sentence;
mod speaker;
mod special;
mod statements;

use crate::model::check::Spec;
use crate::model::{Mistake, Model};
use crate::syntax::ast::StatementKind;
use crate::text::Span;

/// The sentence of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementWords {
    pub span: Span,
    pub sentence: String,
}

/// Returns the rules in words: the paragraphs of the spec's own `rules` statements or, without any, a sentence for each
/// demand of its statements.
pub fn rules_in_words(spec: &Spec, model: &Model) -> Vec<String> {
    let own: Vec<&str> = spec
        .statements()
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::Rules(text) => Some(text.node.trim()),
            _ => None,
        })
        .collect();
    if own.is_empty() {
        return statements::sentences(spec, model);
    }
    own.into_iter().filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Returns the sentence of each statement that has words, whatever the spec says itself.
pub fn statement_words(spec: &Spec, model: &Model) -> Vec<StatementWords> {
    let speaker = speaker::Speaker::new(model);
    let one = |(span, form): (Span, sentence::Form)| StatementWords { span, sentence: form.alone() };
    statements::forms(spec, &speaker).into_iter().map(one).collect()
}

/// Returns the sentence of the statement that a mistake breaks.
pub fn rule_words<'a>(words: &'a [StatementWords], mistake: &Mistake) -> Option<&'a str> {
    let span = mistake.span?;
    let holds = |words: &&StatementWords| {
        let own = words.span;
        own.source == span.source && own.start <= span.start && span.end <= own.end
    };
    words.iter().find(holds).map(|words| words.sentence.as_str())
}

/// Returns a mistake in words: its place, the rule, the fault.
pub fn mistake_words(words: &[StatementWords], mistake: &Mistake) -> String {
    let place = mistake.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
    match rule_words(words, mistake) {
        Some(rule) => format!("{place}{rule} ({})", mistake.message),
        None => format!("{place}{}", mistake.message),
    }
}
