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
// variant: -DFENCES=1
// sc: verified 10
// tso: verified 10
// pso: assertion 32
// variant: -DFENCES=3
// sc: verified 10
// tso: verified 10
// pso: verified 10
// Peterson's algorithm for two threads (1981).
#include "mutex.h"

static atomic_int flag[2], turn;

static void lock(int i) {
    int j = 1 - i;
    STORE(flag[i], 1);
    store_store();
    STORE(turn, j);
    store_load();
    while (LOAD(flag[j]) && LOAD(turn) == j)
        AGAIN();
}

static void unlock(int i) {
    store_store();
    STORE(flag[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
