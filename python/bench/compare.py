"""Times uniqueness checks of sudokus, enumeration of queens and exact covers beside other Python packages.

    python compare.py CORPUS [--checks N]

CORPUS is a file of JSON lines with `givens` (nine rows; `.` is empty). Its sudokus are relabeled at random, with a fixed seed, until there
are N. Packages that are not installed are left out. Prints a table of user times.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import random
import resource
from collections.abc import Callable, Iterator

import nauck

RULES = """
board 9 x 9
pieces digit[1..9] = none
regions box = blocks 3 x 3
count empty = 0
each row, each digit d: count d = 1
each column, each digit d: count d = 1
each box, each digit d: count d = 1
"""

Grid = list[str]
#: The options of an exact cover: the items of each.
Rows = list[list[str]]


def sudokus(path: str, number: int) -> list[Grid]:
    records = [json.loads(line) for line in open(path, encoding="utf-8")]
    boxes = ["".join("ABCDEFGHI"[r // 3 * 3 + c // 3] for c in range(9)) for r in range(9)]
    plain = [r["givens"] for r in records if r["rows"] == 9 and not r["diagonals"] and r["regions"] == boxes]
    draw = random.Random(1)
    found: list[Grid] = []
    while len(found) < number:
        digits = "".join(draw.sample("123456789", 9))
        table = str.maketrans("123456789", digits)
        found.append([row.translate(table) for row in plain[len(found) % len(plain)]])
    return found


def nauck_unique(grid: Grid) -> bool:
    givens = "\n".join(grid)
    puzzle = nauck.Puzzle.parse(f'{RULES}givens """\n{givens}\n"""\n').using(threads=1)
    return puzzle.is_unique()


def options(grid: Grid) -> Iterator[list[str]]:
    for r in range(9):
        for c in range(9):
            for d in "123456789" if grid[r][c] == "." else grid[r][c]:
                yield [f"c{r}{c}", f"r{r}{d}", f"k{c}{d}", f"b{r // 3 * 3 + c // 3}{d}"]


def xcover_unique(grid: Grid) -> bool:
    from xcover import covers

    found = covers(list(options(grid)))
    return next(found, None) is not None and next(found, None) is None


def exact_cover_unique(grid: Grid) -> bool:
    import numpy
    from exact_cover import get_all_solutions

    rows = list(options(grid))
    items = {item: i for i, item in enumerate(sorted({item for row in rows for item in row}))}
    matrix = numpy.zeros((len(rows), len(items)), dtype=bool)
    for i, row in enumerate(rows):
        matrix[i, [items[item] for item in row]] = True
    return len(get_all_solutions(matrix, max_count=2)) == 1


def clingo_unique(grid: Grid) -> bool:
    import clingo

    control = clingo.Control(["2", "--warn=none"])
    facts = "".join(f"x({r},{c},{d}). " for r, row in enumerate(grid) for c, d in enumerate(row) if d != ".")
    control.add(
        "base",
        [],
        "1 { x(R,C,D) : D = 1..9 } 1 :- R = 0..8, C = 0..8. 1 { x(R,C,D) : C = 0..8 } 1 :- R = 0..8, D = 1..9."
        "1 { x(R,C,D) : R = 0..8 } 1 :- C = 0..8, D = 1..9."
        "1 { x(3*A+R,3*B+C,D) : R = 0..2, C = 0..2 } 1 :- A = 0..2, B = 0..2, D = 1..9." + facts,
    )
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models) == 1


def ortools_unique(grid: Grid) -> bool:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = [[model.new_int_var(1, 9, f"{r}{c}") for c in range(9)] for r in range(9)]
    for i in range(9):
        model.add_all_different(x[i])
        model.add_all_different([x[r][i] for r in range(9)])
        model.add_all_different([x[i // 3 * 3 + k // 3][i % 3 * 3 + k % 3] for k in range(9)])
    for r, row in enumerate(grid):
        for c, d in enumerate(row):
            if d != ".":
                model.add(x[r][c] == int(d))

    class Two(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1
            if self.found == 2:
                self.stop_search()

    solver, two = cp_model.CpSolver(), Two()
    solver.parameters.enumerate_all_solutions, solver.parameters.num_workers = True, 1
    solver.solve(model, two)
    return two.found == 1


def solutions_nauck(spec: str) -> int:
    return sum(1 for _ in nauck.Puzzle.parse(spec).using(threads=1).solutions())


def solutions_xcover(rows: Rows, secondary: list[str]) -> int:
    from xcover import covers

    return sum(1 for _ in covers(rows, secondary=secondary))


def solutions_exact_cover(rows: Rows, secondary: list[str]) -> int:
    """The package has no secondary items: each gets a row of its own, so solutions are the same."""
    import numpy
    from exact_cover import get_all_solutions

    items = {item: i for i, item in enumerate(sorted({item for row in rows for item in row}))}
    rows = rows + [[item] for item in secondary]
    matrix = numpy.zeros((len(rows), len(items)), dtype=bool)
    for i, row in enumerate(rows):
        matrix[i, [items[item] for item in row if item in items]] = True
    return len(get_all_solutions(matrix[matrix.any(axis=1)]))


def solutions_clingo(rows: Rows, secondary: list[str]) -> int:
    import clingo

    control = clingo.Control(["0", "--warn=none"])
    facts = "".join(f'in({i},"{item}"). ' for i, row in enumerate(rows) for item in row)
    most = "".join(f'most("{item}"). ' for item in secondary)
    rules = "{ x(R) : in(R,_) }. item(I) :- in(_,I). :- item(I), not most(I), #count { R : x(R), in(R,I) } != 1."
    control.add("base", [], facts + most + "most(none). " + rules + " :- most(I), #count { R : x(R), in(R,I) } > 1.")
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


def solutions_ortools(rows: Rows, secondary: list[str]) -> int:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = [model.new_bool_var(str(i)) for i in range(len(rows))]
    for item in sorted({item for row in rows for item in row}):
        chosen = [x[i] for i, row in enumerate(rows) if item in row]
        model.add_at_most_one(chosen) if item in secondary else model.add_exactly_one(chosen)

    class All(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver, every = cp_model.CpSolver(), All()
    solver.parameters.enumerate_all_solutions, solver.parameters.num_workers = True, 1
    solver.solve(model, every)
    return every.found


QUEENS = "board 8 x 8\nuse queen\nno attacks\ncount queen = 8"
QUEENS_ROWS: Rows = [[f"r{r}", f"c{c}", f"d{r + c}", f"e{r - c}"] for r in range(8) for c in range(8)]
DIAGONALS = [f"d{i}" for i in range(15)] + [f"e{i}" for i in range(-7, 8)]
DOMINOES = 'board 6 x 6\ntile domino "##"\ncount empty = 0'
DOMINO_ROWS: Rows = [
    [f"{r} {c}", f"{r + down} {c + 1 - down}"] for down in (0, 1) for r in range(6 - down) for c in range(5 + down)
]
PACKAGES: dict[str, str] = {"exact_cover": "exact-cover", "xcover": "xcover", "clingo": "clingo", "ortools": "ortools"}


def timed(what: str, package: str, runs: int, work: Callable[[], object]) -> None:
    """User time of the process, with all its threads: other programs of the machine do not count."""
    begun = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    work()
    took = resource.getrusage(resource.RUSAGE_SELF).ru_utime - begun
    version = importlib.metadata.version(PACKAGES.get(package, package))
    print(f"| {what} | {package} {version} | {runs:,} | {took:.2f} | {took / runs * 1e3:.2f} |", flush=True)


def solving(package: str, spec: str, rows: Rows, secondary: list[str]) -> Callable[[], int]:
    if package == "nauck":
        return lambda: solutions_nauck(spec)
    solve = {
        "exact_cover": solutions_exact_cover,
        "xcover": solutions_xcover,
        "clingo": solutions_clingo,
        "ortools": solutions_ortools,
    }[package]
    return lambda: solve(rows, secondary)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("--checks", type=int, default=10_000)
    args = parser.parse_args()
    grids = sudokus(args.corpus, args.checks)
    # The slow ones get fewer of the same mixture. The first run is not timed: xcover compiles in it.
    checks: dict[str, tuple[Callable[[Grid], bool], int]] = {
        "nauck": (nauck_unique, len(grids)),
        "exact_cover": (exact_cover_unique, len(grids) // 10),
        "xcover": (xcover_unique, len(grids) // 10),
        "clingo": (clingo_unique, len(grids) // 50),
        "ortools": (ortools_unique, len(grids) // 50),
    }
    installed = [name for name in checks if importlib.util.find_spec(name) is not None]
    print("| question | package | runs | user s | ms each |\n| --- | --- | --- | --- | --- |")
    for name in installed:
        unique, number = checks[name]
        unique(grids[0])
        some = grids[:: len(grids) // number]
        answers: list[bool] = []
        timed("is a sudoku unique?", name, len(some), lambda: answers.extend(map(unique, some)))  # noqa: B023
        assert all(answers), name
    for what, spec, rows, secondary, solutions, runs in [
        ("all 92 boards of 8 queens", QUEENS, QUEENS_ROWS, DIAGONALS, 92, 50),
        ("all 6,728 tilings of 6 x 6 by dominoes", DOMINOES, DOMINO_ROWS, [], 6728, 5),
    ]:
        for name in installed:
            solve = solving(name, spec, rows, secondary)
            assert solve() == solutions, (what, name)
            timed(what, name, runs, lambda: [solve() for _ in range(runs)])  # noqa: B023


if __name__ == "__main__":
    main()
