//! The parts of a term as they were written.

use super::error::NotationError;
use crate::geometry::{Mode, Ray};
use std::ops::Range;

/// A term: what it says and where it stands.
pub(super) struct Term {
    pub(super) range: Range<usize>,
    pub(super) modes: String,
    pub(super) initial: bool,
    pub(super) rays: Vec<Ray>,
}

impl Term {
    /// Why none of its moves attacks; `None` where they do.
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

/// Why a term attacks nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Omission {
    /// It does not capture.
    Quiet,
    /// It captures pawns that have just moved past.
    EnPassant,
    /// It is for a piece that has not moved yet.
    First,
}

impl Omission {
    pub(super) const ALL: [Self; 3] = [Self::Quiet, Self::EnPassant, Self::First];

    /// What is said of one term, and of several.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Self::Quiet => ["moves without attacking", "move without attacking"],
            Self::EnPassant => ["captures only en passant", "capture only en passant"],
            Self::First => [
                "is a first move, which no static position has",
                "are first moves, which no static position has",
            ],
        }
    }
}

/// The letters before an atom.
#[derive(Default)]
pub(super) struct Modifiers {
    pub(super) range: Range<usize>,
    pub(super) initial: bool,
    pub(super) directions: String,
    /// Where the directions begin.
    pub(super) side: usize,
    pub(super) modes: String,
    pub(super) mechanics: String,
}

impl Modifiers {
    /// The letters in the one order that all programs read alike.
    pub(super) fn ordered(&self) -> String {
        let initial = if self.initial { "i" } else { "" };
        format!("{initial}{}{}{}", self.directions, self.modes, self.mechanics)
    }
}

/// What stands behind an atom.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Written {
    Nothing,
    /// 0 for no limit.
    Digits(u32),
    Doubled,
}

/// An atom with its range.
pub(super) struct Atom<'a> {
    pub(super) name: &'a str,
    pub(super) range: Range<usize>,
    /// The vectors it stands for, longer coordinate first.
    pub(super) vectors: Vec<(i32, i32)>,
    pub(super) written: Written,
}

impl Atom<'_> {
    pub(super) fn is_royal(&self) -> bool {
        matches!(self.name, "K" | "Q")
    }

    pub(super) fn is_slider(&self) -> bool {
        matches!(self.name, "R" | "B" | "Q")
    }

    /// The last step; `None` without limit.
    pub(super) fn limit(&self) -> Option<u32> {
        match self.written {
            Written::Doubled | Written::Digits(0) => None,
            Written::Digits(n) => Some(n),
            Written::Nothing => (!self.is_slider()).then_some(1),
        }
    }
}

/// Why an atom cannot be lame or hop.
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
                    // Nothing lies between, so that it means the same without.
                    error.fix(at, String::new())
                } else {
                    error.help("n stands before single leaps, as in nN, nA, nD, nZ")
                }
            })
        }
        Mode::Cannon | Mode::Grasshopper => {
            let slides = atom.is_slider() && atom.written == Written::Nothing;
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
