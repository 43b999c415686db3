/* Purpose: count the placements of leapers that do not attack each other on an n x n board or cylinder, as a check of `puzzle`.
   Method: cell by cell in reading order. A state is the set of later cells that are attacked, with the number of pieces if the
           question fixes it; a hash table maps states to exact counts of 192 bits. A carry out of these ends the program.
   Source: written for docs/discoveries.md alone; nothing is shared with the engines of `puzzle`.
   Use: gcc -O2 -o leapers_free leapers_free.c && ./leapers_free knight 16            any number of knights on 16 x 16
                                  ./leapers_free knight 15 cylinder   columns 1 and 15 are neighbors
                                  ./leapers_free fers 18 exactly 18   18 ferses */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMBS 3
#define CELL_BITS 57 /* the number of pieces stands above the cells */
typedef uint64_t word;
typedef struct { word key, count[LIMBS]; } entry;            /* count 0 marks a free slot */
typedef struct { entry *slots; word mask, used; } table;
typedef struct { const char *name; int a, b; } leap;

static const leap LEAPS[] = { { "wazir", 0, 1 }, { "fers", 1, 1 }, { "king", 0, 1 }, { "king", 1, 1 },
    { "knight", 1, 2 }, { "camel", 1, 3 }, { "zebra", 2, 3 } };

static void fail(const char *why) { fprintf(stderr, "%s\n", why); exit(1); }

static table fresh(word slots) {
    table t = { calloc(slots, sizeof(entry)), slots - 1, 0 };
    if (!t.slots) fail("out of memory");
    return t;
}

static int is_free(const entry *e) { return !(e->count[0] | e->count[1] | e->count[2]); }

static void add(table *t, word key, const word *count);

static void grow(table *t) {
    table wider = fresh((t->mask + 1) * 2);
    for (word i = 0; i <= t->mask; i++)
        if (!is_free(&t->slots[i])) add(&wider, t->slots[i].key, t->slots[i].count);
    free(t->slots);
    *t = wider;
}

static void add(table *t, word key, const word *count) {
    if (t->used * 4 > t->mask * 3) grow(t);
    word at = (key * 0x9E3779B97F4A7C15u) >> 20 & t->mask;
    while (!is_free(&t->slots[at]) && t->slots[at].key != key) at = (at + 1) & t->mask;
    entry *e = &t->slots[at];
    if (is_free(e)) { e->key = key; t->used++; }
    unsigned __int128 sum = 0;
    for (int i = 0; i < LIMBS; i++) {
        sum += (unsigned __int128)e->count[i] + count[i];
        e->count[i] = (word)sum;
        sum >>= 64;
    }
    if (sum) fail("a count needs more than 192 bits");
}

static void print(const word *count) {
    char digits[80];
    int length = 0;
    word rest[LIMBS];
    memcpy(rest, count, sizeof rest);
    do {
        unsigned __int128 carry = 0;
        for (int i = LIMBS - 1; i >= 0; i--) {
            carry = carry << 64 | rest[i];
            rest[i] = (word)(carry / 10);
            carry %= 10;
        }
        digits[length++] = (char)('0' + (int)carry);
    } while (rest[0] | rest[1] | rest[2]);
    while (length) putchar(digits[--length]);
    putchar('\n');
}

/* The later cells that a piece on (x, y) attacks; bit 0 is the cell after it. */
static word attacked(const char *piece, int n, int x, int y, int cylinder) {
    word cells = 0;
    int known = 0;
    for (size_t i = 0; i < sizeof LEAPS / sizeof *LEAPS; i++) {
        if (strcmp(LEAPS[i].name, piece)) continue;
        known = 1;
        for (int image = 0; image < 8; image++) {
            int dx = image & 1 ? LEAPS[i].a : LEAPS[i].b, dy = image & 1 ? LEAPS[i].b : LEAPS[i].a;
            int tx = x + (image & 2 ? -dx : dx), ty = y + (image & 4 ? -dy : dy);
            if (cylinder && dy == 0) fail("no leaps along a row on a cylinder");
            if (cylinder) tx = (tx % n + n) % n;
            int distance = (ty - y) * n + tx - x;
            if (tx < 0 || tx >= n || ty >= n || distance <= 0) continue;
            if (distance > CELL_BITS) fail("the board is too large");
            cells |= (word)1 << (distance - 1);
        }
    }
    if (!known) fail("unknown piece");
    return cells;
}

int main(int argc, char **argv) {
    if (argc < 3) fail("use: leapers_free PIECE N [cylinder] [exactly K]");
    int n = atoi(argv[2]), cylinder = 0, pieces = -1;
    for (int i = 3; i < argc; i++) {
        if (!strcmp(argv[i], "cylinder")) cylinder = 1;
        else if (!strcmp(argv[i], "exactly") && i + 1 < argc) pieces = atoi(argv[++i]);
        else fail("unknown option");
    }
    if (n < 1 || pieces > 63) fail("the number of pieces is too large");
    const word ONE = (word)1 << CELL_BITS, CELLS = ONE - 1;
    table now = fresh(1024);
    word one[LIMBS] = { 1 }, most = 1;
    add(&now, 0, one);
    for (int cell = 0; cell < n * n; cell++) {
        word blocked = attacked(argv[1], n, cell % n, cell / n, cylinder);
        table next = fresh(now.mask + 1);
        for (word i = 0; i <= now.mask; i++) {
            const entry *e = &now.slots[i];
            if (is_free(e)) continue;
            word cells = e->key & CELLS, number = e->key >> CELL_BITS;
            add(&next, cells >> 1 | number << CELL_BITS, e->count);
            if (!(cells & 1) && pieces != (int)number)
                add(&next, (cells >> 1 | blocked) + (pieces < 0 ? 0 : (number << CELL_BITS) + ONE), e->count);
        }
        free(now.slots);
        now = next;
        if (now.used > most) most = now.used;
    }
    word total[LIMBS] = { 0 };
    for (word i = 0; i <= now.mask; i++) {
        const entry *e = &now.slots[i];
        if (is_free(e) || (pieces >= 0 && (int)(e->key >> CELL_BITS) != pieces)) continue;
        if ((e->key & CELLS) != 0) fail("a cell beyond the board");
        memcpy(total, e->count, sizeof total);
    }
    fprintf(stderr, "%llu states at most\n", (unsigned long long)most);
    print(total);
    return 0;
}
