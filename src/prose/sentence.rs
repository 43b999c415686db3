//! Sentences that several statements share: rules with the same predicate, or with the same words at several places.

use super::nouns::{listed, sentence};

/// The words of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A sentence of its own.
    Plain(String),
    /// A predicate and its subject: `each row` and `holds exactly two stars`.
    About { subject: String, predicate: String },
    /// A sentence and the place at its end: `there is at least one mark` and `in a1 to a3`.
    Series { head: String, item: String },
}

impl Form {
    /// Returns the sentence of the statement alone.
    pub fn alone(&self) -> String {
        joined(&[self])
    }

    /// Returns true if one sentence can say both.
    fn joins(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plain(a), Self::Plain(b)) => a == b,
            (Self::About { predicate: a, .. }, Self::About { predicate: b, .. }) => a == b,
            (Self::Series { head: a, .. }, Self::Series { head: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// Returns the sentences of these statements, in order of their first statement.
pub(super) fn sentences(forms: &[Form]) -> Vec<String> {
    let mut groups: Vec<Vec<&Form>> = Vec::new();
    for form in forms {
        match groups.iter_mut().find(|group| group[0].joins(form)) {
            Some(group) => {
                if !group.contains(&form) {
                    group.push(form);
                }
            }
            None => groups.push(vec![form]),
        }
    }
    groups.iter().map(|group| joined(group)).collect()
}

fn joined(group: &[&Form]) -> String {
    match group {
        [Form::Plain(words), ..] => sentence(words),
        [Form::About { predicate, .. }, ..] => {
            let subjects: Vec<&str> = group
                .iter()
                .filter_map(|form| match form {
                    Form::About { subject, .. } => Some(subject.as_str()),
                    _ => None,
                })
                .collect();
            sentence(&format!("{} {predicate}", without_repetition(&subjects)))
        }
        [Form::Series { head, .. }, ..] => {
            let items: Vec<String> = group
                .iter()
                .filter_map(|form| match form {
                    Form::Series { item, .. } => Some(item.clone()),
                    _ => None,
                })
                .collect();
            let long = items.iter().any(|item| item.contains(['\u{2013}', ',']));
            let items = if long { items.join("; ") } else { listed(&items, "and") };
            sentence(&format!("{head} {items}"))
        }
        [] => String::new(),
    }
}

/// Joins subjects, of which all but the first lack the words with which all begin: `each row, column and box`.
fn without_repetition(subjects: &[&str]) -> String {
    let split: Vec<Vec<&str>> = subjects.iter().map(|s| s.split(' ').collect()).collect();
    let shared = |i: usize| {
        let word = split[0].get(i);
        word.is_some() && split.iter().all(|words| words.get(i) == word && words.len() > i + 1)
    };
    let common = (0..).take_while(|&i| shared(i)).count();
    let items: Vec<String> = split
        .iter()
        .enumerate()
        .map(|(i, words)| words[if i == 0 { 0 } else { common }..].join(" "))
        .collect();
    listed(&items, "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_share_sentences() {
        let about = |subject: &str| Form::About {
            subject: subject.to_owned(),
            predicate: "holds exactly two stars".to_owned(),
        };
        let place = |item: &str| Form::Series { head: "there is a mark".to_owned(), item: item.to_owned() };
        let forms = [
            about("each row"),
            place("in row 1"),
            about("each column"),
            Form::Plain("no two stars touch".to_owned()),
            about("each region"),
            place("in row 2"),
        ];
        assert_eq!(
            sentences(&forms),
            [
                "Each row, column and region holds exactly two stars.",
                "There is a mark in row 1 and in row 2.",
                "No two stars touch.",
            ]
        );
        assert_eq!(
            without_repetition(&["the numbers on the left", "the numbers above"]),
            "the numbers on the left and above"
        );
    }
}
