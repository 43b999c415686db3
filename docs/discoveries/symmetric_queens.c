/* Purpose: count the sets of K queens on an N x N board that attack or occupy every cell and are fixed by a given symmetry, as a
           check of queensdom.c.
   Method: all sets of K queens that the symmetry fixes, one after another, without any pruning: a set is a union of orbits of cells.
           A set counts if what its orbits cover together is the whole board.
   Source: written for docs/discoveries.md alone; it shares nothing with queensdom.c or the engines of `puzzle`.
   Use: gcc -O2 -o symmetric_queens symmetric_queens.c && ./symmetric_queens 16 9 diagonal [independent]
   SYMMETRY: identity half quarter diagonal column (the mirror that fixes the middle column) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 7, CELLS = 64 * WORDS };
typedef struct { uint64_t word[WORDS]; } cells;
typedef struct { cells covered, attacked, own; int queens, is_safe; } orbit;

static orbit orbits[CELLS];
static int number, words, independent;
static cells board;
static unsigned long long found, tried;

static void put(cells *set, int i) { set->word[i / 64] |= (uint64_t)1 << i % 64; }

static void join(cells *set, const cells *other) {
    for (int w = 0; w < words; w++) set->word[w] |= other->word[w];
}

static int meet(const cells *a, const cells *b) {
    for (int w = 0; w < words; w++) if (a->word[w] & b->word[w]) return 1;
    return 0;
}

static int image(int n, int cell, char symmetry) {
    int x = cell % n, y = cell / n, last = n - 1;
    switch (symmetry) {
    case 'h': return (last - y) * n + last - x;
    case 'q': return x * n + last - y;
    case 'd': return x * n + y;
    case 'c': return y * n + last - x;
    default: return cell;
    }
}

/* Adds a queen on this cell to the orbit. */
static void occupy(orbit *o, int n, int cell) {
    put(&o->own, cell);
    put(&o->covered, cell);
    for (int other = 0; other < n * n; other++) {
        int dx = other % n - cell % n, dy = other / n - cell / n;
        if (other == cell || (dx && dy && abs(dx) != abs(dy))) continue;
        put(&o->covered, other);
        put(&o->attacked, other);
    }
    o->queens++;
}

static int covers_board(const cells *covered, const cells *more) {
    for (int w = 0; w < words; w++)
        if ((covered->word[w] | more->word[w]) != board.word[w]) return 0;
    return 1;
}

/* Adds orbits from `first` on, until no queens are left. */
static void choose(int first, int left, const cells *covered, const cells *attacked) {
    for (int i = first; i < number; i++) {
        const orbit *o = &orbits[i];
        if (o->queens > left) continue;
        if (independent && (!o->is_safe || meet(attacked, &o->own))) continue;
        if (o->queens == left) {
            tried++;
            found += (unsigned long long)covers_board(covered, &o->covered);
            continue;
        }
        cells wider = *covered, more = *attacked;
        join(&wider, &o->covered);
        join(&more, &o->attacked);
        choose(i + 1, left - o->queens, &wider, &more);
    }
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "use: symmetric_queens N K SYMMETRY [independent]\n"), 1;
    int n = atoi(argv[1]), queens = atoi(argv[2]);
    char symmetry = argv[3][0];
    if (n < 1 || n * n > CELLS || !strchr("ihqdc", symmetry)) return fprintf(stderr, "unknown board or symmetry\n"), 1;
    independent = argc > 4;
    words = (n * n + 63) / 64;
    static char seen[CELLS];
    for (int cell = 0; cell < n * n; cell++) {
        put(&board, cell);
        if (seen[cell]) continue;
        orbit *o = &orbits[number++];
        for (int c = cell; !seen[c]; c = image(n, c, symmetry)) {
            seen[c] = 1;
            occupy(o, n, c);
        }
        o->is_safe = !meet(&o->own, &o->attacked);
    }
    cells none = { { 0 } };
    choose(0, queens, &none, &none);
    printf("%llu of %llu\n", found, tried);
    return 0;
}
