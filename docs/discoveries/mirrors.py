"""Rooks on a hexagon that a mirror through two sides maps to themselves (part of OEIS A309260).

usage: mirrors.py EDGE

With m = EDGE - 1, a rook stands on (x, y, z) with x + y + z = 0.  The mirror takes it to (-y, -x, -z).
So a symmetric placement is one rook on z = 0 and, for each d in 1..m, a rook on z = -d, say, whose x
and whose image's x differ by d.  The numbers -m..m fall into one single number and pairs with the
differences 1..m, each once.  These partitions are counted here, the largest difference first.
"""

import sys


def count(d, free, m):
    """The number of ways to take pairs with the differences 1..d from `free`, a set of bits."""
    if d == 0:
        return 1
    pair = 1 | 1 << d
    return sum(count(d - 1, free & ~(pair << i), m) for i in range(2 * m + 1 - d) if (free >> i) & pair == pair)


edge = int(sys.argv[1])
print(count(edge - 1, (1 << (2 * edge - 1)) - 1, edge - 1))
