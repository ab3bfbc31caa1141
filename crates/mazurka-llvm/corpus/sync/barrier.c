// sc: verified 2
// tso: verified 2
// pso: verified 2
// A barrier between two phases; one thread of each round is told that it was the last.
// variant: -DBROKEN
// sc: assertion 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int arrived[2], serials;

static void *run(void *argument) {
    long i = (long)argument;
    arrived[i] = 1;
#ifndef BROKEN
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        serials++;
#endif
    assert(arrived[1 - i]);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, run, (void *)0);
    pthread_create(&b, NULL, run, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(serials == 1);
    pthread_barrier_destroy(&barrier);
    return 0;
}
