#!/usr/bin/env python3
"""Compares `puzzle` with clingo on genres of connected cells and lines: up to two solutions of every record of a corpus.

    benches/clingo/compare.py CORPORA SPECS PATH_OF_PUZZLE [--only GENRE] [--limit SECONDS]   (needs the package clingo of PyPI)

CORPORA has a file GENRE.jsonl with one puzzle a line: its board, its clues, and the expected number of solutions (2: two or more)
with the drawings of one or two of them. SPECS/GENRE/ID.puz says the same puzzle for `puzzle`. GENRE.lp is the encoding for clingo.

Each puzzle is solved by both, one directly after the other, on one thread, in a process of its own. The times are milliseconds of the
processor, user and system (the system tells the two apart too coarsely for a few milliseconds). clingo: parsing, grounding and search,
without the start of Python and of the library. `puzzle`: the whole process, with its start, reading, judging and writing; the last line
is its median for an empty board. A solver agrees if it finds the expected number of different drawings, and the expected ones where all
are known. A process that reaches the limit is counted with the limit and does not agree.
"""
import argparse
import json
import multiprocessing
import pathlib
import resource
import signal
import statistics
import string
import subprocess
import sys
import time

import clingo

SIDES = {(0, 1): 1, (-1, 0): 2, (0, -1): 4, (1, 0): 8}
FORK = multiprocessing.get_context("fork")


# ---- Facts of a record

def marked(grid, empty="."):
    """Cells of a grid with their marks, without the empty ones."""
    return [((r, c), v) for r, line in enumerate(grid) for c, v in enumerate(line) if v != empty]


def fact(name, *terms):
    return f"{name}({','.join(str(term).replace(' ', '') for term in terms)})."


def numbers(record):
    return [fact("number", at, n) for at, n in marked(record["numbers"], None)]


def heyawake(record):
    names = sorted({name for _, name in marked(record["regions"])})
    rooms = [fact("room", at, names.index(name)) for at, name in marked(record["regions"])]
    return rooms + [fact("clue", names.index(name), n) for name, n in record["region_clues"].items() if n is not None]


def pearl(record):
    return [fact({"B": "black", "W": "white"}[mark], at) for at, mark in marked(record["givens"])]


def loopy(record):
    return [fact("clue", at, mark) for at, mark in marked(record["givens"])]


def tracks(record):
    start, end = tuple(record["start"]), tuple(record["end"])
    facts = [fact("root", start), fact("ends", start), fact("ends", end)]
    facts += [fact("row", i, n) for i, n in enumerate(record["row_clues"]) if n is not None]
    facts += [fact("column", i, n) for i, n in enumerate(record["col_clues"]) if n is not None]
    for (r, c), mark in marked(record["givens"]):
        beside = [(r + i, c + j) for (i, j), bit in SIDES.items() if int(mark, 16) & bit]
        inside = [(i, j) for i, j in beside if 0 <= i < record["rows"] and 0 <= j < record["cols"]]
        facts += [fact("given", (r, c), at) for at in inside]
    return facts


def numberlink(record):
    ends = {letter: at for at, letter in marked(record["givens"])}
    facts = [fact("end", at, f'"{letter}"') for at, letter in marked(record["givens"])]
    return facts + [fact("root", at) for at in ends.values()]


def bridges(record):
    return [fact("most", record["max_bridges"])] + [fact("island", at, int(n, 36)) for at, n in marked(record["givens"])]


def filling(record):
    return [fact("given", at, digit) for at, digit in marked(record["givens"])]


# ---- Drawings of a solution, in the form of the corpus: from the atoms of clingo, and from the JSON of `puzzle`

def size(record):
    more = record["kind"] == "loopy"  # the line runs along corners
    return record["rows"] + more, record["cols"] + more


def draw(record, marks, empty="."):
    rows, cols = size(record)
    return tuple("".join(str(marks.get((r, c), empty)) for c in range(cols)) for r in range(rows))


def draw_links(record, links):
    marks = {}
    for (r, c), (i, j) in links:
        marks[r, c] = marks.get((r, c), 0) + SIDES[i - r, j - c]
    return draw(record, {at: f"{sides:x}" for at, sides in marks.items()})


def draw_bridges(record, built):
    """`built`: bridges between two islands, the upper or left one first."""
    marks = dict(marked(record["givens"]))
    for (r, c), (i, j), k in built:
        between = [(r, d) for d in range(c + 1, j)] if r == i else [(q, c) for q in range(r + 1, i)]
        marks.update(dict.fromkeys(between, ("-=~" if r == i else "|\"!")[k - 1]))
    return draw(record, marks)


def value(symbol):
    """A number, or the coordinates of a cell."""
    return symbol.number if symbol.type == clingo.SymbolType.Number else tuple(a.number for a in symbol.arguments)


def draw_atoms(record, atoms):
    atoms = [tuple(map(value, atom.arguments)) for atom in atoms]
    if record["kind"] in LINES:
        return draw_links(record, atoms)
    if record["kind"] == "bridges":
        return draw_bridges(record, atoms)
    return draw(record, dict(atoms) if record["kind"] == "filling" else {at: "#" for (at,) in atoms})


def cell(name, rows):
    """Coordinates of the cell with a name such as `c5`."""
    letters = name.rstrip(string.digits)
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return rows - int(name[len(letters):]), column - 1


def draw_json(record, solution):
    rows, _ = size(record)
    pieces = solution["board"]
    if record["kind"] in LINES:
        links = []
        for _, *names in pieces:
            route = [cell(name, rows) for name in names]
            links += zip(route, route[1:] + route[:1] if record["kind"] in LOOPS else route[1:])
        return draw_links(record, links + [(b, a) for a, b in links])
    if record["kind"] == "bridges":
        # On a board twice as fine: a bridge covers the cells between two of the coarse board, and those of it on its way.
        marks = dict(marked(record["givens"]))
        for kind, name in pieces:
            r, c = cell(name, 2 * rows - 1)
            if kind != "isle" and r % 2 == c % 2 == 0:
                marks[r // 2, c // 2] = {"h": "-=~", "v": "|\"!"}[kind[0]][int(kind[2]) - 1]
        return draw(record, marks)
    return draw(record, {cell(name, rows): kind[6] if record["kind"] == "filling" else "#" for kind, name in pieces})


LOOPS = ["pearl", "loopy"]
LINES = LOOPS + ["tracks", "numberlink"]
FACTS = {
    "singles": numbers, "range": numbers, "heyawake": heyawake, "nurikabe": numbers, "filling": filling,
    "pearl": pearl, "loopy": loopy, "tracks": tracks, "numberlink": numberlink, "bridges": bridges,
}


# ---- Solving: the drawings and the processor time

def clingo_models(encoding, facts):
    control = clingo.Control(["2", "-Wno-atom-undefined"])
    if encoding:
        control.load(str(pathlib.Path(__file__).with_name(encoding)))
    control.add("base", [], facts)
    control.ground([("base", [])])
    models = []
    control.solve(on_model=lambda model: models.append(model.symbols(shown=True)))
    return models


def clingo_child(to, record, facts, limit):
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    clingo_models(None, "{ a(1..9) }. b(X) :- a(X). :- b(X), a(X+1).")  # the first call sets up the library
    start = time.process_time()
    models = clingo_models(record["kind"] + ".lp", facts)
    seconds = time.process_time() - start
    to.send(([draw_atoms(record, atoms) for atoms in models], seconds))


def clingo_run(record, limit):
    rows, cols = size(record)
    facts = [fact("cell", (r, c)) for r in range(rows) for c in range(cols)] + FACTS[record["kind"]](record)
    mine, its = FORK.Pipe(duplex=False)
    child = FORK.Process(target=clingo_child, args=(its, record, "".join(facts), limit))
    child.start()
    its.close()
    try:
        answer = mine.recv()
    except EOFError:  # it ended without an answer
        answer = None, limit
    child.join()
    if child.exitcode not in (0, -signal.SIGXCPU):
        sys.exit(f"{record['id']}: clingo failed")
    return answer


def puzzle_process(puzzle, spec, limit, text=None):
    """Answers, one a line (None if the limit was reached), and processor time."""
    command = [puzzle, "run", spec, "--limit", "2", "--format", "jsonl", "--threads", "1", "--time-limit", f"{limit}s"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if child.returncode not in (0, 3):
        sys.exit(f"{spec}: puzzle failed")
    if child.returncode:
        return None, limit
    return child.stdout.splitlines(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def puzzle_run(record, puzzle, specs, limit):
    lines, seconds = puzzle_process(puzzle, str(specs / record["kind"] / f"{record['id']}.puz"), limit)
    return lines and [draw_json(record, json.loads(line)) for line in lines], seconds


def agrees(record, found):
    """`found`: drawings; None if a limit was reached."""
    expected = [tuple(record[name]) for name in ("solution", "solution2") if name in record]
    known = record["solutions_capped2"] < 2 or record.get("solutions") == 2  # all solutions are listed
    if found is None or not len(set(found)) == len(found) == record["solutions_capped2"]:
        return False
    return not known or set(found) == set(expected)


def compare(kind, args):
    """Solves the records of a genre and prints its row."""
    records = [json.loads(line) for line in (args.corpora / f"{kind}.jsonl").read_text().splitlines()]
    solvers = {
        "clingo": lambda record: clingo_run(record, args.limit),
        "puzzle": lambda record: puzzle_run(record, args.puzzle, args.specs, args.limit),
    }
    times, agreeing = {name: [] for name in solvers}, dict.fromkeys(solvers, 0)
    for record in records:
        for name, solve in solvers.items():
            found, seconds = solve(record)
            times[name].append(seconds)
            if agrees(record, found):
                agreeing[name] += 1
            else:
                told = f"reached the limit of {args.limit} s" if found is None else f"found other drawings: {found}"
                print(f"{record['id']}: {name} {told}", file=sys.stderr)
    row = [kind, len(records)]
    for name, spent in times.items():
        row += [agreeing[name], f"{1000 * statistics.median(spent):.1f}", f"{1000 * max(spent):.1f}"]
    print("|", " | ".join(map(str, row)), "|", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("specs", type=pathlib.Path)
    parser.add_argument("puzzle")
    parser.add_argument("--only", choices=list(FACTS))
    parser.add_argument("--limit", type=int, default=60)
    args = parser.parse_args()
    print("| genre | records | clingo agrees | median | longest | `puzzle` agrees | median | longest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in [args.only] if args.only else FACTS:
        compare(kind, args)
    start = statistics.median(puzzle_process(args.puzzle, "-", args.limit, b"board 1 x 1\n")[1] for _ in range(25))
    print(f"\n`puzzle` on an empty board: {1000 * start:.1f}")


if __name__ == "__main__":
    main()
