// rc11: verified 4
// variant: -DWEAK=release
// rc11: data-race: count
// Peterson's mutual exclusion needs sequential consistency.
#include "threads.h"
#ifndef WEAK
#define WEAK seq_cst
#endif
#define STORE_(object, value, order) STORE(object, value, order)

static atomic_int wants[2], turn;
static int count;

static void enter_and_leave(int me) {
    STORE_(wants[me], 1, WEAK);
    STORE(turn, 1 - me, seq_cst);
    while (LOAD(wants[1 - me], seq_cst) && LOAD(turn, seq_cst) == 1 - me) {
    }
    count++;
    STORE(wants[me], 0, release);
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
