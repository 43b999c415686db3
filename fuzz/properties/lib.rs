//! Properties that hold for every input, one file per kind of input. The fuzz targets run them on generated inputs; the
//! project's tests include this file and run them on all stored inputs.

pub mod betza;
pub mod certificate;
pub mod checkpoint;
pub mod editor;
pub mod import;
pub mod layout;
pub mod plan;
pub mod solutions;
pub mod text;

/// Function that takes an input and panics if the property does not hold.
pub type Property = fn(&[u8]);

/// All targets, with the name of their folders in `corpus` and `regressions`.
pub const TARGETS: &[(&str, Property)] = &[
    ("text", text::holds),
    ("layout", layout::holds),
    ("betza", betza::holds),
    ("solutions", solutions::holds),
    ("certificate", certificate::holds),
    ("checkpoint", checkpoint::holds),
    ("plan", plan::holds),
    ("editor", editor::holds),
    ("import", import::holds),
];
