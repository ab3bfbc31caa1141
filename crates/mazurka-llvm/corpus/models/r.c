// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// R: a store against a store and a load.
#include "litmus.h"

static atomic_int x, y;
static int a;

THREAD(first) {
    STORE(x, 1);
    STORE(y, 1);
    return NULL;
}

THREAD(second) {
    STORE(y, 2);
    a = LOAD(x);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(y == 2 && a == 0));
    return 0;
}
