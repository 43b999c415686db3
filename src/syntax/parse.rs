//! Parses a text: into tokens, into statements, and each statement by the grammar.

use super::ast::{File, Statement};
use super::build::Builder;
use super::error::{SyntaxError, SyntaxErrorKind, SyntaxLimit};
use super::frame;
use super::inspect::{inspect, rule_for};
use super::lexer::{Token, TokenKind, tokens};
use super::limits::{MAX_ERRORS, MAX_SOURCE_BYTES, MAX_STATEMENTS};
use super::parser::{self, ParseFailure, Rule};
use super::words::{ExpectedItem, RESERVED};
use crate::text::{SourceId, Span};

/// Maximum length of a quoted token in a message, in characters.
const MAX_SHOWN: usize = 40;

/// Parses a text and returns its tree and all syntax errors, sorted by position. A faulty statement is omitted from the
/// tree and does not hide faults in others.
pub fn parse(source: SourceId, text: &str) -> (File, Vec<SyntaxError>) {
    if text.len() > MAX_SOURCE_BYTES {
        let kind = SyntaxErrorKind::Limit(SyntaxLimit::SourceTooLarge { bytes: text.len() });
        return (File::default(), vec![SyntaxError { kind, span: Span::new(source, 0, 0) }]);
    }
    let frames = frame::cut(source, text, &tokens(text));
    let mut errors = frames.errors;
    let mut statements = Vec::new();
    for (i, frame) in frames.statements.iter().enumerate() {
        let reader = StatementReader { source, text, tokens: &frames.tokens[frame.range.clone()] };
        if i == MAX_STATEMENTS {
            errors
                .push(reader.error(reader.tokens[0], SyntaxErrorKind::Limit(SyntaxLimit::TooManyStatements)));
            break;
        }
        if !frame.faulty {
            match reader.read() {
                Ok(statement) => statements.push(statement),
                Err(faults) => errors.extend(faults),
            }
        }
    }
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    if errors.len() > MAX_ERRORS {
        errors.truncate(MAX_ERRORS);
        let span = errors[MAX_ERRORS - 1].span;
        errors.push(SyntaxError { kind: SyntaxErrorKind::Limit(SyntaxLimit::TooManyErrors), span });
    }
    (File { statements }, errors)
}

/// Returns the tokens of each statement, faulty ones included, without white space and comments. No statement is empty.
pub fn statements(source: SourceId, text: &str) -> Vec<Vec<Token>> {
    let frames = frame::cut(source, text, &tokens(text));
    frames.statements.iter().map(|f| frames.tokens[f.range.clone()].to_vec()).collect()
}

/// Returns the items that may follow the beginning of a statement; none if no statement begins so.
pub fn expected_after(beginning: &str) -> Vec<ExpectedItem> {
    // `_` is no name, so the grammar stops there and lists what it expected (except in lists of clues).
    let probe = format!("{beginning} _");
    let all: Vec<Token> = tokens(&probe).into_iter().filter(|t| !t.is_trivia()).collect();
    let (first, last) = (all[0].start as usize, all[all.len() - 1].start as usize);
    if inspect(&all, &probe).is_err() {
        return Vec::new();
    }
    let tree = rule_for(&all, &probe).map(|rule| parser::read(rule, &probe[first..]));
    match tree {
        Ok(Err(ParseFailure::Expected { at, rules })) if first + at >= last => expected(&rules),
        _ => Vec::new(),
    }
}

struct StatementReader<'t> {
    source: SourceId,
    text: &'t str,
    tokens: &'t [Token],
}

impl StatementReader<'_> {
    fn read(&self) -> Result<Statement, Vec<SyntaxError>> {
        let one = |token: Token, kind| vec![self.error(token, kind)];
        inspect(self.tokens, self.text).map_err(|(token, kind)| one(token, kind))?;
        let rule = rule_for(self.tokens, self.text).map_err(|kind| one(self.tokens[0], kind))?;
        let span = self.span(self.tokens[0]).to(self.span(self.tokens[self.tokens.len() - 1]));
        let tree =
            parser::read(rule, &self.text[span.range()]).map_err(|failure| vec![self.explain(failure)])?;
        let mut builder = Builder::new(self.source, self.text, self.tokens);
        let kind = builder.statement(&tree);
        let faults = builder.into_errors();
        if faults.is_empty() { Ok(Statement { kind, span }) } else { Err(faults) }
    }

    fn span(&self, token: Token) -> Span {
        Span { source: self.source, start: token.start, end: token.end }
    }

    fn error(&self, token: Token, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError { kind, span: self.span(token) }
    }

    fn explain(&self, failure: ParseFailure) -> SyntaxError {
        let (at, rules) = match failure {
            ParseFailure::Expected { at, rules } => (at, rules),
            ParseFailure::StepLimit => {
                return self.error(self.tokens[0], SyntaxErrorKind::Limit(SyntaxLimit::TooInvolved));
            }
        };
        let at = self.tokens[0].start as usize + at;
        let here = self.tokens.iter().position(|t| t.end as usize > at);
        if let Some(word) = self.lone_word(here.unwrap_or(self.tokens.len()), &rules) {
            return self.error(word, SyntaxErrorKind::NotALocation { word: word.text(self.text).into() });
        }
        match here {
            Some(i) => self.error(self.tokens[i], self.fault_at(self.tokens[i], &rules)),
            None => {
                let end = self.tokens[self.tokens.len() - 1].end;
                let kind = SyntaxErrorKind::Unexpected { found: String::new(), expected: expected(&rules) };
                SyntaxError { kind, span: Span { source: self.source, start: end, end } }
            }
        }
    }

    /// Returns the word before token `i` if it was read as a region layer and no region follows.
    fn lone_word(&self, i: usize, rules: &[Rule]) -> Option<Token> {
        let word = *self.tokens.get(i.checked_sub(1)?)?;
        let layer = rules.contains(&Rule::region_name) && !rules.contains(&Rule::dots);
        (layer && word.kind == TokenKind::Word && word.text(self.text) != "region").then_some(word)
    }

    fn fault_at(&self, token: Token, rules: &[Rule]) -> SyntaxErrorKind {
        let word = token.text(self.text);
        let declares = rules.iter().any(|r| matches!(r, Rule::new_name | Rule::tile_name | Rule::layer_name));
        let names_only = rules.iter().all(|r| matches!(r, Rule::name | Rule::kind_ref));
        if token.kind == TokenKind::Word && (declares || names_only) {
            if RESERVED.contains(&word) {
                return SyntaxErrorKind::ReservedName { word: word.into() };
            }
            if declares {
                return SyntaxErrorKind::BadName { name: word.into() };
            }
        }
        if token.kind == TokenKind::Relation && rules.contains(&Rule::kw_and) {
            return SyntaxErrorKind::ChainInCondition;
        }
        SyntaxErrorKind::Unexpected { found: shorten(word), expected: expected(rules) }
    }
}

fn shorten(word: &str) -> String {
    let line = word.lines().next().unwrap_or("");
    if line.len() == word.len() && word.chars().count() <= MAX_SHOWN {
        return word.into();
    }
    line.chars().take(MAX_SHOWN).chain(['…']).collect()
}

fn expected(rules: &[Rule]) -> Vec<ExpectedItem> {
    let mut all: Vec<ExpectedItem> = rules.iter().map(|&r| ExpectedItem::of(r)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::parser::Node;
    use super::*;

    /// Checks that every terminal of the grammar in `node` begins and ends at token boundaries.
    fn check(node: &Node, base: usize, tokens: &[Token]) {
        if node.parts.is_empty() && node.rule != Rule::expected_list && node.rule != Rule::clue_values {
            let (start, end) = (base + node.start, base + node.end);
            assert!(tokens.iter().any(|t| t.start as usize == start), "{node:?}");
            assert!(tokens.iter().any(|t| t.end as usize == end), "{node:?}");
        }
        node.parts.iter().for_each(|part| check(part, base, tokens));
    }

    #[test]
    fn terminals_are_made_of_whole_tokens() {
        let text = include_str!("../../tests/grammar/accepted/forms.puz");
        let frames = frame::cut(SourceId(0), text, &tokens(text));
        assert!(frames.statements.len() > 90);
        for statement in frames.statements {
            let tokens = &frames.tokens[statement.range];
            let range = tokens[0].start as usize..tokens[tokens.len() - 1].end as usize;
            let rule = rule_for(tokens, text).expect("the forms are without fault");
            let tree = parser::read(rule, &text[range.clone()]).expect("the forms are without fault");
            check(&tree, range.start, tokens);
        }
    }

    #[test]
    fn spans_are_exact() {
        let text = "count queen  =  ( n+1 )  # c\nboard 8x8";
        let (file, _) = parse(SourceId(0), text);
        let spans: Vec<&str> = file.statements.iter().map(|s| &text[s.span.range()]).collect();
        assert_eq!(spans, ["count queen  =  ( n+1 )", "board 8x8"]);
        let crate::syntax::ast::StatementKind::Rule { requirement, .. } = &file.statements[0].kind else {
            panic!("a rule was read otherwise")
        };
        let comparison = requirement.comparisons().next().expect("a comparison");
        assert_eq!(&text[comparison.first.span.range()], "count queen");
        assert_eq!(&text[comparison.rest[0].0.span.range()], "=");
        assert_eq!(&text[comparison.rest[0].1.span.range()], "( n+1 )");
    }
}
