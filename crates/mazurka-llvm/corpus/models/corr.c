// sc: verified 6
// tso: verified 6
// pso: verified 6
// Coherence: two loads of one location never go back.
#include "litmus.h"

static atomic_int x;
static int a, b;

THREAD(first) {
    STORE(x, 1);
    STORE(x, 2);
    return NULL;
}

THREAD(second) {
    a = LOAD(x);
    b = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 2 && b == 1 || a == 1 && b == 0 || a == 2 && b == 0));
    return 0;
}
