//! What must hold for every input whatsoever, one file a kind of input. The fuzz targets run these on inputs that they
//! make up; the project's tests include this file and run them on all inputs that were kept.

pub mod betza;
pub mod certificate;
pub mod checkpoint;
pub mod layout;
pub mod plan;
pub mod solutions;
pub mod text;

/// Takes an input; panics where its property does not hold.
pub type Property = fn(&[u8]);

/// Every target by the name of its folders in `corpus` and `regressions`.
pub const TARGETS: &[(&str, Property)] = &[
    ("text", text::holds),
    ("layout", layout::holds),
    ("betza", betza::holds),
    ("solutions", solutions::holds),
    ("certificate", certificate::holds),
    ("checkpoint", checkpoint::holds),
    ("plan", plan::holds),
];
