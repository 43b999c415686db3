/* Counts the dominating sets of the knight graph of an N x N board.
 * usage: leapers N
 *
 * Cells are decided row by row.  One bit is kept for every cell with decided and undecided neighbors:
 * for a decided cell "still needs an attacker", for an undecided cell "is attacked already".  A piece
 * clears the first bits and sets the second, and is then forgotten, so partial boards that leave the
 * same bits are counted together.  Counts are exact below 2^128.
 */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 wide;
typedef unsigned long long bits;
typedef struct { bits key; wide count; } __attribute__((packed)) entry; /* count 0: a free place */
typedef struct { entry *at; size_t size, used; } table;

static int n, cells, degree[256], neighbor[256][8];

static void make(table *t, size_t size) {
    t->at = calloc(size, sizeof(entry));
    if (!t->at) { fprintf(stderr, "out of memory\n"); exit(1); }
    t->size = size;
    t->used = 0;
}

static void add(table *t, bits key, wide count) {
    bits h = key * 0x9E3779B97F4A7C15ull;
    h ^= h >> 32;
    h *= 0xBF58476D1CE4E5B9ull;
    size_t i = (h >> 20) & (t->size - 1);
    while (t->at[i].count && t->at[i].key != key) i = (i + 1) & (t->size - 1);
    if (t->at[i].count) { t->at[i].count += count; return; }
    t->at[i].key = key;
    t->at[i].count = count;
    if (++t->used * 4 > t->size * 3) {
        table bigger;
        make(&bigger, t->size * 2);
        for (size_t k = 0; k < t->size; k++) if (t->at[k].count) add(&bigger, t->at[k].key, t->at[k].count);
        free(t->at);
        *t = bigger;
    }
}

static void print(wide v) {
    char text[48];
    int i = 47;
    text[i] = 0;
    do { text[--i] = '0' + (int)(v % 10); v /= 10; } while (v);
    puts(text + i);
}

int main(int argc, char **argv) {
    if (argc != 2 || (n = atoi(argv[1])) < 1 || n > 11) return 2;
    cells = n * n;
    for (int a = 0; a < cells; a++) for (int b = 0; b < cells; b++) {
        int dx = abs(a % n - b % n), dy = abs(a / n - b / n);
        if (dx * dy == 2) neighbor[a][degree[a]++] = b;
    }
    int period = 4 * n + 3; /* neighbors are at most 2n+1 cells apart */
    table now, next;
    make(&now, 1024);
    add(&now, 0, 1);
    size_t most = 1;
    for (int v = 0; v < cells; v++) {
        bits own = 1ull << (v % period), reached = 0, ending = 0;
        int last = v;
        for (int i = 0; i < degree[v]; i++) {
            reached |= 1ull << (neighbor[v][i] % period);
            if (neighbor[v][i] > last) last = neighbor[v][i];
        }
        bits before = 0;
        for (int i = 0; i < degree[v]; i++) if (neighbor[v][i] < v) before |= 1ull << (neighbor[v][i] % period);
        bits after = reached & ~before;
        for (int u = 0; u <= v; u++) {
            int end = u;
            for (int i = 0; i < degree[u]; i++) if (neighbor[u][i] > end) end = neighbor[u][i];
            if (end == v) ending |= 1ull << (u % period);
        }
        make(&next, now.size > 2048 ? now.size / 2 : 1024);
        for (size_t i = 0; i < now.size; i++) {
            if (!now.at[i].count) continue;
            bits key = now.at[i].key;
            bits with = ((key & ~own) & ~before) | after;   /* a piece: needs nothing itself */
            bits without = key ^ own;                        /* attacked 1 becomes needs 0 */
            if (!(with & ending)) add(&next, with, now.at[i].count);
            if (!(without & ending)) add(&next, without, now.at[i].count);
        }
        free(now.at);
        now = next;
        if (now.used > most) most = now.used;
    }
    wide total = 0;
    for (size_t i = 0; i < now.size; i++) total += now.at[i].count;
    print(total);
    fprintf(stderr, "most states %zu\n", most);
    return 0;
}
