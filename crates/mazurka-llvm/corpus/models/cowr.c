// sc: verified 3
// tso: verified 3
// pso: verified 3
// Coherence: a thread sees its own store or a later one.
#include "litmus.h"

static atomic_int x;
static int a;

THREAD(first) {
    STORE(x, 1);
    a = LOAD(x);
    return NULL;
}

THREAD(second) {
    STORE(x, 2);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(a == 0));
    return 0;
}
