//! Orbits up to exchange: the order of the group and the number of orbits of small specs, told apart and counted.

use super::specs::{model_with, outcome, spec_of};
use nauck::ground::ground;
use nauck::model::{Model, UpTo};
use nauck::run::{Query, Request};
use nauck::text::NoFiles;

fn model(text: &str) -> Model {
    model_with(&spec_of(text, "exchange.puz", &NoFiles).expect("a sound spec"), &[])
}

fn order(model: &Model) -> u64 {
    let up_to = UpTo { exchange: true, ..UpTo::default() };
    let grounded = ground(model, up_to).expect("within the limits");
    grounded.exchange.expect("it was requested").group.order().try_into().expect("a small group")
}

const ARMIES: &str = "board 4 x 4\npiece white \"W\" = queen\npiece black \"B\" = queen\n\
    no attacks between white, black\ncount white = count black\n";

const LATIN: &str =
    "pieces digit[1..3] = none\ncount empty = 0\neach row: distinct digit\neach column: distinct digit\n";

const STEPS: &str = "pieces step[1..4] = king\n\
    each step s in 1..3: attacks step[s] on step[s + 1] + attacks step[s + 1] on step[s] = 2\n";

const COURTS: &str = "piece white_king \"K\" = king\npiece white_queen \"Q\" = queen\n\
    piece black_king \"k\" = king\npiece black_queen \"q\" = queen\n\
    attacks white_king on white_queen = 0\nattacks black_king on black_queen = 0\n";

/// A spec, the order of its group, and the number of orbits. The numbers were computed by other programs.
const COUNTED: &[(&str, u64, u32)] = &[
    // Three colors on a filled board: matrices up to permutations of rows, columns and symbols, and transposition.
    ("board 3 x 3\npieces digit[1..3] = none\ncount empty = 0\n", 6 * 6 * 6 * 2, 84),
    // Reduced Latin squares are all alike at this size.
    (
        "board 3 x 3\npieces digit[1..3] = none\ncount empty = 0\neach row: distinct digit\neach column: distinct digit\n",
        432,
        1,
    ),
];

#[test]
fn orbits_told_apart_and_counted() {
    for &(text, wanted, orbits) in COUNTED {
        let model = model(text);
        assert_eq!(order(&model), wanted, "{text}");
        for (query, threads) in [(Query::All, 1), (Query::All, 2), (Query::Count, 1), (Query::Count, 7)] {
            let request = Request { query, threads, orbits: true, exchange: true, ..Request::of(&model) };
            let found = outcome(&model, &request);
            let table = found.orbits().expect("they were requested");
            assert_eq!(table.total(), orbits.into(), "{text} {query:?}");
            // Groups of up to 48 elements have tables of sizes in any case.
            assert_eq!(table.has_sizes(), query == Query::All || wanted <= 48, "{text} {query:?}");
        }
    }
}

#[test]
fn what_is_an_exchange() {
    for (text, wanted) in [
        (format!("{ARMIES}maximize count white + count black"), 16),
        (format!("{ARMIES}maximize count white"), 8),
        (format!("{ARMIES}count white >= count black"), 8),
        (format!("{ARMIES}place white at a1\nplace black at b4"), 1),
        // The quarter turns exchange the armies.
        (format!("{ARMIES}place white at a1, d4\nplace black at a4, d1"), 8),
        (format!("board 3 x 3\n{LATIN}"), 432),
        // Values break the exchange of digits; two rows, two columns, and rows with columns are left.
        (format!("board 3 x 3\n{LATIN}sum digit in a1..b2 >= 5"), 8),
        // Rows may be exchanged, but not with columns.
        (format!("board 3 x 3\n{LATIN}rows: count digit[1] = [1, 1, 1]"), 72),
        (format!("board 3 x 3\n{LATIN}place digit[1] at a1"), 2 * 2 * 2 * 2),
        (format!("board 3 x 3\n{LATIN}each cell: count digit within king <= 9"), 8 * 6),
        // Neighboring values may be read in either direction.
        (format!("board 2 x 2\n{STEPS}"), 16),
        // Kings and queens change colors together.
        (format!("board 3 x 3\n{COURTS}"), 16),
    ] {
        assert_eq!(order(&model(&text)), wanted, "{text}");
    }
}
