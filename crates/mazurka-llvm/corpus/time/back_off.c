// sc: verified 75
// tso: verified 75
// A lock that is tried for a second, with a pause after each attempt.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int taken, inside;

static long now(void) {
    struct timespec is;
    clock_gettime(CLOCK_MONOTONIC, &is);
    return is.tv_sec * 1000000000 + is.tv_nsec;
}

static int try_for(long duration) {
    long end = now() + duration;
    while (atomic_exchange(&taken, 1)) {
        if (now() >= end)
            return 0;
        usleep(10);
    }
    return 1;
}

static void *enter(void *unused) {
    if (try_for(1000000000)) {
        assert(++inside == 1);
        inside--;
        taken = 0;
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, enter, NULL);
    pthread_create(&second, NULL, enter, NULL);
    enter(NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
