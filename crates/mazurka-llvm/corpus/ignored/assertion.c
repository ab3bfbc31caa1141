// An assertion that fails ends the program. If that is ignored, nothing follows, neither
// in its thread nor in one that waits for its end; what other threads do meanwhile counts.
// sc: assertion 1: atomic_load(&set) == 1
// variant:
// flags: --ignore assertion
// sc: verified 1
// variant: -DOTHERS
// flags: --ignore assertion
// sc: abort: abort() is called
// variant: -DABORTS
// flags: --ignore abort
// sc: verified 1
// variant: -DLOOPS
// flags: --ignore livelock
// sc: verified 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int set;

static void *check(void *unused) {
    (void)unused;
#ifdef ABORTS
    abort();
#endif
#ifdef LOOPS
    for (;;) {
    }
#endif
    assert(atomic_load(&set) == 1);
    atomic_store(&set, 2);
    return NULL;
}

static void *give_up(void *unused) {
    (void)unused;
#ifdef OTHERS
    abort();
#endif
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&second, NULL, give_up, NULL);
    pthread_create(&first, NULL, check, NULL);
    pthread_join(first, NULL);
    // Nobody comes here: the program has ended.
    if (atomic_load(&set) != 2) {
        abort();
    }
    pthread_join(second, NULL);
    return 0;
}
