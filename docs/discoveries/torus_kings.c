/* Purpose: count the sets of kings on an N x N torus of which none attacks another, as a check of `puzzle`.
   Method: powers of a transfer matrix. For each row of kings (no two of them neighbors around the torus), up to turns of the row, the
           numbers of ways to reach each row after N - 1 further rows; those that may lie next to the first row are summed and
           weighted by the number of turns. Exact integers of 192 bits; a carry out of these ends the program.
   Source: written for docs/discoveries.md alone; nothing is shared with the engines of `puzzle`.
   Use: gcc -O2 -o torus_kings torus_kings.c && ./torus_kings 17 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint64_t limb[3]; } number;
enum { MOST = 24 };

static int n, rows, *next, *end;   /* next[end[i - 1]..end[i]]: the rows that may follow row i */
static uint32_t *row;

static void add(number *to, const number *more) {
    unsigned __int128 sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (unsigned __int128)to->limb[i] + more->limb[i];
        to->limb[i] = (uint64_t)sum;
        sum >>= 64;
    }
    if (sum) { fprintf(stderr, "a count needs more than 192 bits\n"); exit(1); }
}

static uint32_t turned(uint32_t r) { return (r << 1 | r >> (n - 1)) & ((1u << n) - 1); }

static void print(number rest) {
    char digits[64];
    int length = 0;
    do {
        unsigned __int128 carry = 0;
        for (int i = 2; i >= 0; i--) {
            carry = carry << 64 | rest.limb[i];
            rest.limb[i] = (uint64_t)(carry / 10);
            carry %= 10;
        }
        digits[length++] = (char)('0' + (int)carry);
    } while (rest.limb[0] | rest.limb[1] | rest.limb[2]);
    while (length) putchar(digits[--length]);
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 2 || (n = atoi(argv[1])) < 2 || n > MOST) return fprintf(stderr, "use: torus_kings N, with N in 2..24\n"), 1;
    row = malloc(sizeof *row << 20);
    for (uint32_t r = 0; r >> n == 0; r++) if (!(r & turned(r))) row[rows++] = r;
    end = malloc(sizeof *end * (size_t)rows);
    size_t room = 1 << 20, used = 0;
    next = malloc(sizeof *next * room);
    for (int i = 0; i < rows; i++) {
        uint32_t wide = row[i] | turned(row[i]), last = row[i] >> 1 | (row[i] & 1) << (n - 1);
        for (int j = 0; j < rows; j++) {
            if (row[j] & (wide | last)) continue;
            if (used == room) next = realloc(next, sizeof *next * (room *= 2));
            next[used++] = j;
        }
        end[i] = (int)used;
    }
    number total = { { 0 } }, *now = calloc((size_t)rows, sizeof *now), *then = calloc((size_t)rows, sizeof *then);
    for (int first = 0; first < rows; first++) {
        int turns = 1, is_least = 1;
        for (uint32_t r = turned(row[first]); r != row[first]; r = turned(r), turns++) is_least &= r > row[first];
        if (!is_least) continue;
        memset(now, 0, (size_t)rows * sizeof *now);
        now[first].limb[0] = 1;
        for (int step = 0; step < n; step++) {
            memset(then, 0, (size_t)rows * sizeof *then);
            for (int i = 0, at = 0; i < rows; i++)
                for (; at < end[i]; at++) add(&then[i], &now[next[at]]);
            number *swap = now; now = then; then = swap;
        }
        for (int turn = 0; turn < turns; turn++) add(&total, &now[first]);
    }
    print(total);
    return 0;
}
