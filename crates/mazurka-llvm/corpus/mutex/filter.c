// sc: verified 10
// tso: verified 10
// pso: verified 10
// variant: -DFENCES=0
// sc: verified 10
// tso: assertion 30
// pso: assertion 42
// variant: -DROUNDS=2
// sc: verified 136
// tso: verified 136
// pso: verified 136
// variant: -DTHREADS=3
// sc: verified 3080
// tso: verified 3080
// pso: verified 3080
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
