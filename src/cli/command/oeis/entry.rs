//! The published terms of an entry of the OEIS: its data, or a b-file.
//!
//! Formats: the internal format of an entry (`%S A000170 1,1,0,0,2`, continued by `%T` and `%U`, with the offset in `%O`;
//! <https://oeis.org/eishelp1.html>), and b-files (index and number, comments after `#`; <https://oeis.org/SubmitB.html>).

use crate::cli::exit::Failure;
use crate::cli::files;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

/// Limit on the size of a file: the longest b-files have a few megabytes.
const MOST_BYTES: usize = 1 << 26;

/// Name of an entry, such as `A000170`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct EntryName(String);

impl EntryName {
    /// The name as it stands in the names of files, such as `000170`.
    pub fn digits(&self) -> &str {
        &self.0[1..]
    }
}

impl std::fmt::Display for EntryName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for EntryName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('A').filter(|d| d.len() >= 6 && d.bytes().all(|b| b.is_ascii_digit()));
        digits
            .map(|_| Self(text.to_owned()))
            .ok_or_else(|| "write A and six digits, as in A000170".to_owned())
    }
}

/// Published terms by their indices.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub terms: BTreeMap<i64, BigInt>,
}

impl Entry {
    /// Reads the files; refuses terms that contradict each other.
    pub fn read(name: &EntryName, paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut entry = Self::default();
        for path in paths {
            let fault = |words: String| Failure::Usage(format!("`{}`: {words}", path.display()));
            let text = files::read_text(path, MOST_BYTES)?;
            for (at, value) in terms(name, &text).map_err(fault)? {
                let old = entry.terms.insert(at, value.clone());
                if let Some(old) = old.filter(|old| *old != value) {
                    let words = format!("{name}({at}) is {value} here, but {old} in another of these files");
                    return Err(fault(words));
                }
            }
        }
        Ok(entry)
    }

    /// Index of the last published term.
    pub fn last(&self) -> Option<i64> {
        self.terms.last_key_value().map(|(at, _)| *at)
    }
}

/// Terms of an entry or a b-file.
fn terms(name: &EntryName, text: &str) -> Result<Vec<(i64, BigInt)>, String> {
    let terms = if text.lines().any(|line| line.starts_with('%')) {
        of_entry(name, text)
    } else {
        text.lines()
            .enumerate()
            .filter_map(|(i, line)| of_line(line).transpose().map(|t| (i, t)))
            .map(at_line)
            .collect()
    }?;
    if terms.is_empty() { Err("it has no terms".to_owned()) } else { Ok(terms) }
}

fn at_line((i, term): (usize, Result<(i64, BigInt), String>)) -> Result<(i64, BigInt), String> {
    term.map_err(|words| format!("line {}: {words}", i + 1))
}

/// Term of a line of a b-file, unless it is empty or a comment.
fn of_line(line: &str) -> Result<Option<(i64, BigInt)>, String> {
    let line = line.split('#').next().unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [] => Ok(None),
        [at, value] => match (at.parse(), value.parse()) {
            (Ok(at), Ok(value)) => Ok(Some((at, value))),
            _ => Err("a line of a b-file is an index and a number".to_owned()),
        },
        _ => Err("a line of a b-file is an index and a number".to_owned()),
    }
}

/// Terms of an entry in the internal format.
fn of_entry(name: &EntryName, text: &str) -> Result<Vec<(i64, BigInt)>, String> {
    let mut data = String::new();
    let mut offset = None;
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(tag), Some(id)) = (words.next(), words.next()) else { continue };
        let rest = words.next().unwrap_or_default();
        if tag.starts_with('%') && id != name.0 {
            return Err(format!("it is about {id}, not about {name}"));
        }
        match tag {
            "%S" | "%T" | "%U" => data.push_str(rest.trim()),
            "%O" => offset = rest.split(',').next().and_then(|first| first.trim().parse::<i64>().ok()),
            _ => {}
        }
    }
    let offset = offset.ok_or("it lacks the line `%O` with the offset")?;
    let number =
        |text: &str| text.trim().parse().map_err(|_| format!("`{}` in its data is no number", text.trim()));
    let values = data.split(',').filter(|text| !text.trim().is_empty()).map(number);
    (offset..).zip(values).map(|(at, value): (i64, Result<BigInt, String>)| Ok((at, value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(i64, i64)>, String> {
        let name: EntryName = "A000170".parse().expect("a name");
        let small = |(at, value): (i64, BigInt)| (at, value.try_into().expect("a small number"));
        terms(&name, text).map(|terms| terms.into_iter().map(small).collect())
    }

    #[test]
    fn names_have_six_digits() {
        assert!("A000170".parse::<EntryName>().is_ok());
        for bad in ["170", "A170", "a000170", "A00017x", "../A000170"] {
            assert!(bad.parse::<EntryName>().is_err(), "{bad}");
        }
    }

    #[test]
    fn data_and_b_files_are_read() {
        let entry = "%I A000170\n%S A000170 1,1,0,\n%T A000170 0,2,10\n%N A000170 Queens, 8 of them.\n%O A000170 0,5\n";
        let expected = [(0, 1), (1, 1), (2, 0), (3, 0), (4, 2), (5, 10)];
        assert_eq!(read(entry).expect("sound"), expected);
        assert_eq!(read("# A000170\n\n0 1\n1 1 # one\n2 0\n3 0\n4 2\n5 10").expect("sound"), expected);
    }

    #[test]
    fn faults_are_named() {
        for (text, words) in [
            ("%S A000105 1,1,2\n%O A000105 0,3", "it is about A000105, not about A000170"),
            ("%S A000170 1,1,2\n", "it lacks the line `%O` with the offset"),
            ("%S A000170 1,x,2\n%O A000170 0,3", "`x` in its data is no number"),
            ("1 1\n2\n", "line 2: a line of a b-file is an index and a number"),
            ("# nothing\n", "it has no terms"),
        ] {
            assert_eq!(read(text), Err(words.to_owned()), "{text}");
        }
    }
}
