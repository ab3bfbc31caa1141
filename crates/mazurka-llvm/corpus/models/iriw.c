// sc: verified 15
// tso: verified 15
// pso: verified 15
// Independent reads of independent writes: stores become visible to all at once.
#include "litmus.h"

static atomic_int x, y;
static int a, b, c, d;

THREAD(first) {
    STORE(x, 1);
    return NULL;
}

THREAD(second) {
    STORE(y, 1);
    return NULL;
}

THREAD(third) {
    a = LOAD(x);
    b = LOAD(y);
    return NULL;
}

THREAD(fourth) {
    c = LOAD(y);
    d = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second, third, fourth);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
