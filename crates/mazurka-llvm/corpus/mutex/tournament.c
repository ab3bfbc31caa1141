// sc: verified 10
// tso: verified 10
// pso: verified 10
// variant: -DFENCES=0
// sc: verified 10
// tso: assertion 158
// pso: assertion 416
// variant: -DTHREADS=3
// sc: verified 134
// tso: verified 134
// pso: verified 134
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
