// rc11: verified 6
// variant: -DTAKE=relaxed
// rc11: data-race: count
// variant: -DGIVE=relaxed
// rc11: data-race: count
// variant: -DTWICE
// rc11: verified 6
// A spin lock of an exchange; or one that looks before.
#include "threads.h"
#ifndef TAKE
#define TAKE acquire
#endif
#ifndef GIVE
#define GIVE release
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

static atomic_int lock;
static int count;

static void work(void) {
    while (atomic_exchange_explicit(&lock, 1, ORDER(TAKE))) {
#ifdef TWICE
        while (LOAD(lock, relaxed)) {
        }
#endif
    }
    count++;
    STORE_(lock, 0, GIVE);
}

THREAD(first) {
    work();
    return NULL;
}

THREAD(second) {
    work();
    return NULL;
}

THREAD(third) {
    work();
    return NULL;
}

int main(void) {
    RUN(first, second, third);
    assert(count == 3);
}
