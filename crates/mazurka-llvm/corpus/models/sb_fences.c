// sc: verified 3
// tso: verified 3
// pso: verified 3
// Store buffering, with a fence between each store and load.
#include "litmus.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    STORE(x, 1);
    FENCE();
    a = LOAD(y);
    return NULL;
}

THREAD(second) {
    STORE(y, 1);
    FENCE();
    b = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 0 && b == 0));
    return 0;
}
