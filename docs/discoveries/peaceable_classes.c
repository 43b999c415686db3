/* Classes of peaceable armies of queens: peaceable_classes N M lists the boards of side N with M white and M black queens, none of which
   attacks a queen of the other color, and counts them up to the eight symmetries of the board, and up to these and the exchange of
   the colors.

   No line has queens of both colors: of two neighbors on it with different colors, each would attack the other. The program
   first fixes the rows R and the columns C that have white queens, up to the symmetries of the board; black queens stand on the
   others. Then it branches on diagonals where both colors are still possible: either there is no white queen, or there is
   one and no black queen. Let w and b be the numbers of cells of a diagonal where white and black may stand. In one direction,
   x * white + (1 - x) * black is at most the sum of max(x * w, (1 - x) * b), for any x from 0 to 1, and must be at least M. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 set;
#define BIT(i) ((set)1 << (i))

static int n, m, cells;
static set row[16], column[16], diagonal[2][32];
static int image[8][128];
static set *classes[2];
static size_t used[2], capacity[2];
static unsigned long long total, leaves;

static int size(set s) { return __builtin_popcountll((unsigned long long)s) + __builtin_popcountll((unsigned long long)(s >> 64)); }
static int first(set s) { return (unsigned long long)s ? __builtin_ctzll((unsigned long long)s) : 64 + __builtin_ctzll((unsigned long long)(s >> 64)); }

static set moved(set s, int g) {
    set to = 0;
    for (; s; s &= s - 1) to |= BIT(image[g][first(s)]);
    return to;
}

static int less(const set *a, const set *b) { return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]); }
static int order(const void *a, const void *b) { return less(a, b) ? -1 : less(b, a); }

static void keep(int of, const set *board) {
    if (used[of] == capacity[of]) {
        capacity[of] = capacity[of] ? 2 * capacity[of] : 1024;
        classes[of] = realloc(classes[of], 2 * sizeof(set) * capacity[of]);
        if (!classes[of]) exit(1);
    }
    memcpy(classes[of] + 2 * used[of]++, board, 2 * sizeof(set));
}

/* Keeps the least image of the board, without and with the exchange of the colors. */
static void found(set white, set black) {
    set least[2][2];
    for (int g = 0; g < 8; g++)
        for (int exchange = 0; exchange < 2; exchange++) {
            set a = moved(white, g), b = moved(black, g), board[2] = {exchange ? b : a, exchange ? a : b};
            if (!exchange && (!g || less(board, least[0]))) memcpy(least[0], board, sizeof board);
            if ((!g && !exchange) || less(board, least[1])) memcpy(least[1], board, sizeof board);
        }
    keep(0, least[0]);
    keep(1, least[1]);
}

static void choose_black(set white, set chosen, set left, int wanted) {
    if (wanted == 0) { found(white, chosen); return; }
    if (size(left) < wanted) return;
    set one = BIT(first(left));
    choose_black(white, chosen | one, left ^ one, wanted - 1);
    choose_black(white, chosen, left ^ one, wanted);
}

static void choose_white(set chosen, set left, int wanted, set black, const set *lines, int count) {
    for (int i = 0; i < count; i++) if (!((chosen | left) & lines[i])) return;
    if (size(left) < wanted) return;
    if (wanted == 0) {
        for (int i = 0; i < count; i++) if (!(chosen & lines[i])) return;
        choose_black(chosen, 0, black, m);
        return;
    }
    set one = BIT(first(left));
    choose_white(chosen | one, left ^ one, wanted - 1, black, lines, count);
    choose_white(chosen, left ^ one, wanted, black, lines, count);
}

static int is_hopeless(set white, set black) {
    for (int direction = 0; direction < 2; direction++) {
        int sum[9] = {0};
        for (int d = 0; d < 2 * n - 1; d++) {
            int w = size(white & diagonal[direction][d]), b = size(black & diagonal[direction][d]);
            for (int x = 1; x < 10; x++) sum[x - 1] += x * w > (10 - x) * b ? x * w : (10 - x) * b;
        }
        for (int x = 0; x < 9; x++) if (sum[x] < 10 * m) return 1;
    }
    return 0;
}

/* White may stand on `white`, black on `black`, and each of the lines has a white queen. */
static void branch(set white, set black, set *lines, int count) {
    if (size(white) < m || size(black) < m) return;
    for (int i = 0; i < count; i++) if (!(white & lines[i])) return;
    if (is_hopeless(white, black)) return;
    set best = 0;
    int most = 0;
    for (int direction = 0; direction < 2; direction++)
        for (int d = 0; d < 2 * n - 1; d++) {
            int w = size(white & diagonal[direction][d]), b = size(black & diagonal[direction][d]);
            if (w && b && w + b + 8 * (w < b ? w : b) > most) { most = w + b + 8 * (w < b ? w : b); best = diagonal[direction][d]; }
        }
    if (!best) {
        leaves++;
        choose_white(0, white, m, black, lines, count);
        return;
    }
    branch(white & ~best, black, lines, count);
    lines[count] = best;
    branch(white, black & ~best, lines, count + 1);
}

static unsigned reversed(unsigned lines) {
    unsigned to = 0;
    for (int i = 0; i < n; i++) if (lines >> i & 1) to |= 1u << (n - 1 - i);
    return to;
}

/* Returns 1 if no symmetry of the board makes the rows and columns with white queens less. */
static int is_least(unsigned rows, unsigned columns) {
    unsigned r[2] = {rows, reversed(rows)}, c[2] = {columns, reversed(columns)};
    unsigned long long own = (unsigned long long)rows << 32 | columns;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (((unsigned long long)r[i] << 32 | c[j]) < own || ((unsigned long long)c[j] << 32 | r[i]) < own) return 0;
    return 1;
}

static size_t distinct(int of) {
    qsort(classes[of], used[of], 2 * sizeof(set), order);
    size_t count = 0;
    for (size_t i = 0; i < used[of]; i++)
        if (i == 0 || order(classes[of] + 2 * i, classes[of] + 2 * i - 2)) memcpy(classes[of] + 2 * count++, classes[of] + 2 * i, 2 * sizeof(set));
    used[of] = count;
    return count;
}

int main(int argc, char **argv) {
    if (argc != 3 || (n = atoi(argv[1])) < 1 || n > 11 || (m = atoi(argv[2])) < 1) return fprintf(stderr, "peaceable_classes N M, with N up to 11\n"), 2;
    cells = n * n;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int at = y * n + x, to[8] = {at, y * n + n - 1 - x, (n - 1 - y) * n + x, (n - 1 - y) * n + n - 1 - x,
                                         x * n + y, x * n + n - 1 - y, (n - 1 - x) * n + y, (n - 1 - x) * n + n - 1 - y};
            for (int g = 0; g < 8; g++) image[g][at] = to[g];
            row[y] |= BIT(at);
            column[x] |= BIT(at);
            diagonal[0][x + y] |= BIT(at);
            diagonal[1][x - y + n - 1] |= BIT(at);
        }
    for (unsigned rows = 1; rows < 1u << n; rows++)
        for (unsigned columns = 1; columns < 1u << n; columns++) {
            if (!is_least(rows, columns)) continue;
            set in_rows = 0, in_columns = 0, all = BIT(cells) - 1, lines[128];
            int count = 0;
            for (int i = 0; i < n; i++) {
                if (rows >> i & 1) { in_rows |= row[i]; lines[count++] = row[i]; }
                if (columns >> i & 1) { in_columns |= column[i]; lines[count++] = column[i]; }
            }
            branch(in_rows & in_columns, all & ~in_rows & ~in_columns, lines, count);
        }
    size_t plain = distinct(0), exchanged = distinct(1);
    for (size_t i = 0; i < plain; i++) {
        int fixing = 0;
        for (int g = 0; g < 8; g++) fixing += moved(classes[0][2 * i], g) == classes[0][2 * i] && moved(classes[0][2 * i + 1], g) == classes[0][2 * i + 1];
        total += 8 / fixing;
    }
    printf("%d x %d, %d and %d queens: %llu boards, %zu classes, %zu with the colors exchanged (%llu leaves)\n", n, n, m, m, total, plain, exchanged, leaves);
    return 0;
}
