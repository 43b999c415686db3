//! Nouns with their plurals, numbers in words, and lists.

use crate::syntax::ast::Relation;

/// A countable noun, such as `star`, `black cell` or `turn of the fence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noun {
    pub one: String,
    pub many: String,
}

impl Noun {
    pub fn new(one: impl Into<String>, many: impl Into<String>) -> Self {
        Self { one: one.into(), many: many.into() }
    }

    /// Returns the noun of an identifier: words for its underscores, and a regular plural.
    pub fn of(name: &str) -> Self {
        let words = spaced(name);
        let many = plural(&words);
        Self { one: words, many }
    }

    /// Returns `head of NOUN`, in the plural `heads of NOUN`.
    pub fn of_part(head: &str, whole: &str) -> Self {
        Self { one: format!("{head} of {whole}"), many: format!("{} of {whole}", plural(head)) }
    }

    /// Returns the noun with its number: `one star`, `12 stars`.
    pub fn counted(&self, number: i64) -> String {
        format!("{} {}", cardinal(number), if number == 1 { &self.one } else { &self.many })
    }

    /// Returns the noun with an indefinite article.
    pub fn with_article(&self) -> String {
        format!("{} {}", article(&self.one), self.one)
    }

    /// Returns a number of things that stands in a relation to `number`: `exactly two stars`, `no stars`.
    pub fn quantity(&self, relation: Relation, number: i64) -> String {
        match (relation, number) {
            (Relation::Eq | Relation::Le, 0) | (Relation::Lt, 1) => format!("no {}", self.many),
            (Relation::Eq, n) => format!("exactly {}", self.counted(n)),
            (Relation::Le, n) => format!("at most {}", self.counted(n)),
            (Relation::Lt, n) => format!("fewer than {}", self.counted(n)),
            (Relation::Ne | Relation::Gt, 0) => format!("at least one {}", self.one),
            (Relation::Ge, n) => format!("at least {}", self.counted(n)),
            (Relation::Gt, n) => format!("more than {}", self.counted(n)),
            (Relation::Ne, n) => format!("any number of {} but {}", self.many, cardinal(n)),
        }
    }
}

/// Returns an identifier as words.
pub(super) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Returns the regular plural of the last word.
pub(super) fn plural(words: &str) -> String {
    let before_y = words.strip_suffix('y').and_then(|stem| stem.chars().last());
    if words.len() > 2 && ["s", "sh", "ch", "x", "z"].iter().any(|end| words.ends_with(end)) {
        return format!("{words}es");
    }
    match before_y {
        Some(letter) if !"aeiou".contains(letter) => format!("{}ies", &words[..words.len() - 1]),
        _ if words.chars().count() <= 2 => format!("{words}'s"),
        _ => format!("{words}s"),
    }
}

pub(super) fn article(word: &str) -> &'static str {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'F', 'I', 'L', 'N', 'O', 'S', 'X', '8']);
    let u = word.starts_with('u') && !word.starts_with("uni");
    let capital_word = word.chars().nth(1).is_some_and(char::is_lowercase);
    if vowel && !(capital_word && word.starts_with(['F', 'L', 'N', 'S', 'X'])) || u { "an" } else { "a" }
}

/// Returns a number as a word up to ten, otherwise in digits.
pub(super) fn cardinal(number: i64) -> String {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    match usize::try_from(number).ok().and_then(|n| WORDS.get(n)) {
        Some(word) => (*word).to_owned(),
        None => digits(number),
    }
}

/// Returns a number in digits, with a true minus sign.
pub(super) fn digits(number: i64) -> String {
    number.to_string().replace('-', "\u{2212}")
}

/// Returns how often: `once`, `twice`, `5 times`.
pub(super) fn times(number: i64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{} times", cardinal(n)),
    }
}

/// Joins items with commas and a word before the last: `a, b and c`.
pub(super) fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Joins nouns, of which each that begins like the first lacks its first word: `tiles F, L and T`.
pub(super) fn listed_nouns(nouns: &[String], word: &str) -> String {
    let head = nouns.first().and_then(|first| first.split_once(' ')).map(|(head, _)| format!("{head} "));
    let is_short = |head: &str| matches!(head, "tile " | "tiles " | "piece " | "pieces ");
    let Some(head) = head.filter(|h| is_short(h) && nouns.iter().all(|noun| noun.starts_with(h.as_str())))
    else {
        return listed(nouns, word);
    };
    let bare: Vec<String> = nouns.iter().map(|noun| noun[head.len()..].to_owned()).collect();
    format!("{head}{}", listed(&bare, word))
}

/// Returns the text as a sentence: a capital letter in front, a full stop at the end.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_articles() {
        for (one, many) in [
            ("star", "stars"),
            ("box", "boxes"),
            ("princess", "princesses"),
            ("empty_city", "empty cities"),
            ("key", "keys"),
            ("d", "d's"),
            ("torch", "torches"),
        ] {
            assert_eq!(Noun::of(one).many, many, "{one}");
        }
        assert_eq!((article("empress"), article("unicorn"), article("rook")), ("an", "a", "a"));
    }

    #[test]
    fn quantities() {
        let star = Noun::of("star");
        for (relation, number, words) in [
            (Relation::Eq, 2, "exactly two stars"),
            (Relation::Eq, 0, "no stars"),
            (Relation::Le, 1, "at most one star"),
            (Relation::Lt, 1, "no stars"),
            (Relation::Ge, 12, "at least 12 stars"),
            (Relation::Ne, 0, "at least one star"),
            (Relation::Ne, 3, "any number of stars but three"),
        ] {
            assert_eq!(star.quantity(relation, number), words);
        }
        assert_eq!(listed(&["a".into(), "b".into(), "c".into()], "or"), "a, b or c");
        assert_eq!(sentence("each row"), "Each row.");
    }
}
