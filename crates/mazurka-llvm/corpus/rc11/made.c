// rc11: data-race: and nothing orders that after thread 0 (maker), which allocates it
// variant: -DORDER=release
// rc11: verified 2
// variant: -DATOMIC
// rc11: data-race: which allocates it
// variant: -DATOMIC -DORDER=release
// rc11: verified 2
// A pointer to new memory, handed over by a store that does not order it, and a write through it.
#include "threads.h"
#include <stdlib.h>

#ifndef ORDER
#define ORDER relaxed
#endif
#define HAND_(value, order) STORE(shared, value, order)
#define HAND(value, order) HAND_(value, order)

static int *_Atomic shared;

THREAD(maker) {
    int *p = malloc(sizeof *p);
    HAND(p, ORDER);
    return NULL;
}

THREAD(user) {
    int *p = LOAD(shared, acquire);
    if (p) {
#ifdef ATOMIC
        __atomic_store_n(p, 1, __ATOMIC_RELAXED);
#else
        *p = 1;
#endif
    }
    return NULL;
}

int main(void) {
    RUN(maker, user);
    return 0;
}
