// rc11: verified 4
// variant: -DWEAK=acq_rel
// rc11: data-race: count
// Dekker's mutual exclusion, with relaxed accesses and fences.
#include "threads.h"
#ifndef WEAK
#define WEAK seq_cst
#endif
#define FENCE_(order) FENCE(order)

static atomic_int wants[2], turn;
static int count;

static void enter_and_leave(int me) {
    STORE(wants[me], 1, relaxed);
    FENCE_(WEAK);
    while (LOAD(wants[1 - me], relaxed)) {
        if (LOAD(turn, relaxed) != me) {
            STORE(wants[me], 0, relaxed);
            while (LOAD(turn, relaxed) != me) {
            }
            STORE(wants[me], 1, relaxed);
            FENCE_(WEAK);
        }
    }
    FENCE(acquire);
    count++;
    STORE(turn, 1 - me, relaxed);
    FENCE(release);
    STORE(wants[me], 0, relaxed);
}

THREAD(first) {
    enter_and_leave(0);
    return NULL;
}

THREAD(second) {
    enter_and_leave(1);
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(count == 2);
}
