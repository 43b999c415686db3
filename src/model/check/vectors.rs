//! Vectors of leaps and rides, as written, and the rays along a path: lame leaps, and rides that turn after their first step.
//!
//! A vector without `only` denotes all its images under the symmetries of the cells: 8 on squares, 12 on hexagons, 48 in
//! space (all signed permutations of the three numbers). `orthogonal` is (1, 0): 4 vectors on squares, the 6 edge directions
//! on hexagons, the 6 face directions in space. `diagonal` is (1, 1): 4 vectors on squares, the 6 vertex directions on
//! hexagons, the 12 edge directions in space, where the 8 corner directions are `(1, 1, 1)`. In space, the third number of a
//! vector defaults to 0.
//!
//! `outward` keeps those images of a vector at the smallest angle to the first step: after a diagonal step, the two adjacent
//! orthogonal directions. With `only`, the vector is kept if it is one of them.

use super::error::{BoardError, NumberError, PieceError};
use super::faults::ModelFaults;
use super::limits::{MAX_RAYS, MAX_STEP};
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use crate::geometry::{Board, Matrix, Mode, Ray, Shape, SymmetryKind, Vector};
use crate::syntax::ast::{Expr, RideTurn, StepVector};
use crate::text::{Span, Spanned};

/// Evaluates vectors for one shape of cells.
pub(super) struct VectorReader<'a> {
    pub(super) names: &'a DeclaredNames,
    params: &'a Parameters,
    pub(super) shape: Shape,
    pub(super) in_space: bool,
    maps: Vec<Matrix>,
}

/// Returns the linear symmetries of the cells of `shape` (in space, those of a cube) with their names, the identity first.
pub(super) fn cell_symmetries(shape: Shape, in_space: bool) -> Vec<(SymmetryKind, Matrix)> {
    // A small board of the same type has all of them.
    let small = match shape {
        Shape::Hex { .. } => Shape::Hex { edge: 2 },
        Shape::Box { .. } if !in_space => Shape::rectangle(2, 2),
        Shape::Box { .. } => Shape::Box { width: 2, height: 2, depth: 2, wrap_x: false, wrap_y: false },
    };
    Board::new(small).symmetries().into_iter().map(|s| (s.kind, s.linear)).collect()
}

impl<'a> VectorReader<'a> {
    pub(super) fn new(
        names: &'a DeclaredNames,
        params: &'a Parameters,
        (shape, in_space): (Shape, bool),
    ) -> Self {
        let maps = cell_symmetries(shape, in_space).into_iter().map(|(_, linear)| linear).collect();
        Self { names, params, shape, in_space, maps }
    }

    pub(super) fn numbers(&self) -> Numbers<'a> {
        Numbers::new(self.names, self.params)
    }

    /// Returns the first and last step of a ride. `up to 0` is a ride that attacks nothing.
    pub(super) fn ride_range(
        &self,
        from: Option<&Expr>,
        to: Option<&Expr>,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<(u32, Option<u32>)> {
        let first = from.map_or(Some(1), |e| self.numbers().of(e, faults));
        let last = to.map(|e| self.numbers().of(e, faults));
        let first = first?;
        let last = match last {
            Some(value) => Some(value?),
            None => None,
        };
        let least = if from.is_some() { first } else { 0 };
        if first < 1 || last.is_some_and(|last| last < least) {
            return faults.none(PieceError::RideRange { from: first, to: last }.at(span));
        }
        // A clamped value still exceeds the length of any line.
        let clamp = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
        Some((clamp(first), last.map(clamp)))
    }

    /// The images of `(a, b)`, as in `leaper[a,b]`.
    pub(super) fn oeis(
        &self,
        a: &Expr,
        b: &Expr,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Vec<Vector>> {
        let (a, b) = (self.numbers().of(a, faults), self.numbers().of(b, faults));
        let vector = self.vector(&[a?, b?], span, faults)?;
        Some(self.images(vector))
    }

    fn images(&self, vector: Vector) -> Vec<Vector> {
        let mut images: Vec<Vector> = self.maps.iter().map(|m| m.apply(vector)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Returns the vectors that `vectors` denote; with `only`, numbers denote just themselves.
    pub(super) fn steps(
        &self,
        only: bool,
        vectors: &[Spanned<StepVector>],
        faults: &mut ModelFaults,
    ) -> Option<Vec<Vector>> {
        let mut steps = Vec::new();
        let mut sound = true;
        for written in vectors {
            let vector = match &written.node {
                StepVector::Orthogonal => Some(Vector::flat(1, 0)),
                StepVector::Diagonal => Some(Vector::flat(1, 1)),
                StepVector::Numbers(numbers) => {
                    let values: Vec<Option<i64>> =
                        numbers.iter().map(|n| self.numbers().of(n, faults)).collect();
                    let values: Option<Vec<i64>> = values.into_iter().collect();
                    values.and_then(|v| self.vector(&v, written.span, faults))
                }
            };
            // A named direction is a set of vectors, with or without `only`.
            let by_name = !matches!(written.node, StepVector::Numbers(_));
            match vector {
                Some(v) if only && !by_name => steps.push(v),
                Some(v) => steps.extend(self.images(v)),
                None => sound = false,
            }
        }
        sound.then_some(steps)
    }

    fn vector(&self, values: &[i64], span: Span, faults: &mut ModelFaults) -> Option<Vector> {
        let spatial = self.in_space;
        if values.len() != 2 && !(spatial && values.len() == 3) {
            let expected = if spatial { 3 } else { 2 };
            return faults.none(BoardError::Dimensions { expected, found: values.len() }.at(span));
        }
        if values.iter().all(|&v| v == 0) {
            return faults.none(PieceError::NullVector.at(span));
        }
        if values.iter().any(|v| !(-MAX_STEP..=MAX_STEP).contains(v)) {
            return faults.none(PieceError::VectorTooLong { limit: MAX_STEP }.at(span));
        }
        let number = |i: usize| values.get(i).map_or(0, |&v| v as i32);
        Some(Vector::new(number(0), number(1), number(2)))
    }

    /// `leap (1, 2) lame`: each vector must pass over a cell.
    pub(super) fn lame_leaps(
        &self,
        only: bool,
        vectors: &[Spanned<StepVector>],
        lame: Span,
        faults: &mut ModelFaults,
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
        &self,
        only: bool,
        vectors: &[Spanned<StepVector>],
        turn: &RideTurn,
        span: Span,
        faults: &mut ModelFaults,
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
