// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// Both threads load their own store, then the other's (n1-like).
#include "litmus.h"

static atomic_int x, y;
static int a, b, c, d;

THREAD(first) {
    STORE(x, 1);
    a = LOAD(x);
    b = LOAD(y);
    return NULL;
}

THREAD(second) {
    STORE(y, 1);
    c = LOAD(y);
    d = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(b == 0 && d == 0));
    return 0;
}
