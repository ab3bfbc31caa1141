// sc: livelock: in a loop
// A loop that looks at a clock and goes on all the same is one without end; but not if the flag is
// set.
// variant: -DSET
// sc: verified 2
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;

static void *set(void *unused) {
#ifdef SET
    flag = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!flag) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
    }
    pthread_join(thread, NULL);
    return 0;
}
