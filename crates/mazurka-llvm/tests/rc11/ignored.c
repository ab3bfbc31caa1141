// A finding of one kind in every execution, and what may come behind it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int plain;
static volatile int zero;

static void *other(void *unused) {
    atomic_store(&shared, 1);
#ifdef data_race
    plain = 1;
#endif
    return unused;
}

static int deeper(volatile int *above) {
    volatile int here = *above + 1;
    return deeper(&here) + here;
}

int main(void) {
    pthread_t thread;
    int *word = malloc(sizeof *word);
    pthread_create(&thread, NULL, other, NULL);
    atomic_load(&shared);
#if defined assertion
    assert(zero);
#elif defined abort_
    abort();
#elif defined invalid_access
    word[1] = 1;
#elif defined invalid_free
    free(word + 1);
#elif defined uninitialised
    if (*word) plain = 2;
#elif defined arithmetic
    plain = 1 / zero;
#elif defined unreachable
    __builtin_unreachable();
#elif defined stack_overflow
    plain = deeper(&zero);
#elif defined misuse
    pthread_mutex_lock(&lock);
    pthread_mutex_destroy(&lock);
#elif defined deadlock
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
#elif defined livelock
    while (atomic_load(&shared) != 2);
#elif defined data_race
    plain = 2;
#elif defined unlock
    pthread_mutex_unlock(&lock);
#endif
#ifdef BEHIND
#ifdef assertion
    zero = 1 / zero;
#else
    assert(zero);
#endif
#endif
    pthread_join(thread, NULL);
    (void)lock;
    (void)deeper;
#ifndef leak
    free(word);
#endif
#ifdef exit_code
    return 1;
#endif
    return 0;
}
