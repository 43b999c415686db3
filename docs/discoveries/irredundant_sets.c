/* Irredundant sets of pieces on an n x n board: each piece has a cell of its own, which it holds or reaches and no other piece
   does. Pieces do not block each other.

   usage: irredundant_sets knight|king|queen N

   Method: a subset of an irredundant set is irredundant. Every set is therefore found by adding pieces in the order of their cells
   to sets that are irredundant already, and each set is found once. The program carries no list of cells that are still
   allowed: it tries every later cell, and asks of each piece whether a cell of its own is left. It shares nothing with the engines
   of `puzzle`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 set;

static int n, cells;
static set near[128]; /* the cells that a piece reaches, with its own */
static unsigned long long found;
static set own[128]; /* of each piece placed, the cells that it holds or reaches */

static void extend(int from, int placed, set once, set twice) {
    found++;
    for (int cell = from; cell < cells; cell++) {
        set both = twice | (once & near[cell]);
        own[placed] = near[cell];
        int i = 0;
        while (i <= placed && own[i] & ~both) i++;
        if (i > placed) extend(cell + 1, placed + 1, once | near[cell], both);
    }
}

int main(int argc, char **argv) {
    if (argc != 3 || (n = atoi(argv[2])) < 1 || n > 11)
        return fprintf(stderr, "usage: irredundant_sets knight|king|queen N (at most 11)\n"), 2;
    int knight = !strcmp(argv[1], "knight"), king = !strcmp(argv[1], "king"), queen = !strcmp(argv[1], "queen");
    if (knight + king + queen != 1) return fprintf(stderr, "knight, king or queen\n"), 2;
    cells = n * n;
    for (int a = 0; a < cells; a++)
        for (int b = 0; b < cells; b++) {
            int x = abs(a % n - b % n), y = abs(a / n - b / n);
            int reached = knight ? x * y == 2 : king ? x < 2 && y < 2 : !x || !y || x == y;
            if (a == b || reached) near[a] |= (set)1 << b;
        }
    extend(0, 0, 0, 0);
    printf("%s %d: %llu sets\n", argv[1], n, found);
    return 0;
}
