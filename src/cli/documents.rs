//! Text of HTML pages and worksheets besides the boards: the answer in words, tables, the highlighted spec, the rules in
//! words.

use super::load::LoadedSpec;
use super::sweep;
use crate::model::Model;
use crate::prose::rules_in_words;
use crate::report::{Ink, Page, PageTable, by_rows, closing_line, counted, exchange_lines};
use crate::run::{Outcome, Request};
use crate::syntax::highlight::{Shade, shades};
use num_bigint::BigUint;

/// Page about a run, without its boards.
pub(super) fn page(loaded: &LoadedSpec, model: &Model, request: &Request, outcome: &Outcome) -> Page {
    let mut page = Page::about(model, &loaded.name);
    page.lines.extend((!model.params.is_empty()).then(|| sweep::words(&model.params)));
    page.lines.extend(outcome.orbits().filter(|_| request.describe).map(ToString::to_string));
    if request.up_to_symmetry {
        page.lines.extend(exchange_lines(model, request.exchange));
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
    if let Some(table) = outcome.orbits().filter(|table| table.has_sizes()) {
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

/// Returns the title and the rules of a spec for a worksheet.
pub(super) fn worksheet_words(loaded: &LoadedSpec, model: &Model) -> (String, Vec<String>) {
    let title = model.title.as_deref().unwrap_or(&loaded.name).to_owned();
    (title, rules_in_words(&loaded.document.spec, model))
}
