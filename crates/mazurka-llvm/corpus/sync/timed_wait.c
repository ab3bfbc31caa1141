// sc: verified 4
// tso: verified 4
// pso: verified 4
// Waiting with a timeout, which may or may not come.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int ready, timeouts;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waiter(void *argument) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&lock);
    if (!ready) {
        int code = pthread_cond_timedwait(&condition, &lock, &until);
        assert(code == 0 || code == ETIMEDOUT);
        timeouts += code == ETIMEDOUT;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(timeouts <= 1);
    struct timespec now = {0, 0};
    pthread_mutex_lock(&lock);
    assert(pthread_mutex_timedlock(&lock, &now) == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return 0;
}
