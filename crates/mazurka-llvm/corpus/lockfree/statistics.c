// sc: verified 1
// tso: verified 1
// pso: verified 1
// Counters of which nothing looks at what was there: additions commute, in whatever way they
// are written.
// variant: -DREAD
// sc: verified 16
// Each of four additions comes before the load or after it.
// variant: -DRESET
// sc: assertion 16
// The same of a store.
// variant: -DUSED
// sc: verified 24
// variant: -DREAD
// flags: --races
// sc: verified 120
// What an addition acquires depends on which others came before it, so their order counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;
static int sync_hits;
static unsigned char small = 254;

static void *run(void *argument) {
    (void)argument;
#if defined(USED)
    static atomic_int places[4];
    places[atomic_fetch_add(&hits, 1)] = 1;
#elif defined(READ) || defined(RESET)
    hits++;
#else
    ++hits;
    __sync_fetch_and_sub(&sync_hits, 2);
    int before = __atomic_fetch_add(&small, 1, __ATOMIC_RELAXED);
    (void)before;
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run, NULL);
#if defined(READ)
    assert(hits <= 4);
#elif defined(RESET)
    hits = 0;
#endif
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(hits == 4);
    assert(sync_hits == 0 || (sync_hits == -8 && small == 2));
    return 0;
}
