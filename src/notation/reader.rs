//! Reads the parts of a term: modifiers, atoms and ranges.

use super::directions::{self, AtomClass, DirectionFault};
use super::error::NotationError;
use super::lexer::{NotationToken, tokens};
use super::term::{Atom, Modifiers, RangeSuffix, mechanic_fault};
use crate::geometry::{Mode, Ray};
use std::ops::Range;

/// Largest coordinate of a vector; every board is smaller.
const LARGEST: i32 = 1_000_000;
/// Maximum length of a notation in bytes.
pub(super) const MAX_NOTATION: usize = 10_000;
/// Maximum number of reported faults per notation.
pub(super) const MAX_NOTATION_FAULTS: usize = 20;
/// Number of times a corrected notation is read again for faults that earlier faults hid.
pub(super) const MAX_CORRECTIONS: usize = 4;

/// Tokens of a notation, read one after the other, and the faults found so far.
pub(super) struct NotationReader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<(NotationToken, Range<usize>)>,
    pub(super) next: usize,
    pub(super) errors: Vec<NotationError>,
    /// Faults with a fix.
    pub(super) fixable: Vec<NotationError>,
    pub(super) is_given_up: bool,
}

impl<'a> NotationReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        Self { text, tokens, next: 0, errors: Vec::new(), fixable: Vec::new(), is_given_up: false }
    }

    /// Number of faults so far.
    pub(super) fn faults(&self) -> usize {
        self.errors.len() + self.fixable.len()
    }

    pub(super) fn peek(&self) -> Option<NotationToken> {
        self.tokens.get(self.next).map(|t| t.0)
    }

    pub(super) fn take(&mut self) -> (&'a str, Range<usize>) {
        let range = self.tokens[self.next].1.clone();
        self.next += 1;
        (&self.text[range.clone()], range)
    }

    /// Records a fault. Reading stops when there are more than [`MAX_NOTATION_FAULTS`].
    pub(super) fn fail(&mut self, error: NotationError) {
        if error.fix.is_some() {
            self.fixable.push(error);
        } else if self.errors.len() < MAX_NOTATION_FAULTS {
            self.errors.push(error);
        } else {
            self.is_given_up = true;
        }
    }

    /// Reads the lower-case letters before an atom: `i`, modes, directions, modes, mechanics. Letters out of order are
    /// sorted.
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let start = self.tokens[self.next].1.start;
        let mut modifiers = Modifiers { range: start..start, ..Modifiers::default() };
        let (mut stage, mut ordered, mut supported) = (0, true, true);
        let faults = self.errors.len();
        while let Some(token) = self.peek() {
            let at = match token {
                NotationToken::Initial => 0,
                NotationToken::Mode if stage <= 1 => 1,
                NotationToken::Direction => 2,
                NotationToken::Mode => 3,
                NotationToken::Mechanic => 4,
                NotationToken::Unsupported => stage,
                _ => break,
            };
            let (letter, range) = self.take();
            modifiers.range.end = range.end;
            ordered &= at >= stage;
            stage = at;
            match token {
                NotationToken::Initial => {
                    ordered &= !modifiers.initial;
                    modifiers.initial = true;
                }
                NotationToken::Direction => {
                    if modifiers.directions.is_empty() {
                        modifiers.side = range.start;
                    }
                    modifiers.directions.push_str(letter);
                }
                NotationToken::Mode => modifiers.modes.push_str(letter),
                NotationToken::Mechanic => modifiers.mechanics.push_str(letter),
                _ => {
                    supported = false;
                    let error = NotationError::unsupported(letter, range);
                    if self.errors[faults..].iter().all(|e| e.message != error.message) {
                        self.fail(error);
                    }
                }
            }
        }
        if supported && (!ordered || modifiers.mechanics.len() > 1) {
            self.order_fault(&modifiers);
        }
        modifiers
    }

    fn order_fault(&mut self, modifiers: &Modifiers) {
        let range = modifiers.range.clone();
        if modifiers.mechanics.len() > 1 {
            let error = NotationError::new(
                "modifier_order",
                range,
                "only one of n, p and g is allowed before an atom",
            );
            self.fail(error.help("write a term for each"));
            return;
        }
        let error = NotationError::new(
            "modifier_order",
            range,
            "modifiers must be in the order i, directions, m c e, then n, p or g",
        );
        self.fail(error.fix(modifiers.range.clone(), modifiers.ordered()));
    }

    /// Reads the atom and its range; `None` after a fault.
    pub(super) fn atom(&mut self, modifiers: &Modifiers) -> Option<Atom<'a>> {
        let Some(token) = self.peek() else {
            self.dangling(modifiers);
            return None;
        };
        match token {
            NotationToken::Atom | NotationToken::Vector => {}
            NotationToken::Ambiguous | NotationToken::Unknown => {
                let (letter, range) = self.take();
                self.fail(match token {
                    NotationToken::Ambiguous => NotationError::ambiguous(letter, range),
                    _ => NotationError::unknown_atom(letter, range),
                });
                // Its range is not a separate fault.
                if self.peek() == Some(NotationToken::Digits) {
                    self.take();
                }
                return None;
            }
            _ => {
                if !modifiers.range.is_empty() {
                    self.dangling(modifiers);
                }
                let (text, range) = self.take();
                self.fail(if token == NotationToken::Digits {
                    NotationError::new("syntax", range, format!("range {text} without an atom"))
                } else {
                    NotationError::stray(text, range)
                });
                return None;
            }
        }
        let (name, mut range) = self.take();
        let vectors = self.vectors(token, name, range.clone());
        let written = self.written_range(token, name, &mut range);
        Some(Atom { name, range, vectors: vectors?, written: written? })
    }

    fn dangling(&mut self, modifiers: &Modifiers) {
        let letters = &self.text[modifiers.range.clone()];
        let message = format!("missing atom after {letters}");
        let error = NotationError::new("dangling_modifier", modifiers.range.clone(), message);
        self.fail(error.help(format!("put modifiers before their atom, as in {letters}W")));
    }

    fn vectors(&mut self, token: NotationToken, name: &str, range: Range<usize>) -> Option<Vec<(i32, i32)>> {
        if token == NotationToken::Vector {
            return self.vector(name, range).map(|v| vec![v]);
        }
        Some(match name {
            "W" | "R" => vec![(1, 0)],
            "F" | "B" => vec![(1, 1)],
            "K" | "Q" => vec![(1, 0), (1, 1)],
            "D" => vec![(2, 0)],
            "N" => vec![(2, 1)],
            "A" => vec![(2, 2)],
            "H" => vec![(3, 0)],
            "C" => vec![(3, 1)],
            "Z" => vec![(3, 2)],
            _ => vec![(3, 3)],
        })
    }

    fn vector(&mut self, name: &str, range: Range<usize>) -> Option<(i32, i32)> {
        let (a, b) = name.trim_matches(['(', ')']).split_once(',')?;
        let number = |text: &str| text.parse().ok().filter(|n: &i32| *n <= LARGEST);
        let (Some(a), Some(b)) = (number(a), number(b)) else {
            let message = format!("vector numbers are limited to {LARGEST}");
            self.fail(NotationError::new("syntax", range, message));
            return None;
        };
        if (a, b) == (0, 0) {
            self.fail(NotationError::new("null_leaper", range, "(0,0) is the null vector"));
            return None;
        }
        Some((a.max(b), a.min(b)))
    }

    /// Reads the range after the atom and extends `range` over it.
    fn written_range(
        &mut self,
        token: NotationToken,
        name: &str,
        range: &mut Range<usize>,
    ) -> Option<RangeSuffix> {
        let Some(next) = self.tokens.get(self.next).map(|t| t.1.clone()) else {
            return Some(RangeSuffix::Nothing);
        };
        let doubled = token == NotationToken::Atom && self.text.get(next.clone()) == Some(name);
        if doubled && matches!(name, "K" | "R" | "B" | "Q") {
            self.take();
            let error = NotationError::new(
                "doubled_slider",
                range.start..next.end,
                format!("{name} cannot be doubled; only the atoms W F D N A H C Z G can"),
            );
            let instead = if name == "K" { "Q" } else { name };
            self.fail(error.fix(range.start..next.end, instead.to_owned()));
            return None;
        }
        if doubled {
            self.take();
            range.end = next.end;
            if self.peek() == Some(NotationToken::Digits) {
                let (digits, at) = self.take();
                let message = format!("{name}{name} is already unlimited");
                let error = NotationError::new("range_after_doubling", at, message);
                self.fail(error.help(format!("write {name}{digits} or {name}{name}")));
                return None;
            }
            return Some(RangeSuffix::Doubled);
        }
        if self.peek() != Some(NotationToken::Digits) {
            return Some(RangeSuffix::Nothing);
        }
        let (digits, at) = self.take();
        range.end = at.end;
        let Ok(steps) = digits.parse() else {
            self.fail(NotationError::new("syntax", at, format!("range {digits} is too large")));
            return None;
        };
        Some(RangeSuffix::Digits(steps))
    }

    /// Returns the rays of a term.
    pub(super) fn rays(&mut self, modifiers: &Modifiers, atom: &Atom<'_>) -> Option<Vec<Ray>> {
        let mode = match &modifiers.mechanics[..] {
            "n" => Mode::Lame,
            "p" => Mode::Cannon,
            "g" => Mode::Grasshopper,
            _ => Mode::Plain,
        };
        if atom.is_royal() && !modifiers.directions.is_empty() {
            self.royal_fault(modifiers, atom);
            return None;
        }
        let mut steps = Vec::new();
        for &(long, short) in &atom.vectors {
            match directions::kept(&modifiers.directions, long, short) {
                Ok(kept) => steps.extend(kept),
                Err(fault) => {
                    self.direction_fault(fault, modifiers, atom);
                    return None;
                }
            }
        }
        if let Some(error) = mechanic_fault(mode, modifiers, atom) {
            self.fail(error);
            return None;
        }
        let to = if matches!(mode, Mode::Cannon | Mode::Grasshopper) { None } else { atom.limit() };
        Some(steps.into_iter().map(|step| Ray { mode, to, ..Ray::ride(step) }).collect())
    }

    fn royal_fault(&mut self, modifiers: &Modifiers, atom: &Atom<'_>) {
        let letters = &modifiers.directions;
        let start = modifiers.side;
        let message = format!("a direction on {} is ambiguous", atom.name);
        let error = NotationError::new("king_queen_direction", start..start + letters.len(), message);
        let (line, diagonal) = if atom.name == "K" { ("W", "F") } else { ("R", "B") };
        let range = match atom.written {
            RangeSuffix::Digits(n) => n.to_string(),
            _ => String::new(),
        };
        let readable = |long, short| directions::kept(letters, long, short).is_ok();
        let help = match (readable(1, 0), readable(1, 1)) {
            (true, true) => format!(
                "write {letters}{line}{range} (lines only) or {letters}{line}{range}{letters}{diagonal}{range} (diagonals too)"
            ),
            (true, false) => format!("write {letters}{line}{range}"),
            _ => format!("write directions on {line} and {diagonal}"),
        };
        self.fail(error.help(help));
    }

    pub(super) fn direction_fault(&mut self, fault: DirectionFault, modifiers: &Modifiers, atom: &Atom<'_>) {
        let start = modifiers.side;
        let all = start..start + modifiers.directions.len();
        let name = &self.text[atom.range.clone()];
        let kind = match AtomClass::of(atom.vectors[0].0, atom.vectors[0].1) {
            AtomClass::Orthogonal => "orthogonal",
            AtomClass::Diagonal => "diagonal",
            AtomClass::Oblique => "oblique",
        };
        self.fail(match fault {
            DirectionFault::NoEffect(at, instead) => {
                let letter = &modifiers.directions[at..=at];
                let message = format!("{letter} has no clear effect here on {name}, whose moves are {kind}");
                NotationError::new("no_effect_direction", start + at..start + at + 1, message)
                    .fix(all, instead)
            }
            DirectionFault::NeedsOblique(at) => {
                let message = format!("h needs oblique moves; those of {name} are {kind}");
                // `hl` and `hr` are halves without a side; `lh` is the half on a side.
                let whole = modifiers.directions.replace("hl", "").replace("hr", "").replace('h', "");
                let (long, short) = atom.vectors[0];
                let sound = directions::kept(&whole, long, short).is_ok();
                let whole = if sound { whole } else { String::new() };
                NotationError::new("half_needs_oblique", start + at..start + at + 1, message).fix(all, whole)
            }
            DirectionFault::Order(_, instead) => {
                let message = "these directions are ambiguous in this order";
                NotationError::new("modifier_order", all.clone(), message).fix(all, instead)
            }
        });
    }
}
