//! A computed term beside the published one, as a row of the table, and the closing line.

use super::entry::{Entry, EntryName};
use crate::cli::terms::Term;
use num_bigint::BigInt;

/// A computed term.
pub(super) struct Computed {
    pub term: Term,
    /// The published term.
    pub published: Option<BigInt>,
    /// The engine that computed it, and the engine that agrees.
    pub engine: String,
    pub second: Option<String>,
    /// A solution, if the term is an optimum.
    pub board: Option<String>,
}

impl Computed {
    /// Returns true if the entry lacks this term.
    pub fn is_new(&self) -> bool {
        self.term.value.is_ok() && self.published.is_none()
    }

    /// Returns true if the entry has another number here.
    pub fn is_corrected(&self) -> bool {
        matches!((&self.term.value, &self.published), (Ok(value), Some(published)) if value != published)
    }

    /// Index, value, and how the entry compares.
    pub fn row(&self, entry: &Entry) -> String {
        let number = self.term.value.as_ref().map_or_else(|_| "-".to_owned(), ToString::to_string);
        let words = match (&self.term.value, &self.published) {
            (Err(why), _) => Some(format!("open: {why}")),
            (Ok(value), Some(published)) if value == published => Some("as published".to_owned()),
            (Ok(_), Some(published)) => Some(format!("DIFFERS: published as {published}")),
            (Ok(_), None) => (!entry.terms.is_empty()).then(|| "new".to_owned()),
        };
        let second = self.second.as_ref().map(|second| format!("({second} agrees)"));
        let row =
            [Some(format!("{:>5}  {number:>12}", self.term.at)), words.map(|w| format!(" {w}")), second];
        row.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// Comparison of the computed terms with the entry, in one line.
pub(super) fn closing(name: &EntryName, entry: &Entry, computed: &[Computed]) -> String {
    let number = |is: &dyn Fn(&Computed) -> bool| computed.iter().filter(|c| is(c)).count();
    let Some(last) = entry.last() else {
        return format!("{name}: nothing to compare with; name its file with --known");
    };
    let new = number(&Computed::is_new);
    let wrong = number(&Computed::is_corrected);
    let agree = number(&|c| c.term.value.is_ok()) - new - wrong;
    let open = number(&|c| c.term.value.is_err());
    let mut parts = vec![format!("{agree} as published"), format!("{new} new")];
    parts.extend((wrong > 0).then(|| format!("{wrong} different")));
    parts.extend((open > 0).then(|| format!("{open} open")));
    format!("{name}, published to {last}: {}", parts.join(", "))
}
