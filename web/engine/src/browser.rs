//! The engine in a worker of a browser. The worker defines the global function `tell`.

use crate::{World, answer};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    fn tell(value: &str);
}

/// Answers a question, as JSON.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    answer(question, World { now, tell })
}
