"""The cell magic `%%puz`: a cell with a spec that is solved when it is run.

    %%puz
    board 8 x 8
    use queen
    no attacks
    count queen = 8

Options: `--count` shows the number of solutions only, `--limit N` shows at most N boards (12 without it), `--time S` stops
after S seconds, `--name NAME` keeps the puzzle in a variable, and `-p NAME=VALUE` sets a parameter, where VALUE is Python.
Without `-p`, a parameter takes the value of the integer variable with its name, if there is one.
"""

from __future__ import annotations

from typing import Any, Optional

from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import HTML, display

from nauck._errors import Fault, Unfinished
from nauck._nauck import Puzzle

#: Boards that a cell shows without `--limit`.
SHOWN = 12


@magics_class
class PuzMagic(Magics):
    """Holds `%%puz`."""

    @magic_arguments()
    @argument("--count", action="store_true", help="show the number of solutions only")
    @argument("--limit", type=int, default=SHOWN, help="show at most this many boards")
    @argument("--time", type=float, default=None, help="stop after this many seconds")
    @argument("--name", default=None, help="keep the puzzle in this variable")
    @argument("-p", "--param", action="append", default=[], help="set a parameter: NAME=VALUE, where VALUE is Python")
    @cell_magic
    def puz(self, line: str, cell: str) -> Optional[Any]:
        """Solve the spec in the cell and show its boards."""
        args = parse_argstring(self.puz, line)
        try:
            puzzle = self._with_params(Puzzle.parse(cell), args.param).within(time=args.time)
            if args.name is not None:
                self.shell.user_ns[args.name] = puzzle
            return puzzle.count() if args.count else puzzle.solve(boards=args.limit)
        except Fault as fault:
            display(HTML(f"<pre>{_escaped(str(fault))}</pre>"))
        except Unfinished as limit:
            display(HTML(f"<p>not decided: {_escaped(str(limit))}</p>"))
        return None

    def _with_params(self, puzzle: Puzzle, given: list[str]) -> Puzzle:
        known = self.shell.user_ns
        values = {n: known[n] for n in puzzle.params if type(known.get(n)) is int}
        for text in given:
            name, equals, value = text.partition("=")
            if not equals:
                raise ValueError(f"`-p {text}` should be NAME=VALUE, as in -p n=10")
            values[name.strip()] = self.shell.ev(value)
        return puzzle.with_(**values)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
