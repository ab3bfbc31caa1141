// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DFENCES=0
// sc: verified 4
// tso: verified 4
// pso: assertion 12
// variant: -DROUNDS=2
// sc: verified 34
// tso: verified 34
// pso: verified 34
// variant: -DROUNDS=2 -DFENCES=0
// sc: verified 34
// tso: verified 34
// pso: assertion 458
// A lock by test and test-and-set.
#include "mutex.h"

static atomic_int locked;

static void lock(int i) {
    (void)i;
    if (LOAD(locked))
        AGAIN();
    if (atomic_exchange(&locked, 1))
        AGAIN();
}

static void unlock(int i) {
    (void)i;
    store_store();
    STORE(locked, 0);
}

#define MUTEX_MAIN
#include "mutex.h"
