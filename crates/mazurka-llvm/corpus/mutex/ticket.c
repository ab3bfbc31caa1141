// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DFENCES=0
// sc: verified 4
// tso: verified 4
// pso: assertion 8
// variant: -DROUNDS=2
// sc: verified 16
// tso: verified 16
// pso: verified 16
// variant: -DROUNDS=2 -DFENCES=0
// sc: verified 16
// tso: verified 16
// pso: assertion 104
// variant: -DTHREADS=3
// sc: verified 30
// tso: verified 30
// pso: verified 30
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
