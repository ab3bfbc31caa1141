// sc: verified 3
// tso: verified 3
// pso: verified 3
// A thread that waits for the end of another is cancelled, or not any more.
#include <assert.h>
#include <pthread.h>

static pthread_t first, second;
static int done;

static void *run(void *argument) {
    done = 1;
    return argument;
}

static void *join(void *argument) {
    pthread_join(first, NULL);
    assert(done);
    return argument;
}

int main(void) {
    void *result;
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, join, NULL);
    pthread_cancel(second);
    pthread_join(second, &result);
    if (result == PTHREAD_CANCELED)
        pthread_join(first, NULL);
    assert(done);
    return 0;
}
