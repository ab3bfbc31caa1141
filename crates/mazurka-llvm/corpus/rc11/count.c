// rc11: verified 20
// variant: -DDROP=relaxed
// rc11: data-race
// variant: -DDROP=release
// rc11: data-race
// variant: -DDROP=release -DFENCED
// rc11: verified 20
// A reference count: increments are relaxed, decrements release and acquire.
#include "threads.h"
#include <stdlib.h>
#ifndef DROP
#define DROP acq_rel
#endif
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

struct shared {
    atomic_int count;
    int data[2];
};

static struct shared *shared;

static void drop(struct shared *p) {
    if (atomic_fetch_sub_explicit(&p->count, 1, ORDER(DROP)) == 1) {
#ifdef FENCED
        FENCE(acquire);
#endif
        assert(p->data[0] <= 1 && p->data[1] <= 1);
        free(p);
    }
}

static void use(int i) {
    atomic_fetch_add_explicit(&shared->count, 1, memory_order_relaxed);
    shared->data[i] = 1;
    drop(shared);
    drop(shared);
}

THREAD(first) {
    use(0);
    return NULL;
}

THREAD(second) {
    use(1);
    return NULL;
}

int main(void) {
    shared = calloc(1, sizeof *shared);
    atomic_init(&shared->count, 2);
    RUN(first, second);
}
