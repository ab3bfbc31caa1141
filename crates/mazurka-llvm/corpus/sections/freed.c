// sc: invalid-access 2: freed
// tso: invalid-access 2: freed
// pso: invalid-access 2: freed
// A section that finds its memory freed has accessed it: it could have come before.
// variant: -DEXCHANGE
// sc: invalid-access 2: freed
// tso: invalid-access 2: freed
// pso: invalid-access 2: freed
// variant: -DLOCK
// sc: invalid-access 2: freed
// tso: invalid-access 2: freed
// pso: invalid-access 2: freed
// variant: -DLOAD
// sc: invalid-access 2: freed
// tso: invalid-access 2: freed
// pso: invalid-access 2: freed
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct shared {
    volatile int plain;
    atomic_int atomic;
    pthread_mutex_t mutex;
};

static void *freeing(void *pointer) {
    free(pointer);
    return 0;
}

static void *using(void *pointer) {
    struct shared *shared = pointer;
    __VERIFIER_atomic_begin();
#if defined(EXCHANGE)
    atomic_exchange(&shared->atomic, 1);
#elif defined(LOCK)
    pthread_mutex_lock(&shared->mutex);
    pthread_mutex_unlock(&shared->mutex);
#elif defined(LOAD)
    (void)shared->plain;
#else
    shared->plain = 1;
#endif
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t first, second;
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_mutex_init(&shared->mutex, 0);
    pthread_create(&first, 0, freeing, shared);
    pthread_create(&second, 0, using, shared);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
