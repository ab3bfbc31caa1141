// rc11: verified 7
// variant: -DW=release -DR=acquire
// rc11: assertion 8
// variant: -DW=relaxed -DR=relaxed -DF=seq_cst
// rc11: verified 7
// Read-to-write causality.
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
static int a, b, c;

THREAD(writer) {
    STORE_(x, 1, W);
    return NULL;
}

THREAD(reader) {
    a = LOAD_(x, R);
#ifdef F
    FENCE_(F);
#endif
    b = LOAD_(y, R);
    return NULL;
}

THREAD(both) {
    STORE_(y, 1, W);
#ifdef F
    FENCE_(F);
#endif
    c = LOAD_(x, R);
    return NULL;
}

int main(void) {
    RUN(writer, reader, both);
    assert(!(a == 1 && b == 0 && c == 0));
}
