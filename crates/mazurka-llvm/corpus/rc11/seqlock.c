// rc11: verified 2
// variant: -DREAD=relaxed
// rc11: assertion 5
// variant: -DWRITE=relaxed
// rc11: assertion 5
// variant: -DUPDATE=release
// rc11: verified 3
// variant: -DUPDATE=relaxed
// rc11: verified 3
// A seqlock, as in "Can seqlocks get along with programming language memory models?": with fences,
// or with a reader that ends by an update of the sequence number that changes nothing. (That this
// is a release matters only where loads may be late, which they are not in RC11.)
#include "threads.h"
#ifndef READ
#define READ acquire
#endif
#ifndef WRITE
#define WRITE release
#endif
#define FENCE_(order) FENCE(order)
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

static atomic_int sequence, x, y;

THREAD(writer) {
    int s = LOAD(sequence, relaxed);
#ifdef UPDATE
    atomic_compare_exchange_strong_explicit(&sequence, &s, s + 1, memory_order_acquire,
                                            memory_order_relaxed);
#else
    STORE(sequence, s + 1, relaxed);
    FENCE_(WRITE);
#endif
    STORE(x, 1, relaxed);
    STORE(y, 1, relaxed);
    STORE(sequence, s + 2, release);
    return NULL;
}

THREAD(reader) {
    int before, after, a, b;
    do {
        before = LOAD(sequence, acquire);
        a = LOAD(x, relaxed);
        b = LOAD(y, relaxed);
#ifdef UPDATE
        after = atomic_fetch_add_explicit(&sequence, 0, ORDER(UPDATE));
#else
        FENCE_(READ);
        after = LOAD(sequence, relaxed);
#endif
    } while (before != after || before & 1);
    assert(a == b);
    return NULL;
}

int main(void) {
    RUN(writer, reader);
}
