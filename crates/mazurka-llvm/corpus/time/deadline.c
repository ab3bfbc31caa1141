// sc: verified 3
// tso: verified 3
// pso: verified 3
// A loop that looks at a flag and at a clock: the flag is seen at once, or the time is over, and
// then it is seen or not.
// variant: -DSLEEPS
// sc: verified 3
// variant: -DNEVER_SET
// sc: verified 1
// variant: -DMUST_SEE
// sc: assertion 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int flag, other;

static void *set(void *unused) {
#ifdef NEVER_SET
    other = 1;
#else
    flag = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    struct timespec began, now;
    int seen;
    clock_gettime(CLOCK_MONOTONIC, &began);
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
        seen = flag;
#ifdef SLEEPS
        usleep(1000);
#endif
    } while (!seen && now.tv_sec < began.tv_sec + 1);
    assert(seen || now.tv_sec == began.tv_sec + 1);
#ifdef MUST_SEE
    assert(seen);
#endif
    pthread_join(thread, NULL);
    return 0;
}
