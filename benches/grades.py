#!/usr/bin/env python3
"""Compares the numbers of `puzzle grade` with the levels that the origins of puzzles state.

    benches/grades.py PATH_OF_PUZZLE CORPORA SPECS [--only WORD] [--limit SECONDS] [--most N]

CORPORA is a folder of KIND.jsonl with one record a line: `id`, `origin`, `rows`, `cols`. SPECS has the spec of each record as
KIND/ID.puz. A level is the letter of the difficulty in the parameters of a generator (10x10de#…), or the list from which a
sudoku comes.

For each kind: the number of puzzles with a grade, the mean grade of each level, and Spearman's rank correlation (equal values
share their mean rank) of grade and level, over all puzzles and among those of the most frequent size.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import time

# Letters of the levels in the parameters of each generator, the easiest first.
LEVELS = {
    "lightup": "012",
    "loopy": "enth",
    "magnets": "et",
    "pearl": "et",
    "singles": "ek",
    "sudoku": "tbiaeu",
    "tents": "et",
    "towers": "ehxu",
    "tracks": "eth",
    "unequal": "tekxr",
    "unruly": "ten",
}
# Lists of sudokus, the easiest first.
LISTS = ["sudoku-easy50", "sudoku-top95", "sudoku-hardest"]


def level(kind, origin):
    for number, name in enumerate(LISTS):
        if origin.startswith(name):
            return f"{kind}, lists", number
    found = re.search(r"'[^']*d([a-z0-9])#", origin)
    if found and found[1] in LEVELS[kind]:
        return kind, LEVELS[kind].index(found[1])
    return None


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    rank = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in order[at:end]:
            rank[i] = (at + end - 1) / 2
        at = end
    return rank


def spearman(pairs):
    """Rank correlation, or None if one side is constant."""
    xs, ys = (ranks([p[side] for p in pairs]) for side in (0, 1))
    mean = (len(pairs) - 1) / 2
    xy = sum((x - mean) * (y - mean) for x, y in zip(xs, ys))
    xx, yy = (sum((v - mean) ** 2 for v in vs) for vs in (xs, ys))
    return xy / (xx * yy) ** 0.5 if xx * yy else None


def graded(puzzle, spec, limit):
    command = [puzzle, "grade", spec, "--allow-outside", "--json", "--time-limit", f"{limit}s"]
    answer = subprocess.run(command, capture_output=True, text=True)
    return json.loads(answer.stdout)["grade"] if answer.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle")
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("specs", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--most", type=int, default=10**9, help="puzzles of a level of a kind")
    args = parser.parse_args()
    for kind in sorted(k for k in LEVELS if args.only in k):
        rows, levels = collections.defaultdict(list), collections.Counter()
        for line in (args.corpora / f"{kind}.jsonl").read_text().splitlines():
            record = json.loads(line)
            found = level(kind, str(record.get("origin")))
            spec = args.specs / kind / f"{record['id']}.puz"
            if record.get("solutions_capped2") != 1 or found is None or not spec.exists():
                continue
            levels[found] += 1
            if levels[found] > args.most:
                continue
            start = time.monotonic()
            grade = graded(args.puzzle, spec, args.limit)
            rows[found[0]].append((grade, found[1], (record["rows"], record["cols"]), time.monotonic() - start))
        for name, found in rows.items():
            report(name, found)


def report(name, found):
    sound = [row for row in found if row[0] is not None]
    by_level = collections.defaultdict(list)
    for row in sound:
        by_level[row[1]].append(row[0])
    means = ", ".join(f"{sum(v) / len(v):.2f} ({len(v)})" for _, v in sorted(by_level.items()))
    size = collections.Counter(row[2] for row in sound).most_common(1)
    same = [row for row in sound if size and row[2] == size[0][0]]
    shown = ["-" if r is None else f"{r:.2f}" for r in map(spearman, (sound, same))]
    slowest = max(row[3] for row in found)
    print(f"{name}: {len(sound)} of {len(found)} graded; mean by level {means}; correlation {shown[0]}, "
          f"{shown[1]} among {len(same)} of one size; slowest {slowest:.1f} s", flush=True)


if __name__ == "__main__":
    main()
