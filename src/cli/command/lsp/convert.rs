//! Conversion of the answers of the library to the types of the protocol.

use super::line_index::{LineIndex, Units};
use super::workspace::location;
use crate::api::editor::{Completion, Mark, NameClass, Shade, SpecDocument, Symbol};
use crate::diag::{Diagnostic, Severity};
use crate::text::SourceId;
use lsp_types::{
    CompletionItem, CompletionItemKind, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentSymbol,
    InsertTextFormat, NumberOrString, SemanticToken, SemanticTokenType, SymbolKind,
};

/// Token types, in the order of their numbers.
pub(super) const TOKEN_TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::TYPE,
    SemanticTokenType::NAMESPACE,
];

/// Returns the diagnostic for the document; one about an included file is shown at the first line and leads there.
pub(super) fn diagnostic(
    told: &Diagnostic,
    spec: &SpecDocument,
    index: &LineIndex<'_>,
    units: Units,
) -> lsp_types::Diagnostic {
    let root = SourceId(0);
    let own = told.labels.first().filter(|label| label.span.source == root);
    let range = own.map(|label| index.range(label.span.range())).unwrap_or_default();
    let mut message = told.message.clone();
    if let Some(label) = told.labels.first().filter(|label| !label.text.is_empty()) {
        message.push_str(&format!("\n{}", label.text));
    }
    message.extend(told.help.iter().flat_map(|help| ["\nhelp: ", help]));
    let others = told.labels.iter().skip(usize::from(own.is_some()));
    let related = others.filter_map(|label| {
        let location = location(spec, label.span, units)?;
        Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
    });
    lsp_types::Diagnostic {
        range,
        severity: Some(match told.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Advice => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(told.code.to_owned())),
        source: Some("puzzle".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..lsp_types::Diagnostic::default()
    }
}

pub(super) fn completion(one: Completion, snippets: bool) -> CompletionItem {
    let snippet = one.snippet.filter(|_| snippets);
    CompletionItem {
        label: one.label,
        kind: Some(match one.class {
            None if snippet.is_some() => CompletionItemKind::SNIPPET,
            None => CompletionItemKind::KEYWORD,
            Some(NameClass::Parameter) => CompletionItemKind::CONSTANT,
            Some(NameClass::Regions | NameClass::Clues | NameClass::Weights) => CompletionItemKind::MODULE,
            Some(NameClass::Variable) => CompletionItemKind::VARIABLE,
            Some(_) => CompletionItemKind::CLASS,
        }),
        detail: Some(one.detail),
        insert_text: snippet.map(str::to_owned),
        insert_text_format: snippet.map(|_| InsertTextFormat::SNIPPET),
        ..CompletionItem::default()
    }
}

/// Number of a mark's type among [`TOKEN_TYPES`].
fn token_type(mark: &Mark) -> Option<u32> {
    Some(match (mark.shade, mark.class) {
        (Shade::Comment, _) => 0,
        (Shade::Statement | Shade::Word, _) => 1,
        (Shade::Number, _) => 3,
        (Shade::Text, _) => 4,
        (Shade::Sign, _) => 5,
        (Shade::Name, Some(NameClass::Parameter)) => 6,
        (Shade::Name, Some(NameClass::Regions | NameClass::Clues | NameClass::Weights)) => 8,
        (Shade::Name, Some(NameClass::Variable) | None) => 2,
        (Shade::Name, Some(_)) => 7,
        (Shade::Plain | Shade::Stray, _) => return None,
    })
}

/// Tokens as differences; one over several lines is cut into lines.
pub(super) fn semantic_tokens(marks: &[Mark], text: &str, index: &LineIndex<'_>) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    let mut last = lsp_types::Position::default();
    for mark in marks {
        let Some(token_type) = token_type(mark) else { continue };
        let mut start = mark.span.start as usize;
        for line in text[mark.span.range()].split_inclusive('\n') {
            let range = index.range(start..start + line.trim_end_matches(['\r', '\n']).len());
            start += line.len();
            if range.start == range.end {
                continue;
            }
            let here = range.start;
            let same = here.line == last.line;
            tokens.push(SemanticToken {
                delta_line: here.line - last.line,
                delta_start: if same { here.character - last.character } else { here.character },
                length: range.end.character - here.character,
                token_type,
                token_modifiers_bitset: 0,
            });
            last = here;
        }
    }
    tokens
}

#[allow(deprecated, reason = "the type of the protocol still has a deprecated field without a default")]
pub(super) fn symbol(symbol: &Symbol, index: &LineIndex<'_>) -> DocumentSymbol {
    let (detail, kind) = match symbol.class {
        NameClass::Parameter => ("parameter", SymbolKind::CONSTANT),
        NameClass::Piece => ("piece", SymbolKind::CLASS),
        NameClass::Family => ("family", SymbolKind::CLASS),
        NameClass::Tile => ("tile", SymbolKind::CLASS),
        NameClass::Route => ("route", SymbolKind::CLASS),
        NameClass::Regions => ("regions", SymbolKind::NAMESPACE),
        NameClass::Clues => ("clues", SymbolKind::NAMESPACE),
        NameClass::Weights => ("weights", SymbolKind::NAMESPACE),
        NameClass::Variable => ("variable", SymbolKind::VARIABLE),
    };
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: Some(detail.to_owned()),
        kind,
        tags: None,
        deprecated: None,
        range: index.range(symbol.statement.range()),
        selection_range: index.range(symbol.span.range()),
        children: None,
    }
}
