#!/usr/bin/env python3
"""Compares the planner's choice of engine with the best engine: runs each workload with `auto` and with each named engine.

    benches/engines.py PATH_OF_PUZZLE [--only WORD] [--runs N]

Each row gives the processor time (user and system) of the whole process on one thread, the minimum of N runs: for the
planner's choice, and for the best named engine that admits the spec. A named engine is stopped once it takes longer than
the planner's choice. Rows below 0.05 s mostly measure process startup.
"""
import argparse
import os
import resource
import signal
import subprocess

ENGINES = ["masks", "frontier", "cover", "sat", "milp"]
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


def seconds(command, spec, limit):
    """Processor time of the command, which reads `spec` from standard input unless it is None; None if it takes longer
    than `limit` or fails."""
    def bounded():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 2, int(limit) + 3))
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=bounded)
    if spec is not None:
        child.stdin.write(spec.encode())
    child.stdin.close()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    took = used.ru_utime + used.ru_stime
    return took if child.returncode == 0 and took <= limit else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle")
    parser.add_argument("--only", default="")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    print("| work | planner | best engine | | ratio |\n| --- | ---: | ---: | --- | ---: |")
    for name, spec, more in ROWS:
        if args.only not in name:
            continue
        text = None if spec.endswith(".puz") else spec
        command = [args.puzzle, "run", spec if text is None else "-", *more, "--threads", "1"]
        least = lambda engine, limit: min(
            (s for s in (seconds(command + engine, text, limit) for _ in range(args.runs)) if s is not None), default=None)
        auto = least([], 120)
        if auto is None:
            print(f"| {name} | over 120, or failed | | | |", flush=True)
            continue
        named = {engine: least(["--engine", engine], auto * 1.1 + 0.02) for engine in ENGINES}
        known = {engine: s for engine, s in named.items() if s is not None}
        best = min(known, key=known.get, default=None)
        told = f"{known[best]:.3f} | {best} | {auto / max(known[best], 1e-3):.2f}" if best else "– | none is faster | ≤ 1"
        print(f"| {name} | {auto:.3f} | {told} |", flush=True)


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
main()
