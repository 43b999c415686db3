#!/usr/bin/env python3
"""Measures how well limits hold: runs every engine, alone and in the race, under each limit and prints a table.

    tests/reliability/limits.py PATH_OF_PUZZLE [--seconds S] [--memory MIB] [--nodes N] [--solutions N] [--only WORD]

Each row runs the command with one limit and gives the use of that limit in percent: wall time of the whole process, its
peak memory, nodes and solutions as reported. `-` means that the engine finished before it reached the limit; `?` means
that the spec was refused as too large, which is not a failure. A row fails if the limit is exceeded by more than 10 %, if
the run stops below 90 % of it (`early`), if the exit status is not 3 (or 0 for a finished run), or if the JSON object is
incomplete. Stopping early is allowed for the memory limit of `frontier`, which knows the size of its next table in
advance and does not allocate it. The exit status is 1 if a row fails.

Times assume an otherwise idle machine. On a busy machine a process waits for the processor: a late time is marked `busy`
if the load is above the number of cores, and the processor time shows how much the process got.
"""
import argparse, json, os, resource, subprocess, sys, tempfile, time

KINGS = "board {0} x {0}\nuse king\nno attacks\n"
# Name, engine, spec (a path in the project, or its text), arguments
ROWS = [
    ("masks, rows", "masks", "tests/specs/queens.puz", ["-p", "n=18", "--count"]),
    ("masks, listing", "masks", "tests/specs/queens.puz", ["-p", "n=15", "--all", "--sorted"]),
    ("masks, packing", "masks", "tests/specs/queens_knights.puz", ["-p", "n=13"]),
    ("masks, covering", "masks", "tests/specs/queen_domination.puz", ["-p", "n=15"]),
    ("masks, armies", "masks", "tests/specs/peaceable_queens.puz", ["-p", "n=13"]),
    ("masks, any", "masks", "board 9 x 9\nuse king, knight\nno attacks among king\nno attacks among knight\nmaximize 3 * count king + 2 * count knight - count empty in row 1", []),
    ("masks, large", "masks", "board 150 x 150\nuse queen\nno attacks\ncount queen >= 149", ["--first"]),
    ("frontier, count", "frontier", "tests/specs/kings_any.puz", ["-p", "n=34"]),
    ("frontier, best", "frontier", "board 40 x 24\nuse king\neach empty cell: attackers >= 1\nminimize count king", ["--first"]),
    ("cover, count", "cover", "tests/specs/queens.puz", ["-p", "n=17", "--count"]),
    ("cover, listing", "cover", "tests/specs/queens.puz", ["-p", "n=14", "--all", "--sorted"]),
    ("cover, tiles", "cover", "board 10 x 12\ntile a \"#\" fixed\ntile b \"###\"\ntile L \"\"\"\n#.\n##\n\"\"\"\ncells piece = 120", ["--count"]),
    ("milp", "milp", "tests/specs/queen_domination.puz", ["-p", "n=13", "--first"]),
    ("milp, packing", "milp", "tests/specs/peaceable_queens.puz", ["-p", "n=10", "--first"]),
    ("sat, count", "sat", "tests/specs/queens.puz", ["-p", "n=14", "--count"]),
    ("sat, best", "sat", "tests/specs/peaceable_queens.puz", ["-p", "n=11"]),
    ("sat, large", "sat", "board 120 x 120\nuse knight\neach empty cell: attackers >= 1\nminimize count knight", ["--first"]),
    ("oracle", "oracle", "board 4 x 5\npiece stone = none\ncount stone in row 1 <= 3", ["--count"]),
    ("local", "local", "tests/specs/queens.puz", ["-p", "n=1900", "--first"]),
    ("race, count", "auto", "tests/specs/queens.puz", ["-p", "n=18", "--count"]),
    ("race, best", "auto", "tests/specs/queen_domination.puz", ["-p", "n=15"]),
    ("race, listing", "auto", "tests/specs/queens.puz", ["-p", "n=15", "--all", "--sorted"]),
    ("race, streamed", "auto", "tests/specs/queens.puz", ["-p", "n=16", "--all", "--stream"]),
    ("race, orbits", "auto", "tests/specs/queens.puz", ["-p", "n=19", "--count", "--orbits"]),
    ("product", "auto", "board 40 x 12\nwalls column t\nuse queen\nno attacks\nin a1..s12: count queen = 12\nin u1..an12: count queen = 11", ["--count"]),
    ("clauses, wide", "auto", "board 64 x 64\nuse queen\neach empty cell: attackers >= 1\nminimize count queen", []),
    ("bids, deep", "auto", "board 100 x 100\nuse king\neach empty cell: attackers >= 1\nminimize count king", []),
    ("bids, pairs", "auto", "board 40 x 40\npiece white = queen\npiece black = queen\nno attacks between white, black\ncount white = count black\nmaximize count white", []),
    ("grounding, exact", "auto", "board 64 x 64\nuse queen\neach cell: attackers = 1", []),
    ("grounding, wide", "auto", "board 100 x 100\nuse queen\neach cell: attackers = 1", []),
    ("grounding, sights", "auto", "board 60 x 60\nuse queen\neach empty cell: attackers >= 1\nminimize attacks", []),
]
PARAMS = {"tests/specs/queens.puz": "param n = 8 in 1..3000\nboard n x n\nuse queen\nno attacks\ncount queen = n\n"}


# Prints an object without its boards. Runs in a separate process: memory held here would count for the children.
SLIM = "import json, sys; answer = json.load(sys.stdin); answer.pop('boards', None); json.dump(answer, sys.stdout)"

# Fraction of a limit that must be used when it stops a run.
EARLY = {"time": 0.9, "memory": 0.9, "nodes": 0.9, "solutions": 1}


def spec_of(spec, folder, number):
    if spec.endswith(".puz") and spec not in PARAMS:
        return spec
    path = os.path.join(folder, f"{number}.puz")
    with open(path, "w") as out:
        out.write(PARAMS.get(spec, spec) + "\n")
    return path


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
        said = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        took = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = subprocess.run([sys.executable, "-c", SLIM], stdin=out, capture_output=True).stdout
    return child.returncode, text, said.decode(errors="replace"), took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def measure(args, row, limit, folder, number):
    name, engine, spec, more = row
    options = {
        "time": ["--time-limit", f"{args.seconds}s"],
        "memory": ["--memory-limit", f"{args.memory}M", "--time-limit", "60s"],
        "nodes": ["--node-limit", str(args.nodes), "--time-limit", "60s"],
        "solutions": ["--solution-limit", str(args.solutions), "--time-limit", "60s"],
    }[limit]
    command = [args.puzzle, "run", spec_of(spec, folder, number), *more, *options, "--json", "--threads", str(args.threads)]
    if engine != "auto":
        command += ["--engine", engine]
    code, text, said, took, cpu, peak = run(command)
    problem = ""
    try:
        answer = json.loads(text)
    except ValueError:
        too_large = "more than the limit of" in said
        return "?", f"incomplete object (exit {code}): {said.strip()[:150]}", not too_large
    which = answer.get("limit")
    value = {
        "time": took / args.seconds,
        "memory": peak / (args.memory << 20),
        "nodes": answer["stats"]["nodes"] / args.nodes,
        "solutions": int(answer["solutions"]) / args.solutions,
    }[limit]
    reached = which == limit
    if code != (3 if answer["status"] == "limit" else 0):
        problem = f"exit {code} with status {answer['status']}"
    elif value > 1.1:
        problem = "exceeded"
    elif reached and value < EARLY[limit] and not (limit == "memory" and answer["engine"] == "frontier"):
        problem = "early"
    told = f"{100 * value:.0f} %" if reached or problem else "-"
    what = f"{answer['solutions']} solutions"
    if answer.get("optimum"):
        what = f"best {answer['optimum'][0]}, bound {answer.get('bound', ['?'])[0]}"
    if limit == "time":
        what += f", cpu {cpu:.1f} s"
        if problem == "exceeded" and os.getloadavg()[0] > os.cpu_count():
            problem = "exceeded, busy"
    if not reached:
        what = (f"stopped by the {which} limit first; " if which else "finished first; ") + what
    return told, (problem + ": " if problem else "") + what, bool(problem)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--memory", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--solutions", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--limits", default="time,memory,nodes,solutions")
    args = parser.parse_args()
    failed = busy = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, row in enumerate(ROWS):
            if args.only not in row[0]:
                continue
            for limit in args.limits.split(","):
                told, what, bad = measure(args, row, limit, folder, number)
                failed += bad
                busy += "exceeded, busy" in what
                print(f"{row[0]:<18} {limit:<10} {told:>6}  {what}", flush=True)
    print(f"{failed} failed, {busy} of them late on a busy machine" if failed else "all limits held within 10 %")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
