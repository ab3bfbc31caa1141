// rc11: assertion 24
// variant: -DW=seq_cst
// rc11: verified 18
// Z6.U of "Repairing sequential consistency in C/C++11": allowed by RC11, as long as the second
// store is only a release.
#include "threads.h"
#ifndef W
#define W release
#endif
#define STORE_(object, value, order) STORE(object, value, order)

static atomic_int x, y;
static int a, b, c;

THREAD(first) {
    STORE(x, 1, seq_cst);
    STORE_(y, 1, W);
    return NULL;
}

THREAD(second) {
    b = atomic_fetch_add_explicit(&y, 1, memory_order_seq_cst);
    c = LOAD(y, relaxed);
    return NULL;
}

THREAD(third) {
    STORE(y, 3, seq_cst);
    a = LOAD(x, seq_cst);
    return NULL;
}

int main(void) {
    RUN(first, second, third);
    assert(!(b == 1 && c == 3 && a == 0));
}
