/* Purpose: count the placements of K queens and K knights on an N x N board so that no piece attacks another, as a check of
           queens_knights.puz. A count of 0 for K + 1 shows that K is the most.
   Method: the queens first, row by row (a row has one or none); then the knights, on the cells that no queen attacks and from which a
           knight attacks no queen, one after another. A branch ends if these cells have no room for K knights: of two cells a knight's
           move apart at most one is taken, and eight fixed ways to pair cells along parallel moves bound the number.
   Source: written for docs/discoveries.md alone; nothing is shared with the engines of `puzzle`.
   Use: gcc -O2 -o queens_knights queens_knights.c && ./queens_knights 12 8 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 14, WORDS = 4, PAIRINGS = 8 };
typedef struct { uint64_t word[WORDS]; } cells;
typedef struct { cells first; int distance; } pairing;   /* each first cell goes with the cell at the distance */

static int n, pieces, order[MOST];
static cells by_queen[MOST * MOST], by_knight[MOST * MOST];
static pairing pairings[PAIRINGS];
static uint64_t ways;

static void put(cells *set, int i) { set->word[i / 64] |= (uint64_t)1 << i % 64; }
static int has(const cells *set, int i) { return set->word[i / 64] >> i % 64 & 1; }

static cells without(cells set, const cells *gone) {
    for (int w = 0; w < WORDS; w++) set.word[w] &= ~gone->word[w];
    return set;
}

static int size(const cells *set) {
    int total = 0;
    for (int w = 0; w < WORDS; w++) total += __builtin_popcountll(set->word[w]);
    return total;
}

/* Number of pairs whose two cells are both in the set. */
static int pairs_within(const cells *set, const pairing *p) {
    int total = 0;
    for (int w = 0; w < WORDS; w++) {
        uint64_t moved = set->word[w] >> p->distance;
        if (w + 1 < WORDS) moved |= set->word[w + 1] << (64 - p->distance);
        total += __builtin_popcountll(set->word[w] & moved & p->first.word[w]);
    }
    return total;
}

static int has_room(const cells *set, int knights) {
    int all = size(set);
    if (all < knights) return 0;
    for (int i = 0; i < PAIRINGS; i++)
        if (all - pairs_within(set, &pairings[i]) < knights) return 0;
    return 1;
}

static void place_knights(cells open, int left) {
    if (left == 1) { ways += (uint64_t)size(&open); return; }
    while (has_room(&open, left)) {
        int at = 0;
        for (int w = 0; w < WORDS; w++)
            if (open.word[w]) { at = 64 * w + __builtin_ctzll(open.word[w]); break; }
        open.word[at / 64] &= ~((uint64_t)1 << at % 64);
        place_knights(without(open, &by_knight[at]), left - 1);
    }
}

/* `free`: cells without attack by a queen; `open`: those of them from which a knight attacks no queen. */
static void place_queens(int index, int left, cells free, cells open) {
    if (!has_room(&open, pieces)) return;
    if (!left) { place_knights(open, pieces); return; }
    if (n - index < left) return;
    for (int x = 0; x < n; x++) {
        int at = order[index] * n + x;
        if (!has(&free, at)) continue;
        cells calm = without(open, &by_queen[at]);
        place_queens(index + 1, left - 1, without(free, &by_queen[at]), without(calm, &by_knight[at]));
    }
    place_queens(index + 1, left, free, open);
}

/* Pairs the cells along one of the four knight's moves upward, beginning at the first or the second cell of each line. */
static void pair(pairing *p, int dx, int dy, int skip) {
    cells taken = { { 0 } };
    p->distance = dy * n + dx;
    for (int at = 0; at < n * n; at++) {
        int x = at % n, y = at / n, has_before = x - dx >= 0 && x - dx < n && y >= dy;
        if (x + dx < 0 || x + dx >= n || y + dy >= n || has(&taken, at) || (skip && !has_before)) continue;
        put(&p->first, at);
        put(&taken, at + p->distance);
    }
}

int main(int argc, char **argv) {
    if (argc < 3 || (n = atoi(argv[1])) < 1 || n > MOST || (pieces = atoi(argv[2])) < 1)
        return fprintf(stderr, "use: queens_knights N K, with N up to %d\n", MOST), 1;
    cells all = { { 0 } };
    for (int i = 0; i < n; i++) order[i] = i % 2 ? n / 2 - 1 - i / 2 : n / 2 + i / 2;
    if (n % 2) for (int i = 0; i < n; i++) order[i] = n / 2 + (i % 2 ? -(i + 1) / 2 : i / 2);
    for (int at = 0; at < n * n; at++) {
        put(&all, at);
        for (int to = 0; to < n * n; to++) {
            int dx = abs(to % n - at % n), dy = abs(to / n - at / n);
            if (!dx || !dy || dx == dy) put(&by_queen[at], to);
            if (dx * dy == 2) put(&by_knight[at], to);
        }
    }
    static const int MOVES[4][2] = { { 1, 2 }, { -1, 2 }, { 2, 1 }, { -2, 1 } };
    for (int i = 0; i < PAIRINGS; i++) pair(&pairings[i], MOVES[i / 2][0], MOVES[i / 2][1], i % 2);
    place_queens(0, pieces, all, all);
    printf("%llu\n", (unsigned long long)ways);
    return 0;
}
