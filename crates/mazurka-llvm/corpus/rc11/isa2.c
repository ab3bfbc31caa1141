// rc11: verified 7
// variant: -DW=relaxed
// rc11: assertion 8
// variant: -DR=relaxed
// rc11: assertion 8
// Message passing over a thread between.
#include "threads.h"
#ifndef W
#define W release
#endif
#ifndef R
#define R acquire
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)

static atomic_int x, y, z;
static int a, b, c;

THREAD(first) {
    STORE(x, 1, relaxed);
    STORE_(y, 1, W);
    return NULL;
}

THREAD(second) {
    a = LOAD_(y, R);
    STORE(z, 1, release);
    return NULL;
}

THREAD(third) {
    b = LOAD(z, acquire);
    c = LOAD(x, relaxed);
    return NULL;
}

int main(void) {
    RUN(first, second, third);
    assert(!(a == 1 && b == 1 && c == 0));
}
