// sc: verified 6
// tso: verified 6
// pso: verified 6
// variant: -DFENCES=0
// sc: verified 6
// tso: verified 6
// pso: assertion 10
// variant: -DROUNDS=2
// sc: verified 78
// tso: verified 78
// pso: verified 78
// variant: -DROUNDS=2 -DFENCES=0
// sc: verified 78
// tso: verified 78
// pso: assertion 294
// The queue lock of Mellor-Crummey and Scott (1991). A node is the number of its thread.
#include "mutex.h"

#define NONE -1

static atomic_int next[THREADS], waits[THREADS], tail; // tail: a node and one more

static void lock(int i) {
    STORE(next[i], NONE);
    STORE(waits[i], 1);
    int before = atomic_exchange(&tail, i + 1);
    if (before == 0)
        return;
    store_store();
    STORE(next[before - 1], i);
    while (LOAD(waits[i]))
        AGAIN();
}

static void unlock(int i) {
    int after = LOAD(next[i]);
    if (after == NONE) {
        int mine = i + 1;
        if (atomic_compare_exchange_strong(&tail, &mine, 0))
            return;
        while ((after = LOAD(next[i])) == NONE)
            AGAIN();
    }
    store_store();
    STORE(waits[after], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
