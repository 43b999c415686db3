//! Words of the language, and the names of grammar rules in messages.

use super::parser::Rule;

/// Words that begin a statement.
pub const STATEMENTS: &[&str] = &[
    "puzzle",
    "include",
    "param",
    "board",
    "walls",
    "regions",
    "piece",
    "pieces",
    "use",
    "tile",
    "clues",
    "place",
    "keep",
    "givens",
    "no",
    "pair",
    "symmetric",
    "maximize",
    "minimize",
    "find",
    "expect",
    "each",
    "in",
    "rows",
    "columns",
    "count",
    "cells",
    "attackers",
    "attacks",
];

/// Reserved words, in alphabetical order; none may be declared as a name.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "abs", "all", "among", "and", "antidiagonal", "are", "at", "attackers", "attacks", "between", "betza",
    "blocks", "board", "border", "both", "by", "cell", "cells", "clue", "clues", "column", "columns",
    "corners", "count", "diagonal", "each", "empty", "expect", "falling", "find", "fixed", "for", "from",
    "givens", "half", "hex", "in", "include", "keep", "kind", "kinds", "leap", "max", "maximize",
    "min", "minimize", "mirror", "no", "none", "not", "number", "on", "only", "optimum", "or", "orbits",
    "orthogonal", "pair", "param", "piece", "pieces", "place", "puzzle", "quarter", "region", "regions",
    "ride", "rising", "row", "rows", "solutions", "stay", "straight", "symmetric", "symmetry", "through",
    "tile", "to", "translation", "turn", "under", "unique", "up", "use", "walls", "where", "window", "with",
    "within", "wrap", "x", "y",
];

/// Words that are special only after a vector and may otherwise be names.
pub const MOVE_WORDS: &[&str] = &["behind", "lame", "one", "outward", "over", "then"];

/// Words that are special only in one place of one statement and may otherwise be names.
pub const PLACE_WORDS: &[&str] = &[
    "avoiding",
    "bottom",
    "connected",
    "distinct",
    "end",
    "every",
    "exchange",
    "fen",
    "first",
    "group",
    "groups",
    "intended",
    "leaper",
    "left",
    "line",
    "links",
    "loop",
    "of",
    "own",
    "path",
    "polyominoes",
    "rectangles",
    "rider",
    "right",
    "rules",
    "runs",
    "scattered",
    "sizes",
    "sum",
    "tiles",
    "top",
    "vary",
    "visible",
    "weights",
];

/// Words of [`PLACE_WORDS`] that may begin a statement.
pub const PLACE_STATEMENTS: &[&str] = &[
    "connected",
    "distinct",
    "group",
    "groups",
    "intended",
    "links",
    "loop",
    "path",
    "rules",
    "sum",
    "tiles",
    "vary",
    "weights",
];

/// Returns true if `word` is one of [`PLACE_WORDS`] in its place between the words or signs `before` and `after`, as far as these
/// tell. (Words that only begin a statement are not.)
pub fn is_place_word(word: &str, before: &str, after: &str) -> bool {
    match word {
        "fen" => before == "givens",
        "leaper" | "rider" => after == "[",
        "connected" | "distinct" | "first" | "links" | "sum" | "visible" => takes_pieces(after),
        "group" | "groups" => after == "of",
        "own" => matches!(after, "row" | "column" | "region") || is_name(after),
        "runs" => after == "of",
        "of" => matches!(before, "runs" | "group" | "groups" | "givens"),
        "sizes" => {
            let number = after.starts_with(|c: char| c.is_ascii_digit());
            number || before == "regions" && (after == "(" || is_name(after))
        }
        "scattered" => {
            let is_named = matches!(after, ":" | "," | "=") || after.starts_with('"');
            !is_named && (matches!(before, "regions" | "region") || is_name(before))
        }
        "left" | "right" | "top" | "bottom" => before == "from" && after == ":",
        "rectangles" | "polyominoes" => before == "=",
        "every" => before == "through" && after == "cell",
        "exchange" => matches!(before, "and" | "to"),
        "end" => is_name(after),
        "avoiding" => !matches!(before, "in" | "at" | "," | "empty" | "walls") && begins_location(after),
        "line" => before == "straight" && matches!(after, ":" | ","),
        _ => false,
    }
}

/// Returns true if `word` is one of [`PLACE_STATEMENTS`] that begins a statement before `after`.
pub fn begins_statement(word: &str, after: &str) -> bool {
    match word {
        "vary" => matches!(after, "givens" | "clues" | "regions" | "walls"),
        "intended" | "rules" => after.starts_with('"'),
        _ => PLACE_STATEMENTS.contains(&word) && takes_pieces(after),
    }
}

/// Returns true if a set of pieces or a name may begin with this word or sign.
fn takes_pieces(after: &str) -> bool {
    matches!(after, "{" | "empty" | "piece") || is_name(after)
}

/// Returns true if a location may begin with this word or sign.
fn begins_location(after: &str) -> bool {
    const PLACES: &[&str] =
        &["(", "antidiagonal", "border", "cells", "clues", "column", "corners", "diagonal", "region", "row"];
    PLACES.contains(&after) || is_name(after)
}

/// Returns true for a word that is not reserved.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && !RESERVED.contains(&word)
}

/// Returns true if `word` is one of [`MOVE_WORDS`] in its special position, after the word or sign `before`.
pub fn is_move_word(word: &str, before: &str) -> bool {
    match word {
        "one" => matches!(before, "over" | "behind"),
        _ => MOVE_WORDS.contains(&word) && matches!(before, ")" | "orthogonal" | "diagonal"),
    }
}

/// An item that a message lists as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExpectedItem {
    /// A class of items: "a number".
    Thing(&'static str),
    Word(&'static str),
    Sign(&'static str),
    /// The end of the statement.
    End,
}

impl ExpectedItem {
    /// Name for all comparison operators.
    pub const RELATION: &str = "a relation such as `=`";
    /// Name for all arithmetic operators.
    pub const OPERATOR: &str = "an operator";
    /// Name for the items of `expect`.
    pub const EXPECTATION: &str = "an expectation such as `unique`";
    pub const LOCATION: &str = "a location";
    /// Name for the terms of a movement.
    pub const MOVE: &str = "a move";
    /// Name for the items of `symmetric under`.
    pub const SYMMETRY: &str = "a symmetry such as `half turn`";
    /// Name for the scopes of `each`.
    pub const SCOPE: &str = "a scope such as `row` or `cell`";

    /// Returns the item that a grammar rule stands for.
    pub(super) fn of(rule: Rule) -> Self {
        sign(rule).map(Self::Sign).or_else(|| thing(rule).map(Self::Thing)).unwrap_or_else(|| match rule {
            Rule::EOI => Self::End,
            Rule::left_right => Self::Word("left-right"),
            Rule::top_bottom => Self::Word("top-bottom"),
            _ => word(rule).map_or(Self::Thing("a statement"), Self::Word),
        })
    }
}

/// Returns the word that a rule `kw_…` stands for.
fn word(rule: Rule) -> Option<&'static str> {
    let name = format!("{rule:?}");
    let word = name.strip_prefix("kw_")?;
    let all = RESERVED.iter().chain(PLACE_WORDS).chain(MOVE_WORDS);
    all.copied().find(|&w| w == word)
}

fn sign(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::open => "(",
        Rule::close => ")",
        Rule::bracket_open => "[",
        Rule::bracket_close => "]",
        Rule::brace_open => "{",
        Rule::brace_close => "}",
        Rule::comma => ",",
        Rule::colon => ":",
        Rule::dots => "..",
        Rule::op_eq => "=",
        Rule::blank => "_",
        _ => return None,
    })
}

fn thing(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::kind_ref | Rule::named | Rule::line_part => "a name",
        Rule::new_name | Rule::tile_name | Rule::layer_name => "a new name",
        Rule::string | Rule::betza => "text in quotes",
        Rule::picture | Rule::pictures | Rule::a_picture | Rule::picture_board => "a picture",
        Rule::number => "a number",
        Rule::simple => "a number, a name or a parenthesis",
        Rule::plain_sides | Rule::sides | Rule::box_board => "a size such as `8 x 8`",
        Rule::expr
        | Rule::product
        | Rule::unary
        | Rule::atom
        | Rule::bound
        | Rule::counted
        | Rule::summed
        | Rule::grouped
        | Rule::linked
        | Rule::value_at => "an expression",
        Rule::comparison | Rule::compare | Rule::alternatives | Rule::alternative => "a comparison",
        Rule::condition | Rule::conjunction | Rule::negation => "a condition",
        Rule::op_plus | Rule::op_minus | Rule::op_times | Rule::op_over | Rule::op_mod => {
            ExpectedItem::OPERATOR
        }
        Rule::relation | Rule::op_ne | Rule::op_lt | Rule::op_le | Rule::op_gt | Rule::op_ge => {
            ExpectedItem::RELATION
        }
        Rule::location | Rule::place | Rule::cells_place => ExpectedItem::LOCATION,
        Rule::cell | Rule::cell_name | Rule::cell_numbers => "a cell such as `a1`",
        Rule::column_letters => "a column's letters",
        Rule::region_name => "a region's name",
        Rule::moves | Rule::move_term => ExpectedItem::MOVE,
        Rule::vectors | Rule::step | Rule::vector => "a vector such as `(1, 2)`",
        Rule::piece_set | Rule::member | Rule::set | Rule::group_operand => "a piece",
        Rule::scope | Rule::each_scope | Rule::group_scope => ExpectedItem::SCOPE,
        Rule::clue_values | Rule::run_values | Rule::expected_list => "a list in brackets",
        Rule::region_values => "a list in braces",
        Rule::clue_value | Rule::run_value | Rule::region_value => "a clue",
        Rule::side => "a side: `left`, `right`, `top` or `bottom`",
        Rule::seen => "`visible` or `first`",
        Rule::clue_treatment => "`are`",
        Rule::distinct => "`distinct`",
        Rule::connected => "`connected`",
        Rule::everywhere | Rule::through => "`through`",
        Rule::avoiding => "`avoiding`",
        Rule::route_clause => "a part such as `through every cell`",
        Rule::route_from => "`from`",
        Rule::route_to => "`to`",
        Rule::runs => "`runs of`",
        Rule::tile_shape => "a picture",
        Rule::symmetry => ExpectedItem::SYMMETRY,
        Rule::varied_givens => "`givens`",
        Rule::varied_clues => "`clues`",
        Rule::varied_regions => "`regions`",
        Rule::varied_walls => "`walls`",
        Rule::expectation => ExpectedItem::EXPECTATION,
        Rule::expected | Rule::expected_value | Rule::expected_tuple => "a value",
        Rule::range => "a range such as `1..8`",
        Rule::wrap => "`wrap`",
        Rule::library => "`from`",
        Rule::fen => "`fen`",
        _ => return None,
    })
}
