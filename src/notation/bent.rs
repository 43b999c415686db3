//! Two-leg paths, `[F?R]` and `[F-R]`: one step as `F`, then further steps as `R`, outward. With `?` the piece may stop
//! after the first leg; with `-` it must continue. Directions before the bracket select paths by their final direction, as
//! they select moves of an oblique atom.
//!
//! Source: H. G. Muller's bracket notation of XBetza (the interactive diagrams of chessvariants.com), as he describes it in
//! Fairy-Stockfish's pull requests 1034 and 1035. Only paths on which that text and the patch agree are accepted; `yafsF`
//! and `yafsW` are XBoard's older spellings of `[F-R]` and `[W-B]`.

use super::directions::{self, AtomClass, images};
use super::error::NotationError;
use super::lexer::NotationToken;
use super::reader::NotationReader;
use super::term::{Atom, Modifiers, RangeSuffix};
use crate::geometry::{Ray, Vector};
use std::ops::Range;

/// A path: its first step and its repeated step.
pub(super) type Path = (Vector, Vector);

/// Turn between the two legs of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BendAngle {
    /// The smallest turn that the steps allow, or none.
    Outward,
    /// A right angle to the first leg.
    Sideways,
}

/// Returns all paths of a step of shape `lead` followed by steps of shape `step`.
pub(super) fn paths(lead: (i32, i32), step: (i32, i32), turn: BendAngle) -> Vec<Path> {
    let product = |a: Vector, b: Vector| i64::from(a.x) * i64::from(b.x) + i64::from(a.y) * i64::from(b.y);
    let steps = images(step.0, step.1);
    let mut paths = Vec::new();
    for lead in images(lead.0, lead.1) {
        let wanted = match turn {
            BendAngle::Outward => steps.iter().map(|&s| product(lead, s)).max().unwrap_or(0),
            BendAngle::Sideways => 0,
        };
        paths.extend(steps.iter().filter(|&&s| product(lead, s) == wanted).map(|&s| (lead, s)));
    }
    paths
}

/// Returns a small vector in the direction of the path's far cells, by which direction letters select paths.
pub(super) fn far((lead, step): Path) -> Vector {
    // Longer than any lead.
    let times = 1_i64 << 40;
    let at = |lead: i32, step: i32| i64::from(lead) + i64::from(step) * times;
    let (x, y) = (at(lead.x, step.x), at(lead.y, step.y));
    let size = |a: i64, b: i64| if a.abs() > b.abs() && b != 0 { 2 } else { 1 };
    Vector::flat(x.signum() as i32 * size(x, y), y.signum() as i32 * size(y, x))
}

/// Returns the larger and the smaller coordinate of a vector, without signs.
pub(super) fn shape(v: Vector) -> (i32, i32) {
    let (x, y) = (v.x.abs(), v.y.abs());
    (x.max(y), x.min(y))
}

/// Contents of a bracket.
struct Legs<'a> {
    lead: Atom<'a>,
    may_stop: bool,
    turn: BendAngle,
    step: Atom<'a>,
}

impl<'a> NotationReader<'a> {
    /// Reads a path in brackets and returns its range, modifiers included, and its rays; `None` after a fault.
    pub(super) fn bracket(&mut self, modifiers: &Modifiers) -> Option<(Range<usize>, Vec<Ray>)> {
        let open = self.tokens[self.next].1.clone();
        let close = self.tokens[self.next..].iter().position(|t| t.0 == NotationToken::Close);
        let Some(close) = close.map(|at| self.next + at) else {
            self.next = self.tokens.len();
            let error = NotationError::new("syntax", open, "missing ] after [");
            self.fail(error.help("write a path of two legs in brackets: [F?R]"));
            return None;
        };
        let whole = open.start..self.tokens[close].1.end;
        self.next += 1;
        let faults = self.faults();
        let legs = self.legs(whole.clone(), close);
        self.next = close + 1;
        if self.peek() == Some(NotationToken::Digits) {
            let (digits, at) = self.take();
            let error = NotationError::leg(at, format!("range {digits} after a bracket"));
            self.fail(error.help("put the range after the atom of the second leg: [F?R3]"));
        }
        if !modifiers.mechanics.is_empty() {
            let message = format!("{} is not allowed before a bracket", modifiers.mechanics);
            self.fail(NotationError::leg(modifiers.range.clone(), message));
        }
        let legs = legs.filter(|_| self.faults() == faults)?;
        let rays = self.bent_rays(modifiers, &legs, whole.clone())?;
        Some((modifiers.range.start..whole.end, rays))
    }

    /// Reads `yafsF` or `yafsW`.
    pub(super) fn again(&mut self, modifiers: &Modifiers) -> Option<(Range<usize>, Vec<Ray>)> {
        let (text, range) = self.take();
        let (lead, step, bracket) = match text {
            "yafsF" => ((1, 1), (1, 0), "[F-R]"),
            _ => ((1, 0), (1, 1), "[W-B]"),
        };
        let letters = &self.text[modifiers.range.clone()];
        if self.peek() == Some(NotationToken::Digits) {
            let (digits, at) = self.take();
            let bracket = bracket.replace(']', &format!("{digits}]"));
            let message = format!("range {digits} after {text} is ambiguous");
            self.fail(NotationError::leg(at, message).help(format!("write {letters}{bracket}")));
            return None;
        }
        if !letters.is_empty() {
            let message = format!("{letters} before {text} is ambiguous: programs read it differently");
            let error = NotationError::leg(modifiers.range.clone(), message);
            self.fail(error.help(format!("write {letters}{bracket}")));
            return None;
        }
        let rays = paths(lead, step, BendAngle::Outward);
        Some((range, rays.into_iter().map(|(lead, step)| Ray { from: 2, ..Ray::bent(lead, step) }).collect()))
    }

    fn legs(&mut self, whole: Range<usize>, close: usize) -> Option<Legs<'a>> {
        let (before, lead) = self.leg(&whole)?;
        let may_stop = match self.peek() {
            Some(NotationToken::MayStop) => true,
            Some(NotationToken::GoesOn) => false,
            _ => return self.no_legs(whole),
        };
        self.take();
        let (between, step) = self.leg(&whole)?;
        if self.next != close {
            return self.no_legs(whole);
        }
        if !before.directions.is_empty() {
            let message = format!("{} within a bracket is ambiguous", before.directions);
            let error = NotationError::leg(before.range, message);
            self.fail(error.help("put directions before the bracket, as in v[W?B]"));
        }
        if lead.limit() != Some(1) {
            let error = NotationError::leg(lead.range.clone(), "the first leg must be a single step");
            self.fail(error.help("a path bends once, after its first step, as in [F?R]"));
        }
        let turn = self.turn(&between, &lead, &step)?;
        Some(Legs { lead, may_stop, turn, step })
    }

    fn no_legs<T>(&mut self, whole: Range<usize>) -> Option<T> {
        let error = NotationError::leg(whole, "a bracket needs two legs with ? or - between them");
        self.fail(error.help("[F?R] takes one step as F and may continue as R; [F-R] must continue"));
        None
    }

    fn leg(&mut self, whole: &Range<usize>) -> Option<(Modifiers, Atom<'a>)> {
        let modifiers = self.modifiers();
        if matches!(
            self.peek(),
            Some(NotationToken::Close | NotationToken::MayStop | NotationToken::GoesOn | NotationToken::Open)
        ) {
            return self.no_legs(whole.clone());
        }
        let atom = self.atom(&modifiers)?;
        if modifiers.initial || !modifiers.modes.is_empty() || !modifiers.mechanics.is_empty() {
            let letters = &self.text[modifiers.range.clone()];
            let error = NotationError::leg(
                modifiers.range.clone(),
                format!("{letters} is not allowed within a bracket"),
            );
            self.fail(error.help("put i, m, c, e and directions before the bracket, as in c[F?R]"));
            return None;
        }
        let (long, short) = atom.vectors[0];
        if atom.vectors.len() > 1 || AtomClass::of(long, short) == AtomClass::Oblique {
            let name = atom.name;
            let error = NotationError::leg(atom.range, format!("{name} cannot be a leg of a path"));
            self.fail(error.help("a leg is W F D A H G R B or a vector along a line or a diagonal"));
            return None;
        }
        Some((modifiers, atom))
    }

    /// Returns the turn of the second leg.
    fn turn(&mut self, modifiers: &Modifiers, lead: &Atom<'_>, step: &Atom<'_>) -> Option<BendAngle> {
        let class = |atom: &Atom<'_>| AtomClass::of(atom.vectors[0].0, atom.vectors[0].1);
        match &*modifiers.directions {
            "" => Some(BendAngle::Outward),
            "s" if class(lead) == class(step) => Some(BendAngle::Sideways),
            letters => {
                let message = format!("{letters} on the second leg is ambiguous here");
                let error = NotationError::leg(modifiers.range.clone(), message);
                self.fail(error.help(
                    "omit it to continue outward; s turns by a right angle if both legs are orthogonal or both diagonal, as in [W?sR]",
                ));
                None
            }
        }
    }

    fn bent_rays(&mut self, modifiers: &Modifiers, legs: &Legs<'_>, whole: Range<usize>) -> Option<Vec<Ray>> {
        let mut all = paths(legs.lead.vectors[0], legs.step.vectors[0], legs.turn);
        let vector = shape(far(*all.first()?));
        match directions::kept(&modifiers.directions, vector.0, vector.1) {
            Ok(kept) => all.retain(|&path| kept.contains(&far(path))),
            Err(fault) => {
                let atom =
                    Atom { name: "", range: whole, vectors: vec![vector], written: RangeSuffix::Nothing };
                self.direction_fault(fault, modifiers, &atom);
                return None;
            }
        }
        let from = if legs.may_stop { 1 } else { 2 };
        let to = legs.step.limit().map(|to| to.saturating_add(1));
        Some(all.into_iter().map(|(lead, step)| Ray { from, to, ..Ray::bent(lead, step) }).collect())
    }
}
