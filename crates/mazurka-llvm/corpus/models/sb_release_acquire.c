// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// Store buffering: release and acquire do not help.
#include "litmus.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    STORE_RELEASE(x, 1);
    a = LOAD_ACQUIRE(y);
    return NULL;
}

THREAD(second) {
    STORE_RELEASE(y, 1);
    b = LOAD_ACQUIRE(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 0 && b == 0));
    return 0;
}
