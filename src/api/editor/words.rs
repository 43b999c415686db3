//! Words of the language with their meaning in one line, an example, and for statements a snippet. A test confirms that every
//! word is here and that the examples are sound.

/// Meaning of a word.
pub(super) struct WordHelp {
    /// One sentence without a full stop.
    pub meaning: &'static str,
    /// A statement with the word.
    pub example: &'static str,
}

/// Snippets of statements, in the syntax of the language server protocol.
pub(super) const SNIPPETS: &[(&str, &str)] = &[
    ("attackers", "attackers = ${1:0}"),
    ("attacks", "attacks = ${1:0}"),
    ("board", "board ${1:8} x ${2:8}"),
    ("cells", "cells ${1:piece} = ${2:1}"),
    ("clues", "clues ${1:number} \"\"\"\n${2}\n\"\"\""),
    ("columns", "columns: count ${1:piece} = [${2:1}]"),
    ("connected", "connected ${1:piece} by ${2:wazir}"),
    ("count", "count ${1:piece} = ${2:1}"),
    ("distinct", "distinct ${1:digit}"),
    ("each", "each ${1:row}: count ${2:piece} = ${3:1}"),
    ("expect", "expect ${1:unique}"),
    ("find", "find ${1:all}"),
    ("givens", "givens \"\"\"\n${1}\n\"\"\""),
    ("groups", "groups of ${1:piece} = ${2:1}"),
    ("in", "in ${1:a1}: count ${2:piece} = ${3:1}"),
    ("include", "include \"${1:pieces.puz}\""),
    ("intended", "intended \"\"\"\n${1}\n\"\"\""),
    ("keep", "keep empty ${1:a1}"),
    ("loop", "loop ${1:tour} by ${2:wazir}"),
    ("maximize", "maximize count ${1:piece}"),
    ("minimize", "minimize count ${1:piece}"),
    ("no", "no attacks"),
    ("pair", "pair ${1:tent} with ${2:tree} within ${3:wazir}"),
    ("param", "param ${1:n} = ${2:8}"),
    ("path", "path ${1:walk} by ${2:wazir} from ${3:a1}"),
    ("piece", "piece ${1:name} \"${2:N}\" = ${3:king}"),
    ("pieces", "pieces ${1:digit}[${2:1}..${3:9}] = none"),
    ("place", "place ${1:piece} at ${2:a1}"),
    ("puzzle", "puzzle \"${1:Title}\""),
    ("regions", "regions \"\"\"\n${1}\n\"\"\""),
    ("rules", "rules \"${1:text}\""),
    ("rows", "rows: count ${1:piece} = [${2:1}]"),
    ("symmetric", "symmetric under ${1:half turn}"),
    ("tile", "tile ${1:name} \"\"\"\n${2:##}\n\"\"\""),
    ("tiles", "tiles ${1:rect}[${2:1}..${3:4}] = ${4:rectangles}"),
    ("use", "use ${1:queen}"),
    ("vary", "vary ${1:givens}"),
    ("walls", "walls ${1:a1}"),
    ("weights", "weights ${1:gold} \"\"\"\n${2}\n\"\"\""),
];

/// Returns the meaning of a word of the language.
#[rustfmt::skip]
#[allow(clippy::too_many_lines, reason = "a table")]
pub(super) fn help(word: &str) -> Option<WordHelp> {
    let (meaning, example) = match word {
        "abs" | "max" | "min" => ("a function of numbers", "param k = max(3 / 2, abs(-1), min(4, 5))"),
        "all" => ("find all solutions", "find all"),
        "among" => ("no piece of a set attacks another of the same set", "no attacks among queen, rook"),
        "and" => ("both conditions hold; also joins `up to symmetry and translation`", "walls cells where x > 2 and y > 2"),
        "antidiagonal" => ("the cells of the long diagonal from the top left to the bottom right", "keep empty antidiagonal"),
        "are" => ("what the cells of clues are: walls, cells or empty", "clues are cells"),
        "at" => ("the cell on which something stands", "place queen at d4"),
        "attackers" => ("number of pieces that attack the cell or piece", "each empty cell: attackers >= 1"),
        "attacks" => ("number of pieces attacked; `no attacks` forbids them", "each queen: attacks = 1"),
        "avoiding" => ("cells that a route must not visit", "path walk by king from a1 avoiding c3"),
        "behind" | "over" | "one" => ("hops over one piece on its line", "piece hopper = ride orthogonal over one"),
        "between" => ("no piece of one set attacks a piece of another", "no attacks between white, black"),
        "betza" => ("moves in Betza notation", "piece hawk \"H\" = betza \"ADGH\""),
        "blocks" => ("regions as equal rectangles", "regions box = blocks 3 x 3"),
        "board" => ("size and shape of the board", "board 8 x 8"),
        "border" => ("the cells on the edge of the board", "keep empty border"),
        "both" | "wrap" => ("edges of the board that meet", "board 8 x 8 wrap both"),
        "bottom" | "left" | "right" | "top" => ("side from which a row or column is seen", "from left: visible tower = [1, 2]"),
        "by" => ("moves that join cells; after `find number`, the value to count by", "connected piece by wazir"),
        "cell" => ("a rule for every cell", "each cell: attackers >= 1"),
        "cells" => ("number of cells that pieces cover; `cells where` selects cells by a condition", "cells tower = 4"),
        "clue" => ("a rule for every clue, with its number as a name", "each clue c: count piece within king = c"),
        "clues" => ("a layer of numbers on cells, or the cells with clues", "clues seen \"1 . 2\""),
        "column" => ("a column of the board", "each column: count queen = 1"),
        "columns" => ("a list with an entry for each column, from the left", "columns: count piece = [1, 2]"),
        "connected" => ("the cells form one group under the moves", "connected piece by wazir"),
        "corners" => ("the corner cells", "keep empty corners"),
        "count" => ("number of pieces", "count queen = 8"),
        "diagonal" => ("a diagonal; in moves, the four diagonal steps", "each diagonal: count queen <= 1"),
        "distinct" => ("the values of the pieces differ", "each row: distinct digit"),
        "each" => ("a rule for every row, column, region, cell or piece", "each row: count queen = 1"),
        "empty" => ("cells without a piece", "each empty cell: attackers >= 1"),
        "end" => ("the two end cells of a path", "place end walk at a1"),
        "every" | "loop" => ("a closed route", "loop tour by knight through every cell"),
        "exchange" => ("solutions that permutations of kinds or lines exchange count once", "find all up to symmetry and exchange"),
        "expect" => ("an expected answer, which `puzzle test` checks", "expect solutions = 92"),
        "falling" => ("diagonals that fall from left to right", "each falling diagonal: count queen <= 1"),
        "fen" => ("given pieces as a chess position", "givens fen \"8/8/8/8/8/8/8/Q7\""),
        "find" => ("what is asked for", "find all up to symmetry"),
        "first" => ("the value of the first piece seen from a side", "from left: first digit = [1, 2]"),
        "fixed" => ("a tile that is not turned", "tile bar \"##\" fixed"),
        "for" => ("values of a parameter for which numbers are expected", "expect solutions = [1, 0] for n in 1..2"),
        "from" => ("a file with pieces, the first step of a ride, the start of a path, or a side", "use crab from \"pieces.puz\""),
        "givens" => ("given pieces as a picture", "givens \"Q . . .\""),
        "group" => ("the group of a cell, or each group", "each group of piece: cells piece = 3"),
        "groups" => ("number of groups", "groups of piece = 2"),
        "half" | "quarter" => ("a rotation of the board onto itself", "symmetric under half turn"),
        "hex" => ("a hexagonal board", "board hex 4"),
        "in" => ("a rule for some cells; in an expression, only pieces there", "in a1..c3: count queen = 1"),
        "include" => ("takes the statements of another file", "include \"pieces.puz\""),
        "intended" => ("the solution that the author intends", "intended \"Q . . .\""),
        "keep" => ("cells on which nothing may stand", "keep empty a1"),
        "kind" | "kinds" => ("a kind of piece", "each kind k: count k = 2"),
        "lame" => ("a leap that needs an empty path", "piece elephant = leap (2, 2) lame"),
        "leap" => ("a move to a cell at a distance, whatever is between", "piece knight2 = leap (1, 2)"),
        "leaper" => ("the leap by a and b in all directions", "piece camel2 = leaper[1, 3]"),
        "line" | "straight" => ("a straight line of cells; of a route, a cell it passes straight", "each straight line: count piece <= 2"),
        "links" => ("number of steps of a route", "links tour = 8"),
        "maximize" => ("the largest value is wanted", "maximize count queen"),
        "minimize" => ("the smallest value is wanted", "minimize count queen"),
        "mirror" => ("a reflection of the board onto itself", "symmetric under mirror left-right"),
        "no" => ("no piece attacks another", "no attacks"),
        "none" => ("no moves; as an expectation, no solution", "pieces digit[1..9] = none"),
        "not" => ("the condition does not hold", "walls cells where not (x = y)"),
        "number" => ("the number of solutions is wanted", "find number"),
        "of" => ("what is counted or grouped", "rows: runs of piece = [1 2, 3]"),
        "on" => ("the attacked pieces", "attacks queen on rook = 3"),
        "only" => ("the vectors as written, without turning them", "piece pawn2 = leap only (1, 1), (-1, 1)"),
        "optimum" => ("the expected best value", "expect optimum = 5"),
        "or" => ("either condition or comparison holds", "count queen = 0 or count queen = 2"),
        "orbits" => ("the expected number of solutions up to symmetry", "expect orbits = 12"),
        "orthogonal" => ("the four steps along rows and columns", "piece rook2 = ride orthogonal"),
        "outward" | "then" => ("a ride that turns", "piece griffon = ride diagonal then orthogonal outward"),
        "own" => ("the row, column or region of the cell itself", "each clue c: sum digit in own row = c"),
        "pair" => ("matches the pieces of two sets one to one", "pair tent with tree within wazir"),
        "param" => ("a number that can be set with `-p`", "param n = 8 in 1..20"),
        "path" => ("an open route", "path walk by king from a1"),
        "piece" => ("a kind of piece; in a set, any piece", "piece amazon \"A\" = queen + knight"),
        "pieces" => ("a family of kinds with values", "pieces digit[1..9] = none"),
        "place" => ("a given piece", "place queen at d4"),
        "polyominoes" | "rectangles" | "tiles" => ("a family of tiles by their area", "tiles rect[1..4] = rectangles"),
        "puzzle" => ("the title", "puzzle \"Eight queens\""),
        "region" => ("a region, or a rule for every region", "each region: count star = 1"),
        "regions" => ("a layer of regions as a picture", "regions \"AAB\""),
        "ride" => ("a move of any number of equal steps, up to the first piece", "piece nightrider2 = ride (1, 2)"),
        "rider" => ("the ride by a and b in all directions", "piece camelrider2 = rider[1, 3]"),
        "rising" => ("diagonals that rise from left to right", "each rising diagonal: count queen <= 1"),
        "row" => ("a row of the board", "each row: count queen = 1"),
        "rows" => ("a list with an entry for each row, from the top", "rows: count piece = [1, 2]"),
        "rules" => ("the rules in words, for worksheets", "rules \"Place a star in every row.\""),
        "runs" => ("lengths of the runs of pieces along each line", "rows: runs of piece = [1 2, 3]"),
        "scattered" => ("regions that `puzzle make` draws need not be connected", "vary regions letter scattered"),
        "sizes" => ("sizes of the regions that `puzzle make` may draw", "vary regions sizes 3..5"),
        "solutions" => ("the expected number of solutions", "expect solutions = 92"),
        "stay" => ("the piece's own cell, after `within`", "each cell: count piece within king + stay = 1"),
        "sum" => ("sum of the values of pieces, or of weights under them", "in a1..c3: sum digit = 15"),
        "symmetric" => ("solutions must have a symmetry", "symmetric under half turn"),
        "symmetry" => ("solutions that the symmetries of the spec exchange count once", "find all up to symmetry"),
        "through" => ("cells that a route must visit; of a ride, past pieces", "path walk by king through c3"),
        "tile" => ("a piece that covers several cells", "tile domino \"##\""),
        "to" => ("the last cell or step", "path walk by king from a1 to c3"),
        "translation" => ("solutions that translations exchange count once", "find all up to symmetry and translation"),
        "turn" => ("a rotation of the board or a tile; of a route, a cell where it turns", "symmetric under quarter turn"),
        "under" => ("cells under pieces, or the symmetry", "maximize sum gold under queen"),
        "unique" => ("exactly one solution is expected", "expect unique"),
        "up" => ("`up to` a symmetry or a number of steps", "find all up to symmetry"),
        "use" => ("puts standard pieces, or those of a file, in play", "use queen, knight"),
        "vary" => ("what `puzzle make` may choose", "vary givens"),
        "visible" => ("number of pieces seen from a side, which larger ones hide", "from left: visible tower = [1, 2]"),
        "walls" => ("cells that are not part of the board", "walls a1, c3"),
        "weights" => ("numbers on cells, for sums", "weights gold \"1 2 3\""),
        "where" => ("selects by a condition", "walls cells where x = y"),
        "window" => ("every rectangle of a size", "each window 2 x 2: count piece <= 1"),
        "with" | "within" => ("near: cells that moves lead to", "each cell: count piece within king <= 2"),
        "x" | "y" => ("column and row of a cell, from 1; `x` also joins sizes", "walls cells where x = y"),
        _ => return None,
    };
    Some(WordHelp { meaning, example })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{MOVE_WORDS, PLACE_STATEMENTS, PLACE_WORDS, RESERVED, STATEMENTS, parse};
    use crate::text::SourceId;

    #[test]
    fn every_word_has_a_meaning_and_a_sound_example() {
        let all =
            RESERVED.iter().chain(PLACE_WORDS).chain(MOVE_WORDS).chain(STATEMENTS).chain(PLACE_STATEMENTS);
        for word in all {
            let told = help(word).unwrap_or_else(|| panic!("no help for `{word}`"));
            let (file, faults) = parse(SourceId(0), told.example);
            assert!(faults.is_empty() && file.statements.len() == 1, "{word}: {}", told.example);
        }
    }

    #[test]
    fn every_statement_has_a_snippet() {
        for word in STATEMENTS.iter().chain(PLACE_STATEMENTS) {
            let is_rare = matches!(*word, "sum" | "links" | "group");
            assert!(is_rare || SNIPPETS.iter().any(|(known, _)| known == word), "{word}");
        }
    }
}
