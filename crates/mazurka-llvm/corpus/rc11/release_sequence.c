// rc11: verified 11
// variant: -DSTORES
// rc11: data-race: data
// variant: -DSAME
// rc11: data-race: data
// variant: -DEXCHANGE
// rc11: verified 5
// A read-modify-write continues a release sequence, whatever its order. A store ends it: of another
// thread, and (as of C++20) of the same.
#include "threads.h"

static int data;
static atomic_int x;

THREAD(sender) {
    data = 1;
    STORE(x, 1, release);
#ifdef SAME
    STORE(x, 2, relaxed);
#endif
    return NULL;
}

THREAD(other) {
#if defined STORES
    if (LOAD(x, relaxed) == 1) {
        STORE(x, 2, relaxed);
    }
#elif defined EXCHANGE
    int expected = 1;
    atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_relaxed,
                                            memory_order_relaxed);
#elif !defined SAME
    if (atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 0) {
        STORE(x, 10, relaxed);
    }
#endif
    return NULL;
}

THREAD(receiver) {
    if (LOAD(x, acquire) == 2) {
        assert(data == 1);
    }
    return NULL;
}

int main(void) {
    RUN(sender, other, receiver);
}
