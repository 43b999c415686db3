//! Leaps and rides along a path: lame leaps, and rides that turn after their first step.
//!
//! `outward` keeps those images of a vector at the smallest angle to the first step: after a diagonal step, the two adjacent
//! orthogonal directions. With `only`, the vector is kept if it is one of them.

use super::error::{BoardError, NumberError, PieceError};
use super::faults::Faults;
use super::limits::MAX_RAYS;
use super::moves::MoveReader;
use crate::geometry::{Mode, Ray, Shape, Vector};
use crate::syntax::ast::{StepVector, Turn};
use crate::text::{Span, Spanned};

impl MoveReader<'_> {
    /// `leap (1, 2) lame`: each vector must pass over a cell.
    pub(super) fn lame_leaps(
        &mut self,
        only: bool,
        vectors: &[Spanned<StepVector>],
        lame: Span,
        faults: &mut Faults,
    ) -> Option<Vec<Ray>> {
        if self.shape.is_hex() {
            // A path follows the axes of squares.
            return faults.none(BoardError::SquaresOnly { what: "a lame leap".to_owned() }.at(lame));
        }
        let mut rays = Some(Vec::new());
        for written in vectors {
            let steps = self.steps(only, std::slice::from_ref(written), faults).unwrap_or_default();
            let has_path = |&step: &Vector| Ray::lame_path(step).next().is_some();
            if !steps.is_empty() && !steps.iter().all(has_path) {
                faults.push(PieceError::NoPath.at(written.span));
            }
            let sound = !steps.is_empty() && steps.iter().all(has_path);
            let leaps = steps.into_iter().map(|step| Ray { mode: Mode::Lame, ..Ray::leap(step) });
            rays = rays.filter(|_| sound).map(|mut rays| {
                rays.extend(leaps);
                rays
            });
        }
        rays
    }

    /// `ride (1, 1) then orthogonal outward`, without limit.
    pub(super) fn bent_rides(
        &mut self,
        only: bool,
        vectors: &[Spanned<StepVector>],
        turn: &Turn,
        span: Span,
        faults: &mut Faults,
    ) -> Option<Vec<Ray>> {
        let leads = self.steps(only, vectors, faults);
        let steps: Vec<Option<Vec<Vector>>> =
            turn.vectors.iter().map(|v| self.steps(only, std::slice::from_ref(v), faults)).collect();
        let (leads, steps) = (leads?, steps.into_iter().collect::<Option<Vec<_>>>()?);
        let pairs = leads.len().saturating_mul(steps.iter().map(Vec::len).sum());
        if pairs > MAX_RAYS {
            let limit = MAX_RAYS as u64;
            return faults.none(NumberError::TooMany { what: "directions of moves", limit }.at(span));
        }
        let mut rays = Vec::with_capacity(pairs);
        for group in steps {
            let images = if turn.outward { self.images(group[0]) } else { Vec::new() };
            for &lead in &leads {
                let least_turn = images.iter().map(|&v| self.product(lead, v)).max();
                let kept =
                    group.iter().filter(|&&v| least_turn.is_none_or(|most| self.product(lead, v) == most));
                rays.extend(kept.map(|&step| Ray::bent(lead, step)));
            }
        }
        Some(rays)
    }

    /// Scalar product of two vectors, doubled on hexagons.
    fn product(&self, a: Vector, b: Vector) -> i64 {
        let times = |a: i32, b: i32| i64::from(a) * i64::from(b);
        let straight = times(a.x, b.x) + times(a.y, b.y) + times(a.z, b.z);
        match self.shape {
            // The axes of hexagons are 60 degrees apart.
            Shape::Hex { .. } => 2 * straight + times(a.x, b.y) + times(a.y, b.x),
            Shape::Box { .. } => straight,
        }
    }
}
