// sc: verified 3
// tso: verified 3
// pso: verified 3
// Store buffering with exchanges, which are fences under TSO and PSO.
#include "litmus.h"

static atomic_int x, y;
static int p, a, q, b;

THREAD(first) {
    p = EXCHANGE(x, 1);
    a = LOAD(y);
    return NULL;
}

THREAD(second) {
    q = EXCHANGE(y, 1);
    b = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 0 && b == 0));
    return 0;
}
