//! The engine of the page: questions and answers in JSON, so that the page holds plain data only.
//!
//! Each question goes to [`answer`]; what arrives on the way (solutions, steps, progress) goes to its [`World`]. `web/engine`
//! lends it to a worker of a browser, and the command `studio` to a page on the same machine. Nothing here depends on either.

mod answers;
mod board;
mod desk;
mod editing;
mod export;
mod library;
mod make;
mod question;
mod spec;
#[cfg(test)]
mod tests;
mod utf16;

pub use library::Library;

use crate::model::Model;
use crate::text::Loader;
use crate::{Host, Request};
use question::{Act, Question};
use serde_json::{Value, json};
use spec::LoadedSpec;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The outer world of a question: the clock and the threads that it may use, the files that its spec may include, and the
/// means by which it tells what it finds on the way and learns that nobody waits for the answer any more.
pub struct World<'a> {
    /// Clock and threads.
    pub host: Host,
    /// Number of threads of a search.
    pub threads: usize,
    /// Loads included files.
    pub files: &'a dyn Loader,
    /// Takes a JSON object: a solution, a step, or the progress of a search.
    pub tell: Arc<dyn Fn(&str) + Send + Sync>,
    /// Ends the search once it is true.
    pub stop: Arc<AtomicBool>,
}

impl World<'_> {
    fn tell(&self, value: &Value) {
        (self.tell)(&value.to_string());
    }

    /// Returns the request of a spec for this host.
    fn request(&self, model: &Model, question: &Question) -> Request {
        let mut request = Request::of(model);
        request.host = self.host.clone();
        request.threads = self.threads;
        request.limits.time = question.time();
        #[cfg(feature = "usage")]
        {
            request.watch_memory = true;
        }
        request
    }
}

/// Answers a question, a JSON object whose member `do` names what to do. Returns a JSON object, with a sentence in the member
/// `error` if there is no other answer.
pub fn answer(question: &str, world: &World<'_>) -> String {
    let answered = serde_json::from_str::<Question>(question).map_err(|e| e.to_string());
    let answered = answered.and_then(|question| answered_by(&question, world));
    answered.unwrap_or_else(|error| json!({ "error": error })).to_string()
}

fn answered_by(question: &Question, world: &World<'_>) -> Result<Value, String> {
    match question.act {
        Act::Format => return editing::formatted(&question.text),
        Act::Import => return export::imported(&question.text),
        Act::Check => return Ok(editing::checked(question, world.files)),
        Act::Fixes => return Ok(editing::fixes(question, world.files)),
        Act::Complete => return Ok(editing::completions(question, world.files)),
        Act::Hover => return Ok(editing::hover(question, world.files)),
        _ => {}
    }
    let loaded = LoadedSpec::read(question, world.files);
    let model = loaded.sound()?;
    match question.act {
        Act::Board => board::board(model, question),
        Act::Draw => board::drawn_board(model, question),
        Act::Read => board::read(model, &question.board_text),
        Act::Solve | Act::Count | Act::Orbits => answers::run(&loaded, model, question, world),
        Act::Forced => answers::forced_cells(model, question, world),
        Act::Why => answers::why_none(&loaded, model, question, world),
        Act::Hint => desk::hint(&loaded, model, question, world),
        Act::Steps => desk::steps(&loaded, model, question, world),
        Act::Mark => desk::mark(&loaded, model, question, world),
        Act::Make => make::made(&loaded, model, question, world),
        Act::Export => export::exported(&loaded, model, &question.to, world),
        Act::Format | Act::Import | Act::Check | Act::Fixes | Act::Complete | Act::Hover => {
            Err("answered without a model".to_owned())
        }
    }
}
