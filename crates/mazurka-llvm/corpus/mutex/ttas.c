// sc: verified 8
// tso: verified 8
// pso: verified 8
// variant: -DFENCES=0
// sc: verified 8
// tso: verified 8
// pso: assertion 16
// variant: -DROUNDS=2
// sc: verified 80
// tso: verified 80
// pso: verified 80
// variant: -DROUNDS=2 -DFENCES=0
// sc: verified 80
// tso: verified 80
// pso: assertion 672
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
