// sc: assertion
// Loops that look like waiting, and leave something behind: that one has waited, what was seen,
// how often.
// variant: -DLAST
// sc: assertion
// variant: -DOFTEN
// sc: assertion
// variant: -DTELLS
// sc: assertion
// variant: -DTRIES
// sc: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, told;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
#if defined(LAST)
    int last = -1, seen;
    while ((seen = atomic_load(&x)) != 2)
        last = seen;
    assert(last != 1);
#elif defined(OFTEN)
    int often = 0;
    while (atomic_load(&x) != 2)
        if (often < 3)
            often++;
    assert(often < 3);
#elif defined(TELLS)
    while (atomic_load(&x) != 2)
        atomic_store(&told, 1);
    assert(atomic_load(&told) == 0);
#elif defined(TRIES)
    // Another thread may find the mutex taken by a look that came to nothing.
    for (;;) {
        pthread_mutex_lock(&mutex);
        int seen = x;
        pthread_mutex_unlock(&mutex);
        if (seen == 2)
            break;
    }
#else
    int has_waited = 0;
    while (atomic_load(&x) != 2)
        has_waited = 1;
    assert(!has_waited);
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
#ifdef TRIES
    int is_taken = pthread_mutex_trylock(&mutex);
    assert(!is_taken);
    pthread_mutex_unlock(&mutex);
#endif
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    pthread_join(thread, NULL);
    return 0;
}
