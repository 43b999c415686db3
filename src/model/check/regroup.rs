//! The end of a move that a number follows: in `count king within wazir + c`, with `c` a number, the `+` adds to the count, and
//! in `groups of king by wazir + c` to the number of groups.
//!
//! The grammar does not know which names are numbers, and takes every name after `+` for a move. Here an expression is grouped
//! again once the names are known. What follows the first number belongs to the expression around the count: of
//! `2 * count king within wazir + c * 3`, the product with 3 is that of `c`, as it would be after a parenthesis.

use crate::syntax::ast::{BinaryOp, Expr, ExprKind, KindRef, MoveTerm, Moves};

/// Returns the expression with each `within` and `by` ending before the first `+` that a number follows; `None` if that changes
/// nothing.
pub(super) fn regrouped(expr: &Expr, is_number: &dyn Fn(&str) -> bool) -> Option<Expr> {
    has_end(expr, is_number).then(|| joined(summands(expr, is_number)))
}

/// Returns true if a `within` or `by` of the expression ends before a number.
fn has_end(expr: &Expr, is_number: &dyn Fn(&str) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Neg(inner) => has_end(inner, is_number),
        ExprKind::Binary(_, a, b) => has_end(a, is_number) || has_end(b, is_number),
        ExprKind::Call(_, arguments) => arguments.iter().any(|a| has_end(a, is_number)),
        kind => last_moves(kind).is_some_and(|moves| end(moves, is_number).is_some()),
    }
}

/// Returns the moves of a count or of groups if nothing follows them, neither `in` nor `where`.
fn last_moves(kind: &ExprKind) -> Option<&Moves> {
    let counted = match kind {
        ExprKind::Groups(groups) | ExprKind::Group(groups) => return groups.moves.as_ref(),
        ExprKind::Count(c) | ExprKind::Cells(c) | ExprKind::Sum(c) | ExprKind::Weights(_, c) => c,
        _ => return None,
    };
    let moves = counted.within.as_ref()?;
    let others = [counted.location.as_ref().map(|l| l.span), counted.filter.as_ref().map(|f| f.span)];
    others.iter().flatten().all(|other| other.start < moves.span.start).then_some(moves)
}

/// Returns the index of the first number among the terms after the first, if all terms from there on may be numbers.
fn end(moves: &Moves, is_number: &dyn Fn(&str) -> bool) -> Option<usize> {
    let plain = |term: &MoveTerm| matches!(term, MoveTerm::Named(KindRef { index: None, .. }));
    let number = |term: &MoveTerm| matches!(term, MoveTerm::Named(kind) if is_number(&kind.name.node));
    let first = 1 + moves.terms.iter().skip(1).position(|t| plain(&t.node) && number(&t.node))?;
    moves.terms[first..].iter().all(|t| plain(&t.node)).then_some(first)
}

/// Returns expressions whose sum is the regrouped expression; operators behind it act on the last of them, signs before it on
/// the first. Only what ends in an open `within` or `by` has several.
fn summands(expr: &Expr, is_number: &dyn Fn(&str) -> bool) -> Vec<Expr> {
    let with = |kind| Expr { kind, span: expr.span };
    match &expr.kind {
        ExprKind::Neg(inner) => {
            let mut parts = summands(inner, is_number);
            let first = parts[0].clone();
            parts[0] = with(ExprKind::Neg(Box::new(first)));
            closed(parts, expr.span.end == inner.span.end)
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
            let mut parts = summands(b, is_number);
            let (left, right) = (Box::new(joined(summands(a, is_number))), Box::new(parts[0].clone()));
            let span = left.span.to(right.span);
            parts[0] = Expr { kind: ExprKind::Binary(*op, left, right), span };
            // A sum inside another operation stands in parentheses.
            closed(parts, false)
        }
        ExprKind::Binary(op, a, b) => {
            let (mut parts, behind) = (summands(a, is_number), summands(b, is_number));
            let is_open = expr.span == a.span.to(b.span);
            let mut behind = behind.into_iter();
            if let (Some(left), Some(right)) = (parts.pop(), behind.next()) {
                let span = left.span.to(right.span);
                parts.push(Expr { kind: ExprKind::Binary(*op, Box::new(left), Box::new(right)), span });
            }
            parts.extend(behind);
            closed(parts, is_open)
        }
        ExprKind::Call(name, arguments) => {
            let arguments = arguments.iter().map(|a| joined(summands(a, is_number))).collect();
            vec![with(ExprKind::Call(name.clone(), arguments))]
        }
        kind => match last_moves(kind).and_then(|moves| Some((moves, end(moves, is_number)?))) {
            Some((moves, first)) => count_and_numbers(expr, moves, first),
            None => vec![expr.clone()],
        },
    }
}

/// Returns the count with only the moves before the number, and the numbers.
fn count_and_numbers(expr: &Expr, moves: &Moves, first: usize) -> Vec<Expr> {
    let mut count = expr.clone();
    let last = moves.terms[first - 1].span;
    let kept = Moves { terms: moves.terms[..first].to_vec(), span: moves.terms[0].span.to(last) };
    match &mut count.kind {
        ExprKind::Count(c) | ExprKind::Cells(c) | ExprKind::Sum(c) | ExprKind::Weights(_, c) => {
            c.within = Some(kept);
        }
        ExprKind::Groups(groups) | ExprKind::Group(groups) => {
            groups.moves = Some(kept);
            groups.span.end = last.end;
        }
        _ => {}
    }
    let is_open = expr.span.end == moves.span.end;
    if is_open {
        count.span.end = last.end;
    }
    let mut parts = vec![count];
    for term in &moves.terms[first..] {
        if let MoveTerm::Named(kind) = &term.node {
            parts.push(Expr { kind: ExprKind::Name(kind.name.node.clone()), span: term.span });
        }
    }
    closed(parts, is_open)
}

/// Returns the parts, or their sum as one part if nothing behind them can join the last.
fn closed(parts: Vec<Expr>, is_open: bool) -> Vec<Expr> {
    if is_open { parts } else { vec![joined(parts)] }
}

fn joined(parts: Vec<Expr>) -> Expr {
    let sum = |a: Expr, b: Expr| {
        let span = a.span.to(b.span);
        Expr { kind: ExprKind::Binary(BinaryOp::Add, Box::new(a), Box::new(b)), span }
    };
    let mut parts = parts.into_iter();
    let first = parts.next().expect("an expression has a part");
    parts.fold(first, sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::{Requirement, StatementKind};
    use crate::syntax::parse;
    use crate::text::SourceId;

    /// Returns the moves of a count that `in` or `where` may follow.
    fn within(kind: &ExprKind) -> Option<&Moves> {
        let ExprKind::Count(count) = kind else { return None };
        count.within.as_ref()
    }

    /// Writes an expression with a parenthesis around every operation, and a count as its moves.
    fn shown(expr: &Expr) -> String {
        let sign = |op: &BinaryOp| match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
        };
        match &expr.kind {
            ExprKind::Int(n) => n.to_string(),
            ExprKind::Name(name) => name.to_string(),
            ExprKind::Neg(inner) => format!("-{}", shown(inner)),
            ExprKind::Binary(op, a, b) => format!("({} {} {})", shown(a), sign(op), shown(b)),
            ExprKind::Call(name, arguments) => {
                format!("{}({})", name.node, arguments.iter().map(shown).collect::<Vec<_>>().join(", "))
            }
            kind => {
                let moves = last_moves(kind).or(within(kind)).expect("a count within moves");
                let name = |term: &MoveTerm| match term {
                    MoveTerm::Named(kind) => kind.name.node.to_string(),
                    other => format!("{other:?}").split(' ').next().unwrap_or_default().to_lowercase(),
                };
                format!("[{}]", moves.terms.iter().map(|t| name(&t.node)).collect::<Vec<_>>().join("+"))
            }
        }
    }

    /// Left side of the first `=` of a rule, regrouped with `c` and `d` as numbers.
    fn left(written: &str) -> String {
        let (tree, errors) = parse(SourceId(0), &format!("{written} = 0"));
        assert!(errors.is_empty(), "{written}: {errors:?}");
        let StatementKind::Rule { requirement: Requirement::Compare(rule), .. } = &tree.statements[0].kind
        else {
            panic!("{written} is no rule")
        };
        let expr = &rule.first.first;
        shown(&regrouped(expr, &|name| matches!(name, "c" | "d")).unwrap_or_else(|| expr.clone()))
    }

    #[test]
    fn moves_end_before_a_number() {
        let table = [
            ("count k within wazir + king", "[wazir+king]"),
            ("count k within wazir + c", "([wazir] + c)"),
            ("count k within wazir + 3", "([wazir] + 3)"),
            ("count k within wazir + king + c", "([wazir+king] + c)"),
            ("count k within wazir + c + king", "(([wazir] + c) + king)"),
            ("count k within wazir + c + d - 1", "((([wazir] + c) + d) - 1)"),
            ("2 * count k within wazir + c * 3", "((2 * [wazir]) + (c * 3))"),
            ("2 * (count k within wazir + c) * 3", "((2 * ([wazir] + c)) * 3)"),
            ("(count k within wazir + c * 2) * 3", "(([wazir] + (c * 2)) * 3)"),
            ("7 - count k within wazir + c", "((7 - [wazir]) + c)"),
            ("-count k within wazir + c", "(-[wazir] + c)"),
            ("-(count k within wazir + c)", "-([wazir] + c)"),
            ("count k within wazir + c * count k within king + d", "(([wazir] + (c * [king])) + d)"),
            ("max(count k within wazir + c, 2)", "max(([wazir] + c), 2)"),
            ("count k in a1 within stay + c", "([stay] + c)"),
            ("sum k within wazir + c / d", "([wazir] + (c / d))"),
            ("groups of k by wazir + c", "([wazir] + c)"),
            ("groups of k by wazir + king + c * 2", "([wazir+king] + (c * 2))"),
            ("2 * group of k by wazir + c - d", "(((2 * [wazir]) + c) - d)"),
            ("(groups of k by wazir + 1) * c", "(([wazir] + 1) * c)"),
            // What only moves can be stays with the moves, and so does what `in` follows.
            ("count k within wazir + c + stay", "[wazir+c+stay]"),
            ("count k within wazir + c in a1", "[wazir+c]"),
            ("count k within c", "[c]"),
        ];
        for (written, meant) in table {
            assert_eq!(left(written), meant, "{written}");
        }
    }
}
