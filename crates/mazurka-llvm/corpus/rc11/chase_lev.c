// rc11: verified 77
// variant: -DTAKE=acq_rel
// rc11: assertion 92
// variant: -DPUSH=acquire
// rc11: assertion 110
// The work-stealing deque of Chase and Lev, with the orders of "Correct and efficient
// work-stealing for weak memory models"; without growing.
#include "threads.h"
#ifndef TAKE
#define TAKE seq_cst
#endif
#ifndef PUSH
#define PUSH release
#endif
#define FENCE_(order) FENCE(order)

enum { EMPTY = -1, SIZE = 4 };

static atomic_int top, bottom, tasks[SIZE];
static atomic_int done[3];

static void push(int task) {
    int b = LOAD(bottom, relaxed);
    STORE(tasks[b % SIZE], task, relaxed);
    // (Not a release store: what is stored to `bottom` later must release this, too.)
    FENCE_(PUSH);
    STORE(bottom, b + 1, relaxed);
}

static int exchange_top(int t) {
    return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                   memory_order_relaxed);
}

static int take(void) {
    int b = LOAD(bottom, relaxed) - 1;
    STORE(bottom, b, relaxed);
    FENCE_(TAKE);
    int t = LOAD(top, relaxed);
    if (t > b) {
        STORE(bottom, b + 1, relaxed);
        return EMPTY;
    }
    int task = LOAD(tasks[b % SIZE], relaxed);
    if (t == b) {
        if (!exchange_top(t)) {
            task = EMPTY;
        }
        STORE(bottom, b + 1, relaxed);
    }
    return task;
}

static int steal(void) {
    int t = LOAD(top, acquire);
    FENCE(seq_cst);
    int b = LOAD(bottom, acquire);
    if (t >= b) {
        return EMPTY;
    }
    int task = LOAD(tasks[t % SIZE], relaxed);
    return exchange_top(t) ? task : EMPTY;
}

static void run(int task) {
    if (task != EMPTY) {
        assert(task > 0);
        assert(atomic_fetch_add_explicit(&done[task], 1, memory_order_relaxed) == 0);
    }
}

THREAD(owner) {
    push(1);
    push(2);
    run(take());
    run(take());
    return NULL;
}

THREAD(thief) {
    run(steal());
    run(steal());
    return NULL;
}

int main(void) {
    RUN(owner, thief);
}
