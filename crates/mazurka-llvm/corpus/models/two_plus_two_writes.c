// sc: verified 3
// tso: verified 3
// pso: assertion 4
// 2+2W: only PSO lets both first stores be the last.
#include "litmus.h"

static atomic_int x, y;

THREAD(first) {
    STORE(x, 1);
    STORE(y, 2);
    return NULL;
}

THREAD(second) {
    STORE(y, 1);
    STORE(x, 2);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(x == 1 && y == 1));
    return 0;
}
