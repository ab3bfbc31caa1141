// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DUNFENCED
// sc: verified 2
// tso: verified 2
// pso: assertion 8
// A seqlock whose reader tries again until it has read a consistent pair.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int sequence, a, b;

static void barrier(void) {
#ifndef UNFENCED
    atomic_thread_fence(memory_order_release);
#endif
}

static void *writer(void *argument) {
    STORE(sequence, 1);
    barrier();
    STORE(a, 1);
    STORE(b, 1);
    barrier();
    STORE(sequence, 2);
    return NULL;
}

static void *reader(void *argument) {
    int before, x, y;
    do {
        while ((before = LOAD(sequence)) & 1)
            continue;
        x = LOAD(a);
        y = LOAD(b);
    } while (LOAD(sequence) != before);
    assert(x == y);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
