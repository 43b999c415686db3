"""Exceptions and diagnostics."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union


@dataclass(frozen=True)
class Label:
    """A place in a text and what is said about it. Lines and columns count from 1, columns in characters."""

    text: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Diagnostic:
    """A message about a spec: a stable code, what is wrong, its places (the cause first), and a remedy."""

    code: str
    severity: str
    message: str
    help: Optional[str]
    labels: tuple[Label, ...]

    @property
    def line(self) -> Optional[int]:
        """The line of the cause, from 1."""
        return self.labels[0].line if self.labels else None

    @property
    def column(self) -> Optional[int]:
        """The column of the cause in characters, from 1."""
        return self.labels[0].column if self.labels else None


class Fault(ValueError):
    """A text that is not a valid spec. Its attributes are those of the first error; `diagnostics` has all."""

    def __init__(self, text: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(text, diagnostics)
        self.text = text
        self.diagnostics = diagnostics
        first = next((d for d in diagnostics if d.severity == "error"), diagnostics[0])
        self.code: str = first.code
        self.message: str = first.message
        self.help: Optional[str] = first.help
        self.line: Optional[int] = first.line
        self.column: Optional[int] = first.column

    def __str__(self) -> str:
        return self.text


class Unfinished(RuntimeError):
    """A limit left the question open.

    `reason` says which limit, `found` how many solutions were found; with an objective, `best` has the best values found
    and `bound` what is proved about better ones.
    """

    def __init__(self, reason: str, found: int, best: Optional[Sequence[int]], bound: Sequence[int]) -> None:
        super().__init__(reason, found, best, bound)
        self.reason = reason
        self.found = found
        self.best: Optional[list[int]] = None if best is None else list(best)
        self.bound: list[int] = list(bound)

    def __str__(self) -> str:
        known = f"at least {self.found} solution{'' if self.found == 1 else 's'}" if self.found else "no solution found"
        if self.best is not None:
            known += f", best known {_values(self.best)}"
            known += f", bound {_values(self.bound)}" if self.bound else ""
        return f"{self.reason} ({known})"


def _values(values: Sequence[int]) -> Union[int, tuple[int, ...]]:
    return values[0] if len(values) == 1 else tuple(values)


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """Read the diagnostics that the extension module writes as JSON."""
    return tuple(_diagnostic(one) for one in json.loads(text))


def fault(text: str, data: str) -> Fault:
    """Make the exception for errors that the extension module writes as text and as JSON."""
    return Fault(text, diagnostics(data))


def _diagnostic(one: dict[str, Any]) -> Diagnostic:
    names = ("text", "file", "line", "column", "end_line", "end_column")
    labels = tuple(Label(**{name: label[name] for name in names}) for label in one["labels"])
    return Diagnostic(one["code"], one["severity"], one["message"], one["help"], labels)
