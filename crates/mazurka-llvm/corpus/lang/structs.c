// sc: verified 1
// tso: verified 1
// pso: verified 1
// Structs: copies, nesting, arrays in them, arguments and results by value.
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct point { int x, y; };
struct box { struct point low, high; char name[12]; };
struct mixed { char c; short s; int i; long l; float f; double d; };
struct __attribute__((packed)) packed { char c; int i; short s; };
struct node { int value; struct node *next; };

static struct point add(struct point a, struct point b) {
    return (struct point){a.x + b.x, a.y + b.y};
}

static struct box grow(struct box b, int by) {
    b.low.x -= by;
    b.high.x += by;
    b.name[0] = 'G';
    return b;
}

static double sum(struct mixed m) {
    return m.c + m.s + m.i + m.l + m.f + m.d;
}

static int length(const struct node *list) {
    int n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}

int main(void) {
    struct point p = add((struct point){1, 2}, (struct point){.y = 5, .x = 10});
    assert(p.x == 11 && p.y == 7);
    struct box b = {{0, 0}, {4, 4}, "box"};
    struct box g = grow(b, 3);
    assert(b.low.x == 0 && b.name[0] == 'b');
    assert(g.low.x == -3 && g.high.x == 7 && strcmp(g.name, "Gox") == 0);
    struct box copy = g;
    copy.high.y = 99;
    assert(g.high.y == 4);
    g = copy;
    assert(g.high.y == 99);
    struct mixed m = {1, 2, 3, 4, 0.5f, 0.25};
    assert(sum(m) == 10.75);
    assert(sizeof(struct mixed) == 32 && offsetof(struct mixed, d) == 24);
    assert(sizeof(struct packed) == 7 && offsetof(struct packed, s) == 5);
    struct packed k[3] = {{1, 2, 3}, {4, 0x12345678, 6}, {7, 8, -9}};
    k[1].i += 1;
    assert(k[1].i == 0x12345679 && k[1].c == 4 && k[1].s == 6 && k[2].s == -9);
    struct node c = {3, NULL}, d = {2, &c}, e = {1, &d};
    assert(length(&e) == 3 && e.next->next->value == 3);
    struct point grid[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            grid[i][j] = (struct point){i, j};
    struct point(*row)[4] = &grid[1];
    assert((*row)[2].x == 1 && (*row)[2].y == 2 && (row + 1)[0][3].x == 2);
    int zeros[100] = {[10] = 5, [20 ... 22] = 7};
    int total = 0;
    for (int i = 0; i < 100; i++)
        total += zeros[i];
    assert(total == 26);
    return 0;
}
