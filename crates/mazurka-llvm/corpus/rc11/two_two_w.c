// rc11: verified 3
// variant: -DW=release
// rc11: assertion 4
// ra: assertion 4
// variant: -DW=relaxed
// rc11: assertion 4
// Two writes to two variables, in different orders: what is there at the end?
#include "threads.h"
#ifndef W
#define W seq_cst
#endif
#define STORE_(object, value, order) STORE(object, value, order)

static atomic_int x, y;

THREAD(first) {
    STORE_(x, 1, W);
    STORE_(y, 2, W);
    return NULL;
}

THREAD(second) {
    STORE_(y, 1, W);
    STORE_(x, 2, W);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(!(LOAD(x, relaxed) == 1 && LOAD(y, relaxed) == 1));
}
