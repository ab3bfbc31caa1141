// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DFENCES=0
// sc: verified 4
// tso: assertion 150
// pso: assertion 408
// variant: -DTHREADS=3
// sc: verified 40
// tso: verified 40
// pso: verified 40
// A tournament of two rounds: Peterson's algorithm at each node of a tree with four leaves.
#include "mutex.h"

static atomic_int flag[4][2], turn[4];

static void lock(int i) {
    int side = i & 1;
    for (int node = (i + 4) / 2; node >= 1; node /= 2) {
        STORE(flag[node][side], 1);
        store_store();
        STORE(turn[node], 1 - side);
        store_load();
        while (LOAD(flag[node][1 - side]) && LOAD(turn[node]) == 1 - side)
            AGAIN();
        side = node & 1;
    }
}

static void unlock(int i) {
    int leaf = (i + 4) / 2;
    store_store();
    STORE(flag[1][leaf & 1], 0);
    store_store();
    STORE(flag[leaf][i & 1], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
