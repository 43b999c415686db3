"""Puzzles that several tests use."""

import pytest

from nauck import Puzzle

QUEENS = """
param n = 8 in 1..40
board n x n
use queen
no attacks
count queen = n
"""


@pytest.fixture
def queens() -> Puzzle:
    return Puzzle.parse(QUEENS)


@pytest.fixture
def kings() -> Puzzle:
    return Puzzle.parse("param n = 4 in 1..30\nboard n x n\nuse king\nno attacks")


@pytest.fixture
def mixed() -> Puzzle:
    text = "board 8 x 8\nuse queen, knight\nno attacks\ncount queen = count knight\nmaximize count piece"
    return Puzzle.parse(text)
