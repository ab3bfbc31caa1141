// sc: verified 9
// tso: verified 9
// pso: verified 9
// variant: -DFENCES=0
// sc: verified 9
// tso: assertion 28
// pso: assertion 128
// variant: -DROUNDS=2
// sc: verified 213
// tso: verified 213
// pso: verified 213
// variant: -DTHREADS=3
// sc: verified 254
// tso: verified 254
// pso: verified 254
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
