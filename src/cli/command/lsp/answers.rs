//! Answers to the requests about a document.

use super::convert;
use super::line_index::LineIndex;
use super::workspace::{Workspace, location, name_of};
use crate::api::editor::{self, Edit, SpecDocument};
use crate::text::{SourceId, Span};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    GotoDefinition, HoverRequest, PrepareRenameRequest, References, Rename, Request,
    SemanticTokensFullRequest,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLens, Command, CompletionResponse,
    DocumentSymbolResponse, FoldingRange, GotoDefinitionResponse, HoverContents, Location, MarkupContent,
    MarkupKind, Position, PrepareRenameResponse, SemanticTokens, SemanticTokensResult, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::Value;
use std::collections::HashMap;

/// The text of the document itself.
const ROOT: SourceId = SourceId(0);

/// Abilities of a client beyond the least.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientAbilities {
    pub snippets: bool,
    pub progress: bool,
}

/// Answers a request; `None` if the method is unknown.
pub(super) fn answer(
    workspace: &mut Workspace,
    abilities: ClientAbilities,
    method: &str,
    params: Value,
) -> Option<Result<Value, ResponseError>> {
    let w = workspace;
    Some(match method {
        Completion::METHOD => reply::<Completion>(params, |p| {
            let at = p.text_document_position;
            let found = w.at(&at.text_document.uri, at.position).map(|(spec, at)| spec.completions(at))?;
            let items = found.into_iter().map(|one| convert::completion(one, abilities.snippets));
            Some(CompletionResponse::Array(items.collect()))
        }),
        HoverRequest::METHOD => reply::<HoverRequest>(params, |p| {
            let at = p.text_document_position_params;
            let hover =
                w.at(&at.text_document.uri, at.position).and_then(|(spec, at)| spec.hover(ROOT, at))?;
            let range = range(w, &at.text_document.uri, hover.span)?;
            let contents = MarkupContent { kind: MarkupKind::Markdown, value: hover.markdown };
            Some(lsp_types::Hover { contents: HoverContents::Markup(contents), range: Some(range) })
        }),
        GotoDefinition::METHOD => reply::<GotoDefinition>(params, |p| {
            let at = p.text_document_position_params;
            let units = w.units;
            let (spec, at) = w.at(&at.text_document.uri, at.position)?;
            location(spec, spec.definition(ROOT, at)?, units).map(GotoDefinitionResponse::Scalar)
        }),
        References::METHOD => reply::<References>(params, |p| {
            let at = p.text_document_position;
            Some(references(w, &at.text_document.uri, at.position))
        }),
        PrepareRenameRequest::METHOD => reply::<PrepareRenameRequest>(params, |p| {
            let (spec, at) = w.at(&p.text_document.uri, p.position)?;
            let inside = |s: &Span| s.source == ROOT && s.start as usize <= at && at <= s.end as usize;
            let span = spec.references(ROOT, at).into_iter().find(inside)?;
            range(w, &p.text_document.uri, span).map(PrepareRenameResponse::Range)
        }),
        Rename::METHOD => rename(w, params),
        FoldingRangeRequest::METHOD => reply::<FoldingRangeRequest>(params, |p| {
            let spans = w.spec(&name_of(&p.text_document.uri))?.folds();
            let ranges = spans.into_iter().filter_map(|span| range(w, &p.text_document.uri, span));
            let fold = |r: lsp_types::Range| FoldingRange {
                start_line: r.start.line,
                end_line: r.end.line,
                ..FoldingRange::default()
            };
            Some(ranges.map(fold).collect())
        }),
        Formatting::METHOD => reply::<Formatting>(params, |p| {
            let text = w.spec(&name_of(&p.text_document.uri))?.sources().get(ROOT).text.clone();
            // A text with errors has no layout; the diagnostics say why.
            let formatted = editor::format(&text).ok().filter(|new| **new != *text)?;
            Some(vec![TextEdit::new(w.index(&text).range(0..text.len()), formatted)])
        }),
        CodeActionRequest::METHOD => reply::<CodeActionRequest>(params, |p| Some(code_actions(w, &p))),
        DocumentSymbolRequest::METHOD => reply::<DocumentSymbolRequest>(params, |p| {
            let units = w.units;
            let spec = w.spec(&name_of(&p.text_document.uri))?;
            let index = LineIndex::new(&spec.sources().get(ROOT).text, units);
            let own =
                spec.symbols().filter(|s| s.span.source == ROOT && s.class != editor::NameClass::Variable);
            Some(DocumentSymbolResponse::Nested(own.map(|s| convert::symbol(s, &index)).collect()))
        }),
        SemanticTokensFullRequest::METHOD => reply::<SemanticTokensFullRequest>(params, |p| {
            let units = w.units;
            let spec = w.spec(&name_of(&p.text_document.uri))?;
            let text = &spec.sources().get(ROOT).text;
            let data = convert::semantic_tokens(&spec.marks(), text, &LineIndex::new(text, units));
            Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
        }),
        CodeLensRequest::METHOD => {
            reply::<CodeLensRequest>(params, |p| Some(lenses(w, &p.text_document.uri)))
        }
        _ => return None,
    })
}

fn reply<R: Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> R::Result,
) -> Result<Value, ResponseError> {
    let params =
        serde_json::from_value(params).map_err(|e| refusal(ErrorCode::InvalidParams, e.to_string()))?;
    serde_json::to_value(answer(params)).map_err(|e| refusal(ErrorCode::InternalError, e.to_string()))
}

pub(super) fn refusal(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// Range of a span of the document itself.
fn range(w: &mut Workspace, uri: &Uri, span: Span) -> Option<lsp_types::Range> {
    let units = w.units;
    let spec = w.spec(&name_of(uri))?;
    let source = spec.sources().find(span.source)?;
    Some(LineIndex::new(&source.text, units).range(span.range()))
}

/// The name at a place as each open document sees it that has the file: its number there, and the offset.
fn each_view(
    w: &mut Workspace,
    uri: &Uri,
    position: Position,
    mut see: impl FnMut(&SpecDocument, SourceId, usize),
) {
    let name = name_of(uri);
    let Some((_, at)) = w.at(uri, position) else { return };
    for open in w.names() {
        let Some(spec) = w.spec(&open) else { continue };
        let number = spec.sources().iter().find(|(_, source)| *source.name == *name).map(|(id, _)| id);
        if let Some(source) = number {
            see(spec, source, at);
        }
    }
}

fn references(w: &mut Workspace, uri: &Uri, position: Position) -> Vec<Location> {
    let units = w.units;
    let mut found: Vec<Location> = Vec::new();
    each_view(w, uri, position, |spec, source, at| {
        for span in spec.references(source, at) {
            found.extend(location(spec, span, units).filter(|new| !found.contains(new)));
        }
    });
    found
}

fn rename(w: &mut Workspace, params: Value) -> Result<Value, ResponseError> {
    let params: lsp_types::RenameParams =
        serde_json::from_value(params).map_err(|e| refusal(ErrorCode::InvalidParams, e.to_string()))?;
    let at = params.text_document_position;
    let units = w.units;
    let mut edits: Vec<(Location, String)> = Vec::new();
    let mut refused = None;
    each_view(w, &at.text_document.uri, at.position, |spec, source, at| {
        match spec.rename(source, at, &params.new_name) {
            Ok(all) => {
                for Edit { span, text } in all {
                    let new = location(spec, span, units).map(|location| (location, text));
                    edits.extend(new.filter(|new| !edits.contains(new)));
                }
            }
            Err(why) => refused = Some(why),
        }
    });
    match refused {
        Some(why) => Err(refusal(ErrorCode::RequestFailed, why)),
        None => serde_json::to_value(workspace_edit(edits))
            .map_err(|e| refusal(ErrorCode::InternalError, e.to_string())),
    }
}

#[allow(clippy::mutable_key_type, reason = "the type of the protocol; a URI is not changed")]
fn workspace_edit(edits: impl IntoIterator<Item = (Location, String)>) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (location, text) in edits {
        changes.entry(location.uri).or_default().push(TextEdit::new(location.range, text));
    }
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Fixes for the diagnostics that touch the range.
fn code_actions(w: &mut Workspace, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let units = w.units;
    let Some(spec) = w.spec(&name_of(&params.text_document.uri)) else { return Vec::new() };
    let text = &spec.sources().get(ROOT).text;
    let index = LineIndex::new(text, units);
    let wanted = index.bytes(params.range);
    let touches = |span: Span| {
        span.source == ROOT && span.start as usize <= wanted.end && wanted.start <= span.end as usize
    };
    let mut actions = Vec::new();
    for told in spec.diagnostics() {
        if !told.labels.first().map_or(wanted.start == 0, |label| touches(label.span)) {
            continue;
        }
        for fix in spec.fixes(told) {
            let Some(place) = location(spec, fix.edit.span, units) else { continue };
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![convert::diagnostic(told, spec, &index, units)]),
                edit: Some(workspace_edit([(place, fix.edit.text)])),
                ..CodeAction::default()
            }));
        }
    }
    actions
}

/// Commands above each question of a spec with a board.
fn lenses(w: &mut Workspace, uri: &Uri) -> Vec<CodeLens> {
    let units = w.units;
    let Some(spec) = w.spec(&name_of(uri)).filter(|spec| spec.has_board()) else { return Vec::new() };
    let index = LineIndex::new(&spec.sources().get(ROOT).text, units);
    let mut lenses = Vec::new();
    for span in spec.questions() {
        for command in super::search::SearchCommand::ALL {
            lenses.push(CodeLens {
                range: index.range(span.range()),
                command: Some(Command {
                    title: command.title().to_owned(),
                    command: command.name().to_owned(),
                    arguments: Some(vec![Value::String(uri.as_str().to_owned())]),
                }),
                data: None,
            });
        }
    }
    lenses
}
