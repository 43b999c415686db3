//! Help for lines that people write before they know the language: `8 queens`, `each row has 1 queen`, `a1 < a2`.
//!
//! Each form is matched word by word against the whole line, and the help is the line as the language writes it. It is given
//! only if it parses.

use super::list_guess::{Declared, list_guess};
use super::route_guess::route_guess;
use crate::syntax::parse;
use crate::text::SourceId;

/// Maximum length in bytes of a line for which a help is sought.
const MAX_LINE: usize = 200;

/// Returns the help for the line around byte `at` of `text`, if it is a known first guess.
pub(super) fn first_guess(text: &str, at: usize) -> Option<String> {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let line = text[start..].lines().next()?.split('#').next()?.trim();
    if line == "clues \"\"\"" {
        return Some("name the layer: `clues total \"\"\"`; its scope is `each total t`".to_owned());
    }
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
        let forms = [
            Self::listed,
            Self::implied,
            Self::both,
            Self::counted,
            Self::statement,
            Self::route,
            Self::connected,
            Self::around,
            Self::scoped,
            Self::cells,
        ];
        forms.iter().find_map(|form| form(self))
    }

    /// Clues: `rows: 1 2, 3`, `cage A: sum digit = 6`
    fn listed(&self) -> Option<(String, &'static str)> {
        let family = self.family();
        let piece = self.declared("piece ", ' ').unwrap_or_else(|| family.clone());
        let layer = self.declared("regions ", ' ').unwrap_or_else(|| "region".to_owned());
        let declared = Declared { family: &family, piece: &piece, layer: &layer };
        list_guess(&self.words.join(" "), &declared).map(|line| (line, ""))
    }

    /// `each row: A = 1 and B = 2`
    fn both(&self) -> Option<(String, &'static str)> {
        let at = self.words.iter().position(|w| *w == "and")?;
        let (first, second) = (&self.words[..at], &self.words[at + 1..]);
        let compares = |part: &[&str]| part.iter().any(|w| opposite(w).is_some());
        if !compares(first) || !compares(second) || self.words.contains(&"where") {
            return None;
        }
        Some((first.join(" "), "; what stands behind `and` is a rule of its own, with the same scope"))
    }

    /// `if A = 1 then B = 2`, `each row: B = 2 if A = 1`, `not A = 1`
    fn implied(&self) -> Option<(String, &'static str)> {
        let line = self.words.join(" ");
        let has_scope = matches!(self.words.first(), Some(&("each" | "in")));
        let (scope, rule) = line.split_once(": ").filter(|_| has_scope).unwrap_or(("", &line));
        let (told, note) = match rule.strip_prefix("if ") {
            Some(rest) => {
                let joints = [" then ", ": ", ", "];
                let (condition, then) = joints.iter().find_map(|joint| rest.split_once(joint))?;
                (format!("{} or {then}", negated(condition)?), "; at least one of the two must hold")
            }
            None => match rule.split_once(" if ") {
                Some((then, condition)) => {
                    (format!("{then} or {}", negated(condition)?), "; at least one of the two must hold")
                }
                None => (negated(rule.strip_prefix("not ")?)?, ""),
            },
        };
        let colon = if scope.is_empty() { "" } else { ": " };
        Some((format!("{scope}{colon}{told}"), note))
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
            ["clues", _, "are", treatment] => (
                format!("clues are {treatment}"),
                " for the clues of the board; a layer with a name has its picture before `are`",
            ),
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

    /// Loops and paths: `loop by knight`, `hamiltonian path`.
    fn route(&self) -> Option<(String, &'static str)> {
        route_guess(self.words)
    }

    /// Connected sets: `walls connected`, `connect all queens`.
    fn connected(&self) -> Option<(String, &'static str)> {
        let (["all", rest @ ..] | rest) = self.words;
        let ([p, "connected"] | [p, "is" | "are", "connected"] | ["connect", p] | ["connect", "all", p]) =
            rest
        else {
            return None;
        };
        Some((format!("connected {}", self.kind(p)), ""))
    }

    /// Cells around a cell: `count queen beside = 0`, `no touching queens`.
    fn around(&self) -> Option<(String, &'static str)> {
        let moves = |word: &str| match word {
            "beside" => Some("wazir"),
            "touching" | "adjacent" | "around" => Some("king"),
            _ => None,
        };
        let note = "; `within wazir` means the cells that share a side, `within king` all around";
        if let ["no", word @ ("touching" | "adjacent"), rest @ ..] = self.words {
            let piece = rest.first().map_or_else(|| "piece".to_owned(), |p| self.kind(p));
            return Some((format!("each {piece}: count {piece} within {} = 0", moves(word)?), note));
        }
        let at = self.words.iter().position(|w| moves(w).is_some())?;
        if at < 2 || !matches!(self.words[at - 2], "count" | "cells" | "sum") {
            return None;
        }
        let within = format!("within {}", moves(self.words[at])?);
        let mut words = self.words.to_vec();
        words[at] = &within;
        Some((words.join(" "), note))
    }

    /// Rules with a scope.
    fn scoped(&self) -> Option<(String, &'static str)> {
        if let &[first @ ("each" | "in"), ref scope @ .., "all", "different"] = self.words {
            return Some((format!("{first} {} distinct {}", scope.join(" "), self.family()), ""));
        }
        let &["each", ref rest @ ..] = self.words else { return None };
        let line = self.words.join(" ");
        if let [scope @ .., "each", family, "once"] = rest {
            return Some((format!("each {} distinct {family}", scope.join(" ")), ""));
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
        let sign = |w: &str| opposite(w).is_some() || matches!(w, "+" | "-" | "*");
        let is_value = |w: &str| is_cell(w) || w.bytes().all(|b| b.is_ascii_digit());
        let alternate = |(i, w): (usize, &&str)| if i % 2 == 0 { is_value(w) } else { sign(w) };
        if self.words.len() < 3
            || self.words.len().is_multiple_of(2)
            || !self.words.iter().enumerate().all(alternate)
            || !self.words.iter().any(|w| is_cell(w))
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

/// Returns the relation that holds where this one does not.
fn opposite(relation: &str) -> Option<&'static str> {
    Some(match relation {
        "=" | "==" => "!=",
        "!=" => "=",
        "<" => ">=",
        ">=" => "<",
        ">" => "<=",
        "<=" => ">",
        _ => return None,
    })
}

/// Returns a comparison with the opposite relation.
fn negated(comparison: &str) -> Option<String> {
    let words: Vec<&str> = comparison.split(' ').collect();
    let relations = words.iter().filter(|w| opposite(w).is_some()).count();
    // Of several comparisons, or of one with a condition, the opposite is another.
    if relations != 1 || words.iter().any(|w| matches!(*w, "and" | "or" | "not" | "where")) {
        return None;
    }
    Some(words.iter().map(|w| opposite(w).unwrap_or(w)).collect::<Vec<_>>().join(" "))
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
            (digits, "in a1..b2: all different", "in a1..b2: distinct digit"),
            (digits, "clues total are empty", "clues are empty"),
            (digits, "a1 < a2 < b2", "digit at a1 < digit at a2 < digit at b2"),
            (digits, "value a1 = 3", "digit at a1 = 3"),
            (digits, "a1 = 3", "digit at a1 = 3"),
            (digits, "a1 + b1 + c1 = 12", "digit at a1 + digit at b1 + digit at c1 = 12"),
            (digits, "each row: each digit once", "each row: distinct digit"),
            (digits, "each cage: sum digit = {A1: 6}", "cage: sum digit = {A1: 6}"),
            (digits, "cage A1: sum digit = 6", "in cage A1: sum digit = 6"),
            (queens, "if count queen = 1 then count empty = 3", "count queen != 1 or count empty = 3"),
            (digits, "each region: distinct digit", "each cage: distinct digit"),
            (queens, "if count queen = 1 then count empty > 2", "count queen != 1 or count empty > 2"),
            (queens, "if count queen >= 1: count empty = 3", "count queen < 1 or count empty = 3"),
            (
                queens,
                "each row: if count queen = 1 then count empty = 3",
                "each row: count queen != 1 or count empty = 3",
            ),
            (
                queens,
                "each row: count empty = 3 if count queen = 1",
                "each row: count empty = 3 or count queen != 1",
            ),
            (queens, "not count queen = 3", "count queen != 3"),
            (queens, "each row: count queen = 1 and count empty = 3", "each row: count queen = 1"),
            (queens, "loop by knight", "loop tour by knight"),
            (queens, "loop tour", "loop tour by wazir"),
            (queens, "path from a1 to h8", "path walk by wazir from a1 to h8"),
            (queens, "path walk from a1", "path walk by wazir from a1"),
            (queens, "queens are connected", "connected queen"),
            (queens, "queens connected", "connected queen"),
            (queens, "knight's tour", "loop tour by knight through every cell"),
            (queens, "visit all cells", "loop tour by knight through every cell"),
            (queens, "each queen: count queen touching = 0", "each queen: count queen within king = 0"),
            (queens, "each queen: count queen beside = 0", "each queen: count queen within wazir = 0"),
            (queens, "no touching queens", "each queen: count queen within king = 0"),
            (queens, "place queen on a1", "place queen at a1"),
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
