// rc11: verified 9
// variant: -DPUT=relaxed
// rc11: data-race
// variant: -DGET=relaxed
// rc11: data-race
// A ring buffer with one producer and one consumer, as Lamport's.
#include "threads.h"
#ifndef PUT
#define PUT release
#endif
#ifndef GET
#define GET release
#endif
#define STORE_(object, value, order) STORE(object, value, order)

enum { SIZE = 2 };

static atomic_int head, tail;
static int slots[SIZE];

THREAD(producer) {
    for (int i = 1; i <= 3; i++) {
        int t = LOAD(tail, relaxed);
        while (t - LOAD(head, acquire) == SIZE) {
        }
        slots[t % SIZE] = i;
        STORE_(tail, t + 1, PUT);
    }
    return NULL;
}

THREAD(consumer) {
    for (int i = 1; i <= 3; i++) {
        int h = LOAD(head, relaxed);
        while (LOAD(tail, acquire) == h) {
        }
        assert(slots[h % SIZE] == i);
        STORE_(head, h + 1, GET);
    }
    return NULL;
}

int main(void) {
    RUN(producer, consumer);
}
