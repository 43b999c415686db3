#!/usr/bin/env python3
"""Solves Star Battle and the Queens game with other tools: all solutions of every level, in one process, on one thread.

    benches/peers/stars.py clingo|cpsat FILE.puz...     (needs the packages clingo or ortools of PyPI)

Reads each level from a `.puz` file: the diagram of its regions, and k from `each row: count star = k`. Compare with
`puzzle test FOLDER --threads 1`, or `puzzle run FILE.puz --all --threads 1`. Prints the number of solutions of each level
and the total processor time.
"""
import re
import resource
import sys


def level(path):
    text = open(path, encoding="utf-8").read()
    rows = re.search(r'regions """\n(.*?)\n"""', text, re.S).group(1).split("\n")
    rows = [row.split() if " " in row else list(row) for row in rows]
    k = int(re.search(r"each row: count \w+ = (\d+)", text).group(1))
    return rows, k


def clingo_count(rows, k):
    import clingo

    facts = "".join(f'r({x},{y},"{name}").' for y, row in enumerate(rows) for x, name in enumerate(row))
    program = (
        facts
        + f"{k} {{ s(X,Y) : r(X,Y,_) }} {k} :- r(X,_,_). {k} {{ s(X,Y) : r(X,Y,_) }} {k} :- r(_,Y,_)."
        + f"{k} {{ s(X,Y) : r(X,Y,R) }} {k} :- r(_,_,R)."
        + ":- s(X,Y), s(X+1,Y). :- s(X,Y), s(X,Y+1). :- s(X,Y), s(X+1,Y+1). :- s(X,Y), s(X+1,Y-1). #show s/2."
    )
    control = clingo.Control(["0"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as models:
        for _ in models:
            found += 1
    return found


def cpsat_count(rows, k):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    n = len(rows)
    star = [[model.new_bool_var("") for _ in row] for row in rows]
    for i in range(n):
        model.add(sum(star[i]) == k)
        model.add(sum(star[y][i] for y in range(n)) == k)
    regions = {}
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            regions.setdefault(name, []).append(star[y][x])
    for cells in regions.values():
        model.add(sum(cells) == k)
    for y in range(n - 1):
        for x in range(n - 1):
            model.add_at_most_one(star[y][x], star[y][x + 1], star[y + 1][x], star[y + 1][x + 1])

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self):
            self.found += 1

    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, counter)
    return counter.found


def main():
    count = {"clingo": clingo_count, "cpsat": cpsat_count}[sys.argv[1]]
    counts = [count(*level(path)) for path in sys.argv[2:]]
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(*counts)
    print(f"{len(counts)} levels, {used.ru_utime + used.ru_stime:.3f} s of processor time")


main()
