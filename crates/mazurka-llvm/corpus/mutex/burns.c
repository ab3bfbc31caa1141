// sc: verified 10
// tso: verified 10
// pso: verified 10
// variant: -DFENCES=0
// sc: verified 10
// tso: assertion 14
// pso: assertion 24
// variant: -DROUNDS=2
// sc: verified 125
// tso: verified 134
// pso: verified 134
// variant: -DTHREADS=3
// sc: verified 453
// tso: verified 480
// pso: verified 480
// Burns and Lynch's algorithm with one bit for each thread (1980).
#include "mutex.h"

static atomic_int flag[THREADS];

static bool any_up(int from, int to) {
    for (int j = from; j < to; j++)
        if (LOAD(flag[j]))
            return true;
    return false;
}

static void lock(int i) {
    for (;;) {
        while (any_up(0, i))
            AGAIN();
        STORE(flag[i], 1);
        store_load();
        if (!any_up(0, i))
            break;
        STORE(flag[i], 0);
    }
    while (any_up(i + 1, THREADS))
        AGAIN();
}

static void unlock(int i) {
    store_store();
    STORE(flag[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
