#!/usr/bin/env python3
"""Checks that runs which are killed, truncated or starved of disk space resume and give the same answer.

    tests/reliability/checkpoints.py [KILLS]        60 kills by default, a few minutes

1. `puzzle run … --checkpoint` is killed (SIGKILL) at random times and resumed until it completes. This repeats until there
   have been KILLS kills. The answer must match that of an uninterrupted run.
2. A checkpoint is truncated at random bytes and resumed.
3. The checkpoint fills a small file system (a 96 KB tmpfs; needs root). The run must still give its answer and report that
   not everything could be written; a copy of the checkpoint elsewhere must resume.

PUZZLE: the command (default: target/release/puzzle). SEED: seed for the random times. Exit status 0 if every check passes.
"""
import json, os, random, shutil, signal, subprocess, sys, tempfile, time

PUZZLE = os.path.abspath(os.environ.get("PUZZLE", "target/release/puzzle"))
KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
SEED = int(os.environ.get("SEED", "1850"))
RUNS = [
    ("15 queens, counted", ["examples/queens.puz", "-p", "n=15", "--count"]),
    ("orbits of 13 queens", ["examples/queens.puz", "-p", "n=13", "--count", "--orbits"]),
    ("queens that dominate, all best", ["examples/chess/queen_domination.puz", "-p", "w=8", "--all"]),
]
random.seed(SEED)


def answer(text):
    told = json.loads(text)
    keys = ["status", "satisfiable", "optimum", "optimal", "solutions", "complete", "orbits", "orbit_sizes", "boards"]
    return {key: told.get(key) for key in keys}


def run(args, *more):
    command = [PUZZLE, "run", *args, "--json", "--sorted", "--threads", "2", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def whole(args, *more):
    process = run(args, *more)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, (args, more, process.returncode, err)
    return answer(out), err


def killed_till_the_end(args, path, took):
    """Answer of a run that was killed at random times, and the number of kills."""
    kills = 0
    more = ("--checkpoint", path)
    while True:
        process = run(args, *more)
        try:
            # Includes very short delays, to hit the writing of the first line.
            out, err = process.communicate(timeout=random.choice([0.004, 0.02, took / 3, took]) * random.random() * 2)
            assert process.returncode == 0, err
            return answer(out), kills
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += 1
        if os.path.exists(path):
            more = ("--resume", path)


def main():
    folder = tempfile.mkdtemp(prefix="nauck-")
    path = os.path.join(folder, "checkpoint")
    right, took, kills, runs = {}, {}, 0, 0
    for name, args in RUNS:
        right[name], _ = whole(args)
        begun = time.time()
        got, _ = whole(args, "--checkpoint", path)
        took[name] = time.time() - begun
        assert got == right[name], name
        os.remove(path)
    while kills < KILLS:
        name, args = RUNS[runs % len(RUNS)]
        if os.path.exists(path):
            os.remove(path)
        got, times = killed_till_the_end(args, path, took[name])
        assert got == right[name], (name, got, right[name])
        kills, runs = kills + times, runs + 1
    print(f"{kills} kills in {runs} runs: every answer matches the uninterrupted run")

    name, args = RUNS[0]
    bytes_ = open(path, "rb").read() if runs % len(RUNS) == 1 else None
    if bytes_ is None:
        os.remove(path)
        whole(args, "--checkpoint", path)
        bytes_ = open(path, "rb").read()
    for cut in range(30):
        open(path, "wb").write(bytes_[: random.randrange(len(bytes_) + 1)])
        got, _ = whole(args, "--resume", path)
        assert got == right[name], cut
    print(f"truncated at 30 random positions of {len(bytes_)} bytes: every answer matches")

    small = os.path.join(folder, "small")
    os.mkdir(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", small]).returncode == 0:
        try:
            full = os.path.join(small, "checkpoint")
            got, said = whole(args, "--checkpoint", full)
            assert got == right[name] and "is incomplete" in said, said
            size = os.path.getsize(full)
            shutil.copy(full, path)
            got, _ = whole(args, "--resume", path)
            assert got == right[name]
            print(f"disk full after {size} bytes: the run answered and warned; resuming elsewhere gave the same answer")
            print("  " + said.strip())
        finally:
            subprocess.run(["umount", small])
    else:
        print("could not mount a tmpfs: the full disk was not tested")
    shutil.rmtree(folder)


main()
