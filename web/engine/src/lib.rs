//! The engine of the page: the library behind questions and answers in JSON, so that the page holds plain data only.
//!
//! A worker of the page passes each question to [`answer`] and takes what arrives on the way (solutions, steps, progress)
//! from its [`World`]. Nothing of it depends on a browser, so `cargo test` in this folder runs it on any machine; `browser`
//! is the thin part that does. Like the command, the engine uses the modules of the library that its public interface hides.

mod answers;
mod board;
#[cfg(target_arch = "wasm32")]
mod browser;
mod desk;
mod editing;
mod export;
mod question;
mod spec;
#[cfg(test)]
mod tests;
mod utf16;

use nauck::Host;
use question::{Act, Question};
use serde_json::{Value, json};
use spec::LoadedSpec;
use std::time::Duration;

/// The means by which a page lends its clock to the engine, and takes what a search finds on the way.
#[derive(Clone, Copy)]
pub struct World {
    /// Returns the time since some fixed moment, in milliseconds.
    pub now: fn() -> f64,
    /// Takes a JSON object: a solution, a step, or the progress of a search.
    pub tell: fn(&str),
}

impl World {
    fn host(self) -> Host {
        Host::bare().with_clock(move || Duration::from_secs_f64((self.now)().max(0.0) / 1000.0))
    }

    fn tell(self, value: &Value) {
        (self.tell)(&value.to_string());
    }
}

/// Answers a question, a JSON object whose member `do` names what to do. Returns a JSON object, with a sentence in the member
/// `error` if there is no other answer.
pub fn answer(question: &str, world: World) -> String {
    let answered = serde_json::from_str::<Question>(question).map_err(|e| e.to_string());
    let answered = answered.and_then(|question| answered_by(&question, world));
    answered.unwrap_or_else(|error| json!({ "error": error })).to_string()
}

fn answered_by(question: &Question, world: World) -> Result<Value, String> {
    match question.act {
        Act::Library => {
            spec::fill_library(&question.files);
            return Ok(json!({}));
        }
        Act::Format => return editing::formatted(&question.text),
        Act::Check => return Ok(editing::checked(question)),
        Act::Fixes => return Ok(editing::fixes(question)),
        Act::Complete => return Ok(editing::completions(question)),
        Act::Hover => return Ok(editing::hover(question)),
        _ => {}
    }
    let loaded = LoadedSpec::read(question);
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
        Act::Export => export::exported(&loaded, model, &question.to),
        Act::Library | Act::Format | Act::Check | Act::Fixes | Act::Complete | Act::Hover => {
            Err("answered without a model".to_owned())
        }
    }
}
