"""Times uniqueness checks of sudokus, enumeration of queens and exact covers beside other Python packages.

    python compare.py CORPUS [--checks N]

CORPUS is a file of JSON lines with `givens` (nine rows; `.` is empty). Its sudokus are relabeled at random, with a fixed seed, until there
are N. Packages that are not installed are left out. Each figure is the wall time of one run divided by the number of checks or solutions.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import time
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


def queens_nauck() -> int:
    spec = "board 8 x 8\nuse queen\nno attacks\ncount queen = 8"
    return sum(1 for _ in nauck.Puzzle.parse(spec).using(threads=1).solutions())


def queens_xcover() -> int:
    from xcover import covers

    rows = [[f"r{r}", f"c{c}", f"d{r + c}", f"e{r - c}"] for r in range(8) for c in range(8)]
    second = [f"d{i}" for i in range(15)] + [f"e{i}" for i in range(-7, 8)]
    return sum(1 for _ in covers(rows, secondary=second))


def timed(name: str, runs: int, work: Callable[[], object]) -> None:
    begun = time.perf_counter()
    work()
    took = time.perf_counter() - begun
    print(f"{name:<40} {runs:>6} {took:9.3f} s {took / runs * 1e3:9.3f} ms each", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus")
    parser.add_argument("--checks", type=int, default=10_000)
    args = parser.parse_args()
    grids = sudokus(args.corpus, args.checks)
    # Those that take long get fewer; the first run of xcover compiles.
    checks: list[tuple[str, Callable[[Grid], bool], int]] = [
        ("nauck", nauck_unique, len(grids)),
        ("exact_cover", exact_cover_unique, len(grids) // 10),
        ("xcover", xcover_unique, len(grids) // 10),
        ("clingo", clingo_unique, len(grids) // 50),
        ("ortools", ortools_unique, len(grids) // 50),
    ]
    for name, unique, number in checks:
        if importlib.util.find_spec(name) is None:
            continue
        unique(grids[0])
        answers: list[bool] = []
        timed(f"sudoku unique, {name}", number, lambda: answers.extend(map(unique, grids[:number])))  # noqa: B023
        assert all(answers), name
    for name, queens in [("nauck", queens_nauck), ("xcover", queens_xcover)]:
        if importlib.util.find_spec(name) is not None:
            assert queens() == 92
            timed(f"all 92 boards of 8 queens, {name}", 100, lambda: [queens() for _ in range(100)])  # noqa: B023


if __name__ == "__main__":
    main()
