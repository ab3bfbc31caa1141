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
// The queue lock of Craig, Landin and Hagersten (1993). A thread that leaves goes on with
// the node of the one before it.
#include "mutex.h"

static atomic_int locked[THREADS + 1], tail = THREADS;
static int mine[THREADS], before[THREADS];
static bool begun[THREADS];

static void lock(int i) {
    if (!begun[i]) {
        begun[i] = true;
        mine[i] = i;
    }
    STORE(locked[mine[i]], 1);
    before[i] = atomic_exchange(&tail, mine[i]);
    while (LOAD(locked[before[i]]))
        AGAIN();
}

static void unlock(int i) {
    store_store();
    STORE(locked[mine[i]], 0);
    mine[i] = before[i];
}

#define MUTEX_MAIN
#include "mutex.h"
