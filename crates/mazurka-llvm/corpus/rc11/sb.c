// rc11: verified 3
// variant: -DW=release -DR=acquire
// rc11: assertion 4
// ra: assertion 4
// variant: -DW=relaxed -DR=relaxed
// rc11: assertion 4
// variant: -DW=relaxed -DR=relaxed -DF=seq_cst
// rc11: verified 3
// variant: -DW=relaxed -DR=relaxed -DF=acq_rel
// rc11: assertion 4
// variant: -DR=acquire
// rc11: assertion 4
// Store buffering. A store that is sequentially consistent and a load that is not are not enough.
#include "threads.h"
#ifndef W
#define W seq_cst
#endif
#ifndef R
#define R seq_cst
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)
#define FENCE_(order) FENCE(order)

static atomic_int x, y;
static int a, b;

THREAD(first) {
    STORE_(x, 1, W);
#ifdef F
    FENCE_(F);
#endif
    a = LOAD_(y, R);
    return NULL;
}

THREAD(second) {
    STORE_(y, 1, W);
#ifdef F
    FENCE_(F);
#endif
    b = LOAD_(x, R);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(a == 1 || b == 1);
}
