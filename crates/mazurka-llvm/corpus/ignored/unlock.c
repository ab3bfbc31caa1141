// A mutex that is not held is unlocked. If that is ignored, the call fails and changes
// nothing: the mutex that another thread holds stays locked, and what follows is seen.
// sc: unlock: unlocked that the thread does not hold
// variant: -DFAILS
// flags: --ignore unlock
// sc: assertion 2: after != 0
// variant: -DHOLDS
// flags: --ignore unlock
// sc: verified 3
// tso: verified 3
// variant: -DWAITS
// sc: unlock: waits for a condition variable with a mutex that it does not hold
// variant: -DWAITS
// flags: --ignore unlock
// sc: verified
// variant: -DREADS
// flags: --ignore unlock
// sc: assertion: reads == 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int inside;
static int after;

static void *enter(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    assert(inside++ == 0);
    inside--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, enter, NULL);
#ifndef WAITS
    assert(pthread_mutex_unlock(&lock) == EPERM);
#endif
#ifdef FAILS
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    assert(after != 0);
#endif
#ifdef HOLDS
    enter(NULL);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    enter(NULL);
#endif
#ifdef WAITS
    assert(pthread_cond_wait(&change, &lock) == EPERM);
#endif
#ifdef READS
    int reads = pthread_rwlock_unlock(&table);
    assert(reads == 0);
#endif
    pthread_join(other, NULL);
    (void)change;
    (void)table;
    (void)after;
    return 0;
}
