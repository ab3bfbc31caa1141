// rc11: verified 9
// variant: -DWEAK=release
// rc11: data-race: count
// Lamport's bakery, for two.
#include "threads.h"
#ifndef WEAK
#define WEAK seq_cst
#endif
#define STORE_(object, value, order) STORE(object, value, order)

static atomic_int choosing[2], number[2];
static int count;

static void enter_and_leave(int me) {
    int other = 1 - me;
    STORE_(choosing[me], 1, WEAK);
    int mine = LOAD(number[other], seq_cst) + 1;
    STORE_(number[me], mine, WEAK);
    STORE_(choosing[me], 0, WEAK);
    while (LOAD(choosing[other], seq_cst)) {
    }
    for (;;) {
        int theirs = LOAD(number[other], seq_cst);
        if (theirs == 0 || theirs > mine || (theirs == mine && me < other)) {
            break;
        }
    }
    count++;
    STORE(number[me], 0, release);
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
