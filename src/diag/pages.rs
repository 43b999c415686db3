//! Help pages by code: meaning, minimal wrong example, remedy. The pages are the sections of `docs/diagnostics`, each of
//! which has its code as its heading.

/// Documents, in the order in which their codes are listed.
const DOCUMENTS: &[&str] = &[
    include_str!("../../docs/diagnostics/form.md"),
    include_str!("../../docs/diagnostics/names.md"),
    include_str!("../../docs/diagnostics/numbers.md"),
    include_str!("../../docs/diagnostics/boards.md"),
    include_str!("../../docs/diagnostics/pieces.md"),
    include_str!("../../docs/diagnostics/rules.md"),
    include_str!("../../docs/diagnostics/lints.md"),
    include_str!("../../docs/diagnostics/command.md"),
    include_str!("../../docs/diagnostics/certificates.md"),
];

/// Text before and after the code in a section's heading.
const HEADING: (&str, &str) = ("\n## `", "`\n");

/// Returns every code with its section, without the heading.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = DOCUMENTS.iter().flat_map(|d| d.split(HEADING.0).skip(1));
    parts.filter_map(|part| part.split_once(HEADING.1))
}

/// Returns the codes that have a page, each with the first sentence of its page.
pub fn codes() -> Vec<(&'static str, &'static str)> {
    let sentence = |page: &'static str| page.trim().split_inclusive(". ").next().unwrap_or("").trim();
    let first = |page: &'static str| sentence(page.trim().lines().next().unwrap_or(""));
    sections().map(|(code, page)| (code, first(page))).collect()
}

/// Returns the page of a code, as Markdown. Examples are blocks marked `wrong` and `right`.
pub fn page(code: &str) -> Option<&'static str> {
    sections().find(|s| s.0 == code).map(|s| s.1)
}
