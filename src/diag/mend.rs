//! Helps that can be pasted: the corrected line of an error.

use super::nearest;
use crate::syntax::{ExpectedItem, RESERVED, SyntaxError, SyntaxErrorKind, parse};
use crate::text::Span;

/// Maximum length in bytes of a line quoted in a help.
const MAX_LINE: usize = 100;

/// Span of an error, with the text that contains it.
pub(super) struct FaultyLine<'t> {
    pub text: &'t str,
    pub span: Span,
}

impl FaultyLine<'_> {
    /// Returns "write `…`" with the erroneous characters of the line replaced, if the result parses. A line whose statement
    /// continues on the next line is parsed as far as it goes.
    pub(super) fn with(&self, replacement: &str) -> Option<String> {
        let line = self.mended(replacement)?;
        let line = line.trim();
        let goes_on = line.ends_with([',', ':', '+', '-', '*', '/', '%', '=', '<', '>'])
            || [" and", " or", " not"].iter().any(|word| line.ends_with(word));
        let open = |e: &SyntaxError| {
            use SyntaxErrorKind::{UnclosedBracket, UnclosedPicture};
            matches!(e.kind, UnclosedBracket { .. } | UnclosedPicture)
                || goes_on && e.span.start as usize >= line.len()
        };
        parse(self.span.source, line).1.iter().all(open).then(|| format!("write `{line}`"))
    }

    /// Returns the line with the erroneous characters replaced.
    fn mended(&self, replacement: &str) -> Option<String> {
        let range = self.span.range();
        let start = self.text[..range.start].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |i| range.end + i);
        if self.text[range.clone()].contains('\n') || end - start > MAX_LINE {
            return None;
        }
        let tail = &self.text[range.end..end];
        // A `#` may stand within quotes, so a line with quotes keeps its tail.
        let tail = if tail.contains('"') { tail } else { tail.split('#').next().unwrap_or("") };
        Some(format!("{}{replacement}{}", &self.text[start..range.start], tail.trim_end()))
    }

    /// Help for a scope without a sign before its rule or the next scope: `each rook attackers = 2`.
    pub(super) fn forgotten_joint(&self) -> Option<String> {
        let before = &self.text[..self.span.start as usize];
        let line = before.rsplit('\n').next()?.trim_start();
        let scoped = line.starts_with("each ").then_some(self)?;
        scoped.with_inserted(":").or_else(|| scoped.with_inserted(","))
    }

    /// Returns the line with the word before the error replaced, if that word is `word`.
    fn with_word_before(&self, word: &str, replacement: &str) -> Option<String> {
        let before = self.text[..self.span.start as usize].trim_end_matches(' ');
        let start = u32::try_from(before.strip_suffix(word)?.len()).ok()?;
        let span = Span { start, end: u32::try_from(before.len()).ok()?, ..self.span };
        FaultyLine { text: self.text, span }.with(replacement)
    }

    /// Help for a file name without quotes.
    pub(super) fn quoted_include(&self) -> Option<String> {
        let at = self.span.start as usize;
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let line = self.text[start..].lines().next()?.trim();
        let name = line.strip_prefix("include ")?.split_whitespace().next()?;
        (!name.contains('"') && name.len() < MAX_LINE).then(|| format!("write `include \"{name}\"`"))
    }

    /// Returns the line with `sign` inserted before the error, with the usual spaces.
    pub(super) fn with_inserted(&self, sign: &str) -> Option<String> {
        let at = self.span.start as usize;
        let kept = self.text[..at].trim_end_matches(' ').len();
        let put = match sign {
            ".." => sign.to_owned(),
            ")" | "]" | "}" | "," | ":" => format!("{sign} "),
            _ => format!(" {sign} "),
        };
        let gap =
            Span { start: u32::try_from(kept).unwrap_or(self.span.start), end: self.span.start, ..self.span };
        FaultyLine { text: self.text, span: gap }.with(&put)
    }
}

/// Returns the help for an unexpected token, if the mistake can be guessed.
pub(super) fn mend(found: &str, expected: &[ExpectedItem], line: &FaultyLine<'_>) -> Option<String> {
    turned(found, expected, line)
        .or_else(|| misspelt(found, expected, line))
        .or_else(|| missing(found, expected, line))
        .or_else(|| misspelt_before(found, line))
}

/// Help for a phrase that has another form in this language.
fn turned(found: &str, expected: &[ExpectedItem], line: &FaultyLine<'_>) -> Option<String> {
    match (found, expected) {
        // `attacks on queen`: the attackers are missing.
        ("on", _) if expected.contains(&ExpectedItem::Thing("a piece")) => line.with("piece on"),
        // `no attacks within knight`: `among` was meant.
        (_, [ExpectedItem::Word("kinds")]) => line.with_word_before("within", "among"),
        // `pair tent within wazir`: the partner is missing.
        ("within", _) if expected.contains(&ExpectedItem::Word("with")) => {
            let help = line.with("with tree within")?;
            Some(help.replacen("write", "name both sides, such as", 1))
        }
        _ => None,
    }
}

/// Returns the first word of a location that is nearest to `word`.
pub(super) fn near_location(word: &str) -> Option<&'static str> {
    let all = THINGS.iter().filter(|t| t.0 == ExpectedItem::LOCATION).flat_map(|t| t.1.iter().copied());
    nearest(word, all)
}

/// Help for a word that was read as a name but is close to a reserved word, if the replacement parses:
/// `piece a = lepa (1, 2)`.
fn misspelt_before(found: &str, line: &FaultyLine<'_>) -> Option<String> {
    let before = line.text[..line.span.start as usize].trim_end_matches(' ');
    let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
    let word = before.get(start..).filter(|w| !found.is_empty() && !RESERVED.contains(w))?;
    let near = nearest(word, RESERVED.iter().copied())?;
    let span =
        Span { start: u32::try_from(start).ok()?, end: u32::try_from(before.len()).ok()?, ..line.span };
    FaultyLine { text: line.text, span }.with(near)
}

/// Help for a word close to an expected one.
fn misspelt(found: &str, expected: &[ExpectedItem], line: &FaultyLine<'_>) -> Option<String> {
    let words = expected.iter().filter_map(|e| if let ExpectedItem::Word(w) = e { Some(*w) } else { None });
    let things = THINGS.iter().filter(|t| expected.contains(&ExpectedItem::Thing(t.0))).flat_map(|t| t.1);
    nearest(found, words.chain(things.copied())).and_then(|word| line.with(word))
}

/// First words of the things that a message lists under one name.
const THINGS: &[(&str, &[&str])] = &[
    (
        ExpectedItem::SCOPE,
        &[
            "row", "column", "diagonal", "falling", "rising", "window", "straight", "cell", "empty", "clue",
            "kind", "piece",
        ],
    ),
    (ExpectedItem::EXPECTATION, &["solutions", "orbits", "optimum", "unique", "none"]),
    (ExpectedItem::LOCATION, &["row", "column", "border", "corners", "diagonal", "antidiagonal", "cells"]),
    (ExpectedItem::SYMMETRY, &["half", "quarter", "mirror"]),
    (ExpectedItem::MOVE, &["leap", "ride", "betza", "none", "stay"]),
];

/// Help for a missing sign or word that can be determined.
fn missing(found: &str, expected: &[ExpectedItem], line: &FaultyLine<'_>) -> Option<String> {
    let begins_something =
        found.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '[' | '"' | '-'));
    if begins_something && expected.contains(&ExpectedItem::Thing(ExpectedItem::RELATION)) {
        return line.with_inserted("=");
    }
    if expected.contains(&ExpectedItem::Word("x")) {
        return sides(found, line);
    }
    let colon = ExpectedItem::Sign(":");
    // Where an operator is possible too, a closing bracket is not a better guess.
    let operator = ExpectedItem::Thing(ExpectedItem::OPERATOR);
    // A family's index may follow any name of a piece.
    let index = ExpectedItem::Sign("[");
    // Between two names in a list, the missing token is a comma rather than `from`.
    let from =
        |e: &ExpectedItem| *e == ExpectedItem::Word("from") && expected.contains(&ExpectedItem::Sign(","));
    let guess = |e: &&ExpectedItem| {
        !matches!(e, ExpectedItem::End)
            && **e != operator
            && !from(e)
            && (**e != index || expected.len() == 1)
    };
    let wanted: Vec<&ExpectedItem> = expected.iter().filter(guess).collect();
    let closer =
        matches!(wanted.as_slice(), [ExpectedItem::Sign(s)] if closes(s)) && expected.contains(&operator);
    if closer && !found.is_empty() {
        return None;
    }
    match wanted.as_slice() {
        all if all.contains(&&colon) && begins_something && !RESERVED_JOINTS.contains(&found) => {
            line.with_inserted(":")
        }
        [ExpectedItem::Sign("[" | "(" | "{")] => None,
        [ExpectedItem::Sign(sign)] if begins_something || found.is_empty() && closes(sign) => {
            line.with_inserted(sign)
        }
        [ExpectedItem::Word(word)] if begins_something => line.with_inserted(word),
        _ => None,
    }
}

/// Help for sides without spaces around their `x`: `8 x8`, `nxn`.
fn sides(found: &str, line: &FaultyLine<'_>) -> Option<String> {
    let side = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric());
    if found == "by" {
        return line.with("x");
    }
    if let Some(rest) = found.strip_prefix('x').filter(|rest| side(rest)) {
        return line.with(&format!("x {rest}"));
    }
    let before = &line.text[..line.span.start as usize];
    let start = before.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |i| i + 1);
    let (width, height) = before[start..].split_once('x').filter(|(w, h)| side(w) && side(h))?;
    let word = Span { start: u32::try_from(start).ok()?, end: line.span.start, ..line.span };
    FaultyLine { text: line.text, span: word }.with(&format!("{width} x {height}"))
}

/// Words before which a missing comma is as likely as a missing colon.
const RESERVED_JOINTS: &[&str] = &["each", "in"];

fn closes(sign: &str) -> bool {
    matches!(sign, ")" | "]" | "}")
}
