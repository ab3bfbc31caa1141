// sc: verified 5
// tso: verified 5
// pso: verified 5
// variant: -DFENCES=0
// sc: verified 5
// tso: assertion 9
// pso: assertion 19
// variant: -DROUNDS=2
// sc: verified 55
// tso: verified 55
// pso: verified 55
// variant: -DTHREADS=3
// sc: verified 166
// tso: verified 166
// pso: verified 166
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
