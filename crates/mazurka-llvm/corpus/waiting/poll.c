// sc: verified 2
// tso: verified 2
// pso: verified 2
// Threads that look under a mutex, again and again, whether they may go on.
// variant: -DNEVER
// sc: livelock
// tso: livelock
// variant: -DN=3
// sc: verified 6
// tso: verified 6
// pso: verified 6
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *wait(void *argument) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        int is_ready = ready;
        pthread_mutex_unlock(&mutex);
        if (is_ready)
            break;
        sched_yield();
    }
    assert(data == 1);
    return argument;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, wait, NULL);
    data = 1;
#ifndef NEVER
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
#endif
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
