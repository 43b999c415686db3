#!/usr/bin/env python3
"""Compares the planner's choice of engine with the best engine: runs each workload with `auto` and with each named engine.

    benches/engines.py PATH_OF_PUZZLE [--only WORD] [--runs N] [--specs FOLDER] [--limit SECONDS]

Each row gives the processor time (user and system) of the whole process on one thread, the minimum of N runs: for the
planner's choice, and for the best named engine that admits the spec. A named engine is stopped once it takes longer than
the planner's choice. Rows below 0.05 s mostly measure process startup.

With --specs the rows are the specs of a folder. A spec without `find` is asked for the best solution if it has an
objective, else for the number of solutions and for the first one. If it has a parameter `n`, this is raised from its default
until the row takes long enough to be measured.
"""
import argparse
import os
import pathlib
import re
import signal
import subprocess
import time

ENGINES = ["masks", "lattice", "frontier", "cover", "sat", "milp"]
KING_DOMINATION = "param n = 8\nboard n x n\nuse king\neach empty cell: attackers >= 1\nminimize count king\n"
TORUS_KINGS = "board 12 x 12 wrap both\nuse king\nno attacks\nfind number\n"
AMAZONS = "param n = 8\nboard n x n\npiece amazon \"A\" = queen + knight\nno attacks\ncount amazon = n\n"
# Name, spec (a path in the project, or its text), arguments
ROWS = [
    ("queens 14", "examples/queens.puz", ["-p", "n=14", "--count"]),
    ("queens 15", "examples/queens.puz", ["-p", "n=15", "--count"]),
    ("queens 16", "examples/queens.puz", ["-p", "n=16", "--count"]),
    ("queens 14, orbits", "examples/queens.puz", ["-p", "n=14", "--count", "--orbits"]),
    ("amazons 14", AMAZONS, ["-p", "n=14", "--count"]),
    ("torus queens 13", "examples/sequences/a007705_torus_queens.puz", ["-p", "n=6", "--count"]),
    ("queens + camelriders 14", "examples/sequences/a189873_queen_camelrider.puz", ["-p", "n=14", "--count"]),
    ("queens + knights 9", "examples/queens_knights.puz", ["-p", "n=9"]),
    ("queens + knights 10", "examples/queens_knights.puz", ["-p", "n=10"]),
    ("queens + knights 11", "examples/queens_knights.puz", ["-p", "n=11", "--count"]),
    ("queens + knights 12", "examples/queens_knights.puz", ["-p", "n=12", "--count"]),
    ("1000 queens, first", "examples/queens.puz", ["-p", "n=1000", "--first"]),
    ("kings any 20", "examples/sequences/a063443_kings_any.puz", ["-p", "n=20", "--count"]),
    ("kings any 25", "examples/sequences/a063443_kings_any.puz", ["-p", "n=25", "--count"]),
    ("kings any 30", "examples/sequences/a063443_kings_any.puz", ["-p", "n=30", "--count"]),
    ("wazirs any 20", "examples/sequences/a006506_wazirs_any.puz", ["-p", "n=20", "--count"]),
    ("torus kings any 12", TORUS_KINGS, ["--count"]),
    ("king dominating sets 10", "examples/sequences/a133791_king_domination_any.puz", ["-p", "n=10", "--count"]),
    ("king domination 10", KING_DOMINATION, ["-p", "n=10", "--first"]),
    ("king domination 13", KING_DOMINATION, ["-p", "n=13", "--first"]),
    ("king domination 16", KING_DOMINATION, ["-p", "n=16", "--first"]),
    ("queen domination 12", "examples/chess/queen_domination.puz", ["-p", "w=12", "--first"]),
    ("queen domination 12, number", "examples/chess/queen_domination.puz", ["-p", "w=12", "--count"]),
    ("queen domination 13", "examples/chess/queen_domination.puz", ["-p", "w=13", "--first"]),
    ("knight domination 10", "examples/chess/knight_domination.puz", ["-p", "w=10", "--first"]),
    ("knight domination 11", "examples/chess/knight_domination.puz", ["-p", "w=11", "--first"]),
    ("knight domination 12", "examples/chess/knight_domination.puz", ["-p", "w=12", "--first"]),
    ("peaceable queens 9", "examples/chess/peaceable_queens.puz", ["-p", "w=9", "--first"]),
    ("peaceable queens 10", "examples/chess/peaceable_queens.puz", ["-p", "w=10", "--first"]),
    ("pentominoes 6 x 10", "examples/sequences/pentominoes_6x10.puz", ["--count"]),
    ("pentominoes 5 x 12", "examples/sequences/pentominoes_5x12.puz", ["--count"]),
    ("pentominoes 4 x 15", "examples/sequences/pentominoes_4x15.puz", ["--count"]),
    ("pentominoes 3 x 20", "examples/sequences/pentominoes_3x20.puz", ["--count"]),
    ("pentominoes 8 x 8, a hole", "examples/sequences/pentominoes_8x8.puz", ["--count"]),
    ("Latin squares 5", "examples/sequences/a002860_latin_squares.puz", ["-p", "n=5", "--count"]),
    ("Latin squares 6", "examples/sequences/a002860_latin_squares.puz", ["-p", "n=6", "--count"]),
    ("Sudoku", "examples/genres/sudoku.puz", ["--all"]),
    ("Star Battle 14 x 14", "examples/genres/star_battle_14x14_1.puz", ["--all"]),
]


# Rows of a folder: seconds from which a row is long enough, and the number of values of `n` that are tried.
ENOUGH = 0.1
VALUES = 16


def used(process):
    """Processor time of a running process so far."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds(command, spec, limit):
    """Processor time of the command, which reads `spec` from standard input unless it is None; None if it takes longer
    than `limit` or fails."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if spec is not None:
        child.stdin.write(spec.encode())
    child.stdin.close()
    ended, pause = 0, 0.001
    while not ended:
        ended, status, usage = os.wait4(child.pid, os.WNOHANG)
        if not ended:
            if used(child.pid) > limit:
                child.kill()
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
    child.returncode = os.waitstatus_to_exitcode(status)
    took = usage.ru_utime + usage.ru_stime
    return took if child.returncode == 0 and took <= limit else None


def least(command, spec, limit, runs):
    """The least processor time of several runs; None if none ends in time."""
    took = None
    for _ in range(runs):
        one = seconds(command, spec, limit)
        if one is None:
            break
        took = one if took is None else min(took, one)
    return took


def compare(name, command, spec, limit, runs, planner):
    """Prints the row of a command. `planner`: processor time of the planner's choice; None if it is above the limit."""
    slowest = limit if planner is None else planner * 1.1 + 0.02
    named = {}
    for engine in ENGINES:
        took = least([*command, "--engine", engine], spec, slowest, runs)
        if took is not None:
            named[engine] = took
            slowest = min(slowest, took * 1.1 + 0.02)
    best = min(named, key=named.get, default=None)
    if planner is None:
        told = f"{named[best]:.3f} | {best} | > {limit / max(named[best], 1e-3):.1f}" if best else "| | "
        print(f"| {name} | over {limit:g}, or failed | {told} |", flush=True)
        return
    told = f"{named[best]:.3f} | {best} | {planner / max(named[best], 1e-3):.2f}" if best else "– | none is faster | ≤ 1"
    print(f"| {name} | {planner:.3f} | {told} |", flush=True)


def questions(text):
    """Arguments of the questions about a spec that has this text."""
    if re.search(r"^find\b", text, re.M):
        return [[]]
    if re.search(r"^(maximize|minimize)\b", text, re.M):
        return [["--first"]]
    return [["--count"], ["--first"]]


def compare_spec(puzzle, path, limit, runs):
    """Prints the rows of a spec."""
    text = path.read_text()
    parameter = re.search(r"^param +n *= *(\d+)", text, re.M)
    for question in questions(text):
        first = int(parameter[1]) if parameter else 0
        for n in range(first, first + VALUES if parameter else 1):
            value = ["-p", f"n={n}"] if parameter else []
            command = [puzzle, "run", str(path), *value, *question, "--threads", "1"]
            took = seconds(command, None, limit)
            if took is None or took >= ENOUGH or n == first + VALUES - 1 or not parameter:
                if took is not None and runs > 1:
                    took = min(took, least(command, None, limit, runs - 1) or took)
                compare(" ".join([path.stem, *value[1:], *question]), command, None, limit, runs, took)
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle")
    parser.add_argument("--only", default="")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--specs", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=120)
    args = parser.parse_args()
    print("| work | planner | best engine | | ratio |\n| --- | ---: | ---: | --- | ---: |")
    if args.specs:
        for path in sorted(args.specs.glob("*.puz")):
            if args.only in path.stem:
                compare_spec(args.puzzle, path, args.limit, args.runs)
        return
    for name, spec, more in ROWS:
        if args.only in name:
            text = None if spec.endswith(".puz") else spec
            command = [args.puzzle, "run", spec if text is None else "-", *more, "--threads", "1"]
            compare(name, command, text, args.limit, args.runs, least(command, text, args.limit, args.runs))


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
main()
