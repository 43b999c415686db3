//! The expectations of every spec under `examples/` hold, and every part there is sound.

use super::specs::{files_below, hold, project, spec_at};
use nauck::model::check::Overrides;

/// Examples with settings of more than about a second, which are left to `puzzle test examples`: the file, and the largest
/// parameter value to test here (`None`: skip the file).
const LONG: &[(&str, Option<i64>)] = &[
    ("a000769_no_three_in_line", Some(6)),
    ("a103330_queens_and_pawn", Some(7)),
    ("pentominoes_4x15", None),
    ("pentominoes_5x12", None),
    ("pentominoes_6x10", None),
];

#[test]
fn expectations_hold() {
    let mut held = 0;
    for path in files_below(&project().join("examples"), "puz") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let long = LONG.iter().find(|(n, _)| *n == name);
        let keep = |setting: &Overrides| match long {
            None => true,
            Some((_, None)) => false,
            Some((_, Some(last))) => setting.iter().all(|(_, value)| value <= last),
        };
        held += hold(&name, &spec_at(&path), &keep);
    }
    assert!(held > 590, "{held}");
}
