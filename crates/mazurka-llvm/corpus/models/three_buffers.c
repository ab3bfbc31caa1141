// sc: verified 7
// tso: assertion 8
// pso: assertion 8
// Store buffering around three threads.
#include "litmus.h"

static atomic_int x, y, z;
static int a, b, c;

THREAD(first) {
    STORE(x, 1);
    a = LOAD(y);
    return NULL;
}

THREAD(second) {
    STORE(y, 1);
    b = LOAD(z);
    return NULL;
}

THREAD(third) {
    STORE(z, 1);
    c = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second, third);
    assert(!(a == 0 && b == 0 && c == 0));
    return 0;
}
