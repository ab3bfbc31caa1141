// sc: verified 24
// Locks and joins that give up after a time, by any clock: they get what they want, or are
// told that the time is over.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, timeouts;

static void *hold(void *argument) {
    pthread_rwlock_wrlock(&both);
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    pthread_rwlock_unlock(&both);
    return argument;
}

static int got(int code) {
    assert(code == 0 || code == ETIMEDOUT);
    timeouts += code == ETIMEDOUT;
    return code == 0;
}

int main(void) {
    pthread_t thread;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    pthread_create(&thread, NULL, hold, NULL);
    if (got(pthread_rwlock_clockrdlock(&both, CLOCK_MONOTONIC, &until))) {
        assert(x == 0 || x == 1);
        pthread_rwlock_unlock(&both);
    }
    if (got(pthread_rwlock_clockwrlock(&both, CLOCK_MONOTONIC, &until)))
        pthread_rwlock_unlock(&both);
    if (got(pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &until)))
        pthread_mutex_unlock(&lock);
    if (!got(pthread_timedjoin_np(thread, NULL, &until)))
        pthread_join(thread, NULL);
    assert(x == 1 && timeouts <= 4 && gettid() == syscall(SYS_gettid));
    return 0;
}
