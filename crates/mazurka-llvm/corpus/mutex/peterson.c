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
// variant: -DFENCES=1
// sc: verified 4
// tso: verified 4
// pso: assertion 26
// variant: -DFENCES=3
// sc: verified 4
// tso: verified 4
// pso: verified 4
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
