// sc: verified 2
// tso: verified 2
// pso: verified 2
// A thread that waits for a condition variable, or is about to, is cancelled: it has the
// mutex when its cleanup handler runs.
// variant: -DFORGETS
// sc: deadlock 2: which thread 0 (waiter) holds
#include <assert.h>
#include <pthread.h>

static int ready, cleaned;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void clean(void *argument) {
    cleaned = 1;
    pthread_mutex_unlock(argument);
}

static void *waiter(void *argument) {
    pthread_mutex_lock(&lock);
#ifndef FORGETS
    pthread_cleanup_push(clean, &lock);
#endif
    while (!ready)
        pthread_cond_wait(&condition, &lock);
#ifndef FORGETS
    pthread_cleanup_pop(1);
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&lock);
    assert(cleaned);
    pthread_mutex_unlock(&lock);
    return 0;
}
