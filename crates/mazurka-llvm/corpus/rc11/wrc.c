// rc11: verified 7
// variant: -DW=relaxed
// rc11: assertion 8
// variant: -DR=relaxed
// rc11: assertion 8
// A write to others by way of a third thread.
#include "threads.h"
#ifndef W
#define W release
#endif
#ifndef R
#define R acquire
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)

static atomic_int x, y;
static int a, b, c;

THREAD(writer) {
    STORE(x, 1, relaxed);
    return NULL;
}

THREAD(teller) {
    a = LOAD(x, relaxed);
    STORE_(y, 1, W);
    return NULL;
}

THREAD(reader) {
    b = LOAD_(y, R);
    c = LOAD(x, relaxed);
    return NULL;
}

int main(void) {
    RUN(writer, teller, reader);
    assert(!(a == 1 && b == 1 && c == 0));
}
