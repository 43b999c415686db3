"""Placement puzzles in Python: pieces with moves, boards of any shape, regions, clues, tiles, counts, objectives.

>>> import nauck
>>> queens = nauck.Puzzle.parse('''
... param n = 8 in 1..20
... board n x n
... use queen
... no attacks
... count queen = n
... ''')
>>> queens.count()
92
>>> print(queens.with_(n=4).first())
4  . . Q .
3  Q . . .
2  . . . Q
1  . Q . .
   a b c d

An integer from `count` is exact: if a limit came first, it raises `Unfinished`.

>>> queens.with_(n=20).within(nodes=10).count()
Traceback (most recent call last):
    ...
nauck._errors.Unfinished: the node limit was reached (no solution found)
"""

from collections.abc import Iterator as _Iterator
from collections.abc import Mapping as _Mapping
from typing import Any

from nauck._errors import Diagnostic, Fault, Label, Unfinished
from nauck._nauck import (
    Answer,
    Board,
    Forced,
    Orbits,
    Puzzle,
    Reason,
    Solutions,
    Verdict,
    Why,
    __version__,
)

_Mapping.register(Board)
_Iterator.register(Solutions)

__all__ = [
    "Answer",
    "Board",
    "Diagnostic",
    "Fault",
    "Forced",
    "Label",
    "Orbits",
    "Puzzle",
    "Reason",
    "Solutions",
    "Unfinished",
    "Verdict",
    "Why",
    "__version__",
]


def load_ipython_extension(shell: Any) -> None:
    """Add the cell magic `%%puz` to a notebook (`%load_ext nauck`)."""
    from nauck._magic import PuzMagic

    shell.register_magics(PuzMagic)
