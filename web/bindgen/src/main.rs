//! Writes the JavaScript that loads a module of WebAssembly: `bindgen MODULE.wasm FOLDER`.

use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [module, folder] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "MODULE FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).no_modules(true)?.typescript(false).remove_name_section(true);
    Ok(bindgen.generate(folder)?)
}
