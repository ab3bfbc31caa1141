// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DFENCES=0
// sc: verified 4
// tso: assertion 22
// pso: assertion 34
// variant: -DROUNDS=2
// sc: verified 48
// tso: verified 48
// pso: verified 48
// variant: -DTHREADS=3
// sc: verified 447
// tso: verified 447
// pso: verified 447
// The filter lock: Peterson's algorithm for n threads.
#include "mutex.h"

static atomic_int level[THREADS], victim[THREADS];

static bool has_company(int i, int at) {
    for (int j = 0; j < THREADS; j++)
        if (j != i && LOAD(level[j]) >= at)
            return true;
    return false;
}

static void lock(int i) {
    for (int at = 1; at < THREADS; at++) {
        STORE(level[i], at);
        store_store();
        STORE(victim[at], i);
        store_load();
        while (has_company(i, at) && LOAD(victim[at]) == i)
            AGAIN();
    }
}

static void unlock(int i) {
    store_store();
    STORE(level[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
