// sc: verified 7
// tso: verified 7
// pso: verified 7
// Write to read causality.
#include "litmus.h"

static atomic_int x, y;
static int a, b, c;

THREAD(first) {
    STORE(x, 1);
    return NULL;
}

THREAD(second) {
    a = LOAD(x);
    STORE(y, 1);
    return NULL;
}

THREAD(third) {
    b = LOAD(y);
    c = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second, third);
    assert(!(a == 1 && b == 1 && c == 0));
    return 0;
}
