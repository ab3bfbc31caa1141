// sc: verified
// Every wait with a limit that nobody ends: it is over when it is late enough, by the clock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static sem_t permits, end;

static struct timespec in(long seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    return until;
}

static void is_over(struct timespec until) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec > until.tv_sec ||
           now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec);
    assert(now.tv_sec <= until.tv_sec + 1);
}

static void *stay(void *unused) {
    sem_wait(&end);
    return unused;
}

int main(void) {
    sem_init(&permits, 0, 0);
    sem_init(&end, 0, 0);
    struct timespec until = in(1), never = {LONG_MAX, 0}, bad = {0, -1};
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &until) == ETIMEDOUT);
    is_over(until);
    until = in(2);
    assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    is_over(until);
    until = in(1);
    assert(pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
    is_over(until);
    assert(pthread_mutex_timedlock(&mutex, &bad) == EINVAL);
    pthread_mutex_unlock(&mutex);
    assert(pthread_mutex_timedlock(&mutex, &never) == 0);
    pthread_rwlock_wrlock(&both);
    until = in(1);
    assert(pthread_rwlock_timedrdlock(&both, &until) == ETIMEDOUT);
    is_over(until);
    until = in(1);
    assert(pthread_rwlock_clockwrlock(&both, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    is_over(until);
    until = in(1);
    assert(sem_timedwait(&permits, &until) == -1 && errno == ETIMEDOUT);
    is_over(until);
    pthread_t thread;
    pthread_create(&thread, NULL, stay, NULL);
    until = in(1);
    assert(pthread_timedjoin_np(thread, NULL, &until) == ETIMEDOUT);
    is_over(until);
    sem_post(&end);
    pthread_join(thread, NULL);
    thrd_sleep(&(struct timespec){1, 0}, NULL);
    return 0;
}
