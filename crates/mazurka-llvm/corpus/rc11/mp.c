// rc11: verified 3
// ra: verified 3
// variant: -DW=relaxed
// rc11: assertion 4
// ra: verified 3
// variant: -DR=relaxed
// rc11: assertion 4
// variant: -DW=relaxed -DR=relaxed -DBEFORE=release -DAFTER=acquire
// rc11: verified 3
// variant: -DW=relaxed -DR=relaxed -DBEFORE=release
// rc11: assertion 4
// variant: -DW=relaxed -DR=relaxed -DAFTER=acquire
// rc11: assertion 4
// variant: -DW=relaxed -DBEFORE=release
// rc11: verified 3
// variant: -DR=relaxed -DAFTER=acquire
// rc11: verified 3
// variant: -DW=seq_cst -DR=seq_cst
// rc11: verified 3
// Message passing: a release and an acquire, as accesses or as fences.
#include "threads.h"
#ifndef W
#define W release
#endif
#ifndef R
#define R acquire
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)
#define FENCE_(order) FENCE(order)

static atomic_int data, flag;
static int a, b;

THREAD(sender) {
    STORE(data, 1, relaxed);
#ifdef BEFORE
    FENCE_(BEFORE);
#endif
    STORE_(flag, 1, W);
    return NULL;
}

THREAD(receiver) {
    a = LOAD_(flag, R);
#ifdef AFTER
    FENCE_(AFTER);
#endif
    b = LOAD(data, relaxed);
    return NULL;
}

int main(void) {
    RUN(sender, receiver);
    assert(a == 0 || b == 1);
}
