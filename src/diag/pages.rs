//! A page for each code: what it means, a smallest wrong example, the remedy. The pages are those of `docs/diagnostics`,
//! where a section begins with its code as a heading.

/// The documents, in the order in which their codes are listed.
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

/// What stands before the code of a section, and behind it.
const HEADING: (&str, &str) = ("\n## `", "`\n");

/// Every code that has a page, and its section without the heading.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = DOCUMENTS.iter().flat_map(|d| d.split(HEADING.0).skip(1));
    parts.filter_map(|part| part.split_once(HEADING.1))
}

/// The codes that have a page, each with the first sentence of it.
pub fn codes() -> Vec<(&'static str, &'static str)> {
    let sentence = |page: &'static str| page.trim().split_inclusive(". ").next().unwrap_or("").trim();
    let first = |page: &'static str| sentence(page.trim().lines().next().unwrap_or(""));
    sections().map(|(code, page)| (code, first(page))).collect()
}

/// The page of a code, as Markdown; examples are blocks marked `wrong` and `right`.
pub fn page(code: &str) -> Option<&'static str> {
    sections().find(|s| s.0 == code).map(|s| s.1)
}
