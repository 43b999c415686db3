//! Kinds whose names may be exchanged. They are reported beside the symmetry, since exchanges are part of an orbit only on request.

use crate::model::{KindId, Model, exchangeable_kinds};

/// Returns a line for each class of kinds that may be exchanged, unless exchanges are part of an orbit.
pub fn exchange_lines(model: &Model, in_orbits: bool) -> Vec<String> {
    if in_orbits {
        return Vec::new();
    }
    let line = |class: &Vec<KindId>| {
        let names: Vec<&str> = class.iter().map(|&k| &*model.kind(k).name).collect();
        format!("{} may be exchanged: not part of an orbit", listed(&names))
    };
    exchangeable_kinds(model).iter().map(line).collect()
}

/// `a and b`; `a, b and c`; of many, the first and the last.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [first, .., last] if names.len() > 6 => format!("{first} to {last}"),
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        [one, ..] => (*one).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed() {
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed(&["a", "b", "c", "d", "e", "f", "g"]), "a to g");
    }
}
