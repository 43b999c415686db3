//! Moves: sums of leaps, rides, notations and names, as a [`Movement`].

use super::class::Class;
use super::error::{BoardError, NameError, NumberError, PieceError};
use super::faults::ModelFaults;
use super::limits::MAX_RAYS;
use super::names::DeclaredNames;
use super::params::Parameters;
use super::standard;
use super::vectors::VectorReader;
use crate::geometry::{Mode, Movement, Ray, Shape, Vector};
use crate::notation;
use crate::syntax::ast::{KindRef, MoveTerm, Moves, QuotedText};
use crate::text::{SourceId, Span, Spanned};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Definition of a name used as moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum MoveDefinition<'a> {
    /// A piece, or a family with its range of values.
    Moves(&'a Moves, Option<(i64, i64)>),
    /// A standard piece put in play by `use`.
    Standard,
    /// A piece of a library, or a family with its range of values; the moves are already known.
    Settled(Option<(i64, i64)>),
    /// A tile, which cannot be used as moves.
    Tile,
    /// A definition with a reported error.
    Faulty,
}

/// Memory of a movement.
pub(super) fn movement_bytes(movement: &Movement) -> u64 {
    size_of_val(movement.rays()) as u64
}

#[derive(Clone, Debug)]
enum MovementState {
    Active,
    Done(Option<Movement>),
}

/// Evaluates moves for one shape of board.
pub(super) struct MoveReader<'a> {
    vectors: VectorReader<'a>,
    definitions: FxHashMap<Arc<str>, (MoveDefinition<'a>, Span)>,
    /// State by namespace (true: the standard pieces) and name.
    states: FxHashMap<(bool, Arc<str>), MovementState>,
    /// Names being evaluated, outermost first.
    path: Vec<(Arc<str>, Span)>,
    /// Within a standard piece: the name and span by which the spec refers to it.
    from: Option<(Arc<str>, Span)>,
}

impl<'a> MoveReader<'a> {
    /// Creates a reader with the spec's definitions, for a board of this shape, in space or not.
    pub(super) fn new(
        names: &'a DeclaredNames,
        params: &'a Parameters,
        cells: (Shape, bool),
        definitions: FxHashMap<Arc<str>, (MoveDefinition<'a>, Span)>,
    ) -> Self {
        Self {
            vectors: VectorReader::new(names, params, cells),
            definitions,
            states: FxHashMap::default(),
            path: Vec::new(),
            from: None,
        }
    }

    /// Returns the moves of the spec's own kind or family `name`.
    pub(super) fn of_definition(&mut self, name: &Arc<str>, faults: &mut ModelFaults) -> Option<Movement> {
        let (definition, span) = *self.definitions.get(name)?;
        match definition {
            MoveDefinition::Moves(moves, _) => self.once(false, name, moves, span, faults),
            MoveDefinition::Standard => self.standard_piece(&Spanned::new(name.clone(), span), faults),
            MoveDefinition::Settled(_) => self.settled(name),
            MoveDefinition::Tile | MoveDefinition::Faulty => None,
        }
    }

    /// Records the moves of a piece from a library.
    pub(super) fn settle(&mut self, name: &Arc<str>, movement: Option<Movement>) {
        self.states.insert((false, name.clone()), MovementState::Done(movement));
    }

    fn settled(&self, name: &Arc<str>) -> Option<Movement> {
        match self.states.get(&(false, name.clone()))? {
            MovementState::Done(movement) => movement.clone(),
            MovementState::Active => None,
        }
    }

    /// Evaluates `moves`; `stay` is allowed only if `within` is true.
    pub(super) fn read(&mut self, moves: &Moves, within: bool, faults: &mut ModelFaults) -> Option<Movement> {
        let mut rays = Vec::new();
        let mut stay = false;
        let mut sound = true;
        for term in &moves.terms {
            match &term.node {
                MoveTerm::Stay if within => stay = true,
                MoveTerm::Stay => {
                    sound = false;
                    faults.push(PieceError::StayInMoves.at(term.span));
                }
                other => match self.term(other, term.span, faults) {
                    Some(mut more) => rays.append(&mut more),
                    None => sound = false,
                },
            }
            if rays.len() > MAX_RAYS {
                let limit = MAX_RAYS as u64;
                return faults
                    .none(NumberError::TooMany { what: "directions of moves", limit }.at(moves.span));
            }
        }
        if !sound {
            return None;
        }
        faults.spend_steps(rays.len() as u64, moves.span)?;
        let movement = Movement::new(rays, stay);
        faults.spend_bytes(movement_bytes(&movement), moves.span)?;
        Some(movement)
    }

    /// Evaluates moves that must be leaps; those of a wazir if none are written.
    pub(super) fn leaps(&mut self, written: Option<&Moves>, faults: &mut ModelFaults) -> Option<Movement> {
        let Some(moves) = written else {
            return self.standard_moves("wazir");
        };
        let movement = self.read(moves, false, faults)?;
        match movement.leaps() {
            Some(leaps) if leaps.is_empty() => faults.none(PieceError::NoLeap.at(moves.span)),
            Some(_) => Some(movement),
            None => {
                for term in &moves.terms {
                    let rays = self.term(&term.node, term.span, faults)?;
                    let part = Movement::new(rays, false);
                    if part.leaps().is_none() {
                        let offer = self.offered_leaps(&part);
                        faults.push(PieceError::LeapsOnly { offer }.at(term.span));
                    }
                }
                None
            }
        }
    }

    /// Returns leaps by the steps of these moves, as written: a standard piece, or vectors with all their images.
    fn offered_leaps(&mut self, moves: &Movement) -> Option<String> {
        let shape = self.vectors.shape;
        let steps = |rays: &[Ray]| rays.iter().map(|r| r.step).collect::<BTreeSet<Vector>>();
        let wanted = steps(moves.rays());
        for name in ["wazir", "ferz", "king", "knight"] {
            if self.standard_moves(name).is_some_and(|known| steps(known.rays()) == wanted) {
                return Some(name.to_owned());
            }
        }
        if shape.is_hex() {
            return None;
        }
        let sizes: BTreeSet<[u32; 3]> = wanted
            .iter()
            .map(|v| {
                let mut sizes = [v.x.unsigned_abs(), v.y.unsigned_abs(), v.z.unsigned_abs()];
                sizes.sort_unstable();
                sizes
            })
            .collect();
        let vector = |&[a, b, c]: &[u32; 3]| match self.vectors.in_space {
            true => format!("({a}, {b}, {c})"),
            false => format!("({b}, {c})"),
        };
        Some(format!("leap {}", sizes.iter().map(vector).collect::<Vec<_>>().join(", ")))
    }

    /// Returns the moves of a standard piece that the spec need not name.
    fn standard_moves(&mut self, name: &str) -> Option<Movement> {
        let name = Spanned::new(Arc::from(name), Span::new(SourceId(u16::MAX), 0, 0));
        self.standard_piece(&name, &mut ModelFaults::default())
    }

    /// Returns the shape of the board.
    pub(super) fn shape(&self) -> Shape {
        self.vectors.shape
    }

    /// Returns true if vectors have three numbers.
    pub(super) fn in_space(&self) -> bool {
        self.vectors.in_space
    }

    fn term(&mut self, term: &MoveTerm, span: Span, faults: &mut ModelFaults) -> Option<Vec<Ray>> {
        match term {
            MoveTerm::None | MoveTerm::Stay => Some(Vec::new()),
            MoveTerm::Leap { only, vectors, lame: Some(lame) } => {
                self.vectors.lame_leaps(*only, vectors, *lame, faults)
            }
            MoveTerm::Leap { only, vectors, lame: None } => {
                Some(self.vectors.steps(*only, vectors, faults)?.into_iter().map(Ray::leap).collect())
            }
            MoveTerm::Hop { only, vectors, behind } => {
                let mode = if *behind { Mode::Grasshopper } else { Mode::Cannon };
                let steps = self.vectors.steps(*only, vectors, faults)?;
                Some(steps.into_iter().map(|step| Ray { mode, ..Ray::ride(step) }).collect())
            }
            MoveTerm::Ride { only, vectors, turn, from, to, through } => {
                let rays = match turn {
                    None => self
                        .vectors
                        .steps(*only, vectors, faults)
                        .map(|s| s.into_iter().map(Ray::ride).collect()),
                    Some(turn) => self.vectors.bent_rides(*only, vectors, turn, span, faults),
                };
                let range = self.vectors.ride_range(from.as_ref(), to.as_ref(), span, faults);
                let ((from, to), rays): (_, Vec<Ray>) = (range?, rays?);
                if to.is_some_and(|to| to < from) {
                    return Some(Vec::new());
                }
                let mode = if *through { Mode::Through } else { Mode::Plain };
                Some(rays.into_iter().map(|ray| Ray { mode, from, to, ..ray }).collect())
            }
            MoveTerm::Betza(text) => self.betza(text, faults),
            MoveTerm::Named(name) => self.named(name, faults).map(|m| m.rays().to_vec()),
            MoveTerm::Leaper(a, b) => {
                Some(self.vectors.oeis(a, b, span, faults)?.into_iter().map(Ray::leap).collect())
            }
            MoveTerm::Rider(a, b) => {
                Some(self.vectors.oeis(a, b, span, faults)?.into_iter().map(Ray::ride).collect())
            }
        }
    }

    fn betza(&mut self, text: &QuotedText, faults: &mut ModelFaults) -> Option<Vec<Ray>> {
        if self.vectors.shape.is_hex() || self.vectors.in_space {
            return match &self.from {
                Some((name, span)) => {
                    faults.none(BoardError::SquaresOnly { what: format!("the piece `{name}`") }.at(*span))
                }
                None => {
                    faults.none(BoardError::SquaresOnly { what: "Betza notation".to_owned() }.at(text.span))
                }
            };
        }
        let at = |range: &std::ops::Range<usize>| {
            let start = text.span.start as usize;
            Span::new(text.span.source, start + range.start, start + range.end)
        };
        match notation::read(&text.node) {
            Ok(reading) => {
                if self.from.is_none() {
                    for (range, message) in reading.warnings {
                        faults.push(PieceError::NotationWarning { message }.at(at(&range)));
                    }
                }
                Some(reading.movement.rays().to_vec())
            }
            Err(errors) => {
                for error in errors {
                    faults.push(
                        PieceError::Notation { code: error.code, message: error.message, help: error.help }
                            .at(at(&error.range)),
                    );
                }
                None
            }
        }
    }

    fn named(&mut self, reference: &KindRef, faults: &mut ModelFaults) -> Option<Movement> {
        let name = &reference.name;
        if self.from.is_some() {
            return self.standard_piece(name, faults);
        }
        let Some(&(definition, span)) = self.definitions.get(&name.node) else {
            let name =
                Spanned::new(standard::neighbors(&name.node).unwrap_or_else(|| name.node.clone()), name.span);
            return self.standard_piece(&name, faults);
        };
        match definition {
            MoveDefinition::Faulty => None,
            MoveDefinition::Tile => {
                faults.none(PieceError::TileAsMoves { name: name.node.clone(), declared: span }.at(name.span))
            }
            MoveDefinition::Standard => self.standard_piece(name, faults),
            MoveDefinition::Settled(values) => {
                self.check_index(reference, values, span, faults)?;
                self.settled(&name.node)
            }
            MoveDefinition::Moves(moves, values) => {
                self.check_index(reference, values, span, faults)?;
                self.once(false, &name.node, moves, span, faults)
            }
        }
    }

    fn check_index(
        &self,
        reference: &KindRef,
        values: Option<(i64, i64)>,
        declared: Span,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let Some(index) = &reference.index else { return Some(()) };
        let name = reference.name.node.clone();
        let value = self.vectors.numbers().of(index, faults)?;
        match values {
            None => faults.none(PieceError::NotAFamily { name, declared }.at(reference.span)),
            Some((low, high)) if !(low..=high).contains(&value) => {
                faults.none(PieceError::NotAMember { name, value, low, high, declared }.at(index.span))
            }
            Some(_) => Some(()),
        }
    }

    fn standard_piece(&mut self, name: &Spanned<Arc<str>>, faults: &mut ModelFaults) -> Option<Movement> {
        let Some(piece) = standard::piece(&name.node) else {
            let more = standard::names();
            return faults.none(
                self.vectors
                    .names
                    .misuse(&name.node, &[Class::Moves, Class::Kind, Class::Family], &more)
                    .at(name.span),
            );
        };
        let outer = self.from.clone();
        if outer.is_none()
            && let Some(note) = notation::alias(&name.node).and_then(|a| a.note)
        {
            faults.push(PieceError::PieceNote { note }.at(name.span));
        }
        self.from.get_or_insert_with(|| (name.node.clone(), name.span));
        let movement = self.once(true, &name.node, &piece.moves, name.span, faults);
        self.from = outer;
        movement
    }

    /// Evaluates a definition once and caches the result.
    fn once(
        &mut self,
        standard: bool,
        name: &Arc<str>,
        moves: &Moves,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Movement> {
        let key = (standard, name.clone());
        match self.states.get(&key) {
            Some(MovementState::Done(movement)) => return movement.clone(),
            Some(MovementState::Active) => return self.circle(name, faults),
            None => {}
        }
        self.states.insert(key.clone(), MovementState::Active);
        self.path.push((name.clone(), span));
        let movement = self.read(moves, false, faults);
        self.path.pop();
        self.states.insert(key, MovementState::Done(movement.clone()));
        movement
    }

    fn circle(&self, name: &Arc<str>, faults: &mut ModelFaults) -> Option<Movement> {
        let start = self.path.iter().position(|(n, _)| n == name).unwrap_or(0);
        let members = &self.path[start..];
        faults.none(
            NameError::Circle {
                class: Class::Kind,
                names: members.iter().map(|(n, _)| n.clone()).collect(),
                others: members[1..].iter().map(|m| m.1).collect(),
            }
            .at(members[0].1),
        )
    }
}
