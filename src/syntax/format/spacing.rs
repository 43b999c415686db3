//! Spaces between the tokens of a statement.

use super::super::lexer::TokenKind;
use super::super::words::{RESERVED, is_move_word};

/// A token to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
}

/// Keywords that may end an expression or a location, after which a `-` is a binary operator.
const OPERANDS: &[&str] = &[
    "piece",
    "empty",
    "attackers",
    "attacks",
    "y",
    "border",
    "corners",
    "diagonal",
    "antidiagonal",
    "orthogonal",
    "stay",
    "none",
    "through",
    "clues",
];

/// Returns true if the last of `signs` can end an expression.
fn ends_operand(signs: &[Sign<'_>]) -> bool {
    let Some((last, before)) = signs.split_last() else { return false };
    match last.kind {
        TokenKind::Number | TokenKind::Close | TokenKind::BracketClose | TokenKind::BraceClose => true,
        // Between two sides, `x` is a separator; elsewhere it is a coordinate.
        TokenKind::Word if last.text == "x" => !ends_operand(before),
        // The own row or column of a cell.
        TokenKind::Word if before.last().is_some_and(|b| b.text == "own") => true,
        TokenKind::Word => !RESERVED.contains(&last.text) || OPERANDS.contains(&last.text),
        _ => false,
    }
}

/// Returns true if the last of `signs` is a unary `-`.
fn is_prefix(signs: &[Sign<'_>]) -> bool {
    let Some((last, before)) = signs.split_last() else { return false };
    last.kind == TokenKind::Operator && last.text == "-" && !ends_operand(before)
}

/// Returns true within `left-right` or `top-bottom`, which are single words to the grammar.
fn in_mirror(signs: &[Sign<'_>], next: &Sign<'_>) -> bool {
    match signs {
        [.., mirror, _] if next.text == "-" => mirror.text == "mirror",
        [.., mirror, _, dash] if dash.text == "-" => mirror.text == "mirror",
        _ => false,
    }
}

/// Returns the number of spaces between the tokens so far, `before`, and the next one.
pub(super) fn gap(before: &[Sign<'_>], next: &Sign<'_>) -> usize {
    use TokenKind::{
        BraceClose, BraceOpen, BracketClose, BracketOpen, Close, Colon, Comma, Dots, Open, Word,
    };
    let Some(last) = before.last() else { return 0 };
    let of_move = matches!(before, [.., b, _] if is_move_word(last.text, b.text));
    let of_route = before[0].kind == Word && last.text == "avoiding";
    let is_name = last.kind == Word && !RESERVED.contains(&last.text) && !of_move && !of_route;
    let closed = match (last.kind, next.kind) {
        (_, Comma | Colon | Close | BracketClose | BraceClose | Dots) => true,
        (Open | BracketOpen | BraceOpen | Dots, _) => true,
        (_, Open) => is_name || matches!(last.text, "min" | "max" | "abs"),
        (_, BracketOpen) => is_name,
        _ => is_prefix(before) || in_mirror(before, next),
    };
    usize::from(!closed)
}

#[cfg(test)]
mod tests {
    use super::super::super::lexer::tokens;
    use super::*;

    fn spaced(text: &str) -> String {
        let all = tokens(text);
        let mut signs: Vec<Sign<'_>> = Vec::new();
        let mut out = String::new();
        for token in all.iter().filter(|t| !t.is_trivia()) {
            let sign = Sign { kind: token.kind, text: token.text(text) };
            out.push_str(&" ".repeat(gap(&signs, &sign)));
            out.push_str(sign.text);
            signs.push(sign);
        }
        out
    }

    #[test]
    fn spaces_between_tokens() {
        for (text, wanted) in [
            ("count a=-n*( 2-k )+ - 3", "count a = -n * (2 - k) + -3"),
            ("leap(1 ,- 2),( 3,4)", "leap (1, -2), (3, 4)"),
            ("ride(1 ,1)then( 1,0) outward", "ride (1, 1) then (1, 0) outward"),
            ("ride diagonal then(1,0)", "ride diagonal then (1, 0)"),
            ("then (1)", "then(1)"),
            ("min (1,abs( - n))", "min(1, abs(-n))"),
            ("pieces digit [ 1 .. 9 ]=none", "pieces digit[1..9] = none"),
            ("rows : count a= [ 1,_ ]", "rows: count a = [1, _]"),
            ("count {a ,b }-1", "count {a, b} - 1"),
            ("board n x-3", "board n x -3"),
            ("cells where x-y>-3 and not(x=1)", "cells where x - y > -3 and not (x = 1)"),
            ("symmetric under mirror left-right,half turn", "symmetric under mirror left-right, half turn"),
            ("count a in border -1", "count a in border - 1"),
            ("row(n-1)", "row (n - 1)"),
            ("left-right", "left - right"),
            ("- - n", "--n"),
        ] {
            assert_eq!(spaced(text), wanted);
        }
    }
}
