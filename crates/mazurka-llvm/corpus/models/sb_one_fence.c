// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// Store buffering with one fence only.
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
    b = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 0 && b == 0));
    return 0;
}
