//! The loop of the server: messages in, answers out. Messages that wait are read first, so that of several changes only the last
//! text is checked, and a request that was cancelled meanwhile is not answered in full.

use super::answers::{ClientAbilities, answer, refusal};
use super::convert::{self, TOKEN_TYPES};
use super::line_index::{LineIndex, Units};
use super::reporter::SearchReporter;
use super::search::{Search, SearchCommand};
use super::workspace::{Workspace, name_of, uri_of};
use crate::text::SourceId;
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Notification as _, WorkDoneProgressCancel,
};
use lsp_types::request::{ExecuteCommand, Request as _, Shutdown};
use lsp_types::{
    ClientCapabilities, CompletionOptions, ExecuteCommandOptions, InitializeParams, NumberOrString,
    PositionEncodingKind, PublishDiagnosticsParams, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, ServerCapabilities, TextDocumentSyncKind, Uri,
};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub(super) struct ServerOptions {
    /// Time limit of a search.
    pub time: Duration,
    pub allow_outside: bool,
}

/// Serves one client until it leaves. Returns true if it said so before.
pub(super) fn serve(connection: &Connection, options: ServerOptions) -> Result<bool, ProtocolError> {
    let Ok((id, params)) = connection.initialize_start() else { return Ok(false) };
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let units = units(&params.capabilities);
    let info = json!({ "name": "puzzle", "version": env!("CARGO_PKG_VERSION") });
    let result = json!({ "capabilities": capabilities(units), "serverInfo": info });
    connection.initialize_finish(id, result)?;
    let mut server = Server {
        connection,
        options,
        abilities: abilities(&params.capabilities),
        workspace: Workspace::new(units, options.allow_outside),
        waiting: VecDeque::new(),
        stale: false,
        searches: Vec::new(),
        started: 0,
        is_shut_down: false,
    };
    server.run()
}

fn units(client: &ClientCapabilities) -> Units {
    let offered = client.general.as_ref().and_then(|g| g.position_encodings.as_ref());
    let utf8 = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
    if utf8 { Units::Utf8 } else { Units::Utf16 }
}

fn abilities(client: &ClientCapabilities) -> ClientAbilities {
    let completion = client.text_document.as_ref().and_then(|t| t.completion.as_ref());
    let item = completion.and_then(|c| c.completion_item.as_ref());
    ClientAbilities {
        snippets: item.and_then(|i| i.snippet_support).unwrap_or(false),
        progress: client.window.as_ref().and_then(|w| w.work_done_progress).unwrap_or(false),
    }
}

fn capabilities(units: Units) -> Value {
    let encoding = match units {
        Units::Utf8 => PositionEncodingKind::UTF8,
        Units::Utf16 => PositionEncodingKind::UTF16,
    };
    let legend = SemanticTokensLegend { token_types: TOKEN_TYPES.to_vec(), token_modifiers: Vec::new() };
    let capabilities = ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(TextDocumentSyncKind::INCREMENTAL.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".to_owned()]),
            ..CompletionOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend,
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: SearchCommand::ALL.iter().map(|c| c.name().to_owned()).collect(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    };
    let mut value = serde_json::to_value(capabilities).unwrap_or_default();
    for name in ["hover", "definition", "references", "foldingRange", "documentFormatting", "documentSymbol"]
    {
        value[format!("{name}Provider")] = Value::Bool(true);
    }
    value["renameProvider"] = json!({ "prepareProvider": true });
    value["codeActionProvider"] = json!({ "codeActionKinds": ["quickfix"] });
    value["codeLensProvider"] = json!({ "resolveProvider": false });
    value
}

/// A search in progress.
struct RunningSearch {
    id: RequestId,
    token: String,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

struct Server<'c> {
    connection: &'c Connection,
    options: ServerOptions,
    abilities: ClientAbilities,
    workspace: Workspace,
    /// Messages received and not yet treated.
    waiting: VecDeque<Message>,
    /// True if a text changed since diagnostics were published.
    stale: bool,
    searches: Vec<RunningSearch>,
    /// Number of searches so far.
    started: u64,
    is_shut_down: bool,
}

impl Server<'_> {
    /// Returns true if the client shut the server down before it left.
    fn run(&mut self) -> Result<bool, ProtocolError> {
        loop {
            self.waiting.extend(self.connection.receiver.try_iter());
            let Some(message) = self.waiting.pop_front() else {
                self.publish();
                match self.connection.receiver.recv() {
                    Ok(message) => self.waiting.push_back(message),
                    Err(_) => {
                        self.end_searches();
                        return Ok(false);
                    }
                }
                continue;
            };
            match message {
                Message::Request(request) if request.method == Shutdown::METHOD => {
                    self.end_searches();
                    self.is_shut_down = true;
                    self.send(Response::new_ok(request.id, Value::Null));
                }
                Message::Request(request) => self.request(request),
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    self.end_searches();
                    return Ok(self.is_shut_down);
                }
                Message::Notification(notification) => self.notification(notification),
                // The client agrees to show progress; nothing depends on it.
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that is gone reads nothing; the loop ends at the next message.
        let _ = self.connection.sender.send(message.into());
    }

    fn request(&mut self, request: Request) {
        if self.is_shut_down {
            let error = refusal(ErrorCode::InvalidRequest, "the server is shut down");
            return self.send(Response { id: request.id, result: None, error: Some(error) });
        }
        if self.is_cancelled(&request.id) {
            let error = refusal(ErrorCode::RequestCanceled, "canceled");
            return self.send(Response { id: request.id, result: None, error: Some(error) });
        }
        if request.method == ExecuteCommand::METHOD {
            return self.command(request);
        }
        let (workspace, abilities) = (&mut self.workspace, self.abilities);
        let (method, params) = (request.method, request.params);
        let answered = catch_unwind(AssertUnwindSafe(|| answer(workspace, abilities, &method, params)));
        let result = match answered {
            Ok(Some(result)) => result,
            Ok(None) => Err(refusal(ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
            Err(_) => {
                self.workspace.forget();
                Err(refusal(
                    ErrorCode::InternalError,
                    "this is a bug in puzzle; please report it with the file",
                ))
            }
        };
        let (result, error) = result.map_or_else(|e| (None, Some(e)), |value| (Some(value), None));
        self.send(Response { id: request.id, result, error });
    }

    /// Returns true if the client waits for this request no longer.
    fn is_cancelled(&self, id: &RequestId) -> bool {
        self.waiting.iter().any(|message| match message {
            Message::Notification(n) if n.method == Cancel::METHOD => {
                cancelled(&n.params).as_ref() == Some(id)
            }
            _ => false,
        })
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let known = match method.as_str() {
            DidOpenTextDocument::METHOD => parsed::<DidOpenTextDocument>(params).map(|p| {
                let document = p.text_document;
                self.workspace.open(&document.uri, &document.text, document.version);
                self.stale = true;
            }),
            DidChangeTextDocument::METHOD => parsed::<DidChangeTextDocument>(params).map(|p| {
                self.workspace.change(&p.text_document.uri, p.text_document.version, p.content_changes);
                self.stale = true;
            }),
            DidCloseTextDocument::METHOD => parsed::<DidCloseTextDocument>(params).map(|p| {
                self.workspace.close(&p.text_document.uri);
                let none = PublishDiagnosticsParams::new(p.text_document.uri, Vec::new(), None);
                self.notify("textDocument/publishDiagnostics", json!(none));
                self.stale = true;
            }),
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                self.workspace.forget();
                self.stale = true;
                Some(())
            }
            Cancel::METHOD => cancelled(&params).map(|id| self.stop(|s| s.id == id)),
            WorkDoneProgressCancel::METHOD => parsed::<WorkDoneProgressCancel>(params).map(|p| {
                self.stop(|s| matches!(&p.token, NumberOrString::String(token) if *token == s.token));
            }),
            // A notification is not answered, known or not.
            _ => Some(()),
        };
        if known.is_none() {
            self.notify(
                "window/logMessage",
                json!({ "type": 1, "message": format!("bad parameters of {method}") }),
            );
        }
    }

    fn stop(&self, is_it: impl Fn(&RunningSearch) -> bool) {
        self.searches.iter().filter(|s| is_it(s)).for_each(|s| s.stop.store(true, Ordering::Relaxed));
    }

    fn end_searches(&mut self) {
        self.stop(|_| true);
        for search in self.searches.drain(..) {
            // A panic of a search has been answered by its thread.
            let _ = search.thread.join();
        }
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Publishes the diagnostics of all open documents: a change of one may matter to those that include it.
    fn publish(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        for name in self.workspace.names() {
            let units = self.workspace.units;
            let workspace = &mut self.workspace;
            let checked = catch_unwind(AssertUnwindSafe(|| {
                let spec = workspace.spec(&name)?;
                let index = LineIndex::new(&spec.sources().get(SourceId(0)).text, units);
                let told = spec.diagnostics().iter().map(|d| convert::diagnostic(d, spec, &index, units));
                Some(told.collect::<Vec<_>>())
            }));
            let version = self.workspace.version(&name);
            match (checked, uri_of(&name)) {
                (Ok(Some(told)), Some(uri)) => {
                    let all = PublishDiagnosticsParams::new(uri, told, version);
                    self.notify("textDocument/publishDiagnostics", json!(all));
                }
                (Err(_), _) => {
                    self.workspace.forget();
                    let message = format!(
                        "a bug in puzzle prevents the check of {name}; please report it with the file"
                    );
                    self.notify("window/showMessage", json!({ "type": 1, "message": message }));
                }
                _ => {}
            }
        }
    }

    /// Starts the search that a command names.
    fn command(&mut self, request: Request) {
        self.searches.retain(|s| !s.thread.is_finished());
        let id = request.id.clone();
        match self.search_of(&request.params) {
            Ok(search) => self.start(id, search),
            Err(error) => self.send(Response { id, result: None, error: Some(error) }),
        }
    }

    fn search_of(&mut self, params: &Value) -> Result<Search, lsp_server::ResponseError> {
        let name = params["command"].as_str().unwrap_or_default();
        let command = SearchCommand::named(name)
            .ok_or_else(|| refusal(ErrorCode::InvalidParams, format!("there is no command `{name}`")))?;
        let uri = params["arguments"][0].as_str().and_then(|text| Uri::from_str(text).ok());
        let spec = uri.and_then(|uri| self.workspace.spec(&name_of(&uri)));
        let spec =
            spec.ok_or_else(|| refusal(ErrorCode::InvalidParams, "the first argument is no open document"))?;
        let wrong = "the spec has errors; the diagnostics show them";
        let puzzle = spec.puzzle().map_err(|_| refusal(ErrorCode::RequestFailed, wrong))?;
        let sources = spec.sources().clone();
        Ok(Search { command, puzzle, sources, time: self.options.time, stop: Arc::default() })
    }

    fn start(&mut self, id: RequestId, search: Search) {
        self.started += 1;
        let token = format!("puzzle/{}", self.started);
        let stop = Arc::clone(&search.stop);
        if self.abilities.progress {
            let params = json!({ "token": token });
            let id = RequestId::from(token.clone());
            self.send(Request { id, method: "window/workDoneProgress/create".to_owned(), params });
        }
        let sender = self.connection.sender.clone();
        // A client that is gone reads nothing.
        let post = Arc::new(move |message| drop(sender.send(message)));
        let reporter = SearchReporter { post, token: self.abilities.progress.then(|| token.clone()) };
        let own = id.clone();
        let thread = thread::spawn(move || reporter.run(own, &search));
        self.searches.push(RunningSearch { id, token, stop, thread });
    }
}

fn parsed<N: lsp_types::notification::Notification>(params: Value) -> Option<N::Params> {
    serde_json::from_value(params).ok()
}

/// Number of the request that a `$/cancelRequest` names.
fn cancelled(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params["id"].clone()).ok()
}
