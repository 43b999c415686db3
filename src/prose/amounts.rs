//! Expressions as noun phrases (`the number of stars in row 3`), and locations.

use super::nouns::{Noun, digits, listed, spaced};
use super::speaker::{Bound, Speaker};
use crate::geometry::Board;
use crate::syntax::ast::{
    BinaryOp, CellRef, ColumnRef, Condition, CountOperand, Expr, ExprKind, Filter, GroupOperand, Location,
    LocationPart, OwnPart, Relation,
};

/// Returns a relation as a verb between two amounts.
pub(super) fn verb(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "equals",
        Relation::Ne => "differs from",
        Relation::Lt => "is less than",
        Relation::Le => "is at most",
        Relation::Gt => "is greater than",
        Relation::Ge => "is at least",
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "=",
        Relation::Ne => "\u{2260}",
        Relation::Lt => "<",
        Relation::Le => "\u{2264}",
        Relation::Gt => ">",
        Relation::Ge => "\u{2265}",
    }
}

impl Speaker<'_> {
    /// Returns an expression as a noun phrase.
    pub fn amount(&self, expr: &Expr) -> String {
        if let Some(value) = self.value(expr) {
            return digits(value);
        }
        match &expr.kind {
            ExprKind::Int(n) => digits(*n),
            ExprKind::Name(name) => match self.bound(name) {
                Some(Bound::Clue) => "the number".to_owned(),
                _ => name.to_string(),
            },
            ExprKind::Neg(inner) => format!("minus {}", self.amount(inner)),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Call(name, arguments) => {
                let all: Vec<String> = arguments.iter().map(|a| self.amount(a)).collect();
                let head = match &*name.node {
                    "min" => "the smaller of",
                    "max" => "the larger of",
                    _ => "the absolute value of",
                };
                format!("{head} {}", listed(&all, "and"))
            }
            ExprKind::Count(operand) => format!("the number of {}", self.counted(operand).many),
            ExprKind::Cells(operand) => format!("the number of {}", self.covered(operand).many),
            ExprKind::Sum(operand) => format!("the sum of the {}", self.counted(operand).many),
            ExprKind::Weights(layer, operand) => {
                let weights = format!("the weights `{}`", spaced(&layer.node));
                format!("the sum of {weights} under {}", self.counted(operand).many)
            }
            ExprKind::ValueAt(set, cell) => format!("the {} on {}", self.set_noun(set).one, self.cell(cell)),
            ExprKind::Groups(operand) => format!("the number of {}", self.groups_noun(operand).many),
            ExprKind::Group(operand) => {
                format!("the size of its {}", self.groups_noun(operand).one)
            }
            ExprKind::Links(route, location) => {
                let place = location.as_ref().map_or(String::new(), |l| format!(" {}", self.location(l)));
                format!("the number of links of the {}{place}", self.route_name(route))
            }
            ExprKind::Attackers(by) => {
                let who = by.as_ref().map_or_else(|| self.any_noun(), |b| self.set_noun(b));
                format!("the number of {} that attack it", who.many)
            }
            ExprKind::Attacks(None) => "the number of attacks".to_owned(),
            ExprKind::Attacks(Some((by, on))) => {
                let (by, on) = (self.set_noun(by).many, self.set_noun(on).many);
                format!("the number of attacks of {by} on {on}")
            }
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> String {
        if let Some(family) = self.weighted_sum(op, a, b) {
            return format!("the sum of the {}", family.many);
        }
        let (left, right) = (self.amount(a), self.amount(b));
        match op {
            BinaryOp::Add => format!("{left} plus {right}"),
            BinaryOp::Sub => format!("{left} minus {right}"),
            BinaryOp::Mul => format!("{left} times {right}"),
            BinaryOp::Div => format!("{left} divided by {right}, rounded down,"),
            BinaryOp::Rem => format!("the rest of {left} divided by {right}"),
        }
    }

    /// Returns the noun of a family whose values `1 * count d[1] + 2 * count d[2] + …` adds up.
    pub fn weighted_sum(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Noun> {
        if op != BinaryOp::Add {
            return None;
        }
        let mut terms = vec![b];
        let mut left = a;
        while let ExprKind::Binary(BinaryOp::Add, first, second) = &left.kind {
            terms.push(second);
            left = first;
        }
        terms.push(left);
        let mut name = None;
        for term in terms {
            let ExprKind::Binary(BinaryOp::Mul, factor, count) = &term.kind else { return None };
            let ExprKind::Count(operand) = &count.kind else { return None };
            let crate::syntax::ast::PieceSet::Kind(kind) = &operand.what else { return None };
            let index = kind.index.as_ref().and_then(|i| self.value(i))?;
            let bare = operand.within.is_none() && operand.location.is_none() && operand.filter.is_none();
            if !bare
                || self.value(factor)? != index
                || *name.get_or_insert(&kind.name.node) != &kind.name.node
            {
                return None;
            }
        }
        name.and_then(|name| self.family(name)).map(|family| self.family_noun(family))
    }

    /// Returns the noun for what an operand counts, with its place.
    pub fn counted(&self, operand: &CountOperand) -> Noun {
        self.placed(self.set_noun(&operand.what), operand)
    }

    /// Returns the noun for the cells that an operand counts.
    pub fn covered(&self, operand: &CountOperand) -> Noun {
        let noun = self.set_noun(&operand.what);
        if !self.has_tiles(&operand.what) {
            return self.placed(noun, operand);
        }
        let of = noun.many;
        self.placed(Noun::new(format!("cell of {of}"), format!("cells of {of}")), operand)
    }

    fn placed(&self, noun: Noun, operand: &CountOperand) -> Noun {
        let mut place = String::new();
        if let Some(filter) = &operand.filter {
            place.push_str(&self.filter(filter));
        }
        if let Some(moves) = &operand.within {
            place.push_str(&format!(" {}", self.within(moves)));
        }
        if let Some(location) = &operand.location {
            let words = self.location(location);
            match words.strip_prefix("on cells with ").filter(|_| noun.one.ends_with("cell")) {
                Some(clue) => place.push_str(&format!(" with {clue}")),
                None => place.push_str(&format!(" {words}")),
            }
        }
        Noun::new(noun.one + &place, noun.many + &place)
    }

    fn filter(&self, filter: &Filter) -> String {
        let by = filter.of.as_ref().map_or_else(|| self.any_noun(), |set| self.set_noun(set));
        match self.value(&filter.value) {
            Some(value) => format!(" attacked by {}", by.quantity(filter.relation.node, value)),
            None => {
                let value = self.amount(&filter.value);
                format!(" whose number of attacking {} {} {value}", by.many, verb(filter.relation.node))
            }
        }
    }

    pub fn groups_noun(&self, operand: &GroupOperand) -> Noun {
        let of = self.set_noun(&operand.what).many;
        let joined = self.joined_by(operand.moves.as_ref());
        Noun::new(format!("connected group of {of}{joined}"), format!("connected groups of {of}{joined}"))
    }

    /// Returns a location with its preposition: `in row 3`, `on a1`.
    pub fn location(&self, location: &Location) -> String {
        let parts: Vec<String> = location.parts.iter().map(|p| self.place(&p.node)).collect();
        // `in its row and in its column` is shorter as `in its row and column`.
        if let Some(rest) = parts.iter().map(|p| p.strip_prefix("in its ")).collect::<Option<Vec<_>>>() {
            let rest: Vec<String> = rest.into_iter().map(str::to_owned).collect();
            return format!("in its {}", listed(&rest, "and"));
        }
        if let Some(cells) = parts.iter().map(|p| p.strip_prefix("on ")).collect::<Option<Vec<_>>>() {
            let cells: Vec<String> = cells.into_iter().map(str::to_owned).collect();
            return format!("on {}", listed(&cells, "and"));
        }
        listed(&parts, "and")
    }

    fn place(&self, part: &LocationPart) -> String {
        match part {
            LocationPart::Cell(cell) => format!("on {}", self.cell(cell)),
            LocationPart::Rectangle(from, to) => format!("in {}", self.rectangle(from, to)),
            LocationPart::Row(row) => format!("in row {}", self.plain(row)),
            LocationPart::Column(ColumnRef::Letters(name)) => format!("in column {}", name.node),
            LocationPart::Column(ColumnRef::Number(number)) => match self.value(number) {
                Some(n @ 1..=10_000) => format!("in column {}", Board::column_name(n as u32 - 1)),
                _ => format!("in column {}", self.plain(number)),
            },
            LocationPart::Region(layer, region) => {
                format!("in {} {}", spaced(&layer.node), region.node)
            }
            LocationPart::Border => "on the border".to_owned(),
            LocationPart::Corners => "in the corners".to_owned(),
            LocationPart::Diagonal => "on the diagonal from the bottom left".to_owned(),
            LocationPart::Antidiagonal => "on the diagonal from the top left".to_owned(),
            LocationPart::Where(condition) => {
                format!("on the cells (x, y) where {}", self.condition(condition))
            }
            LocationPart::Clues(None) => "on cells with a number".to_owned(),
            LocationPart::Clues(Some(layer)) => {
                format!("on cells with {}", self.clue_noun(Some(&layer.node)).with_article())
            }
            LocationPart::Own(OwnPart::Row) => "in its row".to_owned(),
            LocationPart::Own(OwnPart::Column) => "in its column".to_owned(),
            LocationPart::Own(OwnPart::Layer(layer)) => format!("in its {}", spaced(&layer.node)),
        }
    }

    /// Returns the cells between two corners: `a1 to c3`.
    pub fn rectangle(&self, from: &CellRef, to: &CellRef) -> String {
        format!("{} to {}", self.cell(from), self.cell(to))
    }

    pub fn cell(&self, cell: &CellRef) -> String {
        match cell {
            CellRef::Named(name) => name.node.to_string(),
            CellRef::Numbers(numbers, _) => {
                let values: Option<Vec<u32>> =
                    numbers.iter().map(|n| u32::try_from(self.value(n)?).ok()).collect();
                match values.as_deref() {
                    Some(&[x, y]) if x >= 1 => format!("{}{y}", Board::column_name(x - 1)),
                    _ => {
                        let numbers: Vec<String> = numbers.iter().map(|n| self.plain(n)).collect();
                        format!("({})", numbers.join(", "))
                    }
                }
            }
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(a, relation, b) => {
                format!("{} {} {}", self.plain(a), sign(*relation), self.plain(b))
            }
            Condition::And(a, b) => format!("{} and {}", self.condition(a), self.condition(b)),
            Condition::Or(a, b) => format!("{} or {}", self.condition(a), self.condition(b)),
            Condition::Not(a) => format!("not ({})", self.condition(a)),
        }
    }

    /// Returns the noun for the clues of a layer, or of the board picture.
    pub fn clue_noun(&self, layer: Option<&str>) -> Noun {
        match layer {
            None => Noun::of("number"),
            Some(color @ ("black" | "white")) => Noun::of(&format!("{color}_circle")),
            Some("clue" | "clues" | "number" | "numbers") => Noun::of("number"),
            Some(_) if self.model.clue_layers.len() == 1 && self.model.clues.is_empty() => Noun::of("number"),
            Some(name) => Noun::of(&format!("{name}_number")),
        }
    }
}

/// Returns a whole sentence of an amount compared with another.
pub(super) fn comparison(left: &str, relation: Relation, right: &str) -> String {
    format!("{left} {} {right}", verb(relation))
}
