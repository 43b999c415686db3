//! The server of the studio: one page, and three addresses that only this page can use.
//!
//! It listens on 127.0.0.1 only. Other pages in the same browser can send requests there, too, and a foreign name can be made to
//! lead there. So every request must name this server as its `Host`, and where a browser says which page sent it, that must be
//! this page (`Origin`). The token, 128 random bits in the address that the command prints, keeps other users of the machine out.
//! No file is served but the page, which was read before; no path of a request is ever opened.

use super::events::{Teller, events};
use super::follow::follow;
use crate::cli::exit::Failure;
use crate::cli::files::FsLoader;
use crate::host::Host;
use crate::page::{Library, World, answer};
use crate::text::{LoadError, Loader, Source};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;

/// Limit on the size of a question in bytes: a text of the largest size, escaped, with a board.
const MAX_BODY: usize = 8 << 20;

/// The page, and those who may see it.
struct Studio {
    page: String,
    token: String,
    /// The address, as `Host` names it.
    host: String,
    /// Specs of the page, which may include each other.
    library: Mutex<Arc<Library>>,
    file: Option<PathBuf>,
    allow_outside: bool,
}

/// Loads included files from the folder of the file that is followed, and from the library of the page.
struct StudioFiles {
    folder: Option<FsLoader>,
    library: Arc<Library>,
}

impl Loader for StudioFiles {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let found = self.folder.as_ref().map(|folder| folder.load(path, from));
        match (found, self.library.load(path, from)) {
            (Some(Ok(source)), _) | (_, Ok(source)) => Ok(source),
            (Some(Err(error)), _) | (None, Err(error)) => Err(error),
        }
    }
}

/// Serves the page until the process ends. `open` is called with its address.
pub(super) fn serve(
    page: String,
    file: Option<&Path>,
    allow_outside: bool,
    open: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), Failure> {
    let token = token()?;
    let unserved = |error: io::Error| Failure::Usage(format!("the studio cannot be served: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(unserved)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(unserved)?;
        let host = listener.local_addr().map_err(unserved)?.to_string();
        open(&format!("http://{host}/?token={token}"))?;
        let file = file.map(Path::to_owned);
        let studio = Studio { page, token, host, library: Mutex::default(), file, allow_outside };
        axum::serve(listener, router(Arc::new(studio))).await.map_err(unserved)
    })
}

/// Returns random digits from the system.
fn token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Usage(format!("the system has no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn router(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/", get(show_page))
        .route("/api/library", post(keep_library))
        .route("/api/ask", post(ask))
        .route("/api/file", post(show_file))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(Arc::clone(&studio), guard))
        .with_state(studio)
}

/// Refuses requests that another page, another name or another user made, and adds the headers of every answer.
async fn guard(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let refusal = refusal(&studio, request.headers(), request.uri().path());
    let mut response = match refusal {
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // The page has a stricter policy of its own; both hold.
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(studio: &Studio, headers: &HeaderMap, path: &str) -> Option<&'static str> {
    let value = |name| headers.get(name).map(HeaderValue::as_bytes);
    if value(header::HOST) != Some(studio.host.as_bytes()) {
        return Some("this is not the host of the studio");
    }
    let own = format!("http://{}", studio.host);
    if value(header::ORIGIN).is_some_and(|origin| origin != own.as_bytes()) {
        return Some("this is not the page of the studio");
    }
    let authorization = value(header::AUTHORIZATION).and_then(|given| given.strip_prefix(b"Bearer "));
    let is_known = authorization.is_some_and(|given| is_same(given, studio.token.as_bytes()));
    (path != "/" && !is_known).then_some("the token is missing or wrong")
}

/// Compares in a time that does not depend on where the difference is.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

async fn show_page(
    State(studio): State<Arc<Studio>>,
    Query(given): Query<HashMap<String, String>>,
) -> Response {
    let token = given.get("token").map_or("", String::as_str);
    if !is_same(token.as_bytes(), studio.token.as_bytes()) {
        let reason = "the token is missing or wrong: open the whole address that `puzzle studio` printed";
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    Html(studio.page.clone()).into_response()
}

async fn keep_library(State(studio): State<Arc<Studio>>, files: String) -> Response {
    match serde_json::from_str(&files) {
        Ok(files) => {
            let library = Arc::new(Library(files));
            *studio.library.lock().unwrap_or_else(PoisonError::into_inner) = library;
            StatusCode::OK.into_response()
        }
        Err(error) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

async fn ask(State(studio): State<Arc<Studio>>, question: String) -> impl IntoResponse {
    events(move |teller| {
        let answered = catch_unwind(AssertUnwindSafe(|| answered(&studio, &question, teller)));
        let trap = || json!({ "trap": true, "detail": "" }).to_string();
        teller.tell("answer", &answered.unwrap_or_else(|_| trap()));
    })
}

fn answered(studio: &Studio, question: &str, teller: &Teller) -> String {
    let folder = studio.file.as_ref().map(|file| FsLoader::new(file, studio.allow_outside));
    let library = Arc::clone(&studio.library.lock().unwrap_or_else(PoisonError::into_inner));
    let files = StudioFiles { folder, library };
    let told = teller.clone();
    let world = World {
        host: Host::native(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        files: &files,
        tell: Arc::new(move |text| told.tell("told", text)),
        stop: Arc::clone(&teller.stop),
    };
    answer(question, &world)
}

async fn show_file(State(studio): State<Arc<Studio>>) -> impl IntoResponse {
    events(move |teller| {
        if let Some(file) = &studio.file {
            follow(file, teller);
        }
    })
}
