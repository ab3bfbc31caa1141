// sc: verified 3
// tso: verified 3
// pso: verified 3
// Load buffering: none of the models delays loads.
#include "litmus.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    a = LOAD(x);
    STORE(y, 1);
    return NULL;
}

THREAD(second) {
    b = LOAD(y);
    STORE(x, 1);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 1 && b == 1));
    return 0;
}
