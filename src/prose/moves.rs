//! Moves in words: what a piece attacks, which cells `within` and `by` mean.

use super::nouns::{Noun, listed, spaced};
use super::speaker::Speaker;
use crate::geometry::{Mode, Movement, Ray, Vector};
use crate::syntax::ast::{Expr, MoveTerm, Moves, StepVector};

/// Returns the way in which a piece with these moves attacks; `None` if it attacks nothing.
pub(super) fn movement_words(movement: &Movement) -> Option<String> {
    let mut groups: Vec<(Ray, Vec<Ray>)> = Vec::new();
    for &ray in movement.rays() {
        let form = Ray { lead: ray.lead.map(form), step: form(ray.step), ..ray };
        match groups.iter_mut().find(|g| g.0 == form) {
            Some((_, rays)) => rays.push(ray),
            None => groups.push((form, vec![ray])),
        }
    }
    let words: Vec<String> = groups.iter().map(|(form, rays)| group_words(form, rays)).collect();
    (!words.is_empty()).then(|| listed(&words, "and"))
}

/// Returns the vector that stands for its rotations and reflections.
fn form(v: Vector) -> Vector {
    let mut parts = [v.x.abs(), v.y.abs(), v.z.abs()];
    parts.sort_unstable();
    // A third number only in space.
    if v.z == 0 { Vector::new(parts[1], parts[2], 0) } else { Vector::new(parts[0], parts[1], parts[2]) }
}

fn group_words(form: &Ray, rays: &[Ray]) -> String {
    let step = form.step;
    let all = if step.x == 0 || step.x == step.y { 4 } else { 8 };
    let whole = step.z == 0 && form.lead.is_none() && rays.len() == all;
    let which = if whole {
        vector_words(step)
    } else {
        let name = |ray: &Ray| match ray.lead {
            Some(lead) => format!("{} and then {}", vector_words(lead), vector_words(ray.step)),
            None => vector_words(ray.step),
        };
        let mut names: Vec<String> = rays.iter().map(name).collect();
        names.dedup();
        listed(&names, "or")
    };
    let direction = match (whole, step.x, step.y) {
        (true, 0, 1) => Some("along a row or column"),
        (true, 1, 1) => Some("along a diagonal"),
        _ => None,
    };
    let every = if whole { " in every direction" } else { "" };
    let reach = match (form.from, form.to, direction) {
        (1, Some(1), Some(way)) => format!("one cell {way}"),
        (1, Some(1), None) => format!("by a leap of {which}{every}"),
        (1, None, Some(way)) => format!("any distance {way}"),
        (1, None, None) => format!("by leaps of {which}{every}, repeated any number of times"),
        (1, Some(to), Some(way)) => format!("up to {to} cells {way}"),
        (1, Some(to), None) => format!("by up to {to} leaps of {which}{every}"),
        (from, to, way) => {
            let last = to.map_or("on".to_owned(), |to| format!("to {to}"));
            let way = way.map_or(format!("in steps of {which}{every}"), str::to_owned);
            format!("from {from} {last} cells away {way}")
        }
    };
    let mode = match form.mode {
        Mode::Plain => "",
        Mode::Through => ", passing over pieces",
        Mode::Lame => ", if nothing stands on the way",
        Mode::Cannon => ", behind exactly one piece",
        Mode::Grasshopper => ", to the cell right behind the first piece",
    };
    format!("{reach}{mode}")
}

fn vector_words(v: Vector) -> String {
    let number = |n: i32| super::nouns::digits(i64::from(n));
    let depth = if v.z == 0 { String::new() } else { format!(", {}", number(v.z)) };
    format!("({}, {}{depth})", number(v.x), number(v.y))
}

impl Speaker<'_> {
    /// Returns where the cells are that `within` these moves means, seen from `it`.
    pub fn within(&self, moves: &Moves) -> String {
        if let [term] = &moves.terms[..]
            && let MoveTerm::Named(kind) = &term.node
            && self.is_route(&kind.name.node)
        {
            return format!("next to it along the {}", self.route_name(kind));
        }
        let stays = moves.terms.iter().any(|t| t.node == MoveTerm::Stay);
        let others: Vec<&MoveTerm> =
            moves.terms.iter().map(|t| &t.node).filter(|t| **t != MoveTerm::Stay).collect();
        let mut places: Vec<String> = Vec::new();
        if let [MoveTerm::Named(a), MoveTerm::Named(b)] = &others[..]
            && is_either(&a.name.node, &b.name.node, "wazir", "ferz")
        {
            places.push("around it".to_owned());
        } else {
            places.extend(others.iter().map(|term| self.term_place(term)));
        }
        if stays {
            places.insert(0, "on it".to_owned());
        }
        listed(&places, "or")
    }

    fn term_place(&self, term: &MoveTerm) -> String {
        match term {
            MoveTerm::Named(kind) => match &*kind.name.node {
                "wazir" | "beside" => "beside it".to_owned(),
                "king" | "touching" => "around it".to_owned(),
                "ferz" => "at its corners".to_owned(),
                "rook" => "in sight along its row and column".to_owned(),
                "bishop" => "in sight along its diagonals".to_owned(),
                "queen" => "in sight along its row, column and diagonals".to_owned(),
                name => format!("{}'s move from it", Noun::of(name).with_article()),
            },
            MoveTerm::Ride { only: false, vectors, turn: None, from: None, to: None, through } => {
                let passing = if *through { " (pieces do not block the view)" } else { "" };
                match one_vector(vectors) {
                    Some(StepVector::Orthogonal) => format!("in sight along its row and column{passing}"),
                    Some(StepVector::Diagonal) => format!("in sight along its diagonals{passing}"),
                    _ => format!("in sight from it in steps of {}{passing}", self.vectors(vectors)),
                }
            }
            MoveTerm::Leap { only: false, vectors, lame: None } => match one_vector(vectors) {
                Some(StepVector::Orthogonal) => "beside it".to_owned(),
                Some(StepVector::Diagonal) => "at its corners".to_owned(),
                _ => format!("a leap of {} from it", self.vectors(vectors)),
            },
            other => format!("reached from it by {}", self.term(other)),
        }
    }

    /// Returns the moves of a route or of neighbors: `knight's moves`, `leaps of (0, 3)`.
    pub fn by(&self, moves: &Moves) -> String {
        let terms: Vec<String> = moves.terms.iter().map(|t| self.term(&t.node)).collect();
        listed(&terms, "or")
    }

    fn term(&self, term: &MoveTerm) -> String {
        match term {
            MoveTerm::Named(kind) => format!("{}'s moves", spaced(&kind.name.node)),
            MoveTerm::Leap { only, vectors, lame } => {
                let only = if *only { "only " } else { "" };
                let lame = if lame.is_some() { " with a free way" } else { "" };
                format!("{only}leaps of {}{lame}", self.vectors(vectors))
            }
            MoveTerm::Ride { vectors, .. } => format!("rides in steps of {}", self.vectors(vectors)),
            MoveTerm::Hop { vectors, .. } => {
                format!("hops over one piece in steps of {}", self.vectors(vectors))
            }
            MoveTerm::Betza(text) => format!("the moves {} of Betza's notation", text.node),
            MoveTerm::None => "no moves".to_owned(),
            MoveTerm::Stay => "staying".to_owned(),
            MoveTerm::Leaper(a, b) => format!("leaps of ({}, {})", self.plain(a), self.plain(b)),
            MoveTerm::Rider(a, b) => format!("rides in steps of ({}, {})", self.plain(a), self.plain(b)),
        }
    }

    fn vectors(&self, vectors: &[crate::text::Spanned<StepVector>]) -> String {
        let one = |vector: &StepVector| match vector {
            StepVector::Orthogonal => "one cell along a row or column".to_owned(),
            StepVector::Diagonal => "one cell along a diagonal".to_owned(),
            StepVector::Numbers(parts) => {
                let parts: Vec<String> = parts.iter().map(|p: &Expr| self.plain(p)).collect();
                format!("({})", parts.join(", "))
            }
        };
        listed(&vectors.iter().map(|v| one(&v.node)).collect::<Vec<_>>(), "or")
    }

    /// Returns how neighbors are joined, for groups: empty for the usual neighbors by sides.
    pub fn joined_by(&self, moves: Option<&Moves>) -> String {
        match moves {
            None => String::new(),
            Some(moves) => match &moves.terms[..] {
                [one] => match &one.node {
                    MoveTerm::Named(kind) if &*kind.name.node == "wazir" => String::new(),
                    MoveTerm::Named(kind) if &*kind.name.node == "king" => {
                        " (cells that touch at a corner are neighbors, too)".to_owned()
                    }
                    _ => format!(" (neighbors are joined by {})", self.by(moves)),
                },
                _ => format!(" (neighbors are joined by {})", self.by(moves)),
            },
        }
    }
}

fn is_either(a: &str, b: &str, one: &str, other: &str) -> bool {
    (a, b) == (one, other) || (a, b) == (other, one)
}

fn one_vector(vectors: &[crate::text::Spanned<StepVector>]) -> Option<&StepVector> {
    match vectors {
        [one] => Some(&one.node),
        _ => None,
    }
}
