/* Minimal dominating sets of pieces on an n x n board: every cell holds a piece or is reached from one, and no piece can be
   taken away. Pieces do not block each other.

   usage: minimal_domination knight|king|queen N

   Method: of the cells that are not yet reached, take one with the fewest cells left from which it can be. One of these gets
   a piece: the first; or the second, and the first stays empty; and so on. A set is minimal if each of its pieces has
   a cell of its own that no other piece reaches, so the search turns back as soon as a piece has none. Once every cell is
   reached, no further piece could have a cell of its own: every leaf is one set, and each set is one leaf. It shares nothing
   with the engines of `puzzle`, which know of each cell how often it is reached, and count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 set;

static int n, cells;
static set near[128]; /* the cells that a piece reaches, with its own */
static unsigned long long found, nodes;
static int pieces[128];

static int size(set a) {
    return __builtin_popcountll((unsigned long long)a) + __builtin_popcountll((unsigned long long)(a >> 64));
}

static int first(set a) {
    unsigned long long low = (unsigned long long)a;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((unsigned long long)(a >> 64));
}

static void search(int placed, set once, set twice, set usable) {
    nodes++;
    set waiting = (((set)1 << cells) - 1) & ~once;
    if (!waiting) {
        found++;
        return;
    }
    int fewest = 1000, pick = -1;
    for (set rest = waiting; rest; rest &= rest - 1) {
        int cell = first(rest), ways = size(near[cell] & usable);
        if (ways < fewest) fewest = ways, pick = cell;
    }
    for (set rest = near[pick] & usable; rest; rest &= rest - 1) {
        int v = first(rest);
        usable &= ~((set)1 << v);
        set doubled = twice | (once & near[v]);
        int fine = 1;
        for (int i = 0; fine && i < placed; i++) fine = (near[pieces[i]] & ~doubled) != 0;
        if (fine) {
            pieces[placed] = v;
            search(placed + 1, once | near[v], doubled, usable);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3 || (n = atoi(argv[2])) < 1 || n > 11)
        return fprintf(stderr, "usage: minimal_domination knight|king|queen N (at most 11)\n"), 2;
    int knight = !strcmp(argv[1], "knight"), king = !strcmp(argv[1], "king"), queen = !strcmp(argv[1], "queen");
    if (knight + king + queen != 1) return fprintf(stderr, "knight, king or queen\n"), 2;
    cells = n * n;
    for (int a = 0; a < cells; a++)
        for (int b = 0; b < cells; b++) {
            int x = abs(a % n - b % n), y = abs(a / n - b / n);
            int reached = knight ? x * y == 2 : king ? x < 2 && y < 2 : !x || !y || x == y;
            if (a == b || reached) near[a] |= (set)1 << b;
        }
    search(0, 0, 0, ((set)1 << cells) - 1);
    printf("%s %d: %llu sets, %llu nodes\n", argv[1], n, found, nodes);
    return 0;
}
