// rc11: verified 15
// variant: -DW=release -DR=acquire
// rc11: assertion 16
// variant: -DW=relaxed -DR=relaxed -DF=seq_cst
// rc11: verified 15
// variant: -DR=acquire
// rc11: assertion 16
// Independent reads of independent writes.
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
static int a, b, c, d;

THREAD(write_x) {
    STORE_(x, 1, W);
    return NULL;
}

THREAD(write_y) {
    STORE_(y, 1, W);
    return NULL;
}

THREAD(read_xy) {
    a = LOAD_(x, R);
#ifdef F
    FENCE_(F);
#endif
    b = LOAD_(y, R);
    return NULL;
}

THREAD(read_yx) {
    c = LOAD_(y, R);
#ifdef F
    FENCE_(F);
#endif
    d = LOAD_(x, R);
    return NULL;
}

int main(void) {
    RUN(write_x, write_y, read_xy, read_yx);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}
