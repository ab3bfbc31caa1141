// sc: verified 3
// tso: verified 3
// pso: assertion 4
// S: only PSO reorders the two stores of the first thread.
#include "litmus.h"

static atomic_int x, y;
static int a;

THREAD(first) {
    STORE(x, 2);
    STORE(y, 1);
    return NULL;
}

THREAD(second) {
    a = LOAD(y);
    STORE(x, 1);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 1 && x == 2));
    return 0;
}
