//! Text of HTML pages and worksheets besides the boards: the answer in words, tables, the highlighted spec, the rules from
//! the spec's comments.

use super::load::LoadedSpec;
use super::sweep;
use crate::model::{Model, Rule, RuleBody};
use crate::report::{Ink, Page, PageTable, Worksheet, by_rows, closing_line, counted, exchange_lines};
use crate::run::{Outcome, Request};
use crate::syntax::highlight::{Shade, shades};
use num_bigint::BigUint;

/// Page about a run, without its boards.
pub(super) fn page(loaded: &LoadedSpec, model: &Model, request: &Request, outcome: &Outcome) -> Page {
    let mut page = Page::about(model, &loaded.name);
    page.lines.extend((!model.params.is_empty()).then(|| sweep::words(&model.params)));
    page.lines.extend(outcome.orbits().filter(|_| request.describe).map(ToString::to_string));
    if request.up_to_symmetry {
        page.lines.extend(exchange_lines(model));
    }
    if request.most.is_some_and(|most| most == outcome.shown() && *outcome.count() > BigUint::from(most)) {
        page.lines.push(format!("The first {} are shown.", outcome.shown()));
    }
    page.lines.push(closing_line(outcome));
    if let Some(by) = outcome.by() {
        let counted = counted(outcome);
        let title = if counted == "orbits" { "Orbits by value" } else { "Solutions by value" };
        page.tables.push(PageTable { title, heads: vec!["value", counted], rows: by_rows(by) });
    }
    if let Some(table) = outcome.orbits() {
        let rows = table.rows().map(|(size, n)| vec![size.to_string(), n.to_string()]).collect();
        page.tables.push(PageTable { title: "Orbits", heads: vec!["size", "number"], rows });
    }
    page.tables.push(PageTable { title: "The search", heads: vec!["", "value"], rows: figures(outcome) });
    page.spec = spec(loaded);
    page
}

fn figures(outcome: &Outcome) -> Vec<Vec<String>> {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows = vec![
        row("engine", outcome.engine().to_owned()),
        row("threads", outcome.threads().to_string()),
        row("search nodes", outcome.nodes().to_string()),
    ];
    rows.extend(outcome.more().iter().map(|(name, value)| row(name, value.to_string())));
    rows.push(row("seconds", format!("{:.6}", outcome.took().as_secs_f64())));
    rows
}

/// Highlighted text of the spec and of included files.
pub(super) fn spec(loaded: &LoadedSpec) -> Vec<(Ink, String)> {
    let mut pieces = Vec::new();
    for (i, source) in loaded.written().enumerate() {
        if i > 0 {
            pieces.push((Ink::Remark, format!("\n# {}:\n", source.name)));
        }
        for (shade, text) in shades(&source.text) {
            let ink = match shade {
                Shade::Comment => Ink::Remark,
                Shade::Statement | Shade::Word => Ink::Word,
                Shade::Number => Ink::Number,
                Shade::Text => Ink::Text,
                Shade::Plain | Shade::Name | Shade::Sign | Shade::Stray => Ink::Plain,
            };
            pieces.push((ink, text.to_owned()));
        }
    }
    pieces
}

/// Worksheet of a spec, still without answers.
pub(super) fn worksheet(loaded: &LoadedSpec, model: &Model) -> Worksheet {
    let title = model.title.as_deref().unwrap_or(&loaded.name).to_owned();
    let mut rules: Vec<String> = loaded.written().filter_map(|s| remarks(&s.text)).collect();
    if rules.is_empty() {
        rules = statements(loaded, model);
    }
    Worksheet { title, rules, ..Worksheet::default() }
}

/// Comments at the head of a text, as one paragraph.
fn remarks(text: &str) -> Option<String> {
    let lines = text.lines().skip_while(|l| l.trim().is_empty());
    let words: Vec<&str> = lines.map_while(|l| l.trim().strip_prefix('#')).map(str::trim).collect();
    let paragraph = words.join(" ").trim().to_owned();
    (!paragraph.is_empty()).then_some(paragraph)
}

/// Source text of the rules, for a spec without comments at its head.
fn statements(loaded: &LoadedSpec, model: &Model) -> Vec<String> {
    let objectives = model.objectives.iter().map(|o| o.span);
    // The clauses of a `loop` or `path` are rules of their own, whose text is part of the statement's.
    let routes: Vec<&Rule> = model.rules.iter().filter(|r| matches!(r.body, RuleBody::Route(_))).collect();
    let written = |rule: &&Rule| !routes.iter().any(|route| route.has_clause(rule));
    let spans = model.rules.iter().filter(written).map(|r| r.span).chain(objectives);
    let text = |span: crate::text::Span| {
        let text = loaded.document.sources.get(span.source).text.get(span.range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut rules: Vec<String> = Vec::new();
    for rule in spans.map(text) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_at_the_head_are_the_rules() {
        assert_eq!(
            remarks("# Tents: each\n#  has.\nboard 3 x 3 # no\n").as_deref(),
            Some("Tents: each has.")
        );
        assert_eq!(remarks("board 3 x 3\n# later\n"), None);
        assert_eq!(remarks("\n#\n"), None);
    }
}
