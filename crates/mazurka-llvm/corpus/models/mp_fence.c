// sc: verified 3
// tso: verified 3
// pso: verified 3
// Message passing with a fence between the stores.
#include "litmus.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    STORE(x, 1);
    FENCE_RELEASE();
    STORE(y, 1);
    return NULL;
}

THREAD(second) {
    a = LOAD(y);
    b = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 1 && b == 0));
    return 0;
}
