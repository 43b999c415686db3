"""Boards as mappings, texts, arrays and pictures."""

from collections.abc import Mapping

import pytest

from nauck import Puzzle

DOMINOES = 'board 4 x 2\ntile domino "##"\ncount empty = 0'


def test_a_board_is_a_mapping(queens: Puzzle) -> None:
    board = queens.with_(n=4).board("Qc4 Qa3 Qd2 Qb1")
    assert isinstance(board, Mapping) and len(board) == 4
    assert dict(board) == {"c4": "queen", "a3": "queen", "d2": "queen", "b1": "queen"}
    assert board["c4"] == "queen" and "a1" not in board and board.get("a1") is None and board.get("a1", "-") == "-"
    assert set(board) == set(board.keys()) and list(board.items())[0][1] == "queen"
    assert board == dict(board) and dict(board) == board and board != {} and not board != dict(board)
    with pytest.raises(KeyError):
        board["a1"]
    with pytest.raises(TypeError):
        board["a1"] = "queen"  # type: ignore[index]


def test_equal_boards_have_equal_hashes(queens: Puzzle) -> None:
    boards = list(queens.with_(n=6).solutions())
    again = list(queens.with_(n=6).solutions())
    assert set(boards) == set(again) and len(set(boards) | set(again)) == 4


def test_tilings_with_the_same_cells_differ() -> None:
    boards = list(Puzzle.parse(DOMINOES).solutions())
    assert len(set(boards)) == len(boards) == 5
    assert len({tuple(sorted(board.items())) for board in boards}) == 1
    assert all(len(cells) == 2 for board in boards for _, cells in board.pieces)


def test_texts(queens: Puzzle) -> None:
    board = queens.with_(n=4).board("Qc4 Qa3 Qd2 Qb1")
    assert board.fen == "2Q1/Q3/3Q/1Q2"
    assert board.coords == "Qa3 Qb1 Qc4 Qd2" and repr(board) == "<Board Qa3 Qb1 Qc4 Qd2>"
    assert board.vector == [1, 3, 0, 2]
    assert str(board).splitlines()[0] == "4  . . Q ."
    assert board.rows[0] == [".", ".", "Q", "."]
    assert board.count("queen") == 4
    with pytest.raises(KeyError):
        board.count("rook")
    with pytest.raises(ValueError):
        _ = next(Puzzle.parse(DOMINOES).solutions()).fen


def test_pictures(queens: Puzzle) -> None:
    board = queens.with_(n=4).first()
    assert board is not None
    assert board.svg.startswith("<svg") and board._repr_svg_() == board.svg and board.svg in board._repr_html_()
    assert board.tikz.startswith("\\documentclass") and board.png.startswith(b"\x89PNG")
    assert queens._repr_svg_().startswith("<svg")


def test_arrays(queens: Puzzle) -> None:
    numpy = pytest.importorskip("numpy")
    board = queens.with_(n=4).board("Qc4 Qa3 Qd2 Qb1")
    assert (board.to_numpy() == "Q").sum() == 4
    assert board.to_numpy("queen").tolist() == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
    assert board.to_numpy("queen").dtype == numpy.int8
    cube = Puzzle.parse("board 3 x 2 x 2\nuse rook\ncount rook = 1").first()
    assert cube is not None and cube.to_numpy().shape == (2, 2, 3)
    hexagon = Puzzle.parse("board hex 2\nuse king\ncount king = 1").first()
    assert hexagon is not None
    with pytest.raises(ValueError):
        hexagon.to_numpy()


def test_verdicts(queens: Puzzle) -> None:
    small = queens.with_(n=4)
    for form in ("Qc4 Qa3 Qd2 Qb1", "2Q1/Q3/3Q/1Q2", ". . Q .\nQ . . .\n. . . Q\n. Q . .", {"c4": "queen", "a3": "queen", "d2": "queen", "b1": "queen"}):
        assert small.verify(form)
    wrong = small.verify("Qa1 Qb2")
    assert not wrong and len(wrong.violations) == 2
    assert {reason.line for reason in wrong.violations} == {5, 6}
    assert "queen on" in str(wrong)
    for nonsense in ("Qz9", "9/9", {"a1": "rook"}, {"z1": "queen"}):
        with pytest.raises(ValueError):
            small.verify(nonsense)
    board = small.first()
    assert board is not None and not queens.verify(board)


def test_routes() -> None:
    loop = Puzzle.parse("board 2 x 2\nloop road by wazir").first()
    assert loop is not None and loop.routes == [("road", ["a2", "a1", "b1", "b2"])] and loop["a1"] == "road"
