// sc: verified 3
// tso: verified 3
// pso: verified 3
// Store buffering, with sequentially consistent accesses.
#include "litmus.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    STORE_SC(x, 1);
    a = LOAD_SC(y);
    return NULL;
}

THREAD(second) {
    STORE_SC(y, 1);
    b = LOAD_SC(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 0 && b == 0));
    return 0;
}
