// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DFENCES=0
// sc: verified 4
// tso: assertion 12
// pso: assertion 26
// variant: -DROUNDS=2
// sc: verified 71
// tso: verified 71
// pso: verified 71
// Dekker's algorithm for two threads, as Dijkstra wrote it down (1965).
#include "mutex.h"

static atomic_int flag[2], turn;

static void lock(int i) {
    for (;;) {
        STORE(flag[i], 1);
        store_load();
        for (;;) {
            if (!LOAD(flag[1 - i]))
                return;
            if (LOAD(turn) != i)
                break;
            AGAIN();
        }
        STORE(flag[i], 0);
        while (LOAD(turn) != i)
            AGAIN();
    }
}

static void unlock(int i) {
    STORE(turn, 1 - i);
    store_store();
    STORE(flag[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
