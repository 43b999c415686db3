//! Errors in rules, queries and expectations.

use crate::diag::wording::{Wording, plural};
use crate::model::check::RuleError as E;

pub(super) fn tell(error: &E, written: Option<&str>) -> Wording {
    match error {
        E::NeedsCell { word } => needs_cell(word),
        E::EmptyIsNoPiece => Wording::new(
            "spec::empty_is_no_piece",
            "`empty` is not a piece: it neither attacks nor is attacked",
            "expected pieces",
        ),
        E::CellsAndGroups { cells } => Wording::new(
            "spec::cells_and_groups",
            "`each group of` cannot follow a scope over cells",
            "a group has no single cell",
        )
        .also(*cells, "a scope over cells")
        .help("for the size of the group of each cell, write `each clue c: group of empty = c`"),
        E::GroupsNotLast { next } => Wording::new(
            "spec::groups_not_last",
            "`each group of` must be the last scope",
            "before another scope",
        )
        .also(*next, "move this scope to the front"),
        E::NotInGroup { word } => not_in_group(word),
        E::LoopEnd { word } => Wording::new(
            "spec::loop_end",
            format!("a loop has no ends, so it takes no `{word}`"),
            "a loop has no ends",
        )
        .help("write `through` for a cell on the loop, or `path` in place of `loop`"),
        E::EqualEnds { first } => {
            Wording::new("spec::equal_ends", "a path has two ends on different cells", "the same cell")
                .also(*first, "the other end")
        }
        E::TwoCells { first } => {
            Wording::new("spec::two_cells", "a rule can have only one scope over cells", "second cell scope")
                .also(*first, "first cell scope")
        }
        E::LayerVariable { layer, declared } => Wording::new(
            "spec::layer_variable",
            format!("`each {layer}` takes no variable"),
            "unexpected variable",
        )
        .also(*declared, "the layer")
        .help(format!("write `each {layer}:`")),
        E::VariableScope { name, declared } => Wording::new(
            "spec::variable_scope",
            format!("`{name}` is a variable and cannot be a scope"),
            "expected a kind, a family or a layer",
        )
        .also(*declared, "the variable"),
        E::ListLength { rows, expected, found } => {
            let (name, word) = if *rows { ("rows", "row") } else { ("columns", "column") };
            let entries = if *found == 1 { "entry" } else { "entries" };
            Wording::new(
                "spec::list_length",
                format!("the board has {}, but the list of `{name}:` has {found}", plural(*expected, word)),
                format!("{found} {entries}"),
            )
            .help(match found.checked_sub(*expected) {
                None | Some(0) => format!("`_` stands for a {word} without a clue"),
                Some(1) => "leave out one entry".to_owned(),
                Some(more) => format!("leave out {more} of the entries"),
            })
        }
        E::RegionTwice { region, first } => Wording::new(
            "spec::region_twice",
            format!("region {region} is listed twice"),
            "listed again here",
        )
        .also(*first, "first listed here"),
        E::RunLength { length } => Wording::new(
            "spec::run_length",
            format!("a run cannot have the length {length}"),
            "expected a positive length",
        )
        .help("write `0` alone where a line has no run"),
        E::CountedAlternative => Wording::new(
            "spec::counted_alternative",
            "a value after `or` must be known before the search",
            "depends on the solution",
        )
        .help("write the comparison out: `count a = 0 or count a = count b`"),
        E::AlternativeWithoutEquals { comparison } => Wording::new(
            "spec::alternative_without_equals",
            "a value after `or` needs a single `=` before it",
            "no comparison sign comes with this value",
        )
        .also(*comparison, "the comparison before it")
        .help("write the comparison out: `count a <= 1 or count a >= 5`"),
        E::NoValue { kind } => Wording::new(
            "spec::no_value",
            format!("`{kind}` has no value to add up"),
            "expected members of a family",
        )
        .help("only members of a family have values: `pieces digit[1..9] = none`; `count` counts pieces"),
        E::RangeWithoutFamily { name } => Wording::new(
            "spec::range_without_family",
            format!("`{name}` has no values, so it takes no range"),
            "unexpected range",
        ),
        E::BetweenOne => {
            Wording::new("spec::between_one", "`between` needs at least two sides", "only one side")
                .help("write `no attacks between white, black`, or `no attacks among …` for a single side")
        }
        E::BetweenShared { kind, first } => Wording::new(
            "spec::between_shared",
            format!("`{kind}` is on both sides of `between`"),
            "on this side",
        )
        .also(*first, "and on this one")
        .help("to forbid attacks within a side as well, write `no attacks among …`"),
        E::NotASymmetry => {
            let name = written.unwrap_or("this");
            Wording::new(
                "spec::not_a_symmetry",
                format!("the board has no symmetry `{name}`"),
                "not on this board",
            )
        }
        E::FindNone { number } => Wording::new(
            "spec::find_none",
            format!("`find {number}` asks for no solutions"),
            "must be at least 1",
        )
        .help("to count only, write `find number`"),
        E::EmptyRange { from, to } => Wording::new(
            "spec::empty_range",
            format!("the range {from}..{to} is empty"),
            "ends before it begins",
        ),
        E::ListWithoutFor => {
            Wording::new("spec::list_without_for", "a list of expected values needs a `for`", "missing `for`")
                .help("add `for n in 1..8` at the end")
        }
        E::ExpectLength { expected, found } => Wording::new(
            "spec::expect_length",
            format!("`for` has {}, but the list has {found}", plural(*expected, "value")),
            format!("{} here", plural(*found, "value")),
        ),
        E::TupleLength { expected, found } => Wording::new(
            "spec::tuple_length",
            format!("expected {}, found {found}", plural(*expected, "number")),
            format!("{} here", plural(*found, "number")),
        )
        .help("write one number per objective, such as `optimum = (5, 7)` for two"),
        E::NothingToVary { what } => nothing_to_vary(what),
        E::WhichRegions { layers } => {
            Wording::new("spec::which_regions", "the spec has several layers of regions", "which of them?")
                .help(format!("name one: `vary regions {}`", layers.first().map_or("region", |l| l)))
        }
        E::VariedNumber { what, number, most } => Wording::new(
            "spec::varied_number",
            format!("the number of {what} must be between 1 and {most}, not {number}"),
            "this number",
        ),
        E::NoObjective => Wording::new(
            "spec::no_objective",
            "the spec has no objective, so it has no optimum",
            "no `maximize` or `minimize`",
        )
        .help("add a line such as `maximize count piece`"),
    }
}

fn needs_cell(word: &str) -> Wording {
    Wording::new(
        "spec::needs_cell",
        format!("`{word}` refers to a cell, but this rule has none"),
        match word {
            "within" => "within reach of which cell?",
            "own" => "the row, column or region of which cell?",
            "group of" => "the group of which cell?",
            _ => "attackers of which cell?",
        },
    )
    .help("add a scope before it: `each cell:`, `each empty cell:`, `each piece:`, `each clue c:`")
}

fn not_in_group(word: &str) -> Wording {
    let told = Wording::new(
        "spec::not_in_group",
        format!("`{word}` has no meaning in a rule about each group"),
        "not about the cells of a group",
    );
    told.help("write `count`, `cells`, `sum`, `links`, `groups of`, `distinct` or `connected`")
}

fn nothing_to_vary(what: &str) -> Wording {
    let told = Wording::new(
        "spec::nothing_to_vary",
        format!("the spec has no {what} that could vary"),
        "nothing to choose here",
    );
    match what {
        "regions" => told.help("draw a layer, in which every cell may be `.`: `regions \"\"\" … \"\"\"`"),
        _ => told
            .help("add `clues are cells` with a rule such as `each clue c: …`, a layer of clues, or a list"),
    }
}
