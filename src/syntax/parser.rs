//! Reads one statement by the grammar `grammar/puz.pest`, into a tree of its rules.
//!
//! pest stops at the first fault in its input and returns its own pairs. It is therefore given one statement at a time (see
//! [`frame`](super::frame)), and its result is converted to plain [`Node`]s.

#![allow(missing_docs, reason = "the derived rules are documented in the grammar itself")]

use super::limits::MAX_GRAMMAR_STEPS;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use std::num::NonZeroUsize;
use std::sync::Once;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/puz.pest"]
struct Grammar;

/// A rule of the grammar and the bytes `start..end` of the statement that it matched. Commas, colons, brackets and the end
/// of the statement are omitted. `end` may lie behind white space.
#[derive(Debug)]
pub(super) struct Node {
    pub rule: Rule,
    pub start: usize,
    pub end: usize,
    pub parts: Vec<Node>,
}

/// Reason why a statement could not be read.
#[derive(Debug)]
pub(super) enum ParseFailure {
    /// One of these rules was expected at this byte of the statement.
    Expected { at: usize, rules: Vec<Rule> },
    /// The limit on grammar steps was reached.
    StepLimit,
}

pub(super) fn read(rule: Rule, statement: &str) -> Result<Node, ParseFailure> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MAX_GRAMMAR_STEPS)));
    match Grammar::parse(rule, statement) {
        Ok(mut pairs) => Ok(node(pairs.next().expect("a successful parse yields the rule asked for"))),
        Err(error) => Err(failure(&error)),
    }
}

fn node(pair: Pair<'_, Rule>) -> Node {
    let span = pair.as_span();
    Node {
        rule: pair.as_rule(),
        start: span.start(),
        end: span.end(),
        parts: pair.into_inner().filter(|p| !is_punctuation(p.as_rule())).map(node).collect(),
    }
}

fn failure(error: &pest::error::Error<Rule>) -> ParseFailure {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            ParseFailure::Expected { at, rules: positives.clone() }
        }
        ErrorVariant::CustomError { .. } => ParseFailure::StepLimit,
    }
}

fn is_punctuation(rule: Rule) -> bool {
    use Rule::*;
    matches!(
        rule,
        open | close | bracket_open | bracket_close | brace_open | brace_close | comma | colon | dots | EOI
    )
}
