//! Messages of a search to the client: progress, the result, and the answer to its request.

use super::answers::refusal;
use super::search::{Found, Search};
use crate::engine::Snapshot;
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Reports on one search.
pub(super) struct SearchReporter {
    /// Sends a message to the client.
    pub post: Arc<dyn Fn(Message) + Send + Sync>,
    /// Token of its progress, if the client shows it.
    pub token: Option<String>,
}

impl SearchReporter {
    /// Runs the search and answers the request `id`.
    pub fn run(&self, id: RequestId, search: &Search) {
        let title = format!("puzzle: {}", search.command.title().to_lowercase());
        self.progress(json!({ "kind": "begin", "title": title, "cancellable": true }));
        let (post, token) = (Arc::clone(&self.post), self.token.clone());
        let report = move |snapshot: &Snapshot| {
            let Some(token) = &token else { return };
            let message = format!("{} nodes, {} solutions", snapshot.nodes, snapshot.solutions);
            post(progress(token, json!({ "kind": "report", "message": message })));
        };
        let result = catch_unwind(AssertUnwindSafe(|| search.run(report)));
        self.progress(json!({ "kind": "end" }));
        let answer = match result {
            _ if search.stop.load(Ordering::Relaxed) => {
                Err(refusal(ErrorCode::RequestCanceled, "the search was canceled"))
            }
            Ok(Ok(found)) => {
                self.show(3, &words(&found));
                Ok(found.to_json())
            }
            Ok(Err(why)) => Err(refusal(ErrorCode::RequestFailed, why)),
            Err(_) => Err(refusal(
                ErrorCode::InternalError,
                "this is a bug in puzzle; please report it with the file",
            )),
        };
        let (result, error) = answer.map_or_else(|e| (None, Some(e)), |value| (Some(value), None));
        (self.post)(Response { id, result, error }.into());
    }

    fn progress(&self, value: Value) {
        if let Some(token) = &self.token {
            (self.post)(progress(token, value));
        }
    }

    /// Shows a message of this type: 3 is information.
    fn show(&self, kind: u8, message: &str) {
        let params = json!({ "type": kind, "message": message });
        (self.post)(Notification { method: "window/showMessage".to_owned(), params }.into());
    }
}

fn progress(token: &str, value: Value) -> Message {
    let params = json!({ "token": token, "value": value });
    Notification { method: "$/progress".to_owned(), params }.into()
}

/// The sentence and the board.
fn words(found: &Found) -> String {
    match found.text.trim_end() {
        "" => found.message.clone(),
        text => format!("{}\n{text}", found.message),
    }
}
