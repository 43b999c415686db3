/* Sets of K queens on an N x N board that attack or occupy every cell, with a given symmetry.
 * usage: queensdom MODE N K SYMMETRY
 * MODE: dominating | independent (and no queen attacks another) | total (occupied cells attacked too)
 * SYMMETRY: identity half quarter diagonal antidiagonal leftright topbottom
 *
 * The program takes the uncovered cell that the fewest orbits of queens can cover and tries each of
 * these orbits; an orbit that was tried is forbidden afterwards, so every set is found once.  A branch
 * ends if the queens left cannot cover the cells left.  A queen's line of attack is not blocked:
 * the queen that blocks it goes on attacking along it, and occupies the cell where it stands.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 7
typedef struct { unsigned long long w[WORDS]; } set;
static int n, cells, words, mode, orbits, size[400];
static set covers[400], by[400], everything, hits[400];
static long long found, nodes;

static void put(set *s, int i) { s->w[i >> 6] |= 1ull << (i & 63); }
static int has(const set *s, int i) { return s->w[i >> 6] >> (i & 63) & 1; }

static int attacks(int a, int b) {
    int dx = a % n - b % n, dy = a / n - b / n;
    return a != b && (!dx || !dy || dx == dy || dx == -dy);
}

static int image(int c, int symmetry) {
    int x = c % n, y = c / n, m = n - 1, X = x, Y = y;
    switch (symmetry) {
    case 1: X = m - x; Y = m - y; break;
    case 2: X = m - y; Y = x; break;
    case 3: X = y; Y = x; break;
    case 4: X = m - y; Y = m - x; break;
    case 5: X = m - x; break;
    case 6: Y = m - y; break;
    }
    return Y * n + X;
}

/* `open`: cells not covered; `allowed`: orbits that may still be used; `left`: queens left. */
static void search(const set *open, const set *allowed, int left) {
    nodes++;
    int uncovered = 0;
    for (int k = 0; k < words; k++) uncovered += __builtin_popcountll(open->w[k]);
    if (!uncovered && !left) { found++; return; }
    if (!left) return;
    set may = *allowed;
    if (!uncovered) { /* any orbits may follow: used only for sets that are not minimal */
        for (int o = 0; o < orbits; o++) if (has(&may, o)) {
            may.w[o >> 6] &= ~(1ull << (o & 63));
            if (size[o] > left) continue;
            set next = may;
            if (mode == 1) for (int k = 0; k < words; k++) next.w[k] &= ~hits[o].w[k];
            search(open, &next, left - size[o]);
        }
        return;
    }
    /* Each queen covers at most `best` further cells. */
    int best = 0, cell = -1, fewest = 1 << 30;
    for (int o = 0; o < orbits; o++) if (has(&may, o)) {
        int gain = 0;
        for (int k = 0; k < words; k++) gain += __builtin_popcountll(open->w[k] & covers[o].w[k]);
        if (size[o] > left) { may.w[o >> 6] &= ~(1ull << (o & 63)); continue; }
        int each = (gain + size[o] - 1) / size[o];
        if (each > best) best = each;
    }
    if (best * left < uncovered) return;
    for (int c = 0; c < cells; c++) if (has(open, c)) {
        int ways = 0;
        for (int k = 0; k < words; k++) ways += __builtin_popcountll(may.w[k] & by[c].w[k]);
        if (ways < fewest) { fewest = ways; cell = c; if (!ways) return; }
    }
    for (int o = 0; o < orbits; o++) if (has(&may, o) && has(&by[cell], o)) {
        may.w[o >> 6] &= ~(1ull << (o & 63));
        set rest = *open, next = may;
        for (int k = 0; k < words; k++) rest.w[k] &= ~covers[o].w[k];
        if (mode == 1) for (int k = 0; k < words; k++) next.w[k] &= ~hits[o].w[k];
        search(&rest, &next, left - size[o]);
    }
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    const char *modes[] = {"dominating", "independent", "total"};
    const char *names[] = {"identity", "half", "quarter", "diagonal", "antidiagonal", "leftright", "topbottom"};
    int symmetry = 0, member[400], seen[400] = {0};
    while (mode < 3 && strcmp(argv[1], modes[mode])) mode++;
    while (symmetry < 7 && strcmp(argv[4], names[symmetry])) symmetry++;
    n = atoi(argv[2]);
    if (mode == 3 || symmetry == 7 || n < 1 || n > 20) return 2;
    cells = n * n;
    words = (cells + 63) / 64;
    int good[400];
    for (int c = 0; c < cells; c++) if (!seen[c]) {
        int o = orbits++, list[8], length = 0, peaceful = 1;
        for (int d = c; !seen[d]; d = image(d, symmetry)) { seen[d] = 1; member[d] = o; list[length++] = d; }
        size[o] = length;
        for (int i = 0; i < length; i++) for (int e = 0; e < cells; e++)
            if (attacks(list[i], e) || (mode != 2 && e == list[i])) put(&covers[o], e);
        for (int i = 0; i < length; i++) for (int j = 0; j < i; j++) if (attacks(list[i], list[j])) peaceful = 0;
        good[o] = mode != 1 || peaceful;
    }
    set allowed = {{0}};
    for (int o = 0; o < orbits; o++) if (good[o]) put(&allowed, o);
    for (int o = 0; o < orbits; o++) for (int c = 0; c < cells; c++) if (has(&covers[o], c)) put(&by[c], o);
    for (int o = 0; o < orbits; o++) for (int c = 0; c < cells; c++) if (has(&covers[o], c)) put(&hits[o], member[c]);
    for (int c = 0; c < cells; c++) put(&everything, c);
    search(&everything, &allowed, atoi(argv[3]));
    printf("%lld\n", found);
    fprintf(stderr, "nodes %lld\n", nodes);
    return 0;
}
