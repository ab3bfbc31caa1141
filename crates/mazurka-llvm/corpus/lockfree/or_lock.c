// sc: verified 2
// tso: verified 2
// pso: verified 2
// A lock that is a bit of a word: to set it where it is set changes nothing, so a thread that
// does nothing else waits. Either thread is first.
// variant: -DMAX
// sc: verified 2
// variant: -DAND
// sc: verified 2
// variant: -DZERO
// sc: verified 4
// As many as with a load in its place.
// variant: -DLEFT
// sc: livelock 2: to change
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef AND
static atomic_uint word = 3;
#else
static atomic_uint word = 2;
#endif
static int inside;

static void lock(void) {
#if defined(MAX)
    while (__atomic_fetch_max((unsigned *)&word, 3, __ATOMIC_ACQUIRE) == 3);
#elif defined(AND)
    while (!(atomic_fetch_and(&word, ~1u) & 1));
#elif defined(ZERO)
    for (;;) {
        while (atomic_fetch_add(&word, 0) & 1);
        unsigned free = 2;
        if (atomic_compare_exchange_strong(&word, &free, 3)) break;
    }
#else
    while (atomic_fetch_or(&word, 1) & 1);
#endif
}

static void unlock(void) {
#if defined(AND)
    atomic_store(&word, 3);
#elif !defined(LEFT)
    atomic_store(&word, 2);
#endif
}

static void *run(void *argument) {
    (void)argument;
    lock();
    assert(inside++ == 0);
    inside--;
    unlock();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
