// sc: verified 2
// tso: verified 2
// pso: verified 2
// Cancellation waits while it is disabled, for a point where it may happen; a thread that
// only sleeps in a loop is at one.
// variant: -DSLEEPS
// sc: verified 2
// tso: verified 2
// pso: verified 2
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int steps;

static void *worker(void *argument) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    steps++;
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    steps++;
#ifdef SLEEPS
    for (;;)
        sleep(1);
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
#ifdef SLEEPS
    assert(result == PTHREAD_CANCELED && steps >= 1);
#else
    assert(steps == (result == PTHREAD_CANCELED ? 1 : 2));
#endif
    return 0;
}
