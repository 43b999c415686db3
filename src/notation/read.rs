//! Reads Betza notation term by term; a fault in one term does not hide faults in another.

use super::error::NotationError;
use super::lexer::NotationToken;
use super::names;
use super::reader::{MAX_CORRECTIONS, MAX_NOTATION, MAX_NOTATION_FAULTS, NotationReader};
use super::term::{NotationTerm, Omission};
use crate::geometry::Movement;
use std::ops::Range;

/// Result of reading a notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub movement: Movement,
    /// Warnings: a byte range in the notation, and a text.
    pub warnings: Vec<(Range<usize>, String)>,
}

/// Reads Betza notation. `f` is up the board as printed.
///
/// # Errors
/// Returns all faults, in order.
pub fn read(notation: &str) -> Result<Reading, Vec<NotationError>> {
    if notation.is_empty() {
        return Err(vec![
            NotationError::new("empty", 0..0, "the notation is empty").help("\"Q\" is a queen"),
        ]);
    }
    if notation.len() > MAX_NOTATION {
        let start = (0..=MAX_NOTATION).rev().find(|&at| notation.is_char_boundary(at)).unwrap_or(0);
        let message = format!("notation longer than {MAX_NOTATION} bytes");
        return Err(vec![NotationError::new("too_long", start..notation.len(), message)]);
    }
    let mut reader = NotationReader::new(notation);
    let (mut rays, mut dropped) = (Vec::new(), Vec::new());
    while let Some(term) = reader.term() {
        match term.omission() {
            None => rays.extend(term.rays),
            Some(why) => dropped.push((term.range, why)),
        }
    }
    if reader.faults() == 0 {
        let warnings = warning(notation, &dropped).into_iter().collect();
        return Ok(Reading { movement: Movement::new(rays, false), warnings });
    }
    if let Some(alias) = names::alias(notation) {
        let message = format!("{notation} is a name, not Betza notation");
        let help = format!("write {}", alias.betza);
        return Err(vec![NotationError::new("syntax", 0..notation.len(), message).help(help)]);
    }
    let fixed = fixed(notation, &reader.fixable);
    let mut errors = reader.errors;
    errors.extend(fixed);
    errors.sort_by_key(|e| e.range.start);
    Err(errors)
}

/// Returns one warning for all parts that do not attack, with their reasons.
fn warning(notation: &str, dropped: &[(Range<usize>, Omission)]) -> Option<(Range<usize>, String)> {
    let first = dropped.first()?.0.clone();
    let clauses: Vec<String> = Omission::ALL
        .into_iter()
        .filter_map(|why| {
            let parts: Vec<&str> =
                dropped.iter().filter(|d| d.1 == why).map(|d| &notation[d.0.clone()]).collect();
            let words = why.words()[usize::from(parts.len() > 1)];
            (!parts.is_empty()).then(|| format!("{} {words}", parts.join(", ")))
        })
        .collect();
    let verb = if dropped.len() > 1 { "they are" } else { "it is" };
    Some((first, format!("{}; {verb} ignored", clauses.join("; "))))
}

/// Combines all correctable faults into one error that suggests the whole corrected notation.
fn fixed(notation: &str, fixable: &[NotationError]) -> Option<NotationError> {
    let first = fixable.first()?;
    let mut messages: Vec<&str> = Vec::new();
    for error in fixable {
        if !messages.contains(&&*error.message) && messages.len() < MAX_NOTATION_FAULTS {
            messages.push(&error.message);
        }
    }
    let error = NotationError::new(first.code, first.range.clone(), messages.join("; "));
    Some(error.help(format!("write {}", corrected(notation, fixable))))
}

/// Returns the corrected notation, including corrections of faults that appear only after the first ones.
fn corrected(notation: &str, fixable: &[NotationError]) -> String {
    let mut text = with_fixes(notation, fixable);
    for _ in 0..MAX_CORRECTIONS {
        let mut reader = NotationReader::new(&text);
        while reader.term().is_some() {}
        if reader.fixable.is_empty() {
            break;
        }
        let next = with_fixes(&text, &reader.fixable);
        text = next;
    }
    text
}

fn with_fixes(notation: &str, fixable: &[NotationError]) -> String {
    let mut fixes: Vec<&(Range<usize>, String)> = fixable.iter().filter_map(|e| e.fix.as_ref()).collect();
    fixes.sort_by_key(|fix| fix.0.start);
    let mut text = String::new();
    let mut at = 0;
    for (range, instead) in fixes {
        if range.start >= at {
            text.push_str(&notation[at..range.start]);
            text.push_str(instead);
            at = range.end;
        }
    }
    text + &notation[at..]
}

impl NotationReader<'_> {
    /// Returns the next term without faults; faults found meanwhile are recorded.
    fn term(&mut self) -> Option<NotationTerm> {
        while self.next < self.tokens.len() && !self.is_given_up {
            let faults = self.faults();
            let modifiers = self.modifiers();
            let path = match self.peek() {
                Some(NotationToken::Open) => Some(self.bracket(&modifiers)),
                Some(NotationToken::Again) => Some(self.again(&modifiers)),
                _ => None,
            };
            if let Some(path) = path {
                match path.filter(|_| self.faults() == faults) {
                    Some((range, rays)) => {
                        return Some(NotationTerm {
                            range,
                            modes: modifiers.modes,
                            initial: modifiers.initial,
                            rays,
                        });
                    }
                    None => continue,
                }
            }
            let Some(atom) = self.atom(&modifiers) else { continue };
            if self.faults() > faults {
                continue;
            }
            let range = modifiers.range.start..atom.range.end;
            if let Some(rays) = self.rays(&modifiers, &atom) {
                return Some(NotationTerm {
                    range,
                    modes: modifiers.modes,
                    initial: modifiers.initial,
                    rays,
                });
            }
        }
        None
    }
}
