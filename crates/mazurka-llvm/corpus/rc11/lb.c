// rc11: verified 3
// Load buffering: RC11 has none, whatever the orders.
#include "threads.h"

static atomic_int x, y;
static int a, b;

THREAD(first) {
    a = LOAD(x, relaxed);
    STORE(y, 1, relaxed);
    return NULL;
}

THREAD(second) {
    b = LOAD(y, relaxed);
    STORE(x, 1, relaxed);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(a == 0 || b == 0);
}
