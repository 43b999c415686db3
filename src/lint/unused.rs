//! Declarations that are not used.

use super::words::{Word, Words};
use super::{Lint, LintKind};
use crate::model::Model;
use crate::text::Span;
use std::sync::Arc;

/// Limit on the bytes of the texts times kinds.
const MAX_WORK: usize = 50_000_000;

pub(super) fn find(words: &Words<'_>, model: &Model) -> Vec<Lint> {
    let mut found: Vec<Lint> = parameters(words).collect();
    // Without rules and objectives, the spec is a board to draw, not a puzzle.
    if model.rules.is_empty() && model.objectives.is_empty() {
        return found;
    }
    let work = words.bytes().saturating_mul(model.kinds.len());
    if work <= MAX_WORK && !words.statements().any(speaks_of_all) {
        found.extend(pieces(words, model));
    }
    found.extend(regions(words, model));
    found.extend(clues(words, model));
    found
}

fn parameters<'w>(words: &'w Words<'_>) -> impl Iterator<Item = Lint> + 'w {
    let declared = words.of_root().filter(|s| s[0].text == "param").filter_map(|s| s.get(1));
    let unused = declared.filter(|w| !words.is_used(w.text, w.span));
    unused.map(|w| LintKind::UnusedParameter { name: w.text.into() }.at(w.span))
}

/// Returns true if a statement may use all kinds: by `piece`, `empty`, `each kind`, or attacks without names.
fn speaks_of_all(statement: &[Word<'_>]) -> bool {
    let rest: Vec<&str> = statement[1..].iter().map(|w| w.text).collect();
    match statement[0].text {
        "no" => !matches!(rest.get(1), Some(&("among" | "between"))) || rest.contains(&"piece"),
        "clues" | "keep" | "use" | "param" | "board" | "regions" | "walls" => false,
        first => {
            let all = ["piece", "empty", "kind", "kinds", "attackers", "attacks"];
            rest.iter().any(|w| all.contains(w)) || matches!(first, "attackers" | "attacks")
        }
    }
}

/// Reports kinds and families that are used neither by name nor by symbol.
fn pieces(words: &Words<'_>, model: &Model) -> Vec<Lint> {
    let named =
        |span: Span| words.words().find(|w| w.span.source == span.source && w.span.start == span.start);
    // The span of a kind may be that of its statement, but the lint marks its name.
    let name_of = |name: &str, span: Span| match named(span) {
        Some(word) if word.text == name => Some(word.span),
        _ => words.at(span).and_then(|s| s.get(1)).filter(|w| w.text == name).map(|w| w.span),
    };
    let of_spec = model.kinds.iter().filter(|k| k.line.is_none());
    let single = of_spec.filter(|k| k.family.is_none()).map(|k| (&k.name, k.span, vec![k.symbol]));
    let families = model.families.iter().map(|f| {
        let symbols = f.members.iter().map(|&k| model.kind(k).symbol).collect();
        (&f.name, f.span, symbols)
    });
    let unused = |(name, span, symbols): (&Arc<str>, Span, Vec<char>)| {
        let span = name_of(name, span)?;
        let used = words.is_used(name, span) || symbols.iter().any(|&s| words.is_drawn(s, span));
        (!used).then(|| LintKind::UnusedPiece { name: name.clone() }.at(span))
    };
    single.chain(families).filter_map(unused).collect()
}

fn regions(words: &Words<'_>, model: &Model) -> Vec<Lint> {
    let unused = model.layers.iter().filter(|l| !words.is_used(&l.name, l.span));
    // The span of an unnamed layer is its whole statement; the lint marks only the first word.
    let marked = |span: Span| match words.at(span) {
        Some(statement) => statement[0].span,
        None => span,
    };
    unused.map(|l| LintKind::UnusedRegions { layer: l.name.clone() }.at(marked(l.span))).collect()
}

fn clues(words: &Words<'_>, model: &Model) -> Option<Lint> {
    // `each clue c`, or the location `clues`.
    let reads = |s: &[Word<'_>]| s[1..].iter().any(|w| matches!(w.text, "clue" | "clues"));
    if model.clues.is_empty() || words.statements().any(reads) {
        return None;
    }
    let statement = words.of_root().find(|s| s[0].text == "clues")?;
    let (first, last) = (statement.first()?, statement.last()?);
    Some(LintKind::UnusedClues.at(first.span.to(last.span)))
}
