//! Parts of a term as written.

use super::error::NotationError;
use crate::geometry::{Mode, Ray};
use std::ops::Range;

/// A term: its range, modes and rays.
pub(super) struct NotationTerm {
    pub(super) range: Range<usize>,
    pub(super) modes: String,
    pub(super) initial: bool,
    pub(super) rays: Vec<Ray>,
}

impl NotationTerm {
    /// Returns the reason why the term attacks nothing, if it does not.
    pub(super) fn omission(&self) -> Option<Omission> {
        if !self.modes.contains('c') && self.modes.contains('m') {
            Some(Omission::Quiet)
        } else if !self.modes.contains('c') && self.modes.contains('e') {
            Some(Omission::EnPassant)
        } else {
            self.initial.then_some(Omission::First)
        }
    }
}

/// Reason why a term attacks nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Omission {
    /// It only moves without capturing.
    Quiet,
    /// It captures only en passant.
    EnPassant,
    /// It applies only to the first move of a piece.
    First,
}

impl Omission {
    pub(super) const ALL: [Self; 3] = [Self::Quiet, Self::EnPassant, Self::First];

    /// Returns the text for one term, and for several.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Self::Quiet => ["moves without attacking", "move without attacking"],
            Self::EnPassant => ["captures only en passant", "capture only en passant"],
            Self::First => ["applies only to a first move", "apply only to a first move"],
        }
    }
}

/// Letters before an atom.
#[derive(Default)]
pub(super) struct Modifiers {
    pub(super) range: Range<usize>,
    pub(super) initial: bool,
    pub(super) directions: String,
    /// Start of the directions.
    pub(super) side: usize,
    pub(super) modes: String,
    pub(super) mechanics: String,
}

impl Modifiers {
    /// Returns the letters in the order that all programs read alike.
    pub(super) fn ordered(&self) -> String {
        let initial = if self.initial { "i" } else { "" };
        format!("{initial}{}{}{}", self.directions, self.modes, self.mechanics)
    }
}

/// Range after an atom.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RangeSuffix {
    Nothing,
    /// Number of steps; 0 for unlimited.
    Digits(u32),
    Doubled,
}

/// An atom with its range.
pub(super) struct Atom<'a> {
    pub(super) name: &'a str,
    pub(super) range: Range<usize>,
    /// Vectors of the atom, larger coordinate first.
    pub(super) vectors: Vec<(i32, i32)>,
    pub(super) written: RangeSuffix,
}

impl Atom<'_> {
    pub(super) fn is_royal(&self) -> bool {
        matches!(self.name, "K" | "Q")
    }

    pub(super) fn is_slider(&self) -> bool {
        matches!(self.name, "R" | "B" | "Q")
    }

    /// Returns the last step; `None` if unlimited.
    pub(super) fn limit(&self) -> Option<u32> {
        match self.written {
            RangeSuffix::Doubled | RangeSuffix::Digits(0) => None,
            RangeSuffix::Digits(n) => Some(n),
            RangeSuffix::Nothing => (!self.is_slider()).then_some(1),
        }
    }
}

/// Returns the reason why an atom cannot be lame or hop.
pub(super) fn mechanic_fault(mode: Mode, modifiers: &Modifiers, atom: &Atom<'_>) -> Option<NotationError> {
    let at = modifiers.range.end.saturating_sub(1)..modifiers.range.end;
    match mode {
        Mode::Lame => {
            let jumps = atom.vectors.iter().all(|&(long, _)| long > 1);
            let leaps = jumps && atom.limit() == Some(1);
            (!leaps).then(|| {
                let message = "only a leap over at least one cell can be lame";
                let error = NotationError::new("lame_needs_leaper", at.clone(), message);
                let neighbours = atom.limit() == Some(1) && atom.vectors.iter().all(|v| v.0 == 1);
                if neighbours {
                    // Nothing lies between, so the meaning is the same without it.
                    error.fix(at, String::new())
                } else {
                    error.help("put n before a single leap, as in nN, nA, nD, nZ")
                }
            })
        }
        Mode::Cannon | Mode::Grasshopper => {
            let slides = atom.is_slider() && atom.written == RangeSuffix::Nothing;
            (!slides).then(|| {
                let letter = &modifiers.mechanics;
                NotationError::new(
                    "hopper_needs_slider",
                    at,
                    format!("{letter} needs R, B or Q without a range"),
                )
                .help(format!("write {letter}R, {letter}B or {letter}Q"))
            })
        }
        Mode::Plain | Mode::Through => None,
    }
}
