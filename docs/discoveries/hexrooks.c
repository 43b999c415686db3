/* Rooks on a hexagonal board: 2n-1 rooks, none attacks another, classes under the 12 symmetries.
 * usage: hexrooks N [all]
 *
 * Cells are triples (x, y, z) with x + y + z = 0 and |x|, |y|, |z| < N.  A rook attacks along x, y and
 * z, so 2N-1 rooks use each value of each coordinate once.  For each symmetry the program counts the
 * placements that it maps to themselves: it takes the smallest free x, tries each y, and places the
 * whole orbit of that cell at once.  With "all" the identity is counted too, and the classes are
 * printed by Burnside's lemma.
 */
#include <stdio.h>
#include <stdlib.h>

typedef long long big;
static int m;

/* Images of (x, y, z): the six permutations, with and without a change of sign. */
static const int order[6][3] = {{0,1,2},{1,2,0},{2,0,1},{1,0,2},{0,2,1},{2,1,0}};

static int perm[3], sign;

static big count(unsigned long long used[3]) {
    int x = 0;
    while (x <= 2 * m && (used[0] >> x & 1)) x++;
    if (x > 2 * m) return 1;
    big total = 0;
    for (int y = 0; y <= 2 * m; y++) {
        if (used[1] >> y & 1) continue;
        int cell[3] = {x - m, y - m, 2 * m - x - y};
        if (cell[2] < -m || cell[2] > m || (used[2] >> (cell[2] + m) & 1)) continue;
        unsigned long long now[3] = {used[0], used[1], used[2]};
        int at[3] = {cell[0], cell[1], cell[2]}, fits = 1;
        do {
            for (int i = 0; i < 3; i++) {
                unsigned long long bit = 1ull << (at[i] + m);
                if (now[i] & bit) fits = 0;
                now[i] |= bit;
            }
            int to[3];
            for (int i = 0; i < 3; i++) to[i] = sign * at[perm[i]];
            for (int i = 0; i < 3; i++) at[i] = to[i];
        } while (fits && (at[0] != cell[0] || at[1] != cell[1]));
        if (fits) total += count(now);
    }
    return total;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    m = atoi(argv[1]) - 1;
    big sum = 0;
    for (int s = 1; s >= -1; s -= 2) for (int k = 0; k < 6; k++) {
        if (s == 1 && k == 0 && argc < 3) continue;
        for (int i = 0; i < 3; i++) perm[i] = order[k][i];
        sign = s;
        unsigned long long used[3] = {0, 0, 0};
        big fixed = count(used);
        printf("%s%c%c%c %lld\n", s == 1 ? "+" : "-", "xyz"[perm[0]], "xyz"[perm[1]], "xyz"[perm[2]], fixed);
        sum += fixed;
    }
    if (argc > 2) printf("classes %lld%s\n", sum / 12, sum % 12 ? " and a rest" : "");
    else printf("sum without the identity %lld\n", sum);
    return 0;
}
