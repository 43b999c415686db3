//! Checks a statement's tokens before the grammar reads them: limits, faults that the grammar would report badly, and the
//! rule by which to read the statement.

use super::error::{SyntaxErrorKind, SyntaxLimit};
use super::lexer::{Token, TokenKind};
use super::limits::{MAX_DEPTH, MAX_OPERATORS, MAX_TOKENS, MAX_WORD};
use super::parser::Rule;

/// Checks the tokens of one statement; an error names the token at fault.
pub(super) fn inspect(tokens: &[Token], text: &str) -> Result<(), (Token, SyntaxErrorKind)> {
    if tokens.len() > MAX_TOKENS {
        return Err((tokens[0], SyntaxErrorKind::Limit(SyntaxLimit::StatementTooLong)));
    }
    let (mut operators, mut run) = (0, 0);
    for (i, &token) in tokens.iter().enumerate() {
        let adjacent = tokens.get(i + 1).filter(|next| next.start == token.end);
        if let Some(kind) = adjacent.and_then(|next| collision(token, *next, text)) {
            return Err((Token { end: tokens[i + 1].end, ..token }, kind));
        }
        if matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Sides)
            && token.text(text).len() > MAX_WORD
        {
            return Err((token, SyntaxErrorKind::Limit(SyntaxLimit::WordTooLong)));
        }
        let prefix = matches!(token.text(text), "-" | "not");
        run = if prefix { run + 1 } else { 0 };
        operators += usize::from(prefix || is_operator(token, text));
        if run > MAX_DEPTH {
            return Err((token, SyntaxErrorKind::Limit(SyntaxLimit::TooDeep)));
        }
        if operators > MAX_OPERATORS {
            return Err((token, SyntaxErrorKind::Limit(SyntaxLimit::TooManyOperators)));
        }
    }
    Ok(())
}

fn is_operator(token: Token, text: &str) -> bool {
    token.kind == TokenKind::Operator || matches!(token.text(text), "and" | "or")
}

/// Returns the fault of two adjacent tokens, if any.
fn collision(token: Token, next: Token, text: &str) -> Option<SyntaxErrorKind> {
    match (token.kind, next.kind) {
        (TokenKind::Number | TokenKind::Sides, TokenKind::Word) => {
            Some(SyntaxErrorKind::NumberRunsIntoWord {
                number: token.text(text).into(),
                word: next.text(text).into(),
            })
        }
        (TokenKind::Relation, TokenKind::Relation) if token.text(text) == "=" && next.text(text) == "=" => {
            Some(SyntaxErrorKind::DoubledEquals)
        }
        _ => None,
    }
}

/// Returns the grammar rule for a statement that begins with these tokens.
pub(super) fn rule_for(tokens: &[Token], text: &str) -> Result<Rule, SyntaxErrorKind> {
    let head = tokens[0];
    if head.kind != TokenKind::Word {
        return Ok(Rule::rule_stmt);
    }
    let word = head.text(text);
    if let Some(rule) = rule_of_place_word(word, &tokens[1..], text).or_else(|| rule_of_keyword(word)) {
        return Ok(rule);
    }
    // A comparison may begin with a parameter, a function or a family: `n = count queen`, `max(1, n) <= count queen`,
    // `digit at a1 < 3`.
    let expression = match tokens.get(1) {
        Some(Token { kind: TokenKind::Operator | TokenKind::Relation | TokenKind::BracketOpen, .. }) => true,
        Some(Token { kind: TokenKind::Open, .. }) => matches!(word, "min" | "max" | "abs"),
        Some(next) => next.text(text) == "at",
        None => false,
    };
    if expression {
        Ok(Rule::rule_stmt)
    } else {
        Err(SyntaxErrorKind::UnknownStatement { word: word.into() })
    }
}

/// Returns the rule for a statement that begins with a word that may also be a name, or with a layer's name and a colon.
fn rule_of_place_word(word: &str, rest: &[Token], text: &str) -> Option<Rule> {
    let next = rest.first()?;
    let named = next.kind == TokenKind::Word;
    let pieces = named || next.kind == TokenKind::BraceOpen;
    match word {
        "weights" if named => Some(Rule::weights_stmt),
        "tiles" if named => Some(Rule::tiles_stmt),
        "loop" if named => Some(Rule::loop_stmt),
        "path" if named => Some(Rule::path_stmt),
        "connected" | "distinct" | "links" | "sum" if pieces && next.text(text) != "at" => {
            Some(Rule::rule_stmt)
        }
        "group" | "groups" if next.text(text) == "of" => Some(Rule::rule_stmt),
        "vary" if named && next.text(text) != "at" => Some(Rule::vary_stmt),
        "intended" if matches!(next.kind, TokenKind::Text | TokenKind::Picture(_)) => {
            Some(Rule::intended_stmt)
        }
        "rules" if named && next.text(text) != "at" => Some(Rule::rules_stmt),
        "rules" if matches!(next.kind, TokenKind::Text | TokenKind::Picture(_)) => Some(Rule::rules_stmt),
        "from" => Some(Rule::side_stmt),
        "rows" | "columns" => None,
        _ if next.kind == TokenKind::Colon => Some(Rule::region_list_stmt),
        _ => None,
    }
}

fn rule_of_keyword(word: &str) -> Option<Rule> {
    Some(match word {
        "puzzle" => Rule::puzzle_stmt,
        "include" => Rule::include_stmt,
        "param" => Rule::param_stmt,
        "board" => Rule::board_stmt,
        "walls" => Rule::walls_stmt,
        "regions" => Rule::regions_stmt,
        "piece" => Rule::piece_stmt,
        "pieces" => Rule::pieces_stmt,
        "use" => Rule::use_stmt,
        "tile" => Rule::tile_stmt,
        "clues" => Rule::clues_stmt,
        "place" => Rule::place_stmt,
        "keep" => Rule::keep_stmt,
        "givens" => Rule::givens_stmt,
        "no" => Rule::attacks_stmt,
        "pair" => Rule::pair_stmt,
        "symmetric" => Rule::symmetric_stmt,
        "maximize" | "minimize" => Rule::objective_stmt,
        "find" => Rule::find_stmt,
        "expect" => Rule::expect_stmt,
        "each" | "in" => Rule::scoped_stmt,
        "rows" | "columns" => Rule::list_stmt,
        "count" | "cells" | "attackers" | "attacks" => Rule::rule_stmt,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::STATEMENTS;
    use super::*;

    #[test]
    fn every_statement_keyword_has_a_rule() {
        for word in STATEMENTS {
            assert!(rule_of_keyword(word).is_some(), "{word}");
        }
    }
}
