//! The files of a contribution to the OEIS: the b-file, an a-file with a solution for each term that is an optimum, and the lines of the
//! entry that change (<https://oeis.org/eishelp1.html>). `~~~~` is the sign that the OEIS replaces by the name of the author
//! and the date.

use super::entry::{Entry, EntryName};
use super::report::Computed;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Limit of the OEIS on the characters of a sequence's data.
const MOST_DATA: usize = 260;

pub(super) struct Contribution<'a> {
    pub name: &'a EntryName,
    pub entry: &'a Entry,
    pub computed: &'a [Computed],
    /// The texts of the spec.
    pub spec: &'a str,
    /// The command that repeats the computation.
    pub command: &'a str,
}

/// Names of the files: the b-file, the lines of the entry, the a-file.
pub(super) fn names(entry: &EntryName) -> [String; 3] {
    let digits = entry.digits();
    [format!("b{digits}.txt"), "entry.txt".to_owned(), format!("a{digits}.txt")]
}

/// A file of the contribution.
pub(super) struct ContributionFile {
    pub name: String,
    pub text: String,
}

impl Contribution<'_> {
    /// The files to write.
    pub fn files(&self) -> Vec<ContributionFile> {
        let file = |name: String, text: String| ContributionFile { name, text };
        let [bfile, lines, afile] = names(self.name);
        let mut files = vec![file(bfile, self.bfile()), file(lines, self.entry_lines())];
        if self.has_boards() {
            files.push(file(afile, self.afile()));
        }
        files
    }

    fn has_boards(&self) -> bool {
        self.computed.iter().any(|c| c.board.is_some())
    }

    /// Terms from the first index on, without a gap: the computed ones, and the published ones that were not computed.
    fn terms(&self) -> BTreeMap<i64, BigInt> {
        let mut known = self.entry.terms.clone();
        known.extend(self.computed.iter().filter_map(|c| Some((c.term.at, c.term.value.clone().ok()?))));
        let Some((&first, _)) = known.first_key_value() else { return known };
        (first..).map_while(|at| known.remove_entry(&at)).collect()
    }

    fn bfile(&self) -> String {
        let terms = self.terms();
        let mut text = String::new();
        let computed: BTreeSet<i64> = self.computed_indices().collect();
        let only_published = terms.keys().filter(|at| !computed.contains(at));
        if let Some(words) = ranges(only_published.copied()) {
            let _ = writeln!(text, "# {words}: as published, not computed again");
        }
        if let Some(words) = ranges(computed.into_iter().filter(|at| terms.contains_key(at))) {
            let _ = writeln!(text, "# {words}: computed with nauck {}", env!("CARGO_PKG_VERSION"));
        }
        terms.iter().for_each(|(at, value)| {
            let _ = writeln!(text, "{at} {value}");
        });
        text
    }

    fn afile(&self) -> String {
        let mut text = format!("One solution for each term of {}.\n", self.name);
        for Computed { term, board, .. } in self.computed {
            if let (Ok(value), Some(board)) = (&term.value, board) {
                let _ = write!(text, "\na({}) = {value}\n{board}", term.at);
            }
        }
        text
    }

    fn entry_lines(&self) -> String {
        let name = self.name;
        let [bfile, _, afile] = names(name);
        let terms = self.terms();
        let mut text = format!("%S {name} {}\n", data(terms.values()));
        let mut line = |tag: &str, words: &str| {
            let _ = writeln!(text, "%{tag} {name} {words}");
        };
        let news =
            |is: fn(&Computed) -> bool| ranges(self.computed.iter().filter(|c| is(c)).map(|c| c.term.at));
        let (new, corrected) = (news(Computed::is_new), news(Computed::is_corrected));
        for words in self.methods() {
            line("C", &words);
        }
        if let (Some(first), Some(last)) = (terms.keys().next(), terms.keys().last()) {
            let words = format!("Table of n, a(n) for n = {first}..{last}</a>");
            line("H", &format!("~~~~, <a href=\"/{name}/{bfile}\">{words}"));
        }
        if self.has_boards() {
            line("H", &format!("~~~~, <a href=\"/{name}/{afile}\">One solution for each n</a>"));
        }
        line("o", "(Nauck)");
        self.spec.lines().filter(|l| !l.trim().is_empty()).for_each(|l| line("o", l.trim_end()));
        line("o", &format!("# {}", self.command));
        if let Some(words) = new {
            line("E", &format!("{words} from ~~~~"));
        }
        if let Some(words) = corrected {
            line("E", &format!("{words} corrected by ~~~~"));
        }
        text
    }

    /// One sentence for each method by which terms were found.
    fn methods(&self) -> Vec<String> {
        let mut by: BTreeMap<(&str, Option<&str>), Vec<i64>> = BTreeMap::new();
        for c in self.computed.iter().filter(|c| c.is_new() || c.is_corrected()) {
            by.entry((&c.engine, c.second.as_deref())).or_default().push(c.term.at);
        }
        let sentence = |((engine, second), ats): (_, Vec<i64>)| {
            let words = ranges(ats)?;
            let again = match second {
                Some(second) => format!(", and again with the engine {second}"),
                None => String::new(),
            };
            let version = env!("CARGO_PKG_VERSION");
            Some(format!("{words}: complete search with nauck {version} (engine {engine}){again}. - ~~~~"))
        };
        by.into_iter().filter_map(sentence).collect()
    }

    fn computed_indices(&self) -> impl Iterator<Item = i64> {
        self.computed.iter().filter(|c| c.term.value.is_ok()).map(|c| c.term.at)
    }
}

/// As many of the terms as the data of an entry may hold.
fn data<'t>(terms: impl Iterator<Item = &'t BigInt>) -> String {
    let mut text = String::new();
    for term in terms {
        let term = term.to_string();
        if text.len() + 2 + term.len() > MOST_DATA && !text.is_empty() {
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&term);
    }
    text
}

/// Ascending indices in the words of the OEIS, such as `a(3), a(5)-a(7)`.
fn ranges(ats: impl IntoIterator<Item = i64>) -> Option<String> {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for at in ats {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == at => *last = at,
            _ => ranges.push((at, at)),
        }
    }
    let words = |&(first, last): &(i64, i64)| match last - first {
        0 => format!("a({first})"),
        _ => format!("a({first})-a({last})"),
    };
    let words: Vec<String> = ranges.iter().map(words).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_joined() {
        assert_eq!(ranges([3, 5, 6, 7]).as_deref(), Some("a(3), a(5)-a(7)"));
        assert_eq!(ranges([]), None);
    }

    #[test]
    fn data_is_short() {
        let long = [BigInt::from(10).pow(200), BigInt::from(10).pow(100)];
        assert_eq!(data(long.iter()).len(), 201);
        assert_eq!(data([BigInt::from(1), BigInt::from(2)].iter()), "1, 2");
    }
}
