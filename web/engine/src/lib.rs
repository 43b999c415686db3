//! The engine of the page in a worker of a browser: its questions, its clock, and the function `tell` of the worker, which
//! takes what a search finds on the way.
#![cfg(target_arch = "wasm32")]

use nauck::Host;
use nauck::page::{Library, World, answer};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    fn tell(value: &str);
}

thread_local! {
    /// Files that specs may include.
    static LIBRARY: RefCell<Library> = RefCell::default();
}

/// Keeps files, an object of texts by name, for specs that include them.
#[wasm_bindgen]
pub fn keep(files: &str) {
    LIBRARY.set(Library(serde_json::from_str(files).unwrap_or_default()));
}

/// Answers a question, as JSON.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    let clock = || Duration::from_secs_f64(now().max(0.0) / 1000.0);
    LIBRARY.with_borrow(|files| {
        let host = Host::bare().with_clock(clock);
        answer(question, &World { host, threads: 1, files, tell: Arc::new(tell), stop: Arc::default() })
    })
}
