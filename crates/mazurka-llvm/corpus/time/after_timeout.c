// sc: verified 3
// tso: verified 3
// pso: verified 3
// A wait that timed out has lasted as long as it was to: the clock that another thread looks at, who
// was in the way, says so as well.
// variant: -DNEVER_OUT
// sc: assertion 3
// variant: -DNEVER_LATE
// sc: assertion 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

#define SECOND 1000000000L

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int timed_out;

static long now(void) {
    struct timespec is;
    clock_gettime(CLOCK_REALTIME, &is);
    return is.tv_sec * SECOND + is.tv_nsec;
}

static void *try(void *unused) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    timed_out = pthread_mutex_timedlock(&lock, &until) == ETIMEDOUT;
    if (timed_out)
        assert(now() >= until.tv_sec * SECOND + until.tv_nsec);
    else
        pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    long began = now();
    pthread_create(&thread, NULL, try, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    long ended = now();
    pthread_join(thread, NULL);
    if (timed_out)
        assert(ended >= began + SECOND);
#ifdef NEVER_OUT
    assert(!timed_out);
#endif
#ifdef NEVER_LATE
    assert(ended < began + SECOND);
#endif
    return 0;
}
