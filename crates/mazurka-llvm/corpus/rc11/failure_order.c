// rc11: verified 2
// variant: -DFAILURE=relaxed
// rc11: data-race: data
// A compare-exchange that fails only reads, with an order of its own.
#include "threads.h"
#ifndef FAILURE
#define FAILURE acquire
#endif
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

static int data;
static atomic_int x;

THREAD(sender) {
    data = 1;
    STORE(x, 1, release);
    return NULL;
}

THREAD(receiver) {
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_relaxed,
                                                 ORDER(FAILURE))) {
        assert(data == 1);
    }
    return NULL;
}

int main(void) {
    RUN(sender, receiver);
}
