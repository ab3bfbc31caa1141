// sc: verified 16
// tso: verified 16
// pso: verified 20
// variant: -DFENCES=0
// sc: verified 16
// tso: assertion 56
// pso: assertion 240
// variant: -DROUNDS=2
// sc: verified 1906
// tso: verified 1906
// pso: verified 4642
// Lamport's fast algorithm, the second of his paper (1987).
#include "mutex.h"

#define NONE -1

static atomic_int b[THREADS], x, y = NONE;

static bool try_lock(int i) {
    STORE(b[i], 1);
    STORE(x, i);
    store_load();
    if (LOAD(y) != NONE) {
        STORE(b[i], 0);
        while (LOAD(y) != NONE)
            AGAIN();
        return false;
    }
    STORE(y, i);
    store_load();
    if (LOAD(x) == i)
        return true;
    STORE(b[i], 0);
    for (int j = 0; j < THREADS; j++)
        while (j != i && LOAD(b[j]))
            AGAIN();
    if (LOAD(y) == i)
        return true;
    while (LOAD(y) != NONE)
        AGAIN();
    return false;
}

static void lock(int i) {
    while (!try_lock(i))
        continue;
}

static void unlock(int i) {
    store_store();
    STORE(y, NONE);
    store_store();
    STORE(b[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
