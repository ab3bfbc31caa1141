// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DFENCES=0
// sc: verified 2
// tso: verified 2
// pso: assertion 6
// variant: -DROUNDS=2
// sc: verified 6
// tso: verified 6
// pso: verified 6
// variant: -DROUNDS=2 -DFENCES=0
// sc: verified 6
// tso: verified 6
// pso: assertion 70
// variant: -DTHREADS=3
// sc: verified 6
// tso: verified 6
// pso: verified 6
// A ticket lock. Only PSO lets it be left before what was done in it reaches memory.
#include "mutex.h"

static atomic_int next, serving;

static void lock(int i) {
    (void)i;
    int ticket = atomic_fetch_add(&next, 1);
    while (LOAD(serving) != ticket)
        AGAIN();
}

static void unlock(int i) {
    (void)i;
    int served = LOAD(serving);
    store_store();
    STORE(serving, served + 1);
}

#define MUTEX_MAIN
#include "mutex.h"
