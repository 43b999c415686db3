//! Scopes as the subject of a sentence: `each row`, `in a1 to d4`, `for each digit d`.

use super::nouns::{Noun, spaced};
use super::speaker::{Bound, Speaker};
use crate::model::Family;
use crate::syntax::ast::{GroupOperand, KindRef, Scope, ScopeVariable};
use crate::text::Spanned;

/// Subject of the sentence about a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The whole board.
    Board,
    /// Sets of cells: `each row`.
    Sets(String),
    /// Cells, or the pieces or clues on them: `each empty cell`.
    Cells(String),
    /// Cells with a clue: `each number`.
    Clues(String),
    /// The kinds of a family, or routes: the noun for them, with the range of their values.
    Kinds { noun: Noun, range: String },
    /// Groups: `each connected group of stones`.
    Groups(String),
}

/// The scopes of a rule, put into words.
#[derive(Clone, Debug)]
pub(super) struct ScopeWords {
    /// The innermost scope that is no scope of kinds, if there is one.
    pub subject: Subject,
    /// The kinds over which the rule runs besides its subject: the noun for them, and the range of their values.
    pub kinds: Option<(Noun, String)>,
    /// The other scopes, in front of the sentence: `in row 1`.
    pub front: Vec<String>,
    /// The single location of a scope `in …`.
    pub location: Option<String>,
}

impl Speaker<'_> {
    /// Puts scopes into words and binds their variables.
    pub fn scopes(&mut self, scopes: &[Spanned<Scope>]) -> ScopeWords {
        let mut words =
            ScopeWords { subject: Subject::Board, kinds: None, front: Vec::new(), location: None };
        for scope in scopes {
            if let Scope::In(location) = &scope.node {
                let place = self.location(location);
                words.front.push(place.clone());
                words.location = (scopes.len() == 1).then_some(place);
                continue;
            }
            let subject = self.subject(&scope.node);
            match subject {
                Subject::Kinds { noun, range } => {
                    if let Some((noun, range)) = words.kinds.replace((noun, range)) {
                        words.front.push(format!("for each {}{range}", noun.one));
                    }
                }
                subject => {
                    let before = std::mem::replace(&mut words.subject, subject);
                    words.front.extend(before.into_front());
                }
            }
        }
        if words.subject == Subject::Board
            && let Some((noun, range)) = words.kinds.take()
        {
            words.subject = Subject::Kinds { noun, range };
        }
        words
    }

    fn subject(&mut self, scope: &Scope) -> Subject {
        let sets = |words: &str| Subject::Sets(words.to_owned());
        match scope {
            Scope::Rows => sets("each row"),
            Scope::Columns => sets("each column"),
            Scope::Diagonals { falling: true, rising: false } => sets("each falling diagonal"),
            Scope::Diagonals { falling: false, rising: true } => sets("each rising diagonal"),
            Scope::Diagonals { .. } => sets("each diagonal"),
            Scope::Windows(sides) => {
                let sides: Vec<String> = sides.iter().map(|s| self.plain(s)).collect();
                let noun = match sides.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                    [w, "1"] => format!("each strip of {w} cells across"),
                    ["1", h] => format!("each strip of {h} cells down"),
                    [w, h] if w == h => format!("each square of {w} \u{d7} {h} cells"),
                    _ => format!("each block of {} cells", sides.join(" \u{d7} ")),
                };
                Subject::Sets(noun)
            }
            Scope::StraightLines => sets("each straight line through three or more cells, of any slope,"),
            Scope::Cells => Subject::Cells("each cell".to_owned()),
            Scope::EmptyCells => Subject::Cells("each empty cell".to_owned()),
            Scope::Pieces => Subject::Cells(format!("each {}", self.any_noun().one)),
            Scope::Clues(variable) => self.clues(None, variable.as_ref().map(|v| &*v.node)),
            Scope::Kinds(name) => {
                let noun = Noun::new("piece of the kind", "pieces of the kind");
                self.bound.push((name.node.clone(), Bound::Kind(noun)));
                Subject::Kinds { noun: Noun::new("kind of piece", "kinds of pieces"), range: String::new() }
            }
            Scope::Groups(operand) => Subject::Groups(self.group_scope(operand)),
            Scope::Named(reference, variable) => self.named(reference, variable.as_ref()),
            Scope::In(location) => Subject::Sets(self.location(location)),
        }
    }

    fn clues(&mut self, layer: Option<&str>, variable: Option<&str>) -> Subject {
        if let Some(name) = variable {
            self.bound.push((name.into(), Bound::Clue));
        }
        Subject::Clues(format!("each {}", self.clue_noun(layer).one))
    }

    fn named(&mut self, reference: &KindRef, variable: Option<&ScopeVariable>) -> Subject {
        let name = &*reference.name.node;
        if self.model.layers.iter().any(|l| &*l.name == name) {
            return Subject::Sets(format!("each {}", region_noun(name)));
        }
        if self.model.clue_layers.iter().any(|l| &*l.name == name) {
            return self.clues(Some(name), variable.map(|v| &*v.name.node));
        }
        let Some(variable) = variable else {
            let noun = self.noun(reference);
            return Subject::Cells(format!("each {}", noun.one));
        };
        if self.is_route(name) {
            let noun = Noun::of(name);
            self.bound.push((variable.name.node.clone(), Bound::Route(Noun::of_part("cell", "it"))));
            return Subject::Kinds { noun, range: String::new() };
        }
        let noun = self.family(name).map_or_else(|| self.noun(reference), |f| self.family_noun(f));
        let range = self.range(name, variable);
        let value = variable.name.node.to_string();
        self.bound.push((variable.name.node.clone(), Bound::Kind(Noun::of(&value))));
        Subject::Kinds { noun, range }
    }

    /// Returns the values over which a scope of a family runs: ` from 1 to 9`.
    fn range(&self, family: &str, variable: &ScopeVariable) -> String {
        match &variable.range {
            Some((from, to)) => format!(" from {} to {}", self.plain(from), self.plain(to)),
            None => self.family(family).map_or(String::new(), |family| self.family_range(family)),
        }
    }

    /// Returns the values of a family: ` from 1 to 9`.
    pub fn family_range(&self, family: &Family) -> String {
        let value = |k: Option<&crate::model::KindId>| Some(self.model.kind(*k?).family?.1);
        match (value(family.members.first()), value(family.members.last())) {
            (Some(a), Some(b)) if a < b => format!(" from {a} to {b}"),
            (Some(a), _) => format!(" {a}"),
            _ => String::new(),
        }
    }

    fn group_scope(&mut self, operand: &GroupOperand) -> String {
        format!("each {}", self.groups_noun(operand).one)
    }
}

/// Returns the noun for a region of a layer.
pub(super) fn region_noun(layer: &str) -> String {
    match layer {
        "across" | "down" => format!("{layer} run"),
        name => spaced(name),
    }
}

impl Subject {
    /// Returns the words in front of a sentence about something inside.
    fn into_front(self) -> Option<String> {
        match self {
            Self::Board => None,
            Self::Sets(each) | Self::Groups(each) | Self::Cells(each) | Self::Clues(each) => {
                Some(format!("in {each}"))
            }
            Self::Kinds { noun, range } => Some(format!("for each {}{range}", noun.one)),
        }
    }

    /// Returns the words in front of a sentence about anything in it: `for each row`.
    pub fn for_each(&self) -> Option<String> {
        match self {
            Self::Board => None,
            Self::Sets(each) | Self::Groups(each) => Some(format!("in {each}")),
            Self::Cells(each) | Self::Clues(each) => Some(format!("for {each}")),
            Self::Kinds { noun, range } => Some(format!("for each {}{range}", noun.one)),
        }
    }
}
