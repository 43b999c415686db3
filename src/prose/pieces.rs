//! The task, before the rules: which pieces, tiles and lines there are, and the marks of the board.

use super::contact::Contact;
use super::moves::movement_words;
use super::nouns::{Noun, listed, listed_nouns, plural, spaced};
use super::sentence::Form;
use super::speaker::Speaker;
use crate::geometry::Shape;
use crate::model::{ClueMode, Fact, Kind, KindId, Model, Shapes};
use crate::syntax::ast::{
    ExprKind, PieceSet, Relation, Requirement, RouteClause, RouteDecl, Scope, StatementKind,
};

/// The moves of the pieces that everyone knows from chess.
const CHESS: &[(&str, &str)] = &[
    ("king", "one cell along a diagonal and one cell along a row or column"),
    ("queen", "any distance along a diagonal and any distance along a row or column"),
    ("rook", "any distance along a row or column"),
    ("bishop", "any distance along a diagonal"),
    ("knight", "by a leap of (1, 2) in every direction"),
];

/// Sentences that say what to do with the pieces.
pub(super) struct Task {
    pub sentences: Vec<String>,
    /// True if they say that no cell stays empty.
    pub says_full: bool,
}

/// Returns what to do with the pieces of the model; `fills` is true if no cell stays empty.
pub(super) fn task(speaker: &Speaker<'_>, fills: bool) -> Task {
    let model = speaker.model;
    let placed = |k: &&Kind| k.line.is_none() && k.family.is_none();
    let (mut marks, mut pieces, mut tiles): (Vec<String>, Vec<String>, Vec<String>) = Default::default();
    for kind in model.kinds.iter().filter(placed) {
        let Some(id) = model.kind_named(&kind.name) else { continue };
        let noun = speaker.kind_noun(id);
        match (&kind.shapes, noun.one.strip_suffix(" cell")) {
            (Shapes::Tile(_), _) => tiles.push(noun.many),
            (Shapes::Point, Some(color)) => marks.push(color.to_owned()),
            (Shapes::Point, None) => pieces.push(noun.many),
        }
    }
    let mut values = Vec::new();
    for family in &model.families {
        let noun = speaker.family_noun(family);
        let is_tile = family.members.iter().any(|&k| model.kind(k).shapes != Shapes::Point);
        if is_tile {
            tiles.push(noun.many);
        } else {
            values.push((noun, speaker.family_range(family)));
        }
    }
    let mut sentences = Vec::new();
    let sorts = [!values.is_empty(), !marks.is_empty(), !pieces.is_empty(), !tiles.is_empty()];
    let says_full =
        fills && model.routes.is_empty() && sorts.iter().filter(|s| **s).count() == 1 && pieces.is_empty();
    if !values.is_empty() {
        let all: Vec<String> = if says_full {
            values.iter().map(|(noun, range)| format!("{}{range}", noun.with_article())).collect()
        } else {
            values.iter().map(|(noun, range)| format!("{}{range}", noun.many)).collect()
        };
        sentences.push(if says_full {
            format!("fill every cell with {}", listed(&all, "or"))
        } else {
            format!("write {} into some of the cells, at most one into each", listed(&all, "and"))
        });
    }
    if !marks.is_empty() {
        let all = listed(&marks, "or");
        sentences.push(if says_full {
            format!("color every cell {all}")
        } else {
            format!("color some of the cells {all}")
        });
    }
    if !pieces.is_empty() {
        let where_to = if model.board.shape().is_spatial() { "in the box" } else { "on the board" };
        let apart = if pieces.len() > 1 { ", at most one piece on each cell" } else { "" };
        sentences.push(format!("place {} {where_to}{apart}", listed_nouns(&pieces, "and")));
    }
    if !tiles.is_empty() {
        let all = listed_nouns(&tiles, "and");
        sentences.push(if says_full {
            format!("cover the board with {all}, without gaps or overlaps")
        } else {
            format!("place {all} on the board, without overlaps")
        });
    }
    Task { sentences, says_full }
}

/// Returns what the board and the givens mean.
pub(super) fn board_words(speaker: &Speaker<'_>) -> Vec<String> {
    let model = speaker.model;
    let mut words = Vec::new();
    if let Shape::Box { wrap_x, wrap_y, .. } = model.board.shape() {
        match (wrap_x, wrap_y) {
            (true, true) => words.push("opposite edges of the board meet".to_owned()),
            (true, false) => words.push("the left and right edges of the board meet".to_owned()),
            (false, true) => words.push("the top and bottom edges of the board meet".to_owned()),
            (false, false) => {}
        }
    }
    let is_clue = |cell| model.clues.iter().any(|c| c.0 == cell);
    let walls = model.board.walls().iter().any(|c| !is_clue(c));
    match (model.clue_mode, walls) {
        (Some(ClueMode::Walls), true) => {
            words.push("nothing is placed on walls and on cells with a number".to_owned())
        }
        (Some(ClueMode::Walls), false) => words.push("nothing is placed on cells with a number".to_owned()),
        (_, true) => words.push("nothing is placed on walls".to_owned()),
        _ => {}
    }
    if model.clue_mode == Some(ClueMode::Empty) {
        words.push("cells with a number stay empty".to_owned());
    }
    let is_given = |fact: &Fact| matches!(fact, Fact::Holds(..));
    if model.facts.iter().any(is_given) {
        words.push("what is printed on the board stays as it is".to_owned());
    }
    if model.facts.iter().any(|f| matches!(f, Fact::Empty(cell, _) if !is_clue(*cell))) {
        words.push("cells with a cross stay empty".to_owned());
    }
    words
}

/// Returns what each kind attacks, for kinds whose moves are neither those of chess nor said by a rule.
pub(super) fn attacks(speaker: &Speaker<'_>, contact_is_said: bool) -> Vec<String> {
    let model = speaker.model;
    let mut words = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for kind in model.kinds.iter().filter(|k| k.line.is_none()) {
        let Some(moves) = movement_words(&kind.movement) else { continue };
        let name = kind.family.map_or(&*kind.name, |f| &*model.families[f.0].name);
        let is_chess = CHESS.iter().any(|c| *c == (name, &moves));
        if is_chess || told.contains(&name) || contact_is_said && Contact::of(&kind.movement).is_some() {
            continue;
        }
        told.push(name);
        let noun = match kind.family {
            Some((family, _)) => speaker.family_noun(&model.families[family]),
            None => model.kind_named(&kind.name).map_or_else(|| Noun::of(name), |k| speaker.kind_noun(k)),
        };
        let like = CHESS.iter().find(|c| c.1 == moves);
        words.push(match like {
            Some((piece, _)) => format!("{} attacks like a {piece} in chess", noun.with_article()),
            None => format!("{} attacks {moves}", noun.with_article()),
        });
    }
    words
}

/// Returns the contact of all these kinds that attack, if it is the same.
pub(super) fn common_contact(model: &Model, kinds: impl Iterator<Item = KindId>) -> Option<Contact> {
    let attacking = kinds.map(|k| model.kind(k)).filter(|k| !k.movement.is_empty());
    let mut contacts = attacking.map(|k| Contact::of(&k.movement));
    let first = contacts.next()??;
    contacts.all(|c| c == Some(first)).then_some(first)
}

impl Speaker<'_> {
    /// Returns what to draw for a route.
    pub fn route(&self, route: &RouteDecl) -> Form {
        let name = spaced(&route.name.node);
        let by = self.by(&route.moves);
        let way = match &*by {
            "wazir's moves" => "from cell to neighboring cell".to_owned(),
            "king's moves" => "from cell to touching cell, also diagonally".to_owned(),
            moves => format!("by {moves}"),
        };
        let mut ends = String::new();
        let mut places = Vec::new();
        let mut everywhere = false;
        for clause in &route.clauses {
            match &clause.node {
                RouteClause::Everywhere => everywhere = true,
                RouteClause::Through(location) => {
                    places.push(format!("it passes all cells {}", self.location(location)));
                }
                RouteClause::Avoiding(location) => {
                    places.push(format!("it avoids all cells {}", self.location(location)));
                }
                RouteClause::From(cell) => ends.push_str(&format!(" from {}", self.cell(cell))),
                RouteClause::To(cell) => ends.push_str(&format!(" to {}", self.cell(cell))),
            }
        }
        let both = ends.contains(" from ") && ends.contains(" to ");
        if route.index.is_some() && both && places.is_empty() && !everywhere && !route.closed {
            return Form::Plain(format!(
                "join the two ends of each of the {} by a path {way}; no two paths share a cell",
                plural(&name)
            ));
        }
        let shape = if route.closed { "one closed loop" } else { "one path" };
        let number = route.index.as_ref().map_or(String::new(), |i| format!(" {}", self.plain(i)));
        let visits = if everywhere {
            "it visits every cell exactly once"
        } else {
            "it visits no cell twice and need not visit all"
        };
        let named = if matches!(&*name, "loop" | "path" | "line") {
            String::new()
        } else {
            format!(" (the {name}{number})")
        };
        let more: String = places.iter().map(|p| format!("; {p}")).collect();
        Form::Plain(format!("draw {shape}{named}{ends} {way}; {visits}{more}"))
    }
}

/// Returns true if a statement demands that no cell stays empty.
pub(super) fn fills(speaker: &Speaker<'_>, statement: &StatementKind) -> bool {
    let StatementKind::Rule { scopes, requirement: Requirement::Compare(all) } = statement else {
        return false;
    };
    let [(relation, right)] = &all.first.rest[..] else { return false };
    let ExprKind::Count(operand) = &all.first.first.kind else { return false };
    let bare = operand.within.is_none() && operand.location.is_none() && operand.filter.is_none();
    if !all.others.is_empty() || !bare || relation.node != Relation::Eq {
        return false;
    }
    let number = speaker.value(right);
    if scopes.is_empty() {
        return matches!(operand.what, PieceSet::Empty(_)) && number == Some(0);
    }
    // As many values as cells, each once in each row.
    let [rows, kinds] = &scopes[..] else { return false };
    let (Scope::Rows, Scope::Named(family, Some(variable))) = (&rows.node, &kinds.node) else { return false };
    let width = speaker.model.board.shape().extent().0 as usize;
    let members = speaker.family(&family.name.node).map_or(0, |f| f.members.len());
    let same = matches!(&operand.what, PieceSet::Kind(k) if k.name.node == variable.name.node);
    number == Some(1) && variable.range.is_none() && same && members == width
}
