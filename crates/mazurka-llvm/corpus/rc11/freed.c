// rc11: invalid-access: freed
// variant: -DJOINED
// rc11: verified 1
// variant: -DRELAXED
// rc11: data-race
// An atomic variable on the heap that is freed.
#include "threads.h"
#include <stdlib.h>

static atomic_int *shared;
static atomic_int done;

THREAD(user) {
    STORE(*shared, 1, relaxed);
#ifdef RELAXED
    STORE(done, 1, relaxed);
#else
    STORE(done, 1, release);
#endif
    return NULL;
}

THREAD(freer) {
#if defined JOINED || defined RELAXED
    while (!LOAD(done, acquire)) {
    }
#endif
    free(shared);
    return NULL;
}

int main(void) {
    shared = malloc(sizeof *shared);
    atomic_init(shared, 0);
    RUN(user, freer);
}
