// sc: verified 4
// tso: assertion 5
// pso: assertion 6
// A thread loads its own store early (n6 of the x86-TSO paper).
#include "litmus.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    STORE(x, 1);
    a = LOAD(x);
    b = LOAD(y);
    return NULL;
}

THREAD(second) {
    STORE(y, 2);
    STORE(x, 2);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 1 && b == 0 && x == 1));
    return 0;
}
