//! The public library: answers, iterators and support for editors, as a program uses them.

use nauck::editor::{self, Shade};
use nauck::{Limits, Order, Puzzle, Query, Request, Status};

fn six_queens() -> Puzzle {
    Puzzle::parse("board 6 x 6\nuse queen\nno attacks\ncount queen = 6").expect("a spec")
}

#[test]
fn an_answer_has_its_solutions() {
    let answer = six_queens().solve().expect("an answer");
    assert_eq!((answer.solutions().len(), answer.is_exhausted()), (4, true));
    let pieces: Vec<_> = answer.solutions()[0].pieces().collect();
    assert_eq!(pieces.len(), 6);
    assert!(pieces.iter().all(|(kind, cells)| *kind == "queen" && cells.len() == 1));
    let counted = six_queens().count().expect("an answer");
    assert_eq!((counted.solutions().len(), counted.count()), (0, &4u32.into()));
}

#[test]
fn a_search_keeps_to_its_request() {
    let puzzle = six_queens();
    let request = Request { query: Query::First(2), order: Order::Sorted, ..puzzle.request() };
    let found: Vec<_> = puzzle.search(request).collect::<Result<_, _>>().expect("solutions");
    let all = puzzle.solve().expect("an answer");
    let coords = |boards: &[nauck::SolvedBoard]| boards.iter().map(|b| b.coords()).collect::<Vec<_>>();
    assert_eq!(coords(&found), coords(&all.solutions()[..2]));
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let twelve = Puzzle::parse("board 12 x 12\nuse queen\nno attacks\ncount queen = 12").expect("a spec");
    let stopped =
        twelve.answer(&Request { query: Query::Count, limits, ..twelve.request() }).expect("an answer");
    assert!(!stopped.is_exhausted() && stopped.status() != Status::Complete);
}

#[test]
fn a_run_names_the_digest_on_request() {
    let puzzle = six_queens();
    for digest in [false, true] {
        let request = Request { digest, ..puzzle.request() };
        let outcome =
            nauck::run::run(puzzle.model(), &request, &Default::default(), &mut nauck::run::Discard);
        assert_eq!(outcome.expect("an outcome").digest().is_some(), digest);
    }
}

#[test]
fn an_editor_formats_and_highlights() {
    let formatted = editor::format("board   6x6\nuse  queen # a comment\n").expect("a spec");
    assert!(formatted.contains("board 6 x 6\n") && formatted.contains("# a comment"));
    assert_eq!(editor::format(&formatted).expect("a spec"), formatted);
    let faults = editor::format("bord 8 x 8").expect_err("a misspelling");
    assert!(faults.to_string().contains("board"), "{faults}");
    assert!(editor::shades("board 6 x 6").contains(&(Shade::Statement, "board")));
}
