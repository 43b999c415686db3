"""Numbers, optima and boards, and what a limit leaves open."""

from pathlib import Path

import pytest

import nauck
from nauck import Puzzle, Unfinished


def test_counts_have_any_size(kings: Puzzle) -> None:
    # OEIS A063443; the last is larger than 64 bits, and than what a float holds exactly.
    assert [kings.with_(n=n).count() for n in (1, 2, 3, 8)] == [2, 5, 35, 1355115601]
    large = kings.with_(n=16).count()
    assert large > 2**64 and isinstance(large, int)
    half = Puzzle.parse("board 70 x 1\nuse wazir")
    assert half.count() == 2**70


def test_a_limit_never_looks_like_a_number(queens: Puzzle) -> None:
    hurried = queens.with_(n=22).within(nodes=100)
    for ask in (hurried.count, hurried.orbits, lambda: hurried.by("count queen"), lambda: list(hurried.solutions())):
        with pytest.raises(Unfinished) as caught:
            ask()
        assert caught.value.reason == "the node limit was reached"
    answer = hurried.solve()
    assert not answer.proved and answer.count is None and answer.satisfiable is not False
    with pytest.raises(TypeError):
        bool(answer)
    row = hurried.sweep(n=[22])[0]
    assert row["count"] is None and row["proved"] is False and row["status"] == "the node limit was reached"


def test_a_time_limit(queens: Puzzle) -> None:
    with pytest.raises(Unfinished) as caught:
        queens.with_(n=24).within(time=0.2).count()
    assert caught.value.reason == "the time limit was reached"
    with pytest.raises(ValueError):
        queens.within(time=-1)
    with pytest.raises(ValueError):
        queens.within(time=float("nan"))


def test_an_optimum_is_proved(mixed: Puzzle, queens: Puzzle) -> None:
    assert mixed.optimum == 10
    assert mixed.count() == 16
    with pytest.raises(Unfinished) as caught:
        _ = mixed.within(nodes=3).optimum
    assert caught.value.best is None or caught.value.best[0] <= 10
    with pytest.raises(TypeError):
        _ = queens.optimum
    first = mixed.first()
    assert first is not None and len(first) == 10


def test_uniqueness(queens: Puzzle, mixed: Puzzle) -> None:
    assert Puzzle.parse("board 3 x 3\nuse king\nno attacks\ncount king = 4").is_unique()
    assert [queens.with_(n=n).is_unique() for n in (1, 2, 3, 4, 8)] == [True, False, False, False, False]
    assert not mixed.is_unique()
    best = Puzzle.parse("board 3 x 3\nuse king\nno attacks\nmaximize count king")
    assert best.is_unique() and best.count() == 1
    with pytest.raises(Unfinished):
        queens.with_(n=20).within(nodes=10).is_unique()


def test_a_question_longer_than_the_first_trial_is_asked_again() -> None:
    """Their searches take longer than the trial on the calling thread."""
    long = Puzzle.parse("param n = 13 in 1..20\nboard n x n\nuse queen\nno attacks\ncount queen = n").using(engine="sat")
    found = list(long.with_(n=9).solutions())
    assert len(found) == len(set(found)) == long.with_(n=9).count() == 352
    boards = long.with_(n=9).solve().boards
    assert boards is not None and len(boards) == 352
    # Here the trial ends while several threads search.
    stars = Puzzle.load(Path(__file__).parents[2] / "examples" / "genres" / "star_battle_14x14_1.puz").using(threads=2)
    assert [stars.solve().count for _ in range(20)] == [1] * 20


def test_orbits(mixed: Puzzle, queens: Puzzle) -> None:
    orbits = queens.orbits()
    assert (orbits.total, orbits.sizes) == (12, {8: 11, 4: 1})
    assert sorted(board.orbit or 0 for board in orbits.boards) == [4] + [8] * 11
    assert mixed.orbits().sizes == {8: 2}


def test_numbers_by_value(kings: Puzzle) -> None:
    assert kings.with_(n=3).by("count king") == {0: 1, 1: 9, 2: 16, 3: 8, 4: 1}
    with pytest.raises(nauck.Fault):
        kings.by("count quean")
    with pytest.raises(ValueError):
        kings.by("count king\nno attacks")


def test_sweeps_nest() -> None:
    kings = Puzzle.parse("param n = 4 in 1..9\nparam k = 2 in 0..81\nboard n x n\nuse king\nno attacks\ncount king = k")
    rows = kings.sweep(n=[2, 3], k=lambda n: range(n + 1))
    assert [(row["n"], row["k"], row["count"]) for row in rows][:3] == [(2, 0, 1), (2, 1, 4), (2, 2, 0)]
    assert [row["count"] for row in rows[3:]] == [1, 9, 16, 8]
    values = Puzzle.parse("param n = 4 in 1..9\nboard n x n\nuse king\nno attacks").sweep(n=2, by="count king")
    assert [(row["value"], row["count"]) for row in values] == [(0, 1), (1, 4)]
    with pytest.raises(TypeError):
        kings.sweep()
    with pytest.raises(TypeError):
        kings.sweep(k=lambda n: range(n))
    optima = Puzzle.parse("param n = 4 in 1..9\nboard n x n\nuse bishop\nno attacks\nmaximize count bishop").sweep(n=[4, 5])
    assert [row["optimum"] for row in optima] == [6, 8]


def test_no_solution_is_proved_and_explained(queens: Puzzle) -> None:
    none = queens.with_(n=3)
    assert none.count() == 0 and none.first() is None and list(none.solutions()) == [] and none.sample(2) == []
    answer = none.solve()
    assert answer.satisfiable is False and answer.count == 0 and answer.proved
    why = none.why()
    assert why is not None and why.irreducible
    assert {reason.line for reason in why.reasons} == {5, 6}
    assert queens.why() is None


def test_forced_cells() -> None:
    loose = Puzzle.parse(
        'board 6 x 6\npiece star "*" = king\nno attacks\neach row: count star = 1\neach column: count star = 1\n'
        "keep empty a1..b3, c6\nplace star at d5"
    )
    forced = loose.forced(counts=True)
    assert forced.proved and forced.status == "complete"
    assert forced.occurrence("d5", "star") == "all" and forced.count("d5", "star") == 4
    assert forced.occurrence("a4", "star") == "some" and forced.count("a4", "star") == 2
    assert forced.occurrence("a1", "star") == "none"
    assert loose.forced().count("d5", "star") is None
    with pytest.raises(KeyError):
        forced.occurrence("z9", "star")
    assert forced.svg.startswith("<svg")


def test_samples_follow_the_seed(queens: Puzzle) -> None:
    drawn = queens.using(seed=7).sample(5)
    assert len(drawn) == 5 and all(queens.verify(board) for board in drawn)
    assert [b.coords for b in drawn] == [b.coords for b in queens.using(seed=7, threads=1).sample(5)]
    with pytest.raises(Unfinished):
        queens.with_(n=20).within(nodes=10).sample()


def test_the_answer_of_a_spec() -> None:
    spec = Puzzle.parse("board 5 x 5\nuse queen\nno attacks\ncount queen = 5\nfind 3")
    answer = spec.solve()
    assert answer.proved and answer.count is None and answer.found == 3 and len(answer) == 3
    assert [board.coords for board in answer] == [board.coords for board in answer.boards]
    assert answer[-1].coords == answer.boards[2].coords
    assert [board.coords for board in answer[1:]] == [board.coords for board in answer.boards[1:]]
    with pytest.raises(IndexError):
        answer[3]
    every = Puzzle.parse("board 5 x 5\nuse queen\nno attacks\ncount queen = 5").solve(boards=2)
    assert every.count == 10 and len(every) == 2 and "the first 2 of 10 are shown" in str(every)
    assert Puzzle.parse("board 2 x 2\nuse king\nno attacks\nfind number by count king").solve().by == {0: 1, 1: 4}


def test_the_engine_does_not_change_the_answer(queens: Puzzle) -> None:
    assert {queens.using(engine=name).count() for name in ("masks", "sat", "cover", "auto")} == {92}
    with pytest.raises(ValueError):
        queens.using(engine="steam").count()
    with pytest.raises(ValueError):
        queens.using(threads=0)


def test_the_plan(queens: Puzzle) -> None:
    plan = queens.explain()
    assert "choices     64" in plan and "chosen, estimated" in plan
