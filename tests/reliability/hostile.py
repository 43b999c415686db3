#!/usr/bin/env python3
"""Gives the command hostile input: texts that are nested too deeply, too long or too many, files that are not regular
files, characters that reverse text direction, endless JSON. Each case must end with the exit status and the message given
here, within one second of processor time and 200 MB.

    tests/reliability/hostile.py [PUZZLE] [--only WORD]

PUZZLE is the command (default: target/release/puzzle). Prints a table; the exit status is 1 if a row breaks a bound.
"""

import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SECONDS = 1.0
MEGABYTES = 200
# Hard limits that stop a run before it harms the machine.
KILL_SECONDS = 20
KILL_BYTES = 3 << 30



def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (KILL_SECONDS, KILL_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (KILL_BYTES, KILL_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measure(folder, argv):
    """Exit status, processor seconds, wall-clock seconds, megabytes. Input and output go through files, since a pipe would
    need a concurrent reader."""
    with open(folder + "/.in", "rb") as given, open(folder + "/.out", "wb") as out:
        start = time.monotonic()
        child = subprocess.Popen(argv, cwd=folder, stdin=given, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limit)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    clock = time.monotonic() - start
    return child.returncode, usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024


def starter():
    """Forks a process that starts the commands. It must fork before this process grows, because the peak memory of a child
    includes what its parent used at the fork."""
    mine, its = socket.socketpair()
    if os.fork() == 0:
        mine.close()
        stream = its.makefile("rw")
        for line in stream:
            stream.write(json.dumps(measure(*json.loads(line))) + "\n")
            stream.flush()
        os._exit(0)
    its.close()
    return mine.makefile("rw")


STARTER = starter()
HIDDEN = ["\u202e", "\u2066", "\x1b", "\x00", "\u200b", "\ufeff", "\x07", "\u2028"]
BOARD = "board 8 x 8\nuse queen\n"

ROWS = []


def case(name, args, files, code, says="", stdin=None):
    """Adds a case. `files`: name to text, bytes, or a function that creates the file at its path. `args`: arguments of the
    command, run in the folder of the files. `says`: text that standard output or error must contain."""
    ROWS.append((name, args, files, code, says, stdin))


def check(name, text, says, code=2, **more):
    case(name, ["check", "a.puz"], {"a.puz": text, **more}, code, says)


# Nesting.
check("brackets, 1,000,000 deep", "(" * 999_000, "syntax::too_deep")
check("mixed brackets", BOARD + "count queen = " + "([{" * 300_000, "syntax::too_deep")
check("65 parentheses, all closed", BOARD + f"count queen = {'(' * 65}1{')' * 65}\n", "syntax::too_deep")
check("signs in a row", BOARD + "count queen = " + "-" * 900_000 + "1\n", "syntax::")
check("`not` in a row", BOARD + "walls cells where " + "not " * 200_000 + "x = 1\n", "syntax::")
check("sum of 400,000 numbers", BOARD + "count queen = 1" + "+1" * 400_000 + "\n", "syntax::")
check("`or` 100,000 times", BOARD + "walls cells where x = 1" + " or x = 1" * 90_000 + "\n", "syntax::")
check("min in min", BOARD + "count queen = " + "min(" * 60_000 + "1" + ")" * 60_000 + "\n", "syntax::too_deep")

# Repetition.
check("300,000 statements", BOARD + "no attacks\n" * 90_000, "syntax::too_many_statements")
check("90,000 faults", "bord 8\n" * 90_000, "syntax::too_many")
check("400,000 stray characters", "~\n" * 400_000, "syntax::too_many")
check("one statement of 500,000 words", BOARD + "use " + "a," * 250_000 + "a\n", "syntax::statement_too_long")
check("a list of 200,000 clues", BOARD + "rows: count queen = [" + "1," * 200_000 + "1]\n", "syntax::statement_too_long")
check("90,000 quotes", BOARD + '"""\n' * 200_000, "syntax::")
check("one line of 10 MB", BOARD + "#" * 10_000_000, "larger than the limit")
check("a spec of 100 MB", lambda p: sparse(p, 100_000_000), "larger than the limit")
check("a comment of 900,000 characters", BOARD + "# " + "a" * 900_000 + "\n", "sound", code=0)
check("a title of 900,000 characters", f'puzzle "{"a" * 900_000}"\n' + BOARD, "sound", code=0)
check("a word of 900,000 letters", BOARD + "use " + "a" * 900_000 + "\n", "syntax::word_too_long")
check("a number of 900,000 digits", BOARD + "count queen = " + "9" * 900_000 + "\n", "syntax::")
check("20,000 parameters", "".join(f"param p{i} = 1\n" for i in range(19_000)) + BOARD, "spec::too_many")
check(
    "parameters, each twice the previous one",
    "param p0 = 1\n" + "".join(f"param p{i + 1} = p{i} + p{i}\n" for i in range(900)) + BOARD,
    "overflow",
)
check(
    "parameters defined backwards, 990 deep",
    "".join(f"param p{i} = p{i + 1}\n" for i in range(990)) + "param p990 = 1\nboard p0 x 8\nuse queen\n",
    "sound",
    code=0,
)
check(
    "pieces defined by pieces, 900 deep",
    "board 8 x 8\n" + "".join(f"piece p{i} = p{i + 1}\n" for i in range(900)) + "piece p900 = king\nno attacks\n",
    "",
    code=None,
)

# Sizes and numbers.
for text in ["1000000000 x 1000000000", "99999 x 99999", "1 x 1000000000", "2001 x 2001", "1000 x 1000 x 1000"]:
    check(f"board {text}", f"board {text}\nuse queen\n", "spec::")
check("board hex 1000000000", "board hex 1000000000\nuse king\n", "spec::")
check("board hex 40000", "board hex 40000\nuse king\n", "spec::")
check("board 2000 dimensions", "board " + "2 x " * 2000 + "2\nuse king\n", "syntax::")
check("board 8x8x8x8x8", "board 8x8x8x8x8\nuse king\n", "syntax::")
check("board -1 x 8", "board -1 x 8\nuse king\n", "spec::")
check("board 0 x 0", "board 0 x 0\nuse king\n", "spec::")
check("10^30", "param n = 1" + "0" * 30 + "\nboard n x n\nuse king\n", "number")
check("2^63 by multiplying", "param n = 4294967296 * 4294967296\nboard n x n\nuse king\n", "overflow")
check("least number / -1", "param n = (-9223372036854775807 - 1) / -1\nboard 8 x 8\nuse king\n", "overflow")
check("least number % -1", "param n = (-9223372036854775807 - 1) % -1\nboard 8 x 8\nuse king\n", "", code=None)
check("abs of the least number", "param n = abs(-9223372036854775807 - 1)\nboard 8 x 8\nuse king\n", "overflow")
check("division by zero", "param n = 1 / 0\nboard 8 x 8\nuse king\n", "division")
check("a family of 10^9", "board 8 x 8\npieces digit[1..1000000000] = none\n", "spec::too_many")
check(
    "a family of all numbers",
    "board 8 x 8\npieces d[-9223372036854775807..9223372036854775807] = none\n",
    "spec::too_many",
)
check("count queen = 10^18", BOARD + "count queen = 1000000000000000000\n", "", code=None)
check("10^18 times a count", BOARD + "1000000000000000000 * count queen = 1\n", "", code=None)
check("a product of products", BOARD + "4294967296 * 4294967296 * count queen = 1\n", "overflow")
check("a leap of 10^9", "board 8 x 8\npiece a = leap (1000000000, 1)\n", "spec::")
check("a leap of the least number", "board 8 x 8\npiece a = leap (0 - 9223372036854775807 - 1, 1)\n", "spec::")
check("a ride from 10^9", "board 8 x 8\npiece a = ride (1, 0) from 1000000000 to 2000000000\nno attacks\n", "", code=None)
check("20,000 leaps", "board 8 x 8\npiece a = leap only " + ", ".join(f"({i}, 1)" for i in range(1, 15_000)) + "\n", "", code=None)
check("expect for 10^18 values", "param n = 8\nboard n x n\nuse king\nexpect none for n in 1..1000000000000000000\n", "spec::too_many")
check("find 10^30", BOARD + "find 1" + "0" * 30 + "\n", "", code=None)
check("expect 10^190", BOARD + "expect solutions = 1" + "0" * 190 + "\n", "", code=None)
check("rows of a window 10^9", BOARD + "each window 1000000000 x 1000000000: count queen <= 1\n", "", code=None)
check("blocks 10^9", BOARD + "regions box = blocks 1000000000 x 1\n", "spec::")
check("blocks 0", BOARD + "regions box = blocks 0 x 0\n", "spec::")

LARGE = "board 1000 x 1000\nuse queen, king\n"
check("a million cells", LARGE + "no attacks\n", "sound", code=0)
check("each cell, each cell", LARGE + "each cell, each cell: count queen = 1\n", "spec::two_cells")
check("each cell within a rider", LARGE + "each cell: count queen within queen <= 3\n", "spec::")
check("each cell on a large board", LARGE + "each cell: attackers = 1\n", "", code=None)
check("each window 2 x 2", LARGE + "each window 2 x 2: count queen = 1\n", "", code=None)
check("each window 500 x 500", LARGE + "each window 500 x 500: count queen = 1\n", "spec::")
check("each straight line", LARGE + "each straight line: count queen = 1\n", "spec::")
check("each row of a large board", LARGE + "each row: count queen = 1\n" * 2, "", code=None)
check("each row, 2,000 times", LARGE + "each row: count queen = 1\n" * 2000, "spec::")
check("each row, each column", LARGE + "each row, each column: count queen = 1\n", "spec::")
check("rows of 1000 regions", LARGE + "regions box = blocks 1 x 1\neach box: count queen = 1\n", "", code=None)
check("a condition on every cell, 19,000 times", LARGE + "walls cells where x = y\n" * 19_000, "spec::")
check("a condition of 900 comparisons", LARGE + "walls cells where x = 1" + " or x = y" * 400 + "\n", "spec::")
check("whole rows, 19,000 times", LARGE + "keep empty row 1\n" * 19_000, "spec::")
check("one rectangle, 19,000 times", LARGE + "count queen in (1, 1)..(1000, 1000) = 1\n" * 19_000, "spec::")
check("many rectangles in a list", LARGE + "count queen in " + "(1, 1)..(1000, 1000)," * 8_000 + "a1 = 1\n", "spec::")
check("givens everywhere", LARGE + "place queen at cells where x > 0\n", "", code=None)
check("givens everywhere, 200 times", LARGE + "place queen at cells where x > 0\n" * 200, "spec::")
check("attackers of a million cells", LARGE + "each cell: attackers queen + attackers king >= 1\n" * 3, "", code=None)
check("count where, on a large board", LARGE + "count empty where attackers = 0 = 0\n" * 300, "", code=None)
check("kinds by kinds", "board 3 x 3\npieces a[1..900] = king\neach a x1, each a x2: count x1 = count x2\n", "", code=None)
check("each kind three times", "board 3 x 3\npieces a[1..900] = king\neach a p, each a q, each a r: count p = count q\n", "spec::sets_too_large")
check("attacks of 900 kinds", "board 3 x 3\npieces a[1..900] = king\nno attacks\n", "", code=None)
check("attacks of 900 kinds, 1,000 times", "board 3 x 3\npieces a[1..900] = king\n" + "no attacks\n" * 1000, "", code=None)
check("within all 900 kinds", "board 90 x 90\npieces a[1..900] = king\neach a p, each cell: count p within king <= 1\n", "spec::sets_too_large")
check("symmetric, 10,000 times", LARGE + "symmetric under half turn\n" * 10_000, "", code=None)
check("pairs, 10,000 times", LARGE + "pair queen with king within king\n" * 10_000, "", code=None)
check("objectives, 10,000", LARGE + "maximize count queen\n" * 10_000, "", code=None)
check("expectations, 19,000", LARGE + "expect none\n" * 19_000, "", code=None)
check("expectations, 19,000 for 100,000 each", "param n = 8\n" + BOARD + "expect none for n in 1..100000\n" * 10_000, "", code=None)

NAMES = ["a" * 24 + f"{i:06d}" for i in range(900)]
check(
    "900 names, and 9,000 similar ones",
    "board 3 x 3\n" + "".join(f"piece {n} = none\n" for n in NAMES) + "".join(f"count b{n} = 1\n" for n in NAMES * 10),
    "spec::unknown",
)
check(
    "1,000,000 wrong givens",
    "board 1000 x 1000\nuse king\nwalls cells where x > 0\nplace king at cells where x > 0\n",
    "spec::too_many",
)
check(
    "moves defined by moves",
    "board 8 x 8\npiece a = leap " + ", ".join(f"({i + 1}, {i + 2})" for i in range(15_000)) + "\n"
    + "".join(f"piece {chr(98 + i)} = " + f"{chr(97 + i)} + " * 900 + "king\n" for i in range(9)),
    "spec::",
)
check(
    "a family with many moves",
    "board 8 x 8\npieces a[1..900] = leap " + ", ".join(f"({i + 1}, {i + 2})" for i in range(15_000)) + "\n",
    "spec::",
)
check(
    "within many moves, for each cell",
    "board 90 x 90\npiece a = leap " + ", ".join(f"({i + 1}, {i + 2})" for i in range(9_000)) + "\n"
    + "each cell: count a within a = 1\n",
    "spec::",
)

# Pictures.
check(
    "a picture of 980,000 unknown symbols",
    "board 990 x 990\npieces a[1..900] = none\ngivens \"\"\"\n" + ("~" * 990 + "\n") * 990 + '"""\n',
    "spec::too_many",
)
check("a picture of 1 x 1, 9,000 times", 'board 1000 x 1000\nuse king\n' + 'givens "."\n' * 9_000, "spec::")
check("a tile in space", "board 90 x 90 x 90\ntile a \"\"\"\n" + ("#" * 900 + "\n") * 900 + '"""\n', "", code=None)
check("a picture of 1,001 rows", 'board """\n' + ".\n" * 1001 + '"""\nuse queen\n', "syntax::")
check("a picture of 1,001 columns", 'board """\n' + "." * 1001 + '\n"""\nuse queen\n', "syntax::")
check("a picture of 990 x 990", 'board """\n' + ("." * 990 + "\n") * 990 + '"""\nuse queen\n', "sound", code=0)
check("a picture of digits", 'board """\n' + ("1" * 990 + "\n") * 990 + '"""\nuse queen\nclues are cells\neach clue c: count queen = c\n', "", code=None)
check("a picture of 980,000 letters", "board 990 x 990\nuse king\nregions \"\"\"\n" + ("A" * 990 + "\n") * 990 + '"""\neach region: count king = 1\n', "", code=None)
check("a tile of 900 x 900", 'board 900 x 900\ntile a """\n' + ("#" * 900 + "\n") * 900 + '"""\n', "", code=None)
check("a comb-shaped tile", 'board 900 x 900\ntile a """\n' + ("#." * 450 + "\n") * 899 + '"""\n', "", code=None)
check("900 tiles", "board 90 x 90\n" + "".join(f'tile t{i} "{"#" * (i % 80 + 1)}"\n' for i in range(900)), "", code=None)
check("layers of regions, 900", "board 30 x 30\nuse king\n" + "".join(f"regions r{i} = blocks 1 x 1\n" for i in range(900)), "", code=None)
check("layers of regions, 9,000 on a large board", LARGE + "".join(f"regions r{i} = blocks 1 x 1\n" for i in range(9000)), "spec::")
check("a picture never closed", BOARD + 'givens """\n' + "....\n" * 100_000, "syntax::unclosed_picture")

# Betza notation.
for name, notation in [
    ("a million N", "N" * 990_000),
    ("a million brackets", "(" * 990_000),
    ("300,000 modifiers", "f" * 990_000 + "W"),
    ("100,000 vectors", "".join(f"({i},{i + 1})" for i in range(70_000))),
    ("all letters", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" * 19_000),
    ("large numbers", "W99999999999999999999(99999999999,1)" * 20_000),
    ("`n` in a row", "nN" * 450_000),
]:
    check(f"Betza: {name}", f'board 8 x 8\npiece a = betza "{notation}"\n', "", code=None)
case("Betza on the command line", ["pieces", "--betza", "NfF(1,2)3" * 10_000], {}, None)
case("Betza: 100,000 faults", ["pieces", "--betza", "(" * 100_000], {}, 2, "notation")

# Included files.
SMALL = "board 2 x 2\nuse king\n"
for name, path, words in [
    ("path that leaves the folder", "../outside.puz", "outside"),
    ("path that leaves the folder many times", "../../../../../../etc/passwd", "outside"),
    ("absolute path", "/etc/passwd", "outside"),
    ("endless device", "/dev/zero", "outside"),
    ("file in /proc", "/proc/self/environ", "outside"),
    ("folder", "folder", "not a regular file"),
    ("empty path", "", ""),
    ("missing", "missing.puz", "spec::include"),
    ("name with 100,000 characters", "a" * 100_000, "spec::include"),
    ("name that reverses text direction", "\u202ezup.a\x1b[31m", "spec::include"),
]:
    check(f"include: {name}", SMALL + f'include "{path}"\n', words, folder=lambda p: os.mkdir(p))
case("include: device, where outside is allowed", ["check", "--allow-outside", "a.puz"], {"a.puz": SMALL + 'include "/dev/zero"\n'}, 2, "not a regular file")
case("include: terminal, where outside is allowed", ["check", "--allow-outside", "a.puz"], {"a.puz": SMALL + 'include "/dev/tty"\n'}, 2, "not a regular file")
check("include: a pipe", SMALL + 'include "pipe"\n', "not a regular file", pipe=os.mkfifo)
check("include: link to the outside", SMALL + 'include "link.puz"\n', "outside", **{"link.puz": lambda p: os.symlink("/etc/passwd", p)})
check("include: link to itself", SMALL + 'include "link.puz"\n', "spec::include_failed", **{"link.puz": lambda p: os.symlink("link.puz", p)})
check("include: link to a device", SMALL + 'include "link.puz"\n', "outside", **{"link.puz": lambda p: os.symlink("/dev/zero", p)})
check("include: file of 10 GB", SMALL + 'include "large.puz"\n', "larger than 1000000 bytes", **{"large.puz": lambda p: sparse(p, 10 << 30)})
check("include: not UTF-8", SMALL + 'include "b.puz"\n', "not UTF-8", **{"b.puz": b"# \xff\xfe\n"})
check("include: itself", SMALL + 'include "a.puz"\n', "spec::include_cycle")
check("include: a cycle of files", SMALL + 'include "b.puz"\n', "spec::include_cycle", **{"b.puz": 'include "c.puz"\n', "c.puz": 'include "b.puz"\n'})
check("include: 100 deep", SMALL + 'include "f0.puz"\n', "spec::", **{f"f{i}.puz": f'include "f{i + 1}.puz"\n' for i in range(100)})
check("include: 1,500 files", SMALL + "".join(f'include "f{i}.puz"\n' for i in range(1500)), "spec::too_many", **{f"f{i}.puz": "" for i in range(1500)})
check(
    "include: 40 files of 1 MB",
    SMALL + "".join(f'include "f{i}.puz"\n' for i in range(40)),
    "spec::too_many",
    **{f"f{i}.puz": "#" * 990_000 for i in range(40)},
)
check(
    "include: 300,000 statements in 16 files",
    SMALL + "".join(f'include "f{i}.puz"\n' for i in range(16)),
    "spec::too_many",
    **{f"f{i}.puz": "no attacks\n" * 19_900 for i in range(16)},
)
check(
    "include: one statement of 100,000 words in 16 files",
    SMALL + "".join(f'include "f{i}.puz"\n' for i in range(16)),
    "spec::",
    **{f"f{i}.puz": ("use " + "a," * 40_000 + "a\n") * 10 for i in range(16)},
)
check("include: one file 19,000 times", SMALL + 'include "b.puz"\n' * 19_000, "", code=None, **{"b.puz": "no attacks\n"})
case("a folder as a spec", ["check", "folder"], {"folder": os.mkdir}, 2, "")
case("a device as a spec", ["check", "/dev/zero"], {}, 2, "larger than the limit")
case("fmt of a device", ["fmt", "/dev/zero"], {}, 2, "larger than the limit")
case("a device as solutions", ["verify", "a.puz", "/dev/zero"], {"a.puz": SMALL}, 2, "larger than the limit")
case("a folder with a cycle of links", ["check", "folder"], {"folder": lambda p: (os.mkdir(p), os.symlink(".", p + "/x.puz"))}, 2, "")
case("a pipe in a folder of specs", ["check", "folder"], {"folder": lambda p: (os.mkdir(p), os.mkfifo(p + "/x.puz"))}, 2, "no spec")

# Characters.
for c in HIDDEN:
    check(f"hidden character U+{ord(c):04X} as a statement", BOARD + f"{c}use king\n", "syntax::", code=None)
    check(f"U+{ord(c):04X} in a title, a comment and a symbol", f'puzzle "a{c}b"\n{BOARD}# {c}\npiece s "{c}" = none\n', "", code=None)
check("600,000 accents on one letter", BOARD + "use e" + "\u0301" * 400_000 + "\n", "syntax::")
check("300,000 wide characters", BOARD + "use " + "\U0001f600" * 200_000 + "\n", "syntax::")
check("a million bytes 0", b"\x00" * 999_000, "syntax::")
check("not UTF-8 at the start", b"\xff\xfeb\x00o\x00", "not UTF-8")
check("not UTF-8 at the end", BOARD.encode() + b"# \xe2\x82", "not UTF-8")
check("half of a surrogate pair", BOARD.encode() + b"# \xed\xa0\x80\n", "not UTF-8")
check("byte-order mark and carriage returns", ("\ufeff" + BOARD).replace("\n", "\r\n"), "sound", code=0)
check("carriage returns alone", BOARD.replace("\n", "\r"), "", code=None)
check("tabs, 900,000", BOARD + "use" + "\t" * 900_000 + "king\n", "sound", code=0)
check("blank lines, 900,000", BOARD + "\n" * 900_000 + "use king\n", "sound", code=0)
check("an empty file", "", "empty")
for c in HIDDEN:
    for command in ["fmt", "highlight"]:
        text = f"board 8 x 8  # {c}\n" + (f'puzzle "{c}"\n' if c not in "\x00" else "")
        case(f"{command} of U+{ord(c):04X}", [command, "-"], {}, 0, "board", stdin=text)
    case(f"answer of a spec with U+{ord(c):04X} in its title", ["run", "-", "--count"], {}, None, "", stdin=f'puzzle "{c}"\nboard 2 x 2\nuse king\n')

# Formatting and highlighting large specs.
BROAD = BOARD + "".join(f"count queen in a{i % 8 + 1} = 1  # {i}\n" for i in range(19_000))
case("fmt of 19,000 statements", ["fmt", "-"], {}, 0, "", stdin=BROAD)
case("fmt --check of 19,000 statements", ["fmt", "--check", "a.puz"], {"a.puz": BROAD.replace(" = ", "=")}, 1, "")
case("fmt --check of 900,000 blank lines", ["fmt", "--check", "a.puz"], {"a.puz": BOARD + "\n" * 900_000 + "use king"}, 1, "")
case("fmt of one long statement", ["fmt", "-"], {}, None, "", stdin=BOARD + "use " + "a, " * 30_000 + "a\n")
case("fmt of a comment of 900,000 characters", ["fmt", "-"], {}, 0, "", stdin=BOARD + "# " + "a" * 900_000 + "\n")
case("highlight of 19,000 statements", ["highlight", "--format", "html", "-"], {}, 0, "", stdin=BROAD)
case("check --json of 200 faults on one line", ["check", "--json", "a.puz"], {"a.puz": BOARD + "(~" * 300_000}, 2, "")
case("check --json of 90,000 faults", ["check", "--json", "a.puz"], {"a.puz": "~\n" * 450_000}, 2, "too_many")
case("lints of 19,000 statements", ["check", "a.puz"], {"a.puz": BOARD + "".join(f"count queen <= {i}\n" for i in range(19_000))}, 0, "sound")
case("lints of 19,000 equal statements", ["check", "a.puz"], {"a.puz": BOARD + "count queen = 1\n" * 19_000}, 0, "sound")

# Sound specs whose problems are too large.
for name, spec in [
    ("queens and knights on 1000 x 1000", "board 1000 x 1000\nuse queen, knight\nno attacks\nmaximize count queen\n"),
    ("queens and knights on 300 x 300", "board 300 x 300\nuse queen, knight\nno attacks\n"),
    ("300 kinds on 60 x 60", "board 60 x 60\npieces a[1..300] = king\nno attacks\n"),
    ("900 kinds on 990 x 990", "board 990 x 990\npieces a[1..900] = king\nno attacks\n"),
    ("a tile with very many placements", 'board 900 x 900\ntile a """\n' + ("#" * 450 + "\n") * 450 + '"""\ncount a = 1\n'),
]:
    case(f"run {name}", ["run", "a.puz", "--count"], {"a.puz": spec}, 2, "more than the limit")

# The command line.
PARAM = "param n = 4\nparam k = 1\nboard n x n\nuse queen\n"
for name, args, words in [
    ("-p n=99999999999", ["-p", "n=99999999999"], "spec::"),
    ("-p n=10^30", ["-p", "n=1" + "0" * 30], "is not a value"),
    ("-p n=1..10^18", ["-p", "n=1..1000000000000000000"], "more than 100000"),
    ("-p n=-10^18..10^18", ["-p", "n=-9000000000000000000..9000000000000000000"], "more than 100000"),
    ("sweeps within sweeps", ["-p", "n=1..90000", "-p", "k=1..90000"], "more than 100000"),
    ("-p with 30,000 values", ["-p", "n=" + "1," * 60_000 + "1", "-p", "k=1..9"], "more than 100000"),
    ("-p n=1+1+1…", ["-p", "n=" + "1+" * 60_000 + "1"], ""),
    ("--limit 10^30", ["--limit", "1" + "0" * 30], ""),
    ("--time-limit 10^30", ["--time-limit", "1" + "0" * 30 + "h"], ""),
    ("--threads 10^9", ["--threads", "1000000000", "--count"], ""),
]:
    case(f"run {name}", ["run", "a.puz", *args], {"a.puz": PARAM}, 2 if words else None, words)
case("show --place with 20,000 pieces", ["show", "a.puz", "--place", "Qa1," * 20_000 + "Qa1"], {"a.puz": SMALL.replace("king", "queen")}, 2, "")
case("help for an unknown code", ["help", "\u202e" + "a" * 100_000], {}, 2, "")

# Solutions.
KINGS = "board 4 x 4\nuse king\nno attacks\n"


def bomb(name, text, words, code=2):
    case(f"verify: {name}", ["verify", "a.puz", "s.json"], {"a.puz": KINGS, "s.json": text}, code, words)


def repeated(part, times, before=b"", after=b""):
    """A file of many equal parts, written without holding it in memory."""

    def write(path):
        with open(path, "wb") as file:
            file.write(before)
            block = part * max(1, 100_000 // len(part))
            for _ in range(times * len(part) // len(block)):
                file.write(block)
            file.write(after)

    return write


bomb("brackets, 99 MB deep", repeated(b"[", 99_000_000, b'{"board":'), "nested deeper than the limit")
bomb("brackets below an ignored key", repeated(b"[", 99_000_000, b'{"x":'), "nested deeper than the limit")
bomb("objects, 99 MB deep", repeated(b'{"a":', 19_000_000), "nested deeper than the limit")
bomb("a text of 99 MB", repeated(b"a", 99_000_000, b'{"board":"'), "longer than the limit")
bomb("a name of 99 MB", repeated(b"a", 99_000_000, b'{"board":[["', b'"]]}'), "longer than the limit")
bomb("a number of 99 MB", repeated(b"9", 99_000_000, b'{"board":'), "")
bomb("a number below an ignored key", repeated(b"9", 99_000_000, b'{"x":', b',"board":[]}'), "", code=None)
bomb("1e999999999", b'{"board":1e999999999}', "")
bomb("a file of 200 MB", lambda p: sparse(p, 200_000_000), "larger than the limit")
bomb("endless pieces", repeated(b'["king","a1"],', 7_000_000, b'{"board":['), "cannot hold more pieces")
bomb("endless cells", repeated(b',"a1"', 19_000_000, b'{"board":[["king"'), "cannot cover more cells")
bomb("endless boards", repeated(b"[],", 33_000_000, b'{"boards":['), "more than 4000000 solutions")
bomb("empty boards on lines", repeated(b'{"board":[]}\n', 7_600_000), "more than 4000000 solutions")
bomb("endless coordinates", repeated(b"Ka1 ", 24_000_000), "cannot hold more pieces")
bomb("an endless tile", repeated(b"+a1", 33_000_000, b"Ka1"), "cannot cover more cells")
bomb("one word of 99 MB", repeated(b"K", 99_000_000), "unknown cell")
bomb("nothing but line breaks", repeated(b"\n", 99_000_000), "0 of 0", code=0)
bomb("endless keys", repeated(b'"k":0,', 16_000_000, b"{"), "")
bomb("escapes", b'{"board":[["\\ud800","a1"]]}', "")
bomb("hidden characters", '{"board":[["\u202e\x1b[31m","a1"]]}'.encode(), "")
bomb("bytes 0", b"\x00" * 1_000_000, "")
bomb("not UTF-8", b'{"board":[["\xff"]]}', "not UTF-8")
bomb("cell names that overflow", b"Kzzzzzzzzzzzzzzzz99999999999999999999", "unknown cell")


def sparse(path, size):
    with open(path, "wb") as file:
        file.truncate(size)


def make(folder, files):
    for name, what in files.items():
        path = os.path.join(folder, name)
        if callable(what):
            what(path)
        else:
            with open(path, "wb") as file:
                file.write(what.encode() if isinstance(what, str) else what)


def run(puzzle, folder, args, stdin):
    """Results of `measure`, followed by the output of the command."""
    with open(folder + "/.in", "wb") as given:
        given.write((stdin or "").encode())
    STARTER.write(json.dumps([folder, [puzzle, *args]]) + "\n")
    STARTER.flush()
    measured = json.loads(STARTER.readline())
    with open(folder + "/.out", "rb") as out:
        return *measured, out.read(2_000_000).decode(errors="replace")


def faults(row, code, seconds, megabytes, said):
    _, args, _, wanted, says, _ = row
    found = []
    if code not in (0, 1, 2, 3) if wanted is None else code != wanted:
        found.append(f"exit {code}, expected {'0 to 3' if wanted is None else wanted}")
    if seconds > SECONDS:
        found.append(f"{seconds:.2f} s")
    if megabytes > MEGABYTES:
        found.append(f"{megabytes:.0f} MB")
    if says not in said:
        found.append(f"output lacks `{says}`")
    # `fmt` passes its input through unless it writes to a terminal.
    if args[0] != "fmt" and any(c in said for c in HIDDEN):
        found.append("a hidden character is not escaped")
    if "panicked" in said or "internal error" in said:
        found.append("a panic")
    return found


def said_code(said):
    """First diagnostic code of the output, or its first words."""
    for word in said.split()[:40]:
        if "::" in word:
            return word
    return " ".join(said.split()[:6])[:60]


def main():
    args = sys.argv[1:]
    only = args[args.index("--only") + 1] if "--only" in args else ""
    named = [a for i, a in enumerate(args) if not a.startswith("--") and (i == 0 or args[i - 1] != "--only")]
    puzzle = os.path.abspath(named[0] if named else "target/release/puzzle")
    bad = 0
    print(f"{'seconds':>7} {'clock':>6} {'MB':>5} {'exit':>4}  case, and code or message")
    for row in ROWS:
        if only not in row[0]:
            continue
        folder = tempfile.mkdtemp(prefix="hostile-")
        try:
            make(folder, row[2])
            code, seconds, clock, megabytes, said = run(puzzle, folder, row[1], row[5])
        finally:
            shutil.rmtree(folder)
        found = faults(row, code, seconds, megabytes, said)
        bad += bool(found)
        # Whatever the command printed, each row is one short line of ASCII.
        shown = said_code(said).encode("ascii", "backslashreplace").decode()
        print(f"{seconds:7.2f} {clock:6.2f} {megabytes:5.0f} {code:4}  {row[0]}: {shown}", flush=True)
        for fault in found:
            print(f"{'BREACH':>26}  {fault}", flush=True)
    print(f"{bad} of {sum(only in r[0] for r in ROWS)} break a bound of {SECONDS:.0f} s or {MEGABYTES} MB, or give the wrong answer")
    sys.exit(bad > 0)


main()
