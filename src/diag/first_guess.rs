//! Help for lines that people write before they know the language: `8 queens`, `each row has 1 queen`, `a1 < a2`.
//!
//! Each form is matched word by word against the whole line, and the help is the line as the language writes it. It is given
//! only if it parses.

use crate::syntax::parse;
use crate::text::SourceId;

/// Maximum length in bytes of a line for which a help is sought.
const MAX_LINE: usize = 200;

/// Returns the help for the line around byte `at` of `text`, if it is a known first guess.
pub(super) fn first_guess(text: &str, at: usize) -> Option<String> {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let line = text[start..].lines().next()?.split('#').next()?.trim();
    if line.len() > MAX_LINE || line.contains('"') {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let guess = GuessedLine { text, words: &words };
    let (written, note) = guess.in_this_language()?;
    let parses = parse(SourceId(0), &written).1.is_empty();
    parses.then(|| format!("write `{written}`{note}"))
}

/// A line with the text that contains it.
struct GuessedLine<'t> {
    text: &'t str,
    words: &'t [&'t str],
}

impl GuessedLine<'_> {
    /// Returns the line in this language, and a remark.
    fn in_this_language(&self) -> Option<(String, &'static str)> {
        self.counted().or_else(|| self.statement()).or_else(|| self.scoped()).or_else(|| self.cells())
    }

    /// `8 queens`, `at most 3 queen`, `each row has 1 queen`
    fn counted(&self) -> Option<(String, &'static str)> {
        let count = |n: &str, p: &str, relation: &str| {
            let plain = n.bytes().all(|b| b.is_ascii_digit()) || n.len() == 1;
            plain.then(|| format!("count {} {relation} {n}", self.kind(p)))
        };
        let told = match self.words {
            ["at", "most", n, p] => count(n, p, "<=")?,
            ["at", "least", n, p] => count(n, p, ">=")?,
            ["exactly", n, p] => count(n, p, "=")?,
            [n, p] if n.bytes().all(|b| b.is_ascii_digit()) => count(n, p, "=")?,
            ["each", scope @ .., "has", n, p] => {
                let (scope, note) = match scope {
                    [] => ("row".to_owned(), " (or another scope in place of `row`)"),
                    named => (named.join(" "), ""),
                };
                return Some((format!("each {scope}: {}", count(n, p, "=")?), note));
            }
            _ => return None,
        };
        Some((told, ""))
    }

    /// Statements with another word or another order.
    fn statement(&self) -> Option<(String, &'static str)> {
        Some(match self.words {
            ["find", "first" | "one"] => ("find 1".to_owned(), ""),
            ["find", "unique"] => {
                ("expect unique".to_owned(), ", and `puzzle test` checks that there is exactly one solution")
            }
            ["expect", n] if n.bytes().all(|b| b.is_ascii_digit()) => (format!("expect solutions = {n}"), ""),
            ["board", n] if self.is_number(n) => (format!("board {n} x {n}"), ""),
            ["keep", cells @ .., "empty"] if !cells.is_empty() => {
                (format!("keep empty {}", cells.join(" ")), "")
            }
            ["place", piece, "on", cells @ ..] => (format!("place {piece} at {}", cells.join(" ")), ""),
            ["no", "attacks", "between", one] if !one.contains(',') => (
                format!("no attacks among {one}"),
                "; `between` needs two sides: `no attacks between white, black`",
            ),
            [line @ ("row" | "column"), number, rest @ ..] if number.ends_with(':') => {
                (format!("in {line} {number} {}", rest.join(" ")), "")
            }
            _ => return None,
        })
    }

    /// Rules with a scope.
    fn scoped(&self) -> Option<(String, &'static str)> {
        let &["each", ref rest @ ..] = self.words else { return None };
        let line = self.words.join(" ");
        if let [scope @ .., "all", "different"] = rest {
            let scope = scope.join(" ");
            return Some((format!("each {} distinct {}", scope, self.family()), ""));
        }
        for (wrong, right) in [("col", "column"), ("square", "cell"), ("field", "cell")] {
            if rest.iter().any(|w| w.trim_end_matches([':', ',']) == wrong) {
                return Some((line.replacen(wrong, right, 1), ""));
            }
        }
        let is_layer = |w: &&str| w.trim_end_matches([':', ',']) == "region";
        if let (true, Some(layer)) = (rest.iter().any(is_layer), self.declared("regions ", ' ')) {
            return Some((line.replacen("region", &layer, 1), ""));
        }
        let at = rest.iter().position(|w| matches!(*w, "neighbours" | "neighbors" | "adjacent"))?;
        let piece = rest.get(at + 1)?;
        let old = format!("{} {piece}", rest[at]);
        let new = format!("count {} within king", self.kind(piece));
        Some((line.replacen(&old, &new, 1), "; `within wazir` means the cells that share a side"))
    }

    /// Cells without a family: `a1 < a2`, `value a1 = 3`, `in a1-b2`.
    fn cells(&self) -> Option<(String, &'static str)> {
        let family = self.family();
        if let Some(area) = self.words.iter().find(|w| is_area(w)) {
            let line = self.words.join(" ");
            return Some((line.replacen(*area, &area.replacen('-', "..", 1), 1), ""));
        }
        if let ["value", cell, rest @ ..] = self.words {
            let rest = if rest.is_empty() { "= 1".to_owned() } else { rest.join(" ") };
            return is_cell(cell).then(|| (format!("{family} at {cell} {rest}"), ""));
        }
        let relation = |w: &str| matches!(w, "<" | "<=" | ">" | ">=" | "=" | "!=");
        let alternate = |(i, w): (usize, &&str)| if i % 2 == 0 { is_cell(w) } else { relation(w) };
        if self.words.len() < 3
            || self.words.len().is_multiple_of(2)
            || !self.words.iter().enumerate().all(alternate)
        {
            return None;
        }
        let told = |w: &&str| if is_cell(w) { format!("{family} at {w}") } else { (*w).to_owned() };
        Some((self.words.iter().map(told).collect::<Vec<_>>().join(" "), ""))
    }

    /// Returns true for a number or a parameter.
    fn is_number(&self, word: &str) -> bool {
        let declaration = format!("param {word} ");
        word.bytes().all(|b| b.is_ascii_digit())
            || self.text.lines().any(|line| line.trim_start().starts_with(&declaration))
    }

    /// Returns the first family that the text declares.
    fn family(&self) -> String {
        self.declared("pieces ", '[').unwrap_or_else(|| "digit".to_owned())
    }

    /// Returns the first name that a statement with this word declares; the name ends before `end`.
    fn declared(&self, word: &str, end: char) -> Option<String> {
        let name = self.text.lines().find_map(|line| line.trim().strip_prefix(word)?.split(end).next())?;
        let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        plain.then(|| name.to_owned())
    }

    /// Returns the name of a piece, in the singular if the text has only that.
    fn kind(&self, word: &str) -> String {
        let mut known = self.text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        match word.strip_suffix('s') {
            Some(singular) if known.any(|w| w == singular) => singular.to_owned(),
            _ => word.to_owned(),
        }
    }
}

/// Returns true for a cell such as `a1`.
fn is_cell(word: &str) -> bool {
    let row = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    row.len() < word.len() && !row.is_empty() && row.bytes().all(|b| b.is_ascii_digit())
}

/// Returns true for two cells joined by a `-`.
fn is_area(word: &str) -> bool {
    word.trim_end_matches(':').split_once('-').is_some_and(|(a, b)| is_cell(a) && is_cell(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First guesses after a board, and the line that the help names.
    #[test]
    fn first_guesses_get_the_right_line() {
        let queens = "board 8 x 8\nuse queen\n";
        let digits = "board 6 x 6\npieces digit[1..6]\nregions cage = blocks 3 x 2\n";
        let table = [
            (queens, "8 queens", "count queen = 8"),
            (queens, "at most 3 queen", "count queen <= 3"),
            (queens, "at least 3 queens", "count queen >= 3"),
            (queens, "exactly 8 queens", "count queen = 8"),
            (queens, "each row has 1 queen", "each row: count queen = 1"),
            (queens, "each has 1 queen", "each row: count queen = 1"),
            (queens, "find first", "find 1"),
            (queens, "find unique", "expect unique"),
            (queens, "row 3: count queen = 1", "in row 3: count queen = 1"),
            (queens, "each col: count queen = 1", "each column: count queen = 1"),
            (queens, "count queen in a1-b2 = 1", "count queen in a1..b2 = 1"),
            (queens, "each queen: neighbours queen = 1", "each queen: count queen within king = 1"),
            (queens, "no attacks between queen", "no attacks among queen"),
            (queens, "each empty square: attackers >= 1", "each empty cell: attackers >= 1"),
            (queens, "keep a1 empty", "keep empty a1"),
            (queens, "place queen on a1, b3", "place queen at a1, b3"),
            (queens, "expect 92", "expect solutions = 92"),
            (digits, "each row: all different", "each row: distinct digit"),
            (digits, "a1 < a2 < b2", "digit at a1 < digit at a2 < digit at b2"),
            (digits, "value a1 = 3", "digit at a1 = 3"),
            (digits, "each region: distinct digit", "each cage: distinct digit"),
            ("", "board 8", "board 8 x 8"),
            ("param n = 8\n", "board n", "board n x n"),
        ];
        for (head, line, wanted) in table {
            let text = format!("{head}{line}\n");
            let help = first_guess(&text, head.len()).unwrap_or_default();
            assert!(help.starts_with(&format!("write `{wanted}`")), "{line}: {help}");
        }
        for line in ["count queen = 8", "each row: count queen = 1", "board 8 x 8", "find 2"] {
            assert_eq!(first_guess(&format!("{queens}{line}\n"), queens.len()), None, "{line}");
        }
    }
}
