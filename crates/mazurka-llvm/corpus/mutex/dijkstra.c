// sc: verified 8
// tso: verified 8
// pso: verified 8
// variant: -DFENCES=0
// sc: verified 8
// tso: assertion 12
// variant: -DROUNDS=2
// sc: verified 364
// tso: verified 428
// pso: verified 428
// Dijkstra's algorithm (1965). The original stores to c[i] whenever it comes by; here it
// does so if c[i] has another value. Without barriers it has endless executions under PSO.
#include "mutex.h"

static atomic_int b[THREADS] = {1, 1}, c[THREADS] = {1, 1}, k;

static bool others_out(int i) {
    for (int j = 0; j < THREADS; j++)
        if (j != i && !LOAD(c[j]))
            return false;
    return true;
}

static void lock(int i) {
    int mine = 1;
    STORE(b[i], 0);
    store_store();
    for (;;) {
        bool only_looked = true;
        int turn = LOAD(k);
        if (mine == (turn == i)) {
            mine = !mine;
            STORE(c[i], mine);
            only_looked = false;
        }
        if (turn == i) {
            if (!only_looked)
                store_load();
            if (others_out(i))
                return;
        } else if (LOAD(b[turn])) {
            STORE(k, i);
            only_looked = false;
        }
        if (only_looked)
            AGAIN();
    }
}

static void unlock(int i) {
    store_store();
    STORE(c[i], 1);
    STORE(b[i], 1);
}

#define MUTEX_MAIN
#include "mutex.h"
