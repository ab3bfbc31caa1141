// sc: verified 29
// tso: verified 29
// pso: verified 29
// variant: -DFENCES=0
// sc: verified 29
// tso: assertion 195
// pso: assertion 341
// Szymanski's algorithm (1988): a waiting room with a door in and a door out.
#include "mutex.h"

static atomic_int flag[THREADS];

// The bits of `allowed` say which flags the others may have.
static bool all(int from, int to, int i, int allowed) {
    for (int j = from; j < to; j++)
        if (j != i && !(allowed >> LOAD(flag[j]) & 1))
            return false;
    return true;
}

static void lock(int i) {
    STORE(flag[i], 1);
    store_load();
    while (!all(0, THREADS, i, 7))
        AGAIN();
    STORE(flag[i], 3);
    store_load();
    if (!all(0, THREADS, i, 31 - 2)) {
        STORE(flag[i], 2);
        while (all(0, THREADS, i, 15))
            AGAIN();
    }
    STORE(flag[i], 4);
    while (!all(0, i, i, 3))
        AGAIN();
}

static void unlock(int i) {
    while (!all(i + 1, THREADS, i, 3 + 16))
        AGAIN();
    store_store();
    STORE(flag[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
