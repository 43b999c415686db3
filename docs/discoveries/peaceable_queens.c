/* The most black queens beside a given number of white queens on an n x n board, so that no queen attacks one of the other
   color.

   usage: peaceable_queens N WHITE [AT_LEAST]    (with AT_LEAST: only boards with so many black queens are looked for)

   Method: every row, column and diagonal is left by white or by black. The program decides this line by line, first where
   the army that loses less loses most. White may then take every cell all of whose lines black has left, and the other way
   round. Bound: each of the four sets of parallel lines must be divided so that white still gets its cells; dynamic
   programming over the lines gives the most that black gets then. Of boards that are images of each other in the middle row
   or the middle column, only one with at least half of the white queens in the upper and in the left half is looked for. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint64_t word[3]; } set;

static int n, white, best, lines, family_end[4];
static set line[80], upper, left_half;
static unsigned long long nodes;

static int size(set a) {
    return __builtin_popcountll(a.word[0]) + __builtin_popcountll(a.word[1]) + __builtin_popcountll(a.word[2]);
}

static int size_in(set a, set b) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += __builtin_popcountll(a.word[i] & b.word[i]);
    return sum;
}

static set without(set a, set b) {
    for (int i = 0; i < 3; i++) a.word[i] &= ~b.word[i];
    return a;
}

/* The most black cells if the lines from `first` to `end` are divided and white keeps `white` cells; -1 if it cannot. */
static int divided(int first, int end, const int *w, const int *b) {
    int most[160];
    memset(most, -1, sizeof most);
    most[0] = 0;
    int reach = 0;
    for (int l = first; l < end; l++) {
        if (!w[l] && !b[l]) continue;
        int longer = reach + w[l] < white ? reach + w[l] : white;
        for (int x = reach; x >= 0; x--) {
            if (most[x] < 0) continue;
            int y = x + w[l] < white ? x + w[l] : white, here = most[x];
            if (y == x) {
                most[x] = here + b[l];
            } else {
                if (here > most[y]) most[y] = here;
                most[x] = here + b[l];
            }
        }
        reach = longer;
    }
    return most[white];
}

static void search(set free_white, set free_black) {
    nodes++;
    int w[80], b[80], pick = -1, pick_score = -1;
    if (size_in(free_white, upper) < (white + 1) / 2 || size_in(free_white, left_half) < (white + 1) / 2) return;
    for (int l = 0; l < lines; l++) {
        w[l] = size_in(free_white, line[l]), b[l] = size_in(free_black, line[l]);
        int less = w[l] < b[l] ? w[l] : b[l], score = less * 64 + w[l] + b[l];
        if (less && score > pick_score) pick = l, pick_score = score;
    }
    for (int f = 0; f < 4; f++)
        if (divided(f ? family_end[f - 1] : 0, family_end[f], w, b) <= best) return;
    if (pick < 0) {
        if (size(free_white) >= white && size(free_black) > best) best = size(free_black);
        return;
    }
    search(free_white, without(free_black, line[pick]));
    search(without(free_white, line[pick]), free_black);
}

static void add(set *to, int x, int y) {
    int cell = y * n + x;
    to->word[cell / 64] |= 1ull << cell % 64;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: peaceable_queens N WHITE [AT_LEAST]\n"), 2;
    n = atoi(argv[1]), white = atoi(argv[2]), best = argc > 3 ? atoi(argv[3]) - 1 : -1;
    if (n < 1 || n > 13 || white < 1 || white > n * n) return fprintf(stderr, "N is 1 to 13\n"), 2;
    set all = {{0}};
    for (int f = 0; f < 4; f++) {
        for (int k = 0; k < (f < 2 ? n : 2 * n - 1); k++, lines++)
            for (int y = 0; y < n; y++)
                for (int x = 0; x < n; x++)
                    if (k == (f == 0 ? y : f == 1 ? x : f == 2 ? x + y : x - y + n - 1)) add(&line[lines], x, y);
        family_end[f] = lines;
    }
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            add(&all, x, y);
            if (2 * y < n) add(&upper, x, y);
            if (2 * x < n) add(&left_half, x, y);
        }
    int asked = best;
    search(all, all);
    if (best == asked) printf("%d white: fewer than %d black, %llu nodes\n", white, asked + 1, nodes);
    else printf("%d white, %d black, %llu nodes\n", white, best, nodes);
    return 0;
}
