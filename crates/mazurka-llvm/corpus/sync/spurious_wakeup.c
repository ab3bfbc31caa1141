// sc: verified 2
// A wait whose condition is not looked at again. Without --spurious nothing wakes it but
// the signal.
// variant: -DONCE
// flags: --spurious
// sc: assertion 4: ready
// tso: assertion 4: ready
// pso: assertion 4: ready
// variant: -DLOOPS
// flags: --spurious
// sc: verified 4
// tso: verified 4
// pso: verified 4
#include <assert.h>
#include <pthread.h>

static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waiter(void *argument) {
    pthread_mutex_lock(&lock);
#ifdef LOOPS
    while (!ready)
#else
    if (!ready)
#endif
        pthread_cond_wait(&condition, &lock);
    assert(ready);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
