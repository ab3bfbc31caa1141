// sc: verified 22
// tso: verified 22
// pso: verified 22
// variant: -DFENCES=0
// sc: verified 22
// tso: assertion 57
// pso: assertion 177
// variant: -DROUNDS=2
// sc: verified 564
// tso: verified 564
// pso: verified 564
// variant: -DTHREADS=3
// sc: verified 1324
// tso: verified 1324
// pso: verified 1324
// Lamport's bakery algorithm (1974).
#include "mutex.h"

static atomic_int choosing[THREADS], number[THREADS];

static void lock(int i) {
    STORE(choosing[i], 1);
    store_load();
    int highest = 0;
    for (int j = 0; j < THREADS; j++) {
        int other = j == i ? 0 : LOAD(number[j]);
        if (other > highest)
            highest = other;
    }
    int mine = highest + 1;
    STORE(number[i], mine);
    store_store();
    STORE(choosing[i], 0);
    store_load();
    for (int j = 0; j < THREADS; j++) {
        if (j == i)
            continue;
        while (LOAD(choosing[j]))
            AGAIN();
        for (;;) {
            int other = LOAD(number[j]);
            if (other == 0 || other > mine || (other == mine && j > i))
                break;
            AGAIN();
        }
    }
}

static void unlock(int i) {
    store_store();
    STORE(number[i], 0);
}

#define MUTEX_MAIN
#include "mutex.h"
