// sc: assertion 4: x != 1
// tso: assertion 4: x != 1
// pso: assertion 4: x != 1
// Asynchronous cancellation: before any access that others see, and in loops without end.
// variant: -DSPINS
// sc: verified 2
// tso: verified 2
// variant: -DBLOCKED
// sc: verified
// tso: verified
// variant: -DDEFERRED
// sc: verified 1
// tso: verified 1
// pso: verified 1
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
#ifndef DEFERRED
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
#ifdef BLOCKED
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
#endif
#ifdef SPINS
    for (;;)
        ;
#endif
    x = 1;
    x = 2;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(x != 1);
    return 0;
}
