// rc11: verified 3
// variant: -DENTER=acq_rel
// rc11: data-race
// variant: -DLEAVE=relaxed
// rc11: data-race
// A grace period: the updater waits until the reader is out of its section, then frees what it may
// have read.
#include "threads.h"
#include <stdlib.h>
#ifndef ENTER
#define ENTER seq_cst
#endif
#ifndef LEAVE
#define LEAVE release
#endif
#define FENCE_(order) FENCE(order)
#define STORE_(object, value, order) STORE(object, value, order)

static int *_Atomic current;
static atomic_int inside;

THREAD(reader) {
    STORE(inside, 1, relaxed);
    FENCE_(ENTER);
    int *p = LOAD(current, acquire);
    assert(*p == 1 || *p == 2);
    STORE_(inside, 0, LEAVE);
    return NULL;
}

THREAD(updater) {
    int *old = LOAD(current, relaxed);
    int *new = malloc(sizeof *new);
    *new = 2;
    STORE(current, new, release);
    FENCE(seq_cst);
    while (LOAD(inside, acquire)) {
    }
    free(old);
    return NULL;
}

int main(void) {
    int *first = malloc(sizeof *first);
    *first = 1;
    atomic_init(&current, first);
    RUN(reader, updater);
}
