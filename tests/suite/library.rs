//! The public library: answers, iterators and support for editors, as a program uses them.

use nauck::editor::{self, Shade};
use nauck::{
    CancelToken, Host, Limits, Occurrence, Order, ProgressCallback, Puzzle, Query, Request, RunError, Status,
    Stop,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn six_queens() -> Puzzle {
    Puzzle::parse("board 6 x 6\nuse queen\nno attacks\ncount queen = 6").expect("a spec")
}

/// Far too many solutions to find.
fn many_queens() -> Puzzle {
    Puzzle::parse("board 20 x 20\nuse queen\nno attacks\ncount queen = 20").expect("a spec")
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
fn a_board_has_its_routes() {
    let text = "board 3 x 2\nuse king\ncount king = 0\nloop ring by wazir avoiding c1..c2\npath walk by wazir from c2 to c1";
    let puzzle = Puzzle::parse(text).expect("a spec");
    let answer = puzzle.solve().expect("an answer");
    let [board] = answer.solutions() else { panic!("one solution") };
    assert_eq!(board.pieces().count(), 0);
    let routes: Vec<String> =
        board.routes().map(|(name, cells)| format!("{name} {}", cells.join(" "))).collect();
    assert_eq!(routes, ["ring a2 a1 b1 b2", "walk c2 c1"]);
    let links: Vec<String> = board.links().map(|(name, [a, b])| format!("{name} {a}{b}")).collect();
    assert_eq!(links, ["ring a2a1", "ring a1b1", "ring b1b2", "ring b2a2", "walk c2c1"]);
    assert_eq!(["ring", "walk", "king", "rook"].map(|n| board.count(n)), [Some(4), Some(2), Some(0), None]);
}

#[test]
fn cells_are_forced_and_solutions_drawn() {
    let puzzle = Puzzle::parse("board 4 x 4\nuse queen\nno attacks\ncount queen = 4\nplace queen at b1")
        .expect("a spec");
    let forced = puzzle.forced(&puzzle.request(), false).expect("an answer");
    let seen = ["b1", "d2", "a1", "z9"].map(|cell| forced.occurrence(cell, "queen"));
    assert_eq!(seen, [Some(Occurrence::All), Some(Occurrence::All), Some(Occurrence::None), None]);
    assert_eq!((forced.iter().count(), forced.status()), (16, Status::Complete));
    assert!(forced.to_string().contains("2  x x x Q\n"), "{forced}");
    let puzzle = six_queens();
    let counted = puzzle.forced(&puzzle.request(), true).expect("an answer");
    let numbers = ["a1", "b1"].map(|cell| counted.count(cell, "queen").cloned());
    assert_eq!(numbers, [Some(0_u32.into()), Some(1_u32.into())]);
    let draw = |seed| {
        let answer = puzzle.sample(40, &Request { seed, ..puzzle.request() }).expect("an answer");
        assert_eq!((answer.solutions().len(), answer.count()), (40, &4_u32.into()));
        answer.solutions().iter().map(nauck::SolvedBoard::coords).collect::<Vec<_>>()
    };
    assert_eq!(draw(3), draw(3));
    assert_ne!(draw(3), draw(4));
    let bare = Request { host: Host::bare(), ..puzzle.request() };
    assert!(puzzle.forced(&bare, true).is_ok() && puzzle.sample(2, &bare).is_ok());
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

#[test]
fn a_token_cancels_a_search() {
    let mut solutions = many_queens().solutions();
    assert!(solutions.next().is_some_and(|first| first.is_ok()));
    let token = solutions.cancel_token();
    let canceller = std::thread::spawn(move || token.cancel());
    // It ends, and what it had found is no error.
    assert!(solutions.all(|solution| solution.is_ok()));
    canceller.join().expect("no panic");

    let cancel = CancelToken::new();
    cancel.cancel();
    let request = Request { cancel: cancel.clone(), ..many_queens().request() };
    assert!(cancel.is_cancelled());
    assert_eq!(many_queens().answer(&request).expect("an answer").status(), Status::Interrupted);
}

#[test]
fn a_callback_sees_the_progress() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&seen);
    let progress = ProgressCallback::new(move |now| list.lock().expect("no panic").push(now.clone()));
    let request = Request { query: Query::Count, progress: Some(progress), ..six_queens().request() };
    assert_eq!(six_queens().answer(&request).expect("an answer").count(), &4u32.into());
    let last = seen.lock().expect("no panic").pop().expect("a call at the end");
    assert!(last.nodes > 0 && last.engine.is_some(), "{last:?}");

    // It is called during the run, where it may cancel it.
    for host in [Host::default(), Host::bare()] {
        for threads in [1, 3] {
            let cancel = CancelToken::new();
            let token = cancel.clone();
            let progress = Some(ProgressCallback::new(move |_| token.cancel()));
            let puzzle = many_queens();
            let request = Request {
                query: Query::Count,
                host: host.clone(),
                threads,
                cancel,
                progress,
                ..puzzle.request()
            };
            let answer = puzzle.answer(&request).expect("an answer");
            assert_eq!((answer.status(), answer.is_exhausted()), (Status::Interrupted, false));
        }
    }
}

#[test]
fn a_host_without_threads_gives_the_same_answers() {
    let specs = [
        "board 6 x 6\nuse queen\nno attacks\ncount queen = 6",
        "board 5 x 5\nuse queen, knight\nno attacks\ncount queen = count knight\nmaximize count piece",
        "board 6 x 6\nuse king\nno attacks\nmaximize count king",
        // Two components.
        "board \"\"\"\n. . . # . . .\n. . . # . . .\n. . . # . . .\n\"\"\"\nuse king\nno attacks",
        "board 5 x 5\nuse knight\neach empty cell: attackers >= 1\nminimize count knight",
    ];
    for spec in specs {
        let puzzle = Puzzle::parse(spec).unwrap_or_else(|faults| panic!("{faults}"));
        for query in [Query::Count, Query::First(3), Query::All] {
            let order = Order::Sorted;
            let native = Request { query, order, threads: 3, ..puzzle.request() };
            let bare = Request { host: Host::bare(), ..native.clone() };
            let [native, bare] = [native, bare].map(|r| puzzle.answer(&r).expect("an answer"));
            assert_eq!((bare.count(), bare.best()), (native.count(), native.best()), "{spec} {query:?}");
            assert_eq!(bare.is_exhausted(), native.is_exhausted(), "{spec} {query:?}");
            let coords =
                |answer: &nauck::Answer| answer.solutions().iter().map(|b| b.coords()).collect::<Vec<_>>();
            assert_eq!(coords(&bare), coords(&native), "{spec} {query:?}");
        }
    }
}

#[test]
fn solutions_need_no_thread() {
    let puzzle = six_queens();
    let mut solutions = puzzle.search(Request { host: Host::bare(), ..puzzle.request() });
    assert!(solutions.by_ref().take(3).all(|solution| solution.is_ok()));
    assert_eq!((solutions.count(), puzzle.solutions().count()), (1, 4));
    let unknown = Request { engine: Some("abacus".to_owned()), host: Host::bare(), ..puzzle.request() };
    assert!(puzzle.search(unknown).next().is_some_and(|end| end.is_err()));
}

#[test]
fn a_time_limit_needs_a_clock() {
    let puzzle = many_queens();
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let request = Request { query: Query::Count, limits, host: Host::bare(), ..puzzle.request() };
    assert_eq!(puzzle.answer(&request).expect_err("no clock"), RunError::NoClock);
    // A clock that advances by a millisecond whenever somebody looks.
    let looks = AtomicU64::new(0);
    let clock = move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    let request = Request { host: Host::bare().with_clock(clock), ..request };
    assert_eq!(puzzle.answer(&request).expect("an answer").status(), Status::Limit(Stop::Time));
}
