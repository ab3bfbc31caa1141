// sc: verified 2
// tso: verified 2
// pso: verified 2
// Dynamic partial order reduction for relaxed memory models, Figure 6: a thread stores to
// y; another stores to four locations and then loads y. Others can only tell whether the
// load comes before the store.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x[4], y;

static void *storing(void *argument) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return NULL;
}

static void *loading(void *argument) {
    for (int i = 0; i < 4; i++)
        atomic_store_explicit(&x[i], 1, memory_order_relaxed);
    return (void *)(long)atomic_load_explicit(&y, memory_order_relaxed);
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, storing, NULL);
    pthread_create(&t2, NULL, loading, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
