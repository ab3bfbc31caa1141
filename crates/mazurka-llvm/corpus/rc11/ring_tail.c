// rc11: data-race
// variant: -DWAIT=acquire
// rc11: verified 6
// Two producers reserve slots of a ring, fill them, and move the tail in the order of the slots.
// The second waits for the first with a relaxed load: its own store of the tail releases what it
// wrote, but not what the first wrote, and the consumer reads both.
#include "threads.h"
#ifndef WAIT
#define WAIT relaxed
#endif
#define LOAD_(object, order) LOAD(object, order)

static atomic_int head, tail;
static int slots[2];

static void enqueue(int value) {
    int at = atomic_fetch_add_explicit(&head, 1, memory_order_relaxed);
    slots[at] = value;
    while (LOAD_(tail, WAIT) != at) {
    }
    STORE(tail, at + 1, release);
}

THREAD(first) {
    enqueue(1);
    return NULL;
}

THREAD(second) {
    enqueue(2);
    return NULL;
}

THREAD(consumer) {
    int count = LOAD(tail, acquire);
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += slots[i];
    }
    assert(count != 2 || sum == 3);
    return NULL;
}

int main(void) {
    RUN(first, second, consumer);
}
