// rc11: verified 6
// variant: -DTAKE=relaxed
// rc11: data-race: count
// variant: -DGIVE=relaxed
// rc11: data-race: count
// A ticket lock.
#include "threads.h"
#ifndef TAKE
#define TAKE acquire
#endif
#ifndef GIVE
#define GIVE release
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)

static atomic_int next, serving;
static int count;

static void work(void) {
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (LOAD_(serving, TAKE) != ticket) {
    }
    count++;
    STORE_(serving, ticket + 1, GIVE);
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
