// sc: assertion 18
// tso: assertion 18
// pso: assertion 24
// variant: -DFIXED
// sc: verified 11
// tso: verified 11
// pso: assertion 17
// variant: -DFIXED -DFENCED
// sc: verified 11
// tso: verified 11
// pso: verified 11
// A seqlock whose reader does not look whether a writer is at work when it begins. FIXED
// looks; but under PSO the writer needs barriers between its stores, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int sequence, a, b;

static void barrier(void) {
#ifdef FENCED
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
    int before = LOAD(sequence);
#ifdef FIXED
    if (before & 1)
        return NULL;
#endif
    int x = LOAD(a), y = LOAD(b);
    if (LOAD(sequence) == before)
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
