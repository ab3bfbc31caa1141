// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DRELAXED
// sc: verified 2
// tso: verified 2
// pso: assertion 6
// variant: -DFORGOTTEN
// sc: livelock 2
// A lock by exchange, with a loop that waits; relaxed, PSO lets it be left too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELAXED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static atomic_int lock;
static int counter;

static void *run(void *argument) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
        while (atomic_load_explicit(&lock, memory_order_relaxed))
            continue;
    counter++;
#ifndef FORGOTTEN
    atomic_store_explicit(&lock, 0, RELEASE);
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
