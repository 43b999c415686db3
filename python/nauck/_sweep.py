"""Sweeps: one row for each setting of the parameters."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Iterable, Iterator, Optional, Union

from nauck._errors import Unfinished
from nauck._nauck import Puzzle

Values = Union[int, Iterable[int], Callable[..., Iterable[int]]]


def sweep(puzzle: Puzzle, by: Optional[str], params: Optional[dict[str, Values]]) -> list[dict[str, Any]]:
    """Do the work of `Puzzle.sweep`."""
    if not params:
        raise TypeError("a sweep needs a parameter with its values, such as n=range(1, 9)")
    rows: list[dict[str, Any]] = []
    for setting in _settings(list(params.items()), {}):
        rows.extend(_rows(puzzle.with_(**setting), setting, by))
    return rows


def _settings(params: list[tuple[str, Values]], set_before: dict[str, int]) -> Iterator[dict[str, int]]:
    if not params:
        yield dict(set_before)
        return
    (name, values), rest = params[0], params[1:]
    if callable(values):
        wanted = inspect.signature(values).parameters
        missing = [p for p in wanted if p not in set_before]
        if missing:
            raise TypeError(f"the values of {name} need {missing[0]}, which is not named before {name}")
        values = values(**{p: set_before[p] for p in wanted})
    for value in [values] if isinstance(values, int) else values:
        yield from _settings(rest, {**set_before, name: value})


def _rows(puzzle: Puzzle, setting: dict[str, int], by: Optional[str]) -> list[dict[str, Any]]:
    known: dict[str, Any] = {"found": None, "proved": True, "status": "complete"}
    try:
        if by is not None:
            return [{**setting, "value": v, "count": n, **known, "found": n} for v, n in puzzle.by(by).items()]
        count = puzzle.count()
        best = {"optimum": puzzle.optimum} if puzzle.has_objective else {}
        return [{**setting, "count": count, **best, **known, "found": count}]
    except Unfinished as limit:
        best = {"optimum": None} if puzzle.has_objective else {}
        value = {} if by is None else {"value": None}
        open_row = {"count": None, **best, "found": limit.found, "proved": False, "status": limit.reason}
        return [{**setting, **value, **open_row}]
