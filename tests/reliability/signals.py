#!/usr/bin/env python3
"""Sends Ctrl-C or SIGTERM, or closes the pipe, at random times during real runs; every run must end cleanly.

    tests/reliability/signals.py PATH_OF_PUZZLE [--minutes M] [--seed N]

A clean end: the exit status is 130 after a signal (0 or 3 if the run finished first), and 0 or 3 after the pipe was
closed; standard error mentions no panic and no internal error; the output consists of complete JSON lines or one complete
object. A signal in the first milliseconds, before the handler is installed, may kill the command. The exit status is 1 if
a run did not end cleanly.
"""
import argparse, collections, json, os, random, signal, subprocess, sys, time

QUEENS = "param n = 8 in 1..3000\nboard n x n\nuse queen\nno attacks\ncount queen = n\n"
RUNS = [
    (QUEENS, ["-p", "n=16", "--count"]),
    (QUEENS, ["-p", "n=13", "--all", "--sorted"]),
    (QUEENS, ["-p", "n=14", "--all", "--stream"]),
    (QUEENS, ["-p", "n=12", "--all", "--stream"]),
    (QUEENS, ["-p", "n=17", "--count", "--orbits"]),
    (QUEENS, ["-p", "n=11", "--orbits"]),
    (QUEENS, ["-p", "n=4..16", "--count"]),
    (QUEENS, ["-p", "n=900", "--first"]),
    ("tests/specs/queen_domination.puz", ["-p", "n=14"]),
    ("tests/specs/queen_domination.puz", ["-p", "n=13", "--first", "--engine", "milp"]),
    ("tests/specs/peaceable_queens.puz", ["-p", "n=12"]),
    ("tests/specs/peaceable_queens.puz", ["-p", "n=10", "--engine", "sat"]),
    ("tests/specs/kings_any.puz", ["-p", "n=30"]),
    ("tests/specs/kings_any.puz", ["-p", "n=30", "--engine", "frontier"]),
    ("tests/specs/queens_knights.puz", ["-p", "n=12"]),
    ("tests/specs/queens.puz", ["-p", "n=15", "--count", "--engine", "cover"]),
    ("tests/specs/queens.puz", ["-p", "n=12", "--count", "--engine", "sat"]),
    ("board 60 x 60\nuse queen\neach empty cell: attackers >= 1\nminimize attacks\n", []),
]


def clean(code, text, said, form, way):
    if code < 0:
        return code == -way and not text
    if "panic" in said or "internal error" in said or code not in (0, 3, 130):
        return False
    if way is None:
        return code in (0, 3)
    if way == "pipe":
        return code in (0, 3)
    lines = text.decode().split("\n")
    if lines and lines[-1] != "":
        return False
    try:
        objects = [json.loads(line) for line in lines[:-1]]
    except ValueError:
        return False
    if form == "json" and code == 130 and objects:
        return objects[-1]["status"] in ("interrupted", "complete")
    return form != "json" or bool(objects) or code == 130


def once(puzzle, rng):
    spec, more = rng.choice(RUNS)
    form = rng.choice(["json", "jsonl"])
    way = rng.choice([signal.SIGINT, signal.SIGTERM, "pipe"])
    delay = rng.choice([rng.uniform(0.02, 0.3), rng.uniform(0.02, 3)])
    command = [puzzle, "run", spec if spec.endswith(".puz") else "-", *more, "--format", form, "--threads", str(rng.choice([1, 2, 3]))]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        child.stdin.write(b"" if spec.endswith(".puz") else spec.encode())
        child.stdin.close()
    except BrokenPipeError:
        pass
    child.stdin = None
    started = time.monotonic()
    text = b""
    if way == "pipe":
        # Reads a little, then closes the pipe; a run that writes nothing more is ended by a signal later.
        os.set_blocking(child.stdout.fileno(), False)
        while time.monotonic() - started < delay:
            text += child.stdout.read(65536) or b""
            time.sleep(0.01)
        child.stdout.close()
        for _ in range(200):
            if child.poll() is not None:
                break
            time.sleep(0.01)
        if child.poll() is None:
            way = signal.SIGTERM
            child.send_signal(way)
        said = child.stderr.read()
        code = child.wait()
        ok = clean(code, b"", said.decode(errors="replace"), "jsonl", way)
        took = 0.0
        name = "pipe"
    else:
        timer = delay
        os.set_blocking(child.stdout.fileno(), False)
        while time.monotonic() - started < timer and child.poll() is None:
            text += child.stdout.read(1 << 20) or b""
            time.sleep(0.005)
        sent = time.monotonic()
        child.send_signal(way)
        os.set_blocking(child.stdout.fileno(), True)
        rest, said = child.communicate()
        took = time.monotonic() - sent
        text += rest
        code = child.returncode
        ok = clean(code, text, said.decode(errors="replace"), form, way)
        name = way.name
    if not ok:
        print(f"NOT CLEAN: {name} after {delay:.3f} s, exit {code}: {' '.join(command)}\n  {said[-300:]!r}\n  …{text[-200:]!r}", flush=True)
    return ok, name, code, took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else random.randrange(1 << 32)
    rng = random.Random(seed)
    ends, bad, slowest = collections.Counter(), 0, 0.0
    until = time.monotonic() + 60 * args.minutes
    while time.monotonic() < until:
        ok, name, code, took = once(args.puzzle, rng)
        ends[(name, code)] += 1
        bad += not ok
        slowest = max(slowest, took)
    for (name, code), n in sorted(ends.items()):
        print(f"{name:<8} exit {code:>4}: {n}")
    print(f"seed {seed}: {sum(ends.values())} runs, {bad} not clean, slowest end {slowest:.2f} s after the signal")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
