// sc: verified 2
// tso: verified 2
// pso: verified 2
// Joining a thread if it has ended; a loop that tries again waits for that.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int done;

static void *run(void *argument) {
    done = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    int code = pthread_tryjoin_np(thread, NULL);
    assert(code == 0 || code == EBUSY);
    if (code)
        while (pthread_tryjoin_np(thread, NULL))
            ;
    assert(done);
    return 0;
}
